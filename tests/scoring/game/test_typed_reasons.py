"""What somebody without an account has typed as a reason: the staff reads it, the public does not."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring import recording
from scoring.models import Confirmation
from tests.builders import a_user
from tests.scoring.support.played import Evening, a_body, an_evening

pytestmark = pytest.mark.django_db

SLANDER = "Bo Ek is a cheat, call 040-123"
GIVEN = "A reason was given"


def disputed() -> Evening:
    evening = an_evening()
    evening.record(1, a_body(), by=evening.device(0))
    approval = evening.approval(1, reason=SLANDER, player=evening.player(1).pk)
    recording.dispute_deal(evening.device(1), evening.game, approval)
    return evening


def public_pages(evening: Evening) -> str:
    pk = evening.game.pk
    addresses = [reverse("scoring:game", args=[pk]), reverse("scoring:deal", args=[pk, 1])]
    return "".join(Client().get(address).content.decode() for address in addresses)


def test_a_reason_that_was_typed_at_a_table_is_read_by_the_staff_alone() -> None:
    evening = disputed()
    public = public_pages(evening)
    assert GIVEN in public
    assert SLANDER not in public
    staff = Client()
    staff.force_login(evening.director.user or a_user())
    assert SLANDER in staff.get(reverse("scoring:game_desk", args=[evening.game.pk])).content.decode()


def test_what_was_typed_before_is_not_public_either() -> None:
    evening = disputed()
    Confirmation.objects.filter(version__deal__game=evening.game).update(device="")
    assert SLANDER not in public_pages(evening)
