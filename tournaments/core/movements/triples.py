"""Three single players, or three pairs, at each table, set beforehand: nobody meets twice.

So it is for 6k+3 (Kirkman's schoolgirls) and, but for one whom one never meets, for 6k from 18 on. Of 12 each
two meet twice, and of 6 four times. Of other numbers the last places of the next larger field are empty, and
who has a place beside them sits at a table of two. Where more are missing than that, everybody whose table
lacks somebody is seated anew, with as few tables of two as can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.core.designs.triples import get_triple_rounds, has_triple_rounds
from tournaments.core.drawing.meeting import PHANTOM_ENTRY, DrawEntry, Meeting, MeetingReason, ReasonCode
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, Proposal, propose
from tournaments.core.movements.three_sided import draw_three_sided
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound
from tournaments.core.texts import gettext_noop

_SIDES: Final = 3
# How many tables of two it takes, by what is left over when all are seated by threes.
_TABLES_OF_TWO: Final = {0: 0, 1: 2, 2: 1}
_PLANNED: Final = "planned_three"
# More rounds than an event can have.
_ANY: Final = 1_000


def count_places(entries: int) -> int:
    """Return how many places so many entries take: a multiple of three."""
    return entries + -entries % _SIDES


def rounds_per_set(places: int) -> int:
    """Return how many rounds it takes until everybody has met as many as can be."""
    return len(get_triple_rounds(places))


def _count_rounds(places: int) -> int:
    """Return how many rounds can be played: as many as one likes, with rounds for so many places."""
    return _ANY if has_triple_rounds(places) else 0


def _schedule(places: Sequence[int], number: int) -> list[Meeting]:
    """Return the tables of a round, the first being 1, without the empty places."""
    if not has_triple_rounds(len(places)):
        return []
    rounds = get_triple_rounds(len(places))
    turn = (number - 1) % len(rounds)
    seated = [tuple(places[at] for at in table if places[at] != PHANTOM_ENTRY) for table in rounds[turn]]
    return [Meeting(entries, _reasons(entries, turn + 1)) for entries in seated if entries]


def _reasons(entries: Sequence[int], turn: int) -> tuple[MeetingReason, ...]:
    planned = MeetingReason(_PLANNED, {"round": turn})
    return (planned,) if len(entries) != 2 else (planned, MeetingReason(ReasonCode.SMALL_TABLE, {"had": 0}))


# Drawn.


@dataclass(frozen=True, slots=True)
class _DrawnRound:
    """Full tables, and what is left of the others."""

    full: Sequence[Meeting]
    left: Sequence[Meeting]

    @property
    def has_fewest_small_tables(self) -> bool:
        entries = sum(len(meeting.entries) for meeting in (*self.full, *self.left))
        twos = sum(len(meeting.entries) == 2 for meeting in self.left)
        return twos == len(self.left) == _TABLES_OF_TWO[entries % _SIDES]


def _draw(draw_input: DrawInput) -> Proposal:
    """Draw a round as planned, as far as everybody is there."""
    present = {entry.entry: entry for entry in draw_input.free}
    seated = [
        Meeting(tuple(entry for entry in meeting.entries if entry in present), meeting.reasons)
        for meeting in _schedule(draw_input.all_entries, draw_input.turn)
    ]
    drawn = _DrawnRound(
        [meeting for meeting in seated if len(meeting.entries) == _SIDES],
        [meeting for meeting in seated if 0 < len(meeting.entries) < _SIDES],
    )
    if drawn.has_fewest_small_tables:
        return propose([*drawn.full, *(_of_two(meeting, draw_input.turn) for meeting in drawn.left)])
    drawn = _with_company(drawn)
    anew = [present[entry] for meeting in drawn.left for entry in meeting.entries]
    return propose([*drawn.full, *_seated_anew(anew, draw_input.seed)])


def _of_two(meeting: Meeting, turn: int) -> Meeting:
    return meeting._replace(reasons=_reasons(meeting.entries, meeting.reasons[0].params.get("round", turn)))


def _with_company(drawn: _DrawnRound) -> _DrawnRound:
    """Of one alone and a full table two tables of two are made."""
    if sum(len(meeting.entries) for meeting in drawn.left) > 1 or not drawn.full:
        return drawn
    return _DrawnRound(drawn.full[:-1], [*drawn.left, drawn.full[-1]])


def _seated_anew(entries: Sequence[DrawEntry], seed: str) -> Sequence[Meeting]:
    return draw_three_sided(entries, seed) if entries else ()


# The check shares no function with the draw.


def _check(played: PlayedRound, _before: PastRounds) -> Iterator[Finding]:
    """Tables as planned where all three are there, and as few tables of two as can be."""
    rounds = get_triple_rounds(len(played.places))
    turn = played.turn
    while turn > len(rounds):
        turn -= len(rounds)
    gone = {PHANTOM_ENTRY, *played.absent}
    planned = [{played.places[seat] for seat in table} - gone for table in rounds[turn - 1]]
    seated = [{*table} for table in played.tables]
    missing = [table for table in planned if len(table) == 3 and table not in seated]
    left = [table for table in planned if 0 < len(table) < 3]
    present = sum(map(len, planned))
    needed = (0, 2, 1)[present % 3] if present > 1 else 0
    may_break = 1 if sum(map(len, left)) == 1 else 0
    if len(missing) > may_break:
        yield FaultCode.NOT_THE_MOVEMENT, tuple(sorted(missing[0]))
    small = [table for table in seated if len(table) == 2]
    if len(small) != needed:
        yield FaultCode.SMALL_TABLES, tuple(sorted(entry for table in small for entry in table))
    elif all(len(table) == 2 for table in left) and len(left) == needed:
        for table in left:
            if table not in seated:
                yield FaultCode.NOT_THE_MOVEMENT, tuple(sorted(table))


TRIPLES: Final = Movement(
    code="triples",
    label=gettext_noop("three sides, set beforehand"),
    position=75,
    draw=_draw,
    check=_check,
    sides=_SIDES,
    schedule=_schedule,
    count_places=count_places,
    max_rounds=_count_rounds,
    exhausted=gettext_noop(
        "There are rounds of three sides set beforehand for 4 to 60 entries. Set the round by hand, or "
        "choose another movement."
    ),
    rule=gettext_noop(
        "Who meets whom is set beforehand: nobody meets anybody twice before every round of the set is "
        "played, as far as the number of entries lets it be so."
    ),
    reasons={_PLANNED: gettext_noop("round %(round)s of the tables of three")},
)
