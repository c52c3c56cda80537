"""The ratings by which the handicaps of a round are given: noted when it is drawn and when it is published.

Then they stay as they are, whatever becomes of the ratings. Only what was wrong is put right: who sat there,
or what was entered by hand (`hand_ratings`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from tournaments.agreement.agreement import EventAgreement
from tournaments.core.ratings.rating import MEAN
from tournaments.models import Entry, EntryPlayer, Round, Tournament
from tournaments.play.logged_draws import digest_of
from tournaments.play.shown_ratings import ratings_shown_of
from tournaments.play.turns import by_entry, playing_in
from tournaments.running.session import OpenEvent


def warm_ratings(event: Tournament, agreement: EventAgreement | None = None) -> None:
    """Count the ratings that an act will ask for, before it locks its book."""
    if (agreement or event.agreement).handicap:
        ratings_shown_of(event.club, ())


def note_ratings(opened: OpenEvent, drawn: Round) -> None:
    """Note the ratings of all who are in a round that is not published, if the event gives handicaps."""
    if opened.agreement.handicap:
        store_ratings(opened, drawn, _ratings_in(opened, drawn))


def note_newcomers(opened: OpenEvent, drawn: Round) -> None:
    """Note the ratings of those who came into a published round; those of the others stay."""
    if opened.agreement.handicap:
        store_ratings(opened, drawn, {**_ratings_in(opened, drawn), **drawn.handicap_ratings})


def note_corrected(opened: OpenEvent, entries: Collection[int]) -> None:
    """Note the ratings of entries again in all rounds: others have been there all the time."""
    for drawn in opened.event.rounds.exclude(state=Round.State.REMOVED).order_by("number"):
        noted = {number for number in map(str, entries) if number in drawn.handicap_ratings}
        if noted:
            found = _ratings_in(opened, drawn)
            right = {number: found[number] for number in noted if number in found}
            store_ratings(opened, drawn, {**drawn.handicap_ratings, **right})


def note_where_missing(opened: OpenEvent, states: Iterable[Round.State]) -> None:
    """Note the ratings for rounds of which none are noted: handicaps were agreed on after their draw."""
    if not opened.agreement.handicap:
        return
    for drawn in opened.event.rounds.filter(state__in=states).order_by("number"):
        if not drawn.handicap_ratings:
            note_ratings(opened, drawn)


def store_ratings(opened: OpenEvent, drawn: Round, ratings: Mapping[str, Sequence[int | None]]) -> None:
    """Store the ratings of a round, and log that they were noted, if they are others than before."""
    if drawn.handicap_ratings == ratings:
        return
    drawn.handicap_ratings = {number: list(ratings[number]) for number in sorted(ratings, key=int)}
    drawn.save(update_fields=["handicap_ratings"])
    # The log has their digest alone: it stays when somebody no longer shows a rating.
    noted = digest_of(drawn.handicap_ratings)
    opened.writing.log("round.ratings_noted", drawn, after={"number": drawn.number, "ratings_noted": noted})


def _ratings_in(opened: OpenEvent, drawn: Round) -> dict[str, list[int | None]]:
    """Return how far the players of each entry of a round are above the mean, by its number."""
    entries = Entry.objects.filter(pairings__round=drawn).distinct().order_by("number")
    places = EntryPlayer.objects.filter(until_round=None, entry__pairings__round=drawn).distinct()
    of_entry = by_entry(places.order_by("entry", "position"))
    playing = {
        entry: [
            place.player_id
            for place in playing_in(of_entry.get(entry.pk, ()), drawn.number, opened.agreement.players)
        ]
        for entry in entries
    }
    shown = ratings_shown_of(
        opened.event.club, {player for players in playing.values() for player in players}
    )
    return {
        str(entry.number): [_rated(players, shown), by_hand_in_all(entry, len(players))]
        for entry, players in playing.items()
    }


def _rated(players: Sequence[int], shown: Mapping[int, int]) -> int | None:
    """Return how far players are above the mean together; None where one of them shows no rating."""
    if not players or not shown.keys() >= {*players}:
        return None
    return sum(shown[player] - MEAN for player in players)


def by_hand_in_all(entry: Entry, players: int) -> int | None:
    """Return how far so many players of an entry are above the mean together, as entered by hand."""
    return None if entry.handicap_rating is None else (entry.handicap_rating - MEAN) * players
