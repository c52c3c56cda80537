"""Rulings of the jury or the director, and written warnings.

A ruling ends a dispute. It confirms a deal, demands its correction or declares it void, and it may charge or
credit sides.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import IN_CHARGE
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, Submission, retried
from scoring.models import Confirmation, Deal, Game, Juror, OwnDecision, Ruling, Seat, WrittenWarning
from scoring.recording.adjusting import (
    Charge,
    apply_ledger_to_deal,
    cancel_entry,
    enter_charge,
    refuse_invalid_points,
)
from scoring.recording.calling import answer_dispute_calls
from scoring.recording.deals import confirm_version, make_void
from scoring.recording.errors import AlreadyChanged
from scoring.recording.own_table import decide_on_own_table
from scoring.recording.session import AtTable, OpenGame, open_game_for
from scoring.recording.totals import recompute_game
from scoring.store import jury
from scoring.store.director_points import director_points_in, ledger_charges

_Outcome = Ruling.Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPoints:
    """Points that a ruling charges a side (negative) or credits it."""

    side: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A ruling as entered; without jurors it is a director's own."""

    text: str
    key: UUID
    deal: int | None = None
    outcome: Ruling.Outcome = _Outcome.NONE
    rule: str = ""
    jurors: Sequence[int] = ()
    # Points at the deal if `of_deal` is set, otherwise at the game.
    points: Sequence[RulingPoints] = field(default=())
    of_deal: bool = False

    @property
    def submission(self) -> Submission:
        points: list[JsonValue] = [[charge.side, charge.points] for charge in self.points]
        decided: dict[str, JsonValue] = {"text": self.text, "deal": self.deal, "outcome": self.outcome.value}
        jurors: list[JsonValue] = [*self.jurors]
        details: dict[str, JsonValue] = {
            "rule": self.rule,
            "jurors": jurors,
            "points": points,
            "of_deal": self.of_deal,
        }
        return Submission(key=self.key, content={**decided, **details})


@retried
def give_ruling(by: Author, game: Game, decision: Decision) -> Ruling:
    """Enter a ruling, and carry out what follows from it at once."""
    if isinstance(by, AtTable):
        raise PermissionDenied
    with open_game_for(game, by, needs=IN_CHARGE, submission=decision.submission) as opened:
        if opened.earlier is not None:
            return Ruling.objects.get(pk=opened.earlier.facts["ruling"])
        _refuse_unless_complete(opened, decision)
        _refuse_recused_author(opened)
        deal = _deal_decided(opened, decision)
        decide_on_own_table(opened, OwnDecision.Kind.RULING, decision.deal)
        ruling = Ruling.objects.create(
            game=opened.game,
            deal=deal,
            number=opened.game.rulings.count() + 1,
            outcome=decision.outcome,
            text=decision.text,
            rule=decision.rule,
            author=opened.director,
            at=opened.by.at,
        )
        _log_ruling(opened, ruling, _seat_jury(opened, ruling, decision.jurors))
        _carry_out(opened, ruling, deal)
        _charge(opened, ruling, decision)
        answer_dispute_calls(opened)
        return ruling


def _log_ruling(opened: OpenGame, ruling: Ruling, jurors: Collection[Juror]) -> None:
    opened.log(
        "ruling.given",
        ruling,
        after={
            "ruling": ruling.pk,
            "number": None if ruling.deal is None else ruling.deal.number,
            "outcome": ruling.outcome,
            "rule": ruling.rule,
            "jurors": [juror.user_id for juror in jurors if not juror.is_recused],
            "passed_over": [juror.user_id for juror in jurors if juror.is_recused],
        },
        reason=ruling.text,
    )


def _refuse_unless_complete(opened: OpenGame, decision: Decision) -> None:
    if not decision.text.strip():
        raise validation_error("text", _lazy("Enter the decision."))
    if decision.deal is None and (decision.outcome != _Outcome.NONE or decision.of_deal):
        raise validation_error("outcome", _lazy("Choose the deal it concerns."))
    for charge in decision.points:
        refuse_invalid_points(charge.points)
        if charge.side not in range(len(opened.sides)):
            raise validation_error("points", _lazy("Choose a side."))
    if decision.points and decision.of_deal:
        _refuse_points_of_uncounted_deal(decision.outcome)


def _refuse_points_of_uncounted_deal(outcome: _Outcome) -> None:
    """Refuse points at a deal that will not count after the ruling."""
    if outcome == _Outcome.REWRITE:
        raise validation_error(
            "points", _lazy("The deal is waiting to be entered again: apply the points to the game, or wait.")
        )
    if outcome == _Outcome.VOID:
        raise validation_error("points", _lazy("A void deal does not count: apply the points to the game."))


