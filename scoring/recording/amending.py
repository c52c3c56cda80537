"""Corrections: a deal written anew, as the rules allow it now, or by a decision.

The kind of a correction is derived from what differs, and the rules say who may make it. What they do not
allow any more is decided by a ruling, or by the director alone against the paragraph, which stays visible.
Knows who may correct what and when; must not know what a deal scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, refused
from clubs.books.writing import Author, Facts, Sending, Value, retried
from scoring.core.corrections import RULING, Answer, Kind, Policy, State, Verdict, kinds_of, may
from scoring.core.deal_sheet import DealSheet
from scoring.core.score import DealScore
from scoring.models import Deal, DealVersion, Game, Ruling
from scoring.recording.deals import confirm_by_ruling, log_version, read, store, totals_before, version_of
from scoring.recording.errors import NotAllowed, Refused, TakenAlready
from scoring.recording.session import Play, playing
from scoring.recording.totals import refold
from scoring.store import queries
from scoring.store import sheets as stored_sheets


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """A deal written anew. `version` is the one that the form was opened with."""

    number: int
    version: int
    body: Mapping[str, Value]
    key: UUID
    reason: str = ""
    # The other side has said yes to a correction that needs it.
    consent: bool = False
    # The director decides against the rules, which stays visible on the game.
    override: bool = False
    # The ruling by which the deal is written anew.
    ruling: int | None = None
    paper: tuple[int | None, ...] = ()

    @property
    def sending(self) -> Sending:
        written: Facts = {"number": self.number, "version": self.version, "body": dict(self.body)}
        said: Facts = {"reason": self.reason, "consent": self.consent}
        more: Facts = {"override": self.override, "ruling": self.ruling, "paper": list(self.paper)}
        return Sending(
            key=self.key, content={**written, **said, **{name: one for name, one in more.items() if one}}
        )


@retried
def amend_deal(by: Author, game: Game, amendment: Amendment) -> DealVersion:
    """Write a deal anew: a correction of a kind that the rules allow now, derived from what differs."""
    with playing(game, by, sending=amendment.sending) as play:
        if play.earlier is not None:
            return version_of(play.earlier)
        deal, old = deal_to_amend(play.game, amendment)
        standing = stored_sheets.standing_before(play.game, deal, totals_before(play, deal))
        scored = read(play, standing, amendment, stored_sheets.passed_over(old))
        if scored.score is None or _has_new_errors(standing, old, scored, amendment):
            raise Refused(scored.problems)
        right = _permitted(play, (deal, old), scored.data, scored.score, amendment)
        old.current = old.confirmed = False
        old.save(update_fields=["current", "confirmed"])
        version = store(
            play,
            deal,
            scored,
            scored.score,
            **right._asdict(),
            ruling=_ruling_of(play, deal, amendment),
            reason=amendment.reason,
            paper=list(amendment.paper),
        )
        if play.is_directed():
            confirm_by_ruling(deal, version)
        refold(play)
        log_version(play, "deal.amended", version, scored.score)
        return version


def deal_to_amend(game: Game, amendment: Amendment) -> tuple[Deal, DealVersion]:
    """The deal, unless somebody else has written it anew since the form was opened."""
    deal = Deal.objects.get(game=game, number=amendment.number)
    if deal.version != amendment.version or deal.state in (Deal.State.DRAFT, Deal.State.VOID):
        raise TakenAlready(deal)
    return deal, deal.versions.get(current=True)


def _has_new_errors(
    standing: stored_sheets.Standing, old: DealVersion, scored: stored_sheets.ScoredDeal, amendment: Amendment
) -> bool:
    """Whether something cannot have happened that the director has not passed over, just as it stands."""
    if amendment.override or not scored.errors:
        return False
    stood = stored_sheets.read_deal(
        standing, stored_sheets.body_of(old.sheet), stored_sheets.passed_over(old)
    ).errors
    return any(error not in stood for error in scored.errors)


_IN_ORDER: Final = (Kind.ARITHMETIC, Kind.WRONG_SIDE, Kind.TRANSCRIPTION, Kind.FORGOTTEN, Kind.RULING)
# What everybody may do comes before what needs somebody else.
_EASIEST_FIRST: Final = (Answer.ALLOWED, Answer.NEEDS_OTHER_SIDE, Answer.DIRECTOR_ONLY)
_STORED_AS: Final = {
    Kind.ARITHMETIC: DealVersion.Kind.ARITHMETIC,
    Kind.WRONG_SIDE: DealVersion.Kind.WRONG_SIDE,
    Kind.TRANSCRIPTION: DealVersion.Kind.TRANSCRIPTION,
    Kind.FORGOTTEN: DealVersion.Kind.FORGOTTEN,
    Kind.RULING: DealVersion.Kind.RULING,
}


class _Right(NamedTuple):
    """By what right a deal is written anew: the kind, its paragraph, and the one that is overridden."""

    kind: DealVersion.Kind
    rule: str
    overrides: str = ""


def _permitted(
    play: Play,
    written: tuple[Deal, DealVersion],
    data: stored_sheets.Body,
    score: DealScore,
    amendment: Amendment,
) -> _Right:
    """The kind of this correction, and the paragraph by which it may be made; else why it may not."""
    deal, old = written
    before = stored_sheets.stored_sheet(play.game, old.sheet, deal.openings)
    after = stored_sheets.stored_sheet(play.game, data, deal.openings)
    kinds = kinds_of(before, after)
    if not kinds:
        raise NotNow(_lazy("Nothing was changed."))
    state = _state_of(play.game, deal, after)
    if not (state.signed or state.disputed) and stored_sheets.scores_the_same(old.result, score):
        return _Right(DealVersion.Kind.DETAIL, RULING)
    verdicts = _verdicts_on(play.game, kinds, state)
    directed = play.is_directed()
    granted = [
        kind
        for kind, verdict in verdicts.items()
        if kind is not Kind.RULING and _is_granted(verdict.answer, directed, amendment)
    ]
    if not granted:
        return _decided(directed, amendment, verdicts)
    kind = min(granted, key=lambda kind: _EASIEST_FIRST.index(verdicts[kind].answer))
    return _Right(_stored_as(kind, state), verdicts[kind].rule)


def _stored_as(kind: Kind, state: State) -> DealVersion.Kind:
    """What a correction is called: what settles a dispute is a ruling, whatever differs."""
    return DealVersion.Kind.RULING if state.disputed else _STORED_AS[kind]


def _decided(directed: bool, amendment: Amendment, verdicts: Mapping[Kind, Verdict]) -> _Right:
    """What no rule lets anybody correct: by a ruling, or by the director alone against the paragraph."""
    if not directed or not (amendment.override or amendment.ruling):
        raise NotAllowed(verdicts)
    if not amendment.reason.strip():
        raise refused("reason", _lazy("Say why."))
    if amendment.ruling:
        return _Right(DealVersion.Kind.RULING, RULING)
    return _Right(DealVersion.Kind.RULING, RULING, _overridden_by(verdicts))


def _overridden_by(verdicts: Mapping[Kind, Verdict]) -> str:
    """The paragraph that forbids it; where none does, what stood in the way instead."""
    forbidding = [verdict for verdict in verdicts.values() if verdict.answer is Answer.NO]
    return (forbidding or list(verdicts.values()))[0].rule


def _ruling_of(play: Play, deal: Deal, amendment: Amendment) -> Ruling | None:
    """The ruling by which a deal is written anew: of this deal, and one that says so. A director names it."""
    if amendment.ruling is None:
        return None
    if not play.is_directed():
        raise PermissionDenied
    ruling = queries.rulings_to_carry_out().filter(deal=deal, pk=amendment.ruling).first()
    if ruling is None:
        raise NotNow(_lazy("No ruling says that this deal is to be written anew."))
    return ruling


def what_may_change(game: Game, deal: Deal) -> dict[Kind, Verdict]:
    """Every kind of correction, and whether it may be made of this deal now."""
    return _verdicts_on(game, frozenset(Kind), _state_of(game, deal))


def _verdicts_on(game: Game, kinds: frozenset[Kind], state: State) -> dict[Kind, Verdict]:
    rules = stored_sheets.rules_of_game(game)
    return {kind: may(rules, kind, state) for kind in _IN_ORDER if kind in kinds}


def _is_granted(answer: Answer, directed: bool, amendment: Amendment) -> bool:
    if answer is Answer.NEEDS_OTHER_SIDE:
        return amendment.consent
    if answer is Answer.DIRECTOR_ONLY:
        return directed and bool(amendment.reason.strip())
    return answer is Answer.ALLOWED


def _state_of(game: Game, deal: Deal, written: DealSheet | None = None) -> State:
    """How things stand for a correction of this deal; for this one, where it has been written already."""
    return State(
        next_dealt=game.deals.filter(number__gt=deal.number).exists(),
        approved=deal.state == Deal.State.CONFIRMED,
        disputed=deal.state == Deal.State.DISPUTED,
        signed=game.state in (Game.State.SIGNED, Game.State.OFFICIAL),
        two_protocols=_stands_in_one_of_two(game, deal, written),
        policy=Policy(game.corrections),
    )


def _stands_in_one_of_two(game: Game, deal: Deal, written: DealSheet | None) -> bool:
    """Whether two protocols were kept and differ, and what is written stands in one of them (35a)."""
    kept = deal.protocols.filter(current=True)
    sheets = [stored_sheets.stored_sheet(game, one.sheet, deal.openings) for one in kept]
    if not any(stored_sheets.differ(sheets[0], sheet) for sheet in sheets):
        return False
    return written is None or not all(stored_sheets.differ(written, sheet) for sheet in sheets)
