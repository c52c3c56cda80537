"""The latest answer of each side to a version of a deal."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.models import Confirmation


def latest_answers(confirmations: Iterable[Confirmation]) -> dict[int | None, str]:
    """Return the kind of each side's latest answer to a version."""
    in_order = sorted(confirmations, key=lambda answer: (answer.at, answer.pk))
    return {answer.side: answer.kind for answer in in_order}
