"""What was said last of each deal by the other side."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.models import Confirmation


def last_words(confirmations: Iterable[Confirmation]) -> dict[int | None, str]:
    """What each side has said last of a version."""
    in_order = sorted(confirmations, key=lambda word: (word.at, word.pk))
    return {word.side: word.kind for word in in_order}
