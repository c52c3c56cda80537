"""Correcting a deal: the difference says what a correction is, the rules who may make it when (35, 41)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.books.writing import JsonValue
from scoring import recording
from scoring.core.corrections import Answer, CorrectionKind
from scoring.models import Deal, DealVersion, Game, Hand, Ruling
from tests.scoring.support.played import Evening, a_body, a_column, a_stock_end, an_evening

pytestmark = pytest.mark.django_db
Kinds = DealVersion.Kind

# What may differ from the deal as it was recorded.
ARITHMETIC = a_body(meld_points=840)
FORGOTTEN = a_body(combinations={"samba": 1, "mixed": 2}, meld_points=845)
RED_THREE = a_body(red_threes=1)


def a_body_of(*hands: JsonValue) -> dict[str, JsonValue]:
    return {"ended": "stock", "hands": list(hands)}


def swapped(body: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The same with the first column written in the second."""
    hands = body["hands"]
    assert isinstance(hands, list)
    return {**body, "hands": hands[::-1]}


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    evening = an_evening()
    evening.record(1)
    return evening


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (ARITHMETIC, Kinds.ARITHMETIC),
        (FORGOTTEN, Kinds.TRANSCRIPTION),
        (RED_THREE, Kinds.TRANSCRIPTION),
        (swapped(a_body()), Kinds.WRONG_SIDE),
    ],
)
def test_until_the_next_deal_is_dealt_anything_is_corrected_freely(
    evening: Evening, body: dict[str, JsonValue], kind: Kinds
) -> None:
    version = evening.amend(1, body, by=evening.device(0))
    assert (version.number, version.kind, version.current) == (2, kind, True)
    assert evening.deal().state == Deal.State.ENTERED
    first = DealVersion.objects.get(deal=evening.deal(), number=1)
    assert (first.current, first.sheet["hands"]) == (False, a_body()["hands"])


def test_a_correction_makes_a_confirmed_deal_wait_for_the_other_side_again(evening: Evening) -> None:
    recording.confirm_deal(evening.director, evening.game, evening.approval(None))
    evening.amend(1, ARITHMETIC, by=evening.device(0))
    assert evening.deal().state == Deal.State.ENTERED
    assert not DealVersion.objects.filter(confirmed=True).exists()


def test_a_director_s_own_correction_waits_for_nobody(evening: Evening) -> None:
    version = evening.amend(1, ARITHMETIC, by=evening.director)
    assert (evening.deal().state, version.confirmed) == (Deal.State.CONFIRMED, True)


def test_nothing_changed_is_no_correction(evening: Evening) -> None:
    with pytest.raises(recording.NotNow):
        evening.amend(1, a_body())
    assert evening.deal().version == 1


def test_what_cannot_have_happened_is_refused_in_a_correction_too(evening: Evening) -> None:
    with pytest.raises(recording.InvalidDeal) as refusal:
        evening.amend(1, a_body(meld_points=842))
    assert [problem.code for problem in refusal.value.problems] == ["not_multiple_of_5"]
    assert evening.deal().version == 1


def test_who_did_not_see_the_latest_version_is_told_so(evening: Evening) -> None:
    evening.amend(1, ARITHMETIC)
    with pytest.raises(recording.AlreadyChanged) as taken:
        evening.amend(1, RED_THREE, version=1)
    assert taken.value.deal == evening.deal()
    assert evening.current().number == 2


def test_a_correction_of_another_deal_does_not_stand_in_the_way(evening: Evening) -> None:
    evening.record(2)
    evening.amend(1, ARITHMETIC)
    assert evening.amend(2, ARITHMETIC, version=1).number == 2


def test_a_deal_that_was_only_started_is_recorded_and_not_corrected(evening: Evening) -> None:
    evening.start(2)
    with pytest.raises(recording.AlreadyChanged):
        evening.amend(2, a_body(), version=0)


def test_a_void_deal_is_not_corrected_back_into_the_game(evening: Evening) -> None:
    recording.void_deal(evening.director, evening.game, 1, "cards on the floor", evening.approval().key)
    for by in (evening.device(0), evening.director):
        with pytest.raises(recording.AlreadyChanged):
            evening.amend(1, ARITHMETIC, by=by, reason="after all")
    assert evening.totals == [0, 0]


# After the next deal has been dealt.


def test_arithmetic_is_corrected_by_right_with_its_paragraph(evening: Evening) -> None:
    evening.start(2)
    version = evening.amend(1, ARITHMETIC, by=evening.device(0))
    assert (version.kind, version.rule) == (Kinds.ARITHMETIC, "35b")


