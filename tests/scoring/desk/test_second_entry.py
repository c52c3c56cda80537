"""A result entered twice: the second person sees nothing of the first entry, only where the two differ."""

from __future__ import annotations

import uuid
from copy import deepcopy

import pytest

from clubs.books.writing import Author
from clubs.models import Role
from scoring import recording
from scoring.models import Slip
from scoring.recording import NotNow
from tests.builders import a_user, an_author
from tests.scoring.desk.test_overview import desk_page, kinds, need_texts, proofreading_page
from tests.scoring.support.played import Evening, a_body, an_evening

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    """A game of one deal, typed by the scorer."""
    evening = an_evening(label="7", second_entry=True, deals=1)
    evening.record(1)
    return evening


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


@pytest.fixture
def second(evening: Evening) -> Author:
    return an_author(a_user(Role.Kind.SCORER, club=evening.table.club))


def enter(evening: Evening, by: Author, *totals: int) -> Slip:
    entered = recording.SlipTotals(totals=totals, key=uuid.uuid4())
    return recording.take_slip(by, evening.game, entered)


def test_the_second_person_sees_nothing_of_the_first_entry(evening: Evening, second: Author) -> None:
    page = proofreading_page(evening, second)
    assert "What was entered first is shown only where the two differ." in page
    assert "2,725" not in page
    assert "Read back: all matches the paper" not in page
    enter(evening, second, 2725, -90)
    page = proofreading_page(evening, second)
    assert "−90 on the slip, −85 on the score sheet" in page


def test_who_has_typed_a_deal_does_not_enter_it_a_second_time(evening: Evening) -> None:
    page = proofreading_page(evening, evening.scorer)
    assert "A second person enters the result: you have written a deal of it yourself." in page
    assert ">Compare</button>" not in page
    with pytest.raises(NotNow, match="second person"):
        enter(evening, evening.scorer, 2725, -85)


def test_the_desk_lists_it_until_both_entries_agree(evening: Evening, second: Author) -> None:
    (waiting, _unsigned) = need_texts(desk_page(evening))
    assert "The result is still to be entered by a second person" in waiting
    enter(evening, second, 2725, -80)
    assert sorted(kinds(desk_page(evening))) == ["slip", "unsigned"]
    evening.amend(1, a_body(hand_points=80), by=evening.director)
    assert kinds(desk_page(evening)) == ["unsigned"]


def test_a_difference_of_the_second_entry_is_settled_by_entering_it_again(
    evening: Evening, second: Author
) -> None:
    enter(evening, second, 2725, -80)
    enter(evening, second, 2725, -85)
    assert kinds(desk_page(evening)) == ["unsigned"]


def test_without_the_agreement_anybody_takes_the_slip_and_sees_the_protocol() -> None:
    evening = an_evening(label="7", deals=1)
    evening.record(1)
    assert "2,725" in proofreading_page(evening)
    assert enter(evening, evening.scorer, 2725, -85).current
    assert kinds(desk_page(evening)) == ["unsigned"]
