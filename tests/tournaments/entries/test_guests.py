"""Guests and misspelt names in a pasted list of pairs; the players of a federation's event."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import cast

import pytest
from django.core.exceptions import PermissionDenied
from django.forms import BooleanField, ChoiceField
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, Player, Role
from tests.builders import a_club, a_player, a_user, an_author
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.entries.forms import PasteEntriesForm
from tournaments.models import Entry
from tournaments.play import entry_queries, queries
from tournaments.play.queries import entry_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Played:
    event = Played(agreed())
    for name in ("Anna Berg", "Bo Ek", "Eva Dahl"):
        a_player(name, club=event.club)
    return event


@pytest.fixture
def director(event: Played, client: Client) -> Client:
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client


LIST = "1. Anna Berg – Gösta Gäst\n2. Bo Ek – Eva Dahk"


def asked(form: PasteEntriesForm) -> dict[str, dict[str, str]]:
    """The choices of each doubtful name: value and label, by the field."""
    fields = {name: form.fields[name] for name in form.unknown}
    return {
        name: {str(value): str(label) for value, label in choices_of(field)}
        for name, field in fields.items()
        if isinstance(field, ChoiceField)
    }


def new_names(form: PasteEntriesForm) -> dict[str, str]:
    """The new names, each with what its tick sends, as a browser sends the form that it was given."""
    ticks = [name for name in form.unknown if isinstance(form.fields[name], BooleanField)]
    shown = {f"{name}-asked": "1" for name in ticks}
    return shown | {name: "on" for name in ticks if form[name].value()}


def choices_of(field: ChoiceField) -> Iterable[tuple[object, object]]:
    return cast(Iterable[tuple[object, object]], field.choices)


def names_of(event: Played) -> list[list[str]]:
    return [[player.name for player in entry_players(entry)] for entry in Entry.objects.order_by("number")]


def test_an_unknown_name_is_a_guest_or_somebody_whose_name_is_like_it(
    event: Played, director: Client
) -> None:
    address = reverse("tournaments:pairs", args=[event.event.pk])
    page = director.post(address, {"names": LIST})
    form = page.context["form"]
    assert "Gösta Gäst" in page.content.decode()
    assert form["names"].value() == LIST
    (misspelt,) = asked(form).items()
    assert "1 name is new to the club." in str(form.errors["names"])
    eva = Player.objects.get(family_name="Dahl")
    assert list(misspelt[1]) == [str(eva.pk), "guest", ""]
    assert not Entry.objects.exists()
    sent = {"names": LIST, **new_names(form), misspelt[0]: str(eva.pk)}
    assert director.post(address, sent).status_code == 302
    assert names_of(event) == [["Anna Berg", "Gösta Gäst"], ["Bo Ek", "Eva Dahl"]]
    gosta = Player.objects.get(family_name="Gäst")
    assert gosta.home_club == event.club
    assert gosta.memberships.filter(club=event.club, until=None).exists()


@pytest.mark.parametrize(
    ("names", "asks"),
    [
        ("Gösta Gäst, Gunn Ny", True),
        ("Gösta Gäst – Eva Dahk", False),
        ("Gösta Gäst\nAnna Berg – Bo Ek", False),
    ],
)
def test_new_names_alone_are_nothing_to_be_corrected(
    event: Played, director: Client, names: str, *, asks: bool
) -> None:
    address = reverse("tournaments:pairs", args=[event.event.pk])
    page = director.post(address, {"names": names}).content.decode()
    assert ("Please correct" not in page) is asks
    assert not Entry.objects.exists()


def test_the_licence_number_of_a_guest_is_kept(event: Played, director: Client) -> None:
    address = reverse("tournaments:pairs", args=[event.event.pk])
    sent = {"names": "Anna Berg – Gösta Gäst 10023"}
    sent |= new_names(director.post(address, sent).context["form"])
    assert director.post(address, sent).status_code == 302
    assert names_of(event) == [["Anna Berg", "Gösta Gäst"]]
    assert Player.objects.get(family_name="Gäst").licence == "10023"


def test_what_is_not_decided_is_asked_again_and_adds_nobody(event: Played, director: Client) -> None:
    address = reverse("tournaments:pairs", args=[event.event.pk])
    form = director.post(address, {"names": LIST}).context["form"]
    (misspelt,), sent = asked(form), {"names": LIST, **new_names(form)}
    before = Player.objects.count()
    page = director.post(address, {**sent, misspelt: ""})
    assert "Eva Dahk" in str(page.context["form"].errors["names"])
    assert "Gösta" not in str(page.context["form"].errors["names"])
    wrong = director.post(address, {**sent, misspelt: "4711"})
    assert wrong.context["form"].errors.keys() == {misspelt}
    assert Player.objects.count() == before
    assert not Entry.objects.exists()


def test_a_guest_in_two_lines_is_told_at_the_second(event: Played, director: Client) -> None:
    address, twice = (
        reverse("tournaments:pairs", args=[event.event.pk]),
        "Anna Berg – A Guest\nBo Ek – a guest",
    )
    new = new_names(director.post(address, {"names": twice}).context["form"])
    page = director.post(address, {"names": twice, **new})
    assert "is already on line 1" in str(page.context["form"].errors["names"])


def test_consent_is_asked_once_for_all_new_names(event: Played, director: Client) -> None:
    address, sent = reverse("tournaments:pairs", args=[event.event.pk]), {"names": "Ada New – Ida New"}
    form = director.post(address, sent).context["form"]
    assert "2 names are new to the club." in str(form.errors["names"])
    assert "may_publish" in form.fields
    assert director.post(address, {**sent, **new_names(form), "may_publish": "on"}).status_code == 302
    assert set(Player.objects.filter(family_name="New").values_list("may_publish", flat=True)) == {True}


def test_a_name_without_its_tick_is_not_added(event: Played, director: Client) -> None:
    address, sent = reverse("tournaments:pairs", args=[event.event.pk]), {"names": "Anna Berg – Ida New"}
    new = new_names(director.post(address, sent).context["form"])
    shown = {name: value for name, value in new.items() if name.endswith("-asked")}
    page = director.post(address, {**sent, **shown})
    assert "the club has no player called “Ida New”" in str(page.context["form"].errors["names"])
    assert not Player.objects.filter(family_name="New").exists()


def test_who_is_stored_elsewhere_is_not_ticked(event: Played, director: Client) -> None:
    a_player("Ida New", club=a_club("Elsewhere"))
    address, sent = reverse("tournaments:pairs", args=[event.event.pk]), {"names": "Anna Berg – Ida New"}
    page = director.post(address, sent)
    assert "There is a player of this name in Elsewhere." in page.content.decode()
    assert list(new_names(page.context["form"]).values()) == ["1"]


def test_if_one_line_is_refused_no_guest_is_added(event: Played) -> None:
    anna, bo = Player.objects.get(family_name="Berg"), Player.objects.get(family_name="Ek")
    running.enter_pairs(event.by, event.event, [[anna, bo]])
    guest, before = Player(given_name="Gösta", family_name="Gäst"), Player.objects.count()
    with pytest.raises(Exception, match="already entered"):
        running.enter_with_guests(event.by, event.event, [[guest, anna]])
    assert Player.objects.count() == before
    running.enter_with_guests(event.by, event.event, [[guest, Player.objects.get(family_name="Dahl")]])
    assert Player.objects.count() == before + 1


def test_a_director_of_the_event_alone_adds_nobody_to_the_club(event: Played, client: Client) -> None:
    user = a_user()
    Role.objects.create(user=user, book=event.event.book, kind=Role.Kind.DIRECTOR)
    client.force_login(user)
    form = client.post(reverse("tournaments:pairs", args=[event.event.pk]), {"names": LIST}).context["form"]
    assert [list(choices)[-2:] for choices in asked(form).values()] == [
        [str(Player.objects.get(family_name="Dahl").pk), ""]
    ]
    guest = Player(given_name="Gösta", family_name="Gäst")
    with pytest.raises(PermissionDenied):
        running.enter_with_guests(
            an_author(user), event.event, [[guest, Player.objects.get(family_name="Berg")]]
        )


def test_an_event_of_a_federation_takes_the_players_of_all_its_clubs_once() -> None:
    federation = a_club("The federation")
    one, other = (a_club(name, federation=federation) for name in ("One", "Other"))
    stranger, member = a_player("Sven Stranger", club=a_club("Elsewhere")), a_player("Anna Berg", club=one)
    Membership.objects.create(club=other, player=member, since=date(2026, 1, 1))
    partner = a_player("Bo Ek", club=other)
    by = an_author(a_user(Role.Kind.DIRECTOR, club=federation))
    plan = running.EventPlan(name="Cup", date=date(2026, 5, 2), ruleset="samba", agreement=agreed())
    cup = running.create_event(by, federation, plan)
    assert list(queries.eligible_players(cup)) == [member, partner]
    assert [player.pk for player in entry_queries.search_members(cup, "Anna").players] == [member.pk]
    form = PasteEntriesForm({"names": "Anna Berg – Bo Ek"}, event=cup)
    assert form.is_valid(), form.errors
    assert form.entries == ((member, partner),)
    assert stranger not in queries.members_without_entry(cup)
    assert Club.objects.count() == 4
