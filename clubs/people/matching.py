"""Matches between pasted names and the players of a club.

A name finds players of the club alone, so that the list does not reveal who plays elsewhere; a licence
number, which the user has to know, also finds a player of another club of the federation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q, QuerySet

from clubs.models import Club, Membership, Player
from clubs.people.licensing import licensing_club
from clubs.people.paste import PlayerLine
from clubs.people.two_people import pairs_told_apart
from clubs.text.alphabet import deletion_variants, folded, within_one_letter


class MatchStatus(StrEnum):
    """The relation of a line to the players of the club."""

    NEW = "new"
    KNOWN = "known"
    DOUBTFUL = "doubtful"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedLine:
    """A line with its status and the players that it may be.

    `duplicate_of` is the number of an earlier line with the same name.
    """

    line: PlayerLine
    status: MatchStatus
    candidates: Sequence[Player] = ()
    duplicate_of: int | None = None

    @property
    def holder(self) -> Player | None:
        """The candidate with the licence number and the name of the line, unless an earlier line has it."""
        names = set(both_orders(self.line.given_name, self.line.family_name))
        for player in self.candidates if self.line.licence and self.duplicate_of is None else ():
            if player.licence == self.line.licence and folded(player.name) in names:
                return player
        return None


class _Register:
    """The players of a club, indexed by every name that differs from theirs by a letter."""

    def __init__(self, club: Club, lines: Iterable[PlayerLine] = ()) -> None:
        self.members = set(
            Player.objects.filter(memberships__in=_current_memberships(club)).values_list("pk", flat=True)
        )
        self.licensed = _players_by_licence(club, lines)
        self.apart = pairs_told_apart(club)
        # Whom an earlier line has named without a doubt.
        self.named: set[int] = set()
        self.by_spelling: defaultdict[str, list[tuple[str, Player]]] = defaultdict(list)
        for player in club_players(club):
            for name in both_orders(player.given_name, player.family_name):
                for spelling in set(deletion_variants(name)):
                    self.by_spelling[spelling].append((name, player))

    def candidates(self, line: PlayerLine) -> list[Player]:
        """Return the players that a line may be, by name or by licence number."""
        searched = folded(line.name)
        by_name = {
            player.pk: player
            for spelling in deletion_variants(searched)
            for name, player in self.by_spelling.get(spelling, ())
            if within_one_letter(searched, name)
        }
        holder = self.licensed.get(line.licence)
        return list((by_name | ({holder.pk: holder} if holder else {})).values())

    def is_exact_match(self, line: PlayerLine, player: Player) -> bool:
        """Return whether the name is exact, the licence number not another one, and the player a member
        now."""
        same_name = (line.given_name, line.family_name) == (player.given_name, player.family_name)
        same_licence = not line.licence or not player.licence or line.licence == player.licence
        return same_name and same_licence and player.pk in self.members

    def only_match(self, line: PlayerLine, candidates: Sequence[Player]) -> Player | None:
        """Return the player whom a line names without a doubt: the others are known to be somebody else."""
        exact = [player for player in candidates if self.is_exact_match(line, player)]
        if len(exact) != 1:
            return None
        others = (player for player in candidates if player != exact[0])
        doubtful = any(frozenset({player.pk, exact[0].pk}) not in self.apart for player in others)
        return None if doubtful else exact[0]


def match_lines(club: Club, lines: Sequence[PlayerLine]) -> list[MatchedLine]:
    """Return each line with its status and its candidates."""
    register = _Register(club, lines)
    earlier: dict[str, int] = {}
    return [_match_line(register, line, earlier) for line in lines]


def _match_line(register: _Register, line: PlayerLine, earlier: dict[str, int]) -> MatchedLine:
    if line.problem:
        return MatchedLine(line=line, status=MatchStatus.UNREADABLE)
    candidates, duplicate = register.candidates(line), _duplicate_line(line, earlier)
    if duplicate is None and not candidates:
        return MatchedLine(line=line, status=MatchStatus.NEW)
    known = register.only_match(line, candidates)
    # An earlier line of this name, but for accents, may be somebody else.
    if known is not None and (duplicate is None or known.pk not in register.named):
        register.named.add(known.pk)
        return MatchedLine(line=line, status=MatchStatus.KNOWN, candidates=[known])
    return MatchedLine(line=line, status=MatchStatus.DOUBTFUL, candidates=candidates, duplicate_of=duplicate)


def _duplicate_line(line: PlayerLine, earlier: dict[str, int]) -> int | None:
    """Return the number of an earlier line with the same name, in either order."""
    names = list(both_orders(line.given_name, line.family_name))
    duplicate = next((earlier[name] for name in names if name in earlier), None)
    earlier.setdefault(names[0], line.number)
    return duplicate


def both_orders(given: str, family: str) -> Iterator[str]:
    yield folded(f"{given} {family}")
    yield folded(f"{family} {given}")


def _current_memberships(club: Club) -> QuerySet[Membership]:
    return Membership.objects.filter(club=club, until=None)


def club_players(club: Club) -> QuerySet[Player]:
    """Return all players who are or were members, or at home in the club, and have a name of their own."""
    belongs = Q(home_club=club) | Q(memberships__club=club)
    players = Player.objects.filter(belongs, merged_into=None, erased_at=None)
    return players.distinct().select_related("home_club")


def _players_by_licence(club: Club, lines: Iterable[PlayerLine]) -> dict[str, Player]:
    numbers = {line.licence for line in lines if line.licence}
    players = Player.objects.filter(federation=licensing_club(club), licence__in=numbers)
    return {player.licence: player for player in players.select_related("home_club")}
