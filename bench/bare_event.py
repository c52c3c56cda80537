"""The least that a page of an event costs: its rows by plain SQL and a bare ranking, without a line of Talon.

No names of classes, no rules for what was not played, no words and no page. Rounds are read with all their
tables, as a page would that keeps nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

_RESULTS: Final = """
    SELECT seat.pairing_id, seat.side, entry.number, side.total + side.adjustment
    FROM tournaments_pairingentry AS seat
    JOIN tournaments_round AS round ON round.id = seat.round_id
    JOIN tournaments_pairing AS pairing ON pairing.id = seat.pairing_id
    JOIN tournaments_entry AS entry ON entry.id = seat.entry_id
    JOIN scoring_side AS side ON side.game_id = pairing.game_id AND side.number = seat.side
    WHERE round.tournament_id = {event} AND round.state IN ('published', 'closed')
    ORDER BY round.number, seat.pairing_id, seat.side
"""
_NAMES: Final = """
    SELECT entry.number, player.given_name, player.family_name, player.may_publish
    FROM tournaments_entryplayer AS place
    JOIN tournaments_entry AS entry ON entry.id = place.entry_id
    JOIN clubs_player AS player ON player.id = place.player_id
    WHERE place.tournament_id = {event}
    ORDER BY entry.number, place.position
"""
_PLACES: Final = """
    SELECT entry.number, standing.place
    FROM tournaments_standing AS standing
    JOIN tournaments_round AS round ON round.id = standing.round_id
    JOIN tournaments_entry AS entry ON entry.id = standing.entry_id
    WHERE round.tournament_id = {event} AND round.state = 'closed'
    ORDER BY round.number
"""
_TABLES: Final = """
    SELECT pairing.id, pairing."table", pairing.kind, pairing.reason, game.id, game.state, game.over,
           seat.side, entry.number, side.total + side.adjustment
    FROM tournaments_pairingentry AS seat
    JOIN tournaments_round AS round ON round.id = seat.round_id
    JOIN tournaments_pairing AS pairing ON pairing.id = seat.pairing_id
    JOIN tournaments_entry AS entry ON entry.id = seat.entry_id
    LEFT JOIN scoring_game AS game ON game.id = pairing.game_id
    LEFT JOIN scoring_side AS side ON side.game_id = game.id AND side.number = seat.side
    WHERE round.tournament_id = {event} AND round.number = {number}
    ORDER BY pairing."table", seat.side
"""
_DEALS: Final = """
    SELECT deal.game_id, COUNT(*) FROM scoring_deal AS deal
    JOIN tournaments_pairing AS pairing ON pairing.game_id = deal.game_id
    JOIN tournaments_round AS round ON round.id = pairing.round_id
    WHERE round.tournament_id = {event} AND round.number = {number}
    GROUP BY deal.game_id
"""


class Cursor(Protocol):
    """Of sqlite3 or of psycopg."""

    def execute(self, sql: str, /) -> Any: ...
    def fetchall(self) -> list[Any]: ...


def _rows(cursor: Cursor, sql: str, **numbers: int) -> list[Any]:
    cursor.execute(sql.format(**{name: int(number) for name, number in numbers.items()}))
    return cursor.fetchall()


def standings(cursor: Cursor, event: int) -> list[tuple[Any, ...]]:
    """Place, places gained, names, games, points, difference of each pair; the first six round by round."""
    before, names = _places_before(cursor, event), _names(cursor, event)
    ranked = _ranked(cursor, event)
    rows = [
        (place, before[entry][-1] - place, names[entry], f"{total[2]}–{total[3]}–{total[4]}", *total[:2])
        for place, total, entry in ranked
    ]
    return [*rows, *((names[entry], before[entry], place) for place, _total, entry in ranked[:6])]


def round_page(cursor: Cursor, event: int, number: int) -> list[tuple[Any, ...]]:
    """Each side of each table of a round: names, state and total of the game, deals, place in the event."""
    places = {entry: place for place, _total, entry in _ranked(cursor, event)}
    names, deals = _names(cursor, event), dict(_rows(cursor, _DEALS, event=event, number=number))
    tables = _rows(cursor, _TABLES, event=event, number=number)
    return [(*row, names[row[8]], places.get(row[8]), deals.get(row[4], 0)) for row in tables]


def places(cursor: Cursor, event: int) -> list[tuple[Any, ...]]:
    """The place of each pair after each round, and now."""
    before, names = _places_before(cursor, event), _names(cursor, event)
    return [(names[entry], *before[entry], place) for place, _total, entry in _ranked(cursor, event)]


def _places_before(cursor: Cursor, event: int) -> dict[int, list[int]]:
    before: dict[int, list[int]] = {}
    for entry, place in _rows(cursor, _PLACES, event=event):
        before.setdefault(entry, []).append(place)
    return before


def _ranked(cursor: Cursor, event: int) -> list[tuple[int, tuple[int, ...], int]]:
    totals = _sums(_rows(cursor, _RESULTS, event=event))
    order = sorted(totals, key=lambda entry: totals[entry][:2], reverse=True)
    return [(place, totals[entry], entry) for place, entry in enumerate(order, start=1)]


def _sums(rows: Sequence[tuple[int, int, int, int]]) -> dict[int, tuple[int, ...]]:
    """Two points for a game that is won, one for a draw; points, difference, won, drawn, lost."""
    totals: dict[int, tuple[int, ...]] = {}
    for (_pairing, _side, first, own), (_same, _other, second, others) in zip(
        rows[::2], rows[1::2], strict=True
    ):
        lead = own - others
        _add(totals, first, lead)
        _add(totals, second, -lead)
    return totals


def _add(totals: dict[int, tuple[int, ...]], entry: int, lead: int) -> None:
    points, difference, won, drawn, lost = totals.get(entry, (0, 0, 0, 0, 0))
    totals[entry] = (
        points + (2 if lead > 0 else 1 if lead == 0 else 0),
        difference + lead,
        won + (lead > 0),
        drawn + (lead == 0),
        lost + (lead < 0),
    )


def _names(cursor: Cursor, event: int) -> dict[int, str]:
    names: dict[int, str] = {}
    for entry, given, family, may_publish in _rows(cursor, _NAMES, event=event):
        name = f"{given} {family}" if may_publish else "a player"
        names[entry] = f"{names[entry]} – {name}" if entry in names else name
    return names
