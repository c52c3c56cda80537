"""Pieces of a page that are rendered once: the same value, the same piece; anything else, another one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.template import loader
from django.utils import translation

from clubs.reports.report import Row
from clubs.templatetags import fragments
from scoring.game.score_sheet import DealBlock, DealTotal, ScoreSheetRow
from scoring.game.status import StatusBadge

DEAL = DealBlock(
    number=3,
    totals=(DealTotal(1235, went_out=True), DealTotal(-60, went_out=False)),
    parts=(ScoreSheetRow("Base points", (1000, 0)),),
    running=(2470, -60),
    note="<no> contract",
)


def shown(deal: DealBlock, *, game: int = 1) -> str:
    return fragments.cached_include("scoring/game/_block.html", deal=deal, game=game, sides=2)


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that were asked for, each time they were."""
    fragments.render_fragment.cache_clear()
    times: list[str] = []

    def noted(name: str) -> object:
        times.append(name)
        return loader.get_template(name)

    monkeypatch.setattr(fragments, "get_template", noted)
    return times


@pytest.mark.parametrize("deal", [DEAL, replace(DEAL, in_pencil=True), replace(DEAL, number=4, note="")])
@pytest.mark.parametrize("language", ["en", "sv", "fi", "da"])
def test_a_piece_is_what_the_template_makes_of_its_values(deal: DealBlock, language: str) -> None:
    with translation.override(language):
        plain = loader.get_template("scoring/game/_block.html").render({"deal": deal, "game": 1, "sides": 2})
        for _time in range(2):
            assert shown(deal) == plain


def test_an_equal_value_is_rendered_once(rendered: list[str]) -> None:
    assert shown(DEAL) == shown(replace(DEAL))
    assert rendered == ["scoring/game/_block.html"]


@pytest.mark.parametrize(
    "other",
    [
        replace(DEAL, number=4),
        replace(DEAL, running=(2470, -61)),
        replace(DEAL, in_pencil=True),
        replace(DEAL, badge=StatusBadge(kind="red", label="disputed")),
        replace(DEAL, totals=(DealTotal(1235, went_out=False), DealTotal(-60, went_out=False))),
    ],
)
def test_another_value_looks_otherwise(other: DealBlock) -> None:
    assert shown(other) != shown(DEAL)


def test_the_same_deal_of_another_game_leads_to_that_game() -> None:
    assert "/games/1/" in shown(DEAL)
    assert "/games/2/" in shown(DEAL, game=2)


def test_each_language_has_its_own_piece() -> None:
    with translation.override("fi"):
        finnish = shown(DEAL)
    with translation.override("da"):
        danish = shown(DEAL)
    assert "1\N{NO-BREAK SPACE}235" in finnish
    assert "1.235" in danish


def test_what_people_wrote_stays_text() -> None:
    assert "&lt;no&gt; contract" in shown(DEAL)
    assert "<b>" not in fragments.cached_include("scoring/game/_table_row.html", row=Row(("<b>", 1)))


@pytest.mark.parametrize("name", ["shell_links", "masthead", "colophon"])
@pytest.mark.parametrize("language", ["en", "sv", "fi", "da"])
def test_the_frame_of_a_page_is_what_the_template_makes_of_its_address(name: str, language: str) -> None:
    for address in ("/events/7/", "/events/8/%3Fq%3D%C3%A4"):
        with translation.override(language):
            plain = loader.get_template(f"components/{name}.html").render({"address": address})
            assert fragments.constant_include(f"components/{name}.html", address) == plain.strip()


def test_an_address_in_the_frame_stays_text() -> None:
    frame = fragments.constant_include("components/masthead.html", '"><b>')
    assert "next=&quot;&gt;&lt;b&gt;" in frame
    assert "<b>" not in frame
