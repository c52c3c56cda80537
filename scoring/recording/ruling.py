"""Rulings: what the jury or the director has decided of a game, and written warnings.

A ruling ends a dispute. It may let a deal stand, have it written anew or declare it void, and it may charge
or credit sides. Knows what follows from a ruling; must not know what a deal scored.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import IN_CHARGE
from clubs.books.refusals import NotNow, refused
from clubs.books.writing import Author, Sending, Value, retried
from scoring.models import Call, Confirmation, Deal, Game, Juror, Ruling, Seat, WrittenWarning
from scoring.recording.adjusting import Charge, enter, refuse_unless_whole_points, rule_on_deal, withdraw
from scoring.recording.deals import confirm_by_ruling, make_void
from scoring.recording.errors import TakenAlready
from scoring.recording.session import AtTable, Play, playing
from scoring.recording.totals import refold
from scoring.store import jury
from scoring.store.director_points import charged_in, rulings_in

_Outcome = Ruling.Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """What a ruling charges a side (below nothing) or credits it."""

    side: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A ruling as it is entered. Without jurors somebody who directs has decided alone."""

    text: str
    key: UUID
    deal: int | None = None
    outcome: Ruling.Outcome = _Outcome.NONE
    rule: str = ""
    jurors: Sequence[int] = ()
    # Points at the deal where `of_deal` is said, else at the game.
    points: Sequence[Points] = field(default=())
    of_deal: bool = False

    @property
    def sending(self) -> Sending:
        charged: list[Value] = [[each.side, each.points] for each in self.points]
        said: dict[str, Value] = {"text": self.text, "deal": self.deal, "outcome": self.outcome.value}
        sat: list[Value] = [*self.jurors]
        more: dict[str, Value] = {
            "rule": self.rule,
            "jurors": sat,
            "points": charged,
            "of_deal": self.of_deal,
        }
        return Sending(key=self.key, content={**said, **more})


@retried
def give_ruling(by: Author, game: Game, decision: Decision) -> Ruling:
    """Enter what was decided, with what follows from it at once."""
    if isinstance(by, AtTable):
        raise PermissionDenied
    with playing(game, by, needs=IN_CHARGE, sending=decision.sending) as play:
        if play.earlier is not None:
            return Ruling.objects.get(pk=play.earlier.facts["ruling"])
        _refuse_unless_said(play, decision)
        _refuse_in_own_cause(play)
        deal = _deal_decided(play, decision)
        ruling = Ruling.objects.create(
            game=play.game,
            deal=deal,
            number=play.game.rulings.count() + 1,
            outcome=decision.outcome,
            text=decision.text,
            rule=decision.rule,
            author=play.director,
            at=play.by.at,
        )
        _log_ruling(play, ruling, _seat_jury(play, ruling, decision.jurors))
        _carry_out(play, ruling, deal)
        _charge(play, ruling, decision)
        answer_dispute(play)
        return ruling


def _log_ruling(play: Play, ruling: Ruling, jurors: Collection[Juror]) -> None:
    play.log(
        "ruling.given",
        ruling,
        after={
            "ruling": ruling.pk,
            "number": None if ruling.deal is None else ruling.deal.number,
            "outcome": ruling.outcome,
            "rule": ruling.rule,
            "jurors": [juror.user_id for juror in jurors if not juror.passed_over],
            "passed_over": [juror.user_id for juror in jurors if juror.passed_over],
        },
        reason=ruling.text,
    )


def _refuse_unless_said(play: Play, decision: Decision) -> None:
    if not decision.text.strip():
        raise refused("text", _lazy("Write down what was decided."))
    if decision.deal is None and (decision.outcome != _Outcome.NONE or decision.of_deal):
        raise refused("outcome", _lazy("Say which deal it is about."))
    for each in decision.points:
        refuse_unless_whole_points(each.points)
        if each.side not in range(len(play.sides)):
            raise refused("points", _lazy("Say which side."))
    if decision.points and decision.of_deal:
        _refuse_points_of_no_deal(decision.outcome)


def _refuse_points_of_no_deal(outcome: _Outcome) -> None:
    """Points at a deal belong to what is written of it, and that it counts."""
    if outcome == _Outcome.ANEW:
        raise refused("points", _lazy("The deal waits to be written anew: charge the game, or later."))
    if outcome == _Outcome.VOID:
        raise refused("points", _lazy("A void deal counts nothing: charge the game."))


