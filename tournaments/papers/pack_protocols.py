"""The blank protocols of an emergency pack: one for each table with its head filled in, and some to spare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from typing import Final

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import full_name
from clubs.reports.report import Fact, Report, Value
from clubs.text.dates import short_datetime
from scoring.game import in_play
from scoring.printing import blank_forms
from scoring.printing.blank_forms import KnownDeal
from scoring.store.table_queries import CurrentGame
from scoring.wording import labels
from scoring.wording.labels import SIDE_LETTERS
from tournaments.papers.cards import slip_title
from tournaments.papers.pack import EmergencyPack, PartDocuments
from tournaments.papers.paper import event_day, join_parts, names_of_sides, sides_with_handicaps
from tournaments.play.queries import PairingWithSides
from tournaments.public import rule_groups

# One spare protocol for so many tables, and at least so many for the round.
TABLES_PER_SPARE: Final = 4
MIN_SPARE: Final = 2
# A longer given name is its first letter in the cell of a form.
_MAX_GIVEN: Final = 9


@dataclass(frozen=True, slots=True)
class _BlankProtocol:
    """A blank protocol: for which table, from which deal on; or one to spare."""

    table: PairingWithSides | None = None
    current: CurrentGame | None = None
    first: int = 1
    known: KnownDeal = field(default_factory=KnownDeal)


def blank_protocols(pack: EmergencyPack) -> PartDocuments:
    spare_label = ""
    for protocol in protocols_in_pack(pack):
        report = pack.in_languages(partial(_filled_form, pack, protocol))
        label = _outline_label(pack, protocol)
        is_next_spare = protocol.table is None and label == spare_label
        spare_label = label if protocol.table is None else ""
        yield (
            # The outline leads to the first of the spare ones.
            "" if is_next_spare else label,
            replace(report, subtitle=join_parts(report.subtitle, *_round_and_table(pack, protocol))),
        )


def _round_and_table(pack: EmergencyPack, protocol: _BlankProtocol) -> Iterator[str]:
    """The round and the table, for every page of a protocol."""
    if protocol.table is not None:
        yield pack.label(partial(slip_title, pack.round, protocol.table))


def _outline_label(pack: EmergencyPack, protocol: _BlankProtocol) -> str:
    """The label of a protocol in the outline: its table and its players."""
    if protocol.table is None:
        return pack.label(lambda: _("Spare copies"))
    table = {"number": protocol.table.pairing.table}
    number = pack.label(lambda: _("Table %(number)s") % table)
    return join_parts(number, " / ".join(names_of_sides(protocol.table, full_name)))


def protocols_in_pack(pack: EmergencyPack) -> Iterator[_BlankProtocol]:
    """The protocols of each table, as many as its deals need; then the spare ones."""
    to_play = pack.tables_to_play
    for table in to_play:
        yield from _protocols_of_table(pack, table)
    spare = max(ceil(len(to_play) / TABLES_PER_SPARE), MIN_SPARE) if to_play else 0
    for _spare in range(spare):
        yield _BlankProtocol()


def _protocols_of_table(pack: EmergencyPack, table: PairingWithSides) -> Iterator[_BlankProtocol]:
    current = pack.game_at(table)
    first = 1 if current is None else in_play.current_number(current)
    last = pack.source.event.agreement.deals if current is None else table.last_agreed
    room = blank_forms.deals_per_form(pack.rules, len(table.sides), narrow=pack.is_narrow)
    starts = [first] if last is None else range(first, max(first, last) + 1, room)
    for start in starts:
        known = KnownDeal() if current is None or start != first else _known_of_deal(current, first)
        yield _BlankProtocol(table, current, start, known)


def _known_of_deal(current: CurrentGame, first: int) -> KnownDeal:
    """What is known of the deal in play or the next one, in the columns of its sides."""
    seat = in_play.dealer_seat(current)
    dealer = () if seat is None else tuple(_dealer_at(current, seat))
    openings = tuple(_opening_value(column) for column in in_play.side_columns(current))
    carried = _totals_so_far(current) if _has_totals(current, first) else ()
    return KnownDeal(carried, dealer, openings if any(openings) else ())


def _dealer_at(current: CurrentGame, seat: Sequence[int]) -> Iterator[str]:
    """The dealer in the column of the own side, in as few letters as tell the player from the others."""
    number, position = seat
    for side in current.sides:
        player = side.seats.all()[position].player if side.number == number else None
        yield "" if player is None else _short_name(player)


def _short_name(player: Player) -> str:
    """A name for a narrow cell: Karen G."""
    given, family = player.given_name, player.family_name[:1]
    return f"{given if len(given) <= _MAX_GIVEN else f'{given[:1]}.'} {family}."


def _opening_value(column: in_play.SideColumn) -> int | str:
    return "" if column.opening is None else blank_forms.opening_need(column.opening)


def _has_totals(current: CurrentGame, first: int) -> bool:
    """Whether a game with this next deal has totals: from its deals, or taken over from paper."""
    return first > 1 or any(side.carried for side in current.sides)


def _totals_so_far(current: CurrentGame) -> tuple[int, ...]:
    return tuple(column.total for column in in_play.side_columns(current))


def _filled_form(pack: EmergencyPack, protocol: _BlankProtocol) -> Report:
    """A blank protocol with the known facts of its head."""
    event, table = pack.source.event, protocol.table
    sides = event.agreement.sides if table is None else len(table.sides)
    form = blank_forms.blank_form(
        pack.rules,
        sides,
        event.club.name,
        narrow=pack.is_narrow,
        first=protocol.first,
        known=protocol.known,
    )
    known = dict(_known_facts(pack, protocol))
    continuation = tuple(_filled_facts(known, line) for line in form.continuation)
    return replace(form, facts=_filled_facts(known, form.facts), continuation=continuation)


def _filled_facts(known: Mapping[str, Value], facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts with the known values, which are found by their labels."""
    return tuple(replace(fact, value=known.get(fact.label, fact.value)) for fact in facts)


def _known_facts(pack: EmergencyPack, protocol: _BlankProtocol) -> Iterator[tuple[str, Value]]:
    """The known values of the head with their labels."""
    event, deals = pack.source.event, pack.source.event.agreement.deals
    yield _("Event"), event.title
    yield _("Date"), event_day(event)
    yield (
        _("Played to"),
        rule_groups.event_target(event) if deals is None else labels.number_of_deals(deals),
    )
    if protocol.table is None:
        return
    yield _("Round"), pack.round.number
    yield _("Table"), protocol.table.pairing.table
    yield from zip(SIDE_LETTERS, sides_with_handicaps(protocol.table, full_name), strict=False)
    if protocol.current is not None:
        yield _("Scorekeeper"), in_play.keeper_name(protocol.current)
        yield _("First dealer"), in_play.first_dealer(protocol.current)
        if protocol.current.deals:
            yield _("Started"), short_datetime(protocol.current.game.opened_at)
