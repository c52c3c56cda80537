"""The results of an event's rounds and the places that follow from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from tournaments.core import results, standings
from tournaments.core.criterion import EntryExtras
from tournaments.core.movements import MOVEMENTS
from tournaments.core.results import Result, ResultKind
from tournaments.core.standings import Placing
from tournaments.models import Entry, EventAdjustment, Round, Tournament
from tournaments.play.event_record import EntryFacts, EventRecord, RoundRecord, takes_part


def round_results(record: EventRecord) -> list[tuple[Result, ...]]:
    """Return the results of each round, without entries that are struck out.

    A game counts from its first deal.
    """
    rounds = [
        (*_with_walkovers(record, played), *_missed_in(record, played.round.number))
        for played in record.rounds
    ]
    return results.without_struck_out(struck_out_entries(record), rounds)


def _with_walkovers(record: EventRecord, played: RoundRecord) -> Sequence[Result]:
    """Return the results of a round.

    In a round of the circle an entry that sits out because its opponent has withdrawn has a walkover.
    """
    withdrawn = _withdrawn_opponents(record, played)
    if not withdrawn:
        return played.results
    return [
        Result(ResultKind.WALKOVER, (alone, withdrawn[alone]), at_fault=1)
        if result.kind is ResultKind.SIT_OUT and (alone := result.entries[0]) in withdrawn
        else result
        for result in played.results
    ]


def _withdrawn_opponents(record: EventRecord, played: RoundRecord) -> Mapping[int, int]:
    """Return the entries that were to meet a withdrawn one where all meet, each with that opponent."""
    movement = MOVEMENTS[played.round.movement]
    if movement.schedule is None or not movement.all_meet or not record.agreement.strikes_out:
        return {}
    number = played.round.number
    _phase, turn = record.agreement.phase_of(number)
    # Later entries had no place in the schedule yet.
    drawn = [entry.number for entry in record.entries.values() if entry.from_round <= number]
    pairs = [meeting.entries for meeting in movement.schedule(drawn, turn) if not meeting.sits_out]
    return {
        entry: opponent
        for pair in pairs
        for entry, opponent in (pair, pair[::-1])
        if takes_part(record.entries[entry], number) and _has_left(record.entries[opponent], number)
    }


def _has_left(entry: EntryFacts, number: int) -> bool:
    return entry.until_round is not None and entry.until_round < number


def _missed_in(record: EventRecord, number: int) -> list[Result]:
    """A late entry has missed the rounds before its first one."""
    return [
        Result(ResultKind.MISSED, (entry.number,))
        for entry in record.entries.values()
        if entry.from_round > number
    ]


def struck_out_entries(record: EventRecord) -> frozenset[int]:
    """Return the entries that withdrew from a round robin before playing half of the games agreed then."""
    if not record.agreement.strikes_out:
        return frozenset()
    withdrawn = {
        entry.number: entry.rounds_agreed or record.agreement.rounds
        for entry in record.entries.values()
        if _had_withdrawn(entry, record.until)
    }
    return results.find_struck_out(withdrawn, [played.results for played in record.rounds])


def _had_withdrawn(entry: EntryFacts, until: int | None) -> bool:
    """Whether an entry has withdrawn, with `until` whether it had by that round."""
    if entry.state != Entry.State.WITHDRAWN:
        return False
    return until is None or entry.until_round is None or entry.until_round <= until


# Standings.


def compute_placings(
    record: EventRecord, charges: Counter[tuple[int, str]] | None = None
) -> tuple[Placing, ...]:
    """Compute the places after these rounds from stored rows; loads the charges unless given."""
    event = record.event
    terms = record.agreement.result_terms(event.ruleset, sorted(event.options.items()))
    scores = results.score_rounds(terms, round_results(record))
    struck_out = struck_out_entries(record)
    ranked = {number: scores.get(number, []) for number in record.entries if number not in struck_out}
    return standings.rank(ranked, record.agreement.criteria(), _extras_of(record, charges))


def _extras_of(
    record: EventRecord, charges: Counter[tuple[int, str]] | None = None
) -> dict[int, EntryExtras]:
    """Return what counts besides the rounds: penalties, awards, lots, and combinations where asked."""
    charged = _load_charges(record.event, record.until) if charges is None else charges
    combinations = count_combinations(record) if record.agreement.counts_combinations else {}
    return {
        number: EntryExtras(
            points=charged[number, EventAdjustment.Unit.POINTS.value],
            difference=charged[number, EventAdjustment.Unit.DIFFERENCE.value],
            combinations=combinations.get(number, ()),
            lot=entry.lot,
        )
        for number, entry in record.entries.items()
    }


def _load_charges(event: Tournament, until: int | None = None) -> Counter[tuple[int, str]]:
    """Load the charges of each entry; with `until` those before the round after it was over."""
    charged: Counter[tuple[int, str]] = Counter()
    adjustments = event.adjustments.filter(cancelled_at=None)
    if until is not None:
        following = event.rounds.filter(state=Round.State.CLOSED, number=until + 1).first()
        adjustments = adjustments if following is None else adjustments.filter(at__lt=following.closed_at)
    for number, unit, amount in adjustments.values_list("entry__number", "unit", "amount"):
        charged[number, unit] += amount
    return charged


def count_combinations(record: EventRecord) -> dict[int, tuple[int, ...]]:
    """Count the sambas and all combinations of each entry; what is struck out does not count."""
    combinations: dict[int, Counter[str]] = {number: Counter() for number in record.entries}
    struck_out = struck_out_entries(record)
    for pairing in chain.from_iterable(played.pairings for played in record.rounds):
        if struck_out.isdisjoint(chain(*pairing.sides)):
            for entries, in_game in zip(pairing.sides, pairing.combinations, strict=True):
                for entry in entries:
                    combinations[entry].update(in_game)
    return {number: (counter["samba"], counter.total()) for number, counter in combinations.items()}
