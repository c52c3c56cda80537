"""A protocol to be read aloud against the paper: its deals, who may read it back, what its slip says.

Knows a stored game and who is looking; must not know a form or an address. Adds no point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.models import User
from scoring.desk import game_page
from scoring.desk.overview import SlipSide, compared
from scoring.models import Deal, Game, ReadBack, Slip
from scoring.store import signed_content
from scoring.store.queries import DealRow


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A deal as it is read aloud: what each side has of it, and what that makes."""

    number: int
    points: Sequence[game_page.Points]
    is_void: bool
    is_disputed: bool


@dataclass(frozen=True, slots=True)
class Check:
    """A game as it is checked."""

    digest: str
    deals: Sequence[ReadRow]
    results: Sequence[int]
    # The ledger's part of the result, where it has one.
    adjustments: Sequence[int]
    reading: ReadBack | None
    slip: Slip | None
    compared: Sequence[SlipSide]
    # Who looks has written a deal of it: a second person reads it back.
    is_own_typing: bool

    @property
    def is_written(self) -> bool:
        return any(not row.is_void for row in self.deals)

    @property
    def is_read(self) -> bool:
        """It was read back as it stands."""
        return self.reading is not None and self.reading.digest == self.digest

    @property
    def is_changed(self) -> bool:
        return self.reading is not None and not self.is_read

    @property
    def agrees(self) -> bool:
        return self.slip is not None and not any(side.off for side in self.compared)


def check_of(game: Game, names: Sequence[str], rows: Sequence[DealRow], viewer: User) -> Check:
    """A game that came `with_sides`, with its deals as `deals_of` reads them."""
    sides = list(game.sides.all())
    adjustments = [side.adjustment for side in sides]
    slip = game.slips.filter(current=True).select_related("author").first()
    return Check(
        signed_content.protocol_from(game, rows).digest,
        [_read_row(names, row) for row in rows if row.version is not None],
        [side.result for side in sides],
        adjustments if any(adjustments) else (),
        game.readings.select_related("author").last(),
        slip,
        [] if slip is None else compared(game, names, slip.totals, rows),
        viewer.pk in signed_content.writers_of(rows),
    )


def _read_row(names: Sequence[str], row: DealRow) -> ReadRow:
    state = row.deal.state
    return ReadRow(
        row.deal.number,
        game_page.points_of(names, row),
        state == Deal.State.VOID,
        state == Deal.State.DISPUTED,
    )
