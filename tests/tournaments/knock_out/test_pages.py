"""The bracket as people see it: page, files, paper, screen, their own page, and the director's desk."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from clubs.reports.pdf.drawings import PicturePiece, picture_flowables
from tests.documents.reading import text_of
from tests.tournaments.knock_out.support import KnockOut, a_knock_out
from tournaments import running
from tournaments.core.movements.knock_out import KNOCK_OUT_SECOND, KNOCK_OUT_THIRD
from tournaments.models import PlaceDecider
from tournaments.public.bracket import BracketView
from tournaments.public.bracket_picture import picture_on_paper
from tournaments.public.event_view import load_event_view

pytestmark = pytest.mark.django_db


def page(played: KnockOut, name: str, *args: object, client: Client | None = None) -> str:
    response = (client or Client()).get(reverse(f"tournaments:{name}", args=args or [played.event.pk]))
    assert response.status_code == 200
    return response.content.decode()


def director(played: KnockOut) -> Client:
    client = Client()
    assert played.by.user is not None
    client.force_login(played.by.user)
    return client


def test_the_page_of_the_bracket_has_the_picture_and_the_same_as_a_list() -> None:
    played = a_knock_out(6, KNOCK_OUT_THIRD)
    assert "appears with the first round" in page(played, "event_bracket")
    played.play_round()

    text = page(played, "event_bracket")

    assert "<svg" in text
    assert "style=" not in text
    for words in ("Quarter-finals", "Semi-finals", "Final", "Third place", "5,000–3,000"):
        assert words in text
    assert reverse("tournaments:event_bracket", args=[played.event.pk]) in page(played, "event")


def test_other_events_have_no_bracket() -> None:
    from tests.tournaments.support.events import Played, agreed

    played = Played(agreed())

    response = Client().get(reverse("tournaments:event_bracket", args=[played.event.pk]))

    assert response.status_code == 404


@pytest.mark.parametrize("kind", ["csv", "json", "xlsx", "pdf"])
def test_the_list_of_duels_is_a_file(kind: str) -> None:
    played = a_knock_out(4, KNOCK_OUT_SECOND)
    played.play_round()

    response = Client().get(reverse("tournaments:event_bracket", args=[played.event.pk]), {"as": kind})

    assert response.status_code == 200
    if kind == "csv":
        content = response.content.decode("utf-8-sig")
        assert "Second chance, stage 1" in content


def test_the_standings_say_how_far_each_came() -> None:
    played = a_knock_out(4)
    played.play_to_the_end()

    text = page(played, "event")

    assert "Winner" in text
    assert "shared, Semi-finals" in text


def test_an_entry_hears_when_it_plays_again_or_that_it_is_out() -> None:
    played = a_knock_out(6, KNOCK_OUT_SECOND)
    played.play_round()

    first, fourth, fifth = (page(played, "event_entry", played.event.pk, number) for number in (1, 4, 5))

    assert "You play again in round 2 at the earliest: Main part, stage 2." in first
    assert "You play again in round 2 at the earliest: Main part, stage 2." in fourth
    assert "You have lost once." in fifth
    played.play_to_the_end()
    assert "You have won the knock-out." in page(played, "event_entry", played.event.pk, 1)
    assert "You are out" in page(played, "event_entry", played.event.pk, 5)


def test_the_director_says_at_the_desk_who_goes_on_after_a_level_game() -> None:
    played = a_knock_out(4)
    first = played.publish()
    played.win(first, level=(1, 4))
    played.close(first)
    client, pairing = director(played), played.pairing(first, 1, 4)
    address = reverse("tournaments:level_decide", args=[pairing.pk])
    assert address in page(played, "desk", client=client)

    refused = client.post(address, {"words": "320 to 180"})
    assert "320 to 180" in refused.content.decode()
    done = client.post(address, {"winner": 4, "words": "320 to 180"})

    assert done.status_code == 302
    assert PlaceDecider.objects.get().order == [4, 1]
    assert address not in page(played, "desk", client=client)
    assert "extra deal" in page(played, "event_bracket")
    assert client.get(address).status_code == 302


def test_the_rules_in_force_say_what_a_knock_out_does() -> None:
    played = a_knock_out(4, best_of=3)

    text = page(played, "event_rules")

    assert "the best of three games" in text
    assert "Nobody sits out twice" not in text
    assert "how far an entry came" in text


def test_the_paper_and_the_screen_have_the_bracket() -> None:
    played = a_knock_out(4)
    played.play_round()
    client = director(played)

    paper = client.get(reverse("tournaments:paper", args=[played.event.pk, "bracket"]))
    screen = Client().get(reverse("tournaments:screen", args=[played.event.pk]))

    assert paper.status_code == 200
    words = text_of(paper.content)
    # Once in the picture and once in the list.
    assert words.count("Semi-finals") >= 3
    assert "Goes on" in words
    assert "Final" in screen.content.decode()


@pytest.mark.parametrize("entries", [33, 64])
def test_a_large_bracket_is_cut_between_its_boxes(entries: int) -> None:
    played = a_knock_out(entries, KNOCK_OUT_SECOND)
    played.publish()
    bracket = BracketView.of(load_event_view(played.fresh, games_of=()))
    assert bracket is not None
    picture = picture_on_paper(bracket.picture())

    pieces = [piece for piece in picture_flowables(picture, 700) if isinstance(piece, PicturePiece)]

    assert len(pieces) > 1
    shown = [box for piece in pieces for box in piece.boxes]
    assert sorted(shown) == sorted(picture.boxes)
    for piece in pieces:
        assert all(box.top + 2 * picture.line_height <= piece.top + piece.down for box in piece.boxes)
        assert all(box.left + picture.box_width <= piece.left + piece.across for box in piece.boxes)
        assert piece.scale * 12.5 >= 6.5
        width, height = piece.wrap(0, 0)
        assert width <= 700
        assert height <= 380


def test_hidden_standings_hide_the_bracket() -> None:
    played = a_knock_out(4, hidden=True)
    played.play_round()

    assert "<polyline" not in page(played, "event_bracket")
    running.withdraw(played.by, played.entry(3), "home")
