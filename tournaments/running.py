"""Running an event: the verbs that a director uses between the first entry and the last table.

Knows events, entries, rounds and which game a pairing plays; must not know how a deal is scored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from clubs.access import DIRECTORS
from clubs.books import Author, Writing, of_club, writing
from clubs.models import Book, Club, Player
from scoring import recording
from scoring.models import Game
from tournaments.core import draw
from tournaments.models import Entry, EntryPlayer, Pairing, Round, Tournament


class NotNow(Exception):
    """The act is not possible as things stand; the message says why, in the reader's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlan:
    """What set-up asks: everything that an event is before anybody enters."""

    name: str
    on_day: date
    ruleset: str


def create_event(by: Author, club: Club, plan: EventPlan) -> Tournament:
    """Found an event with a book of its own; the act stands in the club's log and begins the event's."""
    with writing(of_club(club), by, needs=DIRECTORS) as in_club:
        book = Book.objects.create(kind=Book.Kind.TOURNAMENT, club=club)
        event = Tournament.objects.create(
            club=club, book=book, name=plan.name, on_day=plan.on_day, ruleset=plan.ruleset
        )
        in_club.log("event.created", event)
        with writing(book, by) as in_event:
            in_event.log(
                "event.created", event, after={"ruleset": plan.ruleset, "day": plan.on_day.isoformat()}
            )
    return event


def enter_pairs(by: Author, event: Tournament, pairs: Sequence[Sequence[Player]]) -> list[Entry]:
    """Enter pairs in the order given, each under the next number."""
    with writing(event.book, by, needs=DIRECTORS) as act:
        if event.rounds.exists():
            raise NotNow(_("A round has been drawn already: pairs are entered before the first draw."))
        first = event.entries.count() + 1
        return [enter(act, event, number, pair) for number, pair in enumerate(pairs, start=first)]


def enter(act: Writing, event: Tournament, number: int, players: Sequence[Player]) -> Entry:
    entry = Entry.objects.create(tournament=event, number=number)
    EntryPlayer.objects.bulk_create(
        EntryPlayer(tournament=event, entry=entry, player=player, position=position)
        for position, player in enumerate(players)
    )
    act.log("entry.added", entry, after={"number": number, "players": [player.pk for player in players]})
    return entry


def draw_round(by: Author, event: Tournament, seed: str) -> Round:
    """Draw the next round from a seed that was shown beforehand."""
    with writing(event.book, by, needs=DIRECTORS) as act:
        refuse_to_draw(event)
        number = event.rounds.count() + 1
        drawn = Round.objects.create(tournament=event, number=number, seed=seed)
        entries = {entry.number: entry for entry in event.entries.all()}
        meetings = draw.by_lot(entries, seed)
        Pairing.objects.bulk_create(
            pairing(drawn, table, meeting, entries) for table, meeting in enumerate(meetings, start=1)
        )
        act.log("round.drawn", drawn, after={"number": number, "seed": seed})
    return drawn


def refuse_to_draw(event: Tournament) -> None:
    """One round at a time, and two entries at least."""
    if event.rounds.exclude(state=Round.State.CLOSED).exists():
        raise NotNow(_("A round is still being played."))
    if event.entries.count() < 2:
        raise NotNow(_("There must be at least two pairs."))


def pairing(drawn: Round, table: int, meeting: draw.Meeting, entries: dict[int, Entry]) -> Pairing:
    first = entries[meeting.first]
    if meeting.second is None:
        return Pairing(round=drawn, kind=Pairing.Kind.SIT_OUT, first=first)
    second = entries[meeting.second]
    return Pairing(round=drawn, kind=Pairing.Kind.PLAYED, table=table, first=first, second=second)


def publish_round(by: Author, drawn: Round) -> Round:
    """Make the draw known: each pairing gets its game, and nothing redraws it any more.

    Where the club has a table of that number, its code and its PIN open the game from now on.
    """
    event = drawn.tournament
    with writing(event.book, by, needs=DIRECTORS) as act:
        drawn = Round.objects.select_for_update().get(pk=drawn.pk)
        if drawn.state != Round.State.DRAWN:
            raise NotNow(_("The round is published already."))
        tables = {table.label: table for table in event.club.tables.all()}
        for table in drawn.pairings.filter(kind=Pairing.Kind.PLAYED).order_by("table"):
            game = set_game(act, event, table)
            if game.label in tables:
                recording.set_table_in(act, tables[game.label], game)
        drawn.state = Round.State.PUBLISHED
        drawn.save(update_fields=["state"])
        Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.RUNNING)
        act.log("round.published", drawn, after={"number": drawn.number})
    return drawn


def set_game(act: Writing, event: Tournament, table: Pairing) -> Game:
    """Open the game that two entries play at a table."""
    sides = [players_of(entry) for entry in (table.first, table.second) if entry is not None]
    plan = recording.GamePlan(
        ruleset=event.ruleset, options=event.options, label=str(table.table), sides=sides
    )
    table.game = game = recording.open_game_in(act, plan)
    table.save(update_fields=["game"])
    return game


def players_of(entry: Entry) -> list[Player]:
    return [place.player for place in entry.places.select_related("player").order_by("position")]
