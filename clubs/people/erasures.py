"""The list of known erasures, which outlives a backup from before them.

A backup made before an erasure still has the name. So the list also lies beside the backups and in the data
folder, in a file without names: numbers of players, pseudonyms, and digests keyed by the secret of the
installation. A restored copy, and an event that comes in as a file, are compared with it.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final

from django.conf import settings

from clubs.files.areas import area
from clubs.models import Erasure, Player
from clubs.text.alphabet import folded

# Where the list lies besides the database.
_AREAS: Final = ("notices", "copies")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownErasure:
    """An erasure as the list has it."""

    player: int
    pseudonym: str
    at: str
    digests: list[str]

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.at)


def _digest(kind: str, *words: str) -> str:
    text = "\n".join([f"talon erasure {kind}", *map(folded, words)])
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), sha256).hexdigest()


def digests_of(name: str, club: str, licence: str = "", federation: str = "") -> set[str]:
    """Return what a person is recognised by: the name with the home club, the licence with its giver."""
    found = {_digest("name", name, club)}
    return found | {_digest("licence", licence, federation)} if licence else found


def digests_of_player(player: Player) -> set[str]:
    """Return them for a player, also by former names."""
    club, given_by = player.home_club.name, player.federation
    found = digests_of(player.name, club, player.licence, given_by.name if given_by else "")
    for row in player.names.all():
        found |= digests_of(f"{row.given_name} {row.family_name}", club)
    return found


def find_erased(name: str, club: str, licence: str = "", federation: str = "") -> Player | None:
    """Return the erased player that a name and club, or a licence, once were."""
    searched = digests_of(name, club, licence, federation)
    for erasure in Erasure.objects.select_related("player__home_club"):
        if not searched.isdisjoint(erasure.digests):
            return erasure.player
    return None


# The list in files.


def list_name() -> str:
    """Return the name of the file: installations with one folder of backups have one each."""
    mark = hmac.new(settings.SECRET_KEY.encode(), b"talon erasures", sha256).hexdigest()[:8]
    return f"erasures-{mark}.json"


def write_list() -> None:
    """Write all known erasures into every place, those that only a place knows too.

    A place that is not there, such as a stick, gets the list within an hour of its return.
    """
    known = {erasure.player: erasure for erasure in read_lists()}
    text = json.dumps([asdict(known[pk]) for pk in sorted(known)], indent=1).encode()
    for alias in _AREAS if known else ():
        with suppress(OSError):
            area(alias).replace(list_name(), text)


def read_lists() -> Iterator[KnownErasure]:
    """Yield the erasures that files know, and then those of the database."""
    for alias in _AREAS:
        try:
            with area(alias).open(list_name()) as file:
                yield from parse_list(file.read())
        except (OSError, ValueError, TypeError, KeyError):
            continue
    for erasure in Erasure.objects.select_related("player").order_by("pk"):
        yield KnownErasure(
            player=erasure.player_id,
            pseudonym=erasure.player.family_name,
            at=erasure.at.isoformat(),
            digests=sorted(erasure.digests),
        )


def parse_list(data: bytes) -> list[KnownErasure]:
    return [KnownErasure(**fields) for fields in json.loads(data)]


def still_named(erasures: Iterable[KnownErasure]) -> Iterator[tuple[Player, KnownErasure]]:
    """Yield the players of a list who have their name still, or again: this is a copy from before."""
    for erasure in {erasure.player: erasure for erasure in erasures}.values():
        player = Player.objects.filter(pk=erasure.player, erased_at=None).select_related("home_club").first()
        if player is not None and not digests_of_player(player).isdisjoint(erasure.digests):
            yield player, erasure
