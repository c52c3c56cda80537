"""Games: openings, when one is over, extra deals, settlements, early ends, and the fold of deals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring import rulesets
from scoring.core.deal_sheet import DealSheet
from scoring.core.game import (
    GameResult,
    GameSoFar,
    evaluate_game,
    rescore_deals,
)
from scoring.core.game_state import (
    ONGOING,
    EarlyEnd,
    GameEnd,
    GameState,
    apply_adjustments,
    end_at_deal_limit,
    end_early,
    next_openings,
    openings_for,
    point_leads,
    sheet_openings,
    state_after,
    three_sided_settlement,
)
from scoring.core.house_rules import with_options, without_target
from scoring.core.pipeline import evaluate_sheet
from scoring.core.ruleset import Settlement
from scoring.core.score import DealScore
from scoring.core.vocabulary import EMPTY_HAND, DealEnding
from tests.scoring.core.written_deals import deal, hand, sheet_of, tally
from tests.scoring.support.simulated import game

LONG = "AAAKKKQQQJJJTT99"


def after(slug: str, totals: tuple[int, ...], **fields: Any) -> GameState:
    """Return the state of a game after a deal that led to these totals."""
    hands = fields.pop("hands", (EMPTY_HAND,) * len(totals))
    before = fields.pop("before", (0,) * len(totals))
    sheet = DealSheet(game(slug), DealEnding.CLOCK, hands, (1,) * len(totals), before, **fields)
    return state_after(sheet, totals)


def over(winner: int | None, **fields: Any) -> GameState:
    return GameState(over=True, winner=winner, draw=winner is None, **fields)


@pytest.mark.parametrize("slug", ["samba", "sambola", "danish"])
def test_a_game_is_over_when_a_side_has_reached_the_target(slug: str) -> None:
    assert after(slug, (9995, 9995)) == ONGOING
    assert after(slug, (10_000, 9995)) == over(0)
    assert after(slug, (10_000, 10_005)) == over(1)
    assert after(slug, (10_000, 10_000)) == over(None)


def test_each_game_has_its_own_target() -> None:
    assert after("classic", (4995, 0)) == ONGOING
    assert after("classic", (5000, 0)) == over(0)
    assert after("royal", (17_995, 0)) == ONGOING
    assert after("royal", (18_000, 0)) == over(0)
    assert after("sitoumussamba", (19_995, 0)) == ONGOING
    assert after("sitoumussamba", (20_000, 20_000)) == over(None)


def test_a_shared_top_is_played_out_in_royal_by_those_who_share_it() -> None:
    assert after("royal", (18_000, 18_000)) == GameState(extra_deal=(0, 1))
    assert after("royal", (18_000, 17_000, 18_000)) == GameState(extra_deal=(0, 2))
    assert after("royal", (17_000, 17_000)) == ONGOING


def test_the_higher_of_those_who_played_the_extra_deal_has_won() -> None:
    tied = {"before": (18_000, 17_900, 18_000), "hands": (EMPTY_HAND, None, EMPTY_HAND)}
    assert after("royal", (17_500, 17_900, 17_400), **tied) == over(0)
    assert after("royal", (17_500, 17_900, 17_500), **tied) == GameState(extra_deal=(0, 2))
    assert after("royal", (17_500, 17_600), before=(18_000, 18_000)) == over(1)
    assert after("royal", (17_500, 17_600), before=(17_000, 17_000), extra_deal=True) == over(1)


@pytest.mark.parametrize(
    ("totals", "pairwise", "winner_only"),
    [
        ((10_000, 7000, 4000), (9000, 0, -9000), (9000, -3000, -6000)),
        ((4000, 10_000, 7000), (-9000, 9000, 0), (-6000, 9000, -3000)),
        ((10_000, 10_000, 4000), (6000, 6000, -12_000), (6000, 6000, -12_000)),
        ((10_000, 4000, 4000), (12_000, -6000, -6000), (12_000, -6000, -6000)),
        ((10_000, 10_000, 10_000), (0, 0, 0), (0, 0, 0)),
        ((10_000, -500, 0), (20_500, -11_000, -9500), (20_500, -10_500, -10_000)),
    ],
)
def test_three_sides_settle_a_game(
    totals: tuple[int, ...], pairwise: tuple[int, ...], winner_only: tuple[int, ...]
) -> None:
    samba = game("samba")
    other = with_options(samba, (("settlement", "winner_only"),))
    assert three_sided_settlement(samba, totals) == pairwise
    assert three_sided_settlement(other, totals) == winner_only
    assert sum(pairwise) == sum(winner_only) == 0


def test_three_sides_settle_an_extra_deal_too_where_a_game_has_both() -> None:
    both = replace(game("royal"), settlement=Settlement.PAIRWISE)
    sheet = DealSheet(both, DealEnding.CLOCK, (EMPTY_HAND, None, EMPTY_HAND), (1, 1, 1), (18_000, 0, 18_000))
    assert state_after(sheet, (17_900, 0, 17_800)) == over(0, settlement=(18_000, -35_700, 17_700))


def test_a_danish_side_that_opens_with_a_canasta_needs_no_more_when_nothing_was_withdrawn() -> None:
    sheet = sheet_of(deal("danish", hand(), hand(), before=[6000, 0], opening_raises=[0, 0]))
    assert sheet_openings(sheet) == ("canasta", 50)


def test_only_three_sides_of_samba_settle_and_only_at_the_end() -> None:
    assert three_sided_settlement(game("samba"), (10_000, 0)) is None
    assert three_sided_settlement(game("royal"), (18_000, 0, 0)) is None
    assert after("samba", (9000, 0, 0)).settlement is None
    assert after("samba", (10_000, 0, 0)).settlement == (20_000, -10_000, -10_000)


def test_nobody_opens_after_the_end_and_only_the_tied_in_an_extra_deal() -> None:
    royal = game("royal")
    assert next_openings(royal, (100, -5), ONGOING) == (50, 15)
    assert next_openings(royal, (18_000, 5), over(0)) == (None, None)
    assert next_openings(royal, (18_000, 5, 18_000), GameState(extra_deal=(0, 2))) == (150, None, 150)
    assert openings_for(game("danish"), (6000, -5)) == ("canasta", 50)


# Penalties and awards of a whole game.


@pytest.mark.parametrize(
    ("totals", "adjustments", "winner"),
    [
        ((10_000, 9900), (0, 0), 0),
        ((10_000, 9900), (0, 50), 0),
        ((10_000, 9900), (-200, 0), 1),
        ((10_000, 9900), (0, 100), None),
        ((10_000, 9900, 9000), (-100, 0, 1000), 2),
        ((10_000, 9900, 9000), (-100, 0, 900), None),
    ],
)
def test_adjustments_of_a_game_decide_who_has_won_it(
    totals: tuple[int, ...], adjustments: tuple[int, ...], winner: int | None
) -> None:
    assert apply_adjustments(totals, adjustments, over(0)) == over(winner)


def test_adjustments_may_decide_a_drawn_game_and_leave_its_settlement_alone() -> None:
    drawn = over(None, settlement=(6000, 6000, -12_000))
    assert apply_adjustments((10_000, 10_000, 4000), (0, 0, 0), drawn) is drawn
    assert apply_adjustments((10_000, 10_000, 4000), (-50, 0, 0), drawn) == over(
        1, settlement=drawn.settlement
    )


def test_adjustments_never_end_a_game_nor_an_extra_deal() -> None:
    for state in (ONGOING, GameState(extra_deal=(0, 1))):
        assert apply_adjustments((9900, 9900), (500, 0), state) is state


# Early ends.

TOTALS = (3000, 5000, 4000)


@pytest.mark.parametrize(
    ("kind", "side", "winner"),
    [("time", None, 1), ("forfeit", 1, 2), ("forfeit", 0, 1), ("stopped", 1, 2), ("stopped", 2, 1)],
)
def test_who_wins_a_game_that_ends_early(kind: str, side: int | None, winner: int) -> None:
    state = end_early(game("royal"), TOTALS, EarlyEnd(GameEnd(kind), side))
    assert state == over(winner)


def test_equal_totals_at_the_end_of_the_time_are_a_draw() -> None:
    assert end_early(game("danish"), (100, 100), EarlyEnd(GameEnd.TIME)) == over(None)


def test_a_forfeit_of_sitoumussamba_credits_the_others_with_8000() -> None:
    """24A: in addition to the total, not in it."""
    rules, totals = game("sitoumussamba"), (5000, 0)
    assert end_early(rules, totals, EarlyEnd(GameEnd.FORFEIT, 0)) == over(1, credit=(0, 8000))
    assert end_early(rules, totals, EarlyEnd(GameEnd.STOPPED, 0)) == over(1)
    assert end_early(game("danish"), totals, EarlyEnd(GameEnd.FORFEIT, 0)) == over(1)


# The fold.

EVENING = [
    deal("samba", tally(500, 20, samba=1, natural=1), tally(60, 100)),
    deal("samba", tally(300, 100, natural=1), tally(600, 50, samba=2)),
]


def entered(*deals: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A game of these deals, without what the game knows itself."""
    kept = [{key: value for key, value in each.items() if key != "ruleset"} for each in deals]
    return {"ruleset": "samba", "deals": kept, **fields}


