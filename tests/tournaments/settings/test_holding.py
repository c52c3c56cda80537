"""Settings changed after rounds were closed: no place that was shown is ever counted by another agreement."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any, Final
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction

from scoring import recording
from tests.builders import a_player
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.agreement import (
    Counting,
    EntriesUntil,
    EventAgreement,
    LevelGame,
    Licences,
    Phase,
    PlacesBy,
    WithdrawalRule,
)
from tournaments.core.clock import ClockEnd
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.knock_out import KNOCK_OUT
from tournaments.core.movements.swiss import SWISS
from tournaments.core.results import MissedValue, SitOutValue, Substitutes
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_table import VP_TABLE
from tournaments.models import Pairing, Round, Tournament
from tournaments.running import RuledResult
from tournaments.running.frozen_settings import get_frozen_settings

pytestmark = pytest.mark.django_db
Kind = Pairing.Kind

# Every setting, as it is not in the events below.
OTHERWISE: Final[dict[str, Any]] = {
    "phases": (Phase(movement=SWISS, rounds=9),),
    "players": 1,
    "sides": 3,
    "deals": 3,
    "clubs_apart": True,
    "apart": ((1, 2),),
    "wished": ((1, 3),),
    "large_tables": True,
    "places_by": PlacesBy.SEED,
    "strength": (3, 1),
    "phantom_sits": True,
    "phantom_table": 2,
    "best_of": 3,
    "level_game": LevelGame.HIGHER_PLACE,
    "scheme": TOTAL,
    "bands": (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
    "place_points": (5, 2, 0),
    "cap": 9000,
    "bound": 3000,
    "handicap": 75,
    "handicap_points": 300,
    "handicap_most": 700,
    "last_of_two": False,
    "walkover_shared": False,
    "two_play_on": True,
    "chain": ("own_points",),
    "walkover_margin": 1,
    "walkover_percent": 10,
    "sit_out": SitOutValue.WINNERS_AVERAGE,
    "sit_out_points": 70,
    "sit_out_difference": 9999,
    "sit_out_percent": 10,
    "missed": MissedValue.SIT_OUT,
    "missed_times": 0,
    "missed_last": True,
    "missed_walkover": True,
    "entries_until": EntriesUntil.LAST_DRAW,
    "licences": Licences.NEEDED,
    "who_leaves": WithdrawalRule.STAND,
    "substitutes": Substitutes.HALF,
    "substitute_percent": 20,
    "late_minutes": 1,
    "correction_minutes": 60,
    "clock_minutes": 50,
    "clock_more": 5,
    "clock_by_table": True,
    "clock_end": ClockEnd.ANNUL,
    "clock_late": 5,
    "clock_gives": False,
    "clock_forecast": True,
    "official_at_noon": True,
    "hidden": True,
    "hall_names": False,
    "counting": Counting.SIGNED,
    "written_on": "paper",
    "approval": "own_phone",
    "corrections": "by_consent",
    "protocols": "both",
    "signers": "one",
    "director_signs": True,
    "second_entry": True,
}
MISSED: Final = {"missed", "missed_times", "missed_last", "missed_walkover"}
# What can be changed at any time: no place follows from it.
FREE: Final = {
    *(
        "clubs_apart",
        "apart",
        "wished",
        "large_tables",
        *("places_by", "strength", "phantom_sits", "phantom_table", "best_of", "level_game"),
        "entries_until",
        "licences",
        "late_minutes",
        "correction_minutes",
        "clock_minutes",
        "clock_more",
        "clock_by_table",
        "clock_end",
        "clock_late",
        "clock_gives",
        "clock_forecast",
        "official_at_noon",
        "hidden",
        "hall_names",
    ),
    *("written_on", "approval", "corrections", "protocols", "signers", "director_signs"),
    "second_entry",
    "two_play_on",
}


def with_all_kinds_of_results() -> Played:
    """Two closed rounds of Swiss with a walkover, a sit-out, a late entry and one that has withdrawn."""
    event = Played(agreed(SWISS, rounds=4, sit_out=SitOutValue.FIXED))
    event.enter(9)
    first = event.publish()
    missing = first.pairings.get(table=1)
    running.rule_result(event.by, missing, RuledResult(kind=Kind.WALKOVER, at_fault=0, reason="did not come"))
    event.play(first)
    event.close(first)
    running.enter_pairs(event.by, event.event, [event.players(), event.players()])
    second = event.publish()
    event.play(second)
    event.close(second)
    running.withdraw(event.by, event.entry(4), "ill")
    return event


def with_a_substitute() -> Played:
    """A closed round in which a substitute has won."""
    event = Played(agreed(SWISS, rounds=2, substitutes=Substitutes.CAPPED, scheme=VP_TABLE))
    event.enter(4)
    drawn = event.publish()
    game, other = event.games(drawn)
    sits = game.sides.get(number=0).seats.get(position=0).player
    recording.substitute(event.by, game, 0, sits, a_player(club=event.club), uuid4())
    event.totals(game, 9000, 4000)
    event.totals(other, 5000, 4000)
    event.close(drawn)
    return event


def of_each_against_each() -> Played:
    """A round robin that an entry has left with under half of its games: it is struck out."""
    event = Played(agreed(ROUND_ROBIN, rounds=5))
    event.enter(6)
    event.round()
    running.withdraw(event.by, event.entry(3), "ill")
    return event


def plainly_played() -> Played:
    """A closed round in which everybody was there and has played."""
    event = Played(agreed(SWISS, rounds=4))
    event.enter(4)
    event.round()
    return event


@contextmanager
def taken_back() -> Iterator[None]:
    """What happens inside has not happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def are_as_kept(event: Played) -> bool:
    """The places after each closed round are those that follow from what is agreed now."""
    closed = event.event.rounds.filter(state=Round.State.CLOSED)
    return all(event.kept(one) == event.counted(one.number) for one in closed)


