"""What goes wrong in an event, one function each: before a draw, before it is published, in play, afterwards.

Each does its act by a verb. Which entries and tables it concerns is decided by dice. What a verb refuses has
not happened: the simulation counts it and goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from scoring import recording
from scoring.models import Game, Seat
from tournaments import running
from tournaments.core.drawing.proposal import CountsAs
from tournaments.models import EventAdjustment, Pairing
from tournaments.play.entry_queries import entries_that_may_come
from tournaments.play.seating import RoundSeats, get_seats
from tournaments.running import EventCharge, RuledResult
from tournaments.simulating import entry_mishaps, messages
from tournaments.simulating.scene import Scene
from tournaments.simulating.tangled_agreement import draw_other_terms

_Kind = Pairing.Kind
_POINTS, _DIFFERENCES = (-2, -1, 1), (-500, -100, 250)
_GAME_CHARGES: Final = (-3000, -500, 700, 4500)
# The points and the difference of the two sides, as a jury rules.
_RULED: Final = ((1, 0), (2, 350), (0, -1200), (3, 5000))
_THREE_SIDES: Final = 3


# Of the draw.


def is_laid_out_anew(scene: Scene) -> bool:
    scene.lays_out_anew = True
    return True


def is_exchanged_in_the_draw(scene: Scene) -> bool:
    seats = _with_two_exchanged(scene)
    if seats is not None:
        running.set_by_hand(scene.by, scene.round, seats)
    return seats is not None


def _with_two_exchanged(scene: Scene) -> RoundSeats | None:
    seats = get_seats(scene.round)
    if len(seats.entries) < 2:
        return None
    first, second = scene.dice.sample(seats.entries, 2)
    return seats.with_exchanged(first, second)


def is_drawn_around_a_lock(scene: Scene) -> bool:
    tables = [number for number, sides in enumerate(get_seats(scene.round).tables, start=1) if sides]
    table = scene.one_of(tables)
    if table is None:
        return False
    running.lock_table(scene.by, scene.round, table, locked=True)
    running.redraw_others(scene.by, scene.round)
    return True


def is_removed(scene: Scene) -> bool:
    """The draw is removed, and the next attempt takes its place."""
    running.remove_round(scene.by, scene.round, messages.written_right())
    return True


# While a round is played, or after it.


def _ruling(kind: Pairing.Kind, *, at_fault: bool = False, begun: bool = False) -> Callable[[Scene], bool]:
    """Let another result count at a table: one at fault, or nobody; after some play, or as it stands."""

    def happens(scene: Scene) -> bool:
        pairing = scene.some_table()
        if pairing is None or pairing.game is None:
            return False
        if begun:
            enter_totals(scene, pairing.game)
        sides = len(pairing.game.players_per_side)
        rule = RuledResult(
            kind=kind,
            at_fault=scene.dice.randrange(sides) if at_fault else None,
            ruled_points=scene.dice.sample(_RULED, sides) if kind == _Kind.ADJUSTED else (),
            reason=messages.has_to_leave(),
        )
        running.rule_result(scene.by, pairing, rule)
        return True

    return happens


def two_play_on(scene: Scene) -> bool:
    """One of three sides has not come: the two others play, as two."""
    pairing = scene.some_table()
    if pairing is None or pairing.game is None or len(pairing.game.players_per_side) != _THREE_SIDES:
        return False
    if pairing.game.over or pairing.game.deals.exists():
        return False
    away = scene.dice.randrange(_THREE_SIDES)
    rule = RuledResult(kind=_Kind.PLAYED, at_fault=away, reason=messages.has_to_leave())
    running.rule_result(scene.by, pairing, rule)
    return True


def enter_totals(scene: Scene, game: Game) -> None:
    """Enter what a game has come to, where nothing is entered yet."""
    game.refresh_from_db()
    if game.over or game.entered_result is not None:
        return
    totals = [scene.dice.randrange(-200, 9000, 50) for _side in game.players_per_side]
    if scene.dice.randrange(len(_GAME_CHARGES) * 2) == 0:
        totals = [totals[0]] * len(totals)
    result = recording.FinalResult(totals=totals, reason=messages.written_right(), key=scene.stage.key())
    recording.record_result(scene.by, game, result)


def counts_as_played_again(scene: Scene) -> bool:
    """What was ruled is taken back, in any round."""
    ruled = [pairing for pairing in scene.pairings(all_rounds=True) if pairing.kind != _Kind.PLAYED]
    pairing = scene.one_of(ruled)
    if pairing is not None:
        running.restore_played_result(scene.by, pairing, messages.written_right())
    return pairing is not None


def is_ruled_later(scene: Scene) -> bool:
    """A game of any round is lost by a ruling."""
    pairing = scene.some_table(all_rounds=True)
    if pairing is not None:
        rule = RuledResult(kind=_Kind.RULED_LOST, at_fault=0, reason=messages.ruling_stands())
        running.rule_result(scene.by, pairing, rule)
    return pairing is not None


def has_a_substitute(scene: Scene) -> bool:
    pairing, coming = scene.some_table(), scene.coming(1)
    if pairing is None or pairing.game is None or coming is None:
        return False
    seats = Seat.objects.filter(side__game=pairing.game, until_deal=None).select_related("player", "side")
    seat = scene.dice.choice(list(seats.order_by("side__number", "position", "pk")))
    recording.substitute(scene.by, pairing.game, seat.side.number, seat.player, coming[0], scene.stage.key())
    return True


def sat_elsewhere(scene: Scene) -> bool:
    """Two entries have exchanged their places in a published round."""
    seats = _with_two_exchanged(scene)
    return seats is not None and _exchange(scene, seats)


def sat_on_the_other_side(scene: Scene) -> bool:
    seats = get_seats(scene.round)
    at = scene.one_of([at for at, sides in enumerate(seats.tables) if len(sides) == 2])
    if at is None:
        return False
    tables = [*seats.tables[:at], seats.tables[at][::-1], *seats.tables[at + 1 :]]
    return _exchange(scene, RoundSeats(tables=tables, out=seats.out))


def takes_the_place_of_another(scene: Scene) -> bool:
    """Who came late sits where another was to sit, who misses the round."""
    seats, late = get_seats(scene.round), entries_that_may_come(scene.round)
    coming = scene.one_of(late)
    if coming is None:
        return False
    leaving = scene.dice.choice(seats.entries)
    return _exchange(scene, seats.with_exchanged(leaving, coming))


def is_drawn_early(scene: Scene) -> bool:
    """Some tables have ended, and the next round is drawn while the others play."""
    playing = scene.tables_that_play()
    if len(playing) < 2 or scene.round.number == scene.stage.plan.rounds:
        return False
    for pairing in playing[scene.dice.randint(1, len(playing) - 1) :]:
        if pairing.game is not None:
            enter_totals(scene, pairing.game)
    going_on = {
        (pairing.round.number, pairing.table or 0): scene.dice.choice(list(CountsAs))
        for pairing in scene.tables_that_play()
    }
    running.draw_round(scene.by, scene.stage.event, going_on=going_on)
    return True


def _exchange(scene: Scene, seats: RoundSeats) -> bool:
    running.exchange_places(scene.by, scene.round, seats, messages.written_right())
    return True


def is_charged_in_the_game(scene: Scene) -> bool:
    """A penalty or an award in game points, in any round."""
    pairing = scene.one_of(scene.pairings(all_rounds=True))
    if pairing is None or pairing.game is None:
        return False
    charge = recording.Charge(
        side=scene.dice.randrange(len(pairing.game.players_per_side)),
        points=scene.dice.choice(_GAME_CHARGES),
        reason=messages.late_to_the_table(),
        key=scene.stage.key(),
    )
    recording.adjust(scene.by, pairing.game, charge)
    return True


# After a round.


def is_charged_in_the_standings(scene: Scene) -> bool:
    entry = scene.some_entry()
    if entry is None:
        return False
    unit = scene.dice.choice(EventAdjustment.RULED_UNITS)
    amount = scene.dice.choice(_POINTS if unit == EventAdjustment.Unit.POINTS else _DIFFERENCES)
    charge = EventCharge(
        entry=entry.number, unit=unit, amount=amount, reason=messages.phone_rang(), key=scene.stage.key()
    )
    running.adjust_event(scene.by, scene.stage.event, charge)
    return True


def charge_is_cancelled(scene: Scene) -> bool:
    charges = scene.stage.event.adjustments.filter(cancelled_at=None).order_by("pk")
    charged = scene.one_of(list(charges.select_related("tournament__book")))
    if charged is not None:
        running.cancel_event_adjustment(scene.by, charged, messages.phone_was_another())
    return charged is not None


def is_opened_again(scene: Scene) -> bool:
    running.reopen_round(scene.by, scene.round, messages.written_right())
    scene.drawn = running.close_round(scene.by, scene.round)
    return True


def comes_back_with_its_games(scene: Scene) -> bool:
    """The round is removed, and put back as it was."""
    running.remove_round(scene.by, scene.round, messages.written_right())
    scene.drawn = running.put_back_round(scene.by, scene.round, messages.written_right())
    return True


def was_typed_at_another_table(scene: Scene) -> bool:
    """All deals and results of two tables are exchanged, in any rounds."""
    tables = scene.pairings(all_rounds=True)
    if len(tables) < 2:
        return False
    one, other = scene.dice.sample(tables, 2)
    running.move_deals(scene.by, one, other, messages.written_right(), scene.stage.key())
    return True


def was_set_up_wrong(scene: Scene) -> bool:
    """Another scheme, tie-breaks and values hold from the beginning, and everything is counted again."""
    event = scene.round.tournament
    agreement = draw_other_terms(scene.dice, event.ruleset, event.agreement)
    plan = running.EventPlan(
        name=event.name,
        date=event.date,
        ruleset=event.ruleset,
        starts_at=event.starts_at,
        options=event.options,
        agreement=agreement,
    )
    correction = running.SetUpCorrection(plan=plan, reason=messages.written_right(), key=scene.stage.key())
    running.correct_set_up(scene.by, event, correction)
    return True


class Mishap(NamedTuple):
    """What may go wrong. It returns whether there was anything to go wrong with."""

    name: str
    happens: Callable[[Scene], bool]


def _named(*functions: Callable[[Scene], bool]) -> tuple[Mishap, ...]:
    return tuple(Mishap(function.__name__, function) for function in functions)


BEFORE_A_DRAW: Final = _named(
    entry_mishaps.misses_the_round,
    entry_mishaps.comes_late,
    entry_mishaps.cancels,
    entry_mishaps.is_entered_twice,
    entry_mishaps.fills_the_field,
    entry_mishaps.guests_come,
    entry_mishaps.is_put_outside,
    entry_mishaps.goes_home,
    entry_mishaps.comes_back,
    entry_mishaps.was_typed_wrong,
    entry_mishaps.is_handed_over,
    entry_mishaps.draws_lots,
    entry_mishaps.keeps_a_table,
    entry_mishaps.moves_again,
    is_laid_out_anew,
)
BEFORE_IT_IS_PUBLISHED: Final = _named(is_exchanged_in_the_draw, is_drawn_around_a_lock, is_removed)
IN_PLAY: Final = (
    Mishap("did_not_come", _ruling(_Kind.WALKOVER, at_fault=True)),
    Mishap("nobody_came", _ruling(_Kind.BOTH_ABSENT)),
    Mishap("gave_up", _ruling(_Kind.FORFEITED, at_fault=True)),
    Mishap("gave_up_after_some_play", _ruling(_Kind.FORFEITED, at_fault=True, begun=True)),
    Mishap("was_abandoned_by_one", _ruling(_Kind.ABANDONED, at_fault=True, begun=True)),
    Mishap("was_abandoned", _ruling(_Kind.ABANDONED)),
    Mishap("was_broken_off", _ruling(_Kind.BROKEN_OFF)),
    Mishap("was_broken_off_after_some_play", _ruling(_Kind.BROKEN_OFF, begun=True)),
    Mishap("was_adjusted", _ruling(_Kind.ADJUSTED)),
    Mishap("was_ruled_lost", _ruling(_Kind.RULED_LOST, at_fault=True, begun=True)),
    Mishap("counts_nothing", _ruling(_Kind.VOID)),
    *_named(
        entry_mishaps.goes_home,
        entry_mishaps.comes_back,
        has_a_substitute,
        sat_elsewhere,
        sat_on_the_other_side,
        takes_the_place_of_another,
        is_charged_in_the_game,
        two_play_on,
    ),
)
# After all others: the tables that play then are those at which nothing has happened.
EARLY: Final = _named(is_drawn_early)
AFTERWARDS: Final = _named(
    is_charged_in_the_standings,
    charge_is_cancelled,
    is_charged_in_the_game,
    is_ruled_later,
    counts_as_played_again,
    sat_on_the_other_side,
    is_opened_again,
    comes_back_with_its_games,
    was_typed_at_another_table,
    was_set_up_wrong,
)
ALL_MISHAPS: Final = (*BEFORE_A_DRAW, *BEFORE_IT_IS_PUBLISHED, *IN_PLAY, *EARLY, *AFTERWARDS)
