"""The pages on which a director withdraws an entry, lets another result count, and charges the standings."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from tests.tournaments.running.test_running import pairs_in
from tests.tournaments.support.events import Played, agreed
from tournaments.core.movements.swiss import SWISS
from tournaments.core.schemes import SCHEMES
from tournaments.core.schemes.places import PLACES
from tournaments.core.worth import Scheme
from tournaments.desk.act_forms import JUDGED_KINDS
from tournaments.models import Entry, EventAdjustment, Pairing

pytestmark = pytest.mark.django_db
KEY = "6f1f5a0e-0d6c-4b6f-9a6b-0d7b0f1c2d3e"


@pytest.fixture
def event() -> Played:
    played = Played(agreed(SWISS))
    played.enter(4)
    return played


def test_an_entry_is_withdrawn_and_the_pages_show_it(event: Played, director: Client) -> None:
    event.publish()
    page = reverse("tournaments:withdraw", args=[event.entry(2).pk])
    assert "reason" in director.post(page, {"reason": ""}).context["form"].errors
    director.post(page, {"reason": "The last train"})
    assert event.entry(2).state == Entry.State.WITHDRAWN
    assert Pairing.objects.get(entered__entry=event.entry(2)).kind == Pairing.Kind.WALKOVER
    entries = director.get(reverse("tournaments:entries", args=[event.event.pk])).content.decode()
    assert "withdrawn" in entries
    drawn = director.get(reverse("tournaments:round", args=[event.event.rounds.get().pk])).content.decode()
    assert "walkover" in drawn
    assert "This entry has withdrawn." in director.post(page, {"reason": "again"}).content.decode()


def test_another_result_counts_with_a_reason(event: Played, director: Client) -> None:
    closed = event.round()
    pairing = closed.pairings.get(table=1)
    page = reverse("tournaments:judge", args=[pairing.pk])
    asked = {"kind": "adjusted", "at_fault": "", "reason": "The jury", "points0": "1", "difference0": "50"}
    errors = director.post(page, asked).context["form"].errors
    assert set(errors) == {"points1", "difference1"}
    form = director.get(page).content.decode()
    assert form.count("<small>(only where the jury gives the points)</small>") == 4
    director.post(page, asked | {"points1": "1", "difference1": "-50"})
    pairing.refresh_from_db()
    assert (pairing.kind, pairing.ruled_points) == ("adjusted", [[1, 50], [1, -50]])
    wrong = director.post(page, {"kind": "walkover", "at_fault": "", "reason": "Late"})
    assert "at_fault" in wrong.context["form"].errors


def test_a_walkover_is_taken_back_though_the_page_still_names_who_did_not_come(
    event: Played, director: Client
) -> None:
    pairing = event.round().pairings.get(table=1)
    page = reverse("tournaments:judge", args=[pairing.pk])
    director.post(page, {"kind": "walkover", "at_fault": "1", "reason": "Late"})
    director.post(page, {"kind": "played", "at_fault": "1", "reason": "They had been at the wrong table"})
    pairing.refresh_from_db()
    assert (pairing.kind, pairing.at_fault) == ("played", None)


def test_each_kind_of_result_says_what_it_means(event: Played, director: Client) -> None:
    pairing = event.round().pairings.get(table=1)
    page = director.get(reverse("tournaments:judge", args=[pairing.pk])).content.decode()
    assert "Walkover <small>One side did not come." in page
    assert all(str(escape(said)) in page for said in JUDGED_KINDS.values())


@pytest.mark.parametrize(
    ("typed", "amount"), [("-1", -1), ("\u22121", -1), ("–1", -1), ("+3", 3), ("+2\u00a0000", 2000)]
)
def test_a_number_is_typed_as_the_page_itself_writes_it(
    event: Played, director: Client, typed: str, amount: int
) -> None:
    event.round()
    page = reverse("tournaments:adjust", args=[event.event.pk])
    asked = {"entry": "1", "unit": "points", "amount": typed, "reason": "Late", "key": KEY}
    assert director.post(page, asked).status_code == 302
    assert EventAdjustment.objects.get().amount == amount


def test_a_charge_names_the_entry_and_says_whether_it_is_a_penalty(event: Played, director: Client) -> None:
    event.round()
    page = reverse("tournaments:adjust", args=[event.event.pk])
    assert director.get(page).context["form"].fields["entry"].choices[0] == ("", "–")
    asked = {"entry": "", "unit": "points", "amount": "1", "reason": "Late", "key": KEY}
    refused = director.post(page, asked).context["form"].errors
    assert list(refused) == ["entry", "amount"]
    assert "−1 or +1" in str(refused["amount"])
    assert not EventAdjustment.objects.exists()


@pytest.mark.parametrize(("typed", "kept"), [("§ 35 c", "35c"), ("", ""), ("§ 99 z", None)])
def test_a_charge_names_only_a_paragraph_that_the_rules_have(
    event: Played, director: Client, typed: str, kept: str | None
) -> None:
    event.round()
    page = reverse("tournaments:adjust", args=[event.event.pk])
    assert '<datalist id="paragraphs-of-the-rules"><option' in director.get(page).content.decode()
    asked = {"entry": "3", "unit": "points", "amount": "-1", "rule": typed, "reason": "Late", "key": KEY}
    answer = director.post(page, asked)
    if kept is None:
        assert "The rules of Samba have no “§ 99 z”" in answer.content.decode()
    assert [charge.rule for charge in EventAdjustment.objects.all()] == ([] if kept is None else [kept])


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=str)
def test_where_points_have_decimals_the_pages_say_how_they_are_typed(
    event: Played, director: Client, scheme: Scheme
) -> None:
    pairing = event.round().pairings.get(table=1)
    event.event.settings = {**event.event.settings, "scheme": scheme.code}
    event.event.save(update_fields=["settings"])
    charge = reverse("tournaments:adjust", args=[event.event.pk])
    for page in (charge, reverse("tournaments:judge", args=[pairing.pk])):
        told = "two decimals in this event" in director.get(page).content.decode()
        assert told is scheme.in_hundredths


def test_a_penalty_of_half_a_point_is_typed_and_shown_so(event: Played, director: Client) -> None:
    event.event.settings = {**event.event.settings, "scheme": PLACES.code}
    event.event.save(update_fields=["settings"])
    event.round()
    page = reverse("tournaments:adjust", args=[event.event.pk])
    asked = {"entry": "3", "unit": "points", "amount": "−0,5", "reason": "Late", "key": KEY}
    assert director.post(page, asked).status_code == 302
    assert EventAdjustment.objects.get().amount == -50
    desk = director.get(reverse("tournaments:desk", args=[event.event.pk])).content.decode()
    assert 'points <b class="number">−0.5</b>' in desk
    of_difference = {**asked, "unit": "difference", "key": "3a1e4e1e-5ab4-4a3c-9c53-0a1b7a9b2f10"}
    assert "amount" in director.post(page, of_difference).context["form"].errors
    director.post(page, of_difference | {"amount": "-1000"})
    assert EventAdjustment.objects.get(unit="difference").amount == -1000


def test_a_charge_sent_twice_is_made_once_and_can_be_taken_back(event: Played, director: Client) -> None:
    event.round()
    page = reverse("tournaments:adjust", args=[event.event.pk])
    asked = {"entry": "3", "unit": "points", "amount": "-1", "reason": "Phone rang", "key": KEY}
    for _time in range(2):
        assert director.post(page, asked).status_code == 302
    made = EventAdjustment.objects.get()
    desk = reverse("tournaments:desk", args=[event.event.pk])
    assert "Phone rang" in director.get(desk).content.decode()
    other = director.post(page, asked | {"amount": "-2"})
    assert "This has already been sent" in other.content.decode()
    director.post(reverse("tournaments:adjustment_cancel", args=[made.pk]), {"reason": "It did not"})
    assert "Revoked:" in director.get(desk).content.decode()
    assert event.kept(event.event.rounds.get()) == event.counted()


def test_pairs_pasted_after_the_draw_come_late(event: Played, director: Client) -> None:
    event.round()
    ((one, other),) = pairs_in(event.club, 1)
    director.post(
        reverse("tournaments:pairs", args=[event.event.pk]), {"names": f"{one.name} – {other.name}"}
    )
    assert event.entry(5).from_round == 2
    entries = director.get(reverse("tournaments:entries", args=[event.event.pk])).content.decode()
    assert "from round 2" in entries


def test_the_desk_asks_as_much_for_twelve_entries_as_for_four(event: Played, director: Client) -> None:
    asked = []
    for size in (4, 12):
        if size > 4:
            event = Played(agreed(SWISS))
            event.enter(size)
            assert event.by.user is not None
            director.force_login(event.by.user)
        event.publish()
        with CaptureQueriesContext(connection) as captured:
            director.get(reverse("tournaments:desk", args=[event.event.pk]))
        asked.append(len(captured))
    assert asked[0] == asked[1]
