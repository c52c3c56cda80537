"""Players of a club who may be one person: of the same or nearly the same name.

Two that have different licence numbers are two people. Nothing is merged here; a person decides.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

from clubs.models import Club, Player
from clubs.people.matching import both_orders, club_players
from clubs.text.alphabet import deletion_variants, within_one_letter


@dataclass(frozen=True, slots=True)
class PossibleDuplicate:
    """Two players who may be one; the one that came first is proposed to stay."""

    kept: Player
    other: Player
    same_name: bool


def find_duplicates(club: Club) -> list[PossibleDuplicate]:
    """Return the pairs of players known to a club who may be one person."""
    by_spelling: defaultdict[str, set[int]] = defaultdict(set)
    players = {player.pk: player for player in club_players(club)}
    names = {pk: tuple(both_orders(one.given_name, one.family_name)) for pk, one in players.items()}
    for pk, (name, _reversed) in names.items():
        for spelling in deletion_variants(name):
            by_spelling[spelling].add(pk)
        by_spelling[names[pk][1]].add(pk)
    pairs = {pair for found in by_spelling.values() for pair in combinations(sorted(found), 2)}
    return [
        PossibleDuplicate(players[kept], players[other], names[other][0] in names[kept])
        for kept, other in sorted(pairs)
        if _may_be_one(players[kept], players[other], names)
    ]


def _may_be_one(kept: Player, other: Player, names: dict[int, tuple[str, ...]]) -> bool:
    of_one_federation = kept.federation_id == other.federation_id
    if kept.licence and other.licence and of_one_federation and kept.licence != other.licence:
        return False
    return any(within_one_letter(name, names[other.pk][0]) for name in names[kept.pk])
