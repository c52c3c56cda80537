"""The records of a club. They are kept for each event, so that only what has changed is read again.

An event of ten years ago costs nothing once its records are known: the state of its book says that they are
the present ones. They are in the memory of this process, a few hundred bytes for an event.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple

from django.db.models import F, QuerySet, Window
from django.db.models.expressions import OrderBy
from django.db.models.functions import RowNumber

from clubs.models import Club
from scoring.models import Deal, Hand, Side
from tournaments.models import Pairing, Tournament
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES

_SAMBA: Final = "samba"
# Of so many events the records are kept.
_MAX_EVENTS: Final = 10_000
# The state of an event's book: its revision, and the hash of its last act.
_BookState = tuple[int, str]


class ClubRecord(NamedTuple):
    """A record in one rule set: its figure, and where it was made."""

    ruleset: str
    figure: int
    pairing: int
    side_number: int
    game: int
    event: int


class Records(NamedTuple):
    """The records of an event or a club, each one a rule set."""

    biggest_deals: tuple[ClubRecord, ...] = ()
    # Of rule sets that have sambas.
    most_sambas: tuple[ClubRecord, ...] = ()
    # The most points of a side in a game that was played out.
    best_games: tuple[ClubRecord, ...] = ()


_NO_RECORDS: Final = Records()
_kept: Final[dict[int, tuple[_BookState, Records]]] = {}


def records_of_club(club: Club) -> Records:
    """Return the records of all events of a club, reading those that have changed since they were read.

    A trial has none. The states are read before the records, so that these are never older than their state.
    """
    events = Tournament.objects.filter(club=club, book__trial=False).order_by("pk")
    states = {pk: (revision, head) for pk, revision, head in _states(events)}
    kept = {event: records for event, state in states.items() if (records := _find(event, state)) is not None}
    changed = states.keys() - kept.keys()
    if changed:
        read = _read(changed)
        _keep({event: (states[event], records) for event, records in read.items()})
        kept |= read
    return _best_of(kept.values())


def _states(events: QuerySet[Tournament]) -> Iterable[tuple[int, int, str]]:
    return events.values_list("pk", "book__revision", "book__head")


def _find(event: int, state: _BookState) -> Records | None:
    kept_state, records = _kept.get(event, (None, None))
    return records if kept_state == state else None


def _keep(records: Mapping[int, tuple[_BookState, Records]]) -> None:
    if len(_kept) + len(records) > _MAX_EVENTS:
        _kept.clear()
    _kept.update(records)


def _best_of(records: Iterable[Records]) -> Records:
    """Return the best of several events; of equal ones that of the first game."""
    return Records(*(_best_of_each_ruleset(kind) for kind in zip(_NO_RECORDS, *records, strict=True)))


def _best_of_each_ruleset(events: Iterable[tuple[ClubRecord, ...]]) -> tuple[ClubRecord, ...]:
    best: dict[str, ClubRecord] = {}
    for record in (record for event in events for record in event):
        other = best.get(record.ruleset)
        if other is None or (-record.figure, record.game) < (-other.figure, other.game):
            best[record.ruleset] = record
    return tuple(best[ruleset] for ruleset in sorted(best))


# Reading them.


def _read(events: Collection[int]) -> dict[int, Records]:
    """Read the records of these events; one without any has none."""
    hands = Hand.objects.filter(
        deal__game__pairing__round__tournament__in=events,
        deal__game__pairing__round__state__in=VISIBLE_ROUND_STATES,
        deal__state__in=Deal.COUNTED,
    )
    deals = _best_hands(hands, F("total").desc(), "total")
    with_sambas = hands.filter(combinations__has_key=_SAMBA)
    sambas = _best_hands(with_sambas, F("combinations__samba").desc(), "combinations__samba")
    games = _best_games(events)
    return {event: Records(*(tuple(kind[event]) for kind in (deals, sambas, games))) for event in events}


def _best_hands(hands: QuerySet[Hand], order: OrderBy, figure: str) -> Mapping[int, list[ClubRecord]]:
    """Return the best hand of each event and rule set."""
    first = Window(
        RowNumber(),
        partition_by=[F("deal__game__pairing__round__tournament"), F("deal__game__ruleset")],
        order_by=[order, F("deal__game").asc(), F("pk").asc()],
    )
    return _by_event(
        hands.annotate(nth=first)
        .filter(nth=1)
        .order_by()
        .values(
            ruleset=F("deal__game__ruleset"),
            figure=F(figure),
            pairing=F("deal__game__pairing"),
            side_number=F("side"),
            game=F("deal__game"),
            event=F("deal__game__pairing__round__tournament"),
        )
    )


def _best_games(events: Collection[int]) -> Mapping[int, list[ClubRecord]]:
    """Return the side with the most points of each event and rule set."""
    sides = Side.objects.filter(
        game__pairing__round__tournament__in=events,
        game__pairing__round__state__in=VISIBLE_ROUND_STATES,
        game__pairing__kind=Pairing.Kind.PLAYED,
        game__over=True,
    )
    result = F("total") + F("adjustment")
    first = Window(
        RowNumber(),
        partition_by=[F("game__pairing__round__tournament"), F("game__ruleset")],
        order_by=[result.desc(), F("game").asc(), F("pk").asc()],
    )
    return _by_event(
        sides.annotate(made=result, nth=first)
        .filter(nth=1)
        .order_by()
        .values(
            "game",
            ruleset=F("game__ruleset"),
            figure=F("made"),
            pairing=F("game__pairing"),
            side_number=F("number"),
            event=F("game__pairing__round__tournament"),
        )
    )


def _by_event(rows: Iterable[dict[str, Any]]) -> Mapping[int, list[ClubRecord]]:
    records = defaultdict[int, list[ClubRecord]](list)
    for row in rows:
        record = ClubRecord(**row)
        records[record.event].append(record)
    return records
