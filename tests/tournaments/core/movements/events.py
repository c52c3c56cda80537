"""Events played by drawing and throwing dice, for tests: entries come late, leave, and do as the dice say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.core.drawing.fixed_tables import line_order
from tournaments.core.drawing.meeting import PHANTOM_ENTRY, DrawEntry, Meeting, sorted_by_standing
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, Proposal
from tournaments.core.movements import circle, danish, mitchell, partners, swiss, three_sided
from tournaments.core.movements.circle import DOUBLE_ROUND_ROBIN, ROUND_ROBIN
from tournaments.core.movements.danish import DANISH_MODIFIED, DANISH_PURE
from tournaments.core.movements.lot import LOT
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.partners_by_standing import PARTNERS_BY_STANDING
from tournaments.core.movements.swiss import SWISS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.played_rounds import PlayedRound

Draw = Callable[["Event", str], Sequence[Meeting]]


@dataclass
class Event:
    """An event so far, as a movement needs it."""

    entries: list[int]
    seed: int
    clubs_apart: bool = False
    present: list[DrawEntry] = field(default_factory=list)
    rounds: list[PlayedRound] = field(default_factory=list)
    partnered: dict[tuple[int, int], int] = field(default_factory=dict)
    # Who cannot move, and the table that it keeps.
    keeps: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.present = [
            DrawEntry(entry, club=self.dice.randrange(4), table=self.keeps.get(entry))
            for entry in self.entries
        ]
        self.lines = mitchell.split_lines(line_order(self.entries, self.keeps))

    @property
    def number(self) -> int:
        return len(self.rounds) + 1

    def play(self, movement: Movement) -> list[Meeting]:
        """Draw a round, keep it as it was drawn, and let the dice decide its games."""
        seed = f"{self.seed}/{self.number}"
        standing = [one.entry for one in sorted_by_standing(self.present, seed)]
        points = {one.entry: one.points for one in self.present}
        places = [*self.lines.sitting, *self.lines.moving] if movement is MITCHELL else self.circle()
        meetings = list(DRAWS[movement](self, seed))
        sides = 3 if movement is THREE_SIDED else 2
        self.rounds.append(
            PlayedRound(
                movement=movement.code,
                tables=[meeting.entries for meeting in meetings if not meeting.sits_out],
                out=[meeting.entries[0] for meeting in meetings if meeting.sits_out],
                entered=[one.entry for one in self.present],
                places=places,
                turn=self.number,
                points=points,
                standing=standing,
                clubs={one.entry: one.club for one in self.present if one.club is not None},
                clubs_apart=self.clubs_apart,
                fixed_tables=self.keeps,
                sides=sides,
            )
        )
        self.present = [self.rewarded(one) for one in after_meetings(self.present, meetings, sides)]
        return meetings

    def circle(self) -> list[int]:
        entries = [one.entry for one in self.present]
        return [*entries, *[PHANTOM_ENTRY] * (len(entries) % 2)]

    def rewarded(self, one: DrawEntry) -> DrawEntry:
        lead = self.dice.randrange(-8000, 8000, 5)
        return one._replace(points=one.points + 2 * (lead > 0), difference=one.difference + lead)

    def leave(self, entry: int) -> None:
        self.present = [one for one in self.present if one.entry != entry]

    def join(self, entry: int) -> None:
        """Who comes late has sat out no round of its own accord."""
        self.present.append(DrawEntry(entry, club=self.dice.randrange(4)))


def after_meetings(
    field: Sequence[DrawEntry], meetings: Iterable[Meeting], sides: int = 2
) -> list[DrawEntry]:
    """The same entries after a round at tables of so many sides: whom they have met, and who sat out."""
    met: dict[int, Counter[int]] = {entry.entry: Counter(entry.met) for entry in field}
    sit_outs = {entry.entry: entry.sit_outs for entry in field}
    small_tables = {entry.entry: entry.small_tables for entry in field}
    for meeting in meetings:
        for number in meeting.entries:
            met[number].update(opponent for opponent in meeting.entries if opponent != number)
            sit_outs[number] += meeting.sits_out
            small_tables[number] += 1 < len(meeting.entries) < sides
    return [
        entry._replace(
            met=met[entry.entry], sit_outs=sit_outs[entry.entry], small_tables=small_tables[entry.entry]
        )
        for entry in field
    ]


def after_partners(
    partnered: dict[tuple[int, int], int], sides: Iterable[Sequence[int]]
) -> dict[tuple[int, int], int]:
    """How often each two have been partners after a round."""
    after = dict(partnered)
    for first, second in sides:
        after[first, second] = after.get((first, second), 0) + 1
        after[second, first] = after.get((second, first), 0) + 1
    return after


def with_late_entry(lines: mitchell.Lines, entry: int) -> mitchell.Lines:
    """The same lines with a late entry in the phantom's place."""
    at = lines.moving.index(PHANTOM_ENTRY)
    return lines._replace(moving=(*lines.moving[:at], entry, *lines.moving[at + 1 :]))


def drawn_partners(event: Event, seed: str) -> list[Meeting]:
    drawn = partners.draw_partners(event.present, seed, event.partnered)
    event.partnered = after_partners(
        event.partnered, [side for table in drawn.tables for side in table.sides]
    )
    return [*(Meeting(table.players, table.reasons) for table in drawn.tables), *drawn.out]


def drawn_by_lot(event: Event, seed: str) -> list[Meeting]:
    return _meetings(LOT.draw(_known(event, seed)))


def drawn_partners_by_standing(event: Event, seed: str) -> list[Meeting]:
    proposal = PARTNERS_BY_STANDING.draw(_known(event, seed))
    sides = [side for table in proposal.tables if not table.sits_out for side in table.sides]
    event.partnered = after_partners(event.partnered, sides)
    return _meetings(proposal)


def _known(event: Event, seed: str) -> DrawInput:
    return DrawInput(
        present=event.present,
        all_entries=event.entries,
        turn=event.number,
        clubs_apart=event.clubs_apart,
        partner_counts=event.partnered,
        seed=seed,
    )


def _meetings(proposal: Proposal) -> list[Meeting]:
    return [Meeting(table.entries, table.reasons) for table in proposal.tables]


def on_the_circle(event: Event, _seed: str) -> Sequence[Meeting]:
    return circle.draw_circle([one.entry for one in event.present], event.number)


DRAWS: dict[Movement, Draw] = {
    LOT: drawn_by_lot,
    ROUND_ROBIN: on_the_circle,
    DOUBLE_ROUND_ROBIN: on_the_circle,
    MITCHELL: lambda event, _seed: mitchell.draw_mitchell(event.lines, event.number),
    DANISH_PURE: lambda event, seed: danish.draw_pure_danish(event.present, seed),
    DANISH_MODIFIED: lambda event, seed: danish.draw_modified_danish(event.present, seed),
    SWISS: lambda event, seed: swiss.draw_swiss(event.present, seed, clubs_apart=event.clubs_apart).meetings,
    THREE_SIDED: lambda event, seed: three_sided.draw_three_sided(event.present, seed),
    PARTNERS: drawn_partners,
    PARTNERS_BY_STANDING: drawn_partners_by_standing,
}
# Those that ask how everybody stands: entries may come and go.
OPEN = (
    DANISH_PURE,
    DANISH_MODIFIED,
    SWISS,
    THREE_SIDED,
    PARTNERS,
)
