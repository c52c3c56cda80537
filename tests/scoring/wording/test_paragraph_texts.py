"""The text of each paragraph that a line can cite, as a page shows it."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from scoring import rulesets
from scoring.core.ruleset import RuleSet
from scoring.registration.complete_games import cited_paragraphs
from scoring.wording.citations import (
    RuleReading,
    as_html,
    citation_for,
    localize_numbers,
    paragraph_texts,
    rule_readings,
)

each_game = pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
TAGS = re.compile(r"</?(?:p|em|strong|code)>")


each_language = pytest.mark.parametrize("language", ["sv", "fi", "da", "en"])


@each_language
@each_game
def test_every_paragraph_that_is_cited_has_a_text_in_the_readers_language(
    rules: RuleSet, language: str
) -> None:
    with translation.override(language):
        texts = {rule: citation_for(rules.slug, rule) for rule in cited_paragraphs(rules)}
    assert [rule for rule, found in texts.items() if not (found and found.text)] == []
    assert {found.language for found in texts.values() if found} == {language}


@each_language
@each_game
def test_a_text_holds_no_mark_of_the_file_it_comes_from(rules: RuleSet, language: str) -> None:
    for written in paragraph_texts(rules.slug, language).values():
        text = str(as_html(written))
        assert "###" not in text
        assert "**" not in text
        assert '"' not in written, "a text is quoted as books quote"
        assert re.findall(r"<", TAGS.sub("", text)) == []
        assert text.count("<p>") == text.count("</p>") >= 1


@pytest.mark.parametrize("language", ["sv", "fi", "da"])
@each_game
def test_how_we_read_a_silent_rule_is_told_in_the_readers_language(rules: RuleSet, language: str) -> None:
    told = {f"ruling {reading.number}" for reading in rule_readings(rules.slug)}
    assert told
    assert told <= paragraph_texts(rules.slug, language).keys()
    with translation.override(language):
        assert not {one.text for one in rule_readings(rules.slug)} & {one.text for one in english(rules)}


def english(rules: RuleSet) -> list[RuleReading]:
    with translation.override("en"):
        return rule_readings(rules.slug)


def test_what_is_checked_on_entry_is_not_among_the_rules_that_people_play_by() -> None:
    numbers = [reading.number for reading in rule_readings("classic")]
    assert numbers == [1, 2, 3, 4, 7, 8, 10, 11, 12, 15]


@pytest.mark.parametrize("language", ["sv", "fi", "da"])
@each_game
def test_a_translated_paragraph_names_the_same_numbers(rules: RuleSet, language: str) -> None:
    english, translated = paragraph_texts(rules.slug, "en"), paragraph_texts(rules.slug, language)
    assert translated.keys() <= english.keys()
    different = [rule for rule, text in translated.items() if numbers(text) != numbers(english[rule])]
    assert different == []


def numbers(text: str) -> list[str]:
    """Every number of a text; Danish writes twos and threes with one."""
    whole = re.sub(r"(?<=\d)[.,\N{NO-BREAK SPACE}](?=\d{3})", "", text)
    return sorted(re.findall(r"\d+", re.sub(r"\b[23]'er", "", whole)))


@pytest.mark.parametrize(
    ("language", "shown"),
    [("en", "to 10,000, −1,000"), ("da", "to 10.000, −1.000"), ("sv", "to 10\xa0000, −1\xa0000")],
)
def test_numbers_stand_as_the_language_writes_them(language: str, shown: str) -> None:
    assert localize_numbers("to 10 000, -1000", language) == shown
    assert localize_numbers("25c3, § 4a, 2026-1 and 150", language) == "25c3, § 4a, 2026-1 and 150"


def test_numbers_of_readings_and_paragraphs_hold_together() -> None:
    with translation.override("sv"):
        told = " ".join(reading.text for reading in rule_readings("sitoumussamba"))
    assert "−1\N{NO-BREAK SPACE}000" in told
    assert not re.search(r"\d \d{3}\b", told)


def test_a_paragraph_says_what_it_says() -> None:
    found = citation_for("samba", "11a")
    assert found is not None
    assert "four up to ace" in str(found.text)


def test_what_is_not_translated_is_shown_in_english_and_says_so() -> None:
    with translation.override("fi"):
        found = citation_for("samba", "11a")
    assert found is not None
    assert found.language == "en"


def test_a_heading_of_a_source_in_another_language_says_that_it_is_quoted() -> None:
    with translation.override("fi"):
        found, reading = citation_for("royal", "Röda treor"), citation_for("royal", "ruling 1")
    with translation.override("sv"):
        at_home = citation_for("royal", "Röda treor")
    assert found is not None
    assert reading is not None
    assert at_home is not None
    assert [bool(each.note) for each in (found, reading, at_home)] == [True, False, False]


def test_where_the_source_is_silent_nothing_is_cited() -> None:
    assert citation_for("samba", "") is None
    assert citation_for("samba", "ruling") is None
    assert citation_for("samba", "director") is None


def test_a_paragraph_that_somebody_made_up_is_named_without_a_text() -> None:
    found = citation_for("samba", "99z")
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
