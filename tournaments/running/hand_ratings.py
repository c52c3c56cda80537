"""Ratings for handicaps that are entered by hand: of who shows none, or instead of the one that is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, JsonValue, retried
from tournaments.models import Entry, Round, Tournament
from tournaments.running.events import refuse_official
from tournaments.running.handicap_ratings import by_hand_in_all, store_ratings
from tournaments.running.kept_places import recompute_standings
from tournaments.running.session import OpenEvent, open_event

# What a rating that is entered by hand may be: nobody is shown far beyond.
LEAST_RATING, MOST_RATING = 500, 2500
# The places of what is stored of an entry: by its ratings, and as entered by hand.
_RATED, _BY_HAND = 0, 1
_PUBLISHED: Final = (Round.State.PUBLISHED, Round.State.CLOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRating:
    """The rating of each player of an entry as it is entered by hand; None takes it back.

    It counts in rounds that are not published, and in those from a number on where that is given.
    """

    rating: int | None
    from_round: int | None = None
    reason: str = ""


@retried
def set_handicap_rating(by: Author, entry: Entry, wanted: HandRating, seen: str | None = None) -> Entry:
    """Enter a rating by hand for who shows none, or another one. `put_handicap_rating_back` takes it back.

    `seen` is the rating that the page showed: refuses where it has changed since.
    """
    _check_rating(wanted)
    with open_event(entry.tournament, by) as opened:
        entry = opened.get_entry(entry)
        refuse_official(opened.event)
        if not opened.agreement.handicap:
            raise NotNow(_("This event gives no handicaps."))
        if seen is not None and seen != format_rating(entry.handicap_rating):
            raise NotNow(_("Somebody else has changed it in the meantime. Look at it first."))
        rounds = list(_rounds_with(opened.event, entry, wanted.from_round))
        if any(drawn.state in _PUBLISHED for drawn in rounds) and not wanted.reason.strip():
            raise validation_error("reason", _("It changes results of published rounds: say why."))
        before = rating_facts(entry, rounds)
        entry.handicap_rating = wanted.rating
        by_hand = {drawn.number: by_hand_in_all(entry, opened.agreement.players) for drawn in rounds}
        return _put(opened, entry, rounds, by_hand, before, wanted.reason)


@retried
def put_handicap_rating_back(by: Author, entry: Entry, facts: Facts, reason: str = "") -> Entry:
    """Let the rating that was entered by hand be what it was, in each round."""
    with open_event(entry.tournament, by) as opened:
        entry = opened.get_entry(entry)
        refuse_official(opened.event)
        by_hand = read_by_hand(facts)
        found = _rounds_with(opened.event, entry, min(by_hand, default=None))
        rounds = [drawn for drawn in found if drawn.number in by_hand]
        before = rating_facts(entry, rounds)
        rating = facts["handicap_rating"]
        entry.handicap_rating = rating if isinstance(rating, int) else None
        return _put(opened, entry, rounds, by_hand, before, reason)


def _check_rating(wanted: HandRating) -> None:
    if wanted.rating is not None and not LEAST_RATING <= wanted.rating <= MOST_RATING:
        raise validation_error(
            "rating",
            _("From %(least)s to %(most)s, or empty.") % {"least": LEAST_RATING, "most": MOST_RATING},
        )


def _rounds_with(event: Tournament, entry: Entry, from_round: int | None) -> Iterable[Round]:
    """Return the rounds in which the rating of an entry is noted: drawn ones, and from a number on all."""
    for drawn in event.rounds.exclude(state=Round.State.REMOVED).order_by("number"):
        is_asked = from_round is not None and drawn.number >= from_round
        if str(entry.number) in drawn.handicap_ratings and (drawn.state not in _PUBLISHED or is_asked):
            yield drawn


def _put(
    opened: OpenEvent,
    entry: Entry,
    rounds: Sequence[Round],
    by_hand: Mapping[int, int | None],
    before: Facts,
    reason: str,
) -> Entry:
    entry.save(update_fields=["handicap_rating"])
    number = str(entry.number)
    for drawn in rounds:
        noted = [drawn.handicap_ratings[number][_RATED], by_hand[drawn.number]]
        store_ratings(opened, drawn, {**drawn.handicap_ratings, number: noted})
    after = rating_facts(entry, rounds)
    if after == before:
        opened.writing.mark_repeat()
        return entry
    if rounds:
        recompute_standings(opened.event, rounds[0].number)
    opened.writing.log("entry.handicap_rating", entry, before=before, after=after, reason=reason)
    return entry


def rating_facts(entry: Entry, rounds: Iterable[Round]) -> Facts:
    """Return what the log says of a rating that was entered by hand, and of the rounds in which it counts."""
    number = str(entry.number)
    noted: list[JsonValue] = [[drawn.number, drawn.handicap_ratings[number][_BY_HAND]] for drawn in rounds]
    return {"handicap_rating": entry.handicap_rating, "handicap_rounds": noted}


def read_by_hand(facts: Facts) -> dict[int, int | None]:
    """Return what was entered by hand, by round, as the log has it."""
    noted = facts["handicap_rounds"]
    found: dict[int, int | None] = {}
    for one in noted if isinstance(noted, list) else ():
        if isinstance(one, list) and isinstance(one[0], int):
            found[one[0]] = one[1] if isinstance(one[1], int) else None
    return found


def format_rating(rating: int | None) -> str:
    return "" if rating is None else str(rating)
