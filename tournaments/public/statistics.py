"""Statistics of an event: records of deals and games, combinations, contracts made and robbed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row
from scoring.core.contract import ContractOutcome
from scoring.store import sheets
from scoring.wording import labels
from tournaments.models import Pairing
from tournaments.play.played_pairings import PlayedPairing
from tournaments.public.event_view import EventView, NameLink
from tournaments.public.queries import JudgedContract, ScoredHand
from tournaments.public.standings import current_language, entry_heading

_SAMBA = "samba"
# How many of the entries that have made most are named.
_MAX_NAMED = 10


@dataclass(frozen=True, slots=True)
class Record:
    """A record: its figure, the names at the side that holds it, where it was made, and the game."""

    label: str
    figure: int
    holders: Sequence[NameLink]
    where: str
    game: int | None

    @property
    def who(self) -> str:
        return " – ".join(holder.name for holder in self.holders)


@dataclass(frozen=True, slots=True)
class _RoundPairing:
    """A played pairing with the number of its round."""

    round: int
    meeting: PlayedPairing


# Records.


def event_records(view: EventView, hands: Sequence[ScoredHand]) -> list[Record]:
    pairings = _pairings_by_id(view)
    return [*_deal_records(view, pairings, hands), *_game_records(view, pairings)]


def _pairings_by_id(view: EventView) -> dict[int, _RoundPairing]:
    return {
        meeting.pk: _RoundPairing(round_record.round.number, meeting)
        for round_record in view.record.rounds
        for meeting in round_record.pairings
    }


def _deal_records(
    view: EventView, pairings: Mapping[int, _RoundPairing], hands: Sequence[ScoredHand]
) -> Iterator[Record]:
    if not hands:
        return
    # Of equal deals the earlier one is the record.
    hand = max(hands, key=lambda hand: hand.total)
    pairing = pairings[hand.pairing]
    where = _("round %(round)s, table %(table)s, deal %(deal)s") % {
        "round": pairing.round,
        "table": pairing.meeting.table,
        "deal": hand.deal_number,
    }
    yield Record(
        _("Biggest deal"),
        hand.total,
        _links_at_side(view, pairing.meeting, hand.side_number),
        where,
        hand.game,
    )


def _game_records(view: EventView, pairings: Mapping[int, _RoundPairing]) -> Iterator[Record]:
    finished = [pairing for pairing in pairings.values() if _was_played_out(pairing.meeting)]
    if not finished:
        return
    yield _game_record(view, _("Most points in a game"), max(finished, key=_highest_total), _highest_total)
    yield _game_record(view, _("Largest winning margin"), max(finished, key=_margin), _margin)
    yield _game_record(view, _("Closest game"), min(finished, key=_margin), _margin)


def _was_played_out(meeting: PlayedPairing) -> bool:
    return meeting.kind == Pairing.Kind.PLAYED and meeting.is_begun and not meeting.goes_on


def _highest_total(pairing: _RoundPairing) -> int:
    return max(pairing.meeting.totals)


def _margin(pairing: _RoundPairing) -> int:
    """The margin between the first and the second side."""
    first, second, *_others = sorted(pairing.meeting.totals, reverse=True)
    return first - second


def _game_record(
    view: EventView, label: str, pairing: _RoundPairing, value: Callable[[_RoundPairing], int]
) -> Record:
    totals = pairing.meeting.totals
    where = _("round %(round)s, table %(table)s") % {
        "round": pairing.round,
        "table": pairing.meeting.table,
    }
    best = totals.index(max(totals))
    return Record(
        label,
        value(pairing),
        _links_at_side(view, pairing.meeting, best),
        where,
        pairing.meeting.game_id,
    )


def names_at_side(view: EventView, meeting: PlayedPairing, side: int) -> str:
    return " – ".join(view.entries[entry].name for entry in meeting.sides[side])


def _links_at_side(view: EventView, meeting: PlayedPairing, side: int) -> list[NameLink]:
    return [view.entry_link(entry) for entry in meeting.sides[side]]


# Totals.


def totals_table(
    view: EventView, hands: Sequence[ScoredHand], contracts: Sequence[JudgedContract]
) -> ReportTable:
    """The number of deals, of each combination in the order of the rules, and of contracts."""
    made = Counter[str]()
    for hand in hands:
        made.update(hand.combinations)
    ruleset = view.event.ruleset
    rows = [Row((_("Deals counted"), len({(hand.game, hand.deal_number) for hand in hands})))]
    rows += [
        Row((labels.line_name(ruleset, combination.code), made[combination.code]))
        for combination in sheets.load_ruleset(ruleset).combinations
        if made[combination.code]
    ]
    rows += [Row((label, count)) for label, count in _contract_counts(contracts)]
    return ReportTable(
        columns=(
            Column(_("What"), key="what"),
            Column(_("How many"), ColumnKind.NUMBER, key="count"),
        ),
        rows=tuple(rows),
        key="totals",
    )


def _contract_counts(contracts: Sequence[JudgedContract]) -> list[tuple[str, int]]:
    if not contracts:
        return []
    outcomes = Counter(contract.outcome for contract in contracts)
    return [
        (_("Contracts bid"), len(contracts)),
        (_("Contracts made"), outcomes[ContractOutcome.MADE.value]),
        (_("Contracts robbed"), outcomes[ContractOutcome.ROBBED.value]),
    ]


# Who has made most.


def _competing(view: EventView, entries: Sequence[int]) -> list[int]:
    """Those of the entries that do not play outside the competition."""
    return [entry for entry in entries if not view.record.entries[entry].outside]


def most_made_report(
    view: EventView, hands: Sequence[ScoredHand], contracts: Sequence[JudgedContract]
) -> Report | None:
    """The entries that have made most sambas, or most combinations where the game has no sambas."""
    pairings = _pairings_by_id(view)
    made = _combinations_by_entry(view, pairings, hands)
    contracts_made = _contracts_made_by_entry(pairings, contracts)
    has_sambas = any(counts[_SAMBA] for counts in made.values())
    order = sorted(made, key=lambda entry: (-made[entry][_SAMBA], -made[entry].total(), entry))
    rows = [
        Row(
            (
                view.entries[entry].name,
                *((made[entry][_SAMBA],) if has_sambas else ()),
                made[entry].total(),
                *((contracts_made[entry],) if contracts else ()),
            ),
            address=view.entry_address(entry),
        )
        for entry in order[:_MAX_NAMED]
        if made[entry].total()
    ]
    if not rows:
        return None
    columns = _makers_columns(view, has_sambas=has_sambas, has_contracts=bool(contracts))
    return Report(
        title=_("Who made the most"),
        tables=(ReportTable(columns=columns, rows=tuple(rows), key="most_made"),),
        language=current_language(),
    )


def _combinations_by_entry(
    view: EventView, pairings: Mapping[int, _RoundPairing], hands: Sequence[ScoredHand]
) -> dict[int, Counter[str]]:
    """How many of each combination every competing entry has made."""
    made: dict[int, Counter[str]] = {}
    for hand in hands:
        for entry in _competing(view, pairings[hand.pairing].meeting.sides[hand.side_number]):
            made.setdefault(entry, Counter()).update(hand.combinations)
    return made


def _contracts_made_by_entry(
    pairings: Mapping[int, _RoundPairing], contracts: Sequence[JudgedContract]
) -> Counter[int]:
    made: Counter[int] = Counter()
    for contract in contracts:
        if contract.outcome == ContractOutcome.MADE.value:
            made.update(pairings[contract.pairing].meeting.sides[contract.side])
    return made


def _makers_columns(view: EventView, *, has_sambas: bool, has_contracts: bool) -> tuple[Column, ...]:
    return (
        Column(entry_heading(view), key="name"),
        *((Column(_("Sambas"), ColumnKind.NUMBER, key="sambas"),) if has_sambas else ()),
        Column(_("Combinations"), ColumnKind.NUMBER, minor=has_sambas, key="combinations"),
        *(
            (Column(_("Contracts made"), ColumnKind.NUMBER, minor=True, key="contracts_made"),)
            if has_contracts
            else ()
        ),
    )
