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
from clubs.reports.layouts import Grid
from clubs.reports.report import Report
from scoring.wording import labels
from tests.tournaments.running.test_event import settings_of
from tournaments.agreement.agreement import EventAgreement, Phase, PlacesBy, WithdrawalRule
from tournaments.agreement.presets import PRESETS, Preset
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.core.results import SitOutValue, Substitutes
from tournaments.core.schemes import SCHEMES
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_continuous import VP_CONTINUOUS
from tournaments.core.schemes.vp_table import VP_TABLE
from tournaments.models import Tournament
from tournaments.public.rules_in_force import rules_report

LEFT_OVER = re.compile(r"%\(|\{|None|<")


def said(agreed: EventAgreement, ruleset: str = "samba", **options: Any) -> Report:
    """The rules in force of an event that nobody has stored."""
    event = Tournament(
        club=Club(name="Åbo"),
        name="Autumn",
        date=date(2026, 9, 3),
        ruleset=ruleset,
        options=options,
        settings=agreed.data(),
    )
    return rules_report(event)


def sentences(report: Report) -> list[str]:
    return [str(row.values[0]) for table in report.tables for row in table.rows]


@pytest.mark.parametrize("language", ["sv", "fi", "da", "en"])
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.code)
def test_every_kind_of_event_is_said_in_whole_sentences(preset: Preset, language: str) -> None:
    with translation.override(language):
        report = said(preset.agreement, preset.ruleset or "samba")
    assert report.language == language
    assert len(sentences(report)) > 15
    assert not [one for one in sentences(report) if LEFT_OVER.search(one) or not one.strip()]


@given(settings_of, st.sampled_from(list(labels.ruleset_names())))
def test_whatever_was_agreed_can_be_said(agreed: EventAgreement, ruleset: str) -> None:
    assert not [one for one in sentences(said(agreed, ruleset)) if LEFT_OVER.search(one)]


FIXED = EventAgreement(sit_out=SitOutValue.FIXED)
ROBIN = EventAgreement(phases=(Phase(movement=ROUND_ROBIN, rounds=5),))
SINGLES = EventAgreement(players=1, phases=(Phase(movement=PARTNERS, rounds=5),))
TABLE, OF_THREE = EventAgreement(scheme=VP_TABLE), EventAgreement(scheme=PLACES, sides=3)
CURVE, MADE = EventAgreement(scheme=VP_CONTINUOUS), EventAgreement(scheme=TOTAL)


@pytest.mark.parametrize(
    ("agreed", "otherwise"),
    [
        (EventAgreement(), {"phases": ROBIN.phases}),
        (EventAgreement(), {"players": 1}),
        (EventAgreement(), {"sides": 3}),
        (EventAgreement(), {"deals": 3}),
        (EventAgreement(), {"clubs_apart": True}),
        *((EventAgreement(), {"scheme": code}) for code in SCHEMES.values() if code is not SCL),
        (TABLE, {"bands": (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000)}),
        (OF_THREE, {"place_points": (5, 2, 0)}),
        (OF_THREE, {"last_of_two": False}),
        (OF_THREE, {"walkover_shared": False}),
        (ROBIN, {"places_by": PlacesBy.SEED}),
        (MADE, {"cap": 8000}),
        (CURVE, {"bound": 2500}),
        (EventAgreement(), {"chain": ("points", "wins")}),
        (EventAgreement(), {"walkover_margin": 1000}),
        (EventAgreement(), {"walkover_percent": 70}),
        *((FIXED, {"sit_out": value}) for value in SitOutValue if value is not SitOutValue.FIXED),
        (FIXED, {"sit_out_points": 1}),
        (FIXED, {"sit_out_difference": -50}),
        (EventAgreement(sit_out=SitOutValue.PERCENT_OF_MOST), {"sit_out_percent": 70}),
        (EventAgreement(), {"missed_as_sit_out": True}),
        (ROBIN, {"who_leaves": WithdrawalRule.STAND}),
        *(
            (EventAgreement(), {"substitutes": value})
            for value in Substitutes
            if value is not Substitutes.COUNT
        ),
        (EventAgreement(substitutes=Substitutes.CAPPED), {"substitute_percent": 70}),
        (
            EventAgreement(substitutes=Substitutes.HALF),
            {"phases": (Phase(movement=SWISS, rounds=5),)},
        ),
        (EventAgreement(), {"late_minutes": 10}),
        (EventAgreement(), {"correction_minutes": 60}),
        (EventAgreement(), {"official_at_noon": True}),
        (EventAgreement(), {"chain": ("points", "seeded_lot")}),
        (EventAgreement(), {"hidden": True}),
        (EventAgreement(), {"approval": "own_code"}),
        (EventAgreement(), {"corrections": "by_consent"}),
        (EventAgreement(), {"protocols": "both"}),
        (EventAgreement(), {"signers": "one"}),
        (EventAgreement(), {"director_signs": True}),
        (EventAgreement(), {"second_entry": True}),
    ],
    ids=str,
)
def test_each_setting_is_heard_in_what_is_said(agreed: EventAgreement, otherwise: dict[str, Any]) -> None:
    assert sentences(said(agreed)) != sentences(said(replace(agreed, **otherwise)))


def test_a_house_rule_is_said_as_it_is_played_with_its_paragraph() -> None:
    usual, doubled = (
        said(EventAgreement(), "sitoumussamba"),
        said(EventAgreement(), "sitoumussamba", false_finish_doubled=200),
    )
    assert ("A false finish of a doubled bid pays the others: the bid once.", "§ 12 E") in rows_of(usual)
    assert ("A false finish of a doubled bid pays the others: the bid twice.", "§ 12 E") in rows_of(doubled)


@pytest.mark.parametrize(
    ("ruleset", "about", "where", "elsewhere"),
    [
        ("samba", "With three players: who wins points from whom", EventAgreement(sides=3), EventAgreement()),
        ("sambola", "A single player may go out with", EventAgreement(players=1), EventAgreement()),
        ("sambola", "A single player may go out with", EventAgreement(players=1), SINGLES),
    ],
)
def test_a_house_rule_is_said_where_it_makes_a_difference(
    ruleset: str, about: str, where: EventAgreement, elsewhere: EventAgreement
) -> None:
    heard = [any(about in one for one in sentences(said(agreed, ruleset))) for agreed in (where, elsewhere)]
    assert heard == [True, False]


def rows_of(report: Report) -> list[tuple[Any, ...]]:
    return [row.values for table in report.tables for row in table.rows]


def test_what_the_rules_say_of_corrections_is_cited() -> None:
    assert "§ 35 b" in [row[1] for row in rows_of(said(EventAgreement()))]
    assert "§ 41 A" in [row[1] for row in rows_of(said(EventAgreement(), "sitoumussamba"))]


def test_how_we_read_what_the_rules_leave_open_stands_at_the_end() -> None:
    last = said(EventAgreement()).tables[-1]
    assert len(last.rows) == 7
    assert last.rows[4].values[0] == "A deal stopped by the clock is counted as one whose stock ran out."


def test_on_paper_the_first_table_alone_says_what_all_of_them_hold() -> None:
    layouts = [table.layout for table in said(ROBIN).tables]
    assert layouts == [Grid(heading=True), *[Grid(heading=False)] * 6]