def _refuse_in_own_cause(play: Play) -> None:
    """Whoever of the jury is passed over at this table does not enter its ruling either."""
    if not play.is_directed() and jury.why_passed_over(play.game, play.director):
        raise refused(
            None, _lazy("You play at this table, or for a side's club: somebody else enters the ruling.")
        )


# A disputed deal is decided one way or another; a deal that is not disputed may be left alone.
def _deal_decided(play: Play, decision: Decision) -> Deal | None:
    if decision.deal is None:
        return None
    deal = Deal.objects.filter(game=play.game, number=decision.deal).first()
    if deal is None:
        raise refused("deal", _lazy("This deal was not dealt."))
    if deal.state == Deal.State.DISPUTED and decision.outcome == _Outcome.NONE:
        raise refused("outcome", _lazy("The deal is disputed: say what becomes of it."))
    if deal.state == Deal.State.VOID and decision.outcome != _Outcome.NONE:
        raise NotNow(_lazy("The deal is void."))
    if deal.state == Deal.State.DRAFT and decision.outcome in (_Outcome.STANDS, _Outcome.ANEW):
        raise NotNow(_lazy("The deal has not been written down yet."))
    return deal


def _seat_jury(play: Play, ruling: Ruling, wanted: Collection[int]) -> list[Juror]:
    """Who of the jury sat, and who was passed over. Somebody has to be left; a director may rule alone."""
    people = sorted(jury.jury_of(play.game).filter(pk__in=wanted), key=lambda person: person.pk)
    if len(people) != len(set(wanted)):
        raise refused("jurors", _lazy("This person is not in the jury."))
    if not people and not play.is_directed():
        raise refused("jurors", _lazy("Say who of the jury has decided."))
    judged = jury.judged(play.game, people)
    if people and all(judged.values()):
        raise refused(
            "jurors", _lazy("Nobody of these may sit: each plays at the table or for a side's club.")
        )
    return Juror.objects.bulk_create(
        Juror(ruling=ruling, user=person, passed_over=judged[person.pk]) for person in people
    )


# What follows.


def _carry_out(play: Play, ruling: Ruling, deal: Deal | None) -> None:
    """What becomes of the deal. One that is to be written anew waits for that, disputed as it is."""
    if deal is None:
        return
    if ruling.outcome == _Outcome.STANDS:
        version = deal.versions.get(current=True)
        confirm_by_ruling(deal, version)
        _said_by_ruling(play, deal, Confirmation.Kind.APPROVED)
        refold(play)
    elif ruling.outcome == _Outcome.VOID:
        make_void(play, deal)


def _said_by_ruling(play: Play, deal: Deal, kind: Confirmation.Kind, reason: str = "") -> None:
    """The word on what is written now, so that no earlier one is the last."""
    Confirmation.objects.create(
        version=deal.versions.get(current=True),
        kind=kind,
        author=play.by.user,
        reason=reason,
        at=play.by.at,
    )


def _charge(play: Play, ruling: Ruling, decision: Decision) -> None:
    """The points of a ruling, in the ledger."""
    for each in decision.points:
        entry = Charge(
            side=each.side,
            points=each.points,
            rule=ruling.rule,
            reason=ruling.text,
            deal=decision.deal if decision.of_deal else None,
            key=decision.key,
        )
        enter(play, entry, ruling)


def answer_dispute(play: Play) -> None:
    """A table that called because it could not agree has its answer."""
    waiting = play.game.calls.filter(answered_at=None, why=Call.Why.DISPUTE)
    waiting.update(answered_at=play.by.at, answered_by=play.by.user)


# Taken back.


@retried
def cancel_ruling(by: Author, ruling: Ruling, reason: str, key: UUID) -> Ruling:
    """Take a ruling back, with its points. It stays readable; what became of a deal is decided anew."""
    sending = Sending(key=key, content={"cancel_ruling": ruling.pk, "reason": reason})
    if isinstance(by, AtTable):
        raise PermissionDenied
    with playing(ruling.game, by, needs=IN_CHARGE, sending=sending) as play:
        ruling = Ruling.objects.select_related("deal").get(pk=ruling.pk, game=play.game)
        if play.earlier is not None:
            return ruling
        if ruling.cancelled_at is not None:
            raise TakenAlready(ruling.deal)
        if not reason.strip():
            raise refused("reason", _lazy("Say why."))
        _refuse_in_own_cause(play)
        ruling.cancelled_at, ruling.cancelled_by = play.by.at, play.director
        ruling.cancelled_because = reason
        ruling.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
        play.log("ruling.cancelled", ruling, after={"ruling": ruling.pk}, reason=reason)
        for made in ruling.charges.filter(cancelled_at=None).select_related("deal", "side", "ruling"):
            withdraw(play, made, reason)
        _decide_anew(play, ruling, reason)
        return ruling


