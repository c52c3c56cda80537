"""Opening of a game for one act: its book and row are locked, and the author's rights are checked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, Facts, Submission, Writing, writing
from clubs.db.prepared import PreparedQuery, copied
from clubs.models import LogEntry, Role, User
from scoring.models import Deal, Game, Side, Table
from scoring.store import jury
from scoring.store.deal_queries import latest_deals
from scoring.store.phones import Phones, phones_at
from scoring.store.signers import is_signed
from scoring.wording.other_results import other_result_sentence

AFTER_EVENT: Final = _lazy(
    "The results of the event have been shown: nothing is recorded at the tables any more. Tell the director "
    "what is wrong."
)


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
class GameAsRead:
    """A game as a request has read it: with its book, sides and seats, and the `latest_deals` of a number.

    A verb does not read it again unless somebody has written in its book since, which the book's revision
    shows.
    """

    game: Game
    number: int
    deals: Sequence[Deal]


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game whose book and row are locked for one act."""

    act: Writing
    game: Game
    sides: list[Side]
    # What the request has read of the game, if it is still so.
    as_read: GameAsRead | None = None

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
        return self.table is None and self.by.has_role(self.act.book, permissions.DIRECTORS)

    def latest_deals(self, number: int) -> list[Deal]:
        """Return the deals from the one before `number` on, and all disputed deals."""
        if self.as_read is None or self.as_read.number != number:
            return latest_deals(self.game, number)
        deals = [copied(deal) for deal in self.as_read.deals]
        for deal in deals:
            deal.game = self.game
        return deals

    def people(self) -> list[int] | None:
        """Return how many people each side has now; None if that was not read."""
        if self.as_read is None:
            return None
        return [len(side.seats.all()) for side in self.as_read.game.sides.all()]

    def log(
        self,
        act: str,
        subject: models.Model,
        *,
        before: Facts | None = None,
        after: Facts | None = None,
        reason: str = "",
    ) -> LogEntry:
        """Add a log entry, which also names the device at the table with its side and player.

        Of an author who plays at the table it says that nobody else was there to decide.
        """
        facts = {**(after or {}), **(self.table.facts if self.table else {}), **self._alone_facts()}
        return self.act.log(act, subject, before=before, after=facts, reason=reason)

    def _alone_facts(self) -> Facts:
        by = self.by
        is_alone = by.nobody_else and by.user is not None and jury.plays_at(self.game, by.user)
        return {"nobody_else": True} if is_alone else {}


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
    as_read: GameAsRead | None = None,
) -> Iterator[OpenGame]:
    """Open a game for a user with one of the roles `needs`, or for a device at its table.

    `needs=None` is for the console of the machine itself. `allow_set_aside` is for acts that do not change
    the game itself. `as_read` saves reading the game again.
    """
    allowed = None if isinstance(by, AtTable) else needs
    with writing(game.book, by, needs=allowed, submission=submission, hides_nothing=True) as act:
        unchanged = as_read if as_read and as_read.game.book.revision == act.book.revision else None
        sides = _read_sides(game.pk) if unchanged is None else _copied_sides(unchanged.game)
        if act.earlier is None and not allow_set_aside:
            refuse_set_aside(sides[0].game)
        if isinstance(by, AtTable):
            _require_table(by, sides[0].game)
            if act.earlier is None:
                _refuse_after_event(sides[0].game, act)
        opened = OpenGame(act, sides[0].game, sides, unchanged)
        was_finished = opened.game.state == Game.State.FINISHED
        yield opened
        if was_finished and opened.game.state == Game.State.OPEN:
            # The leading side is below the target again, or one of the agreed deals no longer counts.
            opened.log(
                "game.goes_on",
                opened.game,
                before={"game_state": Game.State.FINISHED},
                after={"game_state": opened.game.state, "points": [side.total for side in sides]},
            )


def _read_sides(game: int) -> list[Side]:
    """Return the sides of a locked game, all with the same game."""
    sides = sorted(_LOCKED_SIDES.all(game), key=lambda side: side.number)
    for side in sides:
        side.game = sides[0].game
    return sides


def _copied_sides(game: Game) -> list[Side]:
    """Return copies of the sides and their game: if an act fails, what was read stays as it was."""
    game_copy, sides = copied(game), [copied(side) for side in game.sides.all()]
    for side in sides:
        side.game = game_copy
    return sides


def open_game_in_act(act: Writing, game: Game) -> OpenGame:
    """Open a game of an open book, as part of an act on several games; raise PermissionDenied for others."""
    if game.book_id != act.book.pk:
        raise PermissionDenied
    sides = _read_sides(game.pk)
    refuse_set_aside(sides[0].game)
    return OpenGame(act, sides[0].game, sides)


def _require_table(by: AtTable, game: Game) -> None:
    """Refuse a device that was not opened with the secret of the game's current table."""
    table = getattr(game, "table", None)
    if table is None or (table.pk, table.secret) != (by.table.pk, by.table.secret):
        raise PermissionDenied


def _refuse_after_event(game: Game, act: Writing) -> None:
    """Refuse what a phone sends when the results of its event have been shown."""
    if phones_at(game, act.book, act.by.at) != Phones.WRITE:
        raise NotNow(AFTER_EVENT)


def refuse_set_aside(game: Game) -> None:
    """Refuse a game that is set aside.

    This check comes before that of the table: such a game has no table any more, and its device is told why.
    """
    if game.is_set_aside:
        raise NotNow(_lazy("The game has been set aside: nothing more can be recorded in it."))


def refuse_other_result(game: Game) -> None:
    """Refuse to deal in a game for which another result counts, such as a walkover."""
    if game.other_result:
        raise NotNow(other_result_sentence(game.other_result))


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
