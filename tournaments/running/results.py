"""Results ruled in place of those that were played: a walkover, a forfeit, a ruling of the jury.

The deals of a game stay as they are; only the result that counts in the standings changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, Facts, JsonValue, retried
from scoring import recording
from scoring.models import Deal, Game, OwnDecision
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
_THREE_SIDES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledResult:
    """The result that counts instead of the one that was played, and why.

    Where what is played counts, a side at fault is the one of three that did not come or has left: the two
    others play on.
    """

    kind: Pairing.Kind
    reason: str
    at_fault: int | None = None
    # Points and difference of each side, as the jury has ruled.
    ruled_points: Sequence[tuple[int, int]] = ()
    # The reason that stands with the result, where a former ruling comes back for a reason of its own.
    stands_because: str = ""


@retried
def rule_result(by: Author, pairing: Pairing, ruled: RuledResult) -> Pairing:
    """Let another result count than the one that was played, with a reason."""
    with open_event(pairing.round.tournament, by) as opened:
        pairing = Pairing.objects.select_related("round", "game").get(
            pk=pairing.pk, round__tournament=opened.event
        )
        refuse_official(opened.event)
        _check_ruled_result(pairing, ruled)
        alone = {} if pairing.game is None else _decided_by_player(opened, pairing.game)
        _check_two_of_three(opened, pairing, ruled)
        before = {**_facts_of(pairing), **_former_reason(pairing)}
        pairing.kind, pairing.at_fault = _kind_that_counts(pairing, ruled.kind), ruled.at_fault
        # Why the played result counts again stands in the log.
        is_as_played = ruled.kind == _Kind.PLAYED and ruled.at_fault is None
        pairing.reason = "" if is_as_played else ruled.stands_because or ruled.reason
        pairing.ruled_points = [[*side] for side in ruled.ruled_points]
        pairing.save(update_fields=["kind", "at_fault", "ruled_points", "reason"])
        close_game_in(opened, pairing)
        recompute_standings(opened.event, pairing.round.number)
        opened.writing.log(
            "pairing.judged",
            pairing,
            before=before,
            after={**_facts_of(pairing), **alone},
            reason=ruled.reason,
        )
        return pairing


def _decided_by_player(opened: OpenEvent, game: Game) -> Facts:
    """Return what the log says of a director who plays at the table; refuse while others can decide."""
    return recording.decide_on_own_table_in(opened.writing, game, OwnDecision.Kind.RESULT)


def _kind_that_counts(pairing: Pairing, kind: Pairing.Kind) -> Pairing.Kind:
    """Return what becomes of a game that was broken off: from its half on the score stands."""
    if kind != _Kind.BROKEN_OFF or pairing.game is None or not is_half_played(pairing.game):
        return kind
    return _Kind.CUT_SHORT


def keep_kind_of_broken_off(game: Game) -> None:
    """Let what is left of a game that was broken off say what counts of it.

    The game has the kind: it is not asked for where nothing was ruled.
    """
    if game.other_result not in (_Kind.BROKEN_OFF, _Kind.CUT_SHORT):
        return
    kind = _Kind.CUT_SHORT if is_half_played(game) else _Kind.BROKEN_OFF
    if game.other_result != kind:
        Pairing.objects.filter(game=game).update(kind=kind)
        Game.objects.filter(pk=game.pk).update(other_result=kind)
        game.other_result = kind


def is_half_played(game: Game) -> bool:
    """Whether half of the deals that were agreed on, or of the target, is reached."""
    counted = game.deals.filter(state__in=Deal.COUNTED).count()
    if game.deals_agreed is not None:
        return 2 * counted >= game.deals_agreed
    target = sheets.target_of(game)
    played = counted or game.entered_result is not None
    # Penalties and awards change the result, and never what is tested against the target.
    return bool(played) and target is not None and 2 * max(side.total for side in game.sides.all()) >= target


def close_game_in(opened: OpenEvent, pairing: Pairing) -> None:
    """Close the game of a pairing where another result counts, and open it where the played one does."""
    if pairing.game is None:
        return
    code = "" if pairing.kind == _Kind.PLAYED else pairing.kind
    recording.let_other_result_count_in(opened.writing, pairing.game, code)
    if not code and pairing.at_fault is not None:
        recording.let_two_play_on_in(opened.writing, pairing.game, pairing.at_fault)
    elif not code and pairing.game.away is not None:
        recording.let_all_three_play_in(opened.writing, pairing.game)


def restore_played_result(by: Author, pairing: Pairing, reason: str) -> Pairing:
    """Let the result that was played count again."""
    return rule_result(by, pairing, RuledResult(kind=_Kind.PLAYED, reason=reason))


def _check_ruled_result(pairing: Pairing, ruled: RuledResult) -> None:
    if pairing.round.state not in (Round.State.PUBLISHED, Round.State.CLOSED):
        raise NotNow(_("The round is not published."))
    if pairing.kind == _Kind.SIT_OUT or ruled.kind == _Kind.SIT_OUT:
        raise NotNow(_("An entry that sits out has no result to change."))
    if not ruled.reason.strip():
        raise validation_error("reason", _("Give a reason."))
    sides = _count_sides(pairing)
    if ruled.at_fault is None and ruled.kind in _NAMES_A_SIDE:
        raise validation_error("at_fault", _("Choose a side."))
    may_name = ruled.kind in MAY_NAME_A_SIDE or (ruled.kind == _Kind.PLAYED and sides == _THREE_SIDES)
    if ruled.at_fault is not None and (not may_name or not 0 <= ruled.at_fault < sides):
        raise validation_error("at_fault", _("Choose a side."))
    if len(ruled.ruled_points) != (sides if ruled.kind == _Kind.ADJUSTED else 0):
        raise validation_error("given", _("Enter points and difference for each side."))


def _count_sides(pairing: Pairing) -> int:
    return pairing.entered.values("side").distinct().count()


def _check_two_of_three(opened: OpenEvent, pairing: Pairing, ruled: RuledResult) -> None:
    """Refuse what the event has not agreed on for the two others when one of three sides leaves a game."""
    if ruled.at_fault is None or pairing.game is None or _count_sides(pairing) != _THREE_SIDES:
        return
    away, plays_on = pairing.game.away, opened.agreement.two_play_on
    if away is not None and away != ruled.at_fault:
        raise NotNow(_("A second side has left: let the jury say how many points each has."))
    if not Deal.objects.filter(game=pairing.game, state__in=Deal.COUNTED).exists():
        return
    if ruled.kind == _Kind.PLAYED and not plays_on and away is None:
        raise NotNow(_("This event has agreed that the two others are placed by their totals."))
    if ruled.kind == _Kind.FORFEITED and plays_on and not pairing.game.over:
        raise NotNow(_("This event has agreed that the two others play on."))


def _former_reason(pairing: Pairing) -> Facts:
    """Return why the result stood that another one replaces, for the way back."""
    return {"former_reason": pairing.reason} if pairing.reason else {}


def _facts_of(pairing: Pairing) -> dict[str, JsonValue]:
    return {
        "result_kind": pairing.kind,
        "at_fault": pairing.at_fault,
        "given": pairing.ruled_points,
        "table": pairing.table,
    }
