"""Evenings with games for the tests of history: rows, with results that each test chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from clubs.models import Book, Club, Player
from scoring.models import Deal, Game, Hand, Seat, Side
from scoring.store import sheets
from tests.tournaments.series.support import Result, Season
from tournaments.models import Pairing, PairingEntry, Round, Tournament


@dataclass
class Table:
    """A game at a table: who sat at each side, and what each had after how many deals."""

    sides: Sequence[Sequence[Player]]
    totals: Sequence[int]
    deals: int = 1
    sambas: int = 0
    other_result: str = ""


class Decade(Season):
    """A club, or a federation, with events of several years."""

    def played(
        self,
        *tables: Table,
        day: date,
        club: Club | None = None,
        kind: str = Pairing.Kind.PLAYED,
        **fields: Any,
    ) -> Tournament:
        """An event of one round with these tables; places go by the points."""
        entered = [
            (list(side), total) for one in tables for side, total in zip(one.sides, one.totals, strict=True)
        ]
        ordered = sorted({total for _side, total in entered}, reverse=True)
        results = [Result(side, ordered.index(total) + 1, total) for side, total in entered]
        event = self.store(results, day=day, club=club, rounds=1, **fields)
        last = Round.objects.get(tournament=event, number=1)
        entries = list(event.entries.order_by("number"))
        for number, one in enumerate(tables, 1):
            game = self.game(one, event.book, event.ruleset, day)
            pairing = Pairing.objects.create(round=last, table=number, game=game, kind=kind)
            for side in range(len(one.sides)):
                PairingEntry.objects.create(round=last, pairing=pairing, entry=entries.pop(0), side=side)
        return event

    def game(self, one: Table, book: Book, ruleset: str, day: date) -> Game:
        """A game that is over, with its sides, seats and deals."""
        best = max(one.totals)
        winner = None if list(one.totals).count(best) > 1 else list(one.totals).index(best)
        game = Game.objects.create(
            book=book,
            ruleset=ruleset,
            edition=sheets.newest_edition(ruleset),
            players_per_side=[len(side) for side in one.sides],
            opened_at=datetime.combine(day, time(18), UTC),
            state=Game.State.OFFICIAL,
            over=not one.other_result,
            winner=winner,
            is_draw=winner is None,
            other_result=one.other_result,
        )
        for number, (players, total) in enumerate(zip(one.sides, one.totals, strict=True)):
            side = Side.objects.create(game=game, number=number, total=total)
            for position, player in enumerate(players):
                Seat.objects.create(side=side, player=player, position=position)
        for number in range(1, one.deals + 1):
            deal = Deal.objects.create(game=game, number=number, state=Deal.State.CONFIRMED, version=1)
            for at, total in enumerate(one.totals):
                self.hand(deal, at, total // one.deals, one.sambas)
        return game

    def hand(self, deal: Deal, side: int, total: int, sambas: int) -> None:
        combinations = {"samba": sambas} if sambas else {}
        Hand.objects.create(
            deal=deal, side=side, base=0, cards=total, total=total, after=total, combinations=combinations
        )

    def four(self, *names: str) -> tuple[tuple[Player, Player], tuple[Player, Player]]:
        """Two pairs by the names of their players."""
        first, second, third, fourth = map(self.player, names)
        return (first, second), (third, fourth)
