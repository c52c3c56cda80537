"""Erasing a person: the name becomes a pseudonym, and all that leads back to the person goes.

Results stay, under the pseudonym: others have played them too. What goes is said by every app as a list of
wipes, which the preview counts and the act carries out, so that the two cannot differ.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import words
from clubs.books.permissions import ADMINS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import (
    Author,
    Writing,
    books_showing,
    bump,
    club_book,
    retried,
    writing,
)
from clubs.db.write_back import write_back
from clubs.models import Book, Erasure, Membership, Player, PlayerMerge, PlayerName, ToldApart, User
from clubs.people import erasures
from clubs.people.named_words import Names, changed_texts, forget_named_words, named_texts, write_texts
from clubs.people.names import LENGTH_OF_PSEUDONYMS, LETTERS_OF_PSEUDONYMS, NO_NAME
from clubs.people.person_file import entries_of_person, ids_of
from clubs.plugins.hooks import HookList
from clubs.text.alphabet import folded
from clubs.web.page_store import page_store

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


@dataclass(frozen=True, slots=True)
class ErasedPerson:
    """Whom an erasure is about: the player, all rows of the person, the books that show or name it."""

    player: Player
    ids: Sequence[int]
    books: QuerySet[Book]
    pseudonym: str
    # The given and family names that the person has or had.
    names: Names


@dataclass(frozen=True, slots=True)
class Wipe:
    """Rows from which something goes: they get other values, or are deleted where there are none."""

    label: _StrOrPromise
    rows: QuerySet[Any]
    values: dict[str, Any] = field(default_factory=dict)
    # The names of the uploads that go with the rows.
    files: Sequence[str] = ()


# What of a person goes, by app. Raises NotNow where the person cannot go yet.
wipes: HookList[Callable[[ErasedPerson, Author], Iterable[Wipe]]] = HookList()
# The books that name a person who is no player there, such as a captain of a team.
naming_books: HookList[Callable[[Player, Names], QuerySet[Book]]] = HookList()
# What is done in the same transaction and is no wipe of rows.
act_listeners: HookList[Callable[[Writing, ErasedPerson], None]] = HookList()


@dataclass(frozen=True, slots=True)
class ErasurePreview:
    """What goes and what stays, in the reader's language."""

    goes: list[tuple[str, int]]
    # Free words in which the name stands: as they are.
    texts: list[str]
    refusals: list[str]


def preview(player: Player, by: Author) -> ErasurePreview:
    """Return what an erasure would do."""
    person, refusals, goes = _person(player, NO_NAME), list[str](), dict[str, int]()
    for find in (_own_wipes, *wipes):
        try:
            for wipe in find(person, by):
                goes[str(wipe.label)] = goes.get(str(wipe.label), 0) + wipe.rows.count()
        except NotNow as refusal:
            refusals.append(str(refusal.message))
    goes[_("Addresses of the network in the log")] = len(_own_entries(person))
    texts = [found.text for found in named_texts(person.books, person.names)]
    return ErasurePreview([(label, number) for label, number in goes.items() if number], texts, refusals)


@retried
def erase_player(by: Author, player: Player, confirmed_name: str) -> Player:
    """Erase a person for good, after the name was written to confirm it. Raises NotNow."""
    if folded(confirmed_name) != folded(player.name):
        raise validation_error("name", _("This is not the name of the player."))
    with writing(club_book(player.home_club), by, needs=ADMINS, also_lock=_books_of(player)) as act:
        now = Player.objects.select_for_update(of=("self",)).filter(pk=player.pk, merged_into=None).first()
        if now is None or now.erased_at is not None:
            raise NotNow(_("The player is erased or deleted already."))
        erase_in(act, now, _new_pseudonym())
    _after()
    return now


def erase_again(by: Author, known: Iterable[erasures.KnownErasure]) -> int:
    """Repeat erasures that a restored copy does not know. Returns how many."""
    found = list(erasures.still_named(known))
    for player, erasure in found:
        with writing(club_book(player.home_club), by, also_lock=_books_of(player)) as act:
            erase_in(act, player, erasure.pseudonym)
    if found:
        _after()
    return len(found)


def erase_in_books(by: Author, player: Player, names: Names, books: QuerySet[Book]) -> None:
    """Take an erased person out of books that came in with the name."""
    person = ErasedPerson(player, ids_of(player), books, player.family_name, names)
    write_texts(changed_texts(books, names, NO_NAME))
    forget_named_words(books, names)
    _carry_out(_found(wipe for find in wipes for wipe in find(person, by)))


def _books_of(player: Player) -> QuerySet[Book]:
    """Return the books that show or name a person, and those in which the person's account has a role."""
    ids = ids_of(player)
    named = _books_with(player, ids, _names(ids)).order_by().values("pk")
    return Book.objects.filter(Q(pk__in=named) | Q(roles__user__player__in=ids))


