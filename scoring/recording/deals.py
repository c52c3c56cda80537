"""Deals: started, written down, corrected, declared void.

A deal is started when its cards are dealt: that freezes what each side needs to open with. What is written of
it is a version; a correction is another one, and the rules say who may make it. Knows how a deal is stored;
must not know who approves it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.books import Author, Facts, Sending, Value, retried
from clubs.models import LogEntry
from clubs.refusals import refused
from scoring import queries, reading, sitting
from scoring.core.corrections import Answer, Kind, Policy, State, Verdict, kinds_of, may
from scoring.core.result import as_data
from scoring.core.score import DealScore
from scoring.models import Deal, DealVersion, Game
from scoring.recording.acting import Play, directing, playing
from scoring.recording.folding import refold, store_score
from scoring.recording.refusing import NotAllowed, NotNow, Refused, TakenAlready


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenDeal:
    """One deal as somebody wrote it down; `key` is made by the device and names this very sending."""

    number: int
    body: Mapping[str, Value]
    key: UUID

    @property
    def sending(self) -> Sending:
        return Sending(key=self.key, content={"number": self.number, "body": dict(self.body)})


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

    @property
    def sending(self) -> Sending:
        written: Facts = {"number": self.number, "version": self.version, "body": dict(self.body)}
        return Sending(key=self.key, content={**written, "reason": self.reason, "consent": self.consent})


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
    wanted = Q(number__gte=number - 1) | Q(state=Deal.State.DISPUTED)
    return sorted(game.deals.filter(wanted).order_by(), key=lambda deal: deal.number)


def next_deal(play: Play, latest: Sequence[Deal], number: int) -> Deal:
    """The deal that may be dealt now, not yet stored."""
    game = play.game
    refuse_unless_open(game)
    if (latest[-1].number if latest else 0) != number - 1:
        raise NotNow(_("This is not the next deal."))
    refuse_to_deal_on(latest)
    standing = reading.standing_of(game, totals_of_deals(play))
    seats = sitting.seating_of(game, number)
    return Deal(
        game=game,
        number=number,
        openings=list(standing.openings),
        dealer=None if seats is None else list(seats.seats[seats.dealer]),
        leader=None if seats is None else list(seats.seats[seats.leader]),
        sits_out=[] if seats is None else [list(person) for person in seats.out],
        started_at=play.by.at,
    )


def refuse_unless_open(game: Game) -> None:
    if game.state in (Game.State.SIGNED, Game.State.OFFICIAL):
        raise NotNow(_("The game is signed."))
    if game.over and game.final is None:
        raise NotNow(_("The game is over."))


def refuse_to_deal_on(latest: Sequence[Deal]) -> None:
    """A deal waits until the one before it is written down, and until every dispute is settled."""
    for deal in latest:
        if deal.state == Deal.State.DRAFT:
            raise NotNow(_("The deal before has not been written down yet."))
        if deal.state == Deal.State.DISPUTED:
            raise NotNow(
                _("Deal %(number)s is disputed: the director decides first.") % {"number": deal.number}
            )


def totals_of_deals(play: Play) -> list[int]:
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
        scored = reading.read_deal(standing_of(play, deal), written.body)
        if scored.score is None:
            raise Refused(scored.problems)
        version = store(play, deal, scored, scored.score)
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


def standing_of(play: Play, deal: Deal) -> reading.Standing:
    return reading.standing_before(play.game, deal, totals_of_deals(play))


def store(
    play: Play, deal: Deal, scored: reading.ScoredDeal, score: DealScore, **correction: str
) -> DealVersion:
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
        author=play.by.user,
        side=play.side,
        player_id=play.player,
        device=play.device,
        at=play.by.at,
        **correction,
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
            "sheet": version.sheet,
        },
        reason=version.reason,
    )


# Correcting.


@retried
def amend_deal(by: Author, game: Game, amendment: Amendment) -> DealVersion:
    """Write a deal anew: a correction of a kind that the rules allow now, derived from what differs."""
    with playing(game, by, sending=amendment.sending) as play:
        if play.earlier is not None:
            return version_of(play.earlier)
        deal, old = deal_to_amend(play.game, amendment)
        standing = reading.standing_before(play.game, deal, totals_before(play, deal))
        scored = reading.read_deal(standing, amendment.body)
        if scored.score is None:
            raise Refused(scored.problems)
        kind, verdict = permitted(play, (deal, old), scored.data, scored.score, amendment)
        old.current = old.confirmed = False
        old.save(update_fields=["current", "confirmed"])
        version = store(
            play, deal, scored, scored.score, kind=kind, rule=verdict.rule, reason=amendment.reason
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


def totals_before(play: Play, deal: Deal) -> list[int]:
    """What the deals before this one make."""
    return queries.totals_before(play.game, deal.number, len(play.sides))


def confirm_by_ruling(deal: Deal, version: DealVersion) -> None:
    """A director's version needs nobody's approval."""
    deal.state, version.confirmed = Deal.State.CONFIRMED, True
    deal.save(update_fields=["state"])
    version.save(update_fields=["confirmed"])


# In which order the kinds are tried: what everybody may do comes before what needs somebody else.
IN_ORDER: Final = (Kind.ARITHMETIC, Kind.WRONG_SIDE, Kind.TRANSCRIPTION, Kind.FORGOTTEN, Kind.RULING)
STORED_AS: Final = {
    Kind.ARITHMETIC: DealVersion.Kind.ARITHMETIC,
    Kind.WRONG_SIDE: DealVersion.Kind.WRONG_SIDE,
    Kind.TRANSCRIPTION: DealVersion.Kind.TRANSCRIPTION,
    Kind.FORGOTTEN: DealVersion.Kind.FORGOTTEN,
    Kind.RULING: DealVersion.Kind.RULING,
}


def permitted(
    play: Play,
    written: tuple[Deal, DealVersion],
    data: reading.Body,
    score: DealScore,
    amendment: Amendment,
) -> tuple[DealVersion.Kind, Verdict]:
    """The kind of this correction, and the paragraph by which it may be made; else why it may not."""
    deal, old = written
    before = reading.stored_sheet(play.game, old.sheet, deal.openings)
    after = reading.stored_sheet(play.game, data, deal.openings)
    kinds = kinds_of(before, after)
    if not kinds:
        raise NotNow(_("Nothing was changed."))
    state = state_of(play.game, deal)
    if not (state.signed or state.disputed) and reading.scores_the_same(old.result, score):
        return DealVersion.Kind.DETAIL, Verdict(Answer.ALLOWED)
    verdicts = verdicts_on(play.game, kinds, state)
    directed = play.is_directed()
    for kind, verdict in verdicts.items():
        if is_granted(verdict.answer, directed, amendment):
            return STORED_AS[kind], verdict
    raise NotAllowed(verdicts)


def verdicts_on(game: Game, kinds: frozenset[Kind], state: State) -> dict[Kind, Verdict]:
    rules = reading.rules_of_game(game)
    return {kind: may(rules, kind, state) for kind in IN_ORDER if kind in kinds}


def is_granted(answer: Answer, directed: bool, amendment: Amendment) -> bool:
    if answer is Answer.NEEDS_OTHER_SIDE:
        return amendment.consent
    if answer is Answer.DIRECTOR_ONLY:
        return directed and bool(amendment.reason)
    return answer is Answer.ALLOWED


def state_of(game: Game, deal: Deal) -> State:
    """How things stand for a correction of this deal."""
    return State(
        next_dealt=game.deals.filter(number__gt=deal.number).exists(),
        approved=deal.state == Deal.State.CONFIRMED,
        disputed=deal.state == Deal.State.DISPUTED,
        signed=game.state in (Game.State.SIGNED, Game.State.OFFICIAL),
        two_protocols=deal.protocols.filter(current=True).count() > 1,
        policy=Policy(game.corrections),
    )


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
            raise refused("reason", _("Say why."))
        before = deal.state
        deal.state = Deal.State.VOID
        deal.save(update_fields=["state"])
        refold(play)
        play.log(
            "deal.voided",
            deal,
            before={"deal_state": before},
            after={"number": number, "deal_state": deal.state},
            reason=reason,
        )
        return deal
