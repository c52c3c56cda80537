"""Single players with partners that change, set beforehand: each partner once, each opponent twice.

So it is for 4k and 4k+1 players (whist tournaments). Of 4k+2 and 4k+3 players nobody has a partner twice, and
two or three sit out; where no set is stored for them the last places of the next larger one are empty. Where
somebody is missing at a table, the partners who are left keep each other, and two such pairs meet. Everybody
else who is left there or was to sit out is drawn together: as many as can sit at tables, and who has sat out
least often sits out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.core.designs.design import DesignRound
from tournaments.core.designs.whist import get_whist_rounds, has_whist_rounds
from tournaments.core.drawing.meeting import PHANTOM_ENTRY, DrawEntry, Meeting, MeetingReason, ReasonCode
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.partner_tables import PLAYERS_PER_TABLE, PartnerTables
from tournaments.core.drawing.proposal import DrawInput, DrawTable, PartnerCounts, Proposal
from tournaments.core.movements.partners import sitting_out
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound, fours_at
from tournaments.core.texts import gettext_noop

_PLANNED: Final = "planned_table"
_PAIRS_LEFT: Final = "pairs_left"
_TOGETHER: Final = "drawn_together"

Sides = tuple[tuple[int, int], tuple[int, int]]


def count_places(players: int) -> int:
    """Return how many places so many players take: some are empty where no set is stored for this number."""
    larger = range(players, players + PLAYERS_PER_TABLE)
    return next((places for places in larger if has_whist_rounds(places)), players)


def rounds_per_set(places: int) -> int:
    """Return how many rounds it takes until everybody has had every partner."""
    return len(get_whist_rounds(places))


def _count_rounds(places: int) -> int:
    """Return how many rounds can be played: as many as one likes, with rounds for so many places."""
    return _ANY if has_whist_rounds(places) else 0


# More rounds than an event can have.
_ANY: Final = 1_000


@dataclass(frozen=True, slots=True)
class _PlannedRound:
    """A round as it is set beforehand, by entries; those of an empty place are `PHANTOM_ENTRY`."""

    tables: Sequence[Sides]
    resting: Sequence[int]
    reasons: tuple[MeetingReason, ...]


def _plan(places: Sequence[int], number: int) -> _PlannedRound:
    """Return a round, the first being 1; after a whole set it begins anew."""
    rounds = get_whist_rounds(len(places))
    played: DesignRound = rounds[(number - 1) % len(rounds)]
    tables = [tuple(places[at] for at in table) for table in played]
    seated = {at for table in played for at in table}
    resting = [entry for at, entry in enumerate(places) if at not in seated and entry != PHANTOM_ENTRY]
    reason = MeetingReason(_PLANNED, {"round": (number - 1) % len(rounds) + 1})
    return _PlannedRound([((a, b), (c, d)) for a, b, c, d in tables], resting, (reason,))


def _schedule(places: Sequence[int], number: int) -> list[Meeting]:
    """Return the tables of a round at which nobody is missing, and everybody else alone."""
    if not has_whist_rounds(len(places)):
        return []
    plan = _plan(places, number)
    tables = [(*first, *second) for first, second in plan.tables]
    alone = [entry for table in tables if PHANTOM_ENTRY in table for entry in table]
    return [
        *(Meeting(table, plan.reasons) for table in tables if PHANTOM_ENTRY not in table),
        *(Meeting((entry,), plan.reasons) for entry in (*alone, *plan.resting) if entry != PHANTOM_ENTRY),
    ]


# Drawn.


@dataclass(slots=True)
class _Left:
    """The pairs and the single players whom a table lacks, and who were to sit out."""

    pairs: list[tuple[int, int]] = field(default_factory=list)
    alone: list[int] = field(default_factory=list)

    @property
    def players(self) -> list[int]:
        return [*self.alone, *(entry for pair in self.pairs for entry in pair)]


def _draw(draw_input: DrawInput) -> Proposal:
    """Draw a round as planned, as far as everybody is there."""
    plan = _plan(draw_input.all_entries, draw_input.turn)
    present = {player.entry: player for player in draw_input.free}
    left = _Left(alone=[entry for entry in plan.resting if entry in present])
    tables = []
    for sides in plan.tables:
        if present.keys() >= {*sides[0], *sides[1]}:
            tables.append(DrawTable(sides, plan.reasons))
        else:
            _keep_those_left(left, sides, present.keys())
    tables += _pairs_meet(left)
    together = [present[entry] for entry in left.players]
    return Proposal([*tables, *_drawn_together(together, draw_input, plan.reasons)])


def _keep_those_left(left: _Left, sides: Sides, present: Collection[int]) -> None:
    for side in sides:
        if side[0] in present and side[1] in present:
            left.pairs.append(side)
        else:
            left.alone += [entry for entry in side if entry in present]


def _pairs_meet(left: _Left) -> Iterator[DrawTable]:
    """Let each two pairs meet; one may be left over."""
    while len(left.pairs) > 1:
        one, other, *left.pairs = left.pairs
        yield DrawTable((one, other), (MeetingReason(_PAIRS_LEFT),))


def _drawn_together(
    players: Sequence[DrawEntry], draw_input: DrawInput, planned: tuple[MeetingReason, ...]
) -> Iterator[DrawTable]:
    """Seat as many as can be at tables, with the fewest repeated partners; the others sit out."""
    if len(players) < PLAYERS_PER_TABLE:
        yield from (DrawTable(((player.entry,),), planned) for player in players)
        return
    out = sitting_out(players, draw_input.seed)
    resting = {meeting.entries[0] for meeting in out}
    playing = [player for player in players if player.entry not in resting]
    search = PartnerTables(
        seed=draw_input.seed,
        partnered=draw_input.partner_counts,
        met={player.entry: player.met for player in playing},
        fixed=frozenset(player.entry for player in playing if player.table is not None),
    )
    for sides in search.seat([player.entry for player in playing]).tables:
        yield DrawTable(sides, _reasons(sides, draw_input.partner_counts))
    yield from (DrawTable((meeting.entries,), meeting.reasons) for meeting in out)


def _reasons(sides: Sides, counts: PartnerCounts) -> tuple[MeetingReason, ...]:
    together = MeetingReason(_TOGETHER)
    times = sum(counts.get(side, 0) for side in sides)
    return (together, MeetingReason(ReasonCode.SAME_PARTNER, {"times": times})) if times else (together,)


# The check shares no function with the draw.


def _check(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """Tables as planned where all are there; pairs that lack opponents meet; the others sit out in turn."""
    gone = {PHANTOM_ENTRY, *played.absent}
    seats = _expected_tables(played)
    seated = [_unordered(four) for table in played.tables for four in fours_at(table)]
    pairs: list[frozenset[int]] = []
    for table in seats:
        halves = [frozenset(table[:2]), frozenset(table[2:])]
        if gone.isdisjoint(table):
            if frozenset(halves) not in seated:
                yield FaultCode.NOT_THE_MOVEMENT, table
        else:
            pairs += [half for half in halves if gone.isdisjoint(half)]
    for pair, other in zip(pairs[::2], pairs[1::2], strict=False):
        if frozenset((pair, other)) not in seated:
            yield FaultCode.NOT_THE_MOVEMENT, tuple(sorted(pair | other))
    yield from _check_turns(played, before, seats, pairs)


def _expected_tables(played: PlayedRound) -> list[tuple[int, ...]]:
    """Return who is to be at each table, the places counted from the round of the set."""
    rounds = get_whist_rounds(len(played.places))
    turn = played.turn
    while turn > len(rounds):
        turn -= len(rounds)
    return [tuple(played.places[seat] for seat in table) for table in rounds[turn - 1]]


def _unordered(table: tuple[int, ...]) -> frozenset[frozenset[int]]:
    return frozenset((frozenset(table[:2]), frozenset(table[2:])))


def _check_turns(
    played: PlayedRound,
    before: PastRounds,
    planned: Sequence[tuple[int, ...]],
    pairs: Sequence[frozenset[int]],
) -> Iterator[Finding]:
    """Of those who are drawn together none sits out again while another of them has had fewer sit-outs."""
    gone = {PHANTOM_ENTRY, *played.absent}
    at_own = {entry for table in planned if gone.isdisjoint(table) for entry in table}
    meeting = {entry for pair in pairs[: len(pairs) // 2 * 2] for entry in pair}
    together = {*played.entered} - {*played.absent} - at_own - meeting
    if len(together) < PLAYERS_PER_TABLE:
        return
    large = [entry for table in played.tables if len(table) > PLAYERS_PER_TABLE for entry in table]
    playing = [entry for entry in together if entry not in played.out and entry not in large]
    for entry in played.out:
        if any(before.sit_outs[other] < before.sit_outs[entry] for other in playing):
            yield FaultCode.SAT_OUT_AGAIN, (entry,)


INDIVIDUAL: Final = Movement(
    code="individual",
    label=gettext_noop("changing partners, set beforehand"),
    position=85,
    draw=_draw,
    check=_check,
    entries_per_side=2,
    schedule=_schedule,
    count_places=count_places,
    max_rounds=_count_rounds,
    exhausted=gettext_noop(
        "There are rounds with changing partners for 4 to 60 players. Set the round by hand, or choose "
        "drawn partners."
    ),
    rule=gettext_noop(
        "Who plays with whom is set beforehand: nobody has a partner twice before every round of the set "
        "is played. Where somebody is missing, partners stay together, and the others are drawn together."
    ),
    reasons={
        _PLANNED: gettext_noop("round %(round)s of the set"),
        _PAIRS_LEFT: gettext_noop("partners as planned, whose opponents are missing"),
        _TOGETHER: gettext_noop("drawn together: somebody is missing at their planned tables"),
    },
)
