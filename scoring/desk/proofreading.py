"""The proofreading of a protocol: its deals to read aloud, and the comparison with its result slip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.models import User
from scoring.desk import game_page
from scoring.models import Deal, Game, ReadBack, Slip
from scoring.overview.slips import SlipSide, compare_slip
from scoring.store import sheets, signed_content
from scoring.store.deal_queries import DealRow


@dataclass(frozen=True, slots=True)
class ProofreadRow:
    """A deal to read aloud: the points and running total of each side."""

    number: int
    points: Sequence[game_page.SidePoints]
    is_void: bool
    is_disputed: bool


@dataclass(frozen=True, slots=True)
class Proofreading:
    """A game in proofreading."""

    digest: str
    # Totals taken over from paper; empty where there are none.
    carried: Sequence[int]
    deals: Sequence[ProofreadRow]
    results: Sequence[int]
    # The penalties and awards in the result; empty where there are none.
    adjustments: Sequence[int]
    read_back: ReadBack | None
    slip: Slip | None
    compared: Sequence[SlipSide]
    # The viewer has recorded a deal of it, so another person must read it back.
    is_own_typing: bool
    # The result waits for its second entry, by this viewer or another person.
    awaits_second_entry: bool = False

    @property
    def is_blind(self) -> bool:
        """Whether the viewer may be the second person, and so sees nothing of the first entry."""
        return self.awaits_second_entry and not self.is_own_typing

    @property
    def is_written(self) -> bool:
        return any(not row.is_void for row in self.deals)

    @property
    def is_read(self) -> bool:
        """Whether it was read back and has not changed since."""
        return self.read_back is not None and self.read_back.digest == self.digest

    @property
    def is_changed(self) -> bool:
        return self.read_back is not None and not self.is_read

    @property
    def agrees(self) -> bool:
        return self.slip is not None and not any(side.off for side in self.compared)

    @property
    def differs(self) -> bool:
        """Whether the result slip says something else."""
        return any(side.off for side in self.compared)


def build_proofreading(
    game: Game, names: Sequence[str], rows: Sequence[DealRow], viewer: User
) -> Proofreading:
    """The proofreading of a game loaded by `games_with_sides`."""
    sides = list(game.sides.all())
    adjustments = [side.adjustment for side in sides]
    slip = game.slips.filter(current=True).select_related("author").first()
    return Proofreading(
        signed_content.protocol_from(game, rows).digest,
        sheets.carried_totals(sides),
        [_proofread_row(names, row) for row in rows if row.version is not None],
        [side.result for side in sides],
        adjustments if any(adjustments) else (),
        game.read_backs.select_related("author").last(),
        slip,
        [] if slip is None else compare_slip(game, names, slip.totals, rows),
        viewer.pk in signed_content.author_ids(rows),
        game.second_entry and slip is None and game.state == Game.State.FINISHED,
    )


def _proofread_row(names: Sequence[str], row: DealRow) -> ProofreadRow:
    state = row.deal.state
    return ProofreadRow(
        row.deal.number,
        game_page.side_points(names, row),
        state == Deal.State.VOID,
        state == Deal.State.DISPUTED,
    )
