"""A game opened for one act: its book and its row locked, the right of the author checked.

Knows who may act on a game; must not know what the act is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, Facts, Sending, Writing, writing
from clubs.db.prepared import Question
from clubs.models import LogEntry, Role, User
from scoring.models import Game, Side, Table
from scoring.store.signers import is_signed


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable(Author):
    """A device at a table, opened with the table's secret; who holds it, as far as that was said."""

    table: Table
    device: str
    side: int | None = None
    player: int | None = None

    @property
    def facts(self) -> Facts:
        return {"device": self.device, "side": self.side, "at_table": self.table.pk, "player": self.player}


@dataclass(frozen=True, slots=True)
class Play:
    """A game opened for one act."""

    act: Writing
    game: Game
    sides: list[Side]

    @property
    def by(self) -> Author:
        return self.act.by

    @property
    def earlier(self) -> LogEntry | None:
        """What the same sending led to when it came before."""
        return self.act.earlier

    @property
    def table(self) -> AtTable | None:
        return self.by if isinstance(self.by, AtTable) else None

    @property
    def device(self) -> str:
        return self.table.device if self.table else ""

    @property
    def side(self) -> int | None:
        return self.table.side if self.table else None

    @property
    def player(self) -> int | None:
        return self.table.player if self.table else None

    @property
    def director(self) -> User:
        """The signed-in person who acts, where nobody else may."""
        if self.by.user is None:
            raise PermissionDenied
        return self.by.user

    def is_directed(self) -> bool:
        """Whether a director acts."""
        return self.table is None and permissions.holds(self.by.user, self.act.book, permissions.DIRECTORS)

    def log(
        self,
        act: str,
        subject: models.Model,
        *,
        before: Facts | None = None,
        after: Facts | None = None,
        reason: str = "",
    ) -> LogEntry:
        """An entry that also keeps the device at the table, and the side and the player who held it."""
        said = {**(after or {}), **(self.table.facts if self.table else {})}
        return self.act.log(act, subject, before=before, after=said, reason=reason)


LOCKED: Final = Question(
    lambda game: (
        Side.objects.select_related("game__table")
        .select_for_update(of=("self", "game"))
        .filter(game=game)
        .order_by()
    ),
    int,
)


@contextmanager
def playing(
    game: Game,
    by: Author,
    *,
    needs: Collection[Role.Kind] | None = permissions.RECORDERS,
    sending: Sending | None = None,
    even_set_aside: bool = False,
) -> Iterator[Play]:
    """For an act of somebody at the desk who holds one of `needs`, or of a device at its table.

    `needs=None` is for an act on the console of the machine itself. `even_set_aside` is for what writes
    nothing of the game itself.
    """
    with writing(game.book, by, needs=None if isinstance(by, AtTable) else needs, sending=sending) as act:
        sides = sorted(LOCKED.ask(game.pk), key=lambda side: side.number)
        for side in sides:
            side.game = sides[0].game
        if act.earlier is None and not even_set_aside:
            refuse_set_aside(sides[0].game)
        if isinstance(by, AtTable):
            _require_table(by, sides[0].game)
        play = Play(act, sides[0].game, sides)
        was_finished = play.game.state == Game.State.FINISHED
        yield play
        if was_finished and play.game.state == Game.State.OPEN:
            # The leading side is below the target again, or one of the deals agreed on does not count.
            play.log("game.goes_on", play.game, after={"points": [side.total for side in sides]})


def _require_table(by: AtTable, game: Game) -> None:
    """The device was opened with the secret of the table at which this game is played now."""
    table = getattr(game, "table", None)
    if table is None or (table.pk, table.secret) != (by.table.pk, by.table.secret):
        raise PermissionDenied


def refuse_set_aside(game: Game) -> None:
    """Before the table is looked at: a game that is set aside stands at none, and its table hears why."""
    if game.is_set_aside:
        raise NotNow(_lazy("The game is set aside: nothing is written down of it any more."))


def refuse_signed(game: Game) -> None:
    """A signed game is changed by the director's corrections alone, or reopened first."""
    if is_signed(game):
        raise NotNow(_lazy("The game is signed."))


@contextmanager
def directing(game: Game, by: Author, *, sending: Sending | None = None) -> Iterator[Play]:
    """Open a game for an act of the director alone."""
    if isinstance(by, AtTable):
        raise PermissionDenied
    with playing(game, by, needs=permissions.DIRECTORS, sending=sending) as play:
        yield play
