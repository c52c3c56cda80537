"""Time ran out: the games of a round that go on are ended at all tables at once, and go on again at once."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from clubs.books.writing import Author, Facts, Submission, retried
from scoring import recording
from scoring.models import Game
from tournaments.models import Pairing, Round
from tournaments.running.rounds import require_state
from tournaments.running.session import open_event


@retried
def end_round_by_time(by: Author, drawn: Round, games: Collection[int], key: UUID) -> Round:
    """Let time end these games of a round. One at which a deal is being played goes on, as one without deals.

    `let_round_go_on` takes all of it back.
    """
    submission = Submission(key=key, content={"time_up": drawn.pk, "games": [*sorted(games)]})
    with open_event(drawn.tournament, by, submission=submission) as opened:
        drawn = opened.get_round(drawn)
        if opened.writing.earlier is not None:
            return drawn
        require_state(drawn, Round.State.PUBLISHED)
        played = Pairing.objects.filter(round=drawn, kind=Pairing.Kind.PLAYED, game__in=games)
        tables = dict(played.order_by("table").values_list("game", "table"))
        found = Game.objects.select_related("book").in_bulk(tables)
        ended = recording.end_by_time_in(opened.writing, [found[game] for game in tables])
        if not ended:
            raise NotNow(_("No game can be ended: each is over, has no deal yet, or a deal is being played."))
        opened.writing.log(
            "round.time_up",
            drawn,
            after={
                "number": drawn.number,
                "tables": [tables[game.pk] for game in ended],
                "ended_games": [game.pk for game in ended],
            },
        )
        return drawn


@retried
def let_round_go_on(by: Author, drawn: Round, games: Collection[int], reason: str = "") -> Round:
    """Take back that time has ended these games: all of them go on, or none where one cannot."""
    with open_event(drawn.tournament, by) as opened:
        drawn = opened.get_round(drawn)
        require_state(drawn, Round.State.PUBLISHED)
        found = Game.objects.select_related("book").filter(pairing__round=drawn, pk__in=games).order_by("pk")
        recording.resume_after_time_in(opened.writing, found, reason)
        after: Facts = {"number": drawn.number, "ended_games": [*sorted(games)]}
        opened.writing.log("round.time_goes_on", drawn, after=after, reason=reason)
        return drawn
