"""Checks that each movement, scheme, criterion and way to give points has all that the program needs.

`manage.py check` names all that is missing, and an installation with an incomplete one does not start. A
missing translation is a warning: the page says it in English. `manage.py migrate`, and `manage.py check
--database default`, also name codes in the database that no file defines.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from typing import Any, Final

from django.apps import AppConfig
from django.core import checks
from django.db import connections

from clubs.plugins.catalogue import catalogue_errors
from clubs.plugins.completeness import languages_without
from tournaments.core.criteria import CRITERIA
from tournaments.core.criterion import Criterion, not_compared
from tournaments.core.drawing.movement import Movement, not_checked, not_drawn
from tournaments.core.movements import MOVEMENTS
from tournaments.core.registry import MAX_CODE, Registry
from tournaments.core.schemes import SCHEMES
from tournaments.core.series.result import PointsWay, WayNumbers
from tournaments.core.series.ways import WAYS
from tournaments.core.worth import Scheme, SchemeNumbers, not_counted, not_described
from tournaments.models import Round, Tournament
from tournaments.strength.catalogue import STRENGTH_SOURCES

_CODE: Final = re.compile(r"[a-z][a-z_]*")
_SIDES: Final = frozenset({2, 3})
# The numbers of a scheme with each of its sentences.
_ANY_NUMBERS: Final = (
    SchemeNumbers(),
    SchemeNumbers(cap=1),
    SchemeNumbers(last_of_two=True, walkover_shared=True),
)
_ANY_WAY_NUMBERS: Final = (WayNumbers(), WayNumbers(shares_points=False, of_possible=True))

_Value = Movement | Scheme | Criterion | PointsWay
# What is missing: the id of the check, and a sentence without its subject.
_Lack = tuple[str, str]


def check_values(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[checks.CheckMessage]:  # noqa: ARG001 - as Django calls it
    """Return an error for everything that a value lacks, and a warning for a missing translation."""
    return [
        *_messages(MOVEMENTS, _lacks_of_movement),
        *_messages(SCHEMES, _lacks_of_scheme),
        *_messages(CRITERIA, _lacks_of_criterion),
        *_messages(WAYS, _lacks_of_way),
        *catalogue_errors(STRENGTH_SOURCES, "tournaments.E104"),
    ]


def _messages(registry: Registry[Any], lacks_of: Any) -> Iterator[checks.CheckMessage]:
    seen: dict[str, Any] = {}
    for module in registry.modules():
        path = module.replace(".", "/") + ".py"
        import_module(module)
        values = registry.values_in(module)
        if not values:
            yield checks.Error(f"{path} defines no {registry.kind.__name__}.", id="tournaments.E001")
        for value in values:
            subject = f"{path}: {value.code or 'a value'}"
            if seen.setdefault(value.code, value) is not value:
                yield checks.Error(f"{subject} has the code of another one.", id="tournaments.E002")
            for number, lack in (*_lacks_of_code(value), *lacks_of(value)):
                yield checks.Error(f"{subject} {lack}.", id=f"tournaments.{number}")
            for lack in _missing_translations(value):
                yield checks.Warning(f"{subject} {lack}.", id="tournaments.W001")


def _lacks_of_code(value: _Value) -> Iterator[_Lack]:
    if not _CODE.fullmatch(value.code) or len(value.code) > MAX_CODE:
        yield "E002", f"needs a code of at most {MAX_CODE} small letters and underscores"
    if not value.label:
        yield "E003", "has no label"


def _lacks_of_movement(movement: Movement) -> Iterator[_Lack]:
    if movement.draw is not_drawn:
        yield "E004", "has no function `draw`"
    if movement.check is not_checked:
        yield "E004", "has no function `check`, the rule a second time"
    if movement.sides not in _SIDES:
        yield "E005", "makes tables of neither two nor three sides"
    if movement.max_rounds is not None and not movement.exhausted:
        yield "E003", "has no sentence for when only rematches are left (`exhausted`)"
    if movement.all_meet and movement.schedule is None:
        yield "E004", "lets all meet and has no `schedule` that says when"


def _lacks_of_scheme(scheme: Scheme) -> Iterator[_Lack]:
    if scheme.worth is not_counted:
        yield "E004", "has no function `worth`"
    if scheme.describe is not_described:
        yield "E004", "has no function `describe` for the rules in force"
    else:
        for text, params in _sentences_of(scheme).items():
            if _lacks_figure(text, params):
                yield "E003", f"has a sentence with a figure that it does not get: “{text}”"
    if not scheme.sides or not _SIDES.issuperset(scheme.sides):
        yield "E005", "is for tables of neither two nor three sides"
    for number in set(scheme.numbers) - {field.name for field in fields(SchemeNumbers)}:
        yield "E005", f"reads a number that no event can agree on: {number}"


def _sentences_of(scheme: Scheme) -> dict[str, Mapping[str, str]]:
    return {text: params for numbers in _ANY_NUMBERS for text, params in scheme.describe(numbers, str)}


def _lacks_figure(text: str, params: Mapping[str, str]) -> bool:
    try:
        text % params
    except (KeyError, TypeError, ValueError):
        return True
    return False


def _lacks_of_criterion(criterion: Criterion) -> Iterator[_Lack]:
    if criterion.values_of is not_compared:
        yield "E004", "has no function `values_of`"


def _lacks_of_way(way: PointsWay) -> Iterator[_Lack]:
    for text, params in _sentences_of_way(way).items():
        if _lacks_figure(text, params):
            yield "E003", f"has a sentence with a figure that it does not get: “{text}”"
    for number in set(way.numbers) - {field.name for field in fields(WayNumbers)}:
        yield "E005", f"reads a number that no series can agree on: {number}"


def _sentences_of_way(way: PointsWay) -> dict[str, Mapping[str, str]]:
    return {text: params for numbers in _ANY_WAY_NUMBERS for text, params in way.describe(numbers, str)}


# Translations.


def _missing_translations(value: _Value) -> Iterator[str]:
    for text in _texts_of(value):
        missing = languages_without(text)
        if missing:
            yield f"is not translated ({', '.join(missing)}): “{text}”; run bin/words"


def _texts_of(value: _Value) -> list[str]:
    texts = [value.label]
    if isinstance(value, Movement):
        texts += [value.exhausted, value.rule, *value.reasons.values()]
    if isinstance(value, Scheme) and value.describe is not not_described:
        texts += _sentences_of(value)
    if isinstance(value, PointsWay):
        texts += _sentences_of_way(value)
    return [text for text in texts if text]


# Stored codes.


def check_stored_codes(
    app_configs: Sequence[AppConfig] | None,  # noqa: ARG001 - as Django calls it
    databases: Collection[str] | None = None,
    **kwargs: object,  # noqa: ARG001
) -> list[checks.CheckMessage]:
    """Return an error for each code that a round or an agreement names and no file defines."""
    return [
        checks.Error(f"{where} names a {kind} “{code}”, which no file defines.", id="tournaments.E006")
        for alias in databases or ()
        if Round._meta.db_table in connections[alias].introspection.table_names()
        for where, kind, code in _unknown_codes(alias)
    ]


def _unknown_codes(alias: str) -> Iterator[tuple[str, str, str]]:
    drawn = Round.objects.using(alias).exclude(movement__in=MOVEMENTS)
    for pk, movement in drawn.values_list("pk", "movement"):
        yield f"Round {pk}", "movement", movement
    for pk, stored in Tournament.objects.using(alias).values_list("pk", "settings"):
        named: tuple[tuple[str, Iterable[str], Collection[str]], ...] = (
            ("movement", [phase["movement"] for phase in stored.get("phases", ())], MOVEMENTS),
            ("scheme", [stored["scheme"]] if "scheme" in stored else [], SCHEMES),
            ("criterion", stored.get("chain", ()), CRITERIA),
        )
        for kind, codes, known in named:
            yield from ((f"Event {pk}", kind, code) for code in codes if code not in known)