def state_of(played: GameResult) -> GameState:
    assert played.game is not None
    return played.game.state


def test_each_deal_begins_with_what_those_before_it_have_led_to() -> None:
    played = evaluate_game(entered(*EVENING), rulesets.find)
    assert played.ok
    assert played.game is not None
    first, second = (deal.score for deal in played.deals)
    assert first is not None
    assert second is not None
    assert [side.after for side in first.sides] == [2480, -40]
    assert [side.opening for side in second.sides] == [90, 15]
    assert played.game.totals == (2480 + 700, -40 + 3550)
    assert played.game.openings == (120, 120)


def test_a_deal_with_errors_leaves_the_totals_and_the_fold_goes_on() -> None:
    wrong = deal("samba", hand("KK"), hand())
    played = evaluate_game(entered(EVENING[0], wrong, EVENING[1]), rulesets.find)
    assert not played.ok
    assert [deal.score is None for deal in played.deals] == [False, True, False]
    assert played.game == evaluate_game(entered(*EVENING), rulesets.find).game


@pytest.mark.parametrize(
    ("data", "fields"),
    [
        ([], ["not_a_game"]),
        ("samba", ["not_a_game"]),
        ({"deals": []}, ["bad_value ruleset"]),
        ({"ruleset": "samba"}, ["bad_value deals"]),
        ({"ruleset": "samba", "deals": {}}, ["bad_value deals"]),
        ({"ruleset": "bridge", "deals": []}, ["unknown_ruleset ruleset"]),
        (entered(options={"jokers": 6}), ["unknown_option options.jokers"]),
        (entered(players=[5, 5]), ["bad_players players"]),
        (entered(player=1), ["bad_value player"]),
        (entered(ended="time"), ["bad_value ended"]),
        (entered(ended={"kind": "fire"}), ["bad_value ended.kind"]),
        (entered(ended={}), ["bad_value ended.kind"]),
        (entered(ended={"kind": "forfeit"}), ["bad_value ended.side"]),
        (entered(ended={"kind": "forfeit", "side": 2}), ["bad_value ended.side"]),
        (entered(ended={"kind": "stopped", "side": True}), ["bad_value ended.side"]),
        (entered(ended={"kind": "time", "when": 5}), ["bad_value ended.when"]),
    ],
)
def test_what_is_wrong_with_a_game_itself(data: object, fields: list[str]) -> None:
    played = evaluate_game(data, rulesets.find)
    assert [" ".join(filter(None, (p.code.value, p.where))) for p in played.problems] == fields
    assert not played.ok


