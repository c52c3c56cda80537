"""Sign-ups become entries by one act, which one undo takes back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from clubs import people
from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, JsonValue, club_book, retried, writing
from clubs.models import Player
from tournaments import running
from tournaments.models import Entry, Signup, Tournament
from tournaments.running.entries import enter_pairs
from tournaments.running.entry_removal import remove_entry, why_not_removable
from tournaments.running.session import open_event
from tournaments.signup.letters import Letter, tell
from tournaments.signup.people import everybody_in, people_of, with_people

ENTERED, TAKEN_OUT = "signups.entered", "signups.taken_out"


@dataclass(frozen=True, slots=True)
class EnteredSignup:
    """A sign-up with the players as whom its people are entered; new ones are not stored yet."""

    signup: int
    players: Sequence[Player]


@retried
def enter_signups(by: Author, event: Tournament, lines: Sequence[EnteredSignup]) -> list[Entry]:
    """Enter these sign-ups, all or none, in this order; new players are added to the club.

    Whoever has changed or cancelled meanwhile is refused by name. `take_out` takes it back.
    """
    with transaction.atomic():
        new = {id(player) for line in lines for player in line.players if player.pk is None}
        added: list[int] = []

        def enter(stored: Sequence[Sequence[Player]]) -> list[Entry]:
            for line, players in zip(lines, stored, strict=True):
                pairs = zip(line.players, players, strict=True)
                added.extend(player.pk for typed, player in pairs if id(typed) in new)
            return enter_pairs(by, event, stored)

        entries = running.with_guests(by, event, [line.players for line in lines], enter)
        _mark_entered(by, event, lines, entries, sorted(set(added)))
    return entries


def _mark_entered(
    by: Author, event: Tournament, lines: Sequence[EnteredSignup], entries: Sequence[Entry], added: list[int]
) -> None:
    with open_event(event, by) as opened:
        rows = with_people(opened.event.signups.filter(pk__in=[line.signup for line in lines]))
        found = {signup.pk: signup for signup in rows}
        for line, entry in zip(lines, entries, strict=True):
            signup = found.get(line.signup)
            persons = [] if signup is None else people_of(signup)
            if signup is None or signup.state != Signup.State.IN or len(persons) != len(line.players):
                raise NotNow(_("A sign-up has changed meanwhile. Look at the list again."))
            signup.state, signup.entry = Signup.State.ENTERED, entry
            players = [place.player_id for place in entry.places.order_by("position")]
            for person, player in zip(persons, players, strict=True):
                person.player_id = player
                person.save(update_fields=["player"])
            signup.save(update_fields=["state", "entry"])
        after: dict[str, JsonValue] = {
            "signups": [line.signup for line in lines],
            "entered_rows": [entry.pk for entry in entries],
            "added_players": [*added],
            "number_of_signups": len(lines),
            "done_at": by.at.isoformat(),
        }
        opened.writing.log(ENTERED, opened.event, after=after)
        tell(opened.event, everybody_in(found.values()), Letter.ENTERED)


def find_entered(event: Tournament, rows: Collection[int]) -> list[Entry]:
    """Return the entries that an act has made, if all can be removed. Raises NotNow."""
    entries = list(Entry.objects.filter(tournament=event, pk__in=rows).select_related("tournament__book"))
    if len(entries) != len(rows):
        raise NotNow(_("One of these entries has been removed since."))
    for entry in entries:
        if (reason := why_not_removable(entry)) is not None:
            raise NotNow(reason)
    return entries


@retried
def take_out(
    by: Author,
    event: Tournament,
    signups: Collection[int],
    rows: Collection[int],
    added: Collection[int],
    done_at: str,
) -> None:
    """Undo `enter_signups`: the entries are removed, and the sign-ups have their places again.

    Players who were added with them, and are in nothing else, are deleted.
    """
    with transaction.atomic():
        club = club_book(event.club) if added else None
        if club is not None:
            # The books are locked in the order in which entering locks them.
            type(club).objects.select_for_update().get(pk=club.pk)
        with open_event(event, by) as opened:
            back = list(with_people(opened.event.signups.filter(pk__in=signups, state=Signup.State.ENTERED)))
            for signup in back:
                signup.state, signup.entry = Signup.State.IN, None
                signup.save(update_fields=["state", "entry"])
                for person in people_of(signup):
                    person.player = None
                    person.save(update_fields=["player"])
            opened.writing.log(TAKEN_OUT, opened.event, before={"done_at": done_at})
            tell(opened.event, everybody_in(back), Letter.NO_LONGER_ENTERED)
        for entry in find_entered(event, rows):
            remove_entry(by, entry)
        if club is not None:
            _delete_added(by, event, added)


def _delete_added(by: Author, event: Tournament, added: Collection[int]) -> None:
    with writing(club_book(event.club), by, needs=DIRECTORS) as act:
        people.delete_free_players_in(act, Player.objects.filter(pk__in=added, home_club=event.club))
        if not act.logged:
            act.mark_repeat()
