"""The places of a round whose movement is set beforehand, from the rounds before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product

from tournaments.agreement.agreement import EventAgreement, Phase, PlacesBy
from tournaments.core.drawing.fixed_tables import FixedTables, line_order, table_count
from tournaments.core.drawing.layout import (
    Places,
    Remaining,
    count_free_places,
    count_places,
    fill_free_places,
    in_snake,
    lay_out,
    pairs_of,
)
from tournaments.core.drawing.meeting import PHANTOM_ENTRY, sorted_by_lot
from tournaments.core.drawing.movement import Movement
from tournaments.models import Round
from tournaments.play import brackets
from tournaments.play.event_record import EntryFacts, EventRecord, takes_part


class NoFreePlace(Exception):
    """More entries have come than places are free."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a round, and which turn of its movement it is."""

    places: Places
    turn: int


def get_layout(record: EventRecord, number: int, *, anew: bool = False, seed: str = "") -> Layout:
    """Return the layout of a round: that of the last one by the same movement, with newcomers in free places.

    Before the first round, after other rounds with another field, or `anew`, it is made for those who take
    part; where more than two meet also for a newcomer without a free place, which else raises `NoFreePlace`.
    """
    phase, turn = record.agreement.phase_of(number)
    movement = phase.movement
    present = [entry.number for entry in record.entries.values() if takes_part(entry, number)]
    before = _last_of(record, movement, number)
    if anew and turn > 1:
        return Layout(_laid_out_anew(record, number, present, seed), turn)
    if before is None or (turn == 1 and _field_of(before) != {*present}):
        return Layout(first_places(record, number, present, seed), 1)
    places, played = layout_of(before, movement)
    newcomers = [entry for entry in present if entry not in places]
    filled = fill_free_places(places, _left(record, number), newcomers)
    if filled is None and movement.mixes_players:
        return Layout(_laid_out_anew(record, number, present, seed), turn)
    if filled is None:
        raise NoFreePlace
    return Layout(filled, played + 1)


def get_seeds(record: EventRecord, number: int, seed: str = "") -> Layout:
    """Return the places of a knock-out, the best first: those of the round before, with newcomers behind.

    Raises `NoFreePlace` where more have come than the first round has empty places to play from.
    """
    _phase, turn = record.agreement.phase_of(number)
    present = [entry.number for entry in record.entries.values() if takes_part(entry, number)]
    before = [played.round.places for played in record.rounds if played.round.places]
    if not before:
        return Layout(first_places(record, number, present, seed), turn)
    newcomers = [entry for entry in present if entry not in before[-1]]
    if brackets.count_free(record, number) < 0:
        raise NoFreePlace
    return Layout((*before[-1], *newcomers), turn)


def layout_of(drawn: Round, movement: Movement) -> tuple[Places, int]:
    """Return the places and the turn of a drawn round; those of older versions have no empty place."""
    everybody = drawn.draw_input["everybody"]
    empty = count_places(movement, len(everybody)) - len(everybody)
    return (*everybody, *[PHANTOM_ENTRY] * empty), drawn.draw_input["turn"]


def free_places_in(record: EventRecord, number: int) -> int | None:
    """Return how many may still come from this round on; None where there is no limit.

    Where more than two meet, the rounds left are laid out anew for whoever finds no free place.
    """
    phase, turn = record.agreement.phase_of(number)
    before = _last_of(record, phase.movement, number)
    if not phase.movement.has_fixed_schedule or turn == 1 or before is None:
        return None
    if phase.movement.mixes_players:
        return None
    places, _turn = layout_of(before, phase.movement)
    coming = [
        entry for entry in record.entries.values() if takes_part(entry, number) and entry.number not in places
    ]
    return max(0, count_free_places(places, _left(record, number)) - len(coming))


@dataclass(frozen=True, slots=True)
class NewLayout:
    """What laying out the remaining rounds anew changes: tables in the next round, and meetings repeated."""

    tables_before: int
    tables: int
    rematches: int


def preview_new_layout(record: EventRecord, number: int) -> NewLayout | None:
    """Return what a new layout would change; None where no place is empty that need not be."""
    phase, turn = record.agreement.phase_of(number)
    movement = phase.movement
    if movement.schedule is None or turn == 1:
        return None
    present = [entry.number for entry in record.entries.values() if takes_part(entry, number)]
    try:
        layout = get_layout(record, number)
    except NoFreePlace:
        before = 0
    else:
        if len(layout.places) == len(lay_out(movement, present)):
            return None
        before = _tables(movement, layout.places, layout.turn, present)
    places = _laid_out_anew(record, number, present, "")
    return NewLayout(
        before, _tables(movement, places, turn, present), count_rematches(record, number, places, turn)
    )


