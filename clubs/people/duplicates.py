"""Players of a club who may be one person: of the same or nearly the same name.

Two that have different licence numbers are two people, and so are two of whom the club has said so: they are
not proposed again. Nothing is merged here; a person decides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, club_book, retried, writing
from clubs.models import Club, Player, ToldApart
from clubs.people.matching import both_orders, club_players
from clubs.people.two_people import pairs_told_apart, store_apart
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
    apart = pairs_told_apart(club)
    return [
        PossibleDuplicate(players[kept], players[other], names[other][0] in names[kept])
        for kept, other in sorted(pairs)
        if frozenset((kept, other)) not in apart and _may_be_one(players[kept], players[other], names)
    ]


def find_told_apart(club: Club) -> list[tuple[Player, Player]]:
    """Return the pairs of whom a club has said that they are two people, in the order of their names."""
    pairs = [sorted(pair) for pair in pairs_told_apart(club) if len(pair) > 1]
    players = club_players(club).in_bulk([pk for pair in pairs for pk in pair])
    found = [
        (players[first], players[second]) for first, second in pairs if {first, second} <= players.keys()
    ]
    return sorted(found, key=lambda pair: (pair[0].order, pair[0].pk, pair[1].pk))


def note_two_people_in(club: Club, added: Collection[int]) -> None:
    """Remember in the open book of a club that players who were added are not those they could be.

    Whoever added them was asked, and said that each is somebody new.
    """
    if added:
        found = (frozenset((pair.kept.pk, pair.other.pk)) for pair in find_duplicates(club))
        store_apart(club, [pair for pair in found if not pair.isdisjoint(added)])


@retried
def tell_apart(by: Author, club: Club, first: Player, second: Player) -> None:
    """Note that two players are two people: nobody is asked again."""
    with writing(club_book(club), by, needs=DIRECTORS) as act:
        both = _of_club(club, first, second)
        if frozenset(both) in pairs_told_apart(club):
            act.mark_repeat()
            return
        store_apart(club, [frozenset(both)])
        act.log("players.told_apart", club, after={"players": [*both]})


@retried
def ask_again(by: Author, club: Club, first: Player, second: Player) -> None:
    """Forget that two players are two people: they are proposed again."""
    with writing(club_book(club), by, needs=DIRECTORS) as act:
        both = _of_club(club, first, second)
        rows = ToldApart.objects.filter(club=club)
        ids = {*Player.objects.filter(merged_into__in=both).values_list("pk", flat=True), first.pk, second.pk}
        deleted, _by_model = rows.filter(first__in=ids, second__in=ids).delete()
        if not deleted:
            act.mark_repeat()
            return
        act.log("players.asked_again", club, before={"players": [*both]})


def _of_club(club: Club, first: Player, second: Player) -> list[int]:
    both = sorted({first.pk, second.pk})
    if club_players(club).filter(pk__in=both).count() != len((first, second)):
        raise NotNow(_("Two players of the club must be chosen."))
    return both


def _may_be_one(kept: Player, other: Player, names: dict[int, tuple[str, ...]]) -> bool:
    of_one_federation = kept.federation_id == other.federation_id
    if kept.licence and other.licence and of_one_federation and kept.licence != other.licence:
        return False
    return any(within_one_letter(name, names[other.pk][0]) for name in names[kept.pk])
