"""The tables of a round, as Python writes them, are those that a template writes."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.template import engines
from django.utils.translation import override

from tests import ROOT
from tournaments.public.event_view import NameLink
from tournaments.public.rounds import Badge, SideView, TableView

TEMPLATE = (ROOT / "tests/tournaments/support/round_tables.html").read_text()
ENTRY = NameLink('Åsa <b> & "Bo" – Eeva\'s', "/events/5/entries/17/")


def a_table(**fields: Any) -> TableView:
    drawn = [NameLink("Bo", "/events/5/entries/1/"), NameLink("Kim", "/events/5/entries/4/")]
    sides = [SideView([ENTRY], 12_345, 2, "stationary"), SideView(drawn, -1_050, None, "")]
    plain: dict[str, Any] = {
        "table": 107,
        "sides": sides,
        "badge": None,
        "game": 31,
        "dealt": "",
        "reason": "",
        "struck": False,
        "found": False,
    }
    return TableView(**plain | fields)


TABLES = [
    a_table(),
    a_table(badge=Badge("ink", "given <up>"), dealt="3 deals", struck=True, found=True),
    a_table(game=None, sides=[SideView([ENTRY], None, Decimal("12.50"), "a <note>")]),
    a_table(table=None, game=None, badge=Badge("pencil", "struck out"), round=12, found=True),
    a_table(round=3, badge=Badge("open", "being played"), sides=[]),
]


@pytest.mark.parametrize("language", ["sv", "fi", "da", "en"])
@pytest.mark.parametrize("anchored", [True, False])
def test_python_writes_the_tables_as_a_template_does(language: str, *, anchored: bool) -> None:
    context = {"tables": TABLES, "anchored": anchored}
    with override(language):
        plain = engines["django"].from_string(TEMPLATE).render(context)
        page = engines["django"].get_template("tournaments/public/_tables.html").render(context)
    assert page.strip() == plain.strip()
