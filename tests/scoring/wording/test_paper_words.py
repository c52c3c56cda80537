"""Every cause of a difference on paper has a sentence in each language."""

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import given

from scoring import rulesets
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.reconciliation import Cause, Discrepancy, explain_paper
from scoring.core.ruleset import RuleSet
from scoring.core.score import line_sources, score_counted_deal
from scoring.wording import discrepancies
from scoring.wording.discrepancies import cause_sentence
from tests.scoring.support.simulated import entries

LANGUAGES = [code for code, _name in settings.LANGUAGES]
TABLES = (
    discrepancies.FIGURE_SENTENCES,
    discrepancies.LINE_SENTENCES,
    discrepancies.TWO_LINE_SENTENCES,
    discrepancies.DEAL_SENTENCES,
)


def a_discrepancy(
    cause: Cause | None, code: str = "", rule: str = "15b", difference: int = -500
) -> Discrepancy:
    return Discrepancy(0, 3285, 3785, cause, code, rule, difference=difference)


@pytest.mark.parametrize(
    ("discrepancy", "sentence"),
    [
        (a_discrepancy(Cause.SIDES_SWAPPED), "On paper the two sides are in each other's columns."),
        (a_discrepancy(Cause.SIGN), "Plus and minus have been mixed up on paper."),
        (a_discrepancy(Cause.SUBTOTAL_MISSING, "cards"), "On the paper the card points have not been added."),
        (
            a_discrepancy(Cause.ADDITION, difference=-1000),
            "A carrying error in the addition: it comes to 1,000.",
        ),
        (
            a_discrepancy(Cause.SIGN, "red_threes", "21f"),
            ("“Red threes” has been added instead of subtracted on paper, or the other way round (§ 21 f)."),
        ),
        (
            a_discrepancy(Cause.BONUS_MISSING, "samba"),
            "“Sambas”: not counted on the paper, or one too few (§ 15 b).",
        ),
        (
            a_discrepancy(Cause.BONUS_MISSING, "samba+going_out"),
            "“Sambas” and “Going out”: not counted on the paper.",
        ),
        (
            a_discrepancy(Cause.OTHER_CLASS, "mixed+natural"),
            (
                "One item entered under “Mixed canastas” is counted under “Natural canastas” "
                "on paper (§ 15 b)."
            ),
        ),
        (
            a_discrepancy(Cause.CHARGE_EXTRA, difference=-100),
            "There is a penalty of 100 on paper that has not been entered.",
        ),
        (a_discrepancy(Cause.DEAL_MISSING, "12"), "Deal 12 is missing from the totals on the slip."),
        (a_discrepancy(None), "No single mistake explains the difference: please add it up again."),
    ],
)
def test_a_cause_is_said_in_one_sentence(discrepancy: Discrepancy, sentence: str) -> None:
    with translation.override("en"):
        assert cause_sentence("samba", discrepancy) == sentence


def test_every_cause_has_a_sentence() -> None:
    assert {cause for table in TABLES for cause in table} | {Cause.SUBTOTAL_MISSING} == set(Cause)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
def test_every_line_of_every_game_can_be_what_it_is_about(rules: RuleSet, language: str) -> None:
    codes = [combination.code for combination in rules.combinations] + [
        source.code for source in line_sources(rules)
    ]
    with translation.override(language):
        for code in codes:
            for cause in discrepancies.LINE_SENTENCES:
                assert cause_sentence(rules.slug, a_discrepancy(cause, code)).endswith(".")
            for cause in discrepancies.TWO_LINE_SENTENCES:
                assert cause_sentence(rules.slug, a_discrepancy(cause, f"{codes[0]}+{code}")).endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_subtotals_and_deals_are_said_too(language: str) -> None:
    with translation.override(language):
        for cause in discrepancies.FIGURE_SENTENCES:
            assert "%" not in cause_sentence("samba", a_discrepancy(cause))
        for code in discrepancies.SUBTOTAL_SENTENCES:
            assert cause_sentence("samba", a_discrepancy(Cause.SUBTOTAL_MISSING, code))
        for cause in discrepancies.DEAL_SENTENCES:
            assert "12" in cause_sentence("samba", a_discrepancy(cause, "12"))


@given(entries())
def test_whatever_is_found_in_a_deal_has_a_sentence(deal: DealSheet) -> None:
    """Every explanation of a difference of a hundred, of a line, or of twice a line has a sentence."""
    score, count = score_counted_deal(count_deal(deal)), 0
    for line in score.sides[0].lines:
        for difference in (-100, 100, -line.points, line.points, -2 * line.points):
            figure = score.sides[0].total + difference
            paper = [figure, *(None for _side in score.sides[1:])]
            for discrepancy in explain_paper(deal.rules, score, paper, deal.before, 0, figure):
                count += bool(cause_sentence(deal.rules.slug, discrepancy))
    assert count or not score.sides[0].lines
