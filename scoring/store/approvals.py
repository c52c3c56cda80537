"""The answers of the sides to a version of a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.models import Confirmation


def latest_answers(confirmations: Iterable[Confirmation]) -> dict[int | None, str]:
    """Return the kind of each side's latest answer to a version."""
    in_order = sorted(confirmations, key=lambda answer: (answer.at, answer.pk))
    return {answer.side: answer.kind for answer in in_order}


def last_reason(confirmations: Iterable[Confirmation], kind: Confirmation.Kind) -> str:
    """Return the reason of the latest answer of this kind; empty where there is none."""
    in_order = sorted(confirmations, key=lambda answer: (answer.at, answer.pk))
    return next((answer.reason for answer in reversed(in_order) if answer.kind == kind), "")


def sent_back_reason(confirmations: Sequence[Confirmation]) -> str:
    """Return why a version was sent back; empty where no side has it sent back now."""
    if Confirmation.Kind.SENT_BACK not in latest_answers(confirmations).values():
        return ""
    return last_reason(confirmations, Confirmation.Kind.SENT_BACK)
