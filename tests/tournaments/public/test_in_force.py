"""The rules in force: what is agreed on is said, in every language, and something else is said otherwise."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from clubs.models import Club
from clubs.reports.report import Report
from scoring.wording import labels
from tests.tournaments.running.test_event import settings_of
from tournaments.agreement.agreement import Agreed, Movement, Phase, SchemeCode, WhoLeaves
from tournaments.agreement.presets import PRESETS, Preset
from tournaments.core.results import SitOutValue, Substitutes
from tournaments.models import Tournament
from tournaments.public.rules_in_force import rules_in_force

LEFT_OVER = re.compile(r"%\(|\{|None|<")


def said(agreed: Agreed, ruleset: str = "samba", **options: Any) -> Report:
    """The rules in force of an event that nobody has stored."""
    event = Tournament(
        club=Club(name="Åbo"),
        name="Autumn",
        on_day=date(2026, 9, 3),
        ruleset=ruleset,
        options=options,
        settings=agreed.data(),
    )
    return rules_in_force(event)


def sentences(report: Report) -> list[str]:
    return [str(row.values[0]) for table in report.tables for row in table.rows]


@pytest.mark.parametrize("language", ["sv", "fi", "da", "en"])
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.code)
def test_every_kind_of_event_is_said_in_whole_sentences(preset: Preset, language: str) -> None:
    with translation.override(language):
        report = said(preset.agreed, preset.ruleset or "samba")
    assert report.language == language
    assert len(sentences(report)) > 15
    assert not [one for one in sentences(report) if LEFT_OVER.search(one) or not one.strip()]


@given(settings_of, st.sampled_from(list(labels.RULESETS)))
def test_whatever_was_agreed_can_be_said(agreed: Agreed, ruleset: str) -> None:
    assert not [one for one in sentences(said(agreed, ruleset)) if LEFT_OVER.search(one)]


ROBIN = Agreed(phases=(Phase(movement=Movement.ROUND_ROBIN, rounds=5),))
PARTNERS = Agreed(players=1, phases=(Phase(movement=Movement.PARTNERS, rounds=5),))
TABLE, PLACES = Agreed(scheme=SchemeCode.VP_TABLE), Agreed(scheme=SchemeCode.PLACES, sides=3)
CURVE, TOTAL = Agreed(scheme=SchemeCode.VP_CONTINUOUS), Agreed(scheme=SchemeCode.TOTAL)


@pytest.mark.parametrize(
    ("agreed", "otherwise"),
    [
        (Agreed(), {"phases": ROBIN.phases}),
        (Agreed(), {"players": 1}),
        (Agreed(), {"sides": 3}),
        (Agreed(), {"deals": 3}),
        (Agreed(), {"clubs_apart": True}),
        *((Agreed(), {"scheme": code}) for code in SchemeCode if code is not SchemeCode.SCL),
        (TABLE, {"bands": (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000)}),
        (PLACES, {"place_points": (5, 2, 0)}),
        (TOTAL, {"cap": 8000}),
        (CURVE, {"bound": 2500}),
        (Agreed(), {"chain": ("points", "wins")}),
        (Agreed(), {"walkover_margin": 1000}),
        (Agreed(), {"walkover_percent": 70}),
        *((Agreed(), {"sit_out": value}) for value in SitOutValue if value is not SitOutValue.FIXED),
        (Agreed(), {"sit_out_points": 1}),
        (Agreed(), {"sit_out_difference": -50}),
        (Agreed(sit_out=SitOutValue.PERCENT_OF_MOST), {"sit_out_percent": 70}),
        (Agreed(), {"missed_as_sit_out": True}),
        (ROBIN, {"who_leaves": WhoLeaves.STAND}),
        *((Agreed(), {"substitutes": value}) for value in Substitutes if value is not Substitutes.COUNT),
        (Agreed(substitutes=Substitutes.CAPPED), {"substitute_percent": 70}),
        (Agreed(substitutes=Substitutes.HALF), {"phases": (Phase(movement=Movement.SWISS, rounds=5),)}),
        (Agreed(), {"late_minutes": 10}),
        (Agreed(), {"correction_minutes": 60}),
        (Agreed(), {"hidden": True}),
        (Agreed(), {"approval": "own_code"}),
        (Agreed(), {"corrections": "by_consent"}),
        (Agreed(), {"protocols": "both"}),
        (Agreed(), {"signers": "one"}),
        (Agreed(), {"director_signs": True}),
    ],
    ids=str,
)
def test_each_setting_is_heard_in_what_is_said(agreed: Agreed, otherwise: dict[str, Any]) -> None:
    assert sentences(said(agreed)) != sentences(said(replace(agreed, **otherwise)))


def test_a_house_rule_is_said_as_it_is_played_with_its_paragraph() -> None:
    usual, doubled = (
        said(Agreed(), "sitoumussamba"),
        said(Agreed(), "sitoumussamba", false_finish_doubled=200),
    )
    assert ("A false finish of a doubled bid pays the others: the bid once.", "§ 12 E") in rows_of(usual)
    assert ("A false finish of a doubled bid pays the others: the bid twice.", "§ 12 E") in rows_of(doubled)


@pytest.mark.parametrize(
    ("ruleset", "about", "where", "elsewhere"),
    [
        ("samba", "With three players: who wins points from whom", Agreed(sides=3), Agreed()),
        ("sambola", "A single player may go out with", Agreed(players=1), Agreed()),
        ("sambola", "A single player may go out with", Agreed(players=1), PARTNERS),
    ],
)
def test_a_house_rule_is_said_where_it_makes_a_difference(
    ruleset: str, about: str, where: Agreed, elsewhere: Agreed
) -> None:
    heard = [any(about in one for one in sentences(said(agreed, ruleset))) for agreed in (where, elsewhere)]
    assert heard == [True, False]


def rows_of(report: Report) -> list[tuple[Any, ...]]:
    return [row.values for table in report.tables for row in table.rows]


def test_what_the_rules_say_of_corrections_is_cited() -> None:
    assert "§ 35 b" in [row[1] for row in rows_of(said(Agreed()))]
    assert "§ 41 A" in [row[1] for row in rows_of(said(Agreed(), "sitoumussamba"))]


def test_how_we_read_what_the_rules_leave_open_stands_at_the_end() -> None:
    last = said(Agreed()).tables[-1]
    assert len(last.rows) == 7
    assert last.rows[4].values[0] == "A deal stopped by the clock is counted as one whose stock ran out."


def test_on_paper_the_first_table_alone_says_what_all_of_them_hold() -> None:
    assert [table.goes_on for table in said(ROBIN).tables] == [False, *[True] * 6]
