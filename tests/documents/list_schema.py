"""The schema of lists as JSON: whatever a test reads of one is valid by it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema_rs

from clubs import reports

SCHEMA: Final = Path(reports.__file__).with_name("list.schema.json")


def valid_list(content: bytes | str) -> dict[str, Any]:
    """Read a list, which has what the schema says, and in each row the keys of its columns alone."""
    read: dict[str, Any] = json.loads(content)
    _validator().validate(read)
    for table in read["tables"]:
        keys = [column["key"] for column in table["columns"]]
        assert len(set(keys)) == len(keys), keys
        for row in table["rows"]:
            assert [key for key in row if key != "href" and not isinstance(row[key], list)] == keys
    return read


@cache
def _validator() -> Any:
    return jsonschema_rs.validator_for(json.loads(SCHEMA.read_text()))
