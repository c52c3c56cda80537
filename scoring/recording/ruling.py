"""Rulings: what the jury or the director has decided of a game, and written warnings.

A ruling ends a dispute. It may let a deal stand, have it written anew or declare it void, and it may charge
or credit sides. Knows who may sit in a jury; must not know what a deal scored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from clubs import access
from clubs.access import IN_CHARGE
from clubs.books import Author, Sending, Value, retried
from clubs.models import Player, Role, User
from clubs.refusals import refused
from scoring.models import Adjustment, Call, Confirmation, Deal, Game, Juror, Ruling, Seat, WrittenWarning
from scoring.recording.acting import AtTable, Play, directing, playing
from scoring.recording.adjusting import apply, deal_to_rule_on, refuse_unless_whole_points
from scoring.recording.deals import confirm_by_ruling, make_void
from scoring.recording.folding import refold
from scoring.recording.refusing import NotNow, TakenAlready

Outcome = Ruling.Outcome


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
    outcome: Ruling.Outcome = Outcome.NONE
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
        refuse_unless_said(decision)
        deal = deal_decided(play, decision)
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
        jurors = seat_jury(play, ruling, decision.jurors)
        carry_out(play, ruling, deal)
        charge(play, ruling, decision)
        answer_dispute(play)
        play.log(
            "ruling.given",
            ruling,
            after={
                "ruling": ruling.pk,
                "number": None if deal is None else deal.number,
                "outcome": ruling.outcome,
                "rule": ruling.rule,
                "jurors": [juror.user_id for juror in jurors if not juror.passed_over],
                "passed_over": [juror.user_id for juror in jurors if juror.passed_over],
            },
            reason=ruling.text,
        )
        return ruling


def refuse_unless_said(decision: Decision) -> None:
    if not decision.text.strip():
        raise refused("text", _("Write down what was decided."))
    if decision.deal is None and decision.outcome != Outcome.NONE:
        raise refused("outcome", _("Say which deal it is about."))
    for each in decision.points:
        refuse_unless_whole_points(each.points)


# A disputed deal is decided one way or another; a deal that is not disputed may be left alone.
def deal_decided(play: Play, decision: Decision) -> Deal | None:
    if decision.deal is None:
        return None
    deal = Deal.objects.filter(game=play.game, number=decision.deal).first()
    if deal is None:
        raise refused("deal", _("This deal was not dealt."))
    if deal.state == Deal.State.DISPUTED and decision.outcome == Outcome.NONE:
        raise refused("outcome", _("The deal is disputed: say what becomes of it."))
    if deal.state == Deal.State.VOID and decision.outcome != Outcome.NONE:
        raise NotNow(_("The deal is void."))
    if deal.state == Deal.State.DRAFT and decision.outcome in (Outcome.STANDS, Outcome.ANEW):
        raise NotNow(_("The deal has not been written down yet."))
    return deal


# The jury.


def seat_jury(play: Play, ruling: Ruling, wanted: Collection[int]) -> list[Juror]:
    """Who of the jury sat, and who was passed over. Somebody has to be left; a director may rule alone."""
    users = list(User.objects.filter(pk__in=wanted, roles__in=jury_of(play.game)).distinct().order_by("pk"))
    if len(users) != len(set(wanted)):
        raise refused("jurors", _("This person is not in the jury."))
    if not users and not play.is_directed():
        raise refused("jurors", _("Say who of the jury has decided."))
    jurors = [Juror(ruling=ruling, user=user, passed_over=why_passed_over(play.game, user)) for user in users]
    if jurors and all(juror.passed_over for juror in jurors):
        raise refused("jurors", _("Nobody of these may sit: each plays at the table or for a side's club."))
    return Juror.objects.bulk_create(jurors)


def jury_of(game: Game) -> Iterable[Role]:
    """The roles of those in the jury, of the game's own book or of its club."""
    return access.roles_held(game.book).filter(kind=Role.Kind.JURY)


def why_passed_over(game: Game, user: User) -> Juror.Passed:
    """Who plays at the table does not rule on it, nor who plays for a side's club.

    Where all sides are of one club its members may: nobody else would be there.
    """
    if user.player_id is None:
        return Juror.Passed.SAT
    seats = Seat.objects.filter(side__game=game).values_list("side__number", "player", "player__home_club")
    if any(player == user.player_id for _side, player, _club in seats):
        return Juror.Passed.PLAYS
    sides: dict[int, set[int]] = {}
    for side, _player, club in seats:
        sides.setdefault(side, set()).add(club)
    home = Player.objects.values_list("home_club", flat=True).get(pk=user.player_id)
    of_that_club = [home in clubs for clubs in sides.values()]
    return Juror.Passed.CLUB if any(of_that_club) and not all(of_that_club) else Juror.Passed.SAT


