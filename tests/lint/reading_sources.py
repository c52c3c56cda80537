"""Finds sentences in Python and JavaScript that a person would read in English whatever her language is.

The calls, arguments and classes by which a sentence reaches a page are listed here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# The same in every language.
PROPER_NAMES = ("Samba", "Royal")

SPOKEN_KEYWORDS = {
    "caption",
    "empty_label",
    "empty_text",
    "help_text",
    "label",
    "label_suffix",
    "legend",
    "notes",
    "signatures",
    "subtitle",
    "title",
    "verbose_name",
    "verbose_name_plural",
}
# A call that shows its arguments, and which of them: None means all.
SPOKEN_CALLS: dict[str, slice] = {
    "ValidationError": slice(0, 1),
    "NotNow": slice(0, 1),
    "Column": slice(0, 1),
    "Fact": slice(0, 2),
    "add_error": slice(1, 2),
    "name_field": slice(0, 1),
    "messages.debug": slice(1, 2),
    "messages.info": slice(1, 2),
    "messages.success": slice(1, 2),
    "messages.warning": slice(1, 2),
    "messages.error": slice(1, 2),
    "messages.add_message": slice(2, 3),
}
RELATIONS = {"ForeignKey", "OneToOneField", "ManyToManyField"}  # their first argument is a model
WRAPPERS = {"format_html", "mark_safe", "format", "join", "str", "capfirst", "list", "tuple"}
TRANSLATION = "django.utils.translation"
CHOICES = {"TextChoices", "IntegerChoices", "Choices"}


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """A sentence outside of gettext, or one that gettext cannot collect, and where it stands."""

    line: int
    words: str


def unwrapped(source: str) -> list[Unwrapped]:
    """Everything that a person reads and no translator can reach."""
    return unwrapped_in(ast.parse(source))


def unwrapped_in(tree: ast.Module) -> list[Unwrapped]:
    translators = translating_names(tree)
    found = {
        Unwrapped(literal.lineno, words)
        for expression in spoken_expressions(tree)
        for literal, words in literals(expression, translators)
    }
    found |= {Unwrapped(call.lineno, ast.unparse(call)) for call in uncollectable(tree, translators)}
    return sorted(found, key=lambda one: (one.line, one.words))


def sources(root: Path) -> Iterator[Path]:
    """The Python modules of the product; the words of a migration are of its time and are never shown."""
    for package in sorted(file.parent for file in root.glob("*/__init__.py")):
        if package.name not in {"tests", "bench"}:
            yield from (file for file in sorted(package.rglob("*.py")) if "migrations" not in file.parts)


def translating_names(tree: ast.AST) -> dict[str, str]:
    """What gettext's functions are called in this module, and which function each is."""
    return {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == TRANSLATION
        for alias in node.names
        if "gettext" in alias.name
    }


