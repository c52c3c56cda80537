"""Counts how often pairs change tables in each movement, for 4 to 60 pairs, and writes the table of the docs.

`python bench/pairs.py` prints it; with `--write` it replaces the one in docs/movements-pairs.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tournaments.core.drawing.layout import lay_out
from tournaments.core.drawing.meeting import Meeting
from tournaments.core.drawing.movement import Movement
from tournaments.core.guides import count_table_changes, fewest_changes, fewest_for_one
from tournaments.core.movements.circle import ROUND_ROBIN, rounds_per_leg
from tournaments.core.movements.guided import GUIDED
from tournaments.core.movements.mitchell import MITCHELL

PAGE = ROOT / "docs" / "movements-pairs.md"
BEGIN, END = "<!-- table: python bench/pairs.py --write -->", "<!-- end of table -->"
SIZES = range(4, 61)
Rounds = Sequence[Sequence[Meeting]]


def rounds_of(movement: Movement, entries: int, rounds: int) -> Rounds:
    """Return the meetings of so many rounds; where a movement names no tables they are in their order."""
    assert movement.schedule is not None
    places = lay_out(movement, range(1, entries + 1))
    drawn = [movement.schedule(places, number) for number in range(1, rounds + 1)]
    return drawn if movement.lays_out_tables else [list(_in_order(meetings)) for meetings in drawn]


def _in_order(meetings: Sequence[Meeting]) -> Iterator[Meeting]:
    played = [meeting for meeting in meetings if not meeting.sits_out]
    return (meeting._replace(table=at) for at, meeting in enumerate(played, start=1))


def flower_howell(pairs: int) -> Rounds:
    """Return the rounds of the endless Howell by its published rule, for an even number of pairs.

    At table 1 the pair at north-south stays. The others at north-south go up a table, those at east-west go
    down; at the highest table they change to east-west, and from table 1 they come to north-south at table 2.
    """
    tables = pairs // 2
    seats = [*(("ns", at) for at in range(2, tables + 1)), *(("ew", at) for at in range(tables, 0, -1))]
    rounds = []
    for number in range(pairs - 1):
        at = {seat: (where - number) % (pairs - 1) + 1 for where, seat in enumerate(seats)}
        at["ns", 1] = pairs
        rounds.append(
            [Meeting((at["ns", table], at["ew", table]), (), table) for table in range(1, tables + 1)]
        )
    return rounds


def total(rounds: Rounds) -> int:
    return sum(count_table_changes(rounds).values())


def row(pairs: int) -> str:
    """Return the row of the table for so many pairs."""
    full = rounds_per_leg(pairs)
    half = -(-full // 2)
    guided = rounds_of(GUIDED, pairs, full)
    changes = count_table_changes(guided)
    howell = str(total(flower_howell(pairs))) if pairs % 2 == 0 else "–"
    lines = -(-pairs // 2)
    figures = (
        *(pairs, full, sum(changes.values()), fewest_changes(pairs, full)),
        *(max(changes.values()), fewest_for_one(pairs, full)),
        *(sum(times == 0 for times in changes.values()), total(rounds_of(ROUND_ROBIN, pairs, full)), howell),
        *(half, total(rounds_of(GUIDED, pairs, half)), fewest_changes(pairs, half)),
        *(lines, total(rounds_of(MITCHELL, pairs, lines))),
    )
    return f"| {' | '.join(map(str, figures))} |"


def table() -> str:
    headings = (
        *("pairs", "rounds", "changes", "bound", "most of one", "bound"),
        *("never move", "plain circle", "flower Howell"),
        *("half the rounds", "changes", "bound", "Mitchell rounds", "changes"),
    )
    return "\n".join([f"| {' | '.join(headings)} |", "|--:" * len(headings) + "|", *map(row, SIZES)])


def page_with(text: str, rows: str) -> str:
    """Return the text of the page with these rows in it."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{rows}\n{END}{rest.split(END)[1]}"


def main() -> None:
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8"), table()), encoding="utf-8")
    else:
        print(table())


if __name__ == "__main__":
    main()
