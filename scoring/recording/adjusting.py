"""Penalties and awards: entries in a ledger, which are cancelled and never deleted.

An entry at a deal adds a version with the director's points and counts from that deal on. An entry at the
game changes its result, never a running total.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, Submission, retried
from clubs.models import LogEntry
from scoring.core.penalties import charges_for_act
from scoring.core.vocabulary import Penalty
from scoring.models import Adjustment, Confirmation, Deal, DealVersion, Game, OwnDecision, Ruling, Side
from scoring.recording.deals import store_version, totals_before_deal
from scoring.recording.errors import AlreadyChanged, Disputed, InvalidDeal
from scoring.recording.own_table import decide_on_own_table
from scoring.recording.session import OpenGame, open_game_as_director
from scoring.recording.totals import recompute_game
from scoring.store import sheets
from scoring.store.director_points import without_director_points


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """A penalty (negative points) or an award, at a deal or, without a deal's number, at the game."""

    side: int
    points: int
    reason: str
    key: UUID
    rule: str = ""
    deal: int | None = None

    @property
    def facts(self) -> Facts:
        return {"side": self.side, "adjustment": self.points, "rule": self.rule, "number": self.deal}

    @property
    def submission(self) -> Submission:
        return Submission(key=self.key, content={**self.facts, "reason": self.reason})


@retried
def adjust(by: Author, game: Game, charge: Charge) -> Adjustment:
    """Charge or credit a side by the director's decision."""
    with open_game_as_director(game, by, submission=charge.submission) as opened:
        if opened.earlier is not None:
            return Adjustment.objects.get(pk=opened.earlier.facts["entry_of_ledger"])
        _refuse_unless_complete(charge)
        decide_on_own_table(opened, OwnDecision.Kind.CHARGE, charge.deal)
        return enter_charge(opened, charge)


def enter_charge(opened: OpenGame, charge: Charge, ruling: Ruling | None = None) -> Adjustment:
    """Add an entry to the ledger, for a ruling if given, and recompute the game."""
    deal = None if charge.deal is None else _deal_to_charge(opened, charge.deal, charge.side)
    entry = Adjustment.objects.create(
        game=opened.game,
        deal=deal,
        side=opened.sides[charge.side].number,
        points=charge.points,
        rule=charge.rule,
        reason=charge.reason,
        ruling=ruling,
        author=opened.director,
        at=opened.by.at,
    )
    _apply(opened, entry, charge.reason)
    by_ruling: Facts = {} if ruling is None else {"ruling": ruling.pk}
    opened.log(
        "game.adjusted",
        entry,
        after={**charge.facts, "entry_of_ledger": entry.pk, **by_ruling},
        reason=charge.reason,
    )
    return entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Infringement:
    """The offences that a side has committed by one act.

    `reasons` has the text of the ledger entry for the code of each offence.
    """

    side: int
    reasons: Mapping[str, str]
    key: UUID
    deal: int | None = None

    @property
    def submission(self) -> Submission:
        content: Facts = {"side": self.side, "reasons": dict(self.reasons), "number": self.deal}
        return Submission(key=self.key, content=content)


@retried
def charge_infringement(by: Author, game: Game, infringement: Infringement) -> list[Adjustment]:
    """Charge the penalties of one act: for each offence, or only the highest where the rules say so."""
    with open_game_as_director(game, by, submission=infringement.submission) as opened:
        if opened.earlier is not None:
            return _entries_logged(opened, opened.earlier)
        if not infringement.reasons:
            raise validation_error("penalties", _lazy("Enter what was done."))
        charges = [
            _charge_for(infringement, penalty) for penalty in _penalties_charged(opened.game, infringement)
        ]
        for charge in charges:
            _refuse_unless_complete(charge)
        decide_on_own_table(opened, OwnDecision.Kind.CHARGE, infringement.deal)
        return [enter_charge(opened, charge) for charge in charges]


def _penalties_charged(game: Game, infringement: Infringement) -> Sequence[Penalty]:
    return charges_for_act(sheets.rules_of_game(game), infringement.reasons).charged


def _charge_for(infringement: Infringement, penalty: Penalty) -> Charge:
    return Charge(
        side=infringement.side,
        points=-penalty.points,
        rule=penalty.rule,
        reason=infringement.reasons[penalty.code],
        deal=infringement.deal,
        key=infringement.key,
    )


def _entries_logged(opened: OpenGame, first: LogEntry) -> list[Adjustment]:
    """Return the entries made by an earlier submission: all with the time and author of its first."""
    return list(opened.game.adjustments.filter(at=first.at, author=first.author).order_by("pk"))


