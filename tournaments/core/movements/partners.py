"""Drawn partners: single players at tables of four by lot.

With 4k+1, 4k+2 or 4k+3 players the rest sit out, none twice before all have once. As few partners as possible
are repeated, then opponents, and two players with fixed tables are never drawn to one. Each player of a side
gets its points.
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
from tournaments.core.drawing.partner_tables import PLAYERS_PER_TABLE, PartnerTables, SeatingCost, Sides
from tournaments.core.drawing.proposal import DrawInput, DrawTable, PartnerCounts, Proposal, propose
from tournaments.core.played_rounds import (
    FaultCode,
    Finding,
    PastRounds,
    PlayedRound,
    fours_at,
    partners_at,
)
from tournaments.core.texts import gettext_noop

# The draw as it is now. The first one knew repeated partners alone, and only improved two tables at a time.
EDITION: Final = 2


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
    # Whether it is proved that no other round repeats less.
    exact: bool = True


def draw_partners(
    field: Sequence[DrawEntry],
    seed: str,
    partner_counts: PartnerCounts | None = None,
    *,
    edition: int = EDITION,
) -> PartnersRound:
    """Draw tables and partners: the fewest repeated partners, then opponents who have met least often."""
    standing = sorted_by_standing(field, seed)
    sat_out = sitting_out(standing, seed)
    alone = {meeting.entries[0] for meeting in sat_out}
    playing = [player for player in standing if player.entry not in alone]
    counts = partner_counts or {}
    if edition < EDITION:
        seated = _seat_by_first_edition(playing, seed, counts)
        return PartnersRound(tuple(_draw_sides(four, seed, counts) for four in seated), sat_out)
    seating = _search_of(playing, seed, counts).seat([player.entry for player in playing])
    tables = tuple(PartnersTable(sides, _reasons(sides, counts)) for sides in seating.tables)
    return PartnersRound(tables, sat_out, seating.exact)


def _search_of(playing: Sequence[DrawEntry], seed: str, counts: PartnerCounts) -> PartnerTables:
    return PartnerTables(
        seed=seed,
        partnered=counts,
        met={player.entry: player.met for player in playing},
        fixed=frozenset(player.entry for player in playing if player.table is not None),
    )


def _seat_by_first_edition(playing: Sequence[DrawEntry], seed: str, counts: PartnerCounts) -> list[list[int]]:
    """Return tables as they were drawn before opponents counted: draws of then can still be repeated."""
    players = sorted_by_lot([player.entry for player in playing], seed)
    fours = [players[at : at + PLAYERS_PER_TABLE] for at in range(0, len(players), PLAYERS_PER_TABLE)]
    fixed = frozenset(player.entry for player in playing if player.table is not None)
    return _with_fewest_repeats(_with_fixed_apart(fours, fixed), counts, fixed)


def count_repeats(draw_input: DrawInput, tables: Sequence[Sequence[Sequence[int]]]) -> SeatingCost:
    """Return what these tables repeat."""
    search = _search_of(draw_input.present, draw_input.seed, draw_input.partner_counts)
    repeated = SeatingCost(0, 0)
    for one, other in tables:
        repeated = repeated.plus(search.cost_of((one, other)))
    return repeated


def least_repeats(draw_input: DrawInput, tables: Sequence[Sequence[Sequence[int]]]) -> SeatingCost:
    """Return what any tables of the same players repeat at least."""
    seated = {player for table in tables for side in table for player in side}
    playing = [player for player in draw_input.present if player.entry in seated]
    return _search_of(playing, draw_input.seed, draw_input.partner_counts).bound(sorted(seated))


def sitting_out(standing: Sequence[DrawEntry], seed: str) -> tuple[Meeting, ...]:
    """Return who sits out so that the others fill tables: who has least often; lots decide among them."""
    in_order = sorted(standing, key=lambda player: (player.sit_outs, lot_for(f"{seed}/out", player.entry)))
    return tuple(_sit_out(player) for player in in_order[: len(standing) % PLAYERS_PER_TABLE])


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
    return PartnersTable(best, _reasons(best, counts))


def _reasons(sides: Sides, counts: PartnerCounts) -> tuple[MeetingReason, ...]:
    reasons = [MeetingReason(ReasonCode.LOT)]
    if repeats := _repeats(sides, counts):
        reasons.append(MeetingReason(ReasonCode.SAME_PARTNER, {"times": repeats}))
    return tuple(reasons)


def _possible_sides(four: Sequence[int]) -> tuple[Sides, ...]:
    a, b, c, d = four
    return (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))


def _sides_number(sides: Sides) -> int:
    """Return a distinct number for each way to pair four players, by the partner of the lowest of them."""
    lowest = min(min(side) for side in sides)
    own_side = next(side for side in sides if lowest in side)
    return lowest * 100_003 + sum(own_side)


def _repeats(sides: Sides, counts: PartnerCounts) -> int:
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
    drawn = draw_partners(
        draw_input.present, draw_input.seed, draw_input.partner_counts, edition=draw_input.edition
    )
    tables = [DrawTable(table.sides, table.reasons) for table in drawn.tables]
    return Proposal([*tables, *propose(drawn.out).tables], drawn.exact)


# The check shares no function with the draw.


def check_partners(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """At each table those are partners who have been so least often, or have wished to be."""
    for table in played.tables:
        if any(wish.issubset(side) for wish in played.wished for side in partners_at(table)):
            continue
        if not any(_are_fewest(four, before) for four in fours_at(table)):
            yield FaultCode.SAME_PARTNER, table


def _are_fewest(four: tuple[int, ...], before: PastRounds) -> bool:
    a, b, c, d = four
    pairings = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    times = [sum(before.partners[frozenset(side)] for side in pairing) for pairing in pairings]
    return times[0] == min(times)


PARTNERS: Final = Movement(
    code="partners",
    label=gettext_noop("drawn partners"),
    position=80,
    draw=_draw,
    check=check_partners,
    entries_per_side=2,
    avoids_rematches=True,
    edition=EDITION,
    rule=gettext_noop(
        "As few partners as possible are repeated, and among such rounds opponents meet who have met "
        "least often."
    ),
)
