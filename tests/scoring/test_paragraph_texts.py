"""The text of each paragraph that a line can cite, as a page shows it."""

from __future__ import annotations

import re

import pytest

from scoring.core import rulesets
from scoring.core.rulesets.base import RuleSet
from scoring.paragraphs import as_html, cited, paragraph_text
from tests.scoring.test_paragraphs import paragraphs_of

each_game = pytest.mark.parametrize("rules", rulesets.all(), ids=lambda rules: rules.slug)
TAGS = re.compile(r"</?(?:p|em|strong|code)>")


@each_game
def test_every_paragraph_that_is_cited_has_a_text(rules: RuleSet) -> None:
    for rule in paragraphs_of(rules):
        found = cited(rules.slug, rule)
        assert found is not None
        assert found.text, rule


@each_game
def test_a_text_holds_no_mark_of_the_file_it_comes_from(rules: RuleSet) -> None:
    for rule in paragraphs_of(rules):
        text = str(paragraph_text(rules.slug, rule))
        assert "###" not in text
        assert "**" not in text
        assert re.findall(r"<", TAGS.sub("", text)) == []
        assert text.count("<p>") == text.count("</p>") >= 1


def test_a_paragraph_says_what_it_says() -> None:
    assert "four up to ace" in str(paragraph_text("samba", "11a"))


def test_where_the_source_is_silent_nothing_is_cited() -> None:
    assert cited("samba", "") is None
    assert cited("samba", "ruling") is None


def test_a_paragraph_that_somebody_made_up_is_named_without_a_text() -> None:
    found = cited("samba", "99z")
    assert found is not None
    assert (found.label, found.text) == ("§ 99 z", None)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("A meld.\n\nAnother\nline.", "<p>A meld.</p><p>Another line.</p>"),
        (
            "*Entry:* `red_threes` **now**",
            "<p><em>Entry:</em> <code>red_threes</code> <strong>now</strong></p>",
        ),
        ("Two `*` jokers & <b>", "<p>Two <code>*</code> jokers &amp; &lt;b&gt;</p>"),
    ],
)
def test_marks_become_tags_and_nothing_else_does(written: str, shown: str) -> None:
    assert as_html(written) == shown
