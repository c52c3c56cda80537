"""Deals: started, written down, declared void.

A deal is started when its cards are dealt: that freezes what each side needs to open with. What is written of
it is a version. Knows how a deal is stored; must not know who approves it, nor when it may be corrected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, refused
from clubs.books.writing import Author, Facts, Sending, Value, retried
from clubs.db.prepared import Question
from clubs.models import LogEntry
from scoring.core.problem import OVERRIDABLE, Code
from scoring.core.rulesets.base import Opening
from scoring.core.score import DealScore
from scoring.core.serialize import as_data
from scoring.models import Deal, DealVersion, Game
from scoring.recording.errors import Disputed, Refused, TakenAlready
from scoring.recording.session import Play, directing, playing, refuse_set_aside, refuse_signed
from scoring.recording.totals import refold, store_score
from scoring.store import queries, seating, sheets


class Written(Protocol):
    """What is written of a deal, the first time or anew."""

    @property
    def body(self) -> Mapping[str, Value]: ...
    @property
    def override(self) -> bool: ...
    @property
    def reason(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenDeal:
    """One deal as somebody wrote it down; `key` is made by the device and names this very sending."""

    number: int
    body: Mapping[str, Value]
    key: UUID
    # What the paper says each side has of the deal, where somebody typed it beside.
    paper: tuple[int | None, ...] = ()
    # The opening requirements as the paper has them, of a deal that nobody started here.
    openings: tuple[Opening | None, ...] = ()
    # A director records what cannot have happened all the same, and says why.
    override: bool = False
    reason: str = ""

    @property
    def sending(self) -> Sending:
        said: Facts = {"number": self.number, "body": dict(self.body)}
        more: Facts = {
            "paper": list(self.paper),
            "openings": list(self.openings),
            "override": self.override,
            "reason": self.reason,
        }
        return Sending(key=self.key, content={**said, **{name: one for name, one in more.items() if one}})


# Starting.


@retried
def start_deal(by: Author, game: Game, number: int, key: UUID) -> Deal:
    """The cards of a deal are dealt: what each side needs to open with is settled now."""
    sending = Sending(key=key, content={"start": number})
    with playing(game, by, sending=sending) as play:
        if play.earlier is not None:
            return Deal.objects.get(game=play.game, number=number)
        latest = latest_deals(play.game, number)
        if latest and latest[-1].number >= number:
            raise TakenAlready(latest[-1])
        deal = next_deal(play, latest, number)
        deal.save()
        play.log("deal.started", deal, after={"number": number, "openings": list(deal.openings)})
        return deal


def latest_deals(game: Game, number: int) -> list[Deal]:
    """The deal before this one, this one and those after it, as far as they were dealt; and disputed ones."""
    latest = sorted(LATEST.ask(game.pk, number - 1), key=lambda deal: deal.number)
    for deal in latest:
        deal.game = game
    return latest


LATEST: Final = Question(
    lambda game, first: (
        Deal.objects.filter(game=game).filter(Q(number__gte=first) | Q(state=Deal.State.DISPUTED)).order_by()
    ),
    int,
    int,
)


def stands_against(game: Game, number: int, *, is_dealt: bool) -> NotNow | None:
    """Why nothing can be written of a deal now, as the verbs say it; None where nothing stands against it."""
    try:
        refuse_set_aside(game)
        if not is_dealt:
            _refuse_unless_open(game)
            _refuse_to_deal_on(latest_deals(game, number))
    except NotNow as reason:
        return reason
    return None


def next_deal(play: Play, latest: Sequence[Deal], number: int) -> Deal:
    """The deal that may be dealt now, not yet stored."""
    game = play.game
    _refuse_unless_open(game)
    if (latest[-1].number if latest else 0) != number - 1:
        raise NotNow(_lazy("This is not the next deal."))
    _refuse_to_deal_on(latest)
    standing = sheets.standing_of(game, _totals_of_deals(play))
    seats = seating.seating_of(game, number)
    return Deal(
        game=game,
        number=number,
        openings=list(standing.openings),
        dealer=None if seats is None else list(seats.seats[seats.dealer]),
        leader=None if seats is None else list(seats.seats[seats.leader]),
        sits_out=[] if seats is None else [list(person) for person in seats.out],
        started_at=play.by.at,
    )


def _refuse_unless_open(game: Game) -> None:
    refuse_signed(game)
    if game.over and game.final is None:
        raise NotNow(_lazy("The game is over."))


def _refuse_to_deal_on(latest: Sequence[Deal]) -> None:
    """A deal waits until the one before it is written down, and until every dispute is settled."""
    for deal in latest:
        if deal.state == Deal.State.DRAFT:
            raise NotNow(_lazy("The deal before has not been written down yet."))
        if deal.state == Deal.State.DISPUTED:
            raise Disputed(deal.number)


def _totals_of_deals(play: Play) -> list[int]:
    """What the deals make so far; a game entered as result only keeps its result beside them."""
    if play.game.final is None:
        return [side.total for side in play.sides]
    return queries.totals_before(play.game, None, len(play.sides))


# Writing down.


@retried
def record_deal(by: Author, game: Game, written: WrittenDeal) -> DealVersion:
    """Store a deal and what it scored. A deal that nobody started is started by this."""
    with playing(game, by, sending=written.sending) as play:
        if play.earlier is not None:
            return version_of(play.earlier)
        deal = deal_to_record(play, written.number)
        _freeze(deal, written.openings)
        scored = read(play, standing_of(play, deal), written)
        if scored.score is None:
            raise Refused(scored.problems)
        said = {"reason": written.reason} if scored.errors else {}
        version = store(play, deal, scored, scored.score, paper=list(written.paper), **said)
        store_score(play, deal, scored.score)
        log_version(play, "deal.recorded", version, scored.score)
        return version


def deal_to_record(play: Play, number: int) -> Deal:
    """The deal as it was started, or the next one, started now; a deal is recorded once."""
    latest = latest_deals(play.game, number)
    if latest and latest[-1].number >= number:
        deal = latest[-1]
        if deal.number != number or deal.state != Deal.State.DRAFT:
            raise TakenAlready(deal)
        return deal
    return next_deal(play, latest, number)


def standing_of(play: Play, deal: Deal) -> sheets.Standing:
    return sheets.standing_before(play.game, deal, _totals_of_deals(play))


def _freeze(deal: Deal, on_paper: Sequence[Opening | None]) -> None:
    """The requirements on the paper are those that were played by: of a deal that was not started here."""
    if not on_paper or deal.pk is not None:
        return
    playing = [opening is not None for opening in deal.openings]
    if [opening is not None for opening in on_paper] != playing:
        raise refused("openings", _lazy("An opening requirement for each side that plays."))
    deal.openings = list(on_paper)


def read(
    play: Play,
    standing: sheets.Standing,
    written: Written,
    passed_over: frozenset[Code] = frozenset(),
) -> sheets.ScoredDeal:
    """Read and score what was written; a director may pass over what cannot have happened, and says why."""
    if not written.override:
        return sheets.read_deal(standing, written.body, passed_over)
    if not play.is_directed():
        raise PermissionDenied
    if not written.reason.strip():
        raise refused("reason", _lazy("Say why."))
    return sheets.read_deal(standing, written.body, OVERRIDABLE)


def store(play: Play, deal: Deal, scored: sheets.ScoredDeal, score: DealScore, **said: Any) -> DealVersion:
    """The next version of a deal, which is the current one from now on."""
    deal.version += 1
    deal.state = Deal.State.ENTERED
    deal.save(update_fields=["version", "state"] if deal.pk else None)
    return DealVersion.objects.create(
        deal=deal,
        number=deal.version,
        sheet=scored.data,
        result=as_data(score),
        warnings=[problem.code.value for problem in scored.warnings],
        overridden=sorted({problem.code.value for problem in scored.errors}),
        author=play.by.user,
        side=play.side,
        player_id=play.player,
        device=play.device,
        at=play.by.at,
        **said,
    )


def version_of(entry: LogEntry) -> DealVersion:
    """The version that an earlier sending made, from the log entry that it left."""
    said = entry.facts
    return DealVersion.objects.select_related("deal").get(deal=said["deal"], number=said["version"])


def log_version(play: Play, act: str, version: DealVersion, score: DealScore) -> None:
    points: list[Value] = [side.total for side in score.sides]
    play.log(
        act,
        version.deal,
        before={} if version.number == 1 else {"version": version.number - 1},
        after={
            "deal": version.deal_id,
            "number": version.deal.number,
            "version": version.number,
            "points": points,
            **({"kind": version.kind} if version.number > 1 else {}),
            **_unusual(version),
            "sheet": version.sheet,
        },
        reason=version.reason,
    )


def _unusual(version: DealVersion) -> dict[str, Value]:
    """What the log also says of a version, where it was not written down like others."""
    said: dict[str, Value] = {
        "overrides": version.overrides,
        "overridden": version.overridden,
        "ruling": version.ruling_id,
        "paper": version.paper,
    }
    return {name: one for name, one in said.items() if one}


# Declared void.


def make_void(play: Play, deal: Deal) -> None:
    deal.state = Deal.State.VOID
    deal.save(update_fields=["state"])
    refold(play)


def totals_before(play: Play, deal: Deal) -> list[int]:
    """What the deals before this one make."""
    return queries.totals_before(play.game, deal.number, len(play.sides))


def confirm_by_ruling(deal: Deal, version: DealVersion) -> None:
    """A director's version needs nobody's approval."""
    deal.state, version.confirmed = Deal.State.CONFIRMED, True
    deal.save(update_fields=["state"])
    version.save(update_fields=["confirmed"])


@retried
def void_deal(by: Author, game: Game, number: int, reason: str, key: UUID) -> Deal:
    """Declare a deal void: it keeps its number and counts nothing."""
    sending = Sending(key=key, content={"void": number, "reason": reason})
    with directing(game, by, sending=sending) as play:
        deal = Deal.objects.get(game=play.game, number=number)
        if play.earlier is not None:
            return deal
        if deal.state == Deal.State.VOID:
            raise TakenAlready(deal)
        if not reason.strip():
            raise refused("reason", _lazy("Say why."))
        before = deal.state
        make_void(play, deal)
        play.log(
            "deal.voided",
            deal,
            before={"deal_state": before},
            after={"number": number, "deal_state": deal.state},
            reason=reason,
        )
        return deal
