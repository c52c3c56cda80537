"""What counts at the tables of a round where it is another result than the one that was played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clubs.people.names import full_name
from tournaments.models import Pairing, Round, Tournament
from tournaments.public.event_view import load_event_view
from tournaments.public.rounds import scores_in_round, worth_in_words

_AS_PLAYED = (Pairing.Kind.PLAYED, Pairing.Kind.SIT_OUT)


def worth_by_entry(event: Tournament, drawn: Round, pairings: Iterable[Pairing]) -> Mapping[int, str]:
    """Return in words what counts for each entry at these tables, by its number.

    Nothing is loaded where the played result counts at all of them.
    """
    instead = [pairing for pairing in pairings if pairing.kind not in _AS_PLAYED]
    if not instead:
        return {}
    view = load_event_view(event, full_name, games_of=())
    scores = scores_in_round(view, drawn.number)
    numbers = {row.entry.number for pairing in instead for row in pairing.entered.all()}
    return {number: worth_in_words(view, scores[number]) for number in numbers & scores.keys()}
