"""A movement: how a round is drawn, and all that the rest of the program asks about that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tournaments.core.brackets.plan import BracketKind
from tournaments.core.drawing.proposal import DrawFunction, DrawInput, Proposal, Schedule
from tournaments.core.played_rounds import Finding, PastRounds, PlayedRound

_TWO: Final = 2

MovementCheck = Callable[[PlayedRound, PastRounds], Iterator[Finding]]


def not_drawn(_draw_input: DrawInput) -> Proposal:
    """Stand for a draw that is not written yet; `manage.py check` names it."""
    raise NotImplementedError


def not_checked(_played: PlayedRound, _before: PastRounds) -> Iterator[Finding]:
    """Stand for a check that is not written yet; `manage.py check` names it."""
    raise NotImplementedError


@dataclass(frozen=True, kw_only=True, slots=True, eq=False, repr=False)
class Movement:
    """A way to draw rounds. A file in `tournaments/core/movements` defines it, and nothing else names it."""

    # As it is stored with a round and in the agreement.
    code: str
    # Its name in English, as it stands in the settings and in the rules in force.
    label: str = ""
    # Its place in lists to choose from.
    position: int = 90
    draw: DrawFunction = not_drawn
    # Its rule a second time, for rounds that were played. It shares no function with `draw`.
    check: MovementCheck = not_checked

    # How many sides a full table has, and how many entries play together on each side.
    sides: int = 2
    entries_per_side: int = 1
    # The director sets each round, at tables of any kind.
    is_set_by_hand: bool = False
    # Who meets whom, where every round is fixed before the first.
    schedule: Schedule | None = None
    # Its schedule also says at which table they meet: guide cards can be printed for all rounds.
    lays_out_tables: bool = False
    # All entries meet each other, so often in a full set.
    all_meet: bool = False
    meetings: int = 1
    # How many rounds a full set has for so many entries.
    full_set: Callable[[int], int] | None = None
    # The first half of the entries sits at its tables, and the others move.
    plays_in_lines: bool = False
    # Of the places of an odd field the first is empty, and not the last.
    empty_place_first: bool = False
    # The entry of the first place never changes its table: an entry with a fixed one gets that place.
    first_place_stays: bool = False
    # Who loses is out, or has a second chance: places are given out, and there are no sit-outs.
    bracket: BracketKind | None = None
    # How many places so many entries take, where it is not simply an even number; the last ones are empty.
    count_places: Callable[[int], int] | None = None
    # After how many rounds so many entries have only rematches left, and the sentence for the director then.
    max_rounds: Callable[[int], int] | None = None
    exhausted: str = ""
    # It goes by the tables of the round before, and who has won there.
    follows_tables: bool = False
    # It lets those meet, or be partners, who have not yet, as long as there is such a round.
    avoids_rematches: bool = False
    # Club mates are kept apart where the event has agreed on it.
    keeps_clubs_apart: bool = False
    # The draw looks for the best of all rounds, and says whether that is proved.
    proves_best: bool = False
    # A rematch is worse than a second sit-out.
    rematch_outweighs_sit_out: bool = False
    # A sentence for the rules in force, in English, where its name does not say it all.
    rule: str = ""
    # Which draw it is, where it has changed since: rounds of before are repeated as they were drawn then.
    edition: int = 1
    # Sentences for reasons of its meetings that `ReasonCode` does not have, in English, by their codes.
    reasons: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.code

    @property
    def draws_partners(self) -> bool:
        """Whether single players are drawn together on a side."""
        return self.entries_per_side > 1

    @property
    def has_fixed_schedule(self) -> bool:
        return self.schedule is not None

    @property
    def gives_places(self) -> bool:
        """Whether each entry has a place, from which follows whom it meets."""
        return self.has_fixed_schedule or self.bracket is not None

    @property
    def mixes_players(self) -> bool:
        """Whether more than two entries sit at each table of rounds that are set beforehand."""
        return self.has_fixed_schedule and self.sides * self.entries_per_side > _TWO

    @property
    def is_redrawable(self) -> bool:
        """Whether another seed gives another round."""
        return not (self.is_set_by_hand or self.gives_places)

    @property
    def grants_wishes(self) -> bool:
        """Whether two who wish to meet are let: not where each meeting follows from what came before."""
        return self.is_redrawable and not self.follows_tables

    def __repr__(self) -> str:
        return f"Movement({self.code!r})"
