"""Drawing a round again before it is published, because the standings have changed since."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.books.writing import Author, retried
from scoring.recording import NotNow
from tournaments.models import Round
from tournaments.play import draw, event_record
from tournaments.play.changed_standings import would_be_drawn_otherwise
from tournaments.play.seating import get_seats
from tournaments.play.unfinished import find_going_on
from tournaments.running.by_hand import SeatsChanged
from tournaments.running.rounds import draw_in, mark_removed_in, require_state
from tournaments.running.session import open_event
from tournaments.running.unfinished import decide_unfinished


@retried
def draw_again(by: Author, drawn: Round, seen: str = "", seed: str = "") -> Round:
    """Remove a draw and draw the round from the standings as they are now, in one act.

    Refuses where the same round would be drawn: nobody gets another seed for nothing. `seen` is the
    fingerprint of the seats that the page has shown. Games that go on count as they did; one that has ended
    since counts by its result. Locks and changes by hand go with the draw. A simulation gives a `seed`.
    """
    with open_event(drawn.tournament, by) as opened:
        drawn = opened.get_round(drawn)
        require_state(drawn, Round.State.DRAWN)
        if seen and seen != get_seats(drawn).fingerprint:
            raise SeatsChanged(_("Somebody else has changed the tables in the meantime."))
        record = event_record.load_event(opened.event)
        drawn.tournament = opened.event
        if not would_be_drawn_otherwise(drawn, record):
            raise NotNow(_("The standings would give the same round: it stays as it was drawn."))
        decided = {
            (game.round, game.table): game.counts_as for game in draw.unfinished_games(drawn.draw_input)
        }
        unfinished = decide_unfinished(record, decided) if any(find_going_on(record.rounds)) else []
        mark_removed_in(opened, drawn, _("The standings have changed since this draw."))
        return draw_in(opened, record, seed, unfinished)
