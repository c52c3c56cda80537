"""Every code of the core has a label or a sentence."""

from typing import Any

import pytest
from django.utils import translation

from scoring import rulesets
from scoring.core.cards import ALPHABET, THREES
from scoring.core.pipeline import evaluate
from scoring.core.problem import Code, MeldFault, Problem
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import LineGroup, ScoreLine
from scoring.wording import citations, labels
from scoring.wording.cards import CARD_NAMES
from scoring.wording.problems import REASONS, SENTENCES, problem_sentence
from tests.scoring.core.written_deals import deal, finished, tally

COMMON = ("going_out", "red_threes", "melded_cards", "hand_cards", "director")


def codes_of(rules: RuleSet) -> list[str]:
    combinations = [combination.code for combination in rules.combinations]
    return combinations + [penalty.code for penalty in rules.penalties] + list(COMMON)


@pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
def test_every_line_of_every_game_has_a_name_and_a_sentence(rules: RuleSet) -> None:
    for code in codes_of(rules):
        assert labels.line_name(rules.slug, code)
        for count in (None, 1, 2):
            for points in (-100, 100):
                line = ScoreLine(code, LineGroup.BASE, count, points, "21f")
                assert "§ 21 f" in labels.line_reason(rules.slug, line)


def test_every_game_has_a_name() -> None:
    assert {rules.slug for rules in rulesets.newest_editions()} <= {
        slug for slug, _name in labels.ruleset_choices()
    }


def test_every_problem_and_every_reason_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Code)
    assert set(REASONS) == set(MeldFault)


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        (200, "2 red threes, with two completed canastas (§ 21 f)"),
        (-200, "2 red threes, without two completed canastas (§ 21 f)"),
    ],
)
def test_red_threes_say_why_they_count_for_or_against(points: int, reason: str) -> None:
    with translation.override("en"):
        line = ScoreLine("red_threes", LineGroup.BASE, 2, points, "21f")
        assert labels.line_reason("samba", line) == reason


def test_a_bad_meld_says_which_and_why() -> None:
    problem = Problem(Code.BAD_MELD, 0, "hands[0].melds[0]", {"meld": "K2*", "reason": "too_few_naturals"})
    with translation.override("en"):
        assert problem_sentence(problem) == "“K2*” is not a valid meld: it has too few natural cards."


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (finished("samba", winner={"red_threes": 7}), "Red threes: one too many, the deck has 6."),
        (
            finished("samba", loser={"hand": "*******998877"}),
            "Jokers: 2 too many, the deck has 6.",
        ),
        (
            finished("samba", "s456", "s45678", "s678", "s6789"),
            "♠ 6: one too many, the deck has 3.",
        ),
        (
            deal("royal", tally(600, royal=1, super_royal=1), tally(0, 40)),
            "Royals: 1 more than the deck allows.",
        ),
    ],
)
def test_more_than_the_deck_has_is_said_of_the_card_by_its_name(
    written: dict[str, Any], sentence: str
) -> None:
    problems = evaluate(written, rulesets.find).problems
    with translation.override("en"):
        assert sentence in [problem_sentence(each) for each in problems if each.code is Code.DECK_EXCEEDED]


def test_threes_of_both_colours_are_said_of_both() -> None:
    both = Problem(Code.DECK_EXCEEDED, None, "B", {"card": "B", "excess": 2}, {"cards": "RB", "copies": 12})
    with translation.override("en"):
        assert problem_sentence(both) == "Threes: 2 too many, the deck has 12."


def test_every_card_has_a_name() -> None:
    assert set(CARD_NAMES) == {*ALPHABET, THREES}


@pytest.mark.parametrize(
    ("language", "least"), [("en", "1,330"), ("sv", "1\N{NO-BREAK SPACE}330"), ("da", "1.330")]
)
def test_numbers_of_a_warning_are_written_as_the_language_writes_them(language: str, least: str) -> None:
    problem = Problem(Code.MELD_POINTS_TOO_LOW, 0, "hands[0].melds", {"least": 1330, "value": 85})
    with translation.override(language):
        assert least in problem_sentence(problem)


@pytest.mark.parametrize(
    ("rule", "written"),
    [
        ("21f", "§ 21 f"),
        ("34b2", "§ 34 b2"),
        ("10", "§ 10"),
        ("§ 12", "§ 12"),
        ("§ 12 A", "§ 12 A"),
        ("40C", "§ 40 C"),
        ("Röda treor", "“Röda treor”"),
        ("ruling 10", "our reading 10"),
        ("option", "house rule"),
        ("director", "director"),
    ],
)
def test_a_paragraph_is_written_as_a_person_writes_it(rule: str, written: str) -> None:
    with translation.override("en"):
        assert labels.paragraph_label(rule) == written


def test_a_heading_stands_in_the_marks_of_the_language() -> None:
    headings = {}
    for language in ("sv", "fi", "da"):
        with translation.override(language):
            headings[language] = labels.paragraph_label("Regler"), labels.paragraph_label("ruling 10")
    assert headings == {
        "sv": ("”Regler”", "vår tolkning 10"),
        "fi": ("”Regler”", "meidän tulkintamme 10"),
        "da": ("»Regler«", "vores tolkning 10"),
    }


def test_the_sign_of_a_paragraph_stands_where_each_language_writes_it() -> None:
    labels_by_language = {}
    for language in ("en", "sv", "fi", "da"):
        with translation.override(language):
            labels_by_language[language] = labels.paragraph_label("21f")
            assert labels.paragraph_code(labels.paragraph_label("25c3")) == "25c3"
            assert citations.find_paragraph("samba", labels.paragraph_label("25c3")) == "25c3"
    assert labels_by_language == {"en": "§ 21 f", "sv": "§ 21 f", "fi": "21 f §", "da": "§ 21 f"}
    assert (
        citations.keep_citations_unbroken("Korjattu (21 f §)")
        == "Korjattu (21\N{NO-BREAK SPACE}f\N{NO-BREAK SPACE}§)"
    )
