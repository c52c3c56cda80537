"""An event as plain values, read from its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scoring.models import Deal, Game, Hand, Seat, Side
from tournaments.models import Entry, EntryPlayer, EventAdjustment, Pairing, PairingEntry, Round, Tournament

PUBLIC: Final = ("published", "closed")
COUNTED: Final = ("entered", "confirmed")


@dataclass
class Table:
    """What stands at a table, or who sits out: the entries by side and what became of it."""

    number: int | None
    kind: str
    at_fault: int | None
    ruled: list[list[int]]
    sides: list[list[int]] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    combinations: list[Counter[str]] = field(default_factory=list)
    substituted: set[int] = field(default_factory=set)
    # The last deal of a side of three that is away, so that two play on.
    away_after: int = 0
    # By what handicaps are given: of each entry, side by side; None where nothing is known.
    ratings: list[list[int | None]] = field(default_factory=list)


@dataclass
class PlayedRound:
    number: int
    movement: str
    places: list[int]
    turn: int
    seed: str
    known: Mapping[str, Any]
    proposal: list[Mapping[str, Any]]
    tables: list[Table] = field(default_factory=list)


@dataclass
class Event:
    agreed: Mapping[str, Any]
    secret: str
    entries: dict[int, Mapping[str, Any]]
    rounds: list[PlayedRound]
    points: Counter[int]
    difference: Counter[int]


def read_event(event: Tournament, agreed: Mapping[str, Any]) -> Event:
    """Read an event as if this had been agreed on."""
    secret = Tournament.objects.values_list("secret", flat=True).get(pk=event.pk)
    entries = Entry.objects.filter(tournament=event).order_by("number").values()
    charges: dict[str, Counter[int]] = {"points": Counter(), "difference": Counter()}
    made = EventAdjustment.objects.filter(tournament=event, cancelled_at=None)
    for number, unit, amount in made.values_list("entry__number", "unit", "amount"):
        charges[unit][number] += amount
    rounds = Round.objects.filter(tournament=event, state__in=PUBLIC).order_by("number").values()
    return Event(
        agreed,
        secret,
        {entry["number"]: entry for entry in entries},
        [_read_round(drawn) for drawn in rounds],
        charges["points"],
        charges["difference"],
    )


def _read_round(drawn: Mapping[str, Any]) -> PlayedRound:
    read = PlayedRound(
        drawn["number"],
        drawn["movement"],
        drawn["places"],
        drawn["turn"],
        drawn["seed"],
        drawn["draw_input"],
        drawn["proposal"],
    )
    read.tables = [
        _with_ratings(_read_table(pairing, drawn["number"]), drawn["handicap_ratings"])
        for pairing in Pairing.objects.filter(round=drawn["id"]).order_by("table", "pk").values()
    ]
    return read


def _with_ratings(table: Table, noted: Mapping[str, list[int | None]]) -> Table:
    """What was entered by hand stands before what a player has shown."""
    for side in table.sides:
        known = [noted.get(str(entry), [None, None]) for entry in side]
        table.ratings.append([shown if by_hand is None else by_hand for shown, by_hand in known])
    return table


def _read_table(pairing: Mapping[str, Any], number: int) -> Table:
    table = Table(pairing["table"], pairing["kind"], pairing["at_fault"], pairing["ruled_points"])
    seats = PairingEntry.objects.filter(pairing=pairing["id"]).order_by("side", "position")
    for side, entry in seats.values_list("side", "entry__number"):
        if side == len(table.sides):
            table.sides.append([])
        table.sides[side].append(entry)
    game = Game.objects.filter(pk=pairing["game_id"]).values().first()
    if game is None:
        return table
    table.away_after = game["away_after"]
    dealt = list(Deal.objects.filter(game=game["id"]).values("number", "state"))
    if game["entered_result"] is not None or any(deal["state"] in COUNTED for deal in dealt):
        sides = Side.objects.filter(game=game["id"]).order_by("number")
        table.totals = [total + charged for total, charged in sides.values_list("total", "adjustment")]
    for side in range(len(table.sides)):
        made: Counter[str] = Counter()
        for hand in Hand.objects.filter(deal__game=game["id"], side=side).values_list(
            "combinations", flat=True
        ):
            made.update(hand)
        table.combinations.append(made)
    last = max((deal["number"] for deal in dealt), default=0)
    for side, entries in enumerate(table.sides):
        table.substituted |= _substituted(pairing["id"], game["id"], side, entries, number, last)
    return table


def _substituted(
    pairing: int, game: int, side: int, entries: list[int], number: int, last_deal: int
) -> set[int]:
    """Who did not sit there all through, where somebody who is in none of these entries has played."""
    tournament = Pairing.objects.values_list("round__tournament", flat=True).get(pk=pairing)
    own = EntryPlayer.objects.filter(
        tournament=tournament, entry__number__in=entries, is_substitute=False
    ).values("player", "entry__number", "from_round")
    seats = list(Seat.objects.filter(side__game=game, side__number=side).values())
    strangers = [
        seat
        for seat in seats
        if seat["player_id"] not in {player["player"] for player in own}
        and (seat["from_deal"] == 1 or seat["from_deal"] <= last_deal)
    ]
    if not strangers:
        return set()
    throughout = {
        seat["player_id"] for seat in seats if seat["from_deal"] == 1 and seat["until_deal"] is None
    }
    return {
        player["entry__number"]
        for player in own
        if player["from_round"] <= number and player["player"] not in throughout
    }
