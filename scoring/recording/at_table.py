"""Games that players open at a free table of their club, without an account, where the club allows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.sealing import create_book
from clubs.books.writing import Author, JsonValue, Submission, Writing, club_book, retried, writing
from clubs.models import Book, Club, Player
from clubs.people import PlayerDetails, add_guest_in
from clubs.people.queries import search_players
from clubs.text.alphabet import folded
from scoring.models import Game, Table
from scoring.recording.games import GamePlan, open_game_in
from scoring.recording.session import AtTable
from scoring.recording.tables import assign_table_in
from scoring.store.signers import is_signed

_TAKEN: Final = _lazy("A game is being played at this table.")
_NOT_ALLOWED: Final = _lazy("In this club the desk opens the games.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """A game as the players at a free table agree on it: the names of each side as they were typed."""

    ruleset: str
    sides: Sequence[Sequence[str]]
    players_per_side: tuple[int, ...]
    key: UUID
    # Who is no member of the club is a guest.
    guests: bool = False

    @property
    def submission(self) -> Submission:
        names: list[JsonValue] = [[*side] for side in self.sides]
        return Submission(
            key=self.key, content={"ruleset": self.ruleset, "sides": names, "guests": self.guests}
        )


def may_open_game(table: Table) -> bool:
    """Whether players may open a game at a table now: the club allows it, and the table is free."""
    return table.club.players_open_games and _is_free(table.game)


def _is_free(game: Game | None) -> bool:
    return game is None or game.is_set_aside or is_signed(game)


@retried
def open_game_at_table(by: AtTable, plan: TablePlan) -> Game:
    """Open a game at the free table of a device. It is known as opened by players."""
    table = by.table
    with writing(club_book(table.club), by, submission=plan.submission) as in_club:
        now = Table.objects.select_for_update(of=("self",)).filter(pk=table.pk, secret=table.secret)
        stored = now.select_related("club", "game__book").first()
        if stored is None:
            raise NotNow(_lazy("This table has been deleted."))
        if in_club.earlier is not None and stored.game is not None:
            return stored.game
        if not stored.club.players_open_games:
            raise NotNow(_NOT_ALLOWED)
        if not _is_free(stored.game):
            raise NotNow(_TAKEN)
        return _open(in_club, by, stored, plan)


def _open(in_club: Writing, by: AtTable, table: Table, plan: TablePlan) -> Game:
    sides = [[_find_player(in_club, table.club, name, plan) for name in side] for side in plan.sides]
    book = create_book(Book.Kind.GAME, table.club)
    with writing(book, by) as act:
        game = open_game_in(
            act,
            GamePlan(
                ruleset=plan.ruleset,
                sides=sides,
                label=table.label,
                players_per_side=plan.players_per_side,
                by_players=True,
            ),
        )
        assign_table_in(act, table, game)
    in_club.log(
        "game.opened",
        game,
        after={
            "ruleset": plan.ruleset,
            "game": game.pk,
            "book": book.pk,
            "by_players": True,
            "at_table": table.pk,
            "device": by.device,
        },
    )
    return game


def _find_player(in_club: Writing, club: Club, typed: str, plan: TablePlan) -> Player:
    """Return the member of this whole name, else a guest of it; refuse a name that two members have."""
    wanted = folded(typed)
    found = [
        player
        for player in search_players(club, typed)
        if wanted in (folded(player.name), folded(f"{player.family_name} {player.given_name}"))
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise _name_error(_lazy("Several members are called %(name)s: let the desk open the game."), typed)
    if not plan.guests:
        raise _name_error(
            _lazy("No member of the club is called %(name)s. Is it a guest? Then say so below."), typed
        )
    given, _blank, family = typed.rpartition(" ")
    if not given:
        raise _name_error(_lazy("Write given name and family name: %(name)s"), typed)
    return add_guest_in(in_club, club, PlayerDetails(given_name=given, family_name=family))


def _name_error(message: object, name: str) -> ValidationError:
    return validation_error("guests", str(message) % {"name": name})


# Whether players may.


@retried
def let_players_open_games(by: Author, club: Club, *, allowed: bool) -> None:
    """Say whether players may open games at the free tables of a club."""
    with writing(club_book(club), by, needs=DIRECTORS) as act:
        now = Club.objects.select_for_update().get(pk=club.pk)
        if now.players_open_games == allowed:
            act.mark_repeat()
            return
        # A form that edits the club was opened before this, and must not set it back.
        Club.objects.filter(pk=club.pk).update(players_open_games=allowed, version=F("version") + 1)
        act.log(
            "tables.opening_set",
            now,
            before={"players_open": now.players_open_games},
            after={"players_open": allowed},
        )
