"""Corrections of recorded deals: those that the rules allow now, and those by a decision.

The kind of a correction is derived from the difference of the sheets, and the rules say who may make it. What
they no longer allow needs a ruling, or the director's decision against the paragraph, which stays visible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, JsonValue, Submission, retried
from scoring.core.corrections import (
    RULING,
    Answer,
    CorrectionKind,
    CorrectionPolicy,
    CorrectionState,
    Verdict,
    correction_kinds,
    may_correct,
)
from scoring.core.deal_sheet import DealSheet
from scoring.core.score import DealScore
from scoring.models import Deal, DealVersion, Game, OwnDecision, Ruling
from scoring.recording.calling import answer_dispute_calls
from scoring.recording.deals import (
    confirm_version,
    log_version,
    read_and_score,
    store_version,
    totals_before_deal,
    version_from_log,
)
from scoring.recording.errors import AlreadyChanged, CorrectionNotAllowed, InvalidDeal
from scoring.recording.own_table import decide_on_own_table
from scoring.recording.session import OpenGame, open_game_for
from scoring.recording.totals import recompute_game
from scoring.store import sheets as stored_sheets
from scoring.store.director_points import DealData
from scoring.store.ruling_queries import pending_rewrites


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """A corrected deal. `version` is the one that the form was opened with."""

    number: int
    version: int
    body: Mapping[str, JsonValue]
    key: UUID
    reason: str = ""
    # The other side agrees to a correction that needs its consent.
    consent: bool = False
    # The director decides against the rules; the game shows this.
    override: bool = False
    # The ruling that demands the correction.
    ruling: int | None = None
    paper: tuple[int | None, ...] = ()

    @property
    def submission(self) -> Submission:
        deal: Facts = {"number": self.number, "version": self.version, "body": dict(self.body)}
        words: Facts = {"reason": self.reason, "consent": self.consent}
        optional: Facts = {"override": self.override, "ruling": self.ruling, "paper": list(self.paper)}
        return Submission(
            key=self.key,
            content={**deal, **words, **{name: value for name, value in optional.items() if value}},
        )


@retried
def amend_deal(by: Author, game: Game, amendment: Amendment) -> DealVersion:
    """Correct a deal in a way that the rules allow now, or by a decision."""
    with open_game_for(game, by, submission=amendment.submission) as opened:
        if opened.earlier is not None:
            return version_from_log(opened.earlier)
        deal, old = deal_to_amend(opened.game, amendment)
        before = stored_sheets.game_before_deal(opened.game, deal, totals_before_deal(opened, deal))
        scored = read_and_score(opened, before, amendment, stored_sheets.overridden_codes(old))
        if scored.score is None or _has_new_errors(before, old, scored, amendment):
            raise InvalidDeal(scored.problems)
        permission = _permitted(opened, (deal, old), scored.data, scored.score, amendment)
        if deal.state == Deal.State.DISPUTED:
            answer_dispute_calls(opened)
        old.current = old.confirmed = False
        old.save(update_fields=["current", "confirmed"])
        version = store_version(
            opened,
            deal,
            scored,
            scored.score,
            **permission._asdict(),
            ruling=_ruling_of(opened, deal, amendment),
            reason=amendment.reason,
            paper=list(amendment.paper),
        )
        if opened.is_directed():
            confirm_version(deal, version)
        recompute_game(opened)
        log_version(opened, "deal.amended", version, scored.score)
        return version


def deal_to_amend(game: Game, amendment: Amendment) -> tuple[Deal, DealVersion]:
    """Return the deal with its current version, unless it was changed since the form was opened."""
    deal = Deal.objects.get(game=game, number=amendment.number)
    if deal.version != amendment.version or deal.state in (Deal.State.DRAFT, Deal.State.VOID):
        raise AlreadyChanged(deal)
    return deal, deal.versions.get(current=True)


def _has_new_errors(
    before: stored_sheets.GameBefore,
    old: DealVersion,
    scored: stored_sheets.ScoredDeal,
    amendment: Amendment,
) -> bool:
    """Tell whether there are errors that were neither overridden nor in the old version."""
    if amendment.override or not scored.errors:
        return False
    old_errors = stored_sheets.read_deal(
        before, stored_sheets.deal_data(old.sheet), stored_sheets.overridden_codes(old)
    ).errors
    return any(error not in old_errors for error in scored.errors)


_KINDS_IN_ORDER: Final = (
    CorrectionKind.ARITHMETIC,
    CorrectionKind.WRONG_SIDE,
    CorrectionKind.TRANSCRIPTION,
    CorrectionKind.FORGOTTEN,
    CorrectionKind.RULING,
)
# A correction that anyone may make comes before one that needs another person.
_ANSWERS_EASIEST_FIRST: Final = (Answer.ALLOWED, Answer.NEEDS_OTHER_SIDE, Answer.DIRECTOR_ONLY)


class _Permission(NamedTuple):
    """What permits a correction: its kind, the paragraph, and the paragraph that is overridden."""

    kind: DealVersion.Kind
    rule: str
    overridden_rule: str = ""


def _permitted(
    opened: OpenGame,
    written: tuple[Deal, DealVersion],
    data: DealData,
    score: DealScore,
    amendment: Amendment,
) -> _Permission:
    """Return what permits this correction, or refuse it."""
    deal, old = written
    before = stored_sheets.stored_sheet(opened.game, old.sheet, deal.openings)
    after = stored_sheets.stored_sheet(opened.game, data, deal.openings)
    kinds = correction_kinds(before, after)
    if not kinds:
        raise NotNow(_lazy("Nothing was changed."))
    state = _state_of(opened.game, deal, after)
    if not (state.signed or state.disputed) and stored_sheets.scores_the_same(old.result, score):
        return _Permission(DealVersion.Kind.DETAIL, RULING)
    verdicts = _verdicts_on(opened.game, kinds, state)
    directed = opened.is_directed()
    granted = [
        kind
        for kind, verdict in verdicts.items()
        if kind is not CorrectionKind.RULING and _is_granted(verdict.answer, directed, amendment)
    ]
    if not granted:
        return _permitted_by_decision(opened, amendment, verdicts)
    kind = min(granted, key=lambda kind: _ANSWERS_EASIEST_FIRST.index(verdicts[kind].answer))
    if verdicts[kind].answer is Answer.DIRECTOR_ONLY:
        decide_on_own_table(opened, OwnDecision.Kind.CORRECTION, amendment.number)
    return _Permission(_stored_as(kind, state), verdicts[kind].rule)


def _stored_as(kind: CorrectionKind, state: CorrectionState) -> DealVersion.Kind:
    """Return the stored kind: a correction that settles a dispute is a ruling, whatever the difference."""
    return DealVersion.Kind.RULING if state.disputed else DealVersion.Kind(kind)


def _permitted_by_decision(
    opened: OpenGame, amendment: Amendment, verdicts: Mapping[CorrectionKind, Verdict]
) -> _Permission:
    """Permit what no rule allows, by a ruling or by the director against the paragraph, or refuse it."""
    if not opened.is_directed() or not (amendment.override or amendment.ruling):
        raise CorrectionNotAllowed(verdicts)
    if not amendment.reason.strip():
        raise validation_error("reason", _lazy("Give a reason."))
    decide_on_own_table(opened, OwnDecision.Kind.CORRECTION, amendment.number)
    if amendment.ruling:
        return _Permission(DealVersion.Kind.RULING, RULING)
    return _Permission(DealVersion.Kind.RULING, RULING, _overridden_by(verdicts))


def _overridden_by(verdicts: Mapping[CorrectionKind, Verdict]) -> str:
    """Return the paragraph that forbids the correction, or else that of the first verdict."""
    forbidding = [verdict for verdict in verdicts.values() if verdict.answer is Answer.NO]
    return (forbidding or list(verdicts.values()))[0].rule


def _ruling_of(opened: OpenGame, deal: Deal, amendment: Amendment) -> Ruling | None:
    """Return the pending ruling that the amendment names; only a director may name one."""
    if amendment.ruling is None:
        return None
    if not opened.is_directed():
        raise PermissionDenied
    ruling = pending_rewrites().filter(deal=deal, pk=amendment.ruling).first()
    if ruling is None:
        raise NotNow(_lazy("No ruling says that this deal is to be entered again."))
    return ruling


def correction_verdicts(game: Game, deal: Deal) -> dict[CorrectionKind, Verdict]:
    """Return for every kind of correction whether the deal may be corrected so now."""
    return _verdicts_on(game, frozenset(CorrectionKind), _state_of(game, deal))


def _verdicts_on(
    game: Game, kinds: frozenset[CorrectionKind], state: CorrectionState
) -> dict[CorrectionKind, Verdict]:
    rules = stored_sheets.rules_of_game(game)
    return {kind: may_correct(rules, kind, state) for kind in _KINDS_IN_ORDER if kind in kinds}


def _is_granted(answer: Answer, directed: bool, amendment: Amendment) -> bool:
    if answer is Answer.NEEDS_OTHER_SIDE:
        return amendment.consent
    if answer is Answer.DIRECTOR_ONLY:
        return directed and bool(amendment.reason.strip())
    return answer is Answer.ALLOWED


def _state_of(game: Game, deal: Deal, written: DealSheet | None = None) -> CorrectionState:
    """Return the circumstances of a correction; `written` is the corrected sheet, if known."""
    return CorrectionState(
        next_dealt=game.deals.filter(number__gt=deal.number).exists(),
        approved=deal.state == Deal.State.CONFIRMED,
        disputed=deal.state == Deal.State.DISPUTED,
        signed=game.state in (Game.State.SIGNED, Game.State.OFFICIAL),
        two_protocols=_is_in_one_of_two_protocols(game, deal, written),
        policy=CorrectionPolicy(game.corrections),
    )


def _is_in_one_of_two_protocols(game: Game, deal: Deal, written: DealSheet | None) -> bool:
    """Tell whether two protocols were kept and differ, and `written` equals one of them (35a)."""
    kept = deal.protocols.filter(current=True)
    sheets = [stored_sheets.stored_sheet(game, protocol.sheet, deal.openings) for protocol in kept]
    if not any(stored_sheets.sheets_differ(sheets[0], sheet) for sheet in sheets):
        return False
    return written is None or not all(stored_sheets.sheets_differ(written, sheet) for sheet in sheets)
