"""The clock of a round: started, paused, going on, with other minutes; and minutes given to a table.

What is stored is when an act was done. Two who do the same at once have done it once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, JsonValue, Submission, retried
from scoring.models import Call
from tournaments.core.clock import MAX_MINUTES, Clock
from tournaments.models import Pairing, Round, RoundClock, TableMinutes
from tournaments.play.clock import stored_clock
from tournaments.running.session import OpenEvent, open_event

# What tells the acts on a clock apart: the moment of each.
ACT_OF_CLOCK = "clock_act"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockTerms:
    """The minutes until no new deal is dealt, and those from then until play stops."""

    minutes: int
    more_minutes: int = 0
    # The time of each table begins with its first deal.
    by_table: bool = False


@retried
def start_clock(by: Author, drawn: Round, terms: ClockTerms) -> RoundClock:
    """Start the clock of a round that is played; it is started once."""
    with open_event(drawn.tournament, by) as opened:
        drawn = _get_played(opened, drawn)
        earlier = RoundClock.objects.filter(round=drawn).first()
        if earlier is not None:
            opened.writing.mark_repeat()
            return earlier
        _check_terms(terms)
        clock = RoundClock(
            round=drawn,
            minutes=terms.minutes,
            more_minutes=terms.more_minutes,
            by_table=terms.by_table,
            started_at=by.at,
        )
        clock.save()
        _log(opened, "round.clock_started", drawn, None, clock)
        return clock


def _get_played(opened: OpenEvent, drawn: Round) -> Round:
    drawn = opened.get_round(drawn)
    if drawn.state != Round.State.PUBLISHED:
        raise NotNow(_("Only a round that is being played has a clock."))
    return drawn


def _check_terms(terms: ClockTerms) -> None:
    if not 1 <= terms.minutes <= MAX_MINUTES:
        raise validation_error("minutes", _("From 1 to %(most)s minutes.") % {"most": MAX_MINUTES})
    if not 0 <= terms.more_minutes <= MAX_MINUTES:
        raise validation_error("more_minutes", _("From 0 to %(most)s minutes.") % {"most": MAX_MINUTES})


def _get_clock(drawn: Round) -> RoundClock:
    clock = RoundClock.objects.filter(round=drawn).first()
    if clock is None:
        raise NotNow(_("The clock of this round has not been started."))
    return clock


@retried
def pause_clock(by: Author, drawn: Round) -> RoundClock:
    """Let the clock of a round stand still for all tables."""
    with open_event(drawn.tournament, by) as opened:
        drawn = _get_played(opened, drawn)
        stored = _get_clock(drawn)
        return _store_pauses(opened, stored, stored_clock(stored).paused(by.at), "round.clock_paused")


@retried
def resume_clock(by: Author, drawn: Round) -> RoundClock:
    """Let the clock of a round go on for all tables."""
    with open_event(drawn.tournament, by) as opened:
        drawn = _get_played(opened, drawn)
        stored = _get_clock(drawn)
        return _store_pauses(opened, stored, stored_clock(stored).resumed(by.at), "round.clock_resumed")


def _store_pauses(opened: OpenEvent, stored: RoundClock, clock: Clock, act: str) -> RoundClock:
    pauses = [
        [pause.began.isoformat(), None if pause.ended is None else pause.ended.isoformat()]
        for pause in clock.pauses
    ]
    if pauses == stored.pauses:
        opened.writing.mark_repeat()
        return stored
    before = clock_facts(stored)
    stored.pauses = pauses
    stored.save(update_fields=["pauses"])
    _log(opened, act, stored.round, before, stored)
    return stored


@retried
def change_clock(by: Author, drawn: Round, terms: ClockTerms, seen: ClockTerms) -> RoundClock:
    """Give the clock of a round other minutes, for all tables; `seen` are those that the page has shown."""
    with open_event(drawn.tournament, by) as opened:
        drawn = _get_played(opened, drawn)
        stored = _get_clock(drawn)
        before = clock_facts(stored)
        _check_terms(terms)
        stored.minutes, stored.more_minutes, stored.by_table = (
            terms.minutes,
            terms.more_minutes,
            terms.by_table,
        )
        if clock_facts(stored) == before:
            opened.writing.mark_repeat()
            return stored
        if _terms_of(before) != seen:
            raise NotNow(_("Somebody else has changed the clock meanwhile. Look at it again."))
        stored.save(update_fields=["minutes", "more_minutes", "by_table"])
        _log(opened, "round.clock_changed", drawn, before, stored)
        return stored


def _terms_of(facts: Mapping[str, Any]) -> ClockTerms:
    return ClockTerms(
        minutes=facts["minutes"], more_minutes=facts["more_minutes"], by_table=facts["by_table"]
    )


@retried
def put_clock_back(by: Author, drawn: Round, before: Facts, after: Facts) -> RoundClock | None:
    """Take an act on a clock back: it is again as before the act, as if that had not been done.

    It is refused where the clock has been changed since.
    """
    with open_event(drawn.tournament, by) as opened:
        drawn = _get_played(opened, drawn)
        stored = _get_clock(drawn)
        check_clock_is_as(stored, after)
        now, clock = clock_facts(stored), _clock_with(stored, before)
        if clock is None:
            stored.delete()
        else:
            clock.save()
        facts = {} if clock is None else clock_facts(clock)
        opened.writing.log(
            "round.clock_put_back",
            drawn,
            before=now,
            after={"number": drawn.number, **facts, ACT_OF_CLOCK: after[ACT_OF_CLOCK]},
        )
        return clock


def check_clock_is_as(stored: RoundClock | None, after: Facts) -> None:
    """Refuse where a clock is not as an act has left it."""
    now = {} if stored is None else clock_facts(stored)
    if now != {name: value for name, value in after.items() if name in CLOCK_FACTS}:
        raise NotNow(_("The clock has been changed since. Take the later act back first."))


def _clock_with(stored: RoundClock, facts: Mapping[str, Any]) -> RoundClock | None:
    """Return a clock as these facts say; None where there was none."""
    if "minutes" not in facts:
        return None
    stored.minutes, stored.more_minutes = facts["minutes"], facts["more_minutes"]
    stored.by_table, stored.pauses = facts["by_table"], facts["clock_pauses"]
    stored.started_at = datetime.fromisoformat(facts["clock_started"])
    return stored


CLOCK_FACTS = ("minutes", "more_minutes", "by_table", "clock_started", "clock_pauses")


def clock_facts(stored: RoundClock) -> dict[str, JsonValue]:
    """Return all that is stored of a clock, as the log has it."""
    return {
        "minutes": stored.minutes,
        "more_minutes": stored.more_minutes,
        "by_table": stored.by_table,
        "clock_started": stored.started_at.astimezone(UTC).isoformat(),
        "clock_pauses": stored.pauses,
    }


def _log(opened: OpenEvent, act: str, drawn: Round, before: Facts | None, stored: RoundClock) -> None:
    moment = opened.writing.by.at.isoformat()
    after = {"number": drawn.number, **clock_facts(stored), ACT_OF_CLOCK: moment}
    opened.writing.log(act, drawn, before=before, after=after)


# Minutes for a table.


@retried
def give_minutes(
    by: Author, pairing: Pairing, minutes: int, key: UUID, call: int | None = None
) -> TableMinutes | None:
    """Give a table minutes; with the call for which they are, that is decided by it, also with none."""
    event = pairing.round.tournament
    submission = Submission(key=key, content={"pairing": pairing.pk, "minutes": minutes, "call": call})
    with open_event(event, by, submission=submission) as opened:
        if opened.writing.earlier is not None:
            return TableMinutes.objects.filter(pk=opened.writing.earlier.facts["gift"]).first()
        drawn = _get_played(opened, pairing.round)
        _get_clock(drawn)
        pairing = Pairing.objects.get(pk=pairing.pk, round=drawn)
        if not (1 if call is None else 0) <= minutes <= MAX_MINUTES:
            raise validation_error("minutes", _("From 1 to %(most)s minutes.") % {"most": MAX_MINUTES})
        _check_call(pairing, call)
        given = TableMinutes.objects.create(pairing=pairing, minutes=minutes, call_id=call, at=by.at)
        after = {"of_round": drawn.number, "table": pairing.table, "minutes": minutes, "gift": given.pk}
        opened.writing.log("pairing.minutes_given", pairing, after=after)
        return given


def _check_call(pairing: Pairing, call: int | None) -> None:
    if call is None:
        return
    if not Call.objects.filter(pk=call, game=pairing.game_id).exists():
        raise NotNow(_("There is no such call at this table."))
    if TableMinutes.objects.filter(call=call).exists():
        raise NotNow(_("Somebody else has decided on this already."))


@retried
def take_minutes_back(by: Author, pairing: Pairing, gift: int) -> None:
    """Take minutes back that a table was given."""
    with open_event(pairing.round.tournament, by) as opened:
        drawn = _get_played(opened, pairing.round)
        given = TableMinutes.objects.filter(pk=gift, pairing=pairing).first()
        if given is None:
            raise NotNow(_("These minutes have been withdrawn already."))
        before = {"minutes": given.minutes}
        given.delete()
        after = {"of_round": drawn.number, "table": pairing.table, "gift": gift}
        opened.writing.log("pairing.minutes_taken_back", pairing, before=before, after=after)
