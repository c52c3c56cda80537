"""Decisions on a game by somebody who played at its table, as pages and documents say it."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from clubs.text.dates import short_datetime
from scoring.models import OwnDecision


def own_decision_sentences(decisions: Iterable[OwnDecision]) -> list[str]:
    return [_sentence(decision) for decision in decisions]


def _sentence(decision: OwnDecision) -> str:
    values = {
        "what": OwnDecision.Kind(decision.kind).label,
        "time": short_datetime(decision.at),
        "number": decision.deal,
    }
    if decision.deal is None:
        return _("Decided by a player of this table, nobody else was there: %(what)s, %(time)s.") % values
    return (
        _("Decided by a player of this table, nobody else was there: %(what)s, deal %(number)s, %(time)s.")
        % values
    )
