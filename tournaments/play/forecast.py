"""What is known of the times of an event, read for a forecast: deals of this round and of those before it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery

from scoring.models import Deal, DealVersion, Game, Side
from scoring.store import sheets
from tournaments.core.clock import Clock, ClockEnd
from tournaments.core.forecast import DaySoFar, Forecast, TablePlay, deal_times, forecast
from tournaments.models import Pairing, Round
from tournaments.play.clock import RoundTimes

_MINUTE: Final = timedelta(minutes=1)
_FIRST_VERSION: Final = 1
# Deals of the rounds before: the last ones, so many at most.
_MOST_BEFORE: Final = 1000
# What is usual in this game is asked of so many deals of other events, while this one has few.
_MOST_USUAL: Final = 300
_FEW_DEALS: Final = 20
_LONGEST_PAUSE: Final = 60.0
# Where play ends even in a deal.
_CUTS: Final = (ClockEnd.FINISH_LAP, ClockEnd.STOP_AT_ONCE, ClockEnd.ANNUL)


class _DealTime(NamedTuple):
    """A deal that was recorded: when it was begun, and when it was recorded for the first time."""

    game: int
    began: datetime
    recorded: datetime
    round: int = 0


@dataclass(frozen=True, slots=True)
class _Times:
    """The deals of games, in their order."""

    deals: Mapping[int, Sequence[_DealTime]]

    @classmethod
    def of(cls, deals: Iterable[_DealTime]) -> _Times:
        by_game: dict[int, list[_DealTime]] = defaultdict(list)
        for deal in sorted(deals, key=lambda deal: deal.recorded):
            by_game[deal.game].append(deal)
        return cls(by_game)

    def moments(self, game: int) -> list[datetime]:
        """When the first deal of a game was begun, and when each was recorded. What was recorded at once, as
        from a sheet of paper, has times that deals cannot have, and they are left out."""
        deals = self.deals.get(game, ())
        return [deals[0].began, *(deal.recorded for deal in deals)] if deals else []

    @property
    def minutes(self) -> list[list[float]]:
        return [deal_times(self.moments(game)) for game in self.deals]


def load_forecast(drawn: Round, times: RoundTimes | None, now: datetime) -> Forecast | None:
    """Load when the tables, the round and the day will probably end; None where the round is not played or
    nobody can know."""
    if drawn.state != Round.State.PUBLISHED:
        return None
    rows = list(_games_that_play(drawn))
    if not rows:
        return None
    deals = list(_recorded(Q(deal__game__pairing__round__tournament=drawn.tournament_id), _MOST_BEFORE))
    this_round = _Times.of(deal for deal in deals if deal.round == drawn.number)
    earlier = _whole_rounds([deal for deal in deals if deal.round < drawn.number], len(deals))
    tables = [_table(row, this_round, times, drawn) for row in rows]
    playing = {row.game.pk for row in rows}
    before = [
        *_Times.of(earlier).minutes,
        *(deal_times(this_round.moments(game)) for game in this_round.deals if game not in playing),
    ]
    if sum(map(len, before)) + sum(len(table.times) for table in tables) < _FEW_DEALS:
        before += _usual(drawn)
    return forecast(now, tables, before, _day(drawn, earlier, this_round, times))


def _whole_rounds(earlier: Sequence[_DealTime], asked: int) -> Sequence[_DealTime]:
    """Leave out the first of these rounds where not all of its deals were read."""
    if asked < _MOST_BEFORE or not earlier:
        return earlier
    first = min(deal.round for deal in earlier)
    return [deal for deal in earlier if deal.round > first]


class _PlayingGame(NamedTuple):
    """A table that plays: its game, the deals that are void, the points of its leader, and the deal that is
    being played there."""

    pairing: int
    table: int
    game: Game
    void: int
    lead: int
    dealt_at: datetime | None


def _games_that_play(drawn: Round) -> Iterable[_PlayingGame]:
    leads = Side.objects.filter(game=OuterRef("game")).order_by().values("game")
    void = Deal.objects.filter(game=OuterRef("game"), state=Deal.State.VOID).order_by().values("game")
    drafts = Deal.objects.filter(game=OuterRef("game"), state=Deal.State.DRAFT).order_by("-number")
    pairings = Pairing.objects.filter(
        round=drawn.pk,
        kind=Pairing.Kind.PLAYED,
        table__isnull=False,
        game__over=False,
        game__other_result="",
        game__state=Game.State.OPEN,
    )
    found = (
        pairings.select_related("game")
        .annotate(
            void_deals=Subquery(void.annotate(many=Count("pk")).values("many")),
            lead=Subquery(leads.annotate(most=Max(F("total") + F("carried"))).values("most")),
            dealt_at=Subquery(drafts.values("started_at")[:1]),
        )
        .order_by("table")
    )
    for row in found:
        if row.game is not None and row.table is not None:
            yield _PlayingGame(row.pk, row.table, row.game, row.void_deals or 0, row.lead or 0, row.dealt_at)


def _table(row: _PlayingGame, played: _Times, times: RoundTimes | None, drawn: Round) -> TablePlay:
    moments = played.moments(row.game.pk)
    time = None if times is None else times.tables.get(row.pairing)
    clock = None if time is None else time.clock
    agreed = sheets.last_deal_number(row.game.deals_agreed, row.void)
    return TablePlay(
        table=row.table,
        began_at=moments[0] if moments else row.dealt_at,
        recorded=tuple(moments[1:]),
        dealt=row.dealt_at is not None,
        deals_left=None if agreed is None else max(0, agreed - len(moments[1:])),
        lead=row.lead,
        target=sheets.target_of(row.game),
        warns_at=None if clock is None else clock.warns_at,
        cut_at=_cut(clock, drawn.tournament.agreement.clock_end),
    )


def _cut(clock: Clock | None, end: ClockEnd) -> datetime | None:
    return None if clock is None or end not in _CUTS else clock.stops_at


def _recorded(of: Q, most: int) -> Iterable[_DealTime]:
    """The last deals that were recorded, each with its first version."""
    versions: QuerySet[DealVersion] = DealVersion.objects.filter(of, number=_FIRST_VERSION)
    columns = ("deal__game", "deal__started_at", "at", "deal__game__pairing__round__number")
    return map(_DealTime._make, versions.order_by("-at").values_list(*columns)[:most])


def _usual(drawn: Round) -> list[list[float]]:
    """How long the last deals of this game took in other events of the club."""
    event = drawn.tournament
    rounds = Round.objects.filter(
        tournament__club=event.club_id, tournament__ruleset=event.ruleset, state=Round.State.CLOSED
    ).exclude(tournament=event.pk)
    deals = _recorded(Q(deal__game__pairing__round__in=rounds.order_by()), _MOST_USUAL)
    return _Times.of(deals).minutes


def _day(
    drawn: Round, earlier: Sequence[_DealTime], played: _Times, times: RoundTimes | None
) -> DaySoFar | None:
    """The rounds of the day before this one, by their deals, and how many are still to come."""
    of_this = [deal.began for deals in played.deals.values() for deal in deals]
    started = None if times is None else times.clock.started_at
    began = min([*of_this, *([] if started is None else [started])], default=drawn.published_at)
    if began is None:
        return None
    rounds: dict[int, list[_DealTime]] = defaultdict(list)
    for deal in earlier:
        rounds[deal.round].append(deal)
    begins = [min(deal.began for deal in deals) for _number, deals in sorted(rounds.items())]
    ends = [max(deal.recorded for deal in deals) for _number, deals in sorted(rounds.items())]
    pauses = [(after - end) / _MINUTE for end, after in zip(ends, [*begins, began][1:], strict=True)]
    return DaySoFar(
        began_at=began,
        lengths=tuple((end - start) / _MINUTE for start, end in zip(begins, ends, strict=True)),
        pauses=tuple(each for each in pauses if 0 <= each <= _LONGEST_PAUSE),
        rounds_left=max(0, drawn.tournament.agreement.rounds - drawn.number),
    )
