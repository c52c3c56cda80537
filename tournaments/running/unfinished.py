"""Drawing the next round while a game goes on: how the game counts for the draw, and who has its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from scoring import recording
from scoring.models import Game
from scoring.recording import NotNow
from tournaments.core.drawing.proposal import CountsAs, UnfinishedGame
from tournaments.models import Round
from tournaments.play.event_record import EventRecord
from tournaments.play.unfinished import find_going_on, unfinished_game
from tournaments.running.session import OpenEvent


def decide_unfinished(
    record: EventRecord, decided: Mapping[tuple[int, int], CountsAs] | None
) -> Sequence[UnfinishedGame]:
    """Return how each game that goes on counts for the draw; refuses where one is not decided.

    `decided` is by round and table. A game that has ended since it was asked counts by its result.
    """
    playing = [played for played in record.rounds if played.round.state == Round.State.PUBLISHED]
    if not playing:
        return []
    if decided is None:
        raise NotNow(_("A round is still being played."))
    going_on = list(find_going_on(playing))
    if not going_on:
        raise NotNow(
            _("Round %(number)s has all its results: close it first.") % {"number": playing[0].round.number}
        )
    for table in going_on:
        if table.place not in decided:
            raise NotNow(
                _("Table %(table)s of round %(round)s still plays. Say how its game counts for the draw.")
                % {"table": table.pairing.table, "round": table.round}
            )
    return [unfinished_game(table, decided[table.place]) for table in going_on]


def pass_tables_on(opened: OpenEvent, closed: Round) -> None:
    """Give the tables of a closed round to the games of the next one that wait for them."""
    if opened.event.rounds.filter(state=Round.State.PUBLISHED, number__gt=closed.number).exists():
        for game in Game.objects.filter(pairing__round=closed, table__isnull=False).order_by("pk"):
            recording.pass_table_on_in(opened.writing, game)


def tables_being_played(opened: OpenEvent, drawn: Round) -> frozenset[str]:
    """Return the labels of the club's tables at which games of this event's earlier rounds go on."""
    tables = opened.event.club.tables.filter(
        game__pairing__round__tournament=opened.event,
        game__pairing__round__state=Round.State.PUBLISHED,
        game__pairing__round__number__lt=drawn.number,
        game__over=False,
        game__other_result="",
    )
    return frozenset(tables.values_list("label", flat=True))
