"""Penalties and awards: a ledger by deal and by game, cancelled and never deleted.

One at a deal is the director's number of a new version and counts from then on; one at the game changes its
result, never a running total. Knows the ledger; must not know what an event makes of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, refused
from clubs.books.writing import Author, Facts, Sending, retried
from clubs.models import LogEntry
from scoring.core.penalties import charged_for
from scoring.core.rulesets.base import Penalty
from scoring.models import Adjustment, Deal, DealVersion, Game, Ruling, Side
from scoring.recording.deals import confirm_by_ruling, store, totals_before
from scoring.recording.errors import Disputed, Refused, TakenAlready
from scoring.recording.session import Play, directing
from scoring.recording.totals import refold
from scoring.store import sheets
from scoring.store.director_points import without_rulings


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """A penalty (points below nothing) or an award; with a deal's number it is one of that deal."""

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
    def sending(self) -> Sending:
        return Sending(key=self.key, content={**self.facts, "reason": self.reason})


@retried
def adjust(by: Author, game: Game, charge: Charge) -> Adjustment:
    """Charge or credit a side, by the director's decision."""
    with directing(game, by, sending=charge.sending) as play:
        if play.earlier is not None:
            return Adjustment.objects.get(pk=play.earlier.facts["entry_of_ledger"])
        _refuse_unless_whole(charge)
        return enter(play, charge)


def enter(play: Play, charge: Charge, ruling: Ruling | None = None) -> Adjustment:
    """An entry of the ledger, and what follows from it; by a ruling where one has charged it."""
    deal = None if charge.deal is None else _deal_to_rule_on(play, charge.deal, charge.side)
    made = Adjustment.objects.create(
        game=play.game,
        deal=deal,
        side=play.sides[charge.side],
        points=charge.points,
        rule=charge.rule,
        reason=charge.reason,
        ruling=ruling,
        author=play.director,
        at=play.by.at,
    )
    _apply(play, made, charge.reason)
    by_ruling: Facts = {} if ruling is None else {"ruling": ruling.pk}
    play.log(
        "game.adjusted",
        made,
        after={**charge.facts, "entry_of_ledger": made.pk, **by_ruling},
        reason=charge.reason,
    )
    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultsOfAct:
    """Faults of the rules that a side has committed by one act: by their codes, each with the words in which
    the ledger tells of it, should it be charged."""

    side: int
    reasons: Mapping[str, str]
    key: UUID
    deal: int | None = None

    @property
    def sending(self) -> Sending:
        said: Facts = {"side": self.side, "reasons": dict(self.reasons), "number": self.deal}
        return Sending(key=self.key, content=said)


@retried
def charge_act(by: Author, game: Game, act: FaultsOfAct) -> list[Adjustment]:
    """Charge what one act costs by the rules: each of its faults, or the dearest alone where they say so."""
    with directing(game, by, sending=act.sending) as play:
        if play.earlier is not None:
            return _entries_of(play, play.earlier)
        if not act.reasons:
            raise refused("penalties", _lazy("Say what was done."))
        entries = [_one_of(act, penalty) for penalty in _charged_by(play.game, act)]
        for entry in entries:
            _refuse_unless_whole(entry)
        return [enter(play, entry) for entry in entries]


def _charged_by(game: Game, act: FaultsOfAct) -> Sequence[Penalty]:
    return charged_for(sheets.rules_of_game(game), act.reasons).charged


def _one_of(act: FaultsOfAct, penalty: Penalty) -> Charge:
    return Charge(
        side=act.side,
        points=-penalty.points,
        rule=penalty.rule,
        reason=act.reasons[penalty.code],
        deal=act.deal,
        key=act.key,
    )


def _entries_of(play: Play, first: LogEntry) -> list[Adjustment]:
    """The entries that an act made when it came before: all of the moment of its first one."""
    return list(play.game.adjustments.filter(at=first.at, author=first.author).order_by("pk"))


def refuse_unless_whole_points(points: int) -> None:
    if not points or points % 5:
        raise refused("points", _lazy("Points are divisible by five."))


def _refuse_unless_whole(charge: Charge) -> None:
    refuse_unless_whole_points(charge.points)
    if not charge.reason.strip():
        raise refused("reason", _lazy("Say why."))


@retried
def cancel_adjustment(by: Author, made: Adjustment, reason: str, key: UUID) -> Adjustment:
    """Take a penalty or award back. The entry stays in the ledger, marked."""
    sending = Sending(key=key, content={"cancel": made.pk, "reason": reason})
    with directing(made.game, by, sending=sending) as play:
        made = Adjustment.objects.select_related("deal", "side", "ruling").get(pk=made.pk)
        if play.earlier is not None:
            return made
        if made.cancelled_at is not None:
            raise TakenAlready(made.deal)
        if not reason.strip():
            raise refused("reason", _lazy("Say why."))
        withdraw(play, made, reason)
        return made


def withdraw(play: Play, made: Adjustment, reason: str) -> None:
    """Mark an entry as taken back, with what follows from it."""
    made.cancelled_at, made.cancelled_by, made.cancelled_because = play.by.at, play.director, reason
    made.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
    _apply(play, made, reason)
    play.log(
        "game.adjustment_cancelled",
        made,
        before={"side": made.side.number, "adjustment": made.points, "rule": made.rule},
        reason=reason,
    )


def _deal_to_rule_on(play: Play, number: int, side: int) -> Deal:
    """A deal that has been written down and in which the side has played."""
    deal = Deal.objects.get(game=play.game, number=number)
    if deal.state == Deal.State.DRAFT:
        raise NotNow(_lazy("The deal has not been written down yet."))
    if deal.state == Deal.State.VOID:
        raise NotNow(_lazy("The deal is void."))
    if deal.openings[side] is None:
        raise refused("side", _lazy("This side does not play the deal."))
    return deal


def _apply(play: Play, made: Adjustment, reason: str) -> None:
    """The ledger has changed: what follows from it. A deal that was declared void stays so."""
    if made.deal is None:
        for side in play.sides:
            side.adjustment = ledger_of(side)
    elif made.deal.state != Deal.State.VOID:
        rule_on_deal(play, made.deal, made.rule, reason, None if made.cancelled_at else made.ruling)
    refold(play)


def ledger_of(side: Side) -> int:
    """What the game's own entries make for a side."""
    standing = side.adjustments.filter(deal=None, cancelled_at=None)
    points: int | None = standing.aggregate(points=Sum("points"))["points"]
    return points or 0


def rule_on_deal(play: Play, deal: Deal, rule: str, reason: str, ruling: Ruling | None = None) -> DealVersion:
    """A new version of a deal, with the director's numbers that stand in the ledger now.

    It is confirmed with that; so a disputed deal waits for its ruling first, which may charge as well.
    """
    if deal.state == Deal.State.DISPUTED:
        raise Disputed(deal.number)
    old = deal.versions.get(current=True)
    standing = sheets.standing_before(play.game, deal, totals_before(play, deal))
    body = without_rulings(sheets.body_of(old.sheet))
    scored = sheets.read_deal(standing, body, sheets.passed_over(old))
    if scored.score is None:
        raise Refused(scored.problems)
    old.current = old.confirmed = False
    old.save(update_fields=["current", "confirmed"])
    kind = DealVersion.Kind.RULING
    version = store(play, deal, scored, scored.score, kind=kind, rule=rule, reason=reason, ruling=ruling)
    confirm_by_ruling(deal, version)
    return version
