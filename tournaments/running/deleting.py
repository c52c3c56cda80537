"""Deleting an event: a trial with its games, or one that has none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.core.exceptions import PermissionDenied
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.removal import chain_facts, remove_book_in
from clubs.books.writing import Author, Facts, Writing, club_book, retried, writing
from clubs.models import Book, Job, Role
from scoring import recording
from scoring.models import Deal, Game, Photo
from tournaments.archive.origin import is_as_brought_in, load_origin
from tournaments.models import CashEntry, Pairing, PairingEntry, Round, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatGoes:
    """How much is deleted with an event."""

    entries: int
    rounds: int
    games: int
    # How many of the games are going on.
    going_on: int
    deals: int
    photos: int
    jobs: int
    log: int
    roles: int

    @property
    def facts(self) -> Facts:
        return {"entered": self.entries, "rounds": self.rounds, "games": self.games, "deals": self.deals}


def what_goes(event: Tournament) -> WhatGoes:
    """Count what is deleted with an event."""
    games = Game.objects.filter(book=event.book_id)
    return WhatGoes(
        entries=event.entries.count(),
        rounds=event.rounds.exclude(state=Round.State.REMOVED).count(),
        games=games.count(),
        going_on=games.filter(state=Game.State.OPEN, over=False, other_result="").count(),
        deals=Deal.objects.filter(game__in=games).exclude(state=Deal.State.DRAFT).count(),
        photos=Photo.objects.filter(game__in=games).count(),
        jobs=Job.objects.filter(book=event.book_id).count(),
        log=Book.objects.values_list("entries", flat=True).get(pk=event.book_id),
        roles=Role.objects.filter(book=event.book_id).count(),
    )


def may_be_deleted(event: Tournament) -> bool:
    """Whether an event is a trial, has no game, or came in a file and is as it came: no other is deleted."""
    if event.is_trial or not Game.objects.filter(book=event.book_id).exists():
        return True
    return is_as_brought_in(event)


def _refuse_to_delete(event: Tournament) -> None:
    if not may_be_deleted(event):
        raise NotNow(_("The event has games, and is no trial: it can be archived, but stays."))
    if event.has_parts and event.parts.exists():
        raise NotNow(_("It has sections or finals: take these back first."))
    if CashEntry.objects.filter(tournament=event).exists():
        raise NotNow(_("Money has been entered in its cash: it can be archived, but stays."))


@retried
def delete_event(by: Author, event: Tournament) -> None:
    """Delete a trial with its games, or an event without any. Nothing brings it back.

    The log of the club keeps its name, and the length and the head of its log.
    """
    its_book = Book.objects.filter(pk=event.book_id)
    with writing(club_book(event.club), by, also_lock=its_book) as act:
        locked = Tournament.objects.select_related("book", "club").filter(pk=event.pk).first()
        if locked is None:
            raise NotNow(_("This has been deleted meanwhile."))
        delete_event_in(act, locked)


def delete_event_in(act: Writing, event: Tournament) -> None:
    """Delete an event where the book of its club is open, and its own is locked."""
    if not act.by.has_role(event.book, DIRECTORS):
        raise PermissionDenied
    _refuse_to_delete(event)
    act.log(
        "event.deleted",
        event.club,
        before={
            "name": event.name,
            "day": event.date.isoformat(),
            "trial": event.is_trial,
            **what_goes(event).facts,
            **chain_facts(event.book),
        },
    )
    book, origin = event.book, load_origin(event)
    if is_as_brought_in(event):
        # Its games count where they were played, and its log is in its file: here it has been a trial.
        book.trial = True
        book.save(update_fields=["trial"])
    if origin is not None:
        transaction.on_commit(partial(default_storage.delete, origin.file_name), robust=True)
    PairingEntry.objects.filter(round__tournament=event).delete()
    Pairing.objects.filter(round__tournament=event).delete()
    recording.remove_scans_in(book)
    if book.trial:
        recording.remove_games_in(act, book)
    event.delete()
    remove_book_in(act, book)
