"""The season that was counted by hand, on its pages and in its files."""

from __future__ import annotations

import tomllib
from typing import Final

import pytest

from tests import ROOT
from tests.tournaments.series.second_program import recount
from tests.tournaments.series.support import Season, exported, page_of, rows
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.models import Series
from tournaments.series.page import load_page

pytestmark = pytest.mark.django_db

COUNTED: Final = tomllib.loads((ROOT / "fixtures/series/season.toml").read_text())


@pytest.fixture
def season() -> Season:
    season = Season()
    for evening in COUNTED["evenings"]:
        season.evening(*evening["pairs"], day=evening["day"])
    return season


@pytest.fixture
def spring(season: Season) -> Series:
    agreed = COUNTED["rules"]
    return season.series(
        SeriesRules(
            counted=CountedEvenings.BEST,
            how_many=agreed["best"],
            minimum=agreed["minimum"],
            bonus=round(agreed["bonus"] * 100),
        )
    )


def test_the_table_is_the_one_that_was_counted_by_hand(spring: Series) -> None:
    lines = load_page(spring).lines
    assert [(line.name.removesuffix(" Berg"), line.line.total / 100, line.line.place) for line in lines] == [
        (row["who"], row["points"], row.get("place")) for row in COUNTED["table"]
    ]


def test_the_file_has_what_each_evening_gave_and_what_is_dropped(spring: Series) -> None:
    page = load_page(spring)
    for row, line in zip(COUNTED["table"], page.lines, strict=True):
        cells = [
            "–" if cell is None else f"{cell.points / 100:g}" if cell.counts else f"({cell.points / 100:g})"
            for cell in line.cells
        ]
        assert " · ".join(cells) == row["course"], row["who"]
    text = page_of("series", spring.pk, query="?as=text")
    assert "10 · 10 · (8) · – · 9" in text
    assert "Points in brackets are dropped." in text


def test_the_second_program_agrees_after_each_evening(spring: Series) -> None:
    for number in range(1, 6):
        assert recount(page_of("series_after", spring.pk, number, query="?as=json")) == []


def test_after_two_evenings_nobody_has_a_place_and_the_table_says_why(spring: Series) -> None:
    page = load_page(spring, after=2)
    assert page.unplaced == len(page.lines) == 8
    text = page_of("series_after", spring.pk, 2)
    assert "After evening 2: Evening 2" in text
    assert text.count("no place yet: 2 of 3 evenings") == 8


def test_what_is_dropped_is_struck_through_and_said_in_words(spring: Series) -> None:
    text = page_of("series", spring.pk)
    assert '<td class="number"><s>8</s> <span class="visually-hidden">dropped</span></td>' in text


def test_the_page_of_a_line_says_why_it_has_its_points(season: Season, spring: Series) -> None:
    text = page_of("series_line", spring.pk, season.known["Anna"].pk)
    assert "<b>31 points</b> · place 1 of 8" in text
    for said in ("Sum of 3 evenings", "Bonus for 4 evenings", "1 of 5, shared", "<s>8</s> <small>dropped"):
        assert said in text, said
    alone = page_of("series_line", spring.pk, season.known["Ida"].pk)
    assert "<b>4.5 points</b> · no place yet: 1 of 3 evenings" in alone


def test_a_player_s_page_has_the_series_in_a_line(season: Season, spring: Series) -> None:
    text = page_of("player_results", season.known["Gun"].pk)
    assert "<b>place 7 of 8</b> · 21.5 points" in text


def test_pairs_gather_points_together_whatever_the_order_of_their_names(season: Season) -> None:
    season.evening("1 Bo Anna", "2 Dan Cecilia")
    pairs = season.series(name="Pairs", who=Series.Who.ENTRIES)
    lines = {line.name: line.line for line in load_page(pairs).lines}
    assert len(lines["Bo Berg – Anna Berg"].evenings) == 4
    assert len(lines["Anna Berg – Cecilia Berg"].evenings) == 1


def test_each_row_of_the_file_names_its_players(season: Season, spring: Series) -> None:
    first, *_others = rows(exported(spring), "standings")
    assert first["players"] == [{"id": season.known["Anna"].pk, "name": "Anna Berg"}]
    assert first["dropped"] == "3"
