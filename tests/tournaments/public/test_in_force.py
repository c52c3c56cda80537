"""The rules in force: what is agreed on is said, in every language, and something else is said otherwise."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from datetime import date
from typing import Any, Final

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from clubs.models import Book, Club
from clubs.reports.layouts import Grid
from clubs.reports.report import Report
from scoring.wording import labels
from tests.tournaments.running.test_event import settings_of
from tournaments.agreement.agreement import (
    Counting,
    EntriesUntil,
    EventAgreement,
    LevelGame,
    Licences,
    Phase,
    PlacesBy,
    WithdrawalRule,
)
from tournaments.agreement.presets import PRESETS, Preset
from tournaments.core.clock import ClockEnd
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.knock_out import KNOCK_OUT
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.core.results import MissedValue, SitOutValue, Substitutes
from tournaments.core.schemes import SCHEMES
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_continuous import VP_CONTINUOUS
from tournaments.core.schemes.vp_table import VP_TABLE
from tournaments.core.schemes.wins_total import WINS_TOTAL
from tournaments.models import Tournament
from tournaments.public.rules_in_force import rules_report

LEFT_OVER = re.compile(r"%\(|\{|None|<")


def said(agreed: EventAgreement, ruleset: str = "samba", **options: Any) -> Report:
    """The rules in force of an event that nobody has stored."""
    event = Tournament(
        club=Club(name="Åbo"),
        book=Book(),
        name="Autumn",
        date=date(2026, 9, 3),
        ruleset=ruleset,
        options=options,
        settings=agreed.data(),
        secret="0" * 64,
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


BY_THE_CLOCK = EventAgreement(clock_minutes=50)
FIXED = EventAgreement(sit_out=SitOutValue.FIXED)
CUP = EventAgreement(phases=(Phase(movement=KNOCK_OUT, rounds=3),))
LINES = EventAgreement(phases=(Phase(movement=MITCHELL, rounds=2),))
ROBIN = EventAgreement(phases=(Phase(movement=ROUND_ROBIN, rounds=5),))
SINGLES = EventAgreement(players=1, phases=(Phase(movement=PARTNERS, rounds=5),))
TABLE, OF_THREE = EventAgreement(scheme=VP_TABLE), EventAgreement(scheme=PLACES, sides=3)
CURVE, MADE = EventAgreement(scheme=VP_CONTINUOUS), EventAgreement(scheme=TOTAL)


# An event, and another value of a setting that counts in it.
OTHERWISE: Final[list[tuple[EventAgreement, dict[str, Any]]]] = [
    (EventAgreement(), {"phases": ROBIN.phases}),
    (EventAgreement(), {"players": 1}),
    (EventAgreement(), {"sides": 3}),
    (EventAgreement(), {"deals": 3}),
    (EventAgreement(), {"handicap": 75}),
    (EventAgreement(handicap=75), {"handicap_points": 333}),
    (EventAgreement(handicap=75), {"handicap_most": 1234}),
    (EventAgreement(), {"clubs_apart": True}),
    (EventAgreement(), {"apart": ((1, 2),)}),
    (EventAgreement(), {"wished": ((1, 2),)}),
    (SINGLES, {"large_tables": True}),
    *((EventAgreement(), {"scheme": code}) for code in SCHEMES.values() if code is not SCL),
    (TABLE, {"bands": (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000)}),
    (OF_THREE, {"place_points": (5, 2, 0)}),
    (OF_THREE, {"last_of_two": False}),
    (OF_THREE, {"walkover_shared": False}),
    (OF_THREE, {"two_play_on": True}),
    *((ROBIN, {"places_by": value}) for value in PlacesBy if value is not PlacesBy.NUMBER),
    (replace(ROBIN, places_by=PlacesBy.STRENGTH), {"strength": (2, 1)}),
    (LINES, {"phantom_sits": True}),
    (LINES, {"phantom_table": 2}),
    (CUP, {"best_of": 3}),
    (CUP, {"level_game": LevelGame.HIGHER_PLACE}),
    (MADE, {"cap": 8000}),
    (CURVE, {"bound": 2500}),
    (EventAgreement(), {"chain": ("points", "wins")}),
    (EventAgreement(), {"walkover_margin": 1000}),
    (EventAgreement(), {"walkover_percent": 70}),
    *((FIXED, {"sit_out": value}) for value in SitOutValue if value is not SitOutValue.FIXED),
    (FIXED, {"sit_out_points": 1}),
    (FIXED, {"sit_out_difference": -50}),
    (EventAgreement(sit_out=SitOutValue.PERCENT_OF_MOST), {"sit_out_percent": 70}),
    *((EventAgreement(), {"missed": value}) for value in MissedValue if value is not MissedValue.LOST),
    (EventAgreement(missed=MissedValue.SIT_OUT), {"missed_times": 1}),
    (EventAgreement(missed=MissedValue.SIT_OUT), {"missed_last": True}),
    (ROBIN, {"missed_walkover": True}),
    (EventAgreement(), {"entries_until": EntriesUntil.LAST_DRAW}),
    (ROBIN, {"who_leaves": WithdrawalRule.STAND}),
    *((EventAgreement(), {"substitutes": value}) for value in Substitutes if value is not Substitutes.COUNT),
    (EventAgreement(substitutes=Substitutes.CAPPED), {"substitute_percent": 70}),
    (
        EventAgreement(substitutes=Substitutes.HALF),
        {"phases": (Phase(movement=SWISS, rounds=5),)},
    ),
    (EventAgreement(), {"late_minutes": 10}),
    (EventAgreement(), {"correction_minutes": 60}),
    (EventAgreement(), {"clock_minutes": 50}),
    (BY_THE_CLOCK, {"clock_minutes": 40}),
    (BY_THE_CLOCK, {"clock_more": 0}),
    (BY_THE_CLOCK, {"clock_more": 5}),
    (BY_THE_CLOCK, {"clock_by_table": True}),
    *((BY_THE_CLOCK, {"clock_end": end}) for end in ClockEnd if end is not ClockEnd.FINISH_DEAL),
    (BY_THE_CLOCK, {"clock_gives": False}),
    (BY_THE_CLOCK, {"clock_late": 5}),
    (BY_THE_CLOCK, {"clock_forecast": True}),
    (EventAgreement(), {"official_at_noon": True}),
    (EventAgreement(), {"chain": ("points", "seeded_lot")}),
    (EventAgreement(), {"hidden": True}),
    (EventAgreement(), {"hall_names": False}),
    (EventAgreement(), {"licences": Licences.NEEDED}),
    (EventAgreement(), {"counting": Counting.APPROVED}),
    (EventAgreement(), {"counting": Counting.SIGNED}),
    (EventAgreement(), {"written_on": "paper"}),
    (EventAgreement(), {"written_on": "both"}),
    (EventAgreement(), {"approval": "own_code"}),
    (EventAgreement(approval="own_code"), {"protocols": "both"}),
    (EventAgreement(protocols="both"), {"approval": "own_code"}),
    (EventAgreement(), {"corrections": "by_consent"}),
    (EventAgreement(), {"protocols": "both"}),
    (EventAgreement(), {"signers": "one"}),
    (EventAgreement(), {"director_signs": True}),
    (EventAgreement(), {"second_entry": True}),
]
# Settings that no sentence says, each with the reason.
UNSAID: Final[dict[str, str]] = {}


def test_every_setting_is_said_or_left_out_for_a_reason() -> None:
    """A new setting gets its sentence in the rules in force, and its line here."""
    tried = {name for _agreed, otherwise in OTHERWISE for name in otherwise}
    assert tried.isdisjoint(UNSAID)
    assert tried | UNSAID.keys() == {setting.name for setting in fields(EventAgreement)}


@pytest.mark.parametrize(("agreed", "otherwise"), OTHERWISE, ids=str)
def test_each_setting_is_heard_in_what_is_said(agreed: EventAgreement, otherwise: dict[str, Any]) -> None:
    assert sentences(said(agreed)) != sentences(said(replace(agreed, **otherwise)))


# The rulings of 23 November, each with an event that it touches and a part of its sentence.
OPPONENTS: Final = ("points", "opponents")
RULINGS: Final = (
    (1, ROBIN, "laid out for those who take part in its first round"),
    (1, ROBIN, "the opponent of an entry that misses the round sits out"),
    (1, EventAgreement(), "New entries come until the end of round 1."),
    (1, EventAgreement(), "A round that an entry missed, also before it came, is lost"),
    (2, ROBIN, "When all have met, they meet again with the sides changed."),
    (2, EventAgreement(phases=(*ROBIN.phases, *ROBIN.phases)), "goes on where the earlier one stopped"),
    (2, EventAgreement(phases=(*EventAgreement().phases, *ROBIN.phases)), "each says how many"),
    (3, SINGLES, "As few partners as possible are repeated"),
    (3, SINGLES, "has met two opponents, and both count"),
    (12, replace(SINGLES, large_tables=True), "who would sit out joins a table of four"),
    (12, replace(SINGLES, large_tables=True), "has met all opponents at the table, and all count"),
    (6, replace(SINGLES, large_tables=True, chain=OPPONENTS), "Where tables differ in size"),
    (4, EventAgreement(), "An entry that sits out gets points 2 and no difference; it has not won a game."),
    (4, CURVE, "An entry that sits out gets points 12.00 and no difference"),
    (4, ROBIN, "it counts as a draw: points 1."),
    (
        4,
        replace(FIXED, sit_out=SitOutValue.WINNERS_AVERAGE),
        "without a winner, the average of all its games",
    ),
    (4, replace(MADE, chain=("own_points",)), "are the average of all games of the round"),
    (5, EventAgreement(scheme=WINS_TOTAL, chain=WINS_TOTAL.chain), "in this order: points, own points."),
    (6, EventAgreement(chain=OPPONENTS), "a full table of virtual opponents"),
    (6, replace(ROBIN, chain=OPPONENTS), "Games that are struck out, and the sit-outs made of them, add no"),
    (6, EventAgreement(chain=("points", "head_to_head")), "counted again among those who are still tied"),
    (6, EventAgreement(sides=3, scheme=PLACES, chain=OPPONENTS), "Where tables differ in size"),
    (7, ROBIN, "An entry that withdraws from a round robin with fewer than half of its games played"),
    (7, ROBIN, "asked for all who have left at once, of the games that each had to play"),
    (8, EventAgreement(), "gets the worse, and the others get the better, of a walkover and the score"),
    (8, OF_THREE, "Of three sides the one that has lost so is last"),
    (
        9,
        EventAgreement(),
        "broken off with nobody at fault counts as it is from half of the deals or of the target on",
    ),
    (10, EventAgreement(), "no side was there at the late limit, nobody wins"),
    (11, EventAgreement(), "Draws follow from the event's secret, digest "),
    (13, EventAgreement(), "Once results are shown no entry comes or goes"),
    (13, EventAgreement(), "they are official when every game has a result."),
    (13, EventAgreement(), "Games count before they are approved and signed, and are shown as such."),
    (13, EventAgreement(official_at_noon=True), "until noon of the day after"),
    (14, EventAgreement(), "An entry that cancels before its first round is not in the standings."),
    (15, OF_THREE, "the two play for first and last"),
    (17, replace(TABLE, substitutes=Substitutes.CAPPED), "at most 60 per cent of the maximum"),
)


# Rulings that no sentence says, each with the reason.
UNSAID_RULINGS: Final = {
    16: "the standings themselves show a sit-out beside the games",
}


def test_each_ruling_has_its_sentences_or_a_reason_why_not() -> None:
    said_of = {number for number, _agreed, _said in RULINGS}
    assert said_of.isdisjoint(UNSAID_RULINGS)
    assert said_of | UNSAID_RULINGS.keys() == {*range(1, 18)}


@pytest.mark.parametrize(("agreed", "expected"), [case[1:] for case in RULINGS], ids=str)
def test_what_is_ruled_is_said_where_it_touches_the_event(agreed: EventAgreement, expected: str) -> None:
    assert expected in " ".join(sentences(said(agreed)))


def test_a_walkover_is_worth_no_more_than_a_game_counts() -> None:
    heard = sentences(said(replace(MADE, cap=3000)))
    assert "A walkover is worth 3,000 points; the absent side gets nothing." in heard


def test_a_house_rule_is_said_as_it_is_played_with_its_paragraph() -> None:
    usual, doubled = (
        said(EventAgreement(), "sitoumussamba"),
        said(EventAgreement(), "sitoumussamba", false_finish_doubled=200),
    )
    assert ("For a false finish on a doubled bid the others score: the bid once.", "§ 12 E") in rows_of(usual)
    assert ("For a false finish on a doubled bid the others score: the bid twice.", "§ 12 E") in rows_of(
        doubled
    )


@pytest.mark.parametrize(
    ("ruleset", "about", "where", "elsewhere"),
    [
        ("samba", "With three players: who scores off whom", EventAgreement(sides=3), EventAgreement()),
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
