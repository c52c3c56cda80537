"""Every cause of a difference on paper is said in words, in each language."""

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import given

from scoring.core import rulesets
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.reconciliation import Cause, Finding, explanations
from scoring.core.rulesets.base import RuleSet
from scoring.core.score import score_of, sources_of
from scoring.wording import discrepancies
from scoring.wording.discrepancies import cause_sentence
from tests.scoring.support.simulated import entries

LANGUAGES = [code for code, _name in settings.LANGUAGES]
TABLES = (
    discrepancies.OF_THE_FIGURE,
    discrepancies.OF_A_LINE,
    discrepancies.OF_TWO_LINES,
    discrepancies.OF_A_DEAL,
)


def found(cause: Cause | None, code: str = "", rule: str = "15b", off: int = -500) -> Finding:
    return Finding(0, 3285, 3785, cause, code, rule, off=off)


@pytest.mark.parametrize(
    ("finding", "said"),
    [
        (found(Cause.SIDES_SWAPPED), "On the paper the sides stand in each other's columns."),
        (found(Cause.SIGN), "Plus and minus are confused on the paper."),
        (found(Cause.SUBTOTAL_MISSING, "cards"), "On the paper the card points have not been added."),
        (found(Cause.ADDITION, off=-1000), "A wrong carry in the addition: it makes 1,000."),
        (
            found(Cause.SIGN, "red_threes", "21f"),
            "“Red threes” counts plus for minus or minus for plus on the paper (§ 21 f).",
        ),
        (
            found(Cause.BONUS_MISSING, "samba"),
            "“Sambas”: not counted on the paper, or one too few (§ 15 b).",
        ),
        (
            found(Cause.BONUS_MISSING, "samba+going_out"),
            "“Sambas” and “Going out”: not counted on the paper.",
        ),
        (
            found(Cause.OTHER_CLASS, "mixed+natural"),
            "One entered under “Mixed canastas” counts under “Natural canastas” on the paper (§ 15 b).",
        ),
        (found(Cause.CHARGE_EXTRA, off=-100), "The paper has a penalty of 100 that is not entered."),
        (found(Cause.DEAL_MISSING, "12"), "Deal 12 is missing from the totals on the slip."),
        (found(None), "No single mistake explains the difference: add up once more."),
    ],
)
def test_a_cause_is_said_in_one_sentence(finding: Finding, said: str) -> None:
    with translation.override("en"):
        assert cause_sentence("samba", finding) == said


def test_every_cause_has_a_sentence() -> None:
    assert {cause for table in TABLES for cause in table} | {Cause.SUBTOTAL_MISSING} == set(Cause)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", rulesets.all(), ids=lambda rules: rules.slug)
def test_every_line_of_every_game_can_be_what_it_is_about(rules: RuleSet, language: str) -> None:
    codes = [one.code for one in rules.combinations] + [source.code for source in sources_of(rules).steps]
    with translation.override(language):
        for code in codes:
            for cause in discrepancies.OF_A_LINE:
                assert cause_sentence(rules.slug, found(cause, code)).endswith(".")
            for cause in discrepancies.OF_TWO_LINES:
                assert cause_sentence(rules.slug, found(cause, f"{codes[0]}+{code}")).endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_subtotals_and_deals_are_said_too(language: str) -> None:
    with translation.override(language):
        for cause in discrepancies.OF_THE_FIGURE:
            assert "%" not in cause_sentence("samba", found(cause))
        for code in discrepancies.OF_A_SUBTOTAL:
            assert cause_sentence("samba", found(Cause.SUBTOTAL_MISSING, code))
        for cause in discrepancies.OF_A_DEAL:
            assert "12" in cause_sentence("samba", found(cause, "12"))


@given(entries())
def test_whatever_is_found_in_a_deal_has_a_sentence(deal: DealSheet) -> None:
    """Every difference of a hundred, a line, or a line twice; whatever explains it is said."""
    score, said = score_of(count_deal(deal)), 0
    for line in score.sides[0].lines:
        for off in (-100, 100, -line.points, line.points, -2 * line.points):
            paper = [score.sides[0].total + off, *(None for _side in score.sides[1:])]
            for one in explanations(deal.rules, score, paper, deal.before, 0):
                said += bool(cause_sentence(deal.rules.slug, one))
    assert said or not score.sides[0].lines