def _decide_anew(play: Play, ruling: Ruling, reason: str) -> None:
    """The deal is open again, unless another ruling has decided it since or nothing has come of this one."""
    if ruling.deal is None or not _has_decided(ruling):
        return
    if play.game.state in (Game.State.SIGNED, Game.State.OFFICIAL):
        raise NotNow(_lazy("The game is signed."))
    deal = Deal.objects.get(pk=ruling.deal.pk)
    written = deal.versions.filter(current=True).first()
    if written is not None:
        if rulings_in(written.sheet, len(play.sides)) != charged_in(deal, len(play.sides)):
            # The ledger has changed while the deal was void.
            rule_on_deal(play, deal, ruling.rule, reason)
        _dispute(play, deal, reason)
    elif not play.game.deals.filter(number__gt=deal.number).exists():
        # It was declared void before it was written down; a deal in the middle of others stays so.
        deal.state = Deal.State.DRAFT
        deal.save(update_fields=["state"])
    refold(play)


def _has_decided(ruling: Ruling) -> bool:
    """Whether the deal is as it is by this ruling."""
    if ruling.outcome == _Outcome.NONE:
        return False
    if ruling.outcome == _Outcome.ANEW and not ruling.versions.exists():
        return False
    since = Ruling.objects.filter(deal=ruling.deal, number__gt=ruling.number, cancelled_at=None)
    return not since.exclude(outcome=_Outcome.NONE).exists()


def _dispute(play: Play, deal: Deal, reason: str) -> None:
    deal.state = Deal.State.DISPUTED
    deal.save(update_fields=["state"])
    deal.versions.filter(current=True).update(confirmed=False)
    _said_by_ruling(play, deal, Confirmation.Kind.DISPUTED, reason)


# Written warnings.


@dataclass(frozen=True, slots=True, kw_only=True)
class Warned:
    """Who is warned, and what for."""

    player: int
    text: str
    key: UUID
    rule: str = ""

    @property
    def sending(self) -> Sending:
        said: dict[str, Value] = {"warned": self.player, "text": self.text, "rule": self.rule}
        return Sending(key=self.key, content=said)


@retried
def warn_player(by: Author, game: Game, warned: Warned) -> WrittenWarning:
    """Give a player of the game a written warning: it is kept over the years."""
    if isinstance(by, AtTable):
        raise PermissionDenied
    with playing(game, by, needs=IN_CHARGE, sending=warned.sending, even_set_aside=True) as play:
        if play.earlier is not None:
            return WrittenWarning.objects.get(pk=play.earlier.facts["warning"])
        if not Seat.objects.filter(side__game=play.game, player=warned.player).exists():
            raise refused("player", _lazy("This player does not sit at the table."))
        if not warned.text.strip():
            raise refused("text", _lazy("Say what the warning is for."))
        given = WrittenWarning.objects.create(
            game=play.game,
            player_id=warned.player,
            text=warned.text,
            rule=warned.rule,
            author=play.director,
            at=play.by.at,
        )
        play.log(
            "warning.given",
            given,
            after={"warning": given.pk, "player": warned.player, "rule": warned.rule},
            reason=warned.text,
        )
        return given


@retried
def cancel_warning(by: Author, given: WrittenWarning, reason: str, key: UUID) -> WrittenWarning:
    """Take a warning back. It stays on record, marked."""
    sending = Sending(key=key, content={"cancel_warning": given.pk, "reason": reason})
    if isinstance(by, AtTable):
        raise PermissionDenied
    with playing(given.game, by, needs=IN_CHARGE, sending=sending, even_set_aside=True) as play:
        given = WrittenWarning.objects.get(pk=given.pk, game=play.game)
        if play.earlier is not None:
            return given
        if given.cancelled_at is not None:
            raise TakenAlready
        if not reason.strip():
            raise refused("reason", _lazy("Say why."))
        given.cancelled_at, given.cancelled_by, given.cancelled_because = play.by.at, play.director, reason
        given.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
        play.log("warning.cancelled", given, after={"warning": given.pk}, reason=reason)
        return given