@pytest.mark.parametrize(
    ("ruleset", "rule"),
    [("sitoumussamba", "41A"), ("royal", "ruling"), ("sambola", "ruling"), ("classic", "ruling 10")],
)
def test_each_game_has_its_paragraph_of_arithmetic(ruleset: str, rule: str) -> None:
    evening = an_evening(ruleset=ruleset)
    evening.record(1, a_stock_end(5, 0))
    evening.start(2)
    version = evening.amend(1, a_stock_end(10, 0))
    assert (version.kind, version.rule) == (Kinds.ARITHMETIC, rule)


def test_a_danish_count_is_open_until_the_opponents_have_approved_it() -> None:
    evening = an_evening(ruleset="danish")
    none, three = a_stock_end(0, 0), a_body_of(a_column(red_threes=1), a_column())
    evening.record(1, none, by=evening.device(0))
    evening.start(2)
    version = evening.amend(1, three, by=evening.device(0))
    assert version.rule == "Særregler 3"
    recording.confirm_deal(evening.device(1), evening.game, evening.approval())
    with pytest.raises(recording.CorrectionNotAllowed):
        evening.amend(1, none, by=evening.device(0))


@pytest.mark.parametrize("body", [FORGOTTEN, RED_THREE])
def test_what_was_forgotten_stays_forgotten_and_the_paragraph_is_named(
    evening: Evening, body: dict[str, JsonValue]
) -> None:
    evening.start(2)
    with pytest.raises(recording.CorrectionNotAllowed) as refusal:
        evening.amend(1, body, by=evening.device(0))
    verdict = refusal.value.verdicts[CorrectionKind.FORGOTTEN]
    assert (verdict.answer, verdict.rule) == (Answer.NO, "35c")
    assert evening.deal().version == 1


def test_an_entry_on_the_wrong_side_stays_where_the_rules_are_strict(evening: Evening) -> None:
    evening.start(2)
    for consent in (False, True):
        with pytest.raises(recording.CorrectionNotAllowed) as refusal:
            evening.amend(1, swapped(a_body()), by=evening.device(0), consent=consent)
        assert refusal.value.verdicts[CorrectionKind.WRONG_SIDE].answer is Answer.NO


def test_an_entry_on_the_wrong_side_is_moved_where_the_other_side_agrees() -> None:
    evening = an_evening(corrections=Game.Corrections.BY_CONSENT)
    evening.record(1)
    evening.start(2)
    with pytest.raises(recording.CorrectionNotAllowed) as refusal:
        evening.amend(1, swapped(a_body()), by=evening.device(0))
    assert refusal.value.verdicts[CorrectionKind.WRONG_SIDE].answer is Answer.NEEDS_OTHER_SIDE
    version = evening.amend(1, swapped(a_body()), by=evening.device(0), consent=True)
    assert (version.kind, evening.deal().state) == (Kinds.WRONG_SIDE, Deal.State.ENTERED)
    assert evening.totals == [-85, 2725]


# The first side has a third wild card and goes out; the columns exchanged, that stands with the second side.
WITH_A_PENALTY = a_body(penalties={"third_wild": 1})
EXCHANGED = swapped(WITH_A_PENALTY)


def a_charged_evening(side: int) -> Evening:
    """A penalty on paper, and a side that the director has charged in that deal."""
    evening = an_evening(corrections=Game.Corrections.BY_CONSENT)
    evening.record(1, WITH_A_PENALTY)
    recording.adjust(evening.director, evening.game, evening.charge(side, -200, deal=1))
    return evening


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("is_later", [False, True])
def test_what_the_director_has_charged_keeps_no_entry_on_the_wrong_side_from_being_one(
    side: int, is_later: bool
) -> None:
    evening = a_charged_evening(side)
    if is_later:
        evening.start(2)
    version = evening.amend(1, EXCHANGED, by=evening.device(0), consent=is_later)
    assert (version.kind, version.rule) == (Kinds.WRONG_SIDE, "ruling" if is_later else "35c")
    charged = [-200, 0] if side == 0 else [0, -200]
    assert evening.totals == [charged[0] - 85, charged[1] + 2625]


def test_an_override_names_no_paragraph_where_only_consent_is_missing_for_a_charged_side() -> None:
    evening = a_charged_evening(1)
    evening.start(2)
    version = evening.amend(1, EXCHANGED, by=evening.director, reason="seen by all", override=True)
    assert (version.kind, version.overridden_rule) == (Kinds.RULING, "ruling")


