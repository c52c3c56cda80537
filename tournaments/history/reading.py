"""Reads what is known of events: a fixed number of queries, however many events there are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from django.db.models import Count, F, IntegerField, Max, Q
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from scoring.models import Deal, Hand, Seat, Side
from tournaments.core.history.encounters import outcome_of
from tournaments.core.history.runs import Course
from tournaments.history.facts import EventFacts, HeldEvent, Made
from tournaments.models import EntryPlayer, Pairing, PairingEntry, Tournament
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES
from tournaments.play.standings_sources import load_final_places

DEAL, SAMBA, GAME, MARGIN, TOGETHER = "deal", "samba", "game", "margin", "evening"
_SAMBAS: Final = Cast(KT("combinations__samba"), IntegerField())
_ROUND: Final = "game__pairing__round"


class _PlayedSide(NamedTuple):
    """A side of a game that was played out."""

    event: int
    ruleset: str
    game: int
    number: int
    made: int
    winner: int | None


class _SatAt(NamedTuple):
    """A player at a side; until when, None if to the end."""

    event: int
    game: int
    side: int
    player: int
    since: int
    until: int | None


class _First(NamedTuple):
    """The numbers of the entries in the first place, and how many entries have a place."""

    entries: tuple[int, ...] = ()
    of: int = 0


_NOBODY: Final = _First()


@dataclass(frozen=True, slots=True)
class _Read:
    """What was read, by the event."""

    sides: Mapping[int, Sequence[_PlayedSide]]
    # By the game and the side.
    seats: Mapping[tuple[int, int], Sequence[_SatAt]]
    entry_at: Mapping[tuple[int, int], Sequence[int]]
    # The number of the entry of each player who has ever been in one, by the event and the player.
    entry_of: Mapping[tuple[int, int], int]
    # The players of each entry at the end, by the event and the number of the entry.
    players_of: Mapping[tuple[int, int], tuple[int, ...]]
    everybody: Mapping[int, Sequence[int]]
    first: Mapping[int, _First]
    deals: Counter[int]
    hands: Mapping[int, Sequence[Made]]


def read_facts(events: Collection[HeldEvent]) -> dict[int, EventFacts]:
    """Read what is known of these events."""
    pks = [event.pk for event in events]
    seats = _seats(pks)
    deals = _deals(pks)
    entry_of, players_of = _entries(pks)
    read = _Read(
        sides=_sides(pks),
        seats=seats,
        entry_at=_entries_at_tables(pks),
        entry_of=entry_of,
        players_of=players_of,
        everybody=_everybody(events, seats, players_of),
        first=_first(pks),
        deals=_number_of(deals),
        hands=_best_hands(deals, seats),
    )
    return {event.pk: _facts(event, read) for event in events}


def _facts(event: HeldEvent, read: _Read) -> EventFacts:
    first = read.first.get(event.pk, _NOBODY)
    games = [list(sides) for _game, sides in groupby(read.sides.get(event.pk, ()), attrgetter("game"))]
    best = (*read.hands.get(event.pk, ()), *_best_of_games(event, games, read))
    return EventFacts(
        best=tuple(sorted(best, key=attrgetter("ruleset", "kind"))),
        entries=first.of,
        players=tuple(read.everybody.get(event.pk, ())),
        games=len(games),
        deals=read.deals[event.pk],
        winners=tuple(read.players_of.get((event.pk, entry), ()) for entry in sorted(first.entries)),
        courses=tuple(_courses(event, games, read)),
    )


# Deals.


class _GameDeals(NamedTuple):
    """The deals of a game that count: the best of a side, the most sambas of a side in one, and how many."""

    event: int
    ruleset: str
    game: int
    best: int
    sambas: int | None
    deals: int


def _deals(events: Sequence[int]) -> list[_GameDeals]:
    """Read what the deals of each game come to: the database adds up, and no hand is read."""
    conditions = {f"deal__{name}": value for name, value in _of_visible_rounds(events).items()}
    event, ruleset = f"deal__{_ROUND}__tournament", "deal__game__ruleset"
    counted = Hand.objects.filter(deal__state__in=Deal.COUNTED, **conditions).order_by()
    rows = (
        counted.values(event, ruleset, "deal__game")
        .annotate(best=Max("total"), sambas=Max(_SAMBAS), deals=Count("deal", distinct=True))
        .values_list(event, ruleset, "deal__game", "best", "sambas", "deals")
    )
    return [_GameDeals(*row) for row in rows]


def _number_of(games: Iterable[_GameDeals]) -> Counter[int]:
    deals = Counter[int]()
    for one in games:
        deals[one.event] += one.deals
    return deals


def _of_visible_rounds(events: Sequence[int]) -> dict[str, Any]:
    return {f"{_ROUND}__tournament__in": events, f"{_ROUND}__state__in": VISIBLE_ROUND_STATES}


def _best_hands(
    games: Iterable[_GameDeals], seats: Mapping[tuple[int, int], Sequence[_SatAt]]
) -> Mapping[int, Sequence[Made]]:
    """Return the best deal, and the most sambas in a deal, of each event and rule set."""
    best: dict[tuple[str, int, str], tuple[int, int]] = {}
    for one in games:
        for kind, figure in ((DEAL, one.best), (SAMBA, one.sambas)):
            key = kind, one.event, one.ruleset
            if figure is not None and (key not in best or (-figure, one.game) < best[key]):
                best[key] = -figure, one.game
    hands = _hands_of({game for _figure, game in best.values()})
    found = defaultdict[int, list[Made]](list)
    for (kind, event, ruleset), (negative, game) in best.items():
        number, side = next(one.place for one in hands[game] if one.figure_of(kind) == -negative)
        players = tuple(one.player for one in seats.get((game, side), ()) if _sat(one, number))
        found[event].append(Made(kind, ruleset, -negative, players, event, game, number))
    return found


class _HandRow(NamedTuple):
    """A hand of a deal that counts."""

    number: int
    side: int
    total: int
    sambas: int | None

    @property
    def place(self) -> tuple[int, int]:
        return self.number, self.side

    def figure_of(self, kind: str) -> int | None:
        return self.total if kind == DEAL else self.sambas


def _hands_of(games: Collection[int]) -> Mapping[int, Sequence[_HandRow]]:
    counted = Hand.objects.filter(deal__game__in=games, deal__state__in=Deal.COUNTED).order_by("pk")
    hands = defaultdict[int, list[_HandRow]](list)
    for game, *row in counted.values_list("deal__game", "deal__number", "side", "total", _SAMBAS):
        hands[game].append(_HandRow(*row))
    return hands


def _sat(seat: _SatAt, deal: int) -> bool:
    return seat.since <= deal and (seat.until is None or deal <= seat.until)


# Games.


def _sides(events: Sequence[int]) -> Mapping[int, Sequence[_PlayedSide]]:
    """Read the sides of games that were played out, round by round."""
    sides = Side.objects.filter(
        game__pairing__kind=Pairing.Kind.PLAYED, game__over=True, **_of_visible_rounds(events)
    )
    rows = sides.order_by(f"{_ROUND}__number", "game", "number").values_list(
        *(f"{_ROUND}__tournament", "game__ruleset", "game", "number"),
        *(F("total") + F("adjustment"), "game__winner"),
    )
    return _by_event(_PlayedSide(*row) for row in rows)


def _by_event(rows: Iterable[_PlayedSide]) -> Mapping[int, list[_PlayedSide]]:
    by_event = defaultdict[int, list[_PlayedSide]](list)
    for row in rows:
        by_event[row.event].append(row)
    return by_event


def _seats(events: Sequence[int]) -> Mapping[tuple[int, int], Sequence[_SatAt]]:
    """Read who sat at which side of games in visible rounds, in the order of their entries."""
    of_visible = {f"side__{name}": value for name, value in _of_visible_rounds(events).items()}
    rows = Seat.objects.filter(**of_visible).order_by("pk")
    by_side = defaultdict[tuple[int, int], list[_SatAt]](list)
    columns = ("side__game", "side__number", "player", "from_deal", "until_deal")
    for row in rows.values_list(f"side__{_ROUND}__tournament", *columns):
        seat = _SatAt(*row)
        by_side[seat.game, seat.side].append(seat)
    return by_side


def _best_of_games(event: HeldEvent, games: Sequence[Sequence[_PlayedSide]], read: _Read) -> Iterator[Made]:
    """Yield the best game, the greatest difference and the best evening of each rule set."""
    for ruleset in sorted({sides[0].ruleset for sides in games}):
        played = [sorted(sides, key=_by_points) for sides in games if sides[0].ruleset == ruleset]
        best = min(played, key=lambda sides: (-sides[0].made, sides[0].game))[0]
        yield _made(GAME, best, best.made, read)
        widest = min(played, key=lambda sides: (-_margin(sides), sides[0].game))
        if _margin(widest) > 0:
            yield _made(MARGIN, widest[0], _margin(widest), read)
        if event.is_finished:
            yield from _best_evening(event, ruleset, played, read)


def _by_points(side: _PlayedSide) -> tuple[int, int]:
    return -side.made, side.number


def _margin(sides: Sequence[_PlayedSide]) -> int:
    """Return by how much the best side of a game was ahead of the next one."""
    return sides[0].made - sides[1].made if len(sides) > 1 else 0


def _made(kind: str, side: _PlayedSide, figure: int, read: _Read) -> Made:
    seats = read.seats.get((side.game, side.number), ())
    players = tuple(one.player for one in seats if one.until is None)
    return Made(kind, side.ruleset, figure, players, side.event, side.game)


def _best_evening(
    event: HeldEvent, ruleset: str, games: Sequence[Sequence[_PlayedSide]], read: _Read
) -> Iterator[Made]:
    """Yield the most points of an entry in all its games of the event together."""
    points = Counter[int]()
    for side in (side for sides in games for side in sides):
        for entry in read.entry_at.get((side.game, side.number), ()):
            points[entry] += side.made
    if points:
        entry = min(points, key=lambda one: (-points[one], one))
        players = read.players_of.get((event.pk, entry), ())
        yield Made(TOGETHER, ruleset, points[entry], players, event.pk, entry=entry)


def _courses(event: HeldEvent, games: Sequence[Sequence[_PlayedSide]], read: _Read) -> Iterator[Course]:
    """Yield what the games of the event were for its players: those with the same games together."""
    results = defaultdict[int, list[str]](list)
    for side in (side for sides in games for side in sides):
        for player in {one.player for one in read.seats.get((side.game, side.number), ())}:
            results[player].append(outcome_of(side.number, side.winner).value)
    together = defaultdict[tuple[int, str], list[int]](list)
    for player in sorted(results):
        entry = read.entry_of.get((event.pk, player), 0)
        together[entry, "".join(results[player])].append(player)
    for (entry, played), players in together.items():
        yield Course.of(tuple(players), entry, played)


# Entries.


def _entries_at_tables(events: Sequence[int]) -> Mapping[tuple[int, int], Sequence[int]]:
    """Return the numbers of the entries at each side of each game."""
    rows = PairingEntry.objects.filter(
        round__tournament__in=events, round__state__in=VISIBLE_ROUND_STATES, pairing__kind=Pairing.Kind.PLAYED
    )
    entries = defaultdict[tuple[int, int], list[int]](list)
    for game, side, entry in rows.order_by().values_list("pairing__game", "side", "entry__number"):
        entries[game, side].append(entry)
    return entries


def _entries(
    events: Sequence[int],
) -> tuple[Mapping[tuple[int, int], int], Mapping[tuple[int, int], tuple[int, ...]]]:
    """Return the entry of each player, and the players of each entry at the end."""
    places = EntryPlayer.objects.filter(tournament__in=events).order_by("entry", "position", "pk")
    entry_of: dict[tuple[int, int], int] = {}
    players_of: dict[tuple[int, int], tuple[int, ...]] = {}
    for event, entry, player, until in places.values_list(
        "tournament", "entry__number", "player", "until_round"
    ):
        entry_of[event, player] = entry
        if until is None:
            players_of[event, entry] = (*players_of.get((event, entry), ()), player)
    return entry_of, players_of


def _everybody(
    events: Iterable[HeldEvent],
    seats: Mapping[tuple[int, int], Sequence[_SatAt]],
    players_of: Mapping[tuple[int, int], tuple[int, ...]],
) -> Mapping[int, Sequence[int]]:
    """Return who has played in each event: who had a seat; of a list, who stands in it."""
    played = defaultdict[int, set[int]](set)
    for at_side in seats.values():
        played[at_side[0].event].update(seat.player for seat in at_side)
    listed = {event.pk for event in events if event.standings_from != Tournament.StandingsFrom.GAMES}
    for (event, _entry), players in players_of.items():
        if event in listed:
            played[event].update(players)
    return {event: sorted(players) for event, players in played.items()}


def _first(events: Sequence[int]) -> Mapping[int, _First]:
    rows = Tournament.objects.filter(pk__in=events).only("pk", "standings_from")
    first: dict[int, _First] = {}
    for place in load_final_places(rows, Q(place=1)):
        before = first.get(place.event, _NOBODY)
        first[place.event] = _First((*before.entries, place.standing.entry.number), place.of)
    return first
