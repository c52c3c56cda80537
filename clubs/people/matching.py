"""Whether a pasted name is somebody the club knows already.

Knows how alike two names can be; must not know what is done about it: the person at the desk chooses. By name
only players of the club itself are found, so that nobody learns who plays elsewhere; by licence number, which
one has to know, also a player of another club of the federation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q, QuerySet

from clubs.models import Club, Membership, Player
from clubs.people.paste import Line
from clubs.people.verbs import licensing
from clubs.text.alphabet import folded, shortened, within_one_letter


class Standing(StrEnum):
    """What a line is to the club."""

    NEW = "new"
    KNOWN = "known"
    DOUBTFUL = "doubtful"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A line, what it is to the club, and whom it could be.

    `like_line` is the number of an earlier line with the same name.
    """

    line: Line
    standing: Standing
    candidates: Sequence[Player] = ()
    like_line: int | None = None


class _Register:
    """The players whom a club knows, to be found under every name that is one letter from theirs."""

    def __init__(self, club: Club, lines: Iterable[Line] = ()) -> None:
        self.members = set(
            Player.objects.filter(memberships__in=_members_now(club)).values_list("pk", flat=True)
        )
        self.licensed = _by_licence(club, lines)
        self.by_spelling: defaultdict[str, list[tuple[str, Player]]] = defaultdict(list)
        for player in _players_here(club):
            for name in _both_orders(player.given_name, player.family_name):
                for spelling in set(shortened(name)):
                    self.by_spelling[spelling].append((name, player))

    def candidates(self, line: Line) -> list[Player]:
        """Whom a line could mean, by name or by licence number."""
        wanted = folded(line.name)
        alike = {
            player.pk: player
            for spelling in shortened(wanted)
            for name, player in self.by_spelling.get(spelling, ())
            if within_one_letter(wanted, name)
        }
        holder = self.licensed.get(line.licence)
        return list((alike | ({holder.pk: holder} if holder else {})).values())

    def is_surely(self, line: Line, player: Player) -> bool:
        """The name to the letter, no other licence number, and a member of the club now."""
        same_name = (line.given_name, line.family_name) == (player.given_name, player.family_name)
        same_licence = not line.licence or not player.licence or line.licence == player.licence
        return same_name and same_licence and player.pk in self.members


def judge(club: Club, lines: Sequence[Line]) -> list[Judged]:
    """What each line is: new, known, or doubtful."""
    register = _Register(club, lines)
    earlier: dict[str, int] = {}
    return [_judge_line(register, line, earlier) for line in lines]


def _judge_line(register: _Register, line: Line, earlier: dict[str, int]) -> Judged:
    if line.problem:
        return Judged(line=line, standing=Standing.UNREADABLE)
    candidates, twin = register.candidates(line), _twin_of(line, earlier)
    standing = _standing_of(register, line, candidates, twin)
    return Judged(line=line, standing=standing, candidates=candidates, like_line=twin)


def _standing_of(register: _Register, line: Line, candidates: Sequence[Player], twin: int | None) -> Standing:
    if twin is None and not candidates:
        return Standing.NEW
    if twin is None and len(candidates) == 1 and register.is_surely(line, candidates[0]):
        return Standing.KNOWN
    return Standing.DOUBTFUL


def _twin_of(line: Line, earlier: dict[str, int]) -> int | None:
    """The number of an earlier line with the same name, in either order."""
    names = list(_both_orders(line.given_name, line.family_name))
    twin = next((earlier[name] for name in names if name in earlier), None)
    earlier.setdefault(names[0], line.number)
    return twin


def _both_orders(given: str, family: str) -> Iterator[str]:
    yield folded(f"{given} {family}")
    yield folded(f"{family} {given}")


def _members_now(club: Club) -> QuerySet[Membership]:
    return Membership.objects.filter(club=club, until=None)


def _players_here(club: Club) -> QuerySet[Player]:
    """Everybody who is or was a member, or at home here."""
    here = Q(home_club=club) | Q(memberships__club=club)
    return Player.objects.filter(here).distinct().select_related("home_club")


def _by_licence(club: Club, lines: Iterable[Line]) -> dict[str, Player]:
    numbers = {line.licence for line in lines if line.licence}
    players = Player.objects.filter(federation=licensing(club), licence__in=numbers)
    return {player.licence: player for player in players.select_related("home_club")}
