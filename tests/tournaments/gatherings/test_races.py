"""Two who put events together at once, and one form that is sent twice at once."""

from __future__ import annotations

from uuid import uuid4

import pytest

from clubs.books.refusals import NotNow
from clubs.models import Role
from tests.at_once import at_once
from tests.builders import a_user, an_author
from tests.tournaments.gatherings.support import Weekend
from tournaments import gatherings, signup
from tournaments.gatherings.making import plan_of
from tournaments.models import Gathering, Signup, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.engine]


def test_of_two_who_put_the_same_events_together_one_does() -> None:
    weekend = Weekend(together=False)
    at_once(weekend.put_together, weekend.put_together, refusals=(NotNow,))
    assert Gathering.objects.count() == 1
    assert Gathering.objects.get().events.count() == 2


def test_of_two_who_change_what_they_have_both_seen_one_does() -> None:
    weekend = Weekend()
    seen, gathering = plan_of(weekend.gathering), weekend.gathering
    fresh = Gathering.objects.select_related("club").get(pk=gathering.pk)
    at_once(
        lambda: gatherings.change_gathering(weekend.by, gathering, weekend.plan(name="One"), seen),
        lambda: gatherings.change_gathering(weekend.by, fresh, weekend.plan(name="Other"), seen),
        refusals=(NotNow,),
    )
    assert Gathering.objects.get().name in {"One", "Other"}


def test_a_role_that_two_give_at_once_is_given_once_and_one_who_takes_it_back_leaves_all_or_none() -> None:
    weekend = Weekend()
    juror = a_user(Role.Kind.SCORER, club=weekend.club)
    other = an_author(a_user(Role.Kind.DIRECTOR, club=weekend.club))
    at_once(
        lambda: gatherings.give_role_in_all(weekend.by, weekend.gathering, juror, Role.Kind.JURY),
        lambda: gatherings.give_role_in_all(other, weekend.gathering, juror, Role.Kind.JURY),
        refusals=(),
    )
    assert Role.objects.filter(user=juror, kind=Role.Kind.JURY).count() == 2
    at_once(
        lambda: gatherings.revoke_role_in_all(weekend.by, weekend.gathering, juror, Role.Kind.JURY),
        lambda: gatherings.give_role_in_all(other, weekend.gathering, juror, Role.Kind.JURY),
        refusals=(),
    )
    assert Role.objects.filter(user=juror, kind=Role.Kind.JURY).count() in {0, 2}


def test_one_form_for_two_events_sent_twice_at_once_is_one_sign_up_in_each() -> None:
    Weekend()
    key = uuid4()
    stranger = an_author()
    person = signup.TypedPlayer(given_name="Anna", family_name="Berg")
    partner = signup.TypedPlayer(given_name="Bo", family_name="Ek")

    def typed(event: Tournament) -> signup.SignupForm:
        return signup.SignupForm(people=[person, partner][: event.agreement.players])

    def send() -> list[str]:
        events = Tournament.objects.select_related("book", "club").order_by("pk")
        made = gatherings.sign_up_for_several(stranger, events, typed, key)
        return [one.code for one in made]

    codes = at_once(send, send, refusals=())
    assert codes[0] == codes[1]
    assert Signup.objects.count() == 2
