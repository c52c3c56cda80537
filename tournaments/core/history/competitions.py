"""The name under which an event comes back year after year."""

from __future__ import annotations

import re
from typing import Final

# 2024, 2023/24, 2023-2024, and with it the brackets or commas around it.
_YEAR: Final = re.compile(r"[(\[]?(?<!\d)(?:19|20)\d\d(?:\s*[/–-]\s*(?:(?:19|20)?\d\d)(?!\d))?(?!\d)[)\]]?")
_LOOSE_ENDS: Final = " \t,.;:·/–-"


def competition_of(name: str) -> str:
    """Return the name of an event without its year; a name that is nothing but a year stays."""
    parts = (part.strip(_LOOSE_ENDS) for part in _YEAR.split(name))
    return " ".join(" ".join(part for part in parts if part).split()) or name
