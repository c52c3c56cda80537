"""Deals: started, recorded, declared void.

A deal is started when its cards are dealt: that freezes the opening requirement of each side. Each sheet
recorded of it is a version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, JsonValue, Submission, retried
from clubs.models import LogEntry
from scoring.core.problem import OVERRIDABLE, Code
from scoring.core.score import DealScore
from scoring.core.serialize import score_as_data
from scoring.core.vocabulary import Opening
from scoring.models import Deal, DealVersion, Game, OwnDecision
from scoring.recording.calling import answer_dispute_calls
from scoring.recording.errors import AlreadyChanged, Disputed, InvalidDeal
from scoring.recording.own_table import decide_on_own_table
from scoring.recording.session import (
    GameAsRead,
    OpenGame,
    open_game_as_director,
    open_game_for,
    refuse_other_result,
    refuse_set_aside,
    refuse_signed,
)
from scoring.recording.sitting_out import let_sit_out, named_facts
from scoring.recording.stored_versions import logged_digest
from scoring.recording.totals import recompute_game, store_score
from scoring.store import seating, sheets
from scoring.store.deal_queries import latest_deals, totals_before


class SheetInput(Protocol):
    """The sheet of a deal as entered, for the first time or as a correction."""

    @property
    def body(self) -> Mapping[str, JsonValue]: ...
    @property
    def override(self) -> bool: ...
    @property
    def reason(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenDeal:
    """A deal as entered; the device makes the `key`, which identifies this submission."""

    number: int
    body: Mapping[str, JsonValue]
    key: UUID
    # The points of each side on the paper, if they were typed as well.
    paper: tuple[int | None, ...] = ()
    # The opening requirements on the paper, for a deal that was not started here.
    openings: tuple[Opening | None, ...] = ()
    # A director records the deal in spite of errors, with a reason.
    override: bool = False
    reason: str = ""

    @property
    def submission(self) -> Submission:
        required: Facts = {"number": self.number, "body": dict(self.body)}
        optional: Facts = {
            "paper": list(self.paper),
            "openings": list(self.openings),
            "override": self.override,
            "reason": self.reason,
        }
        return Submission(
            key=self.key, content={**required, **{name: value for name, value in optional.items() if value}}
        )


# Starting.


@retried
def start_deal(
    by: Author,
    game: Game,
    number: int,
    key: UUID,
    sits_out: Sequence[seating.Person] = (),
    in_time: Sequence[int] = (),
) -> Deal:
    """Start a deal when its cards are dealt; this freezes the opening requirements.

    `sits_out` says who does, in a game whose seats were not taken. `in_time` are the sides that say, after
    the signal of a clock, that the last card was dealt before it.
    """
    said: Facts = {"in_time": [*sorted(in_time)]} if in_time else {}
    submission = Submission(key=key, content={"start": number, **named_facts(sits_out), **said})
    with open_game_for(game, by, submission=submission) as opened:
        if opened.earlier is not None:
            return Deal.objects.get(game=opened.game, number=number)
        latest = opened.latest_deals(number)
        if latest and latest[-1].number >= number:
            raise AlreadyChanged(latest[-1])
        if opened.game.over:
            # A result was entered: deals are written down from the paper, and none is dealt any more.
            raise NotNow(_lazy("The game is over."))
        deal = next_deal(opened, latest, number)
        let_sit_out(opened, deal, sits_out)
        deal.save()
        opened.log("deal.started", deal, after={"number": number, "openings": list(deal.openings), **said})
        return deal


def why_not_writable(game: Game, number: int, *, is_dealt: bool) -> NotNow | None:
    """Return the refusal that recording a deal would raise now; None if it may be recorded."""
    try:
        refuse_set_aside(game)
        refuse_other_result(game)
        if not is_dealt:
            _refuse_unless_open(game)
            _refuse_to_deal_on(latest_deals(game, number))
    except NotNow as reason:
        return reason
    return None


def next_deal(opened: OpenGame, latest: Sequence[Deal], number: int) -> Deal:
    """Return the next deal, not yet stored, or refuse."""
    game = opened.game
    refuse_other_result(game)
    _refuse_unless_open(game)
    if (latest[-1].number if latest else 0) != number - 1:
        raise NotNow(_lazy("This is not the next deal."))
    _refuse_to_deal_on(latest)
    before = sheets.game_before(game, opened.sides, _totals_of_deals(opened))
    return Deal(
        game=game,
        number=number,
        openings=list(before.openings),
        started_at=opened.by.at,
        **_places(seating.seating_of(game, number, opened.people())),
    )


def _places(seats: seating.Seating | None) -> dict[str, Any]:
    """Return who deals, leads and sits out, as a deal stores it; empty if no seats were taken."""
    if seats is None:
        return {}
    dealer, leader = seats.seats[seats.dealer], seats.seats[seats.leader]
    return {
        "dealer_side": dealer.side,
        "dealer_position": dealer.number,
        "leader_side": leader.side,
        "leader_position": leader.number,
        "sits_out": [list(person) for person in seats.sitting_out],
    }


def _refuse_unless_open(game: Game) -> None:
    refuse_signed(game)
    if game.over and game.entered_result is None:
        raise NotNow(_lazy("The game is over."))


def _refuse_to_deal_on(latest: Sequence[Deal]) -> None:
    """Refuse while a deal is not recorded, or while one is disputed."""
    for deal in latest:
        if deal.state == Deal.State.DRAFT:
            raise NotNow(_lazy("The previous deal has not been recorded yet."))
        if deal.state == Deal.State.DISPUTED:
            raise Disputed(deal.number)


def _totals_of_deals(opened: OpenGame) -> list[int]:
    """Return the totals of the deals; a game with an entered result keeps that result separately."""
    if opened.game.entered_result is None:
        return [side.total for side in opened.sides]
    return totals_before(opened.game, None, opened.sides)


# Recording.


@retried
def record_deal(
    by: Author, game: Game, written: WrittenDeal, as_read: GameAsRead | None = None
) -> DealVersion:
    """Store a deal and its score; start the deal if it was not started.

    `as_read` is the game as the request of this deal has read it.
    """
    with open_game_for(game, by, submission=written.submission, as_read=as_read) as opened:
        if opened.earlier is not None:
            return version_from_log(opened.earlier)
        deal = deal_to_record(opened, written.number)
        _set_openings_from_paper(deal, written.openings)
        scored = read_and_score(opened, load_game_before(opened, deal), written)
        if scored.score is None:
            raise InvalidDeal(scored.problems)
        if scored.errors:
            decide_on_own_table(opened, OwnDecision.Kind.OVERRULED, deal.number)
        reason = written.reason if scored.errors else ""
        version = store_version(opened, deal, scored, scored.score, paper=list(written.paper), reason=reason)
        store_score(opened, deal, scored.score, _counted_with(opened, deal))
        log_version(opened, "deal.recorded", version, scored.score)
        return version


def _counted_with(opened: OpenGame, deal: Deal) -> int | None:
    """Return how many deals count with this one, if that is known."""
    if opened.as_read is None or opened.game.deals_agreed is None:
        return None
    return sum(read.state in Deal.COUNTED for read in opened.as_read.deals if read.number != deal.number) + 1


def deal_to_record(opened: OpenGame, number: int) -> Deal:
    """Return the started deal, or the next one; refuse a deal that is recorded already."""
    latest = opened.latest_deals(number)
    if latest and latest[-1].number >= number:
        deal = latest[-1]
        refuse_other_result(opened.game)
        if deal.number != number or deal.state != Deal.State.DRAFT:
            raise AlreadyChanged(deal)
        return deal
    return next_deal(opened, latest, number)


def load_game_before(opened: OpenGame, deal: Deal) -> sheets.GameBefore:
    return sheets.game_before_deal(opened.game, deal, _totals_of_deals(opened))


def _set_openings_from_paper(deal: Deal, on_paper: Sequence[Opening | None]) -> None:
    """Take the opening requirements from the paper for a deal that was not started here."""
    if not on_paper or deal.pk is not None:
        return
    playing = [opening is not None for opening in deal.openings]
    if [opening is not None for opening in on_paper] != playing:
        raise validation_error("openings", _lazy("Enter an opening requirement for each side that plays."))
    deal.openings = list(on_paper)


def read_and_score(
    opened: OpenGame,
    before: sheets.GameBefore,
    written: SheetInput,
    overridden: frozenset[Code] = frozenset(),
) -> sheets.ScoredDeal:
    """Read and score a deal. A director may override its errors, with a reason."""
    if not written.override:
        return sheets.read_deal(before, written.body, overridden)
    if not opened.is_directed():
        raise PermissionDenied
    if not written.reason.strip():
        raise validation_error("reason", _lazy("Give a reason."))
    return sheets.read_deal(before, written.body, OVERRIDABLE)


def store_version(
    opened: OpenGame,
    deal: Deal,
    scored: sheets.ScoredDeal,
    score: DealScore,
    *,
    written_by: int | None = None,
    **fields: Any,
) -> DealVersion:
    """Store the next version of a deal, which becomes the current one.

    `written_by` is the side that wrote the sheet, where that is not the author's.
    """
    deal.version += 1
    deal.state = Deal.State.ENTERED
    deal.save(update_fields=["version", "state"] if deal.pk else None)
    version = DealVersion.objects.create(
        deal=deal,
        number=deal.version,
        sheet=scored.data,
        result=score_as_data(score),
        warnings=[problem.code.value for problem in scored.warnings],
        overridden_errors=sorted({problem.code.value for problem in scored.errors}),
        author=opened.by.user,
        side=opened.side if written_by is None else written_by,
        player_id=opened.player,
        device=opened.device,
        at=opened.by.at,
        **fields,
    )
    opened.act.stored.append(logged_digest(version))
    return version


def version_from_log(entry: LogEntry) -> DealVersion:
    """Return the version stored by an earlier submission, from its log entry."""
    facts = entry.facts
    return DealVersion.objects.select_related("deal").get(deal=facts["deal"], number=facts["version"])


def log_version(opened: OpenGame, act: str, version: DealVersion, score: DealScore) -> None:
    points: list[JsonValue] = [side.total for side in score.sides]
    opened.log(
        act,
        version.deal,
        before={} if version.number == 1 else _facts_of_former(version),
        after={
            "deal": version.deal_id,
            "number": version.deal.number,
            **({"table": opened.game.label} if opened.game.label else {}),
            "version": version.number,
            "points": points,
            **({"kind": version.kind} if version.number > 1 else {}),
            **_optional_facts(version),
            "sheet": version.sheet,
        },
        reason=version.reason,
    )


def _facts_of_former(version: DealVersion) -> Facts:
    former = version.deal.versions.get(number=version.number - 1)
    points: list[JsonValue] = [side.total for side in sheets.sides_of(former.result)]
    return {"version": former.number, "points": points}


def _optional_facts(version: DealVersion) -> dict[str, JsonValue]:
    """Return the log facts of a version that not every version has."""
    facts: dict[str, JsonValue] = {
        "overrides": version.overridden_rule,
        "overridden": version.overridden_errors,
        "ruling": version.ruling_id,
        "paper": version.paper,
    }
    return {name: value for name, value in facts.items() if value}


# Voiding and confirming.


def make_void(opened: OpenGame, deal: Deal) -> None:
    deal.state = Deal.State.VOID
    deal.save(update_fields=["state"])
    recompute_game(opened)


def totals_before_deal(opened: OpenGame, deal: Deal) -> list[int]:
    """Return the totals before a deal."""
    return totals_before(opened.game, deal.number, opened.sides)


def confirm_version(deal: Deal, version: DealVersion) -> None:
    """Confirm a director's version, which needs no approval."""
    deal.state, version.confirmed = Deal.State.CONFIRMED, True
    deal.save(update_fields=["state"])
    version.save(update_fields=["confirmed"])


@retried
def void_deal(by: Author, game: Game, number: int, reason: str, key: UUID) -> Deal:
    """Declare a deal void: it keeps its number and does not count."""
    submission = Submission(key=key, content={"void": number, "reason": reason})
    with open_game_as_director(game, by, submission=submission) as opened:
        deal = Deal.objects.get(game=opened.game, number=number)
        if opened.earlier is not None:
            return deal
        if deal.state == Deal.State.VOID:
            raise AlreadyChanged(deal)
        if not reason.strip():
            raise validation_error("reason", _lazy("Give a reason."))
        decide_on_own_table(opened, OwnDecision.Kind.VOID, number)
        before = deal.state
        make_void(opened, deal)
        if before == Deal.State.DISPUTED:
            answer_dispute_calls(opened)
        opened.log(
            "deal.voided",
            deal,
            before={"deal_state": before},
            after={"number": number, "deal_state": deal.state},
            reason=reason,
        )
        return deal
