"""Knock-outs in which anything happens: one is left, and what is stored is what is counted."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubs.books.refusals import Refusal
from tests.conftest import LONG
from tests.tournaments.knock_out.support import KnockOut, a_knock_out
from tournaments import running
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.knock_out import KNOCK_OUT, KNOCK_OUT_SECOND, KNOCK_OUT_THIRD
from tournaments.models import Entry, Pairing, Round
from tournaments.play import audit, event_record
from tournaments.play.brackets import find_level_tables
from tournaments.running import recheck

pytestmark = pytest.mark.django_db

MOVEMENTS = (KNOCK_OUT, KNOCK_OUT_THIRD, KNOCK_OUT_SECOND)
EXAMPLES = settings(
    max_examples=30 if LONG else 3, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
_Kind = Pairing.Kind


class RandomKnockOuts(TestCase):
    @EXAMPLES
    @given(
        movement=st.sampled_from(MOVEMENTS),
        size=st.integers(2, 20 if LONG else 7),
        best_of=st.sampled_from((1, 1, 3)),
        seed=st.integers(0, 99_999),
    )
    def test_one_is_left_whatever_happens(
        self, movement: Movement, size: int, best_of: int, seed: int
    ) -> None:
        dice = Random(seed)
        played = a_knock_out(size, movement, best_of=best_of)

        for _round in range(60):
            if not play_round(played, dice):
                break

        event = played.fresh
        assert event.agreement.rounds == event.rounds.filter(state=Round.State.CLOSED).count()
        assert running.show_results(played.by, event).state == "preliminary"
        places = [place for place, _entry in played.places]
        assert places == sorted(places)
        assert places[0] == 1
        assert recheck.differences_in(event) == []
        checks = audit.check_event_draws(event)
        assert all(check.repeats for check in checks)
        assert [fault for check in checks for fault in check.faults] == []


def play_round(played: KnockOut, dice: Random) -> bool:
    """Play a round in which things go wrong; False where nothing is left to play."""
    try:
        drawn = played.publish()
    except Refusal:
        return False
    happen(played, drawn, dice)
    for game in played.games(drawn):
        game.refresh_from_db()
        if not game.over and not game.other_result:
            played.totals(game, *dice.choice(((5000, 3000), (3000, 5000), (5000, 4995), (5000, 5000))))
    played.close(drawn)
    for level in find_level_tables(event_record.load_event(played.fresh)):
        pairing = played.pairing(played.fresh.rounds.get(number=level.round), *level.entries)
        running.decide_level_game(played.by, pairing, running.LevelDecision(dice.choice(level.entries)))
    return True


def happen(played: KnockOut, drawn: Round, dice: Random) -> None:
    if dice.random() < 0.2:
        staying = played.fresh.entries.exclude(state=Entry.State.WITHDRAWN)
        entry = dice.choice(list(staying.select_related("tournament__book")))
        running.withdraw(played.by, entry, "ill")
    if dice.random() < 0.2:
        try:
            played.enter(1)
        except Refusal:
            assert drawn.number >= 1
    pairings = list(
        drawn.pairings.filter(kind=_Kind.PLAYED).select_related("round__tournament__book", "game")
    )
    if pairings and dice.random() < 0.3:
        kind = dice.choice((_Kind.WALKOVER, _Kind.FORFEITED, _Kind.RULED_LOST, _Kind.VOID, _Kind.BOTH_ABSENT))
        at_fault = dice.randrange(2) if kind not in (_Kind.VOID, _Kind.BOTH_ABSENT) else None
        running.rule_result(
            played.by,
            dice.choice(pairings),
            running.RuledResult(kind=kind, reason="as it was", at_fault=at_fault),
        )
