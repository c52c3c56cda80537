"""Signatures on paper: recorded by the director for everybody, and taken back by opening the game again."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from clubs.models import LogEntry, Role
from scoring import recording
from scoring.models import Deal, DealVersion, Game, Signature, Signing
from scoring.recording.errors import AlreadyChanged
from tests.builders import a_user
from tests.scoring.support import signed
from tests.scoring.support.played import a_body
from tests.scoring.support.signed import finished_evening, reopen, sign, sign_on_paper

pytestmark = pytest.mark.django_db


def test_one_act_signs_for_everybody_and_approves_the_deals() -> None:
    evening = finished_evening(approved=False, director_signs=True)
    signature = sign_on_paper(evening)
    assert (signature.kind, signature.side, signature.player) == ("on_paper", None, None)
    assert signature.author == evening.director.user
    assert evening.fresh().state == Game.State.SIGNED
    assert set(evening.game.deals.values_list("state", flat=True)) == {Deal.State.CONFIRMED}
    acts = LogEntry.objects.filter(book=evening.game.book).order_by("-number").values_list("act", flat=True)
    assert list(acts[:2]) == ["game.signed", "game.signed_on_paper"]


def test_the_paper_completes_what_was_begun_on_a_phone() -> None:
    evening = finished_evening()
    sign(evening, 0, 0)
    sign_on_paper(evening)
    kinds = Signing.objects.get().signatures.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["signed", "on_paper"]
    assert evening.fresh().state == Game.State.SIGNED


def test_only_a_director_records_it() -> None:
    evening = finished_evening()
    for by in (evening.scorer, evening.device(0)):
        with pytest.raises(PermissionDenied):
            sign_on_paper(evening, by)
    assert not Signature.objects.exists()


def test_what_the_director_has_not_seen_is_not_signed() -> None:
    evening = finished_evening()
    before = signed.digest_of(evening)
    evening.amend(1, version=1, body=a_body(meld_points=840), by=evening.director)
    with pytest.raises(AlreadyChanged):
        sign_on_paper(evening, digest=before)
    assert evening.fresh().state == Game.State.FINISHED


def test_a_disputed_deal_is_decided_before() -> None:
    evening = finished_evening(approved=False)
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(reason="a samba is missing"))
    with pytest.raises(recording.NotNow):
        sign_on_paper(evening)


def test_opening_the_game_again_takes_it_back() -> None:
    evening = finished_evening()
    sign_on_paper(evening)
    assert reopen(evening).state == Game.State.FINISHED
    sign_on_paper(evening)
    assert signed.signing_states(evening) == ["reopened", "signed"]


def test_opening_the_game_again_lets_the_deals_wait_as_before() -> None:
    evening = finished_evening(approved=False)
    before = _waiting(evening.game)
    sign_on_paper(evening)
    assert _waiting(evening.game) != before
    reopen(evening)
    assert _waiting(evening.game) == before
    sign_on_paper(evening)
    assert evening.fresh().state == Game.State.SIGNED


def test_a_deal_that_was_approved_before_the_paper_stays_approved() -> None:
    evening = finished_evening()
    sign_on_paper(evening)
    reopen(evening)
    assert _waiting(evening.game) == [(1, Deal.State.CONFIRMED, True)]


def test_a_deal_corrected_on_the_signed_sheet_does_not_wait_again() -> None:
    evening = finished_evening(approved=False)
    sign_on_paper(evening)
    evening.amend(1, version=1, body=a_body(meld_points=840), by=evening.director, reason="Added up anew")
    reopen(evening)
    assert evening.game.deals.get().state == Deal.State.CONFIRMED


def _waiting(game: Game) -> list[tuple[int, str, bool]]:
    current = DealVersion.objects.filter(deal__game=game, current=True).order_by("deal__number")
    return list(current.values_list("deal__number", "deal__state", "confirmed"))


def test_the_pages_say_that_it_is_on_paper_and_lead_on() -> None:
    evening = finished_evening()
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=evening.game.book.club))
    page = client.get(reverse("scoring:sign_paper", args=[evening.game.pk]))
    assert b"To take this back, open the game again." in page.content
    sent = {"digest": signed.digest_of(evening), "key": "7" * 32}
    address = reverse("scoring:sign_paper", args=[evening.game.pk])
    answer = client.post(f"{address}?desk={evening.game.book_id}", sent)
    assert answer.headers["Location"] == (
        f"{reverse('scoring:desk_next', args=[evening.game.book_id])}?after={evening.game.pk}"
    )
    public = client.get(reverse("scoring:game", args=[evening.game.pk])).content.decode()
    assert "Signed on paper: the sheet is in the folder." in public
    assert "was absent" not in public
