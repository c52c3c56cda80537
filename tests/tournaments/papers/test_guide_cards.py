"""Guide cards: where each entry plays against whom in every round, and who comes to each table."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from clubs.reports.paper import render_document
from clubs.reports.report import Cards
from tests.builders import a_user
from tests.documents.reading import pages_in
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.guided import GUIDED
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.papers.catalogue import PAPER_KINDS, PaperRequest, make_document
from tournaments.papers.source import PaperSource
from tournaments.play.seating import get_seats

pytestmark = pytest.mark.django_db
BOTH = "guide-cards", "table-guides"


def made(event: Played, code: str) -> Any:
    return make_document(PAPER_KINDS[code], PaperSource(event.fresh, lambda path: path), PaperRequest(), "en")


def is_offered(event: Played, code: str) -> bool:
    return PAPER_KINDS[code].is_offered(PaperSource(event.fresh, lambda path: path), PaperRequest())


def rows_of(cards: Cards, entry: int) -> list[tuple[Any, ...]]:
    card = next(card for card in cards.cards if card.facts[0].value == entry)
    return [row.values for row in card.tables[0].rows]


def test_the_cards_are_offered_once_the_first_round_is_drawn_and_only_where_tables_are_laid_out() -> None:
    event, circle = Played(agreed(GUIDED, rounds=5)), Played(agreed(ROUND_ROBIN, rounds=5))
    event.enter(6)
    circle.enter(6)
    assert not any(is_offered(event, code) for code in BOTH)
    event.draw()
    circle.draw()
    assert all(is_offered(event, code) for code in BOTH)
    assert not any(is_offered(circle, code) for code in BOTH)
    assert made(circle, "guide-cards") is None


@pytest.mark.parametrize("entries", [6, 7])
def test_every_card_says_what_the_rounds_then_bring(entries: int) -> None:
    event = Played(agreed(GUIDED, rounds=entries - 1 if entries == 6 else entries))
    event.enter(entries)
    drawn = event.draw()
    cards = made(event, "guide-cards")
    running.publish_round(event.by, drawn)
    event.play(drawn)
    event.close(drawn)
    rounds = [drawn, *(event.round() for _round in range(event.agreement.rounds - 1))]
    for at, one in enumerate(rounds):
        seats = get_seats(one)
        for table, sides in enumerate(seats.tables, start=1):
            for side, entry in enumerate(chain(*sides)):
                number, on_table, letter, against, _then = rows_of(cards, entry)[at]
                assert (number, on_table, letter) == (one.number, table, "AB"[side])
                assert str(against).startswith(f"{sides[1 - side][0]} · ")
        for entry in seats.out:
            assert rows_of(cards, entry)[at][1:4] == (None, "", "sits out")


def test_a_card_says_when_to_stay_when_to_go_and_how_often() -> None:
    event = Played(agreed(GUIDED, rounds=5))
    event.enter(6)
    event.draw()
    cards = made(event, "guide-cards")
    assert [row[1] for row in rows_of(cards, 1)] == [3, 3, 3, 3, 3]
    assert [row[4] for row in rows_of(cards, 1)] == ["stay", "stay", "stay", "stay", ""]
    notes = {card.facts[0].value: card.notes[0] for card in cards.cards}
    assert notes[1] == "You stay at your table all the time."
    for entry in range(2, 7):
        tables = [row[1] for row in rows_of(cards, entry)]
        steps = ["stay" if one == other else f"to table {other}" for one, other in pairwise(tables)]
        assert [row[4] for row in rows_of(cards, entry)] == [*steps, ""]
        changes = sum(step != "stay" for step in steps)
        assert notes[entry] == f"You change tables {changes} time{'s' * (changes > 1)}."


def test_the_card_of_a_table_says_who_comes_to_it_and_when_nobody_does() -> None:
    event = Played(agreed(MITCHELL, rounds=3))
    event.enter(5)
    event.draw()
    cards = made(event, "table-guides")
    assert [card.title for card in cards.cards] == ["Table 1", "Table 2", "Table 3"]
    numbers = [
        [tuple(str(value).split(" · ")[0] for value in row.values) for row in card.tables[0].rows]
        for card in cards.cards
    ]
    assert numbers == [
        [("1", "1", "4"), ("2", "–", "–"), ("3", "1", "5")],
        [("1", "2", "5"), ("2", "2", "4"), ("3", "–", "–")],
        [("1", "–", "–"), ("2", "3", "5"), ("3", "3", "4")],
    ]


def test_who_has_left_is_on_no_card_and_the_opponent_sits_out() -> None:
    event = Played(agreed(GUIDED, rounds=5))
    event.enter(6)
    event.round()
    running.withdraw(event.by, event.entry(4), "Ill")
    event.draw()
    cards = made(event, "guide-cards")
    assert [card.facts[0].value for card in cards.cards] == [1, 2, 3, 5, 6]
    assert {row[4] for row in rows_of(cards, 2) if row[3] == "sits out"} <= {"to table 1", "to table 2", ""}
    assert sum(row[3] == "sits out" for entry in (1, 2, 3, 5, 6) for row in rows_of(cards, entry)) == 4


def test_sixty_entries_have_a_page_each_and_six_share_two() -> None:
    event = Played(agreed(GUIDED, rounds=5))
    event.enter(6)
    event.draw()
    assert len(pages_in(render_document(made(event, "guide-cards")))) == 2
    large = Played(agreed(GUIDED, rounds=59))
    large.enter(60)
    large.draw()
    pages = pages_in(render_document(made(large, "guide-cards")))
    assert len(pages) == 60
    assert all("to table" in page for page in pages[1:])


def test_what_is_not_published_is_for_directors_alone() -> None:
    event = Played(agreed(GUIDED, rounds=5))
    event.enter(6)
    event.draw()
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=event.club))
    for code in BOTH:
        assert client.get(reverse("tournaments:paper", args=[event.event.pk, code])).status_code == 403