@pytest.mark.parametrize("key", ["ruleset", "options", "before"])
def test_a_deal_does_not_say_what_its_game_knows(key: str) -> None:
    fields = entered(EVENING[0])
    fields["deals"][0][key] = {"ruleset": "samba", "options": {}, "before": [0, 0]}[key]
    assert [(p.code.value, p.where) for p in evaluate_game(fields, rulesets.find).deals[0].problems] == [
        ("bad_value", key)
    ]


def test_a_deal_that_is_none_is_answered_in_its_place() -> None:
    played = evaluate_game(
        entered(EVENING[0]) | {"deals": [5, entered(EVENING[0])["deals"][0], None]}, rulesets.find
    )
    assert [deal.score is None for deal in played.deals] == [True, False, True]


def test_a_game_without_deals_goes_on() -> None:
    played = evaluate_game(entered(), rulesets.find)
    assert played.ok
    assert state_of(played) == ONGOING


def test_a_game_may_say_how_it_ended() -> None:
    assert state_of(evaluate_game(entered(*EVENING, ended={"kind": "time"}), rulesets.find)).winner == 1
    assert (
        state_of(evaluate_game(entered(*EVENING, ended={"kind": "stopped", "side": 1}), rulesets.find)).winner
        == 0
    )


def test_the_number_of_sides_is_that_of_the_players_or_of_the_first_hands() -> None:
    three = deal("samba", *[tally(90, 40)] * 3)
    assert len((evaluate_game(entered(three), rulesets.find).game or no_game()).totals) == 3
    alone = entered(three, players=[1, 1, 1])
    assert len((evaluate_game(alone, rulesets.find).game or no_game()).totals) == 3


