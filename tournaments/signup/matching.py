"""Who of the club those are who have signed up: known, new, or doubtful. Only the director sees it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clubs.models import Player
from clubs.people.matching import MatchStatus, both_orders
from clubs.text.alphabet import deletion_variants, folded, within_one_letter
from tournaments.models import SignupPlayer, Tournament
from tournaments.play.queries import eligible_players


@dataclass(frozen=True, slots=True)
class MatchedPerson:
    """Somebody who has signed up, with the players that it may be."""

    person: SignupPlayer
    status: MatchStatus
    candidates: Sequence[Player] = ()

    @property
    def player(self) -> Player | None:
        """The player of somebody who is known."""
        return self.candidates[0] if self.status is MatchStatus.KNOWN else None


class EligiblePlayers:
    """All who may be entered in an event, by their names with a letter left out: one query."""

    def __init__(self, event: Tournament) -> None:
        self.by_spelling: defaultdict[str, list[tuple[str, Player]]] = defaultdict(list)
        self.by_licence: dict[str, Player] = {}
        for player in eligible_players(event):
            if player.licence:
                self.by_licence[player.licence] = player
            for name in both_orders(player.given_name, player.family_name):
                for spelling in set(deletion_variants(name)):
                    self.by_spelling[spelling].append((name, player))

    def match(self, person: SignupPlayer) -> MatchedPerson:
        """A person is known by the whole name, unless two have it or the licence number is another one."""
        searched = folded(person.name)
        found = {
            player.pk: (name == searched, player)
            for spelling in deletion_variants(searched)
            for name, player in sorted(self.by_spelling.get(spelling, ()), key=lambda one: one[0] == searched)
            if within_one_letter(searched, name)
        }
        holder = self.by_licence.get(person.licence)
        if holder is not None:
            found.setdefault(holder.pk, (False, holder))
        candidates = [player for _is_exact, player in found.values()]
        if not candidates:
            return MatchedPerson(person, MatchStatus.NEW)
        exact = [player for is_exact, player in found.values() if is_exact and _may_be(person, player)]
        is_known = len(exact) == 1 and len(candidates) == 1
        return MatchedPerson(person, MatchStatus.KNOWN if is_known else MatchStatus.DOUBTFUL, candidates)

    def match_all(self, people: Iterable[SignupPlayer]) -> list[MatchedPerson]:
        return [self.match(person) for person in people]


def _may_be(person: SignupPlayer, player: Player) -> bool:
    return not person.licence or not player.licence or person.licence == player.licence
