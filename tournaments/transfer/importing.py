"""The verb that brings an event in: all of it, as the file has it, or nothing."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import PurePath
from typing import IO, Any, Final

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile, File
from django.core.files.storage import default_storage
from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext as _

from clubs import people
from clubs.books.permissions import DIRECTORS
from clubs.books.sealing import create_book
from clubs.books.writing import Author, JsonValue, Writing, club_book, retried, writing
from clubs.models import Book, Club, LogEntry, Player, Role, User
from clubs.people.erasing import erase_in_books
from scoring import recording
from scoring.models import DealVersion, Photo
from tournaments.agreement.agreement import EventAgreement
from tournaments.archive.loading import load_content
from tournaments.archive.numbering import Directory, Numbers
from tournaments.archive.origin import BROUGHT_IN, kept_file_name
from tournaments.archive.serialisation import as_data
from tournaments.models import Tournament
from tournaments.play.standings_sources import source_of
from tournaments.running.kept_places import recompute_standings
from tournaments.transfer.event_file import EventFile
from tournaments.transfer.members import CONTENT, RECORD, FileRefused, damaged
from tournaments.transfer.people import FilePlayer, match_people
from tournaments.transfer.record import BadRecord, RecordReader
from tournaments.transfer.repeated_acts import repeat_acts

_PEOPLE: Final = ("club", "clubs", "players", "officials")
# What a value of another form than the program writes leads to, wherever it is read.
_WRONG_FORM: Final = (
    BadRecord,
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    IndexError,
    OverflowError,
    RecursionError,
    StopIteration,
    ArithmeticError,
    AssertionError,
    IntegrityError,
    DataError,
    ValidationError,
)


class AlreadyHere(FileRefused):
    """The event is in this installation; `event` is where."""

    def __init__(self, event: Tournament) -> None:
        super().__init__(_("This event is here already: %(event)s.") % {"event": event.title})
        self.event = event


def find_here(file: EventFile) -> Tournament | None:
    """Return the event of a file if it is in this installation: set up here, or brought in before."""
    first = LogEntry.objects.filter(number=1, book__kind=Book.Kind.TOURNAMENT)
    origin = file.log.origin
    found = first.filter(hash=origin) | first.filter(act=BROUGHT_IN, text__contains=f'"origin":"{origin}"')
    entry = found.order_by("pk").first()
    if entry is None:
        return None
    return Tournament.objects.select_related("book", "club").get(book=entry.book_id)


@retried
def bring_in(
    by: Author,
    club: Club,
    file: EventFile,
    source: IO[bytes],
    decided: Mapping[int, Player | None],
    *,
    trial: bool = False,
    needs: Collection[Role.Kind] | None = DIRECTORS,
) -> Tournament:
    """Bring the event of a file into a club, and keep the file; nothing that is here is changed.

    `decided` has, for each doubtful player of the file, who it is here; None for somebody new. Raises
    FileRefused, and ValidationError where a decision is missing.
    """
    with (
        _files_of_the_act() as stored,
        writing(club_book(club), by, needs=needs) as in_club,
    ):
        here = find_here(file)
        if here is not None:
            raise AlreadyHere(here)
        refuse_taken_name(club, file)
        players = _players(in_club, club, file, decided)
        erased = [player for player in match_people(club, file) if player.is_erased]
        event = _store(in_club, club, file, players, trial=trial, stored=stored)
        _erase_again(by, event, erased)
        source.seek(0)
        # The same file may lie here already, where the event was deleted since. One with the name of somebody
        # who was erased is not kept.
        if not erased and not default_storage.exists(kept_file_name(file.digest)):
            stored.append(default_storage.save(kept_file_name(file.digest), File(source)))
        return event


def _erase_again(by: Author, event: Tournament, erased: Sequence[FilePlayer]) -> None:
    """Take those who were erased here out of what came in: free words, signatures, photographs."""
    book = Book.objects.filter(pk=event.book_id)
    for player in erased:
        if player.known is not None:
            erase_in_books(by, player.known, [(player.given_name, player.family_name)], book)


def refuse_taken_name(club: Club, file: EventFile) -> None:
    """Refuse where the club has another event of this name on this day."""
    name, day = file.content["name"], file.content["date"]
    if club.tournaments.filter(name=name, date=day).exists():
        raise FileRefused(_("The club already has an event with this name on this day."))


@contextmanager
def _files_of_the_act() -> Iterator[list[str]]:
    """Collect the names of stored files, and delete them if the act fails."""
    stored: list[str] = []
    try:
        yield stored
    except BaseException:
        for name in stored:
            default_storage.delete(name)
        raise


# People.


def _players(
    act: Writing, club: Club, file: EventFile, decided: Mapping[int, Player | None]
) -> dict[int, int]:
    """Return the rows of the players by their numbers in the file; who is new is added to the club."""
    found: dict[int, int] = {}
    for player in match_people(club, file):
        row = player.known or _decision(player, decided)
        if row is None:
            row = _added(act, club, player)
        if row.pk in found.values():
            message = _("%(name)s cannot be two players of the file.")
            raise FileRefused(message % {"name": row.name})
        found[player.number] = row.pk
    return found


def _decision(player: FilePlayer, decided: Mapping[int, Player | None]) -> Player | None:
    if not player.is_doubtful:
        return None
    if player.number not in decided:
        raise FileRefused(_("Choose who %(name)s is.") % {"name": player.name})
    chosen = decided[player.number]
    if chosen is not None and chosen not in player.candidates:
        raise FileRefused(_("Choose who %(name)s is.") % {"name": player.name})
    return chosen


def _added(act: Writing, club: Club, player: FilePlayer) -> Player:
    """Add a guest to the club. Whether the name may be published is a matter of this house: not yet."""
    details = people.PlayerDetails(
        given_name=player.given_name, family_name=player.family_name, licence=player.licence
    )
    return people.add_guest_in(act, club, details)


def _officials(file: EventFile) -> dict[int, int]:
    """Return the rows of those who ruled or wrote there: accounts of this event alone, that nobody uses."""
    found: dict[int, int] = {}
    for official in file.record["officials"]:
        user = User.objects.create_user(
            f"{uuid.uuid4().hex}@brought-in.invalid", name=official["name"], is_active=False
        )
        found[official["number"]] = user.pk
    return found


def _clubs(file: EventFile) -> dict[int, int]:
    """Return the clubs that are known here by their names; others get numbers that no club has."""
    here = dict(
        Club.objects.filter(name__in=[club["name"] for club in file.record["clubs"]]).values_list(
            "name", "pk"
        )
    )
    return {club["number"]: here.get(club["name"], -club["number"]) for club in file.record["clubs"]}


# Rows.


def _store(
    in_club: Writing,
    club: Club,
    file: EventFile,
    players: dict[int, int],
    *,
    trial: bool,
    stored: list[str],
) -> Tournament:
    book = create_book(Book.Kind.TOURNAMENT, club, trial=trial)
    reader = RecordReader(
        club, book, players, _officials(file), _clubs(file), _stored_photographs(file, in_club.by.at, stored)
    )
    with _refused_where_wrong():
        event = reader.store(file.record["rows"])
        _refuse_other_listed(event)
    in_club.log(BROUGHT_IN, event, after={"book": book.pk})
    with writing(book, in_club.by) as in_event:
        versions = DealVersion.objects.filter(deal__game__book=book).order_by("deal", "number")
        in_event.stored += map(recording.logged_digest, versions)
        in_event.log(BROUGHT_IN, event, after=_facts(file, event))
        with _refused_where_wrong():
            repeat_acts(in_event, reader, file.record["acts"])
    event.book = book
    with _refused_where_wrong():
        recompute_standings(event, since=1)
        _prove(event, file, reader)
    return event


def _refuse_other_listed(event: Tournament) -> None:
    """An event from a list of past results is official, and nothing else is known of it."""
    if source_of(event).knows_games:
        return
    if event.state != Tournament.State.OFFICIAL or event.rounds.exists() or not event.listed_results.exists():
        raise BadRecord("Tournament.standings_from")


@contextmanager
def _refused_where_wrong() -> Iterator[None]:
    """Turn what a value of a wrong form leads to into the refusal of the file."""
    try:
        with transaction.atomic():
            yield
    except _WRONG_FORM as wrong:
        raise damaged(f"{RECORD} ({wrong})" if isinstance(wrong, BadRecord) else RECORD) from wrong


def _facts(file: EventFile, event: Tournament) -> dict[str, JsonValue]:
    return {
        "name": event.name,
        "origin": file.log.origin,
        "entries": file.log.entries,
        "head": file.log.head,
        "content": file.content_digest,
        "file": file.digest,
        "repeated": len(file.record["acts"]),
        "trial": event.is_trial,
        "secret_digest": event.secret_digest,
    }


def _stored_photographs(file: EventFile, at: datetime, stored: list[str]) -> dict[str, str]:
    """Store the photographs, each under a name that nobody chose."""
    images: dict[str, str] = {}
    for digest, name in file.photographs.items():
        path = f"games/{at:%Y/%m}/{uuid.uuid4().hex}{PurePath(name).suffix}"
        images[digest] = default_storage.save(path, ContentFile(file.members.read(name)))
        stored.append(images[digest])
    return images


def _prove(event: Tournament, file: EventFile, reader: RecordReader) -> None:
    """What is stored now must say what the content in the file says; people are compared by their numbers."""
    known = Directory(
        clubs=_numbers(reader.clubs), players=_numbers(reader.players), officials=_numbers(reader.officials)
    )
    now = as_data(load_content(event, known))
    if file.is_of_this_version and _comparable(now, file) != _comparable(file.content, file):
        raise damaged(CONTENT)
    photographs = set(Photo.objects.filter(game__book=event.book_id).values_list("digest", flat=True))
    if photographs != set(file.photographs):
        raise damaged(RECORD)


def _numbers(rows: Mapping[int, int]) -> Numbers:
    return Numbers({pk: number for number, pk in rows.items()})


def _comparable(content: Mapping[str, Any], file: EventFile) -> dict[str, Any]:
    """Return the content without the people, who have the names of this house, and without what stayed."""
    compared = {name: value for name, value in content.items() if name not in _PEOPLE}
    if isinstance(content["agreement"], dict):
        # A setting that did not exist when the file was written has its usual value.
        compared["agreement"] = {**EventAgreement.read({}).data(), **content["agreement"]}
    if not file.record["photographs"]:
        compared["rounds"] = [_without_photographs(drawn) for drawn in content["rounds"]]
    return compared


def _without_photographs(drawn: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **drawn,
        "pairings": [
            pairing if pairing["game"] is None else {**pairing, "game": {**pairing["game"], "photos": []}}
            for pairing in drawn["pairings"]
        ],
    }
