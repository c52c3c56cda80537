"""The checks that name everything that a movement, a scheme or a criterion lacks."""

from __future__ import annotations

from inspect import getclosurevars
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from config.serving.preparing import refuse_incomplete_program
from tests.tournaments.support.events import Played
from tests.tournaments.support.one_file_each import MADE_UP, also_listed
from tournaments.core.criteria import CRITERIA
from tournaments.core.movements import MOVEMENTS
from tournaments.core.schemes import SCHEMES
from tournaments.models import Tournament
from tournaments.registration.complete_values import check_stored_codes, check_values

MOVEMENT = """
from tournaments.core.drawing.movement import Movement
VALUE = Movement(code="Ladder 2")
EXHAUSTED = Movement(code="exhausted", sides=4, all_meet=True, max_rounds=len)
"""
SCHEME = """
from tournaments.core.worth import Scheme, SchemeSentence
VALUE = Scheme(code="steps", sides=(), numbers=("height",))
def describe(numbers, figure):
    yield SchemeSentence("At most %(most)s.")
OTHER = Scheme(code="other", label="steps", describe=describe)
"""
CRITERION = """
from tournaments.core.criterion import Criterion
VALUE = Criterion(code="age")
"""


def lacks(place: Path) -> list[tuple[str | None, str]]:
    with also_listed(place):
        return [(message.id, message.msg) for message in check_values(None)]


def write(place: Path, **texts: str) -> Path:
    """Write files, such as `movements=…`, into a folder."""
    for folder, text in texts.items():
        (place / folder).mkdir()
        (place / folder / "new.py").write_text(text, encoding="utf-8")
    return place


def test_every_value_of_the_product_is_complete() -> None:
    assert check_values(None) == []


def test_a_complete_file_lacks_its_translations_alone() -> None:
    found = lacks(MADE_UP)
    assert {number for number, _sentence in found} == {"tournaments.W001"}
    assert (
        "tournaments.W001",
        "tournaments/core/criteria/best_game.py: best_game is not translated (sv, fi, da, en): "
        "“the best game”; run bin/words.",
    ) in found


@pytest.mark.parametrize(
    ("folder", "text", "expected"),
    [
        (
            "movements",
            MOVEMENT,
            [
                "E002 Ladder 2 needs a code of at most 16 small letters and underscores.",
                "E003 Ladder 2 has no label.",
                "E004 Ladder 2 has no function `draw`.",
                "E004 Ladder 2 has no function `check`, the rule a second time.",
                "E003 exhausted has no label.",
                "E004 exhausted has no function `draw`.",
                "E004 exhausted has no function `check`, the rule a second time.",
                "E005 exhausted makes tables of neither two nor three sides.",
                "E003 exhausted has no sentence for when only rematches are left (`exhausted`).",
                "E004 exhausted lets all meet and has no `schedule` that says when.",
            ],
        ),
        (
            "schemes",
            SCHEME,
            [
                "E003 steps has no label.",
                "E004 steps has no function `worth`.",
                "E004 steps has no function `describe` for the rules in force.",
                "E005 steps is for tables of neither two nor three sides.",
                "E005 steps reads a number that no event can agree on: height.",
                "E004 other has no function `worth`.",
                "E003 other has a sentence with a figure that it does not get: “At most %(most)s.”.",
                "W001 other is not translated (sv, fi, da, en): “steps”; run bin/words.",
                "W001 other is not translated (sv, fi, da, en): “At most %(most)s.”; run bin/words.",
            ],
        ),
        (
            "criteria",
            CRITERION,
            ["E003 age has no label.", "E004 age has no function `values_of`."],
        ),
        ("criteria", "ANYTHING = 1\n", ["E001 tournaments/core/criteria/new.py defines no Criterion."]),
    ],
)
def test_everything_that_is_missing_is_named(
    tmp_path: Path, folder: str, text: str, expected: list[str]
) -> None:
    prefix = f"tournaments/core/{folder}/new.py: "
    found = [
        f"{(number or '').removeprefix('tournaments.')} {sentence.removeprefix(prefix)}"
        for number, sentence in lacks(write(tmp_path, **{folder: text}))
        if prefix in sentence or "defines no" in sentence
    ]
    assert found == expected


def test_two_values_of_one_code_are_refused(tmp_path: Path) -> None:
    again = 'from tournaments.core.criterion import Criterion\nVALUE = Criterion(code="points", label="x")\n'
    found = lacks(write(tmp_path, criteria=again))
    assert any(sentence.endswith("points has the code of another one.") for _number, sentence in found)
    with also_listed(tmp_path), pytest.raises(ValueError, match="two values of the code 'points'"):
        len(CRITERIA)


def test_afterwards_nothing_of_a_made_up_file_is_left() -> None:
    with also_listed(MADE_UP):
        assert ("halves" in MOVEMENTS, "hundreds" in SCHEMES, "best_game" in CRITERIA) == (True,) * 3
    assert ("halves" in MOVEMENTS, "hundreds" in SCHEMES, "best_game" in CRITERIA) == (False,) * 3
    with pytest.raises(KeyError, match="nothing of the code 'halves'"):
        MOVEMENTS["halves"]


def test_the_command_that_names_what_is_missing_refuses_it(tmp_path: Path) -> None:
    with also_listed(write(tmp_path, criteria=CRITERION)), pytest.raises(SystemCheckError, match="no label"):
        call_command("check")


def test_an_installation_with_an_incomplete_value_does_not_start_and_one_without_translations_does(
    tmp_path: Path,
) -> None:
    with also_listed(MADE_UP):
        refuse_incomplete_program()
    with (
        also_listed(write(tmp_path, criteria=CRITERION)),
        pytest.raises(SystemExit, match="age has no label"),
    ):
        refuse_incomplete_program()


@pytest.mark.django_db
def test_a_code_in_the_database_that_no_file_defines_is_named() -> None:
    event = Played()
    event.enter(4)
    drawn = event.draw()
    assert check_stored_codes(None, databases=["default"]) == []
    drawn.movement = "staircase"
    drawn.save()
    Tournament.objects.filter(pk=event.event.pk).update(
        settings={"phases": [{"movement": "spiral", "rounds": 3}], "scheme": "steps", "chain": ["age"]}
    )
    assert [message.msg for message in check_stored_codes(None, databases=["default"])] == [
        f"Round {drawn.pk} names a movement “staircase”, which no file defines.",
        f"Event {event.event.pk} names a movement “spiral”, which no file defines.",
        f"Event {event.event.pk} names a scheme “steps”, which no file defines.",
        f"Event {event.event.pk} names a criterion “age”, which no file defines.",
    ]
    assert check_stored_codes(None) == []


def functions_behind(function: Any, found: set[str]) -> set[str]:
    """The functions of the product that a function calls, and those that they call."""
    if not isinstance(function, FunctionType) or not function.__module__.startswith("tournaments."):
        return found
    name = f"{function.__module__}.{function.__qualname__}"
    if name not in found:
        found.add(name)
        variables = getclosurevars(function)
        for value in (*variables.nonlocals.values(), *variables.globals.values()):
            functions_behind(value, found)
    return found


@pytest.mark.parametrize("movement", MOVEMENTS.values(), ids=str)
def test_a_check_shares_no_function_with_its_draw(movement: Any) -> None:
    drawing, checking = functions_behind(movement.draw, set()), functions_behind(movement.check, set())
    assert drawing
    assert checking
    assert drawing.isdisjoint(checking)
