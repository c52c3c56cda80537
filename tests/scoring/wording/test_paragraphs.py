"""Every paragraph that the rule sets cite is told in the rules of its game and shown by a worked deal."""

from __future__ import annotations

import re
from functools import cache

import pytest

from scoring import rulesets
from scoring.core.ruleset import RuleSet
from scoring.registration.complete_games import cited_paragraphs
from tests.scoring.support.deal_files import load_cases
from tests.scoring.support.worked import corrections, expected_line

# Not paragraphs of a source: what the source leaves open, and what people agree on or decide.
NOT_PARAGRAPHS = frozenset({"", "ruling", "option", "director"})

each_game = pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)


@cache
def told(ruleset: str) -> frozenset[str]:
    """The paragraphs under the heading `Paragraphs`, as the code spells them."""
    text = (rulesets.folders()[ruleset] / "rules.en.md").read_text(encoding="utf-8")
    return frozenset(heading.removeprefix("§ ") for heading in re.findall(r"^### (.+)$", text, re.MULTILINE))


@cache
def shown(ruleset: str) -> frozenset[str]:
    """What the worked deals, games and auctions say that they show, and what their lines cite."""
    cases = [case for kind in ("deal", "game", "auction") for case in load_cases(ruleset).get(kind, ())]
    cases += [case for case in corrections() if case["ruleset"] == ruleset]
    said = {paragraph for case in cases for paragraph in case["shows"]}
    sides = [side for case in cases for side in case.get("expect", {}).get("sides", ())]
    return frozenset(said | {expected_line(text)[3] for side in sides for text in side["lines"]})


@each_game
def test_a_cited_paragraph_is_told_in_our_words(rules: RuleSet) -> None:
    assert cited_paragraphs(rules) <= told(rules.slug)


@each_game
def test_a_cited_paragraph_is_shown_by_a_worked_deal(rules: RuleSet) -> None:
    assert cited_paragraphs(rules) <= shown(rules.slug)


@each_game
def test_a_worked_deal_shows_only_paragraphs_that_are_told(rules: RuleSet) -> None:
    assert shown(rules.slug) - NOT_PARAGRAPHS <= told(rules.slug)


@each_game
def test_the_table_of_line_codes_names_each_line_and_its_paragraph(rules: RuleSet) -> None:
    text = (rulesets.folders()[rules.slug] / "rules.en.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", text, re.MULTILINE))
    cited = {one.code: one.rule for one in rules.combinations} | {
        one.code: one.rule for one in rules.penalties
    }
    assert cited.items() <= table.items()


def test_rules_are_found_in_the_parts_of_a_rule_set() -> None:
    samba = rulesets.find("samba")
    assert samba is not None
    assert {"15b", "21f", "27b1", "34c", "35b"} <= cited_paragraphs(samba)
