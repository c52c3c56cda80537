"""Recording games: the only way in which a game or a deal comes to be stored or changed.

Each verb opens the game's book, locks the game, checks, writes once and leaves a log entry. What a deal
scores is computed by the core; this module stores the answer and must not add a point of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from clubs.access import RECORDERS
from clubs.books import Author, Facts, Value, Writing, writing
from clubs.models import Player
from scoring import reading
from scoring.core.problem import Problem
from scoring.core.result import as_data
from scoring.core.score import DealScore, SideScore
from scoring.models import Deal, DealVersion, Game, Hand, Seat, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlan:
    """What is agreed before the first deal."""

    ruleset: str
    sides: Sequence[Sequence[Player]]
    options: Mapping[str, Value] = field(default_factory=dict)
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenDeal:
    """One deal as somebody wrote it down; `key` is made by the device and names this very sending."""

    number: int
    body: Mapping[str, Value]
    key: UUID


class Refused(Exception):
    """What was written cannot be stored; `problems` say why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)


class TakenAlready(Exception):
    """Somebody else recorded this deal, or used this key for something else, in the meantime."""


def open_game_in(act: Writing, plan: GamePlan) -> Game:
    """Open a game in a book that is being written."""
    game = Game.objects.create(
        book=act.book,
        label=plan.label,
        ruleset=plan.ruleset,
        edition=reading.edition_of(plan.ruleset),
        options=dict(plan.options),
        players=[len(side) for side in plan.sides],
        opened_at=act.by.at,
    )
    for number, players in enumerate(plan.sides):
        seat(Side.objects.create(game=game, number=number), players)
    act.log("game.opened", game, after=opened(plan))
    return game


def seat(side: Side, players: Sequence[Player]) -> None:
    Seat.objects.bulk_create(
        Seat(side=side, player=player, position=position) for position, player in enumerate(players)
    )


def opened(plan: GamePlan) -> Facts:
    return {
        "ruleset": plan.ruleset,
        "options": dict(plan.options),
        "players": [player.pk for side in plan.sides for player in side],
    }


def record_deal(by: Author, game: Game, written: WrittenDeal) -> DealVersion:
    """Store a deal and what it scored. The same sending twice is answered as the first time."""
    with writing(game.book, by, needs=RECORDERS) as act:
        locked = Game.objects.select_for_update().get(pk=game.pk)
        answered = answered_before(locked, written)
        if answered is not None:
            act.was_done_before()
            return answered
        refuse_if_taken(locked, written.number)
        scored = reading.read_deal(reading.standing_of(locked), written.body)
        if scored.score is None:
            raise Refused(scored.problems)
        return store(act, locked, written, scored, scored.score)


def answered_before(game: Game, written: WrittenDeal) -> DealVersion | None:
    """The version that this key made; a key with other content is somebody else's."""
    version = DealVersion.objects.select_related("deal").filter(key=written.key).first()
    if version is None:
        return None
    same_deal = version.deal.game_id == game.pk and version.deal.number == written.number
    if not same_deal or reading.body_of(version.sheet) != dict(written.body):
        raise TakenAlready
    return version


def refuse_if_taken(game: Game, number: int) -> None:
    """A deal is recorded once, and the next one is the one after the last."""
    if number != game.deals.count() + 1:
        raise TakenAlready


def store(
    act: Writing, game: Game, written: WrittenDeal, scored: reading.ScoredDeal, score: DealScore
) -> DealVersion:
    deal = Deal.objects.create(
        game=game, number=written.number, openings=list(scored.openings), state=Deal.State.ENTERED
    )
    version = DealVersion.objects.create(
        deal=deal,
        number=1,
        sheet=scored.data,
        result=as_data(score),
        author=act.by.user,
        at=act.by.at,
        key=written.key,
    )
    store_hands(game, deal, score)
    points: list[Value] = [side.total for side in score.sides]
    act.log("deal.recorded", deal, after={"number": deal.number, "points": points, "sheet": scored.data})
    return version


def store_hands(game: Game, deal: Deal, score: DealScore) -> None:
    """Keep what follows from the deal: each side's hand, the totals, and whether the game is over."""
    sides = list(game.sides.order_by("number"))
    for side, scored in zip(sides, score.sides, strict=True):
        side.total = scored.after
    Hand.objects.bulk_create(
        hand(deal, side, scored) for side, scored in zip(sides, score.sides, strict=True)
    )
    Side.objects.bulk_update(sides, ["total"])
    game.over, game.draw, game.winner = score.game.over, score.game.draw, score.game.winner
    game.state = Game.State.FINISHED if score.game.over else Game.State.OPEN
    game.save(update_fields=["over", "draw", "winner", "state"])


def hand(deal: Deal, side: Side, scored: SideScore) -> Hand:
    """A side's part of a deal; the combinations are counted for the statistics."""
    codes = {one.code for one in reading.rules_of(deal.game.ruleset, deal.game.edition).combinations}
    return Hand(
        deal=deal,
        side=side,
        base=scored.base,
        cards=scored.cards,
        total=scored.total,
        after=scored.after,
        combinations={line.code: line.count for line in scored.lines if line.code in codes},
    )
