"""Numbers for people and clubs, in the order in which the content first names them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from clubs.models import Club, Player, User
from tournaments.archive.content import ClubContent, OfficialContent, PlayerContent


@dataclass(slots=True)
class Numbers:
    """The numbers of rows of one table, from 1."""

    by_id: dict[int, int] = field(default_factory=dict)

    def of(self, pk: int) -> int:
        """Return the number of a row, the next one if it has none yet."""
        return self.by_id.setdefault(pk, len(self.by_id) + 1)

    def of_optional(self, pk: int | None) -> int | None:
        return None if pk is None else self.of(pk)


@dataclass(frozen=True, slots=True)
class Directory:
    """Everybody whom the content of an event names, and their clubs."""

    clubs: Numbers = field(default_factory=Numbers)
    players: Numbers = field(default_factory=Numbers)
    officials: Numbers = field(default_factory=Numbers)

    def load_players(self) -> Iterator[PlayerContent]:
        """Load the players, and number their clubs."""
        found = Player.objects.in_bulk(self.players.by_id)
        for pk, number in self.players.by_id.items():
            player = found[pk]
            yield PlayerContent(
                number=number,
                given_name=player.given_name,
                family_name=player.family_name,
                club=self.clubs.of(player.home_club_id),
                licence=player.licence,
                federation=self.clubs.of_optional(player.federation_id),
            )

    def load_officials(self) -> Iterator[OfficialContent]:
        found = User.objects.in_bulk(self.officials.by_id)
        return (
            OfficialContent(number=number, name=found[pk].name) for pk, number in self.officials.by_id.items()
        )

    def load_clubs(self) -> Iterator[ClubContent]:
        found = Club.objects.in_bulk(self.clubs.by_id)
        return (
            # A club of another installation, which this one does not know, has a number and no name.
            ClubContent(number=number, name=found[pk].name if pk in found else "")
            for pk, number in self.clubs.by_id.items()
        )
