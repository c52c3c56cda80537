"""The last place is taken by two at once: one gets it, the other is first on the waiting list."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest

from clubs.books.refusals import NotNow
from tests.at_once import at_once
from tests.tournaments.signup.support import STRANGER, an_announced_event, sign_up, states, typed
from tournaments import signup
from tournaments.models import Signup

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.engine]


def test_of_two_who_take_the_last_place_one_gets_it_and_one_is_first_on_the_waiting_list() -> None:
    event = an_announced_event(number_of_places=2)
    sign_up(event, "Anna Berg", "Bo Ek")

    def come(name: str) -> object:
        return signup.sign_up(replace(STRANGER), event.fresh, typed(name, f"Partner of{name}"), uuid4())

    at_once(lambda: come("Dan Frid"), lambda: come("Eva Gran"), refusals=())
    assert sorted(states(event)) == [Signup.State.IN, Signup.State.IN, Signup.State.WAITING]


def test_a_place_that_is_cancelled_and_one_who_comes_at_once_leave_no_place_free() -> None:
    event = an_announced_event(number_of_places=1)
    first, waiting = sign_up(event, "Anna Berg", "Bo Ek"), sign_up(event, "Dan Frid", "Eva Gran")
    fresh = event.fresh
    at_once(
        lambda: signup.cancel_signup(replace(STRANGER), first),
        lambda: signup.sign_up(replace(STRANGER), fresh, typed("Finn Holm", "Gun Ip"), uuid4()),
        refusals=(),
    )
    assert states(event) == [Signup.State.CANCELLED, Signup.State.IN, Signup.State.WAITING]
    assert Signup.objects.get(pk=waiting.pk).state == Signup.State.IN


def test_one_form_sent_twice_at_once_is_one_sign_up() -> None:
    event, key = an_announced_event(), uuid4()
    # Each request has read the event for itself.
    first, second = event.fresh, event.fresh
    codes = at_once(
        lambda: signup.sign_up(replace(STRANGER), first, typed("Anna Berg", "Bo Ek"), key)[1],
        lambda: signup.sign_up(replace(STRANGER), second, typed("Anna Berg", "Bo Ek"), key)[1],
        refusals=(NotNow,),
    )
    assert codes[0] == codes[1]
    assert states(event) == [Signup.State.IN]