def no_game() -> GameSoFar:
    return GameSoFar(game("samba"), ())


def test_a_deal_may_have_other_players_than_the_game() -> None:
    fields = entered(EVENING[0], players=[3, 3])
    fields["deals"][0]["players"] = [2, 2]
    played = evaluate_game(fields, rulesets.find)
    assert played.ok
    assert played.deals[0].sheet is not None
    assert played.deals[0].sheet.players == (2, 2)


def test_a_deal_after_a_shared_top_is_an_extra_deal_though_it_does_not_say_so() -> None:
    """Both fall below the target in the first extra deal, and are equal again."""
    high = tally(300, 0, samba=6)
    half = {"ended": "clock", "hands": [high, high]}
    extra = {"ended": "clock", "hands": [tally(0, 850), tally(0, 850)]}
    last = {"ended": "clock", "hands": [tally(0, 105), tally(0, 100)]}
    played = evaluate_game({"ruleset": "royal", "deals": [half, half, extra, last]}, rulesets.find)
    states = [deal.score.game for deal in played.deals if deal.score is not None]
    tied = GameState(extra_deal=(0, 1))
    assert states == [ONGOING, tied, tied, over(1)]
    assert [side.after for side in scores(played)[2].sides] == [17_750, 17_750]


def scores(played: GameResult) -> list[DealScore]:
    return [deal.score for deal in played.deals if deal.score is not None]


def test_recorded_deals_keep_the_openings_they_were_dealt_with() -> None:
    sheets = [sheet_of(each) for each in EVENING]
    frozen = [sheets[0], sheets[1]._replace(openings=(50, 50))]
    first, second = rescore_deals(GameSoFar(game("samba"), (0, 0)), frozen)
    as_entered = scores(evaluate_game(entered(*EVENING), rulesets.find))
    assert [first.game, second.game] == [score.game for score in as_entered]
    assert [side.after for side in second.sides] == [side.after for side in as_entered[1].sides]
    assert [side.opening for side in second.sides] == [50, 50]


def test_recorded_deals_are_scored_again_from_the_totals_a_correction_has_led_to() -> None:
    samba, sheets = game("samba"), [sheet_of(each) for each in EVENING]
    assert [*rescore_deals(GameSoFar(samba, (0, 0)), sheets)] == scores(
        evaluate_game(entered(*EVENING), rulesets.find)
    )
    (second,) = rescore_deals(GameSoFar(samba, (100, -50)), sheets[1:])
    assert [side.after for side in second.sides] == [100 + 700, -50 + 3550]


