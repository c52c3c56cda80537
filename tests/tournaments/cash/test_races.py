"""Two at the desk at the same moment: nobody pays twice, and one form is one entry."""

from __future__ import annotations

from uuid import uuid4

import pytest

from clubs.books.refusals import NotNow
from tests.at_once import at_once
from tests.tournaments.cash.support import CashEvening, Kind
from tournaments import cash
from tournaments.models import CashEntry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.engine]


def test_two_who_enter_one_person_at_once_count_once() -> None:
    evening = CashEvening()
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    act = cash.CashAct(kind=Kind.PAID, player=anna.pk)
    first, second = evening.fresh, evening.fresh
    at_once(
        lambda: cash.enter_cash(evening.by, first, act, uuid4()),
        lambda: cash.enter_cash(evening.by, second, act, uuid4()),
        refusals=(NotNow,),
    )
    assert (CashEntry.objects.count(), evening.drawer.taken) == (1, 500)


def test_one_form_sent_twice_at_once_is_one_entry_and_two_people_get_two_numbers() -> None:
    evening, key = CashEvening(), uuid4()
    anna, bo = evening.come("Anna Berg", "Bo Ek")
    first, second = evening.fresh, evening.fresh
    act, other = (cash.CashAct(kind=Kind.PAID, player=one.pk) for one in (anna, bo))
    at_once(
        lambda: cash.enter_cash(evening.by, first, act, key),
        lambda: cash.enter_cash(evening.by, second, act, key),
        refusals=(),
    )
    at_once(
        lambda: cash.enter_cash(evening.by, first, other, uuid4()),
        lambda: cash.enter_cash(evening.by, second, cash.CashAct(kind=Kind.OPENING, amount=100), uuid4()),
        refusals=(),
    )
    assert list(CashEntry.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3]
    assert evening.drawer.expected == 1100
