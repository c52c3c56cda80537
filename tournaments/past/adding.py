"""The verb that makes events of a list of past results: all that are new, or nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from clubs import people
from clubs.books.new_books import begin_books
from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, JsonValue, LoggedAct, Writing, club_book, retried, writing
from clubs.models import Book, Club, Player, Role
from tournaments.agreement.agreement import EventAgreement
from tournaments.models import Entry, EntryPlayer, ListedResult, Tournament
from tournaments.past.known import sort_events
from tournaments.past.names import person_key
from tournaments.past.people import ListedPerson, match_people
from tournaments.past.reading import ListedEvent, ListedPlace

LISTED: Final = "event.listed"
ADDED: Final = "past_results.added"
REMOVED: Final = "past_results.removed"
_BATCH: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class PastResults:
    """A list that was read without a problem, and what was chosen for all of it."""

    events: Sequence[ListedEvent]
    ruleset: str
    # The SHA-256 of the file.
    digest: str
    # Those who are new agree to be named in public.
    may_publish: bool = False


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What an act has made."""

    events: Sequence[Tournament]
    players: Sequence[Player]


@retried
def add_past_results(
    by: Author,
    club: Club,
    results: PastResults,
    decided: Mapping[str, Player | None],
    needs: Collection[Role.Kind] | None = DIRECTORS,
) -> TakenIn:
    """Make the events of a list that the club has not; those that it has stay as they are.

    `decided` has, for the key of each doubtful person, who it is; None for somebody new. A list without a new
    event changes nothing. Raises NotNow where a decision is missing.
    """
    with writing(club_book(club), by, needs=needs) as act:
        new = sort_events(club, results.events).new
        if not new:
            act.mark_repeat()
            return TakenIn((), ())
        players, added = _players(act, club, results, new, decided)
        events = _store(act, club, results, new, players)
        act.log(
            ADDED,
            club,
            after={
                "file": results.digest,
                "past_events": [event.pk for event in events],
                "past_players": [player.pk for player in added],
                "number_of_events": len(events),
                "number_of_results": sum(len(event.rows) for event in new),
            },
        )
        return TakenIn(events, added)


# People.


def _players(
    act: Writing,
    club: Club,
    results: PastResults,
    new: Sequence[ListedEvent],
    decided: Mapping[str, Player | None],
) -> tuple[dict[str, int], list[Player]]:
    """Return the rows of the players by their keys, and those among them who were added to the club."""
    persons = match_people(club, new)
    found = {person.key: person.known or _decision(person, decided) for person in persons}
    _refuse_same_player_twice(persons, found)
    strangers = [person for person in persons if found[person.key] is None]
    details = [_details(person, may_publish=results.may_publish) for person in strangers]
    added = people.add_players_in(act, club, details)
    rows = {key: player.pk for key, player in found.items() if player is not None}
    rows |= {person.key: player.pk for person, player in zip(strangers, added, strict=True)}
    return rows, added


def _refuse_same_player_twice(persons: Sequence[ListedPerson], found: Mapping[str, Player | None]) -> None:
    names: dict[int, str] = {}
    for person in persons:
        player = found[person.key]
        if player is not None and names.setdefault(player.pk, person.name) != person.name:
            message = _("“%(first)s” and “%(second)s” cannot both be %(name)s.")
            values = {"first": names[player.pk], "second": person.name, "name": player.name}
            raise NotNow(message % values)


def _decision(person: ListedPerson, decided: Mapping[str, Player | None]) -> Player | None:
    if not person.is_doubtful:
        return None
    chosen = decided.get(person.key)
    if person.key not in decided or (chosen is not None and chosen not in person.candidates):
        raise NotNow(_("Choose who %(name)s is.") % {"name": person.name})
    return chosen


def _details(person: ListedPerson, *, may_publish: bool) -> people.PlayerDetails:
    return people.PlayerDetails(
        given_name=person.line.given_name, family_name=person.line.family_name, may_publish=may_publish
    )


# Events.


def _store(
    act: Writing,
    club: Club,
    results: PastResults,
    listed: Sequence[ListedEvent],
    players: Mapping[str, int],
) -> list[Tournament]:
    """Store these events with their entries, model by model, and begin the log of each."""
    books = Book.objects.bulk_create(
        [Book(kind=Book.Kind.TOURNAMENT, club=club) for _event in listed], batch_size=_BATCH
    )
    events = Tournament.objects.bulk_create(
        [_event(club, book, one, results.ruleset) for book, one in zip(books, listed, strict=True)],
        batch_size=_BATCH,
    )
    places = [
        (event, listed_place)
        for event, one in zip(events, listed, strict=True)
        for listed_place in one.places()
    ]
    _store_entries(places, players)
    begin_books(
        act.by,
        [
            (event.book, LoggedAct(LISTED, event, after=_facts(event, one, results.digest)))
            for event, one in zip(events, listed, strict=True)
        ],
    )
    return events


def _event(club: Club, book: Book, listed: ListedEvent, ruleset: str) -> Tournament:
    return Tournament(
        club=club,
        book=book,
        name=listed.name,
        date=listed.day,
        ruleset=ruleset,
        settings=EventAgreement(players=listed.players).data(),
        state=Tournament.State.OFFICIAL,
        standings_from=Tournament.StandingsFrom.LIST,
    )


def _store_entries(places: Sequence[tuple[Tournament, ListedPlace]], players: Mapping[str, int]) -> None:
    numbers: dict[int, int] = {}
    entries = []
    for event, _place in places:
        numbers[event.pk] = numbers.get(event.pk, 0) + 1
        entries.append(Entry(tournament=event, number=numbers[event.pk], state=Entry.State.PRESENT))
    Entry.objects.bulk_create(entries, batch_size=_BATCH)
    together = list(zip(entries, places, strict=True))
    EntryPlayer.objects.bulk_create(
        [
            EntryPlayer(
                tournament=event, entry=entry, player_id=players[person_key(player)], position=position
            )
            for entry, (event, place) in together
            for position, player in enumerate(place.result.players)
        ],
        batch_size=_BATCH,
    )
    ListedResult.objects.bulk_create(
        [
            ListedResult(
                tournament=event,
                entry=entry,
                place=place.place,
                shared=place.shared,
                points=place.result.points,
                wins=place.result.wins,
                note=place.result.note,
            )
            for entry, (event, place) in together
        ],
        batch_size=_BATCH,
    )


def _facts(event: Tournament, listed: ListedEvent, digest: str) -> dict[str, JsonValue]:
    return {
        "name": event.name,
        "ruleset": event.ruleset,
        "day": event.date.isoformat(),
        "entered": len(listed.rows),
        "file": digest,
    }