def test_a_director_overrides_a_paragraph_knowingly_and_with_a_reason(evening: Evening) -> None:
    evening.start(2)
    with pytest.raises(recording.CorrectionNotAllowed):
        evening.amend(1, FORGOTTEN, by=evening.director, reason="seen by all")
    with pytest.raises(ValidationError):
        evening.amend(1, FORGOTTEN, by=evening.director, override=True)
    for other in (evening.scorer, evening.device(0)):
        with pytest.raises(PermissionDenied):
            evening.amend(1, FORGOTTEN, by=other, reason="seen by all", override=True)
    version = evening.amend(1, FORGOTTEN, by=evening.director, reason="seen by all", override=True)
    assert (version.kind, version.overridden_rule, version.reason) == (Kinds.RULING, "35c", "seen by all")
    assert (evening.deal().state, version.confirmed) == (Deal.State.CONFIRMED, True)


def test_an_override_names_the_paragraph_also_where_the_other_side_might_have_agreed() -> None:
    evening = an_evening(corrections=Game.Corrections.BY_CONSENT)
    evening.record(1)
    evening.start(2)
    version = evening.amend(1, FORGOTTEN, by=evening.director, reason="seen by all", override=True)
    assert version.overridden_rule == "35c"
    version = evening.amend(1, RED_THREE, by=evening.director, reason="a red three", consent=True)
    assert (version.kind, version.overridden_rule) == (Kinds.TRANSCRIPTION, "")


def test_what_the_director_has_passed_over_stays_passed_over_as_it_stands_and_no_more(
    evening: Evening,
) -> None:
    impossible = a_body(meld_points=2000)
    evening.amend(1, impossible, by=evening.director, reason="nine packs, they say", override=True)
    evening.start(2)
    for by in (evening.device(0), evening.scorer, evening.director):
        with pytest.raises(recording.InvalidDeal):
            evening.amend(1, a_body(meld_points=3000), by=by, reason="added up again")
    version = evening.amend(1, ARITHMETIC, by=evening.device(0))
    assert (version.kind, version.overridden_errors) == (Kinds.ARITHMETIC, [])


def test_nobody_but_the_director_names_the_ruling_by_which_a_deal_is_written_anew(evening: Evening) -> None:
    decision = recording.Decision(
        text="the samba is one", deal=1, outcome=Ruling.Outcome.REWRITE, key=evening.approval().key
    )
    ruling = recording.give_ruling(evening.director, evening.game, decision)
    for by in (evening.device(0), evening.scorer):
        with pytest.raises(PermissionDenied):
            evening.amend(1, ARITHMETIC, by=by, ruling=ruling.pk)
    assert evening.amend(1, ARITHMETIC, by=evening.device(0)).ruling is None
    assert evening.amend(1, FORGOTTEN, by=evening.director, ruling=ruling.pk, reason="ruled").ruling == ruling


@pytest.mark.parametrize("ruleset", ["royal", "sambola", "danish", "classic"])
def test_arithmetic_after_signing_is_called_arithmetic_in_every_game(ruleset: str) -> None:
    evening = an_evening(ruleset=ruleset)
    evening.record(1, a_stock_end(5, 0))
    Game.objects.update(state=Game.State.SIGNED)
    version = evening.amend(1, a_stock_end(10, 0), by=evening.director, reason="added up again")
    assert version.kind == Kinds.ARITHMETIC


def test_a_device_at_the_table_never_rules(evening: Evening) -> None:
    evening.start(2)
    with pytest.raises(recording.CorrectionNotAllowed):
        evening.amend(1, FORGOTTEN, by=evening.device(0, user=evening.director.user), reason="seen by all")


def test_a_disputed_deal_is_corrected_by_the_director_alone_and_is_settled_by_that(evening: Evening) -> None:
    recording.dispute_deal(
        evening.device(1), evening.game, evening.approval(reason="their samba has two wilds")
    )
    with pytest.raises(recording.CorrectionNotAllowed):
        evening.amend(1, ARITHMETIC, by=evening.device(0))
    evening.amend(1, ARITHMETIC, by=evening.director, reason="looked at the cards")
    assert evening.deal().state == Deal.State.CONFIRMED
    assert evening.totals == [2720, -85]


