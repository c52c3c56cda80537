"""The ways back of acts on the clock of a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from scoring import recording
from scoring.models import Game
from tournaments import running
from tournaments.models import Pairing, Round, RoundClock, TableMinutes
from tournaments.play import queries
from tournaments.registration.ways_back.past_events import CHANGED, REMOVED, event_of
from tournaments.running.clocks import ACT_OF_CLOCK, check_clock_is_as

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_PUT_BACK: Final = ("round.clock_put_back",)
_OVER: Final = _lazy("The round is over.")


def _clock_act(act: PastAct) -> Undo:
    event, drawn = event_of(act, also_shown=False), Round.objects.get(pk=act.row)
    _refuse_over(drawn)
    stored = RoundClock.objects.filter(round=drawn).first()
    check_clock_is_as(stored, act.after)
    drawn.tournament = event
    return Undo(
        lambda by, _reason, _key: running.put_clock_back(by, drawn, act.before, act.after),
        asks_reason=False,
    )


def _refuse_over(drawn: Round) -> None:
    if drawn.state == Round.State.REMOVED:
        raise NotNow(REMOVED)
    if drawn.state != Round.State.PUBLISHED:
        raise NotNow(_OVER)


def _minutes_given(act: PastAct) -> Undo:
    event = event_of(act, also_shown=False)
    pairings = queries.without_draw(Pairing.objects.select_related("round"), "round")
    pairing = pairings.filter(pk=act.row).first()
    gift = act.after["gift"]
    if pairing is None or not TableMinutes.objects.filter(pk=gift, pairing=pairing).exists():
        raise NotNow(REMOVED)
    _refuse_over(pairing.round)
    pairing.round.tournament = event
    return Undo(
        lambda by, _reason, _key: running.take_minutes_back(by, pairing, gift),
        asks_reason=False,
    )


def _time_up(act: PastAct) -> Undo:
    event, drawn = event_of(act, also_shown=False), Round.objects.get(pk=act.row)
    _refuse_over(drawn)
    games = Game.objects.filter(pk__in=act.after["ended_games"])
    if games.exclude(ended_by=recording.GameEnd.TIME.value).exists():
        raise NotNow(CHANGED)
    if games.exclude(state__in=(Game.State.OPEN, Game.State.FINISHED)).exists():
        raise NotNow(_lazy("A table has signed. Open its game again first."))
    drawn.tournament = event
    return Undo(
        lambda by, reason, _key: running.let_round_go_on(by, drawn, act.after["ended_games"], reason),
        asks_reason=False,
    )


def _on_clock(label: _StrPromise) -> WayBack:
    return WayBack(label, _clock_act, _PUT_BACK, about=ACT_OF_CLOCK)


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "round.clock_started": _on_clock(_lazy("Removes the clock. It can be started again.")),
    "round.clock_paused": _on_clock(_lazy("The clock has gone on all the time.")),
    "round.clock_resumed": _on_clock(_lazy("The clock has stood still all the time.")),
    "round.clock_changed": _on_clock(_lazy("Gives the clock its former minutes.")),
    "round.clock_put_back": NoWayBack(_lazy("Start, pause or change the clock again.")),
    "round.time_up": WayBack(
        _lazy("Lets all these games go on."), _time_up, ("round.time_goes_on",), about="ended_games"
    ),
    "round.time_goes_on": NoWayBack(_lazy("End the games by time again.")),
    "pairing.minutes_given": WayBack(
        _lazy("Takes the minutes back."),
        _minutes_given,
        ("pairing.minutes_taken_back",),
        about="gift",
        one_by_one=True,
    ),
    "pairing.minutes_taken_back": NoWayBack(_lazy("Give the table its minutes again.")),
}
