"""The input of a draw, from the record of an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.store.seating import large_tables_of
from tournaments.core.brackets.games import BracketSoFar
from tournaments.core.brackets.plan import BracketKind
from tournaments.core.drawing.meeting import DrawEntry
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, UnfinishedGame
from tournaments.core.scoring import score_round
from tournaments.core.worth import GameOutcome
from tournaments.play.brackets import bracket_so_far, entries_due
from tournaments.play.draw import count_partners
from tournaments.play.event_record import EventRecord, takes_part
from tournaments.play.event_results import compute_standings, round_results
from tournaments.play.layouts import Layout, get_layout, get_seeds
from tournaments.play.unfinished import count_unfinished

# On a larger side single players take turns, or share what two do elsewhere.
_PARTNERS: Final = 2


def build_draw_input(
    record: EventRecord,
    number: int,
    seed: str,
    *,
    anew: bool = False,
    unfinished: Sequence[UnfinishedGame] = (),
) -> DrawInput:
    """Return all that the draw of a round needs: the entries that take part, and what they have done.

    A movement that is set beforehand is laid out `anew` where asked. Raises `NoFreePlace`. Games of earlier
    rounds that go on are `unfinished`: they count as was decided.
    """
    record = count_unfinished(record, unfinished)
    phase, turn = record.agreement.phase_of(number)
    layout = Layout(tuple(record.entries), turn)
    if phase.movement.has_fixed_schedule:
        layout = get_layout(record, number, anew=anew, seed=seed)
    present, known = present_entries(record, number, phase.movement), None
    if phase.movement.bracket is not None:
        layout, known = get_seeds(record, number, seed), bracket_so_far(record, number, unfinished)
        present = _due(present, phase.movement.bracket, layout, known)
    numbers = {entry.entry for entry in present}
    apart = [pair for pair in record.agreement.apart if numbers.issuperset(pair)]
    wished = [pair for pair in record.agreement.wished if numbers.issuperset(pair)]
    tables = [pairing.sides for played in record.rounds for pairing in played.pairings]
    return DrawInput(
        present=present,
        all_entries=layout.places,
        turn=layout.turn,
        clubs_apart=record.agreement.clubs_apart,
        partner_counts=count_partners(tables),
        seed=seed,
        edition=phase.movement.edition,
        unfinished=unfinished,
        apart=apart,
        wished=wished if phase.movement.grants_wishes else (),
        large_tables=_large_tables(record, phase.movement),
        bracket=known,
    )


def _due(
    present: Sequence[DrawEntry], kind: BracketKind, layout: Layout, known: BracketSoFar
) -> list[DrawEntry]:
    """Return those who play in this round of a knock-out: the others are out, or wait."""
    due = entries_due(kind, layout.places, known)
    return [entry for entry in present if entry.entry in due]


def _large_tables(record: EventRecord, movement: Movement) -> Sequence[int]:
    """Return how many players a table may have besides four, so that nobody sits out."""
    if not (record.agreement.large_tables and movement.draws_partners):
        return ()
    return large_tables_of(record.event.ruleset)


def present_entries(
    record: EventRecord,
    number: int,
    movement: Movement,
    charges: Counter[tuple[int, str]] | None = None,
) -> list[DrawEntry]:
    """Return the entries that take part in a round, with what they have done as far as the movement asks."""
    standings = compute_standings(record, charges)
    totals = {placing.totals.entry: placing.totals for placing in standings.everybody}
    history = _history_of(record)
    last = _last_tables(record) if movement.follows_tables else {}
    return [
        DrawEntry(
            entry.number,
            points=totals[entry.number].points if entry.number in totals else 0,
            difference=totals[entry.number].difference if entry.number in totals else 0,
            met=history.met.get(entry.number, {}),
            sit_outs=history.sit_outs[entry.number],
            club=history.clubs.get(entry.number) if record.agreement.clubs_apart else None,
            small_tables=history.small_tables[entry.number],
            table=entry.fixed_table,
            last_table=last[entry.number][0] if entry.number in last else None,
            last_outcome=last[entry.number][1].value if entry.number in last else "",
        )
        for entry in record.entries.values()
        if takes_part(entry, number)
    ]


def _last_tables(record: EventRecord) -> dict[int, tuple[int, GameOutcome]]:
    """Return the table of each entry in the round before, and whether it won there."""
    if not record.rounds:
        return {}
    terms = record.agreement.result_terms(record.event.ruleset, sorted(record.event.options.items()))
    last, results = record.rounds[-1], round_results(record)[-1]
    scores = dict(score_round(terms, last.round.number, results))
    return {
        entry: (pairing.table, scores[entry].worth.outcome if entry in scores else GameOutcome.NONE)
        for pairing in last.pairings
        if pairing.table is not None
        for side in pairing.sides
        for entry in side
    }


@dataclass(frozen=True, slots=True)
class _History:
    """What the entries have done in the rounds before, and their clubs."""

    met: Mapping[int, Counter[int]]
    sit_outs: Counter[int]
    small_tables: Counter[int]
    clubs: Mapping[int, int]


def _history_of(record: EventRecord) -> _History:
    met: dict[int, Counter[int]] = {}
    sit_outs: Counter[int] = Counter()
    small_tables: Counter[int] = Counter()
    for played in record.rounds:
        for pairing in played.pairings:
            if len(pairing.sides) == 1:
                sit_outs.update(pairing.sides[0])
            for side in pairing.sides:
                if len(side) > _PARTNERS:
                    sit_outs.update(side)
                opponents = [entry for other in pairing.sides if other != side for entry in other]
                for entry in side:
                    met.setdefault(entry, Counter()).update(opponents)
                    small_tables[entry] += 1 < len(pairing.sides) < record.agreement.sides
    clubs = _load_clubs(record) if record.agreement.clubs_apart else {}
    return _History(met, sit_outs, small_tables, clubs)


def _load_clubs(record: EventRecord) -> dict[int, int]:
    """Load the club of each entry whose players are all at home in one."""
    clubs: dict[int, set[int]] = {}
    entries = record.event.entries.filter(places__until_round=None)
    for number, club in entries.values_list("number", "places__player__home_club"):
        clubs.setdefault(number, set()).add(club)
    return {number: next(iter(homes)) for number, homes in clubs.items() if len(homes) == 1}
