"""The public names of players by their numbers, for lists of many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clubs.models import Player
from clubs.people.names import NamedPlayer, is_named, public_name
from clubs.reports.report import RowPlayer
from clubs.web.addresses import address_of


class NamedLink(NamedTuple):
    """A name, and the address of the player's results; empty where the player may not be named."""

    name: str
    address: str


class NamesOfPlayers:
    """The names of some players, read at once."""

    def __init__(self, players: Iterable[int]) -> None:
        rows = Player.objects.filter(pk__in=set(players)).order_by()
        columns = ("pk", "given_name", "family_name", "may_publish")
        self._players = {row[0]: NamedPlayer(*row) for row in rows.values_list(*columns)}

    def of(self, player: int) -> str:
        return public_name(self._players[player]) if player in self._players else ""

    def joined(self, players: Sequence[int]) -> str:
        """Write the names of an entry."""
        return " – ".join(map(self.of, players))

    def of_team(self, team: str, players: Sequence[int]) -> str:
        """Write the name of a team with those who have played for it, or the names of an entry."""
        joined = self.joined(players)
        return f"{team} ({joined})" if team and joined else team or joined

    def of_each(self, entries: Iterable[Sequence[int]]) -> str:
        """Write the names of several entries, as of those who share a place."""
        return ", ".join(map(self.joined, entries))

    def may_name(self, player: int) -> bool:
        return player in self._players and is_named(self._players[player], public_name)

    def link(self, player: int) -> NamedLink:
        address = address_of("tournaments:player_results", player) if self.may_name(player) else ""
        return NamedLink(self.of(player), address)

    def for_programs(self, players: Iterable[int]) -> tuple[RowPlayer, ...]:
        return tuple(RowPlayer(one if self.may_name(one) else None, self.of(one)) for one in players)
