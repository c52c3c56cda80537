"""What an event tells on the phone of a table: the round, how those who have played stand, where they go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _

from clubs.models import Book
from clubs.people.names import full_name
from clubs.web.addresses import address_of
from clubs.web.extensions import PageSection
from scoring.models import Game, Seat
from scoring.store.event_news import EntryNews, EventOfGame
from tournaments.models import Pairing, PairingEntry
from tournaments.play.clock import with_times
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES
from tournaments.play.notices import NoticeKind, standing_notices
from tournaments.public.clock_face import ClockFace
from tournaments.public.entry_state import EntryState, EntryStates
from tournaments.public.event_view import load_event_view
from tournaments.public.handicaps import handicap_sentences
from tournaments.wording.labels import round_label

# Of a game that is over its table shows the result; what is told is what comes after it.
_WHAT_COMES: Final = slice(-1, None)
_ALL: Final = slice(None)


def event_of_game(game: Game) -> EventOfGame | None:
    """The event and the round of a game; None outside events, without a query."""
    pairing = _pairing_of(game)
    if pairing is None:
        return None
    event, number, clock = pairing.round.tournament, pairing.round.number, ClockFace.of_pairing(pairing)
    return EventOfGame(
        event.title,
        address_of("tournaments:event", event.pk),
        round_label(number),
        address_of("tournaments:event_round", event.pk, number),
        None if clock is None else PageSection("tournaments/clock/_at_table.html", {"clock": clock}),
        _question(clock),
        standing_notices(event, NoticeKind.ANNOUNCEMENT, now()),
        handicap_sentences(pairing, _names_at(game)) if event.agreement.handicap else (),
    )


def handicaps_of_game(game: Game, names: Sequence[str]) -> list[str]:
    """With how many points the sides of a game begin, and what that makes; outside events nothing."""
    pairing = _pairing_of(game)
    if pairing is None or not pairing.round.tournament.agreement.handicap:
        return []
    totals = [side.result for side in game.sides.order_by("number")] if game.over else []
    return handicap_sentences(pairing, names, totals)


def _names_at(game: Game) -> list[str]:
    """The full names of the sides, as their table reads them."""
    seats = Seat.objects.filter(side__game=game, until_deal=None).select_related("player", "side")
    names: dict[int, list[str]] = {}
    for seat in seats.order_by("side__number", "position"):
        names.setdefault(seat.side.number, []).append(full_name(seat.player))
    return [" – ".join(of_side) for _side, of_side in sorted(names.items())]


def _question(clock: ClockFace | None) -> str:
    """What is asked before a deal after the signal; a page shows it then."""
    if clock is None or clock.warns_at is None:
        return ""
    time = date_format(localtime(clock.warns_at), "TIME_FORMAT")
    return _("No new deal since %(time)s. Was the last card of this deal dealt before?") % {"time": time}


def _pairing_of(game: Game) -> Pairing | None:
    if game.book.kind != Book.Kind.TOURNAMENT:
        return None
    pairings = with_times(Pairing.objects.filter(game=game))
    pairings = pairings.select_related("round__tournament__book", "round__clock")
    return pairings.select_related("round__tournament__club").first()


def news_after_game(game: Game) -> list[EntryNews]:
    """How those who have played this game stand, and what comes after it: its result is on the page."""
    pairing = _pairing_of(game)
    if pairing is None:
        return []
    states, numbers = _states_of(pairing, PairingEntry.objects.filter(pairing=pairing))
    told = _WHAT_COMES if states.is_last_round(pairing.round.number) else _ALL
    return [_as_news(states.of_entry(number), told) for number in numbers]


def news_before_game(game: Game) -> list[EntryNews]:
    """Where those sit now who played at the table of this game in the round before it."""
    pairing = _pairing_of(game)
    if pairing is None or pairing.table is None or pairing.round.number == 1:
        return []
    before = PairingEntry.objects.filter(
        pairing__table=pairing.table,
        round__tournament=pairing.round.tournament,
        round__number=pairing.round.number - 1,
        round__state__in=VISIBLE_ROUND_STATES,
    )
    states, numbers = _states_of(pairing, before)
    return [_as_news(states.of_entry(number), _ALL) for number in numbers]


def _states_of(pairing: Pairing, seats: QuerySet[PairingEntry]) -> tuple[EntryStates, list[int]]:
    """The states of the entries of an event, and the numbers of those in these seats."""
    numbers = list(seats.order_by("side", "position").values_list("entry__number", flat=True))
    view = load_event_view(pairing.round.tournament, full_name, games_of=())
    return EntryStates.of(view), numbers


def _as_news(state: EntryState, told: slice) -> EntryNews:
    return EntryNews(state.link.name, state.seats[told], state.standing)
