"""The bracket on a screen: on how many sheets it is drawn, and what is on each."""

from __future__ import annotations

from itertools import chain

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.models import Player
from tests.tournaments.knock_out.support import KnockOut, a_knock_out
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.knock_out import KNOCK_OUT, KNOCK_OUT_SECOND, KNOCK_OUT_THIRD
from tournaments.public.bracket import BracketView
from tournaments.public.bracket_picture import BracketPicture
from tournaments.public.event_view import load_event_view
from tournaments.screen import bracket as on_screen

pytestmark = pytest.mark.django_db


def sheets_of(played: KnockOut) -> list[BracketPicture]:
    view = BracketView.of(load_event_view(played.fresh, games_of=()))
    assert view is not None
    return on_screen.bracket_sheets(view)


def headings(picture: BracketPicture) -> list[str]:
    return [heading.text for heading in picture.headings]


def names(picture: BracketPicture) -> set[str]:
    return {line.name for box in picture.boxes for line in box.lines if line.name}


def overlap(picture: BracketPicture) -> bool:
    """Whether two boxes stand one on the other."""
    corners = [(box.x, box.y) for box in picture.boxes]
    return any(
        (x, y) < (other_x, other_y)
        and abs(x - other_x) < picture.shape.box_width
        and abs(y - other_y) < picture.shape.box_height
        for x, y in corners
        for other_x, other_y in corners
    )


@pytest.mark.parametrize("movement", [KNOCK_OUT, KNOCK_OUT_THIRD], ids=lambda movement: movement.code)
@pytest.mark.parametrize("entries", [2, 3, 4, 5, 8, 9, 12, 13, 16])
def test_up_to_sixteen_are_one_picture_that_fills_the_room(movement: Movement, entries: int) -> None:
    played = a_knock_out(entries, movement)
    played.publish()

    (picture,) = sheets_of(played)

    assert len(names(picture)) == entries
    assert not overlap(picture)
    room = on_screen._ROOM_ACROSS / on_screen._ROOM_DOWN
    # Of few it is wide enough; boxes that are far apart would be harder to follow.
    assert picture.width / picture.height >= 0.9 * room
    assert picture.width / picture.height <= 1.1 * room or entries <= 5
    letters = on_screen._letters_of((picture.width, picture.height))
    assert on_screen._LEAST_LETTERS <= letters <= 1.02 * on_screen._MOST_LETTERS


@pytest.mark.parametrize(
    "movement", [KNOCK_OUT, KNOCK_OUT_THIRD, KNOCK_OUT_SECOND], ids=lambda movement: movement.code
)
def test_on_the_page_no_two_boxes_stand_on_each_other(movement: Movement) -> None:
    for entries in (2, 3, 6, 11, 13, 20):
        played = a_knock_out(entries, movement)
        played.play_round()
        view = BracketView.of(load_event_view(played.fresh, games_of=()))
        assert view is not None
        picture = view.picture()
        assert not overlap(picture), entries
        assert len(names(picture)) == entries
        assert all(0 <= box.x < picture.width and 0 <= box.y < picture.height for box in picture.boxes)


@pytest.mark.parametrize(
    ("movement", "entries", "sheets"),
    [(KNOCK_OUT_SECOND, 8, 1), (KNOCK_OUT_SECOND, 16, 1), (KNOCK_OUT, 40, 2), (KNOCK_OUT_THIRD, 64, 4)],
)
def test_more_are_drawn_in_parts_that_have_everybody_once(
    movement: Movement, entries: int, sheets: int
) -> None:
    played = a_knock_out(entries, movement)
    played.publish()

    pictures = sheets_of(played)

    assert len(pictures) == sheets
    shown = [*chain.from_iterable(names(picture) for picture in pictures)]
    assert len(shown) == len({*shown}) == entries
    assert not any(map(overlap, pictures))


def test_from_the_level_on_that_is_played_there_is_one_picture_again() -> None:
    played = a_knock_out(28)
    played.publish()
    assert {text for picture in sheets_of(played) for text in headings(picture)} >= {"Last 32"}
    last = played.fresh.rounds.get()
    played.win(last)
    played.close(last)

    (picture,) = sheets_of(played)

    assert headings(picture) == ["Last 16", "Quarter-finals", "Semi-finals", "Final"]
    assert len(names(picture)) == 16


def test_a_second_chance_of_sixteen_has_a_sheet_of_its_own_when_somebody_is_in_it() -> None:
    played = a_knock_out(16, KNOCK_OUT_SECOND)
    played.play_round()
    played.publish()

    main, second = sheets_of(played)

    assert headings(main)[-1] == "Final"
    assert {text.split(",")[0] for text in headings(second)} == {"Second chance"}
    assert len(names(second)) == 8
    # As many levels as there is room for, though only the last ones are played.
    while not played.bracket.board.is_over:
        assert all(len(picture.boxes) >= 4 for picture in sheets_of(played))
        last = played.fresh.rounds.latest("number")
        played.win(last)
        played.close(last)
        assert 1 <= len(sheets_of(played)) <= 2
        if not played.bracket.board.is_over:
            played.publish()


def test_results_stand_in_the_picture_as_they_come_and_in_the_language_of_the_screen() -> None:
    played = a_knock_out(4)
    first = played.publish()
    played.totals(played.games(first)[0], 5000, 3000)
    address = reverse("tournaments:screen", args=[played.event.pk])

    text = Client(headers={"Accept-Language": "sv"}).get(address).content.decode()

    assert 'data-kind="bracket"' in text
    assert 'role="img" aria-label="Spelträd"' in text
    assert "Semifinaler" in text
    with translation.override("sv"):
        assert ">5\u00a0000</text>" in text
    assert text.count('class="bracket-wins"') == 1
    # Nothing can be followed on a screen.
    assert "<a " not in text


def test_where_there_would_be_too_many_sheets_the_duels_are_rows() -> None:
    played = a_knock_out(200)
    played.publish()

    assert sheets_of(played) == []
    text = Client().get(reverse("tournaments:screen", args=[played.event.pk])).content.decode()
    assert "<polyline" not in text
    assert "Last 256" in text


@pytest.mark.parametrize(("family_name", "lines"), [("Ek", 1), ("Vestergaard-Kjeldsen", 2)])
def test_long_names_of_a_pair_have_a_line_each(family_name: str, lines: int) -> None:
    played = a_knock_out(16)
    Player.objects.filter(home_club=played.club).update(family_name=family_name)
    played.publish()

    (picture,) = sheets_of(played)

    assert picture.shape.lines == lines
    line = picture.boxes[0].lines[0]
    assert len(line.in_lines(picture.shape)) == lines
    assert " – ".join(line.in_lines(picture.shape)) == line.name