def spoken_expressions(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from spoken_arguments(node)
        elif isinstance(node, ast.ClassDef):
            yield from spoken_attributes(node)


def spoken_arguments(call: ast.Call) -> Iterator[ast.expr]:
    yield from call.args[SPOKEN_CALLS.get(called(call)) or SPOKEN_CALLS.get(last_name(call)) or slice(0, 0)]
    if is_model_field(call):
        yield from call.args[:1]
    for keyword in call.keywords:
        if keyword.arg in SPOKEN_KEYWORDS:
            yield keyword.value
        elif keyword.arg == "choices":
            yield from labels_of_choices(keyword.value)
        elif keyword.arg in {"error_messages", "labels", "help_texts"}:
            yield from values_of(keyword.value)


def spoken_attributes(definition: ast.ClassDef) -> Iterator[ast.expr]:
    """Members of choices with their labels, and verbose names, titles and texts given in a class body."""
    choices = any(last_part(base) in CHOICES for base in definition.bases)
    for name, statement in assignments(definition):
        if choices and not name.startswith("_"):
            yield label_of_member(name, statement.value)
        elif name in SPOKEN_KEYWORDS:
            yield statement.value
        elif name in {"error_messages", "labels", "help_texts"}:
            yield from values_of(statement.value)
        elif is_called_by_its_variable(statement.value):
            yield ast.copy_location(ast.Constant(name), statement)


def assignments(definition: ast.ClassDef) -> Iterator[tuple[str, ast.Assign]]:
    for statement in definition.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            yield statement.targets[0].id, statement


def is_called_by_its_variable(value: ast.expr) -> bool:
    """A field or column without a label of its own shows its English variable name."""
    if not isinstance(value, ast.Call) or "HiddenInput" in ast.unparse(value):
        return False
    given = {keyword.arg for keyword in value.keywords}
    if re.fullmatch(r"forms\.\w*Field", called(value)):
        return "label" not in given
    return (
        bool(re.fullmatch(r"tables\.\w*Column", called(value)))
        and not value.args
        and "verbose_name" not in given
    )


def label_of_member(name: str, value: ast.expr) -> ast.expr:
    """A member without a label is shown by its English name."""
    if isinstance(value, ast.Tuple):
        return value.elts[-1]
    return ast.copy_location(ast.Constant(name), value)


def labels_of_choices(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.List | ast.Tuple):
        for choice in value.elts:
            if isinstance(choice, ast.Tuple) and len(choice.elts) == 2:
                yield choice.elts[1]


def values_of(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.Dict):
        yield from value.values


def is_model_field(call: ast.Call) -> bool:
    name = called(call)
    return name.startswith("models.") and name.endswith("Field") and last_part(call.func) not in RELATIONS


def called(call: ast.Call) -> str:
    return dotted_name(call.func) if isinstance(call.func, ast.Name | ast.Attribute) else ""


def dotted_name(expression: ast.expr) -> str:
    """What stands there. Most are names, which are put together faster than they are unparsed."""
    if isinstance(expression, ast.Name):
        return expression.id
    if isinstance(expression, ast.Attribute):
        return f"{dotted_name(expression.value)}.{expression.attr}"
    return ast.unparse(expression)


def last_name(call: ast.Call) -> str:
    return last_part(call.func)


def last_part(expression: ast.expr) -> str:
    if isinstance(expression, ast.Attribute):
        return expression.attr
    return expression.id if isinstance(expression, ast.Name) else ""


def literals(expression: ast.expr, translators: dict[str, str]) -> Iterator[tuple[ast.expr, str]]:
    """The literal words in an expression; what other functions give back is their own affair."""
    if isinstance(expression, ast.Constant):
        if isinstance(expression.value, str) and has_letters(expression.value):
            yield expression, expression.value
        return
    for part in parts_said(expression, translators):
        yield from literals(part, translators)


def parts_said(expression: ast.expr, translators: dict[str, str]) -> Iterator[ast.expr]:
    if isinstance(expression, ast.JoinedStr):
        yield from expression.values
    elif isinstance(expression, ast.BinOp):
        yield from (expression.left, expression.right)
    elif isinstance(expression, ast.IfExp):
        yield from (expression.body, expression.orelse)
    elif isinstance(expression, ast.BoolOp):
        yield from expression.values
    elif isinstance(expression, ast.List | ast.Tuple):
        yield from expression.elts
    elif isinstance(expression, ast.Call) and last_name(expression) in WRAPPERS - set(translators):
        yield from expression.args
        if isinstance(expression.func, ast.Attribute):
            yield expression.func.value


def uncollectable(tree: ast.AST, translators: dict[str, str]) -> Iterator[ast.Call]:
    """Calls of gettext whose sentence is put together before gettext sees it: xgettext cannot collect it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in translators:
            sentence = node.args[1 if "pgettext" in translators[node.func.id] else 0]
            if isinstance(sentence, ast.JoinedStr | ast.BinOp) or is_formatted(sentence):
                yield node


def is_formatted(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Call) and last_name(expression) == "format"


def has_letters(text: str) -> bool:
    return text not in PROPER_NAMES and any(sign.isalpha() for sign in text)


# What a script writes into a page: its words come with the page, from a template.
WRITTEN_BY_A_SCRIPT = re.compile(
    r"(?:(?:\.(?:textContent|innerText|innerHTML|title|alt|placeholder|ariaLabel)\s*\+?=\s*)"
    r"|(?:\b(?:alert|confirm|prompt)\(\s*)"
    r"|(?:setAttribute\(\s*[\"'](?:title|alt|placeholder|aria-label)[\"']\s*,\s*))"
    r"(\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`)"
)


def spoken_by_a_script(source: str) -> list[Unwrapped]:
    return [
        Unwrapped(source.count("\n", 0, found.start()) + 1, found[1][1:-1])
        for found in WRITTEN_BY_A_SCRIPT.finditer(source)
        if has_letters(re.sub(r"\$\{[^}]*\}", "", found[1]))
    ]
