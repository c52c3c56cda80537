"""The ways back of acts on rounds and their tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from scoring.models import Deal
from tournaments import running
from tournaments.models import Pairing, Round
from tournaments.play import queries
from tournaments.play.seating import RoundSeats, get_seats, strip_empty_tables
from tournaments.registration.ways_back.past_events import (
    CHANGED,
    NOT_LOGGED,
    REMOVED,
    event_of,
)
from tournaments.running.exchanging import games_begun
from tournaments.running.rounds import get_last_round, get_public_round_after, has_results


def _round_of(act: PastAct, state: Round.State, *, before_draws: bool = False) -> Round:
    """Return the round of an act, which must be in this state and the last one.

    With `before_draws` a draw may follow that nobody has seen yet.
    """
    event = event_of(act, also_shown=False)
    drawn = Round.objects.get(pk=act.row)
    if drawn.state != state:
        raise NotNow(_lazy("The round is %(state)s.") % {"state": drawn.get_state_display()})
    last = get_public_round_after(drawn) if before_draws else get_last_round(event)
    if last is not None and last.pk != drawn.pk:
        raise NotNow(_lazy("Round %(number)s follows. Remove it first.") % {"number": last.number})
    drawn.tournament = event
    return drawn


def _drawn(act: PastAct) -> Undo:
    return _removal(_round_of(act, Round.State.DRAWN))


def _published(act: PastAct) -> Undo:
    drawn = _round_of(act, Round.State.PUBLISHED)
    if has_results(drawn):
        raise NotNow(_lazy("A deal or a result has been recorded in it since."))
    return _removal(drawn)


def _removal(drawn: Round) -> Undo:
    state = drawn.state
    return Undo(
        lambda by, _reason, _key: running.remove_round(by, drawn, was=state, only_empty=True),
        asks_reason=False,
    )


def _put_back(act: PastAct) -> Undo:
    drawn = _round_of(act, Round.State(act.after["round_state"]))
    if has_results(drawn):
        raise NotNow(_lazy("It has deals or results."))
    return _removal(drawn)


def _round_removed(act: PastAct) -> Undo:
    """What the snapshot of the removal says stands again, or the verb refuses."""
    event, drawn = event_of(act, also_shown=False), Round.objects.get(pk=act.row)
    drawn.tournament = event
    running.refuse_put_back(event, act.entry, drawn)
    return Undo(
        lambda by, reason, _key: running.put_back_round(by, drawn, reason),
        preview=_preview(drawn, act.before["round_state"]),
    )


def _preview(drawn: Round, state: str) -> str:
    games = drawn.pairings.filter(game__isnull=False)
    deals = Deal.objects.filter(game__in=games.values("game"), state__in=Deal.COUNTED)
    return _("Round %(number)s: %(state)s, with games: %(games)s, deals: %(deals)s.") % {
        "number": drawn.number,
        "state": dict(Round.State.choices)[state],
        "games": games.count(),
        "deals": deals.count(),
    }


def _set_by_hand(act: PastAct) -> Undo:
    drawn = _round_of(act, Round.State.DRAWN)
    if "pairings" not in act.before:
        raise NotNow(NOT_LOGGED)
    current = get_seats(drawn)
    if current.fingerprint != _seats(act.after).fingerprint:
        raise NotNow(CHANGED)
    seats, seen = _seats(act.before), current.fingerprint
    if not seats.tables:
        raise NotNow(_lazy("Nobody met anybody before: set the round by hand, or remove the draw."))
    return Undo(lambda by, _reason, _key: running.set_by_hand(by, drawn, seats, seen), asks_reason=False)


def _places_exchanged(act: PastAct) -> Undo:
    event, drawn = event_of(act), Round.objects.get(pk=act.row)
    current, seats = get_seats(drawn), _seats(act.before)
    if drawn.state == Round.State.REMOVED or current.fingerprint != _seats(act.after).fingerprint:
        raise NotNow(CHANGED)
    drawn.tournament, seen = event, current.fingerprint
    return Undo(
        lambda by, reason, _key: running.exchange_places(by, drawn, seats, reason, seen),
        asks_reason=bool(games_begun(drawn)),
    )


def _seats(facts: Mapping[str, Any]) -> RoundSeats:
    tables = [tuple(tuple(side) for side in sides) for sides in facts["pairings"]]
    return RoundSeats(tables=strip_empty_tables(tables), out=tuple(facts["out"]))


def _lock(act: PastAct) -> Undo:
    drawn, table = _round_of(act, Round.State.DRAWN), act.after["table"]
    was_locked = act.entry.act == "round.locked"
    if not drawn.pairings.filter(table=table, locked=was_locked).exists():
        raise NotNow(CHANGED)
    seen = get_seats(drawn).fingerprint
    return Undo(
        lambda by, _reason, _key: running.lock_table(by, drawn, table, locked=not was_locked, seen=seen),
        asks_reason=False,
    )


def _closed(act: PastAct) -> Undo:
    drawn = _round_of(act, Round.State.CLOSED, before_draws=True)
    return Undo(lambda by, reason, _key: running.reopen_round(by, drawn, reason))


def _reopened(act: PastAct) -> Undo:
    drawn = _round_of(act, Round.State.PUBLISHED, before_draws=True)
    if drawn.pairings.filter(kind=Pairing.Kind.PLAYED, game__over=False).exists():
        raise NotNow(_lazy("A game in it goes on."))
    return Undo(lambda by, _reason, _key: running.close_round(by, drawn), asks_reason=False)


def _judged(act: PastAct) -> Undo:
    pairings = queries.without_draw(
        Pairing.objects.select_related("round__tournament__book", "game"), "round"
    )
    pairing = pairings.get(pk=act.row)
    event_of(act)
    if pairing.round.state == Round.State.REMOVED:
        raise NotNow(REMOVED)
    now = {"result_kind": pairing.kind, "at_fault": pairing.at_fault, "given": pairing.ruled_points}
    if now != {name: act.after[name] for name in now}:
        raise NotNow(CHANGED)
    kind, at_fault = Pairing.Kind(act.before["result_kind"]), act.before["at_fault"]
    points: Sequence[tuple[int, int]] = [(first, second) for first, second in act.before["given"]]
    return Undo(
        lambda by, reason, _key: running.rule_result(
            by,
            pairing,
            running.RuledResult(
                kind=kind,
                reason=reason,
                at_fault=at_fault,
                ruled_points=points,
                stands_because=act.before.get("former_reason", ""),
            ),
        )
    )


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "round.drawn": WayBack(_lazy("Removes the draw."), _drawn, ("round.removed",)),
    "round.published": WayBack(
        _lazy("Removes the round. It can be drawn again."), _published, ("round.removed",)
    ),
    "round.set_by_hand": WayBack(_lazy("Sets the former pairings."), _set_by_hand),
    "round.places_exchanged": WayBack(_lazy("Gives all of them their former places."), _places_exchanged),
    "game.deals_moved": NoWayBack(_lazy("Move them back the same way, from either table.")),
    "round.locked": WayBack(_lazy("Unlocks the table."), _lock, ("round.unlocked",), about="table"),
    "round.unlocked": WayBack(_lazy("Locks the table again."), _lock, ("round.locked",), about="table"),
    "round.redrawn": NoWayBack(_lazy("Set the former pairings by hand, or remove the draw.")),
    "round.removed": WayBack(
        _lazy("Back to before this act: the round is again as it was, with its games."),
        _round_removed,
        ("round.put_back",),
    ),
    "round.put_back": WayBack(_lazy("Removes the round again."), _put_back, ("round.removed",)),
    "round.closed": WayBack(_lazy("Opens the round again."), _closed, ("round.reopened",)),
    "round.reopened": WayBack(_lazy("Closes the round again."), _reopened, ("round.closed",)),
    "round.signed_on_paper": NoWayBack(
        _lazy("Each sheet is opened again by itself, from its own line."), is_listed=False
    ),
    "round.ratings_noted": NoWayBack(_lazy("It follows from what is recorded."), is_listed=False),
    "pairing.judged": WayBack(_lazy("Lets the former result count again."), _judged),
}