def test_correcting_the_second_deal_moves_the_totals_of_the_third_and_never_its_openings(
    evening: Evening,
) -> None:
    evening.record(2)
    evening.record(3)
    openings = [evening.deal(number).openings for number in (1, 2, 3)]
    assert openings[2] == [120, 15]
    evening.amend(2, a_body(meld_points=445, hand_points=45))
    afters = Hand.objects.filter(deal__game=evening.game).order_by("deal__number", "side")
    assert list(afters.values_list("deal__number", "total", "after")) == [
        (1, 2725, 2725),
        (1, -85, -85),
        (2, 2325, 5050),
        (2, -45, -130),
        (3, 2725, 7775),
        (3, -85, -215),
    ]
    assert [evening.deal(number).openings for number in (1, 2, 3)] == openings
    assert evening.totals == [7775, -215]


def test_a_correction_that_takes_the_top_below_the_target_opens_the_game_again() -> None:
    evening = an_evening(carried=[7300, 0])
    evening.record(1)
    assert evening.fresh().over
    evening.amend(1, a_body(meld_points=445))
    game = evening.fresh()
    assert (game.over, game.winner, game.state) == (False, None, Game.State.OPEN)
    evening.record(2)
    assert evening.fresh().over


def test_a_correction_over_the_target_annuls_no_deal_that_was_dealt() -> None:
    """000 § 35 b: whether the game is over is tested again at the end of what has been dealt since."""
    evening = an_evening(carried=[7000, 0])
    evening.record(1)
    evening.record(2, a_stock_end(500, 0))
    evening.amend(1, a_body(meld_points=1245))
    first = Hand.objects.get(deal__game=evening.game, deal__number=1, side=0)
    assert first.after == 10_125
    game = evening.fresh()
    assert (evening.totals[0], game.over, game.state) == (9_625, False, Game.State.OPEN)
    evening.record(3)
    assert evening.fresh().over


def test_after_signing_only_the_director_corrects_arithmetic_and_the_game_stays_signed() -> None:
    evening = an_evening(carried=[7300, 0])
    evening.record(1)
    Game.objects.update(state=Game.State.SIGNED)
    with pytest.raises(recording.CorrectionNotAllowed):
        evening.amend(1, ARITHMETIC, by=evening.device(0))
    with pytest.raises(recording.CorrectionNotAllowed):
        evening.amend(1, ARITHMETIC, by=evening.director)
    version = evening.amend(1, a_body(meld_points=445), by=evening.director, reason="added up again")
    assert version.kind == Kinds.ARITHMETIC
    game = evening.fresh()
    assert (game.over, game.state) == (False, Game.State.SIGNED)


# Detail: the melds of a deal that was entered as a tally.


TALLIED: dict[str, JsonValue] = {
    "ended": "stock",
    "hands": [a_column(combinations={"natural": 1}, meld_points=70, hand_points=0), a_column(hand_points=5)],
}
MELDED: dict[str, JsonValue] = {
    "ended": "stock",
    "hands": [{"melds": ["KKKKKKK"], "red_threes": 0, "hand": ""}, a_column(hand_points=5)],
}


def test_melds_that_score_the_same_lines_are_added_at_any_time(evening: Evening) -> None:
    evening.record(2, TALLIED)
    evening.start(3)
    version = evening.amend(2, MELDED, by=evening.device(0))
    assert version.kind == Kinds.DETAIL
    assert evening.totals == [3295, -90]


def test_melds_that_score_something_else_are_no_detail(evening: Evening) -> None:
    evening.record(2, TALLIED)
    evening.start(3)
    other: dict[str, JsonValue] = {
        **MELDED,
        "hands": [{"melds": ["QQQQQQQ", "KKK"], "red_threes": 0, "hand": ""}, a_column()],
    }
    with pytest.raises(recording.CorrectionNotAllowed):
        evening.amend(2, other, by=evening.device(0))


def test_no_detail_ends_a_dispute(evening: Evening) -> None:
    evening.record(2, TALLIED, by=evening.device(0))
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(1, 2, reason="not seven kings"))
    with pytest.raises(recording.CorrectionNotAllowed):
        evening.amend(2, MELDED, by=evening.device(0))
    assert evening.deal(2).state == Deal.State.DISPUTED


def test_no_detail_is_added_to_a_signed_game(evening: Evening) -> None:
    evening.record(2, TALLIED)
    Game.objects.update(state=Game.State.SIGNED)
    with pytest.raises(recording.CorrectionNotAllowed):
        evening.amend(2, MELDED, by=evening.device(0))
