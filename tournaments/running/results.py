"""What stands in the place of a result that was not played: a walkover, a game given up, what the jury ruled.

The deals of a game stay as they are; only what counts in the standings is another. Knows the kinds of
results; must not know what each is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from clubs.books.refusals import refused
from clubs.books.writing import Author, Value, retried
from scoring.recording import NotNow
from tournaments.models import Pairing, Round
from tournaments.running.events import refuse_official
from tournaments.running.session import leading
from tournaments.running.standings import keep_again

Kind = Pairing.Kind
# Those that name a side, and those that may.
_NAMES_A_SIDE: Final = frozenset({Kind.WALKOVER, Kind.FORFEITED, Kind.RULED_LOST})
MAY_NAME_A_SIDE: Final = frozenset({*_NAMES_A_SIDE, Kind.ABANDONED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What counts in place of what was played, and why."""

    kind: Pairing.Kind
    reason: str
    at_fault: int | None = None
    # Points and difference of each side, where the jury has ruled them.
    given: Sequence[tuple[int, int]] = ()


@retried
def judge(by: Author, pairing: Pairing, judged: Judged) -> Pairing:
    """Let something else count than what was played, with a reason."""
    with leading(pairing.round.tournament, by) as led:
        pairing = Pairing.objects.select_related("round").get(pk=pairing.pk, round__tournament=led.event)
        refuse_official(led.event)
        _refuse_unless_fitting(pairing, judged)
        before = _facts_of(pairing)
        pairing.kind, pairing.at_fault, pairing.reason = judged.kind, judged.at_fault, judged.reason
        pairing.given = [[*side] for side in judged.given]
        pairing.save(update_fields=["kind", "at_fault", "given", "reason"])
        keep_again(led.event, pairing.round.number)
        led.act.log("pairing.judged", pairing, before=before, after=_facts_of(pairing), reason=judged.reason)
        return pairing


def play_after_all(by: Author, pairing: Pairing, reason: str) -> Pairing:
    """What was played counts again."""
    return judge(by, pairing, Judged(kind=Kind.PLAYED, reason=reason))


def _refuse_unless_fitting(pairing: Pairing, judged: Judged) -> None:
    if pairing.round.state not in (Round.State.PUBLISHED, Round.State.CLOSED):
        raise NotNow(_("The round is not published."))
    if pairing.kind == Kind.SIT_OUT or judged.kind == Kind.SIT_OUT:
        raise NotNow(_("Who sits out has no result to change."))
    if not judged.reason.strip():
        raise refused("reason", _("Say why."))
    sides = pairing.entered.values("side").distinct().count()
    if judged.at_fault is None and judged.kind in _NAMES_A_SIDE:
        raise refused("at_fault", _("Say which side."))
    if judged.at_fault is not None and (
        judged.kind not in MAY_NAME_A_SIDE or not 0 <= judged.at_fault < sides
    ):
        raise refused("at_fault", _("Say which side."))
    if len(judged.given) != (sides if judged.kind == Kind.ADJUSTED else 0):
        raise refused("given", _("Points and difference for each side."))


def _facts_of(pairing: Pairing) -> dict[str, Value]:
    return {
        "result_kind": pairing.kind,
        "at_fault": pairing.at_fault,
        "given": pairing.given,
        "table": pairing.table,
    }