def test_deals_recorded_after_the_end_that_a_correction_has_brought_count_all_the_same() -> None:
    """The first deal now brings side 0 to the target; what was dealt afterwards takes it below it again."""
    first = deal("samba", tally(300, 0, samba=1), tally(60, 100))
    second = deal("samba", tally(0, 900), tally(60, 100), before=[10_000, 0])
    played = [*rescore_deals(GameSoFar(game("samba"), (8200, 0)), [sheet_of(first), sheet_of(second)])]
    assert [[side.after for side in score.sides] for score in played] == [[10_000, -40], [9100, -80]]
    assert [score.game for score in played] == [over(0), ONGOING]


def test_extra_deals_stay_extra_deals_when_they_are_scored_again() -> None:
    """Sixteen cards in hand cost 190, fifteen 180: after the first both are below the target, and play on."""
    equal = sheet_of(deal("royal", hand(held=LONG), hand(held=LONG)))
    less = sheet_of(deal("royal", hand(held=LONG[:-1]), hand(held=LONG)))
    almost = GameSoFar(game("royal"), (18_190, 18_190))
    played = [*rescore_deals(almost, [equal, equal, less])]
    tied = GameState(extra_deal=(0, 1))
    assert [score.game for score in played] == [tied, tied, over(0)]


# A number of deals instead of the target.


def by_deals(
    *sheets: DealSheet, agreed: int = 2, slug: str = "samba", start: tuple[int, ...] = (0, 0)
) -> list[GameState]:
    rules = without_target(game(slug))
    played = rescore_deals(
        GameSoFar(rules, start, deal_limit=agreed), [one._replace(rules=rules) for one in sheets]
    )
    return [score.game for score in played]


def test_so_many_deals_end_the_game_by_the_totals() -> None:
    first, second = (sheet_of(each) for each in EVENING)
    assert by_deals(first, second) == [ONGOING, over(1)]
    assert by_deals(first, second, agreed=3) == [ONGOING, ONGOING]


def test_equal_totals_after_the_last_deal_are_a_draw_in_every_game() -> None:
    equal = {slug: sheet_of(deal(slug, hand(held=LONG), hand(held=LONG))) for slug in ("samba", "royal")}
    for slug, sheet in equal.items():
        assert by_deals(sheet, agreed=1, slug=slug) == [over(None)]
        assert by_deals(sheet, agreed=1, slug=slug, start=(18_190, 18_190)) == [over(None)]


def test_the_target_ends_no_game_of_so_many_deals() -> None:
    first, second = (sheet_of(each) for each in EVENING)
    assert by_deals(first, second, start=(12_000, 0)) == [ONGOING, over(0)]
    rules = without_target(game("samba"))
    assert evaluate_sheet(first._replace(rules=rules, before=(12_000, 0))).problems == ()


def test_of_three_sides_the_settlement_follows_the_last_deal() -> None:
    rules = without_target(game("samba"))
    state = end_at_deal_limit(rules, (300, 100, 200), ONGOING, 3, 3)
    assert state == over(0, settlement=(300, -300, 0))
    assert end_at_deal_limit(rules, (300, 100, 200), ONGOING, 2, 3) == ONGOING
    assert end_at_deal_limit(rules, (300, 100, 200), ONGOING, 3, None) == ONGOING


def test_rules_without_a_target_are_the_same_object_each_time_and_the_same_rules_else() -> None:
    royal = game("royal")
    result = without_target(royal)
    assert result is without_target(royal)
    assert (result.slug, result.opening_starts, result.penalties) == (
        "royal",
        royal.opening_starts,
        royal.penalties,
    )


def test_a_deal_after_the_end_is_counted_and_asked_about() -> None:
    sheet = sheet_of(deal("samba", hand(held=LONG * 2), hand(held=LONG * 2), before=[10_000, 500]))
    result = evaluate_sheet(sheet)
    assert [problem.code.value for problem in result.problems] == ["game_already_over"]
    assert result.score is not None
    assert result.score.sides[0].opening == 150


def test_each_of_two_sides_leads_by_what_the_other_is_behind() -> None:
    assert point_leads([4200, 3000]) == (1200, -1200)
    assert point_leads([4200, 3000, 100]) is None
