"""Drawn partners: single players at tables of four, by lot or by standing, partners by lot.

With 4k+1, 4k+2 or 4k+3 players the rest sit out, none twice before all have once. Partners are not repeated
when asked, and two players with fixed tables are never drawn to one. Each player of a side gets its points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from tournaments.core.drawing.meeting import (
    DrawEntry,
    Meeting,
    MeetingReason,
    ReasonCode,
    lot_for,
    sorted_by_lot,
    sorted_by_standing,
)
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, DrawTable, PartnerCounts, Proposal, propose
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound
from tournaments.core.texts import gettext_noop

PLAYERS_PER_TABLE: Final = 4


class PartnersTable(NamedTuple):
    """A table of four: two players a side."""

    sides: tuple[tuple[int, int], tuple[int, int]]
    reasons: tuple[MeetingReason, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        return (*self.sides[0], *self.sides[1])


class PartnersRound(NamedTuple):
    """The tables of a round, and the players who sit out."""

    tables: tuple[PartnersTable, ...]
    out: tuple[Meeting, ...] = ()


# The sides of a table of four.
_Sides = tuple[tuple[int, int], tuple[int, int]]


def draw_partners(
    field: Sequence[DrawEntry],
    seed: str,
    partner_counts: PartnerCounts | None = None,
    *,
    by_standing: bool = False,
) -> PartnersRound:
    """Draw tables and partners; with `partner_counts` earlier partners are avoided."""
    standing = sorted_by_standing(field, seed)
    out = _sitting_out(standing, seed, len(standing) % PLAYERS_PER_TABLE)
    playing = [player.entry for player in standing if player not in out]
    if not by_standing:
        playing = sorted_by_lot(playing, seed)
    fours = [playing[at : at + PLAYERS_PER_TABLE] for at in range(0, len(playing), PLAYERS_PER_TABLE)]
    fixed = frozenset(player.entry for player in standing if player.table is not None)
    counts = partner_counts or {}
    seated = _with_fewest_repeats(_with_fixed_apart(fours, fixed), counts, fixed)
    tables = tuple(_draw_sides(four, seed, counts) for four in seated)
    return PartnersRound(tables, tuple(_sit_out(player) for player in out))


def _sitting_out(standing: Sequence[DrawEntry], seed: str, number: int) -> list[DrawEntry]:
    """Return so many of the players who have sat out least often; lots decide among them."""
    return sorted(standing, key=lambda player: (player.sit_outs, lot_for(f"{seed}/out", player.entry)))[
        :number
    ]


def _sit_out(player: DrawEntry) -> Meeting:
    return Meeting(
        (player.entry,),
        (
            MeetingReason(ReasonCode.FEWEST_SIT_OUTS, {"had": player.sit_outs}),
            MeetingReason(ReasonCode.LOT),
        ),
    )


def _draw_sides(four: Sequence[int], seed: str, counts: PartnerCounts) -> PartnersTable:
    """Pair four players with the fewest repeated partners; lots decide between equally good pairings."""
    best = min(
        _possible_sides(four),
        key=lambda sides: (_repeats(sides, counts), lot_for(seed, _sides_number(sides))),
    )
    reasons = [MeetingReason(ReasonCode.LOT)]
    if repeats := _repeats(best, counts):
        reasons.append(MeetingReason(ReasonCode.SAME_PARTNER, {"times": repeats}))
    return PartnersTable(best, tuple(reasons))


def _possible_sides(four: Sequence[int]) -> tuple[_Sides, ...]:
    a, b, c, d = four
    return (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))


def _sides_number(sides: _Sides) -> int:
    """Return a distinct number for each way to pair four players, by the partner of the lowest of them."""
    lowest = min(min(side) for side in sides)
    own_side = next(side for side in sides if lowest in side)
    return lowest * 100_003 + sum(own_side)


def _repeats(sides: _Sides, counts: PartnerCounts) -> int:
    return sum(counts.get(side, 0) for side in sides)


def _with_fixed_apart(fours: Sequence[Sequence[int]], fixed: frozenset[int]) -> list[list[int]]:
    """Leave one player with a fixed table at each table; the others change places with another table."""
    tables = [list(four) for four in fours]
    for table in tables:
        for at in [at for at, player in enumerate(table) if player in fixed][1:]:
            other = next(other for other in tables if fixed.isdisjoint(other))
            table[at], other[at] = other[at], table[at]
    return tables


def _with_fewest_repeats(
    fours: Sequence[Sequence[int]], counts: PartnerCounts, fixed: frozenset[int] = frozenset()
) -> list[list[int]]:
    """Exchange players between tables while that repeats fewer partners.

    A player with a fixed table changes only with another such player.
    """
    tables = [list(four) for four in fours]
    improved = True
    while improved:
        improved = False
        for first, second in combinations(range(len(tables)), 2):
            for at in range(PLAYERS_PER_TABLE):
                for to in range(PLAYERS_PER_TABLE):
                    if (tables[first][at] in fixed) == (tables[second][to] in fixed):
                        improved |= _exchange(tables, (first, at), (second, to), counts)
    return tables


def _exchange(
    tables: list[list[int]], first: tuple[int, int], second: tuple[int, int], counts: PartnerCounts
) -> bool:
    """Exchange two players if both tables together repeat fewer partners then."""
    (table, at), (other_table, to) = first, second
    before = _fewest_repeats(tables[table], counts) + _fewest_repeats(tables[other_table], counts)
    if not before:
        return False
    tables[table][at], tables[other_table][to] = tables[other_table][to], tables[table][at]
    if _fewest_repeats(tables[table], counts) + _fewest_repeats(tables[other_table], counts) < before:
        return True
    tables[table][at], tables[other_table][to] = tables[other_table][to], tables[table][at]
    return False


def _fewest_repeats(four: Sequence[int], counts: PartnerCounts) -> int:
    return min(_repeats(sides, counts) for sides in _possible_sides(four))


def _draw(draw_input: DrawInput) -> Proposal:
    drawn = draw_partners(draw_input.present, draw_input.seed, draw_input.partner_counts)
    tables = [DrawTable(table.sides, table.reasons) for table in drawn.tables]
    return Proposal([*tables, *propose(drawn.out).tables])


# The check shares no function with the draw.


def _check(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """At each table those are partners who have been so least often."""
    for table in played.tables:
        a, b, c, d = table
        pairings = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
        times = [sum(before.partners[frozenset(side)] for side in pairing) for pairing in pairings]
        if times[0] > min(times):
            yield FaultCode.SAME_PARTNER, table


PARTNERS: Final = Movement(
    code="partners",
    label=gettext_noop("drawn partners"),
    position=80,
    draw=_draw,
    check=_check,
    entries_per_side=2,
)
