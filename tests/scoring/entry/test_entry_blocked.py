"""Where nothing can be recorded, the entry page says so before anybody types: why, and the one next step."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from scoring import recording
from scoring.models import Deal, Game
from tests.builders import a_user
from tests.scoring.entry.test_entry_pages import TYPED, Evening, form_values, post_entry, text_of

pytestmark = pytest.mark.django_db

HEADING = "Nothing can be recorded now"


@pytest.fixture
def evening() -> Evening:
    return Evening()


def begun(evening: Evening) -> Game:
    """A game of which a deal has been recorded at the desk."""
    game = evening.game()
    assert post_entry(evening.at_desk(), new_deal_url(game), **TYPED)[0] == 302
    return game


def disputed(evening: Evening) -> Game:
    game = begun(evening)
    Deal.objects.filter(game=game).update(state=Deal.State.DISPUTED)
    return game


def in_state(evening: Evening, state: Game.State) -> Game:
    game = begun(evening)
    Game.objects.filter(pk=game.pk).update(state=state, over=state != Game.State.SET_ASIDE)
    return game


def new_deal_url(game: Game) -> str:
    return reverse("scoring:deal_new", args=[game.pk])


def blocked_step(client: Client, address: str) -> tuple[str, str, str]:
    """What the page says stands against it, and the address and the words of the step it offers."""
    page = client.get(address).content.decode()
    section = page[page.index('<section class="step" aria-labelledby="stopped">') :].partition("</section>")[
        0
    ]
    ((leads, label),) = re.findall(r'<a class="button primary" href="([^"]+)" autofocus>([^<]+)</a>', section)
    assert re.search(r'<div hidden>\s*<form method="post" novalidate id="entry"', page)
    return text_of(section), leads, label


def test_an_ordinary_form_says_nothing_of_it(evening: Evening) -> None:
    page = evening.at_desk().get(new_deal_url(begun(evening))).content.decode()
    assert HEADING not in page
    assert "<div hidden>" not in page


def test_a_dispute_leads_the_director_to_the_ruling(evening: Evening) -> None:
    game = disputed(evening)
    text, leads, label = blocked_step(evening.at_desk(), new_deal_url(game))
    assert text.startswith(f" {HEADING} Deal 1 is disputed: the director decides first.")
    assert (leads, label) == (f"{reverse('scoring:ruling_new', args=[game.pk])}?deal=1", "Give a ruling")
    assert evening.at_desk().get(leads).status_code == 200


def test_a_dispute_leads_who_only_writes_to_the_games_desk(evening: Evening) -> None:
    game, client = disputed(evening), Client()
    client.force_login(a_user(Role.Kind.SCORER, club=evening.club))
    _said, leads, label = blocked_step(client, new_deal_url(game))
    assert (leads, label) == (reverse("scoring:game_desk", args=[game.pk]), "Game desk")
    assert client.get(leads).status_code == 200


def test_a_dispute_leads_a_phone_back_to_its_table(evening: Evening) -> None:
    disputed(evening)
    client, table = Client(), reverse("scoring:table", args=[evening.table.secret])
    _said, leads, label = blocked_step(client, evening.at_table(2))
    assert (leads, label) == (table, "Back to the table")


@pytest.mark.parametrize(
    ("state", "why"),
    [(Game.State.FINISHED, "The game is over."), (Game.State.SIGNED, "The game is signed.")],
)
def test_a_game_that_is_over_leads_to_its_desk(evening: Evening, state: Game.State, why: str) -> None:
    game = in_state(evening, state)
    text, leads, _label = blocked_step(evening.at_desk(), new_deal_url(game))
    assert why in text
    assert leads == reverse("scoring:game_desk", args=[game.pk])


def test_a_game_that_is_set_aside_leads_to_its_own_page(evening: Evening) -> None:
    game = in_state(evening, Game.State.SET_ASIDE)
    for address in (new_deal_url(game), reverse("scoring:deal_amend", args=[game.pk, 1])):
        text, leads, _label = blocked_step(evening.at_desk(), address)
        assert "The game has been set aside: nothing more can be recorded in it." in text
        assert leads == reverse("scoring:game", args=[game.pk])


def test_who_types_one_game_after_another_is_led_on(evening: Evening) -> None:
    game, book = in_state(evening, Game.State.SIGNED), evening.club.books.get(kind="club")
    _said, leads, label = blocked_step(evening.at_desk(), f"{new_deal_url(game)}?desk={book.pk}")
    assert leads == f"{reverse('scoring:desk_next', args=[book.pk])}?after={game.pk}"
    assert label == "On to the next game"


def test_a_void_deal_leads_to_the_next_one(evening: Evening) -> None:
    game = begun(evening)
    recording.void_deal(evening.by, game, 1, "a card was missing", uuid.uuid4())
    text, leads, _label = blocked_step(evening.at_desk(), reverse("scoring:deal_amend", args=[game.pk, 1]))
    assert "This deal has been declared void." in text
    assert leads == new_deal_url(game)


def test_what_was_typed_meanwhile_is_kept_beside_the_reason(evening: Evening) -> None:
    """A dispute that came while somebody typed: the form stays, and the next step stands above it."""
    game, client = begun(evening), evening.at_desk()
    opened = form_values(client.get(new_deal_url(game)).content.decode())
    Deal.objects.filter(game=game).update(state=Deal.State.DISPUTED)
    page = client.post(new_deal_url(game), {**opened, **TYPED}).content.decode()
    assert HEADING in page
    assert "<div hidden>" not in page
    assert form_values(page)["side0-meld_points"] == "500+345"
