"""The schema of an event's content, made of the types of its dataclasses."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from tests import ROOT
from tournaments.archive import content
from tournaments.archive.content import FORMAT, VERSION, EventContent

FILE: Final = ROOT / "tournaments" / "archive" / "event.schema.json"
PLAIN: Final[Mapping[type, str]] = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}
CONSTANTS: Final[Mapping[str, Any]] = {"format": FORMAT, "version": VERSION}
Schema = dict[str, Any]


def content_classes() -> Iterator[type]:
    """The dataclasses of the content, in the order of their module."""
    return (kind for name, kind in vars(content).items() if name.endswith("Content"))


def schema_text() -> str:
    """The schema as its file has it."""
    parts = {kind.__name__: object_schema(kind) for kind in content_classes() if kind is not EventContent}
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The content of an event",
        **object_schema(EventContent),
        "$defs": parts,
    }
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def object_schema(kind: type) -> Schema:
    """Every field is there, and no other."""
    types = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    properties = {
        name: {"const": CONSTANTS[name]}
        if kind is EventContent and name in CONSTANTS
        else schema_of(types[name])
        for name in names
    }
    described = {} if is_generated(kind) else {"description": inspect.cleandoc(kind.__doc__ or "")}
    return {
        "type": "object",
        **described,
        "properties": properties,
        "required": names,
        "additionalProperties": False,
    }


def is_generated(kind: type) -> bool:
    """Whether Python has written the docstring."""
    return (kind.__doc__ or "").startswith(f"{kind.__name__}(")


def schema_of(kind: Any) -> Schema:
    if get_origin(kind) is Mapping:
        return {"type": "object"}
    if kind in PLAIN:
        return {"type": PLAIN[kind]}
    arguments = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        if any(get_origin(part) is list for part in arguments):  # any JSON, as it was stored
            return {}
        return union_schema([schema_of(part) for part in arguments])
    if get_origin(kind) is tuple:
        return tuple_schema(arguments)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def union_schema(parts: list[Schema]) -> Schema:
    plain = [part["type"] for part in parts if part.keys() == {"type"}]
    return {"type": plain} if len(plain) == len(parts) else {"anyOf": parts}


def tuple_schema(arguments: tuple[Any, ...]) -> Schema:
    if arguments[-1] is Ellipsis:
        return {"type": "array", "items": schema_of(arguments[0])}
    parts = [schema_of(part) for part in arguments]
    return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}
