"""By what handicaps an event has agreed to give points to weaker sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.store import sheets
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.ratings.handicap import HandicapTerms, MeasuredLeads, usual_most, usual_points


def handicap_terms(
    agreement: EventAgreement, ruleset: str, options: Sequence[tuple[str, Any]] = ()
) -> HandicapTerms | None:
    """Return by what handicaps are given in a game of these rules; None where none are."""
    if not agreement.handicap:
        return None
    usual = usual_handicap(agreement, ruleset, options)
    points, most = agreement.handicap_points, agreement.handicap_most
    return HandicapTerms(
        agreement.handicap,
        usual.points if points is None else points,
        usual.most if most is None else most,
    )


def usual_handicap(
    agreement: EventAgreement, ruleset: str, options: Sequence[tuple[str, Any]] = ()
) -> HandicapTerms:
    """Return by what they are given where no other numbers are agreed on."""
    target = sheets.target_with_options(ruleset, options)
    leads = sheets.load_ruleset(ruleset).leads
    measured = None if leads is None else MeasuredLeads(*leads)
    points = usual_points(target, agreement.deals, measured)
    return HandicapTerms(agreement.handicap, points, usual_most(target, agreement.deals))