def _books_with(player: Player, ids: Sequence[int], names: Names) -> QuerySet[Book]:
    shown = Q(pk__in=books_showing(Player.objects.filter(pk__in=ids)).order_by().values("pk"))
    for find in naming_books:
        shown |= Q(pk__in=find(player, names).order_by().values("pk"))
    return Book.objects.filter(shown)


def _after() -> None:
    """Write the list of erasures, and throw away what may have the name: the journal, and rendered pages."""
    erasures.write_list()
    write_back()
    store = page_store()
    if store is not None:
        store.clear()


def erase_in(act: Writing, player: Player, pseudonym: str) -> None:
    """Erase a locked player in the open book of the home club."""
    person = _person(player, pseudonym)
    names, books = person.names, list(person.books.order_by().values_list("pk", flat=True))
    digests = erasures.digests_of_player(player)
    write_texts(changed_texts(person.books, names, NO_NAME))
    forget_named_words(person.books, names)
    words.forget_origins(_own_entries(person))
    _carry_out(_found(wipe for find in (_own_wipes, *wipes) for wipe in find(person, act.by)))
    for listen in act_listeners:
        listen(act, person)
    _give_pseudonym(act, person)
    Erasure.objects.create(player=player, at=act.by.at, digests=sorted(digests))
    bump(Book.objects.filter(pk__in=books))
    act.log("player.erased", player)


def _own_entries(person: ErasedPerson) -> list[int]:
    """Return the entries of the log that the person has written: by the account, or at a table."""
    accounts = set(User.objects.filter(player__in=person.ids).values_list("pk", flat=True))
    entries = entries_of_person(person.player, person.ids)
    return [entry.pk for entry in entries if entry.author_id is None or entry.author_id in accounts]


def _delete_files(names: Iterable[str]) -> None:
    for name in names:
        default_storage.delete(name)


def _found(all_wipes: Iterable[Wipe]) -> list[tuple[Wipe, list[Any]]]:
    """Return wipes with the keys of their rows: some are found by names and clubs that go with others."""
    return [(wipe, list(wipe.rows.values_list("pk", flat=True))) for wipe in all_wipes]


def _carry_out(found: Iterable[tuple[Wipe, list[Any]]]) -> None:
    files: list[str] = []
    for wipe, keys in found:
        files += wipe.files
        rows = wipe.rows.model._base_manager.filter(pk__in=keys)
        if wipe.values:
            rows.update(**wipe.values)
        else:
            rows.delete()
    transaction.on_commit(partial(_delete_files, files))


def _person(player: Player, pseudonym: str) -> ErasedPerson:
    ids = ids_of(player)
    names = _names(ids)
    return ErasedPerson(player, ids, _books_with(player, ids, names), pseudonym, names)


def _names(ids: Sequence[int]) -> list[tuple[str, str]]:
    """Return the given and family names that a person has or had."""
    rows = [
        *Player.objects.filter(pk__in=ids).values_list("given_name", "family_name"),
        *PlayerName.objects.filter(player__in=ids).values_list("given_name", "family_name"),
    ]
    return list(dict.fromkeys(rows))


def _own_wipes(person: ErasedPerson, _by: Author) -> Iterator[Wipe]:
    yield Wipe(_lazy("Names and licence numbers"), PlayerName.objects.filter(player__in=person.ids))
    yield Wipe(_lazy("Memberships"), Membership.objects.filter(player__in=person.ids))
    apart = ToldApart.objects.filter(Q(first__in=person.ids) | Q(second__in=person.ids))
    yield Wipe(_lazy("Notes that two players are two people"), apart)
    yield Wipe(_lazy("Merges that could be undone"), PlayerMerge.objects.filter(absorbed__in=person.ids))


def _give_pseudonym(act: Writing, person: ErasedPerson) -> None:
    """The letters tell the rows apart where the program does; pages and papers have only “N.N.”."""
    for row in Player.objects.filter(pk__in=person.ids).select_related("home_club"):
        row.given_name, row.family_name = NO_NAME, person.pseudonym
        row.licence, row.federation, row.licence_until = "", None, None
        row.language, row.key = "", None
        row.may_publish, row.rating_consent_at = False, None
        row.erased_at = act.by.at
        row.version += 1
        row.save()
    PlayerName.objects.create(player=person.player, given_name=NO_NAME, family_name=person.pseudonym)


def _new_pseudonym() -> str:
    """Return letters that follow from nothing, and that nobody else has."""
    while True:
        word = "".join(secrets.choice(LETTERS_OF_PSEUDONYMS) for _letter in range(LENGTH_OF_PSEUDONYMS))
        if not Player.objects.filter(given_name=NO_NAME, family_name=word).exists():
            return word