def _refuse_recused_author(opened: OpenGame) -> None:
    """Refuse an author who would be recused from the jury of this game."""
    if not opened.is_directed() and jury.is_recused(opened.game, opened.director):
        raise validation_error(
            None,
            _lazy(
                "You play at this table or belong to the club of one of the sides: somebody "
                "else must enter the ruling."
            ),
        )


def _deal_decided(opened: OpenGame, decision: Decision) -> Deal | None:
    """Return the deal of a ruling, or refuse an outcome that does not fit its state.

    A ruling decides a disputed deal; it may leave any other deal alone.
    """
    if decision.deal is None:
        return None
    deal = Deal.objects.filter(game=opened.game, number=decision.deal).first()
    if deal is None:
        raise validation_error("deal", _lazy("This deal was not dealt."))
    if deal.state == Deal.State.DISPUTED and decision.outcome == _Outcome.NONE:
        raise validation_error("outcome", _lazy("The deal is disputed: choose what is to be done with it."))
    if deal.state == Deal.State.VOID and decision.outcome != _Outcome.NONE:
        raise NotNow(_lazy("The deal is void."))
    if deal.state == Deal.State.DRAFT and decision.outcome in (_Outcome.STANDS, _Outcome.REWRITE):
        raise NotNow(_lazy("The deal has not been recorded yet."))
    return deal


def _seat_jury(opened: OpenGame, ruling: Ruling, user_ids: Collection[int]) -> list[Juror]:
    """Store the jurors of a ruling and those recused; refuse a jury with no eligible member.

    A director may rule without a jury.
    """
    people = sorted(jury.jury_of(opened.game).filter(pk__in=user_ids), key=lambda person: person.pk)
    if len(people) != len(set(user_ids)):
        raise validation_error("jurors", _lazy("This person is not on the jury."))
    if not people and not opened.is_directed():
        raise validation_error("jurors", _lazy("Choose which jury members decided."))
    statuses = jury.statuses_of(opened.game, people)
    if people and all(status is not Juror.Status.SAT for status in statuses.values()):
        raise validation_error(
            "jurors",
            _lazy(
                "None of these may take part: each plays at the table or belongs to the club "
                "of one of the sides."
            ),
        )
    return Juror.objects.bulk_create(
        Juror(ruling=ruling, user=person, recused_because=statuses[person.pk]) for person in people
    )


# Consequences.


def _carry_out(opened: OpenGame, ruling: Ruling, deal: Deal | None) -> None:
    """Confirm or void the deal. One that is to be corrected stays disputed until then."""
    if deal is None:
        return
    if ruling.outcome == _Outcome.STANDS:
        version = deal.versions.get(current=True)
        confirm_version(deal, version)
        _answer_by_ruling(opened, deal, Confirmation.Kind.APPROVED)
        recompute_game(opened)
    elif ruling.outcome == _Outcome.VOID:
        make_void(opened, deal)


def _answer_by_ruling(opened: OpenGame, deal: Deal, kind: Confirmation.Kind, reason: str = "") -> None:
    """Add an answer to the current version, so that no earlier one is the latest."""
    Confirmation.objects.create(
        version=deal.versions.get(current=True),
        kind=kind,
        author=opened.by.user,
        reason=reason,
        at=opened.by.at,
    )


def _charge(opened: OpenGame, ruling: Ruling, decision: Decision) -> None:
    """Enter the points of a ruling in the ledger."""
    for points in decision.points:
        charge = Charge(
            side=points.side,
            points=points.points,
            rule=ruling.rule,
            reason=ruling.text,
            deal=decision.deal if decision.of_deal else None,
            key=decision.key,
        )
        enter_charge(opened, charge, ruling)


# Cancelling.


@retried
def cancel_ruling(by: Author, ruling: Ruling, reason: str, key: UUID) -> Ruling:
    """Cancel a ruling with its points. It stays readable; a deal that it decided is open again."""
    submission = Submission(key=key, content={"cancel_ruling": ruling.pk, "reason": reason})
    if isinstance(by, AtTable):
        raise PermissionDenied
    with open_game_for(ruling.game, by, needs=IN_CHARGE, submission=submission) as opened:
        ruling = Ruling.objects.select_related("deal").get(pk=ruling.pk, game=opened.game)
        if opened.earlier is not None:
            return ruling
        if ruling.cancelled_at is not None:
            raise AlreadyChanged(ruling.deal)
        if not reason.strip():
            raise validation_error("reason", _lazy("Give a reason."))
        _refuse_recused_author(opened)
        of_deal = None if ruling.deal is None else ruling.deal.number
        decide_on_own_table(opened, OwnDecision.Kind.TAKEN_BACK, of_deal)
        ruling.cancelled_at, ruling.cancelled_by = opened.by.at, opened.director
        ruling.cancelled_because = reason
        ruling.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
        for entry in ruling.charges.filter(cancelled_at=None).select_related("deal", "ruling"):
            cancel_entry(opened, entry, reason)
        _reopen_decision(opened, ruling, reason)
        # Last, since the deal may have been written again by what goes with the ruling.
        opened.log(
            "ruling.cancelled",
            ruling,
            before={"outcome": ruling.outcome, "rule": ruling.rule},
            after={"ruling": ruling.pk},
            reason=reason,
        )
        return ruling


