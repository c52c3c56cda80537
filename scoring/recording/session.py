"""Opening of a game for one act: its book and row are locked, and the author's rights are checked."""

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
from clubs.books.writing import Author, Facts, Submission, Writing, writing
from clubs.db.prepared import PreparedQuery
from clubs.models import LogEntry, Role, User
from scoring.models import Game, Side, Table
from scoring.store.signers import is_signed


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable(Author):
    """A device at a table, opened with the table's secret; its side and player if the device knows them."""

    table: Table
    device: str
    side: int | None = None
    player: int | None = None

    @property
    def facts(self) -> Facts:
        return {"device": self.device, "side": self.side, "at_table": self.table.pk, "player": self.player}


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game whose book and row are locked for one act."""

    act: Writing
    game: Game
    sides: list[Side]

    @property
    def by(self) -> Author:
        return self.act.by

    @property
    def earlier(self) -> LogEntry | None:
        """The log entry of an earlier submission with the same key, if this one is a repeat."""
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
        """The signed-in author; a device at a table is refused."""
        if self.by.user is None:
            raise PermissionDenied
        return self.by.user

    def is_directed(self) -> bool:
        """Tell whether the author is a director."""
        return self.table is None and permissions.has_role(self.by.user, self.act.book, permissions.DIRECTORS)

    def log(
        self,
        act: str,
        subject: models.Model,
        *,
        before: Facts | None = None,
        after: Facts | None = None,
        reason: str = "",
    ) -> LogEntry:
        """Add a log entry, which also names the device at the table with its side and player."""
        facts = {**(after or {}), **(self.table.facts if self.table else {})}
        return self.act.log(act, subject, before=before, after=facts, reason=reason)


_LOCKED_SIDES: Final = PreparedQuery(
    lambda game: (
        Side.objects.select_related("game__table")
        .select_for_update(of=("self", "game"))
        .filter(game=game)
        .order_by()
    ),
    int,
)


@contextmanager
def open_game_for(
    game: Game,
    by: Author,
    *,
    needs: Collection[Role.Kind] | None = permissions.RECORDERS,
    submission: Submission | None = None,
    allow_set_aside: bool = False,
) -> Iterator[OpenGame]:
    """Open a game for a user with one of the roles `needs`, or for a device at its table.

    `needs=None` is for the console of the machine itself. `allow_set_aside` is for acts that do not change
    the game itself.
    """
    allowed = None if isinstance(by, AtTable) else needs
    with writing(game.book, by, needs=allowed, submission=submission, hides_nothing=True) as act:
        sides = sorted(_LOCKED_SIDES.all(game.pk), key=lambda side: side.number)
        for side in sides:
            side.game = sides[0].game
        if act.earlier is None and not allow_set_aside:
            refuse_set_aside(sides[0].game)
        if isinstance(by, AtTable):
            _require_table(by, sides[0].game)
        opened = OpenGame(act, sides[0].game, sides)
        was_finished = opened.game.state == Game.State.FINISHED
        yield opened
        if was_finished and opened.game.state == Game.State.OPEN:
            # The leading side is below the target again, or one of the agreed deals no longer counts.
            opened.log("game.goes_on", opened.game, after={"points": [side.total for side in sides]})


def _require_table(by: AtTable, game: Game) -> None:
    """Refuse a device that was not opened with the secret of the game's current table."""
    table = getattr(game, "table", None)
    if table is None or (table.pk, table.secret) != (by.table.pk, by.table.secret):
        raise PermissionDenied


def refuse_set_aside(game: Game) -> None:
    """Refuse a game that is set aside.

    This check comes before that of the table: such a game has no table any more, and its device is told why.
    """
    if game.is_set_aside:
        raise NotNow(_lazy("The game is set aside: nothing is written down of it any more."))


def refuse_signed(game: Game) -> None:
    """Refuse a signed game: only the director corrects it, or reopens it first."""
    if is_signed(game):
        raise NotNow(_lazy("The game is signed."))


@contextmanager
def open_game_as_director(
    game: Game, by: Author, *, submission: Submission | None = None
) -> Iterator[OpenGame]:
    """Open a game for a director."""
    if isinstance(by, AtTable):
        raise PermissionDenied
    with open_game_for(game, by, needs=permissions.DIRECTORS, submission=submission) as opened:
        yield opened
