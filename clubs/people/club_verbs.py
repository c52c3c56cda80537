"""Verbs that create and change clubs and their membership in federations."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.books.permissions import ADMINS
from clubs.books.refusals import Conflict, unique, validation_error
from clubs.books.sealing import create_book
from clubs.books.writing import (
    Author,
    Facts,
    as_condition,
    books_showing,
    bump,
    club_book,
    retried,
    writing,
    writing_together,
)
from clubs.models import Book, Club, Player, Role
from clubs.people.details import ClubDetails, refuse_stale, set_fields, tidy_fields

_NAME_TAKEN = _lazy("There is already a club with this name.")


@retried
def create_club(by: Author, details: ClubDetails, federation: Club | None = None) -> Club:
    """Create a club: an independent one by the keeper, one in a federation by the federation's admin.

    The author becomes its first admin, who may invite others and give the role up.
    """
    if federation is None:
        return _create_independent_club(by, details)
    with writing(club_book(federation), by, needs=ADMINS) as act:
        _refuse_as_federation(federation)
        club = create_club_unchecked(by, details, federation)
        act.log("club.created", club, after={**_club_facts(club), "book": club_book(club).pk})
    return club


def _create_independent_club(by: Author, details: ClubDetails) -> Club:
    if by.user is None or not by.user.is_active or not by.user.is_keeper:
        raise PermissionDenied
    with transaction.atomic():
        return create_club_unchecked(by, details, None)


def create_club_unchecked(by: Author, details: ClubDetails, federation: Club | None) -> Club:
    club = Club(federation=federation, **tidy_fields(details))
    club.clean_fields(exclude={"federation"})
    with unique("name", _NAME_TAKEN):
        club.save()
    book = create_book(Book.Kind.CLUB, club)
    with writing(book, by) as act:
        act.log("club.created", club, after=_club_facts(club))
        if by.user is not None:
            Role.objects.create(book=book, user=by.user, kind=Role.Kind.ADMIN)
            act.log("role.given", by.user, after={"role": Role.Kind.ADMIN.value})
    return club


@retried
def edit_club(by: Author, club: Club, details: ClubDetails, version: int) -> Club:
    """Change a club. Raises Conflict if it has changed since `version`."""
    with writing(club_book(club), by, needs=ADMINS, also_lock=_books_showing_club(club)) as act:
        now = Club.objects.select_for_update().get(pk=club.pk)
        refuse_stale(now, version)
        before = _club_facts(now)
        set_fields(now, tidy_fields(details))
        now.clean_fields(exclude={"federation"})
        if before == _club_facts(now):
            act.mark_repeat()
            return now
        _save_club(now)
        act.log("club.edited", now, before=before, after=_club_facts(now))
        _update_player_order(now)
    return now


def _save_club(club: Club) -> None:
    """Save a changed club and bump every book that shows it or a player of it."""
    club.version += 1
    with unique("name", _NAME_TAKEN):
        club.save()
    bump(_books_showing_club(club))


def _books_showing_club(club: Club) -> models.QuerySet[Book]:
    """Return the books that show a club: of itself, its federation, its clubs and its players."""
    related = models.Q(club=club) | models.Q(club__federation=club) | models.Q(club__clubs=club)
    players = Player.objects.filter(home_club=club)
    return as_condition(Book.objects.filter(related)) | books_showing(players)


def _update_player_order(club: Club) -> None:
    """Sort the players' names by the club's language."""
    players = list(Player.objects.filter(home_club=club))
    for player in players:
        player.home_club = club
        player.order = player.alphabet_key()
    Player.objects.bulk_update(players, ["order"], batch_size=500)


@retried
def join_federation(by: Author, club: Club, federation: Club) -> Club:
    """Make a club a member of a federation; the author must be an admin of both.

    From then on the federation's admins may read the club's list of players.
    """
    with writing_together(
        [club_book(club), club_book(federation)], by, also_lock=_books_showing_club(club)
    ) as acts:
        for act in acts.values():
            permissions.require(by.user, act.book, ADMINS)
        now = Club.objects.select_for_update().get(pk=club.pk)
        _refuse_to_join(now, federation)
        now.federation = federation
        _save_club(now)
        for act in acts.values():
            act.log("club.joined", now, after={"federation": federation.pk})
    return now


@retried
def leave_federation(by: Author, club: Club) -> Club:
    """Take a club out of its federation. Licence numbers do not change: the federation gave them."""
    federation = Club.objects.filter(clubs=club).first()
    if federation is None:
        raise validation_error(None, _("The club does not belong to a federation."))
    own = club_book(club)
    with writing_together([own, club_book(federation)], by, also_lock=_books_showing_club(club)) as acts:
        permissions.require(by.user, own, ADMINS)
        now = Club.objects.select_for_update().get(pk=club.pk)
        if now.federation_id != federation.pk:
            raise Conflict(now)
        now.federation = None
        _save_club(now)
        for act in acts.values():
            act.log("club.left", now, before={"federation": federation.pk})
    return now


def _refuse_to_join(club: Club, federation: Club) -> None:
    _refuse_as_federation(federation)
    if club.federation_id is not None:
        raise validation_error("federation", _("The club already belongs to a federation."))
    if club.pk == federation.pk or club.clubs.exists():
        raise validation_error("federation", _("A federation cannot belong to a federation."))


def _refuse_as_federation(club: Club) -> None:
    """Refuse a federation inside a federation: a member club has no clubs of its own."""
    if club.federation_id is not None:
        raise validation_error(
            "federation", _("A club that belongs to a federation cannot have member clubs.")
        )


def _club_facts(club: Club) -> Facts:
    """Return the facts of a club, with its name: clubs are not people."""
    return {
        "name": club.name,
        "short_name": club.short_name,
        "place": club.place,
        "language": club.language,
        "federation": club.federation_id,
    }


@retried
def send_codes_to(by: Author, club: Club, address: str) -> None:
    """Let the codes of the log be sent to an address when an event is official; "" sends none.

    The log says whether they are sent, and not where to: an address is somebody's.
    """
    with writing(club_book(club), by, needs=ADMINS) as act:
        now = Club.objects.select_for_update().get(pk=club.pk)
        if now.codes_to == address:
            act.mark_repeat()
            return
        Club.objects.filter(pk=club.pk).update(codes_to=address, version=F("version") + 1)
        facts = ({"codes_are_sent": bool(one)} for one in (now.codes_to, address))
        act.log("club.codes_sent", club, before=next(facts), after=next(facts))
