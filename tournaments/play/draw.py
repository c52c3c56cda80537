"""The draw of a round, its input and its proposal as JSON. Nothing is written here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count, permutations
from typing import Any

from clubs.books.writing import JsonValue
from tournaments.core.brackets.games import BracketGame, BracketRound, BracketSoFar
from tournaments.core.drawing.apart import explained
from tournaments.core.drawing.fixed_tables import FixedTables, get_fixed_tables, table_count
from tournaments.core.drawing.large_tables import seat_those_left
from tournaments.core.drawing.meeting import DrawEntry, MeetingReason, ReasonCode
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import CountsAs, DrawInput, DrawTable, Proposal, UnfinishedGame
from tournaments.core.drawing.wishes import draw_with_wishes

# As JSON, stored with the round, so that the draw can be repeated.


def draw_input_as_json(draw_input: DrawInput) -> dict[str, JsonValue]:
    present: list[JsonValue] = [_entry_data(entry) for entry in draw_input.present]
    partners_data: list[JsonValue] = [
        [*pair, times] for pair, times in sorted(draw_input.partner_counts.items())
    ]
    return {
        "present": present,
        "everybody": [*draw_input.all_entries],
        "turn": draw_input.turn,
        "clubs_apart": draw_input.clubs_apart,
        "partnered": partners_data,
        "locked": [*tables_as_json(draw_input.locked)],
        **({"edition": draw_input.edition} if draw_input.edition > 1 else {}),
        **({"apart": [[*pair] for pair in draw_input.apart]} if draw_input.apart else {}),
        **({"wished": [[*pair] for pair in draw_input.wished]} if draw_input.wished else {}),
        **({"large": [*draw_input.large_tables]} if draw_input.large_tables else {}),
        **({"unfinished": _unfinished_data(draw_input.unfinished)} if draw_input.unfinished else {}),
        **({} if draw_input.bracket is None else {"bracket": _bracket_data(draw_input.bracket)}),
    }


def read_draw_input(data: Mapping[str, Any], seed: str) -> DrawInput:
    return DrawInput(
        present=[_read_entry(entry) for entry in data["present"]],
        all_entries=data["everybody"],
        turn=data["turn"],
        clubs_apart=data["clubs_apart"],
        partner_counts={(player, partner): times for player, partner, times in data["partnered"]},
        seed=seed,
        locked=[read_table(table) for table in data.get("locked", ())],
        edition=data.get("edition", 1),
        unfinished=unfinished_games(data),
        apart=[(first, second) for first, second in data.get("apart", ())],
        wished=[(first, second) for first, second in data.get("wished", ())],
        large_tables=data.get("large", ()),
        bracket=read_bracket(data),
    )


def _bracket_data(known: BracketSoFar) -> JsonValue:
    rounds: list[JsonValue] = [
        {
            "games": [[*game.entries, game.winner, game.goes_on] for game in played.games],
            "gone": [*played.gone],
            "missing": [*played.missing],
        }
        for played in known.rounds
    ]
    return {
        "best_of": known.best_of,
        "rounds": rounds,
        "gone": [*known.gone],
        "missing": [*known.missing],
    }


def read_bracket(data: Mapping[str, Any]) -> BracketSoFar | None:
    """Return what the stored input of a draw knows of a bracket; None where it is no knock-out."""
    known = data.get("bracket")
    if known is None:
        return None
    rounds = tuple(
        BracketRound(
            tuple(
                BracketGame((first, second), winner, goes_on)
                for first, second, winner, goes_on in played["games"]
            ),
            tuple(played["gone"]),
            tuple(played["missing"]),
        )
        for played in known["rounds"]
    )
    return BracketSoFar(rounds, tuple(known["gone"]), tuple(known["missing"]), known["best_of"])


def _unfinished_data(games: Iterable[UnfinishedGame]) -> list[JsonValue]:
    return [
        {
            "round": game.round,
            "table": game.table,
            "entries": [*game.entries],
            "counts_as": game.counts_as.value,
            "totals": [*game.totals],
            "begun": game.is_begun,
        }
        for game in games
    ]


def unfinished_games(data: Mapping[str, Any]) -> list[UnfinishedGame]:
    """Return the games that went on, of the stored input of a draw."""
    return [_read_unfinished(game) for game in data.get("unfinished", ())]


def _read_unfinished(data: Mapping[str, Any]) -> UnfinishedGame:
    return UnfinishedGame(
        data["round"],
        data["table"],
        tuple(data["entries"]),
        CountsAs(data["counts_as"]),
        tuple(data["totals"]),
        data["begun"],
    )


def _entry_data(entry: DrawEntry) -> dict[str, JsonValue]:
    met: list[JsonValue] = [[opponent, times] for opponent, times in sorted(entry.met.items())]
    data = {**entry._asdict(), "met": met}
    if entry.table is None:
        del data["table"]
    if entry.last_table is None:
        del data["last_table"], data["last_outcome"]
    return data


def _read_entry(data: Mapping[str, Any]) -> DrawEntry:
    return DrawEntry(**{**data, "met": dict(data["met"])})


def tables_as_json(tables: Iterable[DrawTable]) -> list[dict[str, JsonValue]]:
    return [_table_data(table) for table in tables]


def _table_data(table: DrawTable) -> dict[str, JsonValue]:
    sides: list[JsonValue] = [[*side] for side in table.sides]
    number: dict[str, JsonValue] = {} if table.number is None else {"table": table.number}
    return {"sides": sides, "reasons": reasons_as_json(table.reasons), **number}


def read_table(data: Mapping[str, Any]) -> DrawTable:
    sides = tuple(tuple(side) for side in data["sides"])
    return DrawTable(sides, read_reasons(data["reasons"]), data.get("table"))


def reasons_as_json(reasons: Iterable[MeetingReason]) -> list[JsonValue]:
    return [{"why": str(reason.code), **reason.params} for reason in reasons]


def read_reasons(data: Iterable[Mapping[str, Any]]) -> tuple[MeetingReason, ...]:
    return tuple(
        MeetingReason(reason["why"], {name: number for name, number in reason.items() if name != "why"})
        for reason in data
    )


# Drawn.


def table_numbers(tables: Iterable[DrawTable]) -> list[int | None]:
    """Return the number of each table: its own, or the lowest free one; None for a sit-out."""
    ordered = list(tables)
    taken = {table.number for table in ordered}
    free = (number for number in count(1) if number not in taken)
    return [None if table.sits_out else table.number or next(free) for table in ordered]


def all_have_met(movement: Movement, draw_input: DrawInput) -> bool:
    """Whether only rematches are left, such as in a Mitchell when every table has been moved to."""
    max_rounds = movement.max_rounds
    return max_rounds is not None and draw_input.turn > max_rounds(len(draw_input.all_entries))


def find_table_shortage(movement: Movement, draw_input: DrawInput, sides: int) -> tuple[int, int] | None:
    """Return the number of fixed tables and of all tables, where these are too few for them."""
    free = draw_input.free
    fixed = len(get_fixed_tables(free))
    tables = table_count(len(free), movement.entries_per_side * sides)
    return (fixed, tables) if movement.is_redrawable and fixed > tables else None


def find_fixed_meeting(proposal: Proposal, fixed_tables: FixedTables) -> tuple[int, ...]:
    """Return entries with fixed tables that would meet, where the movement leaves no choice."""
    for table in proposal.tables:
        fixed = tuple(entry for entry in table.entries if entry in fixed_tables)
        if len(fixed) > 1:
            return fixed
    return ()


def draw_proposal(movement: Movement, draw_input: DrawInput) -> Proposal:
    """Draw the round by a movement, around the tables that are locked."""
    free = replace(draw_input, present=draw_input.free)
    drawn = seat_those_left(free, draw_with_wishes(movement, free))
    fixed_tables = get_fixed_tables(draw_input.present)
    tables = _around_playing_tables(
        [_at_fixed_table(explained(table, draw_input), fixed_tables) for table in drawn.tables], draw_input
    )
    taken = {table.number for table in tables}
    return Proposal([*(_renumbered(table, taken) for table in draw_input.locked), *tables], drawn.exact)


def _at_fixed_table(table: DrawTable, fixed_tables: FixedTables) -> DrawTable:
    """Give a table the number of the entry that has a fixed one: the others come to it."""
    fixed = next((entry for entry in table.entries if entry in fixed_tables), None)
    if fixed is None or table.sits_out:
        return table
    reason = MeetingReason(ReasonCode.STAYS, {"entry": fixed, "table": fixed_tables[fixed]})
    return replace(table, reasons=(*table.reasons, reason), number=fixed_tables[fixed])


def _around_playing_tables(tables: Sequence[DrawTable], draw_input: DrawInput) -> Sequence[DrawTable]:
    """Number the tables so that a table at which others still play goes to a meeting of one of them.

    They are there already, and the others wait for them in any case. If none of them meets anybody, nobody
    gets the table.
    """
    if not draw_input.unfinished:
        return tables
    playing = {game.table: game.entries for game in draw_input.unfinished}
    taken = {table.number for table in [*tables, *draw_input.locked]}
    numbers: dict[int, int] = {}
    for number, entries in sorted(playing.items()):
        meets = next(
            (
                at
                for at, table in enumerate(tables)
                if not (table.sits_out or table.number or at in numbers) and {*entries} & {*table.entries}
            ),
            None,
        )
        if meets is not None and number not in taken:
            numbers[meets] = number
    free = (number for number in count(1) if number not in taken and number not in playing)
    return [
        table if table.sits_out or table.number else replace(table, number=numbers.get(at) or next(free))
        for at, table in enumerate(tables)
    ]


def _renumbered(table: DrawTable, taken: set[int | None]) -> DrawTable:
    """A locked table keeps its number, unless an entry with a fixed table has it."""
    return replace(table, number=None) if table.number in taken else table


def count_partners(tables: Iterable[Sequence[Sequence[int]]]) -> dict[tuple[int, int], int]:
    """Return how often two players have been on one side, both ways round."""
    times: Counter[tuple[int, int]] = Counter()
    for sides in tables:
        for side in sides:
            times.update(permutations(side, 2))
    return dict(times)
