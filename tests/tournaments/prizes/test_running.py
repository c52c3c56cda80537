"""The verbs of prizes: what decides a shared place, what is handed out, and what stays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.models import LogEntry, Role
from tests.builders import a_user, an_author
from tests.tournaments.prizes.support import PrizeEvening
from tests.tournaments.support.events import Played, agreed, declare_official
from tournaments import running
from tournaments.core.drawing.seeds import seed_of_prizes
from tournaments.core.movements.swiss import SWISS
from tournaments.core.prizes import Sharing, draw_order
from tournaments.models import PlaceDecider, Standing
from tournaments.play.prizes import all_given, given_prizes
from tournaments.public.event_view import load_event_view
from tournaments.public.prizes import lists_of
from tournaments.running.prizes import fingerprint_of_prizes

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> PrizeEvening:
    return PrizeEvening()


def winners(evening: PrizeEvening, code: str = "") -> list[tuple[int, int, str]]:
    """Entry, amount and thing of those who get something."""
    lists = {one.code: one for one in lists_of(load_event_view(evening.fresh))}
    return [(award.entry, award.amount, award.thing) for award in lists[code].winners]


# A decider.


def test_a_decider_sets_the_order_and_nothing_else(evening: PrizeEvening) -> None:
    first, second = evening.tied
    before = {entry: rest for _place, entry, *rest in evening.counted()}
    evening.decide(second, first)
    assert [entry for _place, entry, *_rest in evening.counted()][:2] == [second, first]
    assert [place for place, *_rest in evening.counted()][:2] == [1, 2]
    assert {entry: rest for _place, entry, *rest in evening.counted()} == before
    assert evening.kept(evening.drawn) == evening.counted()
    assert Standing.objects.get(entry__number=first).decided_by == "decider"


def test_a_decider_that_is_withdrawn_leaves_the_place_shared_until_it_counts_again(
    evening: PrizeEvening,
) -> None:
    first, second = evening.tied
    before = evening.counted()
    number = evening.decide(second, first)
    running.withdraw_decider(evening.by, evening.fresh, number)
    assert evening.counted() == before
    running.bring_decider_back(evening.by, evening.fresh, number)
    assert evening.counted() != before
    assert verify_log().broken == []


def test_a_decider_says_nothing_when_a_correction_has_set_them_apart(evening: PrizeEvening) -> None:
    first, second = evening.tied
    evening.decide(second, first)
    evening.correct()
    assert [(place, entry) for place, entry, *_rest in evening.counted()][:2] == [(1, first), (2, second)]
    assert Standing.objects.get(entry__number=second).decided_by == "difference"


@pytest.mark.parametrize("order", [(1,), (1, 2, 3), (1, 1)])
def test_a_decider_is_among_all_who_share_the_place(evening: PrizeEvening, order: tuple[int, ...]) -> None:
    if frozenset(order) == frozenset(evening.tied):
        order = (*order, 4)
    with pytest.raises(NotNow):
        evening.decide(*order)
    assert not PlaceDecider.objects.exists()


def test_nothing_is_decided_when_the_result_is_official(evening: PrizeEvening) -> None:
    evening.show()
    declare_official(evening.by, evening.fresh)
    with pytest.raises(NotNow, match="official"):
        evening.decide()


def test_a_decider_within_a_category_leaves_the_places_of_all(evening: PrizeEvening) -> None:
    first, second = evening.tied
    running.set_categories(evening.by, evening.fresh, {first: ["ladies"], second: ["ladies", "senior"]})
    evening.prizes(ladies="20\n10", all="50\n25")
    before = evening.counted()
    evening.decide(second, first, code="ladies")
    assert evening.counted() == before
    assert winners(evening, "ladies") == [(second, 2000, ""), (first, 1000, "")]
    assert winners(evening) == [(first, 3700, ""), (second, 3700, "")]


# Lots.


def test_a_lot_is_logged_with_its_seed_and_can_be_repeated(evening: PrizeEvening) -> None:
    evening.prizes(Sharing.DRAW)
    evening.show()
    number = running.draw_prize_lot(evening.by, evening.fresh, "", evening.tied)
    lot = PlaceDecider.objects.get(number=number)
    seed = seed_of_prizes(evening.event.secret, f"/1/{','.join(map(str, evening.tied))}")
    assert (lot.seed, tuple(lot.order)) == (seed, draw_order(seed, evening.tied))
    assert LogEntry.objects.get(act="prizes.drawn").facts["seed"] == seed
    first, second = lot.order
    assert sorted(winners(evening)) == sorted([(first, 5000, "cup"), (second, 2500, "")])
    assert [place for place, *_rest in evening.counted()][:2] == [1, 1]


def test_a_lot_drawn_again_is_the_same(evening: PrizeEvening) -> None:
    evening.prizes(Sharing.DRAW)
    evening.show()
    number = running.draw_prize_lot(evening.by, evening.fresh, "", evening.tied)
    with pytest.raises(NotNow, match="already"):
        running.draw_prize_lot(evening.by, evening.fresh, "", evening.tied)
    running.withdraw_decider(evening.by, evening.fresh, number)
    again = running.draw_prize_lot(evening.by, evening.fresh, "", evening.tied)
    one, other = PlaceDecider.objects.order_by("number")
    assert (one.order, one.seed, again) == (other.order, other.seed, number + 1)


# Handing out.


def test_what_is_handed_out_stays_when_the_standings_are_corrected(evening: PrizeEvening) -> None:
    first, second = evening.tied
    evening.prizes(all="50\n25")
    evening.show()
    evening.give(second, 3700)
    evening.correct()
    assert winners(evening) == [(first, 5000, ""), (second, 2500, "")]
    given = given_prizes(evening.fresh)["", second]
    assert (given.amount, given.place, given.shared) == (3700, 1, True)
    with pytest.raises(NotNow, match="already"):
        evening.give(second, 2500)


def test_a_prize_that_has_changed_is_looked_at_before_it_is_given(evening: PrizeEvening) -> None:
    evening.prizes(all="50\n25")
    evening.show()
    with pytest.raises(NotNow, match="changed"):
        evening.give(evening.tied[0], 5000)
    evening.prizes()  # the cup makes a lot necessary
    with pytest.raises(NotNow, match="lot"):
        evening.give(evening.tied[0], 3700)
    assert all_given(evening.fresh) == []


def test_nothing_is_handed_out_before_the_final_standings_are_shown(evening: PrizeEvening) -> None:
    evening.prizes(all="50\n25")
    with pytest.raises(NotNow, match="Show the results"):
        evening.give(evening.tied[0], 3700)


def test_a_tick_by_mistake_is_withdrawn_and_the_next_one_is_new(evening: PrizeEvening) -> None:
    entry = evening.tied[0]
    evening.prizes(all="50\n25")
    evening.show()
    number = evening.give(entry, 3700)
    running.take_prize_back(evening.by, evening.fresh, number)
    assert given_prizes(evening.fresh) == {}
    assert evening.give(entry, 3700) == number + 1
    assert [one.withdrawn for one in all_given(evening.fresh)] == [True, False]


def test_a_scorer_hands_out_and_does_not_say_which_prizes_there_are(evening: PrizeEvening) -> None:
    evening.prizes(all="50\n25")
    evening.show()
    evening.by = an_author(a_user(Role.Kind.SCORER, club=evening.club))
    assert evening.give(evening.tied[0], 3700) == 1
    for act in (
        evening.prizes,
        lambda: running.set_categories(evening.by, evening.fresh, {1: ["ladies"]}),
        lambda: running.draw_prize_lot(evening.by, evening.fresh, "", evening.tied),
        lambda: running.withdraw_decider(evening.by, evening.fresh, 1),
    ):
        with pytest.raises(PermissionDenied):
            act()


# The table and the categories.


def test_two_who_change_the_table_are_told(evening: PrizeEvening) -> None:
    seen = fingerprint_of_prizes(evening.fresh)
    evening.prizes()
    with pytest.raises(NotNow, match="Somebody else"):
        running.set_prizes(evening.by, evening.fresh, None, seen)
    running.set_prizes(evening.by, evening.fresh, None, fingerprint_of_prizes(evening.fresh))
    assert evening.fresh.prizes == {}


def test_an_unknown_category_is_refused(evening: PrizeEvening) -> None:
    with pytest.raises(ValidationError):
        running.set_categories(evening.by, evening.fresh, {1: ["left-handed"]})


def test_categories_of_others_stay(evening: PrizeEvening) -> None:
    running.set_categories(evening.by, evening.fresh, {1: ["ladies"], 2: ["junior"]})
    running.set_categories(evening.by, evening.fresh, {2: ["beginner", "mixed"]})
    stored = dict(evening.event.entries.values_list("number", "categories"))
    assert stored == {1: "ladies", 2: "mixed,beginner", 3: "", 4: ""}


def test_an_entry_that_is_put_back_is_in_its_categories_again() -> None:
    played = Played(agreed(SWISS, rounds=2))
    entry = played.enter(3)[2]
    running.set_categories(played.by, played.fresh, {3: ["ladies", "beginner"]})
    removed = entry.pk
    running.remove_entry(played.by, played.entry(3))
    running.put_back_entry(played.by, played.fresh, removed, "A slip")
    assert played.entry(3).categories == "ladies,beginner"


def test_a_later_round_ends_what_a_decider_says(evening: PrizeEvening) -> None:
    evening.decide()
    event = evening.fresh
    plan = running.EventPlan(
        name=event.name,
        date=event.date,
        ruleset=event.ruleset,
        agreement=replace(event.agreement, phases=(replace(event.agreement.phases[0], rounds=2),)),
    )
    running.change_event(evening.by, event, plan)
    evening.event = evening.fresh
    evening.round()
    assert {row.decided_by for row in Standing.objects.filter(round__number=2)} <= {
        "",
        "points",
        "difference",
    }
    assert Standing.objects.filter(round__number=1, decided_by="decider").exists()