def is_refused(event: Played, setting: str) -> bool:
    """Whether nobody may change it now; where somebody may, the places that were kept are still right."""
    wanted = replace(event.fresh.agreement, **{setting: OTHERWISE[setting]})
    plan = running.EventPlan(name="Spring", date=event.event.date, ruleset="samba", agreement=wanted)
    with taken_back():
        try:
            running.change_event(event.by, event.event, plan)
        except ValidationError as refusal:
            return setting in refusal.error_dict
        assert event.fresh.agreement == wanted
        assert are_as_kept(event), f"{setting} moves places"
        return False


def test_every_setting_is_tried() -> None:
    assert OTHERWISE.keys() == {one.name for one in fields(EventAgreement)}


@pytest.mark.parametrize(
    ("played", "free"),
    [
        (with_all_kinds_of_results, FREE | {"phases", "who_leaves"}),
        (of_each_against_each, FREE - {"clubs_apart", "apart", "wished"}),
        (with_a_substitute, FREE | {"phases", "who_leaves", *MISSED}),
        (plainly_played, FREE | {"phases", "who_leaves", *MISSED}),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_of_what_is_changed_after_a_closed_round_nothing_moves_a_place(played: Any, free: set[str]) -> None:
    event: Played = played()
    assert are_as_kept(event)
    changed = {setting for setting in OTHERWISE if not is_refused(event, setting)}
    assert changed >= free
    # What nobody has needed in these rounds may be changed too: it is right by the check inside.
    assert changed <= free | NOT_NEEDED[played.__name__]


SIT_OUTS: Final = {"sit_out", "sit_out_points", "sit_out_difference", "sit_out_percent"}
SUBSTITUTED: Final = {"substitutes", "substitute_percent"}
WALKOVERS: Final = {"walkover_margin", "walkover_percent", "walkover_shared"}
NOT_NEEDED: Final[dict[str, set[str]]] = {
    "with_all_kinds_of_results": SUBSTITUTED,
    "with_a_substitute": SIT_OUTS | WALKOVERS,
    "of_each_against_each": SIT_OUTS | WALKOVERS | SUBSTITUTED | MISSED,
    "plainly_played": SIT_OUTS | WALKOVERS | SUBSTITUTED,
}


@pytest.mark.parametrize(
    ("played", "setting"),
    [
        *(
            (with_all_kinds_of_results, one)
            for one in ("scheme", "chain", "walkover_margin", "sit_out_points")
        ),
        (with_all_kinds_of_results, "missed"),
        (with_a_substitute, "substitutes"),
        (with_a_substitute, "substitute_percent"),
        (of_each_against_each, "who_leaves"),
        (of_each_against_each, "phases"),
    ],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_what_is_held_fast_would_have_moved_places(played: Any, setting: str) -> None:
    event: Played = played()
    assert is_refused(event, setting)
    wanted = replace(event.fresh.agreement, **{setting: OTHERWISE[setting]})
    Tournament.objects.filter(pk=event.event.pk).update(settings=wanted.data())
    assert not are_as_kept(event)


def test_half_of_the_rounds_stays_so_many_while_a_substitute_has_sat() -> None:
    event = with_a_substitute()
    halved = replace(event.fresh.agreement, substitutes=Substitutes.HALF)
    Tournament.objects.filter(pk=event.event.pk).update(settings=halved.data())
    plan = running.EventPlan(name="Spring", date=event.event.date, ruleset="samba", agreement=halved)
    running.change_event(event.by, event.event, replace(plan, agreement=halved.with_rounds(3)))
    with pytest.raises(ValidationError, match="half of the rounds"):
        running.change_event(event.by, event.event, replace(plan, agreement=halved.with_rounds(4)))


def test_who_goes_on_in_a_knock_out_is_decided_by_what_was_agreed_before_its_first_round() -> None:
    event = Played(agreed(KNOCK_OUT, rounds=3))
    event.enter(5)
    decided = {"best_of", "level_game"}
    assert decided.isdisjoint(get_frozen_settings(event.fresh))
    event.publish()
    assert decided <= get_frozen_settings(event.fresh).keys()
