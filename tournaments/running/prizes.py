"""Prizes: the table, categories of entries, what decides a shared place, and what is handed out."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Final

from django.utils.translation import gettext as _

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, JsonValue, canonical_json, retried
from tournaments.core.cash import MAX_AMOUNT
from tournaments.core.drawing.seeds import seed_of_prizes
from tournaments.core.prizes import Award, Prize, draw_order, tied_groups
from tournaments.models import Entry, PlaceDecider, Round, Tournament
from tournaments.play import event_record, event_results
from tournaments.play.brackets import LEVEL
from tournaments.play.prizes import (
    ALL,
    MAX_WORDS,
    Category,
    GivenPrize,
    PrizeList,
    PrizeTable,
    all_given,
    given_prizes,
    members_of,
    orders_of,
    prize_lists,
    prize_table_of,
    standing_deciders,
    stored_categories,
)
from tournaments.running.events import refuse_official
from tournaments.running.kept_places import recompute_standings
from tournaments.running.session import OpenEvent, open_event

_MAX_UNIT: Final = 100_000


# The table.


def fingerprint_of_prizes(event: Tournament) -> str:
    """Return a digest of the stored table: what a form has seen."""
    return hashlib.sha256(canonical_json(event.prizes).encode()).hexdigest()[:16]


@retried
def set_prizes(by: Author, event: Tournament, table: PrizeTable | None, seen: str | None = None) -> None:
    """Say which prizes there are; None is an event without. What was handed out stays as it was.

    With `seen` it refuses where somebody else has changed the table since it was shown.
    """
    _check_table(table)
    with open_event(event, by) as opened:
        before, after = opened.event.prizes, {} if table is None else table.data
        if before == after:
            opened.writing.mark_repeat()
            return
        if seen is not None and seen != fingerprint_of_prizes(opened.event):
            raise NotNow(_("Somebody else has changed the prizes in the meantime. Look at them first."))
        opened.event.prizes = after
        opened.event.save(update_fields=["prizes"])
        opened.writing.log("prizes.set", opened.event, before={"prizes": before}, after={"prizes": after})


def _check_table(table: PrizeTable | None) -> None:
    if table is None:
        return
    prizes = [prize for rows in table.rows.values() for row in rows for prize in row.prizes]
    if not all(0 <= prize.amount <= MAX_AMOUNT for prize in prizes):
        raise validation_error("prizes", _("Write an amount such as 5 or 5,50."))
    if not 1 <= table.unit <= _MAX_UNIT:
        raise validation_error("unit", _("Write an amount such as 5 or 5,50."))


# Categories.


def format_categories(entries: Iterable[Entry]) -> str:
    """Return the stored categories in one line: what a form has seen."""
    return " ".join(f"{entry.number}:{entry.categories}" for entry in entries if entry.categories)


@retried
def set_categories(
    by: Author, event: Tournament, chosen: Mapping[int, Collection[str]], seen: str | None = None
) -> None:
    """Say which categories these entries are in, by their numbers. Others keep theirs."""
    if any(code not in Category.values for codes in chosen.values() for code in codes):
        raise validation_error("categories", _("Choose categories from the list."))
    with open_event(event, by) as opened:
        entries = {entry.number: entry for entry in opened.event.entries.order_by("number")}
        if not entries.keys() >= chosen.keys():
            raise NotNow(_("Somebody else has removed this entry."))
        stored = {number: stored_categories(codes) for number, codes in chosen.items()}
        changed = [number for number in sorted(stored) if entries[number].categories != stored[number]]
        if not changed:
            opened.writing.mark_repeat()
            return
        if seen is not None and seen != format_categories(entries.values()):
            raise NotNow(_("Somebody else has changed the categories in the meantime. Look at them first."))
        before: list[JsonValue] = [[number, entries[number].categories] for number in changed]
        after: list[JsonValue] = [[number, stored[number]] for number in changed]
        for number in changed:
            entries[number].categories = stored[number]
        Entry.objects.bulk_update([entries[number] for number in changed], ["categories"])
        opened.writing.log(
            "entry.categories", opened.event, before={"categories": before}, after={"categories": after}
        )


# What decides a shared place.


@dataclass(frozen=True, slots=True)
class PlayedDecider:
    """An extra deal or game among all who share a place in a list: their order, the best first."""

    kind: str
    code: str
    order: Sequence[int]
    words: str = ""


@retried
def record_decider(by: Author, event: Tournament, played: PlayedDecider) -> int:
    """Write down what decided a shared place. It counts for the order alone: no points, no difference."""
    if played.kind not in PlaceDecider.PLAYED:
        raise validation_error("kind", _("Choose what decided it."))
    words = " ".join(played.words.split())
    if len(words) > MAX_WORDS:
        raise validation_error("words", _("At most %(count)s characters.") % {"count": MAX_WORDS})
    with open_event(event, by) as opened:
        refuse_official(opened.event)
        after = _check_shared(opened, played.code, played.order)
        decider = _next_decider(opened, played.kind, played.code, played.order, after)
        decider.words = words
        decider.save()
        _recount(opened, decider)
        opened.writing.log("place.decided", opened.event, after=_facts_of(decider), reason=words)
        return decider.number


@retried
def draw_prize_lot(by: Author, event: Tournament, code: str, tied: Sequence[int]) -> int:
    """Draw who of those who share a place gets which prize. The places stay shared.

    The seed follows from the event's secret and from who is drawn among: undone and drawn again, the lot is
    the same.
    """
    with open_event(event, by) as opened:
        _check_over(opened)
        after = _check_shared(opened, code, tied)
        if frozenset(tied) in orders_of(standing_deciders(opened.event, after), code, lots=True):
            raise NotNow(_("This lot has been drawn already."))
        subject = f"{code}/{after}/{','.join(map(str, sorted(tied)))}"
        seed = seed_of_prizes(opened.event.secret, subject)
        decider = _next_decider(opened, PlaceDecider.Kind.LOT, code, draw_order(seed, tied), after)
        decider.seed = seed
        decider.save()
        opened.writing.log("prizes.drawn", opened.event, after={**_facts_of(decider), "seed": seed})
        return decider.number


@retried
def withdraw_decider(by: Author, event: Tournament, number: int) -> None:
    """Withdraw what was recorded as decider, or a lot: the place is shared again."""
    _set_withdrawn(by, event, number, withdrawn=True)


@retried
def bring_decider_back(by: Author, event: Tournament, number: int) -> None:
    """Let a withdrawn decider or lot count again."""
    _set_withdrawn(by, event, number, withdrawn=False)


def _set_withdrawn(by: Author, event: Tournament, number: int, *, withdrawn: bool) -> None:
    with open_event(event, by) as opened:
        decider = opened.event.deciders.filter(number=number).first()
        if decider is None:
            raise NotNow(_("It has been removed."))
        if not decider.is_lot:
            refuse_official(opened.event)
        if decider.withdrawn == withdrawn:
            opened.writing.mark_repeat()
            return
        decider.withdrawn = withdrawn
        decider.save(update_fields=["withdrawn"])
        _recount(opened, decider)
        act = "place.decider_withdrawn" if withdrawn else "place.decider_back"
        opened.writing.log(act, opened.event, after=_facts_of(decider))


def _check_shared(opened: OpenEvent, code: str, order: Sequence[int]) -> int:
    """Refuse unless exactly these share a place in the list; return after which round."""
    closed = opened.event.rounds.filter(state=Round.State.CLOSED)
    if closed.count() < opened.agreement.rounds or opened.event.rounds.filter(state=Round.State.PUBLISHED):
        raise NotNow(_("A shared place is decided when all rounds are over."))
    lists = {one.code: one for one in _current_lists(opened)}
    groups = [] if code not in lists else [tied for _place, tied in tied_groups(lists[code].places)]
    if len(set(order)) != len(order) or not any(frozenset(order) == frozenset(tied) for tied in groups):
        raise NotNow(_("These no longer share a place: look at the standings."))
    return _last_round(opened)


def _current_lists(opened: OpenEvent) -> list[PrizeList]:
    record = event_record.load_event(opened.event)
    placings = event_results.compute_placings(record)
    return prize_lists(opened.event, placings, members_of(opened.event), _last_round(opened))


def _last_round(opened: OpenEvent) -> int:
    public = opened.event.rounds.filter(state__in=(Round.State.PUBLISHED, Round.State.CLOSED))
    last = public.order_by("-number").values_list("number", flat=True).first()
    return last or 0


def _next_decider(opened: OpenEvent, kind: str, code: str, order: Sequence[int], after: int) -> PlaceDecider:
    opened.event.deciders_recorded += 1
    opened.event.save(update_fields=["deciders_recorded"])
    return PlaceDecider(
        tournament=opened.event,
        number=opened.event.deciders_recorded,
        kind=kind,
        category=code,
        order=[*order],
        after_round=after,
    )


def _recount(opened: OpenEvent, decider: PlaceDecider) -> None:
    """Store the places anew where it changes any of them."""
    if decider.category in (ALL, LEVEL) and not decider.is_lot:
        recompute_standings(opened.event, since=decider.after_round)


def _facts_of(decider: PlaceDecider) -> dict[str, JsonValue]:
    return {
        "decider_number": decider.number,
        "decider_kind": str(decider.kind),
        "prize_list": decider.category,
        "order": [*decider.order],
    }


# What is handed out.


@retried
def give_prize(by: Author, event: Tournament, code: str, entry: int, seen: Prize) -> int:
    """Tick that an entry has got its prize, which is the one that the page showed."""
    with open_event(event, by, needs=RECORDERS) as opened:
        _check_over(opened)
        if (code, entry) in given_prizes(opened.event):
            raise NotNow(_("This prize has been handed out already."))
        award = _award_of(opened, code, entry)
        if award.open:
            raise NotNow(_("A lot has to say first who gets which prize."))
        if award.is_empty or Prize(award.amount, award.thing) != seen:
            raise NotNow(_("The prize has changed in the meantime. Look at it first."))
        table = prize_table_of(opened.event) or PrizeTable()
        given = GivenPrize(
            number=len(opened.event.prizes_given) + 1,
            code=code,
            entry=entry,
            place=award.place,
            shared=award.shared,
            amount=award.amount,
            thing=award.thing,
            currency=table.currency,
            at=by.at.astimezone(UTC).isoformat(),
        )
        _save_given(opened, [*all_given(opened.event), given])
        opened.writing.log("prize.given", opened.event, after=_facts_of_given(given))
        return given.number


@retried
def take_prize_back(by: Author, event: Tournament, number: int) -> None:
    """Say that a prize was not handed out after all. Given again, it is a new one."""
    with open_event(event, by, needs=RECORDERS) as opened:
        given = {one.number: one for one in all_given(opened.event)}
        if number not in given:
            raise NotNow(_("It has been removed."))
        if given[number].withdrawn:
            opened.writing.mark_repeat()
            return
        given[number] = given[number]._replace(withdrawn=True)
        _save_given(opened, given.values())
        opened.writing.log("prize.taken_back", opened.event, after=_facts_of_given(given[number]))


def _check_over(opened: OpenEvent) -> None:
    if opened.event.state not in (Tournament.State.PRELIMINARY, Tournament.State.OFFICIAL):
        raise NotNow(_("Show the results first: prizes follow from the final standings."))


def _award_of(opened: OpenEvent, code: str, entry: int) -> Award:
    for one in _current_lists(opened):
        for award in one.allotment.awards:
            if (one.code, award.entry) == (code, entry):
                return award
    raise NotNow(_("This entry has no prize here."))


def _save_given(opened: OpenEvent, given: Iterable[GivenPrize]) -> None:
    opened.event.prizes_given = [one.data for one in given]
    opened.event.save(update_fields=["prizes_given"])


def _facts_of_given(given: GivenPrize) -> Facts:
    return {
        "prize_number": given.number,
        "prize_list": given.code,
        "prize_entry": given.entry,
        "prize_place": given.place,
        "prize": [given.amount, given.thing, given.currency],
    }
