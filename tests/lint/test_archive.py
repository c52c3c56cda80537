"""Every stored field of a game or an event is in the content of an event, or is left out for a reason."""

from __future__ import annotations

import ast

from tests.lint.test_layers import own_sources
from tests.tournaments.archive.stored_fields import COUNTED, LEFT_OUT

RELATIONS = ("ForeignKey", "OneToOneField", "ManyToManyField")


def stored_fields(source: str) -> dict[str, set[str]]:
    """The fields of each model of a module; an inner class of choices has none."""
    models = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    return {model.name: found for model in models if (found := set(fields_of(model)))}


def fields_of(model: ast.ClassDef) -> list[str]:
    assigned = [
        (node.targets[0] if isinstance(node, ast.Assign) else node.target, node.value)
        for node in model.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
    ]
    return [target.id for target, value in assigned if isinstance(target, ast.Name) and is_field(value)]


def is_field(value: ast.expr | None) -> bool:
    if not isinstance(value, ast.Call):
        return False
    called = ast.unparse(value.func).split(".")[-1]
    return called.endswith("Field") or called in RELATIONS or called == "name_field"


def test_it_is_decided_of_every_stored_field_whether_it_is_in_the_content_of_an_event() -> None:
    """A new field goes into `tournaments/archive` and its docs, or into LEFT_OUT with the reason."""
    stored = {
        model: fields
        for path, text in own_sources().items()
        if path.startswith(("tournaments/models/", "scoring/models/"))
        for model, fields in stored_fields(text).items()
    }
    decided = {model: {*COUNTED.get(model, ()), *LEFT_OUT.get(model, ())} for model in {*COUNTED, *LEFT_OUT}}
    assert decided == stored


def test_no_field_is_both_counted_and_left_out() -> None:
    assert [model for model in COUNTED if {*COUNTED[model]} & {*LEFT_OUT.get(model, ())}] == []


def test_a_field_is_found() -> None:
    source = (
        "class Game(models.Model):\n    class State(TextChoices):\n        OPEN = 'open'\n"
        "    name = name_field()\n    club = models.ForeignKey(Club)\n"
        "    over: bool = models.BooleanField()\n    limit = 3"
    )
    assert stored_fields(source) == {"Game": {"name", "club", "over"}}
