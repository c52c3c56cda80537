"""Results ruled in place of those that were played: a walkover, a forfeit, a ruling of the jury.

The deals of a game stay as they are; only the result that counts in the standings changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, JsonValue, retried
from scoring import recording
from scoring.models import Deal, Game
from scoring.recording import NotNow
from scoring.store import sheets
from tournaments.models import Pairing, Round
from tournaments.running.events import refuse_official
from tournaments.running.kept_places import recompute_standings
from tournaments.running.session import OpenEvent, open_event

_Kind = Pairing.Kind
# The kinds that need a side at fault, and those that may have one.
_NAMES_A_SIDE: Final = frozenset({_Kind.WALKOVER, _Kind.FORFEITED, _Kind.RULED_LOST})
MAY_NAME_A_SIDE: Final = frozenset({*_NAMES_A_SIDE, _Kind.ABANDONED})


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledResult:
    """The result that counts instead of the one that was played, and why."""

    kind: Pairing.Kind
    reason: str
    at_fault: int | None = None
    # Points and difference of each side, as the jury has ruled.
    ruled_points: Sequence[tuple[int, int]] = ()


@retried
def rule_result(by: Author, pairing: Pairing, ruled: RuledResult) -> Pairing:
    """Let another result count than the one that was played, with a reason."""
    with open_event(pairing.round.tournament, by) as opened:
        pairing = Pairing.objects.select_related("round", "game").get(
            pk=pairing.pk, round__tournament=opened.event
        )
        refuse_official(opened.event)
        _check_ruled_result(pairing, ruled)
        before = _facts_of(pairing)
        pairing.kind, pairing.at_fault = _kind_that_counts(pairing, ruled.kind), ruled.at_fault
        # Why the played result counts again stands in the log.
        pairing.reason = "" if ruled.kind == _Kind.PLAYED else ruled.reason
        pairing.ruled_points = [[*side] for side in ruled.ruled_points]
        pairing.save(update_fields=["kind", "at_fault", "ruled_points", "reason"])
        close_game_in(opened, pairing)
        recompute_standings(opened.event, pairing.round.number)
        opened.writing.log(
            "pairing.judged", pairing, before=before, after=_facts_of(pairing), reason=ruled.reason
        )
        return pairing


def _kind_that_counts(pairing: Pairing, kind: Pairing.Kind) -> Pairing.Kind:
    """Return what becomes of a game that was broken off: from its half on the score stands."""
    if kind != _Kind.BROKEN_OFF or pairing.game is None or not is_half_played(pairing.game):
        return kind
    return _Kind.CUT_SHORT


def is_half_played(game: Game) -> bool:
    """Whether half of the deals that were agreed on, or of the target, is reached."""
    counted = game.deals.filter(state__in=Deal.COUNTED).count()
    if game.deals_agreed is not None:
        return 2 * counted >= game.deals_agreed
    target = sheets.target_of(game)
    played = counted or game.entered_result is not None
    return bool(played) and target is not None and 2 * max(side.result for side in game.sides.all()) >= target


def close_game_in(opened: OpenEvent, pairing: Pairing) -> None:
    """Close the game of a pairing where another result counts, and open it where the played one does."""
    if pairing.game is not None:
        code = "" if pairing.kind == _Kind.PLAYED else pairing.kind
        recording.let_other_result_count_in(opened.writing, pairing.game, code)


def restore_played_result(by: Author, pairing: Pairing, reason: str) -> Pairing:
    """Let the result that was played count again."""
    return rule_result(by, pairing, RuledResult(kind=_Kind.PLAYED, reason=reason))


def _check_ruled_result(pairing: Pairing, ruled: RuledResult) -> None:
    if pairing.round.state not in (Round.State.PUBLISHED, Round.State.CLOSED):
        raise NotNow(_("The round is not published."))
    if pairing.kind == _Kind.SIT_OUT or ruled.kind == _Kind.SIT_OUT:
        raise NotNow(_("Who sits out has no result to change."))
    if not ruled.reason.strip():
        raise validation_error("reason", _("Say why."))
    sides = pairing.entered.values("side").distinct().count()
    if ruled.at_fault is None and ruled.kind in _NAMES_A_SIDE:
        raise validation_error("at_fault", _("Say which side."))
    if ruled.at_fault is not None and (ruled.kind not in MAY_NAME_A_SIDE or not 0 <= ruled.at_fault < sides):
        raise validation_error("at_fault", _("Say which side."))
    if len(ruled.ruled_points) != (sides if ruled.kind == _Kind.ADJUSTED else 0):
        raise validation_error("given", _("Points and difference for each side."))


def _facts_of(pairing: Pairing) -> dict[str, JsonValue]:
    return {
        "result_kind": pairing.kind,
        "at_fault": pairing.at_fault,
        "given": pairing.ruled_points,
        "table": pairing.table,
    }