# What follows.


def carry_out(play: Play, ruling: Ruling, deal: Deal | None) -> None:
    """What becomes of the deal. One that is to be written anew waits for that, disputed as it is."""
    if deal is None:
        return
    if ruling.outcome == Outcome.STANDS:
        confirm_by_ruling(deal, deal.versions.get(current=True))
        confirmed_by(play, deal)
        refold(play)
    elif ruling.outcome == Outcome.VOID:
        make_void(play, deal)


def confirmed_by(play: Play, deal: Deal) -> None:
    """The director's word on what was written, so that the deal's story tells it."""
    Confirmation.objects.create(
        version=deal.versions.get(current=True),
        kind=Confirmation.Kind.APPROVED,
        author=play.by.user,
        at=play.by.at,
    )


def charge(play: Play, ruling: Ruling, decision: Decision) -> None:
    """The points of a ruling, in the ledger."""
    for each in decision.points:
        deal = None
        if decision.of_deal and decision.deal is not None:
            deal = deal_to_rule_on(play, decision.deal, each.side)
            if deal.state == Deal.State.DISPUTED:
                raise refused("points", _("The deal waits to be written anew: charge the game, or later."))
        made = Adjustment.objects.create(
            game=play.game,
            deal=deal,
            side=play.sides[each.side],
            points=each.points,
            rule=ruling.rule,
            reason=ruling.text,
            ruling=ruling,
            author=play.director,
            at=play.by.at,
        )
        apply(play, made, ruling.text)


def answer_dispute(play: Play) -> None:
    """A table that called because it could not agree has its answer."""
    waiting = play.game.calls.filter(answered_at=None, why=Call.Why.DISPUTE)
    waiting.update(answered_at=play.by.at, answered_by=play.by.user)


@retried
def cancel_ruling(by: Author, ruling: Ruling, reason: str, key: UUID) -> Ruling:
    """Take a ruling back, with its points. It stays readable; what became of a deal is decided anew."""
    sending = Sending(key=key, content={"cancel_ruling": ruling.pk, "reason": reason})
    if isinstance(by, AtTable):
        raise PermissionDenied
    with playing(ruling.game, by, needs=IN_CHARGE, sending=sending) as play:
        ruling = Ruling.objects.get(pk=ruling.pk, game=play.game)
        if play.earlier is not None:
            return ruling
        if ruling.cancelled_at is not None:
            raise TakenAlready(ruling.deal)
        if not reason.strip():
            raise refused("reason", _("Say why."))
        ruling.cancelled_at, ruling.cancelled_by, ruling.cancelled_because = (
            play.by.at,
            play.director,
            reason,
        )
        ruling.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
        for made in ruling.charges.filter(cancelled_at=None).select_related("deal", "side"):
            made.cancelled_at, made.cancelled_by, made.cancelled_because = (
                play.by.at,
                play.director,
                reason,
            )
            made.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
            apply(play, made, reason)
        play.log("ruling.cancelled", ruling, after={"ruling": ruling.pk}, reason=reason)
        return ruling


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
    with playing(game, by, needs=IN_CHARGE, sending=warned.sending) as play:
        if play.earlier is not None:
            return WrittenWarning.objects.get(pk=play.earlier.facts["warning"])
        if not Seat.objects.filter(side__game=play.game, player=warned.player).exists():
            raise refused("player", _("This player does not sit at the table."))
        if not warned.text.strip():
            raise refused("text", _("Say what the warning is for."))
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
    with directing(given.game, by, sending=sending) as play:
        given = WrittenWarning.objects.get(pk=given.pk, game=play.game)
        if play.earlier is not None:
            return given
        if given.cancelled_at is not None:
            raise TakenAlready
        if not reason.strip():
            raise refused("reason", _("Say why."))
        given.cancelled_at, given.cancelled_by, given.cancelled_because = play.by.at, play.director, reason
        given.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
        play.log("warning.cancelled", given, after={"warning": given.pk}, reason=reason)
        return given
