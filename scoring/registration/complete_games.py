"""Checks that each folder of `scoring/rulesets` has everything that the program needs of a game.

`manage.py check` names all that is missing, and an installation with an incomplete game does not start.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Final

from django.apps import AppConfig
from django.conf import settings
from django.core import checks

from clubs.plugins.completeness import languages_without
from scoring import rulesets
from scoring.core import protocol_rows
from scoring.core.ruleset import RuleSet
from scoring.core.seats import TABLE_FORMS
from scoring.core.vocabulary import DIRECTOR
from scoring.printing.rows import printed_row_name
from scoring.rulesets.texts import GameLabels, Label, Phrase
from scoring.wording import labels, options
from scoring.wording.citations import paragraph_texts

_FILES: Final = ("__init__.py", "rules.py", "labels.py", "deals.toml")
# What a line can cite besides a paragraph: what the source leaves open, and what people agree on or decide.
_NOT_PARAGRAPHS: Final = frozenset({"", "ruling", "option", DIRECTOR})

# What is missing: the id of the check, and a sentence.
Lack = tuple[str, str]


def check_games(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[checks.CheckMessage]:  # noqa: ARG001 - as Django calls it
    """Return an error for everything that any game lacks, and a warning for each missing translation."""
    return [
        *(
            checks.Error(f"scoring/rulesets/{slug} {lack}.", id=f"scoring.{number}")
            for slug, folder in rulesets.folders().items()
            for number, lack in lacks_of(slug, folder)
        ),
        *(
            checks.Warning(f"scoring/rulesets/{slug} {lack}.", id="scoring.W001")
            for slug, texts in rulesets.labels_by_slug().items()
            for lack in _missing_translations(texts)
        ),
    ]


def lacks_of(slug: str, folder: Path) -> Iterator[Lack]:
    """Return what a game lacks; what depends on a missing file is not looked for."""
    yield from _missing_files(folder)
    yield from _missing_deals(folder)
    editions, texts = rulesets.editions_by_slug().get(slug), rulesets.labels_by_slug().get(slug)
    if not editions:
        return
    if texts is not None:
        for rules in editions:
            yield from _missing_lines(slug, rules)
            yield from _missing_rows(slug, rules)
            yield from _missing_phrases(rules, texts)
            yield from _missing_options(slug, rules)
    for rules in editions:
        yield from _wrong_names(slug, rules)
        for language in _languages():
            if (folder / f"rules.{language}.md").is_file():
                yield from _missing_paragraphs(slug, rules, language)


def _languages() -> list[str]:
    return [code for code, _name in settings.LANGUAGES]


def _missing_files(folder: Path) -> Iterator[Lack]:
    for name in (*_FILES, *(f"rules.{language}.md" for language in _languages())):
        if not (folder / name).is_file():
            yield "E001", f"has no file {name}"


def _missing_deals(folder: Path) -> Iterator[Lack]:
    file = folder / "deals.toml"
    if not file.is_file():
        return
    try:
        deals = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        yield "E008", f"has a deals.toml that cannot be read: {error}"
        return
    for name in ("facts", "correction_paragraphs", "deal"):
        if name not in deals:
            yield "E008", f"has no “{name}” in deals.toml"


def _wrong_names(slug: str, rules: RuleSet) -> Iterator[Lack]:
    if rules.slug != slug:
        yield "E002", f"has rules with the slug “{rules.slug}”, which is not the name of the folder"
    for form in rules.table_forms:
        if form not in TABLE_FORMS or form not in options.FORM_LABELS:
            yield "E002", f"is played at a table “{form}”, which no seating describes"


def _missing_lines(slug: str, rules: RuleSet) -> Iterator[Lack]:
    for code in sorted(line_codes(rules)):
        if _fails(partial(labels.line_name, slug, code)):
            yield "E003", f"has no name for the line “{code}” (`lines` of its labels)"


def _missing_phrases(rules: RuleSet, texts: GameLabels) -> Iterator[Lack]:
    for combination in rules.combinations:
        if combination.code not in texts.phrases:
            yield "E004", f"has no counted phrase for “{combination.code}” (`phrases` of its labels)"


def _missing_options(slug: str, rules: RuleSet) -> Iterator[Lack]:
    for option in rules.options:
        if _fails(partial(options.option_label, slug, option.name)):
            yield "E005", f"has no label for the house rule “{option.name}” (`options` of its labels)"
            continue
        for choice in option.choices:
            if _fails(partial(options.value_label, slug, option.name, choice.value)):
                yield (
                    "E005",
                    f"has no label for the house rule “{option.name}” with the value {choice.value!r}",
                )


def _missing_paragraphs(slug: str, rules: RuleSet, language: str) -> Iterator[Lack]:
    texts = paragraph_texts(slug, language)
    for paragraph in sorted(cited_paragraphs(rules) - texts.keys()):
        yield "E006", f"has no paragraph “{paragraph}” in rules.{language}.md"


def _missing_rows(slug: str, rules: RuleSet) -> Iterator[Lack]:
    codes, printed = line_codes(rules), {code for row in rules.printed_rows for code in row.codes}
    for code in sorted(codes - printed):
        yield "E007", f"has no row for the line “{code}” on its protocol (`printed_rows` of its rules)"
    for row in rules.printed_rows:
        if row.name not in codes and _fails(partial(printed_row_name, slug, row)):
            yield "E007", f"has no name for the row “{row.name}” of its protocol"


def _missing_translations(texts: GameLabels) -> Iterator[str]:
    for text, context in _texts_of(texts):
        languages = languages_without(text, context)
        if languages:
            yield f"has “{text}”, which is not translated into {', '.join(languages)} (`bin/words`)"


def _texts_of(part: object) -> Iterator[tuple[str, str | None]]:
    """Yield every label of a game, and the singular of every counted phrase, each with its context."""
    if isinstance(part, Label):
        yield part.text, part.context
    elif isinstance(part, Phrase):
        yield part.one, part.context
    elif isinstance(part, Mapping):
        for each in part.values():
            yield from _texts_of(each)
    elif is_dataclass(part):
        for field in fields(part):
            yield from _texts_of(getattr(part, field.name))


def _fails(look_up: Callable[[], object]) -> bool:
    try:
        look_up()
    except KeyError:
        return True
    return False


def line_codes(rules: RuleSet) -> frozenset[str]:
    """Return every code that a line of this game can have, whatever is agreed."""
    return frozenset(code for variant in _variants(rules) for code in protocol_rows.line_codes(variant))


def cited_paragraphs(rules: RuleSet) -> frozenset[str]:
    """Return every paragraph that the rules cite, whatever is agreed."""
    return frozenset(rule for variant in _variants(rules) for rule in _cited(variant)) - _NOT_PARAGRAPHS


def _variants(rules: RuleSet) -> list[RuleSet]:
    """Return the rules, and the rules with each choice of each house rule."""
    return [rules, *(choice.apply(rules) for option in rules.options for choice in option.choices)]


def _cited(part: object) -> Iterable[str]:
    """Return every field called a rule, of a rule set and of all that it is made of."""
    if isinstance(part, tuple | list | frozenset):
        for each in part:
            yield from _cited(each)
    elif is_dataclass(part):
        for field in fields(part):
            value = getattr(part, field.name)
            if isinstance(value, str) and (field.name == "rule" or field.name.endswith("_rule")):
                yield value
            else:
                yield from _cited(value)
