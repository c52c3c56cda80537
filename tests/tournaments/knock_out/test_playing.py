"""Whole knock-outs through the verbs."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.books.refusals import NotNow
from scoring import recording
from scoring.recording import InvalidDeal
from tests.scoring.support.played import a_column, a_deal
from tests.tournaments.knock_out.support import KnockOut, a_knock_out
from tournaments import running
from tournaments.agreement.agreement import EntriesUntil, LevelGame
from tournaments.core.movements.knock_out import KNOCK_OUT_SECOND, KNOCK_OUT_THIRD
from tournaments.core.played_rounds import RoundFault
from tournaments.models import Pairing, Round
from tournaments.play import audit

pytestmark = pytest.mark.django_db


def faults(played: KnockOut) -> list[RoundFault]:
    checks = audit.check_event_draws(played.fresh)
    assert all(check.repeats for check in checks)
    return [fault for check in checks for fault in check.faults]


def test_the_best_places_have_no_game_in_the_first_round_and_nobody_sits_out() -> None:
    played = a_knock_out(6)

    first = played.play_round()

    assert played.meetings(first) == [(4, 5), (3, 6)]
    assert not Pairing.objects.filter(round=first, kind=Pairing.Kind.SIT_OUT).exists()
    assert played.fresh.agreement.rounds == 3
    assert played.meetings(played.play_round()) == [(1, 4), (2, 3)]
    assert played.meetings(played.play_round()) == [(1, 2)]
    assert played.places == [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (5, 6)]
    assert faults(played) == []
    with pytest.raises(NotNow, match="show the results"):
        played.draw()
    assert running.show_results(played.by, played.fresh).state == "preliminary"


def test_those_who_lose_in_a_semi_final_play_for_the_third_place() -> None:
    played = a_knock_out(5, KNOCK_OUT_THIRD)

    assert played.play_to_the_end() == [[(4, 5)], [(1, 4), (2, 3)], [(1, 2), (3, 4)]]
    assert played.places == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]
    assert faults(played) == []


def test_nobody_is_out_who_has_lost_once_where_there_is_a_second_chance() -> None:
    played = a_knock_out(4, KNOCK_OUT_SECOND)

    played.play_round()
    assert played.meetings(played.play_round(3)) == [(1, 2), (3, 4)]
    assert played.meetings(played.play_round(3)) == [(2, 3)]
    assert played.meetings(played.play_round(3)) == [(1, 3)]
    assert played.fresh.agreement.rounds == 5
    assert played.meetings(played.play_round(3)) == [(1, 3)]
    assert played.places == [(1, 3), (2, 1), (3, 2), (4, 4)]
    assert faults(played) == []


def test_who_has_won_two_of_three_games_goes_on_and_the_others_rest() -> None:
    played = a_knock_out(4, best_of=3)

    assert played.meetings(played.play_round()) == [(1, 4), (2, 3)]
    assert played.meetings(played.play_round(4)) == [(1, 4), (2, 3)]
    assert played.meetings(played.play_round()) == [(1, 4)]
    assert played.play_to_the_end() == [[(1, 2)], [(1, 2)]]
    assert played.fresh.agreement.rounds == 5
    assert faults(played) == []


def test_an_entry_that_withdraws_lets_its_opponent_go_on_without_a_game() -> None:
    played = a_knock_out(8)
    played.play_round()
    running.withdraw(played.by, played.entry(4), "ill")

    assert played.meetings(played.play_round()) == [(2, 3)]
    assert played.meetings(played.play_round(2)) == [(1, 2)]
    assert played.places[:4] == [(1, 2), (2, 1), (3, 3), (3, 4)]
    assert faults(played) == []


def test_an_entry_that_leaves_a_game_has_lost_it_and_one_that_comes_back_is_still_in_elsewhere() -> None:
    played = a_knock_out(4)
    first = played.publish()
    running.withdraw(played.by, played.entry(1), "ill")
    played.win(first)
    played.close(first)
    assert played.meetings(played.play_round()) == [(2, 4)]

    other = a_knock_out(5)
    other.publish()
    running.withdraw(other.by, other.entry(1), "ill")
    running.bring_back(other.by, other.entry(1))
    last = other.fresh.rounds.get()
    other.win(last)
    other.close(last)
    assert other.meetings(other.play_round()) == [(1, 4), (2, 3)]


def test_a_late_entry_takes_the_place_of_a_bye_whose_owner_has_not_played_and_no_more_come_than_that() -> (
    None
):
    played = a_knock_out(6, entries_until=EntriesUntil.FIRST_ROUND)
    first = played.publish()
    (late,) = played.enter(1)
    assert late.number == 7
    played.enter(1)
    with pytest.raises(NotNow):
        played.enter(1)
    played.win(first)
    played.close(first)

    second = played.publish()

    assert played.meetings(second) == [(1, 8), (2, 7)]
    played.win(second, 7)
    played.close(second)
    assert played.meetings(played.play_round()) == [(1, 4), (3, 7)]
    assert faults(played) == []


def test_a_full_bracket_takes_no_late_entry() -> None:
    played = a_knock_out(4)
    played.publish()

    with pytest.raises(NotNow):
        played.enter(1)


def test_after_a_level_game_somebody_has_to_say_who_won_the_extra_deal() -> None:
    played = a_knock_out(4)
    first = played.publish()
    played.win(first, level=(1, 4))
    played.close(first)

    with pytest.raises(NotNow, match="level"):
        played.draw()
    pairing = played.pairing(first, 1, 4)
    number = running.decide_level_game(played.by, pairing, running.LevelDecision(4, "320 to 180"))
    with pytest.raises(NotNow):
        running.decide_level_game(played.by, pairing, running.LevelDecision(1))
    assert played.meetings(played.draw()) == [(2, 4)]
    running.remove_round(played.by, played.fresh.rounds.get(state=Round.State.DRAWN))
    running.withdraw_decider(played.by, played.fresh, number)
    with pytest.raises(NotNow, match="level"):
        played.draw()
    running.bring_decider_back(played.by, played.fresh, number)
    assert played.meetings(played.play_round()) == [(2, 4)]
    assert faults(played) == []


def test_after_a_level_game_the_better_place_goes_on_where_that_was_agreed() -> None:
    played = a_knock_out(4, level_game=LevelGame.HIGHER_PLACE)
    first = played.publish()
    played.win(first, level=(2, 3))
    played.close(first)

    assert played.meetings(played.play_round()) == [(1, 2)]


# Over a number of deals.


def over_deals(entries: int = 4, **fields: Any) -> KnockOut:
    return a_knock_out(entries, deals=2, walkover_margin=2000, **fields)


def record(played: KnockOut, pairing: Pairing, number: int, **points: int) -> None:
    """Record a deal in which each of the two melds so many points: `one=` of the better place."""
    assert pairing.game is not None
    better = pairing.entered.get(side=0).entry.number < pairing.entered.get(side=1).entry.number
    melds = (points["one"], points["other"]) if better else (points["other"], points["one"])
    body: dict[str, Any] = {"ended": "stock", "hands": [a_column(meld_points=own) for own in melds]}
    recording.record_deal(played.by, pairing.game, a_deal(number, body))
    pairing.game.refresh_from_db()


def test_over_a_number_of_deals_who_leads_after_the_last_one_goes_on() -> None:
    played = over_deals()
    first = played.publish()
    one, other = played.pairing(first, 1, 4), played.pairing(first, 2, 3)
    for pairing in (one, other):
        record(played, pairing, 1, one=300, other=500)
        assert pairing.game is not None
        assert not pairing.game.over
    # Who leads before the last deal has won nothing yet.
    assert played.bracket.board.out == {}
    with pytest.raises(NotNow):
        played.close(first)
    record(played, one, 2, one=500, other=200)
    record(played, other, 2, one=100, other=200)
    for pairing in (one, other):
        assert pairing.game is not None
        assert pairing.game.over
        with pytest.raises((NotNow, InvalidDeal)):
            record(played, pairing, 3, one=900, other=100)
    played.close(first)

    second = played.publish()

    assert played.meetings(second) == [(1, 3)]
    final = played.pairing(second, 1, 3)
    record(played, final, 1, one=0, other=100)
    record(played, final, 2, one=0, other=0)
    played.close(second)
    assert played.places == [(1, 3), (2, 1), (3, 2), (3, 4)]
    assert faults(played) == []


def test_level_after_the_last_deal_an_extra_deal_says_who_goes_on_and_counts_for_nothing_else() -> None:
    played = over_deals()
    first = played.publish()
    level, other = played.pairing(first, 1, 4), played.pairing(first, 2, 3)
    record(played, level, 1, one=300, other=500)
    record(played, level, 2, one=400, other=200)
    for number in (1, 2):
        record(played, other, number, one=500, other=100)
    assert level.game is not None
    assert (level.game.over, level.game.winner, level.game.is_draw) == (True, None, True)
    played.close(first)
    before = {entry: difference for _place, entry, _points, difference in played.counted()}
    with pytest.raises(NotNow, match="level"):
        played.draw()
    with pytest.raises(ValidationError):
        running.decide_level_game(played.by, level, running.LevelDecision(2))

    running.decide_level_game(played.by, level, running.LevelDecision(4, "320 to 180"))

    second = played.publish()
    assert played.meetings(second) == [(2, 4)]
    assert {entry: difference for _place, entry, _points, difference in played.counted()} == before
    assert before[1] == before[4] == 0
    final = played.pairing(second, 2, 4)
    # The final is level too, and has an extra deal of its own.
    for number in (1, 2):
        record(played, final, number, one=100, other=100)
    played.close(second)
    with pytest.raises(NotNow, match="level"):
        played.draw()
    running.decide_level_game(played.by, final, running.LevelDecision(2))
    assert played.places == [(1, 2), (2, 4), (3, 1), (3, 3)]
    assert faults(played) == []


def test_level_after_the_last_deal_the_better_place_goes_on_where_that_was_agreed() -> None:
    played = over_deals(level_game=LevelGame.HIGHER_PLACE)
    first = played.publish()
    for pairing in (played.pairing(first, 1, 4), played.pairing(first, 2, 3)):
        for number in (1, 2):
            record(played, pairing, number, one=100, other=100)
    played.close(first)

    assert played.meetings(played.publish()) == [(1, 2)]


def test_a_ruling_says_who_goes_on_and_a_game_that_counts_nothing_is_played_again() -> None:
    played = a_knock_out(4)
    first = played.publish()
    played.win(first)
    ruled = running.RuledResult(kind=Pairing.Kind.RULED_LOST, reason="002 § 15C", at_fault=0)
    pairing = played.pairing(first, 1, 4)
    running.rule_result(played.by, pairing, ruled)
    void = running.RuledResult(kind=Pairing.Kind.VOID, reason="wrong cards")
    running.rule_result(played.by, played.pairing(first, 2, 3), void)
    played.close(first)
    loser = pairing.entered.get(side=0).entry.number

    assert played.meetings(played.play_round()) == [(2, 3)]
    assert played.meetings(played.play_round()) == [(2, 5 - loser)]
    assert faults(played) == []


def test_who_was_in_a_published_round_stays_in_when_an_earlier_result_is_put_right() -> None:
    played = a_knock_out(4)
    first = played.play_round()
    second = played.publish()
    ruled = running.RuledResult(kind=Pairing.Kind.FORFEITED, reason="read wrong", at_fault=0)
    pairing = played.pairing(first, 1, 4)
    if pairing.entered.get(side=0).entry.number == 4:
        ruled = running.RuledResult(kind=Pairing.Kind.FORFEITED, reason="read wrong", at_fault=1)
    running.rule_result(played.by, pairing, ruled)
    played.win(second)
    played.close(second)

    assert played.places == [(1, 1), (2, 2), (3, 3), (3, 4)]


def test_the_next_round_is_drawn_around_a_table_that_still_plays() -> None:
    played = a_knock_out(8)
    first = played.publish()
    for game in played.games(first)[1:]:
        played.totals(game, 5000, 3000)
    from tournaments.core.drawing.proposal import CountsAs

    second = running.draw_round(played.by, played.fresh, going_on={(1, 1): CountsAs.AS_IT_STANDS})

    assert len(played.meetings(second)) == 1
    assert faults(played) == []


def test_the_draw_of_lots_says_the_places_and_can_be_repeated() -> None:
    from tournaments.agreement.agreement import PlacesBy

    played = a_knock_out(9, places_by=PlacesBy.SEED)

    played.play_round()

    assert sorted(played.bracket.seeds) == list(range(1, 10))
    assert faults(played) == []


def test_a_round_that_is_removed_leaves_the_bracket_as_it_was() -> None:
    played = a_knock_out(8)
    played.play_round()
    before = played.places
    second = played.publish()
    running.remove_round(played.by, second, "power cut")

    assert played.places == before
    assert played.meetings(played.play_round()) == [(1, 4), (2, 3)]


def test_what_is_kept_of_a_closed_round_is_what_is_counted() -> None:
    played = a_knock_out(7, KNOCK_OUT_SECOND)
    for _round in range(3):
        drawn = played.play_round()
        assert [row[:2] for row in played.kept(drawn)] == played.places
