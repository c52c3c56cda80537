"""Games that end after a number of deals: recorded, corrected, declared void, disputed; what pages say."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubs.models import LogEntry, Role
from scoring import recording
from scoring.models import Deal, Game, Ruling
from scoring.recording import EarlyEnd, GameEnd, recheck
from scoring.store.sheets import sides_in_extra_deal
from scoring.store.signed_content import protocol_of
from tests.builders import a_user
from tests.conftest import LONG
from tests.scoring.support.played import Evening, a_body, a_small_body, a_stock_end, an_evening

pytestmark = pytest.mark.django_db
HEADING = re.compile(r'<h2 id="deal-on">([^<]*)</h2>')


def of_deals(played: int = 0, deals: int = 3, **fields: Any) -> Evening:
    """A game over so many deals, of which some are recorded and confirmed."""
    evening = an_evening(deals=deals, **fields)
    for number in range(1, played + 1):
        record(evening, number)
    return evening


def record(evening: Evening, number: int) -> None:
    evening.record(number, by=evening.device(0))
    recording.confirm_deal(evening.director, evening.game, evening.approval(None, number))


def void(evening: Evening, number: int) -> None:
    recording.void_deal(evening.director, evening.game, number, "dealt wrongly", uuid4())


def dispute(evening: Evening, number: int) -> None:
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(1, number, reason="no"))


def stands(evening: Evening) -> tuple[bool, int | None, bool, str]:
    game = evening.fresh()
    return game.over, game.winner, game.is_draw, game.ended_by


def acts(evening: Evening) -> list[str]:
    entries = LogEntry.objects.filter(book=evening.game.book_id).order_by("number")
    return list(entries.values_list("act", flat=True))


# What ends it.


def test_the_game_is_over_after_the_last_deal_by_the_totals() -> None:
    evening = of_deals(2)
    assert stands(evening) == (False, None, False, "")
    record(evening, 3)
    assert stands(evening) == (True, 0, False, "")
    assert evening.fresh().state == Game.State.FINISHED
    with pytest.raises(recording.NotNow, match="over"):
        evening.start(4)
    with pytest.raises(recording.NotNow, match="over"):
        evening.record(4)
    assert list(recheck.all_differences()) == []


def test_equal_totals_are_a_draw() -> None:
    evening = of_deals(deals=1)
    evening.record(1, a_stock_end(40, 40))
    assert stands(evening) == (True, None, True, "")


def test_the_target_ends_nothing_and_no_deal_is_asked_about_because_of_it() -> None:
    evening = of_deals(1, deals=2, carried=[9000, 0])
    assert evening.totals[0] > 10_000
    assert not evening.fresh().over
    record(evening, 2)
    assert evening.current(2).warnings == []
    assert stands(evening) == (True, 0, False, "")


def test_a_shared_top_is_not_played_out_where_a_number_of_deals_was_agreed_on() -> None:
    evening = of_deals(deals=2, ruleset="royal", carried=[19_000, 19_000])
    evening.record(1, a_stock_end(40, 40))
    assert (evening.fresh().over, sides_in_extra_deal(evening.sides)) == (False, ())
    evening.record(2, a_stock_end(40, 40))
    assert stands(evening) == (True, None, True, "")


def test_a_penalty_of_the_game_changes_who_has_won_and_not_whether_it_is_over() -> None:
    evening = of_deals(2)
    recording.adjust(evening.director, evening.game, evening.charge(0, -20_000))
    assert not evening.fresh().over
    record(evening, 3)
    assert stands(evening)[:2] == (True, 1)


def test_time_may_end_it_before_its_last_deal() -> None:
    evening = of_deals(2)
    recording.end_game(evening.director, evening.game, EarlyEnd(GameEnd.TIME), "10 pm", uuid4())
    assert stands(evening) == (True, 0, False, "time")
    assert "It ended before its last deal: time." in table_page(evening)


def test_deals_added_to_a_result_make_it_by_the_last_of_them() -> None:
    evening = of_deals(deals=2)
    result = recording.FinalResult(totals=[5450, -170], reason="the score sheet is lost", key=uuid4())
    recording.record_result(evening.director, evening.game, result)
    record(evening, 1)
    assert evening.fresh().entered_result == [5450, -170]
    record(evening, 2)
    assert (evening.fresh().entered_result, *stands(evening)) == (None, True, 0, False, "")


@pytest.mark.parametrize("deals", [0, 100])
def test_a_number_of_deals_that_nobody_plays_is_refused(deals: int) -> None:
    with pytest.raises(ValidationError) as refusal:
        of_deals(deals=deals)
    assert list(refusal.value.message_dict) == ["deals"]


# What does not count.


def test_a_void_deal_is_dealt_again_under_the_next_number() -> None:
    evening = of_deals(2)
    void(evening, 2)
    record(evening, 3)
    assert not evening.fresh().over
    record(evening, 4)
    assert stands(evening)[:2] == (True, 0)
    assert [deal.state for deal in evening.game.deals.order_by("number")].count(Deal.State.VOID) == 1


def test_a_deal_declared_void_after_the_end_lets_the_game_go_on_and_says_so() -> None:
    evening = of_deals(3)
    void(evening, 3)
    assert (*stands(evening), evening.fresh().state) == (False, None, False, "", Game.State.OPEN)
    assert acts(evening)[-2:] == ["deal.voided", "game.goes_on"]
    public = Client().get(reverse("scoring:game", args=[evening.game.pk])).content.decode()
    assert "one of its deals stopped counting, so the game continues" in public
    assert list(recheck.all_differences()) == []
    record(evening, 4)
    assert evening.fresh().over


def test_a_disputed_last_deal_holds_the_game_open_until_it_is_decided() -> None:
    evening = of_deals(2)
    evening.record(3, by=evening.device(0))
    assert evening.fresh().over
    dispute(evening, 3)
    assert not evening.fresh().over
    with pytest.raises(recording.NotNow, match="disputed"):
        evening.start(4)
    decision = recording.Decision(text="it stands", deal=3, outcome=Ruling.Outcome.STANDS, key=uuid4())
    recording.give_ruling(evening.director, evening.game, decision)
    assert stands(evening)[:2] == (True, 0)


def test_a_correction_changes_who_has_won_and_not_that_the_game_is_over() -> None:
    evening = of_deals(deals=1)
    evening.record(1)
    evening.amend(1, {"ended": "stock", "hands": [*a_small_body()["hands"]]}, by=evening.scorer)  # type: ignore[misc] # a list
    assert stands(evening) == (True, 1, False, "")


# What is signed says it, and what was signed before is what it was.


def test_the_protocol_says_over_how_many_deals_only_where_it_was_agreed_on() -> None:
    assert protocol_of(of_deals().game).content["deals_agreed"] == 3
    assert "deals_agreed" not in protocol_of(an_evening().game).content


def test_the_signatures_follow_as_usual() -> None:
    evening = of_deals(3)
    for side in (0, 1):
        for position in (0, 1):
            signed = recording.SignatureInput(
                digest=protocol_of(evening.game).digest,
                side=side,
                player=evening.player(side, position).pk,
                typed="name",
                key=uuid4(),
            )
            recording.sign_game(evening.device(side), evening.game, signed)
    assert evening.fresh().state == Game.State.SIGNED


# The pages.


def table_page(evening: Evening) -> str:
    return Client().get(reverse("scoring:table", args=[evening.table.secret])).content.decode()


def heading(evening: Evening) -> str:
    (found,) = HEADING.findall(table_page(evening))
    return str(found)


def test_the_page_of_the_table_says_which_deal_of_how_many() -> None:
    evening = of_deals(1)
    assert heading(evening) == "Before deal 2 of 3"
    evening.start(2)
    assert heading(evening) == "Deal 2 of 3"
    page = table_page(evening)
    assert "The game lasts 3 deals." in page
    assert "Leading by 2,810" in page.replace("\u202f", ",")
    void(evening, 2)
    assert heading(evening) == "Before deal 3 of 4"
    assert "Deal 2 is void and is dealt again." in table_page(evening)


def test_the_page_of_the_game_says_over_how_many_deals_and_draws_no_target() -> None:
    evening = of_deals(1)
    page = Client().get(reverse("scoring:game", args=[evening.game.pk])).content.decode()
    assert "3 deals" in page
    assert "plot-target" not in page
    assert "10,000" not in page


def test_the_desk_ends_it_before_its_last_deal() -> None:
    evening = of_deals(1)
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=evening.game.book.club))
    assert (
        "End before the last deal"
        in client.get(reverse("scoring:game_desk", args=[evening.game.pk])).content.decode()
    )
    assert (
        "End the game before its last deal"
        in client.get(reverse("scoring:game_end", args=[evening.game.pk])).content.decode()
    )


# In whatever order.


ACTS = st.lists(
    st.tuples(
        st.sampled_from(("record", "record", "record", "void", "dispute", "stands", "amend")),
        st.integers(0, 9),
    ),
    max_size=14,
)


class WhateverOrder(TestCase):
    @settings(max_examples=150 if LONG else 15, suppress_health_check=[HealthCheck.too_slow], deadline=None)
    @given(acts=ACTS, deals=st.integers(1, 4))
    def test_recorded_step_by_step_a_game_stands_as_the_fold_of_all_its_deals(
        self, acts: list[tuple[str, int]], deals: int
    ) -> None:
        evening = of_deals(deals=deals)
        for act, at in acts:
            attempt(evening, act, at)
            counted = evening.game.deals.filter(state__in=Deal.COUNTED).count()
            assert evening.fresh().over == (counted >= deals)
            assert list(recheck.all_differences()) == []


def attempt(evening: Evening, act: str, at: int) -> None:
    """What the verbs refuse does not happen."""
    dealt = evening.game.deals.count()
    number = 1 + at % max(1, dealt)
    try:
        if act == "record":
            evening.record(dealt + 1, a_body() if at % 2 else a_small_body(5 * at), by=evening.device(0))
        elif dealt and act == "void":
            void(evening, number)
        elif dealt and act == "dispute":
            dispute(evening, number)
        elif dealt and act == "stands":
            decision = recording.Decision(
                text="it stands", deal=number, outcome=Ruling.Outcome.STANDS, key=uuid4()
            )
            recording.give_ruling(evening.director, evening.game, decision)
        elif dealt:
            evening.amend(number, a_body(meld_points=845 + 5 * at), by=evening.scorer)
    except (recording.NotNow, recording.CorrectionNotAllowed, recording.AlreadyChanged, ValidationError):
        pass