def _reopen_decision(opened: OpenGame, ruling: Ruling, reason: str) -> None:
    """Reopen the deal of a cancelled ruling, unless a later ruling decides it or nothing followed yet."""
    if ruling.deal is None or not _has_decided(ruling):
        return
    if opened.game.state == Game.State.OFFICIAL:
        raise NotNow(_lazy("The result is official."))
    if opened.game.state == Game.State.SIGNED:
        raise NotNow(_lazy("The game is signed."))
    deal = Deal.objects.get(pk=ruling.deal.pk)
    version = deal.versions.filter(current=True).first()
    if version is not None:
        if director_points_in(version.sheet, len(opened.sides)) != ledger_charges(deal, len(opened.sides)):
            # The ledger changed while the deal was void.
            apply_ledger_to_deal(opened, deal, ruling.rule, reason)
        _dispute(opened, deal, reason)
    elif not opened.game.deals.filter(number__gt=deal.number).exists():
        # It was declared void before it was recorded; only the latest deal can be recorded again.
        deal.state = Deal.State.DRAFT
        deal.save(update_fields=["state"])
    recompute_game(opened)


def _has_decided(ruling: Ruling) -> bool:
    """Tell whether the state of the deal follows from this ruling."""
    if ruling.outcome == _Outcome.NONE:
        return False
    if ruling.outcome == _Outcome.REWRITE and not ruling.versions.exists():
        return False
    later = Ruling.objects.filter(deal=ruling.deal, number__gt=ruling.number, cancelled_at=None)
    return not later.exclude(outcome=_Outcome.NONE).exists()


def _dispute(opened: OpenGame, deal: Deal, reason: str) -> None:
    deal.state = Deal.State.DISPUTED
    deal.save(update_fields=["state"])
    deal.versions.filter(current=True).update(confirmed=False)
    _answer_by_ruling(opened, deal, Confirmation.Kind.DISPUTED, reason)


# Written warnings.


@dataclass(frozen=True, slots=True, kw_only=True)
class WarningNotice:
    """A warning as entered: the player, and the text."""

    player: int
    text: str
    key: UUID
    rule: str = ""

    @property
    def submission(self) -> Submission:
        content: dict[str, JsonValue] = {"warned": self.player, "text": self.text, "rule": self.rule}
        return Submission(key=self.key, content=content)


@retried
def warn_player(by: Author, game: Game, notice: WarningNotice) -> WrittenWarning:
    """Give a player of the game a written warning."""
    if isinstance(by, AtTable):
        raise PermissionDenied
    with open_game_for(
        game, by, needs=IN_CHARGE, submission=notice.submission, allow_set_aside=True
    ) as opened:
        if opened.earlier is not None:
            return WrittenWarning.objects.get(pk=opened.earlier.facts["warning"])
        if not Seat.objects.filter(side__game=opened.game, player=notice.player).exists():
            raise validation_error("player", _lazy("This player is not at the table."))
        if not notice.text.strip():
            raise validation_error("text", _lazy("Enter the reason for the warning."))
        warning = WrittenWarning.objects.create(
            game=opened.game,
            player_id=notice.player,
            text=notice.text,
            rule=notice.rule,
            author=opened.director,
            at=opened.by.at,
        )
        opened.log(
            "warning.given",
            warning,
            after={"warning": warning.pk, "player": notice.player, "rule": notice.rule},
            reason=notice.text,
        )
        return warning


@retried
def cancel_warning(by: Author, warning: WrittenWarning, reason: str, key: UUID) -> WrittenWarning:
    """Cancel a warning. It stays on record."""
    submission = Submission(key=key, content={"cancel_warning": warning.pk, "reason": reason})
    if isinstance(by, AtTable):
        raise PermissionDenied
    with open_game_for(
        warning.game, by, needs=IN_CHARGE, submission=submission, allow_set_aside=True
    ) as opened:
        warning = WrittenWarning.objects.get(pk=warning.pk, game=opened.game)
        if opened.earlier is not None:
            return warning
        if warning.cancelled_at is not None:
            raise AlreadyChanged
        if not reason.strip():
            raise validation_error("reason", _lazy("Give a reason."))
        warning.cancelled_at, warning.cancelled_by, warning.cancelled_because = (
            opened.by.at,
            opened.director,
            reason,
        )
        warning.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
        opened.log(
            "warning.cancelled",
            warning,
            before={"player": warning.player_id, "rule": warning.rule},
            after={"warning": warning.pk},
            reason=reason,
        )
        return warning