def refuse_invalid_points(points: int) -> None:
    if not points or points % 5:
        raise validation_error("points", _lazy("Points must be divisible by five."))


def _refuse_unless_complete(charge: Charge) -> None:
    refuse_invalid_points(charge.points)
    if not charge.reason.strip():
        raise validation_error("reason", _lazy("Give a reason."))


@retried
def cancel_adjustment(by: Author, entry: Adjustment, reason: str, key: UUID) -> Adjustment:
    """Cancel a penalty or an award. The entry stays in the ledger."""
    submission = Submission(key=key, content={"cancel": entry.pk, "reason": reason})
    with open_game_as_director(entry.game, by, submission=submission) as opened:
        entry = Adjustment.objects.select_related("deal", "ruling").get(pk=entry.pk)
        if opened.earlier is not None:
            return entry
        if entry.cancelled_at is not None:
            raise AlreadyChanged(entry.deal)
        if not reason.strip():
            raise validation_error("reason", _lazy("Give a reason."))
        of_deal = None if entry.deal is None else entry.deal.number
        decide_on_own_table(opened, OwnDecision.Kind.TAKEN_BACK, of_deal)
        cancel_entry(opened, entry, reason)
        return entry


def cancel_entry(opened: OpenGame, entry: Adjustment, reason: str) -> None:
    """Cancel an entry and recompute the game."""
    entry.cancelled_at, entry.cancelled_by, entry.cancelled_because = opened.by.at, opened.director, reason
    entry.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
    _apply(opened, entry, reason)
    opened.log(
        "game.adjustment_cancelled",
        entry,
        before={"side": entry.side, "adjustment": entry.points, "rule": entry.rule},
        reason=reason,
    )


def _deal_to_charge(opened: OpenGame, number: int, side: int) -> Deal:
    """Return a deal that is recorded and in which the side has played, or refuse."""
    deal = Deal.objects.get(game=opened.game, number=number)
    if deal.state == Deal.State.DRAFT:
        raise NotNow(_lazy("The deal has not been recorded yet."))
    if deal.state == Deal.State.VOID:
        raise NotNow(_lazy("The deal is void."))
    if deal.openings[side] is None:
        raise validation_error("side", _lazy("This side does not play the deal."))
    return deal


def _apply(opened: OpenGame, entry: Adjustment, reason: str) -> None:
    """Recompute the game after a change of the ledger. A void deal stays void."""
    if entry.deal is None:
        for side in opened.sides:
            side.adjustment = ledger_points(side)
    elif entry.deal.state != Deal.State.VOID:
        ruling = None if entry.cancelled_at else entry.ruling
        apply_ledger_to_deal(opened, entry.deal, entry.rule, reason, ruling)
    recompute_game(opened)


def ledger_points(side: Side) -> int:
    """Return the sum of a side's entries at the game."""
    entries = Adjustment.objects.filter(game=side.game_id, side=side.number, deal=None, cancelled_at=None)
    points: int | None = entries.aggregate(points=Sum("points"))["points"]
    return points or 0


def apply_ledger_to_deal(
    opened: OpenGame, deal: Deal, rule: str, reason: str, ruling: Ruling | None = None
) -> DealVersion:
    """Add a version of a deal with the director's points of the ledger. It approves nothing.

    A penalty says nothing about what is written: a deal that waits for the other side waits still, with the
    answers that were given. A disputed deal is refused: its ruling comes first, and may charge as well.
    """
    if deal.state == Deal.State.DISPUTED:
        raise Disputed(deal.number)
    old, state = deal.versions.get(current=True), deal.state
    before = sheets.game_before_deal(opened.game, deal, totals_before_deal(opened, deal))
    data = without_director_points(sheets.deal_data(old.sheet))
    scored = sheets.read_deal(before, data, sheets.overridden_codes(old))
    if scored.score is None:
        raise InvalidDeal(scored.problems)
    old.current = old.confirmed = False
    old.save(update_fields=["current", "confirmed"])
    version = store_version(
        opened,
        deal,
        scored,
        scored.score,
        kind=DealVersion.Kind.RULING,
        rule=rule,
        reason=reason,
        ruling=ruling,
        written_by=old.side,
        confirmed=state == Deal.State.CONFIRMED,
    )
    deal.state = state
    deal.save(update_fields=["state"])
    if state == Deal.State.ENTERED:
        _carry_answers(old, version)
    return version


def _carry_answers(old: DealVersion, version: DealVersion) -> None:
    """Give a version with the same sheet the answers of the sides to the version before."""
    answers = list(old.confirmations.order_by("pk"))
    for answer in answers:
        answer.pk, answer.version = None, version
    Confirmation.objects.bulk_create(answers)