def count_rematches(record: EventRecord, number: int, places: Places, turn: int) -> int:
    """Return how many meetings of the rounds left repeat an earlier one."""
    return _remaining(record, number, turn).rematches(places, _times_met(record, number))


def count_agreed_rematches(agreement: EventAgreement, entries: int) -> int:
    """Return how much the movements set beforehand repeat by themselves, for so many entries.

    Turns go on over phases of the same movement; when they run out all meet again.
    """
    scheduled = {phase.movement for phase in agreement.phases if phase.movement.has_fixed_schedule}
    repeated = 0
    for movement in scheduled if entries > 1 else ():
        rounds = sum(phase.rounds for phase in agreement.phases if phase.movement is movement)
        places = lay_out(movement, range(1, entries + 1))
        repeated += Remaining(movement=movement, turn=1, rounds=rounds).rematches(places, {})
    return repeated


def later_meetings(
    drawn: Round, tables: Sequence[Sequence[Sequence[int]]]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the entries of tables that are to meet again in a later round, and its number.

    So it is where a director has changed a round by hand whose movement is set beforehand.
    """
    phase, in_phase = drawn.tournament.agreement.phase_of(drawn.number)
    if phase.movement.schedule is None or not drawn.places:
        return
    for turn in range(drawn.turn + 1, _last_turn(drawn, phase, in_phase) + 1):
        meetings = phase.movement.schedule(drawn.places, turn)
        later = {pair for meeting in meetings for pair in pairs_of(phase.movement, meeting)}
        for pair in chain(*(_together(phase.movement, sides) for sides in tables)):
            if pair in later:
                yield tuple(sorted(pair)), drawn.number + turn - drawn.turn


def _last_turn(drawn: Round, phase: Phase, in_phase: int) -> int:
    """Return the last turn of the phase in which nobody meets again anyway."""
    agreed = drawn.turn + phase.rounds - in_phase
    if phase.movement.mixes_players:
        return agreed
    once = len(drawn.places) - 1 if phase.movement.all_meet else len(drawn.places) // 2
    return min(agreed, once)


def lost_meetings(drawn: Round, tables: Sequence[Sequence[Sequence[int]]]) -> Iterator[tuple[int, ...]]:
    """Yield the entries that were to meet in this round, and then meet in none of the rounds left.

    So it is where a director has changed a round by hand whose movement is set beforehand.
    """
    phase, in_phase = drawn.tournament.agreement.phase_of(drawn.number)
    if phase.movement.schedule is None or phase.movement.mixes_players or not drawn.places:
        return
    met = {frozenset(entry for side in sides for entry in side) for sides in tables}
    for turn in range(drawn.turn + 1, drawn.turn + 1 + phase.rounds - in_phase):
        met |= {frozenset(meeting.entries) for meeting in phase.movement.schedule(drawn.places, turn)}
    present = {entry["entry"] for entry in drawn.draw_input["present"]}
    for meeting in phase.movement.schedule(drawn.places, drawn.turn):
        if not meeting.sits_out and present.issuperset(meeting.entries) and {*meeting.entries} not in met:
            yield meeting.entries


def _tables(movement: Movement, places: Places, turn: int, present: Sequence[int]) -> int:
    if movement.schedule is None:
        return 0
    if movement.mixes_players:
        return table_count(len(present), movement.sides * movement.entries_per_side)
    meetings = movement.schedule(places, turn)
    return sum(len(meeting.entries) > 1 and {*meeting.entries} <= {*present} for meeting in meetings)


def _last_of(record: EventRecord, movement: Movement, number: int) -> Round | None:
    """Return the last round that was agreed to be of this movement."""
    played = [one.round for one in record.rounds if one.round.number < number]
    return next(
        (
            drawn
            for drawn in reversed(played)
            if record.agreement.phase_of(drawn.number)[0].movement is movement
        ),
        None,
    )


def _field_of(drawn: Round) -> set[int]:
    return {entry["entry"] for entry in drawn.draw_input["present"]}


def _left(record: EventRecord, number: int) -> set[int]:
    return {entry.number for entry in record.entries.values() if _has_left(entry, number)}


def _has_left(entry: EntryFacts, number: int) -> bool:
    return entry.until_round is not None and entry.until_round < number


def first_places(record: EventRecord, number: int, present: Sequence[int], seed: str) -> Places:
    """Return the places of those who take part in the first round of a movement set beforehand."""
    movement = record.agreement.phase_of(number)[0].movement
    order = _in_order(record, present, seed)
    if movement.bracket is not None:
        return tuple(order)
    if movement.plays_in_lines:
        return tuple(line_order(_with_phantom(record.agreement, order), _fixed_tables(record, present)))
    places = lay_out(movement, order)
    return _with_first_that_stays(record, places) if movement.first_place_stays else places


def _in_order(record: EventRecord, present: Sequence[int], seed: str) -> Sequence[int]:
    """Order entries as the event has agreed on; one without a lot comes after those that have drawn one."""
    match record.agreement.places_by:
        case PlacesBy.SEED:
            return sorted_by_lot(present, f"{seed}/places")
        case PlacesBy.LOTS:
            lots = {number: record.entries[number].lot for number in present}
            return sorted(present, key=lambda number: (lots[number] is None, lots[number] or 0, number))
        case PlacesBy.STRENGTH:
            return _by_strength(record.agreement, present)
        case PlacesBy.SNAKE:
            return in_snake(_by_strength(record.agreement, present))
        case _:
            return present


def _by_strength(agreement: EventAgreement, present: Sequence[int]) -> Sequence[int]:
    """Order entries by strength; those of which nothing is known come last, in the order of their numbers."""
    rank = {entry: at for at, entry in enumerate(agreement.strength)}
    return sorted(present, key=lambda entry: (rank.get(entry, len(rank)), entry))


def _with_phantom(agreement: EventAgreement, order: Sequence[int]) -> Sequence[int]:
    """Return an odd field with the empty place in the line and at the table that were agreed on.

    An entry that stays at that table has it, and the empty place is where that entry would have been.
    """
    if len(order) % 2 == 0:
        return order
    half = (len(order) + 1) // 2
    table = min(agreement.phantom_table or half, half)
    at = table - 1 if agreement.phantom_sits else half + table - 1
    return [*order[:at], PHANTOM_ENTRY, *order[at:]]


def _with_first_that_stays(record: EventRecord, places: Places) -> Places:
    """Exchange an entry with a fixed table into the first place, which never changes its table."""
    fixed = _fixed_tables(record, [entry for entry in places if entry != PHANTOM_ENTRY])
    if not fixed:
        return places
    changed, at = list(places), places.index(min(fixed))
    changed[0], changed[at] = changed[at], changed[0]
    return tuple(changed)


def _fixed_tables(record: EventRecord, present: Sequence[int]) -> FixedTables:
    tables = {number: record.entries[number].fixed_table for number in present}
    return {number: table for number, table in tables.items() if table is not None}


def _in_lines(record: EventRecord, movement: Movement, present: Sequence[int]) -> Sequence[int]:
    """Order entries by number; in lines those with fixed tables are in the one that sits."""
    return line_order(present, _fixed_tables(record, present)) if movement.plays_in_lines else present


def _laid_out_anew(record: EventRecord, number: int, present: Sequence[int], seed: str) -> Places:
    """Lay out the rounds left for those present, with the rounds played as the first ones."""
    phase, turn = record.agreement.phase_of(number)
    in_order = _in_lines(record, phase.movement, present)
    first = [
        entries
        for played in record.rounds
        if played.round.number == number - turn + 1
        for entries in (tuple(chain(*pairing.sides)) for pairing in played.pairings)
        if len(entries) > 1 and {*entries} <= {*present}
    ]
    return _remaining(record, number, turn).best_places(in_order, _times_met(record, number), first, seed)


def _remaining(record: EventRecord, number: int, turn: int) -> Remaining:
    phase, in_phase = record.agreement.phase_of(number)
    return Remaining(movement=phase.movement, turn=turn, rounds=max(1, phase.rounds - in_phase + 1))


def _times_met(record: EventRecord, number: int) -> Counter[frozenset[int]]:
    """Return how often each two have met, or were partners where these change, and how often each sat out."""
    movement = record.agreement.phase_of(number)[0].movement
    met: Counter[frozenset[int]] = Counter()
    for played in record.rounds:
        for pairing in played.pairings:
            if len(pairing.sides) == 1:
                met.update(frozenset((entry, PHANTOM_ENTRY)) for entry in pairing.sides[0])
            met.update(_together(movement, pairing.sides))
    return met


def _together(movement: Movement, sides: Sequence[Sequence[int]]) -> Iterator[frozenset[int]]:
    """Yield those at a table who are not to be there together again: partners, or else opponents."""
    if movement.draws_partners:
        yield from (frozenset(pair) for side in sides for pair in combinations(side, 2))
        return
    for one, other in combinations(sides, 2):
        yield from (frozenset(pair) for pair in product(one, other))
