"""Events played by drawing and throwing dice, for tests: entries come late, leave, and do as the dice say."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tournaments.core.checker import Movement, PlayedRound
from tournaments.core.movements import circle, danish, mitchell, partners, swiss, three_sided
from tournaments.core.movements.meeting import Before, Meeting, in_standing, with_meetings
from tournaments.core.movements.staying import seated_in_line

Draw = Callable[["Event", str], Sequence[Meeting]]


@dataclass
class Event:
    """An event so far, as a movement needs it."""

    entries: list[int]
    seed: int
    clubs_apart: bool = False
    present: list[Before] = field(default_factory=list)
    rounds: list[PlayedRound] = field(default_factory=list)
    partnered: dict[tuple[int, int], int] = field(default_factory=dict)
    # Who cannot move, and the table that it keeps.
    keeps: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.present = [
            Before(entry, club=self.dice.randrange(4), table=self.keeps.get(entry)) for entry in self.entries
        ]
        self.lines = mitchell.lines_of(seated_in_line(self.entries, self.keeps))

    @property
    def number(self) -> int:
        return len(self.rounds) + 1

    def play(self, movement: Movement) -> list[Meeting]:
        """Draw a round, keep it as it was drawn, and let the dice decide its games."""
        seed = f"{self.seed}/{self.number}"
        standing = [one.entry for one in in_standing(self.present, seed)]
        points = {one.entry: one.points for one in self.present}
        meetings = list(DRAWS[movement](self, seed))
        sides = 3 if movement is Movement.THREE_SIDED else 2
        self.rounds.append(
            PlayedRound(
                movement=movement,
                tables=[meeting.entries for meeting in meetings if not meeting.sits_out],
                out=[meeting.entries[0] for meeting in meetings if meeting.sits_out],
                entered=[one.entry for one in self.present],
                points=points,
                standing=standing,
                clubs={one.entry: one.club for one in self.present if one.club is not None},
                clubs_apart=self.clubs_apart,
                keeps=self.keeps,
                sides=sides,
            )
        )
        self.present = [self.rewarded(one) for one in with_meetings(self.present, meetings, sides)]
        return meetings

    def rewarded(self, one: Before) -> Before:
        lead = self.dice.randrange(-8000, 8000, 5)
        return one._replace(points=one.points + 2 * (lead > 0), difference=one.difference + lead)

    def leave(self, entry: int) -> None:
        self.present = [one for one in self.present if one.entry != entry]

    def join(self, entry: int) -> None:
        """Who comes late has sat out no round of its own accord."""
        self.present.append(Before(entry, club=self.dice.randrange(4)))


def drawn_partners(event: Event, seed: str) -> list[Meeting]:
    drawn = partners.drawn_partners(event.present, seed, event.partnered)
    event.partnered = partners.with_partners(event.partnered, drawn.tables)
    return [*(Meeting(table.players, table.reasons) for table in drawn.tables), *drawn.out]


DRAWS: dict[Movement, Draw] = {
    Movement.CIRCLE: lambda event, _seed: circle.circle([one.entry for one in event.present], event.number),
    Movement.MITCHELL: lambda event, _seed: mitchell.mitchell(event.lines, event.number),
    Movement.DANISH_PURE: lambda event, seed: danish.pure(event.present, seed),
    Movement.DANISH_MODIFIED: lambda event, seed: danish.modified(event.present, seed),
    Movement.SWISS: lambda event, seed: (
        swiss.swiss(event.present, seed, clubs_apart=event.clubs_apart).meetings
    ),
    Movement.THREE_SIDED: lambda event, seed: three_sided.three_sided(event.present, seed),
    Movement.PARTNERS: drawn_partners,
}
# Those that ask how everybody stands: entries may come and go.
OPEN = (
    Movement.DANISH_PURE,
    Movement.DANISH_MODIFIED,
    Movement.SWISS,
    Movement.THREE_SIDED,
    Movement.PARTNERS,
)
