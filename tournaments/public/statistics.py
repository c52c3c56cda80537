"""What was made in an event: records of deals and games, combinations, contracts made and robbed.

Counted from what scoring has stored of each deal; nothing is scored here. Knows what is told of an event and
its hands as numbers; queries nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.reports.report import Column, Kind, Report, Row, Table
from scoring.core.contract import Outcome
from scoring.store import sheets
from scoring.wording import labels
from tournaments.models import Pairing
from tournaments.play.event_record import Met
from tournaments.public.event_view import ContractPlayed, HandPlayed, Told
from tournaments.public.standings import entrant, language

_SAMBA = "samba"
# Of the pairs that have made most, so many are named.
_NAMED = 10


@dataclass(frozen=True, slots=True)
class Record:
    """The most or the least of something: how much, whose it is, where it was, and the game it leads to."""

    label: str
    figure: int
    who: str
    where: str
    game: int | None


@dataclass(frozen=True, slots=True)
class _Place:
    """A pairing by its round."""

    round: int
    met: Met


# Records.


def records(told: Told, hands: Sequence[HandPlayed]) -> list[Record]:
    places = _places_in(told)
    return [*_records_of_deals(told, places, hands), *_records_of_games(told, places)]


def _places_in(told: Told) -> dict[int, _Place]:
    return {
        met.pairing.pk: _Place(played.round.number, met) for played in told.story.rounds for met in played.met
    }


def _records_of_deals(
    told: Told, places: Mapping[int, _Place], hands: Sequence[HandPlayed]
) -> Iterator[Record]:
    if not hands:
        return
    # Of equal deals the earlier one holds the record.
    hand = max(hands, key=lambda hand: hand.total)
    place = places[hand.pairing]
    where = _("round %(round)s, table %(table)s, deal %(deal)s") % {
        "round": place.round,
        "table": place.met.pairing.table,
        "deal": hand.deal,
    }
    yield Record(_("Biggest deal"), hand.total, side_name(told, place.met, hand.side), where, hand.game)


def _records_of_games(told: Told, places: Mapping[int, _Place]) -> Iterator[Record]:
    over = [place for place in places.values() if _was_played_out(told, place.met)]
    if not over:
        return
    yield _game_record(told, _("Most points in a game"), max(over, key=_most), _most)
    yield _game_record(told, _("Largest margin"), max(over, key=_margin), _margin)
    yield _game_record(told, _("Closest game"), min(over, key=_margin), _margin)


def _was_played_out(told: Told, met: Met) -> bool:
    game = met.pairing.game_id
    played = met.pairing.kind == Pairing.Kind.PLAYED and met.begun
    return played and game is not None and told.games[game].over


def _most(place: _Place) -> int:
    return max(place.met.totals)


def _margin(place: _Place) -> int:
    """The first before the second, however many sides sit at the table."""
    first, second, *_others = sorted(place.met.totals, reverse=True)
    return first - second


def _game_record(told: Told, label: str, place: _Place, value: Callable[[_Place], int]) -> Record:
    totals = place.met.totals
    where = _("round %(round)s, table %(table)s") % {
        "round": place.round,
        "table": place.met.pairing.table,
    }
    best = totals.index(max(totals))
    return Record(label, value(place), side_name(told, place.met, best), where, place.met.pairing.game_id)


def side_name(told: Told, met: Met, side: int) -> str:
    return " – ".join(told.entries[entry].name for entry in met.sides[side])


# All together.


def made_in_all(told: Told, hands: Sequence[HandPlayed], contracts: Sequence[ContractPlayed]) -> Table:
    """How many of everything: deals, combinations in the order of the rules, contracts."""
    made = Counter[str]()
    for hand in hands:
        made.update(hand.combinations)
    ruleset = told.event.ruleset
    rows = [Row((_("Deals counted"), len({(hand.game, hand.deal) for hand in hands})))]
    rows += [
        Row((labels.line_name(ruleset, one.code), made[one.code]))
        for one in sheets.rules_of(ruleset).combinations
        if made[one.code]
    ]
    rows += [Row((label, count)) for label, count in _contracts_told(contracts)]
    return Table(columns=(Column(_("What")), Column(_("How many"), Kind.NUMBER)), rows=tuple(rows))


def _contracts_told(contracts: Sequence[ContractPlayed]) -> list[tuple[str, int]]:
    if not contracts:
        return []
    became = Counter(contract.outcome for contract in contracts)
    return [
        (_("Contracts bid"), len(contracts)),
        (_("Contracts made"), became[Outcome.MADE.value]),
        (_("Contracts robbed"), became[Outcome.ROBBED.value]),
    ]


# Who has made most.


def makers(told: Told, hands: Sequence[HandPlayed], contracts: Sequence[ContractPlayed]) -> Report | None:
    """The entries that have made most sambas, or most combinations where the game has none."""
    places = _places_in(told)
    made: dict[int, Counter[str]] = {}
    for hand in hands:
        for entry in places[hand.pairing].met.sides[hand.side]:
            made.setdefault(entry, Counter()).update(hand.combinations)
    kept: Counter[int] = Counter()
    for contract in contracts:
        if contract.outcome == Outcome.MADE.value:
            kept.update(places[contract.pairing].met.sides[contract.side])
    sambas = any(each[_SAMBA] for each in made.values())
    order = sorted(made, key=lambda entry: (-made[entry][_SAMBA], -made[entry].total(), entry))
    rows = [
        Row(
            (
                told.entries[entry].name,
                *((made[entry][_SAMBA],) if sambas else ()),
                made[entry].total(),
                *((kept[entry],) if contracts else ()),
            )
        )
        for entry in order[:_NAMED]
        if made[entry].total()
    ]
    if not rows:
        return None
    columns = (
        Column(entrant(told)),
        *((Column(_("Sambas"), Kind.NUMBER),) if sambas else ()),
        Column(_("Combinations"), Kind.NUMBER, minor=sambas),
        *((Column(_("Contracts made"), Kind.NUMBER, minor=True),) if contracts else ()),
    )
    return Report(
        title=_("Who has made most"),
        tables=(Table(columns=columns, rows=tuple(rows)),),
        language=language(),
    )
