"""The results of an event's rounds and the places that follow from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple

from tournaments.core import scoring, standings, withdrawals
from tournaments.core.criterion import DecidedRank, EntryExtras, EntryTotals, EventCourse
from tournaments.core.deciders import DECIDER
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.seeds import seed_of_lots
from tournaments.core.movements import MOVEMENTS
from tournaments.core.results import Result, ResultKind, RoundPlan
from tournaments.core.standings import Placing
from tournaments.models import Entry, EventAdjustment
from tournaments.play.brackets import get_bracket
from tournaments.play.charges import load_charges
from tournaments.play.event_record import (
    EntryFacts,
    EventRecord,
    RoundRecord,
    may_miss_rounds,
    misses,
    takes_part,
)
from tournaments.play.prizes import ALL, standing_deciders


def round_results(record: EventRecord) -> list[tuple[Result, ...]]:
    """Return the results of each round, without those that are struck out.

    A game counts from its first deal. Struck out are games of a round robin; those of other rounds stand.
    """
    rounds = _all_results(record)
    struck_out = struck_out_entries(record)
    if not struck_out:
        return rounds
    return [
        withdrawals.without_struck_out(struck_out, [in_round])[0] if _all_meet_in(played) else in_round
        for played, in_round in zip(record.rounds, rounds, strict=True)
    ]


def _all_results(record: EventRecord) -> list[tuple[Result, ...]]:
    """Return the results of each round before anybody is struck out."""
    is_knock_out = record.agreement.bracket is not None
    absent = [entry for entry in record.entries.values() if may_miss_rounds(entry) and not is_knock_out]
    return [
        (*_with_walkovers(record, played), *_missed_in(absent, played.round.number))
        for played in record.rounds
    ]


def _all_meet_in(played: RoundRecord) -> bool:
    return MOVEMENTS[played.round.movement].all_meet


def _with_walkovers(record: EventRecord, played: RoundRecord) -> Sequence[Result]:
    """Return the results of a round.

    In a round of the circle an entry that sits out because its opponent has withdrawn has a walkover; where
    that is agreed also one whose opponent misses the round, which has the value of a missed round.
    """
    withdrawn, missing = _withdrawn_opponents(record, played), _missing_opponents(record, played)
    if not withdrawn and not missing:
        return played.results
    return [_with_walkover(result, withdrawn, missing) for result in played.results]


def _with_walkover(result: Result, withdrawn: Mapping[int, int], missing: Mapping[int, int]) -> Result:
    if result.kind is not ResultKind.SIT_OUT:
        return result
    (alone,) = result.entries
    if alone in withdrawn:
        return Result(ResultKind.WALKOVER, (alone, withdrawn[alone]), at_fault=1)
    if alone in missing:
        return Result(ResultKind.WALKOVER, (alone,), opponents=((missing[alone],),))
    return result


def _missing_opponents(record: EventRecord, played: RoundRecord) -> Mapping[int, int]:
    """Return the entries that were to meet one that misses the round, each with that opponent."""
    movement = MOVEMENTS[played.round.movement]
    schedule = movement.schedule
    if not record.agreement.missed_walkover or schedule is None or not played.round.places:
        return {}
    if movement.mixes_players:
        return {}  # the others play without the one who is missing
    number = played.round.number
    pairs = [
        meeting.entries
        for meeting in schedule(played.round.places, played.round.turn)
        if not meeting.sits_out
    ]
    return {
        entry: opponent
        for pair in pairs
        for entry, opponent in (pair, pair[::-1])
        if opponent in record.entries  # a place whose entry was removed is empty
        and number in record.entries[opponent].missed
        and not _has_left(record.entries[opponent], number)
    }


def _withdrawn_opponents(record: EventRecord, played: RoundRecord) -> Mapping[int, int]:
    """Return the entries that were to meet a withdrawn one where all meet, each with that opponent."""
    movement = MOVEMENTS[played.round.movement]
    if movement.schedule is None or not movement.all_meet or not record.agreement.strikes_out:
        return {}
    number, began = played.round.number, _round_robin_began(record)
    places, turn = _places_in(record, number)
    pairs = [meeting.entries for meeting in movement.schedule(places, turn) if not meeting.sits_out]
    return {
        entry: opponent
        for pair in pairs
        for entry, opponent in (pair, pair[::-1])
        if {*pair} <= record.entries.keys()
        and takes_part(record.entries[entry], number)
        and _has_left(record.entries[opponent], number)
        and not _has_left(record.entries[opponent], began)
    }


def _places_in(record: EventRecord, number: int) -> tuple[Sequence[int], int]:
    """Return the places of a round in which all meet, and its turn; of one to come as they are now.

    Rounds of older versions have no stored places: there every entry has one, and later ones none yet.
    """
    _phase, turn = record.agreement.phase_of(number)
    placed = [played.round for played in record.rounds if _all_meet_in(played) and played.round.places]
    last = next((drawn for drawn in reversed(placed) if drawn.number <= number), None)
    if last is None:
        return [entry.number for entry in record.entries.values() if entry.from_round <= number], turn
    to_come = range(last.number + 1, number + 1)
    return last.places, last.turn + sum(record.agreement.phase_of(at)[0].movement.all_meet for at in to_come)


def _round_robin_began(record: EventRecord) -> int:
    """Return the number of the first round in which all meet; without one, of none."""
    first = 1
    for phase in record.agreement.phases:
        if phase.movement.all_meet:
            break
        first += phase.rounds
    return first


def _has_left(entry: EntryFacts, number: int) -> bool:
    return entry.until_round is not None and entry.until_round < number


def _missed_in(absent: Iterable[EntryFacts], number: int) -> list[Result]:
    """A late entry has missed the rounds before its first one, and others rounds at which they were not."""
    return [
        Result(ResultKind.MISSED, (entry.number,))
        for entry in absent
        if misses(entry, number) and not has_cancelled(entry)
    ]


def has_cancelled(entry: EntryFacts) -> bool:
    """Whether an entry has withdrawn before its first round: it is in no standings."""
    return _has_left(entry, entry.from_round)


def struck_out_entries(record: EventRecord) -> frozenset[int]:
    """Return the entries that withdrew from a round robin before playing half of their games in it."""
    if not record.agreement.strikes_out:
        return frozenset()
    began = _round_robin_began(record)
    withdrawn = [
        entry
        for entry in record.entries.values()
        if _had_withdrawn(entry, record.until) and not has_cancelled(entry) and not _has_left(entry, began)
    ]
    if not withdrawn:
        return frozenset()
    rounds = [
        in_round
        for played, in_round in zip(record.rounds, _all_results(record), strict=True)
        if _all_meet_in(played)
    ]
    return withdrawals.find_struck_out(
        {entry.number: _games_agreed(record, entry) for entry in withdrawn}, rounds
    )


def _games_agreed(record: EventRecord, entry: EntryFacts) -> int:
    """Return how many games an entry was to play in the round robin, as agreed when it withdrew."""
    agreement = record.agreement.with_rounds(entry.rounds_agreed or record.agreement.rounds)
    games, left_in = 0, (entry.until_round or 0) + 1
    for number in range(1, agreement.rounds + 1):
        phase, _turn = agreement.phase_of(number)
        if phase.movement.all_meet and phase.movement.schedule is not None:
            places, turn = _places_agreed(record, number, left_in)
            meetings = phase.movement.schedule(places, turn)
            games += any(entry.number in meeting.entries and not meeting.sits_out for meeting in meetings)
    return games


def _places_agreed(record: EventRecord, number: int, left_in: int) -> tuple[Sequence[int], int]:
    """Return the places of a round as they were when somebody left in the round `left_in`."""
    places, turn = _places_in(record, min(number, left_in))
    if not any(played.round.places for played in record.rounds):
        entries = [entry.number for entry in record.entries.values() if entry.from_round <= left_in]
        return entries, record.agreement.phase_of(number)[1]
    to_come = range(left_in + 1, number + 1)
    return places, turn + sum(record.agreement.phase_of(at)[0].movement.all_meet for at in to_come)


def _had_withdrawn(entry: EntryFacts, until: int | None) -> bool:
    """Whether an entry has withdrawn, with `until` whether it had by that round."""
    if entry.state != Entry.State.WITHDRAWN:
        return False
    return until is None or entry.until_round is None or entry.until_round <= until


# Standings.


class EventStandings(NamedTuple):
    """The places, and in the order of their points those who play outside the competition."""

    placings: tuple[Placing, ...]
    outside: tuple[Placing, ...]

    @property
    def everybody(self) -> tuple[Placing, ...]:
        return (*self.placings, *self.outside)


def compute_placings(
    record: EventRecord, charges: Counter[tuple[int, str]] | None = None
) -> tuple[Placing, ...]:
    """Compute the places after these rounds from stored rows; loads the charges unless given."""
    return compute_standings(record, charges).placings


def compute_standings(record: EventRecord, charges: Counter[tuple[int, str]] | None = None) -> EventStandings:
    """Compute the places, and the order of those outside the competition; loads the charges unless given."""
    event = record.event
    terms = record.agreement.result_terms(event.ruleset, sorted(event.options.items()))
    rounds, plans = round_results(record), round_plans(record)
    totals = standings.add_up_rounds(terms, rounds, plans)
    counted = {
        number: totals.get(number) or EntryTotals(number)
        for number, entry in record.entries.items()
        if not has_cancelled(entry)
    }
    deciders = _deciders_of(record)
    criteria = [*record.agreement.criteria(), *([DECIDER] if deciders else [])]
    struck_out, extras = struck_out_entries(record), _extras_of(record, charges, deciders)
    outside = frozenset(number for number in counted if record.entries[number].outside) - struck_out
    asks_opponents = any(criterion.counts_opponents for criterion in criteria)
    course = EventCourse(
        rounds=scoring.value_rounds(terms, rounds, plans) if asks_opponents else {},
        left_after=_left_after(record),
        opponents_at_table=_opponents_at_table(record),
        unplaced=struck_out | outside,
        lots_seed=seed_of_lots(event.secret) if any(each.needs_seed for each in criteria) else "",
    )
    return EventStandings(
        standings.rank(counted, criteria, extras, course),
        standings.order_without_places(counted, criteria, extras, course, outside),
    )


def _deciders_of(record: EventRecord) -> dict[int, DecidedRank]:
    """Return what deciders say of the places after the last of these rounds."""
    if not record.event.deciders_recorded or not record.rounds:
        return {}
    played = [
        one
        for one in standing_deciders(record.event, record.rounds[-1].round.number)
        if one.category == ALL and not one.is_lot
    ]
    return {
        entry: DecidedRank(one.number, len(one.order), rank)
        for one in played
        for rank, entry in enumerate(one.order)
    }


def _left_after(record: EventRecord) -> dict[int, int]:
    """Return the last round of each entry that has gone home."""
    return {
        entry.number: entry.until_round
        for entry in record.entries.values()
        if entry.until_round is not None and _had_withdrawn(entry, record.until)
    }


def _opponents_at_table(record: EventRecord) -> int:
    """Return how many opponents an entry has at a full table."""
    agreement = record.agreement
    return agreement.entries_per_table - agreement.entries_per_table // agreement.sides


def round_plans(record: EventRecord) -> list[RoundPlan]:
    """Return what each round is part of."""
    return [_plan_of(record, played) for played in record.rounds]


def _plan_of(record: EventRecord, played: RoundRecord) -> RoundPlan:
    movement = MOVEMENTS[played.round.movement]
    if not movement.all_meet:
        return RoundPlan.FREE
    agreed = sum(phase.rounds for phase in record.agreement.phases if phase.movement is movement)
    drawn = sum(other.round.movement == movement.code for other in record.rounds)
    places, _turn = _places_in(record, played.round.number)
    whole = is_whole_round_robin(movement, sum(entry > 0 for entry in places), max(agreed, drawn))
    return RoundPlan.WHOLE_ROUND_ROBIN if whole else RoundPlan.PART_OF_ROUND_ROBIN


@lru_cache
def is_whole_round_robin(movement: Movement, places: int, rounds: int) -> bool:
    """Whether so many entries all meet equally often in so many rounds."""
    if movement.schedule is None or places < 2:
        return False
    met = Counter(
        frozenset(meeting.entries)
        for turn in range(1, rounds + 1)
        for meeting in movement.schedule(range(1, places + 1), turn)
        if not meeting.sits_out
    )
    return len({met[frozenset(pair)] for pair in combinations(range(1, places + 1), 2)}) == 1


def _extras_of(
    record: EventRecord, charges: Counter[tuple[int, str]] | None, deciders: Mapping[int, DecidedRank]
) -> dict[int, EntryExtras]:
    """Return what counts besides the rounds: penalties, awards, lots, deciders, and combinations where asked.

    An entry without any of them is left out.
    """
    charged = load_charges(record.event, record.until) if charges is None else charges
    combinations = count_combinations(record) if record.agreement.counts_combinations else {}
    unit = EventAdjustment.Unit
    points, difference, own = unit.POINTS.value, unit.DIFFERENCE.value, unit.OWN.value
    lots = {number: entry.lot for number, entry in record.entries.items() if entry.lot is not None}
    reached = _reached_in_bracket(record)
    return {
        number: EntryExtras(
            points=charged[number, points],
            difference=charged[number, difference],
            own=charged[number, own],
            combinations=combinations.get(number, ()),
            lot=lots.get(number),
            decider=deciders.get(number),
            reached=reached.get(number, EntryExtras().reached),
        )
        for number in {number for number, _unit in charged}
        | lots.keys()
        | combinations.keys()
        | deciders.keys()
        | reached.keys()
    }


def _reached_in_bracket(record: EventRecord) -> dict[int, tuple[int, int]]:
    """Return how far each entry has come in a knock-out; elsewhere nothing."""
    bracket = get_bracket(record)
    return {} if bracket is None else {entry: bracket.board.reached(entry) for entry in bracket.seeds}


def count_combinations(record: EventRecord) -> dict[int, tuple[int, ...]]:
    """Count the sambas and all combinations of each entry; what is struck out does not count."""
    combinations: dict[int, Counter[str]] = {number: Counter() for number in record.entries}
    struck_out = struck_out_entries(record)
    tables = [(pairing, _all_meet_in(played)) for played in record.rounds for pairing in played.pairings]
    for pairing, may_be_struck_out in tables:
        if not may_be_struck_out or struck_out.isdisjoint(chain(*pairing.sides)):
            for entries, in_game in zip(pairing.sides, pairing.combinations, strict=True):
                for entry in entries:
                    combinations[entry].update(in_game)
    return {number: (counter["samba"], counter.total()) for number, counter in combinations.items()}
