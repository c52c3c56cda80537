"""Settings put right after rounds were played: the event was set up wrong, and everything is counted again.

Draws stay as they were drawn. Settings on which nothing depends yet are changed by `events.change_event`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from clubs.books.writing import Author, Facts, JsonValue, Submission, retried
from scoring import recording
from scoring.models import Game
from tournaments.archive import keep_snapshot
from tournaments.core.standings import Placing
from tournaments.models import Pairing, PairingEntry, Round, Tournament
from tournaments.play import event_record, event_results
from tournaments.play.played_pairings import PlayedPairing
from tournaments.running.events import (
    ChangedMeanwhile,
    EventPlan,
    check_plan,
    check_seating,
    event_facts,
    fingerprint_of,
    refuse_official,
)
from tournaments.running.frozen_settings import (
    COUNTED_BY,
    changed_rounds,
    changed_settings,
    last_drawn_round,
)
from tournaments.running.handicap_ratings import note_where_missing, warm_ratings
from tournaments.running.kept_places import recompute_standings
from tournaments.running.session import OpenEvent, open_event

# With the sides of a table the rounds to come are drawn otherwise; alone they are changed in the settings.
_ONLY_WITH_SIDES: Final = "phases"
_CORRECTABLE: Final = COUNTED_BY | {"ruleset", "sides", _ONLY_WITH_SIDES}
_RULES_OF_GAMES: Final = frozenset({"ruleset", "options", "deals"})
_PUBLISHED: Final = (Round.State.PUBLISHED, Round.State.CLOSED)


def correctable_settings(event: Tournament) -> frozenset[str]:
    """Return the settings by which results are counted, once a round is published.

    The players of an entry are none: no count lets others have sat at a table.
    """
    is_played = event.rounds.filter(state__in=_PUBLISHED).exists()
    return _CORRECTABLE if is_played and event.state != Tournament.State.OFFICIAL else frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpCorrection:
    """The settings as they should have been, and why. `seen` is the fingerprint of what the page showed."""

    plan: EventPlan
    reason: str
    key: UUID
    seen: str | None = None

    @property
    def submission(self) -> Submission:
        return Submission(key=self.key, content={**self.plan.facts, "reason": self.reason})


@dataclass(frozen=True, slots=True)
class DealAgainstSettings:
    """A deal that the right settings would refuse."""

    round: int
    table: int | None
    deal: recording.DealAgainstRules


@retried
def correct_set_up(
    by: Author, event: Tournament, correction: SetUpCorrection
) -> Sequence[DealAgainstSettings]:
    """Put settings right that were wrong from the start, and count every result again.

    Returns the deals that the right rules would refuse; they count as they were played. It is taken back by
    the same act with the settings as they were.
    """
    warm_ratings(event, correction.plan.agreement)
    with open_event(event, by, submission=correction.submission) as opened:
        if opened.writing.earlier is not None:
            return []
        refuse_official(opened.event)
        if correction.seen is not None and correction.seen != fingerprint_of(opened.event):
            raise ChangedMeanwhile(opened.event)
        plan = correction.plan
        _check_correction(opened, plan)
        snapshot = keep_snapshot(opened.event, opened.writing.by.at)
        before: Facts = {**event_facts(opened.event), "snapshot": snapshot.digest}
        refused = _count_games_again(opened, correction)
        _put_in_force(opened, plan)
        note_where_missing(opened, (Round.State.DRAWN, *_PUBLISHED))
        recompute_standings(opened.event, since=1)
        opened.writing.log(
            "event.set_up_corrected",
            opened.event,
            before=before,
            after={**event_facts(opened.event), **_refused_facts(refused)},
            reason=correction.reason,
        )
        return refused


def _refused_facts(refused: Sequence[DealAgainstSettings]) -> Facts:
    """Return what the log says of the deals that count although the right rules would refuse them."""
    deals: list[JsonValue] = [[deal.round, deal.table, deal.deal.number] for deal in refused]
    return {"against_settings": deals} if deals else {}


def _put_in_force(opened: OpenEvent, plan: EventPlan) -> None:
    """Let the event have the right rules, and keep which were in force until now."""
    event = opened.event
    event.rules_before.append(
        {
            "until": opened.writing.by.at.isoformat(),
            "ruleset": event.ruleset,
            "options": event.options,
            "settings": event.settings,
        }
    )
    event.ruleset, event.options, event.settings = plan.ruleset, dict(plan.options), plan.agreement.data()
    event.save(update_fields=["ruleset", "options", "settings", "rules_before"])


def _check_correction(opened: OpenEvent, plan: EventPlan) -> None:
    changed = changed_settings(opened.event, plan.ruleset, plan.options, plan.agreement)
    if not changed:
        raise NotNow(_("Nothing was changed."))
    not_these = sorted(changed - correctable_settings(opened.event))
    if changed == {_ONLY_WITH_SIDES}:
        not_these = [_ONLY_WITH_SIDES]
    if not_these:
        message = _("No result is counted by this: change it in the settings.")
        raise ValidationError({name: [message] for name in not_these}, code="held")
    if redrawn := changed_rounds(opened.event, plan.agreement):
        message = _("Round %(round)s has already been drawn this way: leave its row as it is.") % {
            "round": redrawn[0]
        }
        raise ValidationError({"phases": [message]}, code="held")
    _check_tables(opened, plan)
    check_plan(replace(plan, date=opened.event.date), drawn=last_drawn_round(opened.event))
    check_seating(opened, plan)


def _check_tables(opened: OpenEvent, plan: EventPlan) -> None:
    """Refuse fewer sides than a table has that is published: who sat there has sat there."""
    played = PairingEntry.objects.filter(
        round__tournament=opened.event, round__state__in=_PUBLISHED, side__gte=plan.agreement.sides
    )
    table = (
        played.order_by("round__number", "pairing__table").values("round__number", "pairing__table").first()
    )
    if table is not None:
        message = _("At table %(table)s of round %(round)s more sides have played.") % {
            "table": table["pairing__table"],
            "round": table["round__number"],
        }
        raise ValidationError({"sides": [message]}, code="held")


def _count_games_again(opened: OpenEvent, correction: SetUpCorrection) -> list[DealAgainstSettings]:
    """Count the games of the published rounds by the right game, house rules and number of deals."""
    plan = correction.plan
    right = recording.RightRules(
        ruleset=plan.ruleset, options=plan.options, deals=plan.agreement.deals, reason=correction.reason
    )
    changed = changed_settings(opened.event, plan.ruleset, plan.options, plan.agreement)
    if changed.isdisjoint(_RULES_OF_GAMES):
        return []
    pairings = Pairing.objects.filter(round__tournament=opened.event, round__state__in=_PUBLISHED)
    rows = pairings.exclude(game=None).exclude(game__state=Game.State.SET_ASIDE)
    rows = rows.order_by("round__number", "table")
    places = {
        game: (number, table) for game, number, table in rows.values_list("game", "round__number", "table")
    }
    games = Game.objects.select_related("book").in_bulk(places)
    try:
        refused = recording.put_rules_right_in(opened.writing, [games[game] for game in places], right)
    except recording.UncountableDeals as refusal:
        raise _UncountableTables(_at_tables(refusal.deals, places)) from refusal
    return _at_tables(refused, places)


def _at_tables(
    deals: Sequence[recording.DealAgainstRules], places: Mapping[int, tuple[int, int | None]]
) -> list[DealAgainstSettings]:
    return [DealAgainstSettings(*places[deal.game], deal) for deal in deals]


class _UncountableTables(NotNow):
    """Deals that the right rules cannot count at all: they are corrected or declared void first."""

    def __init__(self, deals: Sequence[DealAgainstSettings]) -> None:
        places = "; ".join(
            _("round %(round)s, table %(table)s, deal %(deal)s")
            % {"round": deal.round, "table": deal.table, "deal": deal.deal.number}
            for deal in deals
        )
        super().__init__(
            _("These deals cannot be counted so: %(places)s. Correct them or declare them void first.")
            % {"places": places}
        )


# The preview.


@dataclass(frozen=True, slots=True)
class CountedTable:
    """A table with the totals of its sides, handicaps among them, and whether its game is over."""

    round: int
    table: int | None
    entries: Sequence[Sequence[int]]
    totals: Sequence[int]
    over: bool


@dataclass(frozen=True, slots=True)
class CountedPlace:
    """An entry with its place, its points and its difference."""

    entry: int
    place: int
    points: int
    difference: int


@dataclass(frozen=True, slots=True)
class SetUpPreview:
    """What a correction of settings would change: each table and place before and after."""

    tables: Sequence[tuple[CountedTable, CountedTable]]
    places: Sequence[tuple[CountedPlace | None, CountedPlace | None]]
    refused: Sequence[DealAgainstSettings]


def preview_set_up(by: Author, event: Tournament, correction: SetUpCorrection) -> SetUpPreview:
    """Return what the correction would change. It is done for that, and undone before anybody sees it."""
    with transaction.atomic():
        before = _count(event)
        refused = correct_set_up(by, event, correction)
        after = _count(Tournament.objects.get(pk=event.pk))
        transaction.set_rollback(True)
    tables = [(old, new) for old, new in zip(before[0], after[0], strict=True) if asdict(old) != asdict(new)]
    numbers = [*after[1], *(number for number in before[1] if number not in after[1])]
    places = [(before[1].get(number), after[1].get(number)) for number in numbers]
    return SetUpPreview(tables, [(old, new) for old, new in places if old != new], refused)


def _count(event: Tournament) -> tuple[list[CountedTable], dict[int, CountedPlace]]:
    record = event_record.load_event(event)
    tables = [
        _counted_table(played.round.number, pairing)
        for played in record.rounds
        for pairing in played.pairings
        if pairing.game_id is not None
    ]
    places = {
        placing.totals.entry: _counted_place(placing) for placing in event_results.compute_placings(record)
    }
    return tables, places


def _counted_table(number: int, pairing: PlayedPairing) -> CountedTable:
    totals = pairing.with_handicap(pairing.totals)
    return CountedTable(number, pairing.table, pairing.sides, totals, pairing.game_over)


def _counted_place(placing: Placing) -> CountedPlace:
    totals = placing.totals
    return CountedPlace(totals.entry, placing.place, totals.points, totals.difference)
