"""Who in a file is whom here: found by name and club or licence number, new, or to be asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from clubs.models import Club, Player
from clubs.people.erasures import find_erased
from clubs.people.licensing import licensing_club
from clubs.people.matching import MatchedLine, match_lines
from clubs.people.paste import PlayerLine
from clubs.text.alphabet import folded
from tournaments.transfer.event_file import EventFile


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePlayer:
    """A player of a file: who it is here, or whom it may be."""

    number: int
    given_name: str
    family_name: str
    # The number of the licence where the federation of the club gave it; otherwise "".
    licence: str
    # The name of the home club in the file.
    club: str
    known: Player | None
    # Whom it may be. Where somebody is in doubt, a person decides.
    candidates: Sequence[Player]

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()

    @property
    def is_erased(self) -> bool:
        """Whether the person was erased here: the name is not brought back."""
        return self.known is not None and self.known.erased_at is not None

    @property
    def is_doubtful(self) -> bool:
        return self.known is None and bool(self.candidates)

    @property
    def is_new(self) -> bool:
        return self.known is None and not self.candidates


def match_people(club: Club, file: EventFile) -> list[FilePlayer]:
    """Return each player of a file with who it is in this club."""
    federation = folded(licensing_club(club).name)
    lines = []
    for player in file.record["players"]:
        given_by = "" if player["federation"] is None else file.club_name(player["federation"])
        lines.append(
            PlayerLine(
                number=player["number"],
                text="",
                given_name=player["given_name"],
                family_name=player["family_name"],
                licence=player["licence"] if folded(given_by) == federation else "",
            )
        )
    clubs = [file.club_name(player["club"]) for player in file.record["players"]]
    names = Counter(folded(line.name) for line in lines)
    return [
        _or_erased(_matched(match, home, is_one=names[folded(match.line.name)] == 1), licensing_club(club))
        for match, home in zip(match_lines(club, lines), clubs, strict=True)
    ]


def _or_erased(player: FilePlayer, federation: Club) -> FilePlayer:
    """Return a player of whom nobody is known, as the person who was erased here, if it is that one."""
    if player.known is not None:
        return player
    erased = find_erased(player.name, player.club, player.licence, federation.name)
    return player if erased is None else replace(player, known=erased)


def _matched(match: MatchedLine, home: str, *, is_one: bool) -> FilePlayer:
    """Return who a player is. Of two players of one name in the file nobody is known by it alone."""
    line, candidates = match.line, list(match.candidates)
    same = [player for player in candidates if is_one and _is_same(line, player, home)]
    return FilePlayer(
        number=line.number,
        given_name=line.given_name,
        family_name=line.family_name,
        licence=line.licence,
        club=home,
        known=same[0] if len(same) == 1 else None,
        candidates=candidates,
    )


def _is_same(line: PlayerLine, player: Player, home: str) -> bool:
    """Whether the name is the same, and the home club or the licence number too."""
    if (line.given_name, line.family_name) != (player.given_name, player.family_name):
        return False
    if line.licence and player.licence:
        return line.licence == player.licence
    return folded(player.home_club.name) == folded(home)
