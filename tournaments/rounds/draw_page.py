"""The draw of a round as one value: its tables with the reasons and the proposal, and how it was drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.people.names import full_name
from tournaments.core.drawing.wishes import is_granted, open_wishes
from tournaments.core.movements import MOVEMENTS, partners
from tournaments.core.movements.partners import PARTNERS
from tournaments.models import Pairing, PairingEntry, Round
from tournaments.play import draw, event_record, layouts, queries
from tournaments.play.changed_standings import would_be_drawn_otherwise
from tournaments.play.entry_queries import entries_that_may_come
from tournaments.play.names import entry_name
from tournaments.play.queries import PairingWithSides
from tournaments.play.seating import (
    RoundSeats,
    Sides,
    get_remarks,
    get_seats,
    meeting_key,
    proposed_seats,
)
from tournaments.play.table_use import (
    PlaysElsewhere,
    TakenTable,
    numbers_without_code,
    players_elsewhere,
    taken_tables,
)
from tournaments.rounds.draw_handicaps import handicap_sentences, missing_ratings
from tournaments.running.publishing import find_reopened_before
from tournaments.wording.labels import pairing_reason_sentence, remark_sentence, unfinished_sentence

Names = Mapping[int, str]
# As many are drawn together on a side.
_PARTNERS: Final = 2


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a round: its sides with their totals, and why they meet."""

    pairing: Pairing
    sides: Sequence[tuple[str, int | None]]
    reasons: Sequence[str]
    # The sides that the draw proposed for this table, where they are others.
    proposed: Sequence[str]


@dataclass(frozen=True, slots=True)
class DrawPage:
    """What is shown of the draw of a round."""

    tables: Sequence[RoundTable]
    out: Sequence[RoundTable]
    # The entries that the draw proposed to sit out, where they are others.
    out_proposed: Sequence[str]
    remarks: Sequence[str]
    by_hand: bool
    # Whether the program has proposed anything: not where the director has set the whole round.
    was_drawn: bool
    # Whether no pairing is better, where the movement looks for the best.
    exact: bool | None
    fingerprint: str
    # The number of locked tables, and whether the others can be redrawn.
    locked: int
    may_redraw: bool
    # Why it was drawn again.
    again: Sequence[str]
    # The tables at which others play, while the round is not published.
    taken: Sequence[TakenTable]
    # The tables that the club does not have, while the round is not published.
    without_code: Sequence[int]
    # What the draw repeats, where partners are drawn.
    repeats: str = ""
    # The wishes that the draw could not grant.
    wishes: str = ""
    # How games of earlier rounds that went on counted for the draw.
    unfinished: Sequence[str] = ()
    # The standings have changed since the draw, and would give another round.
    is_outdated: bool = False
    # The number of an earlier round that was opened again since the draw.
    reopened: int | None = None

    @property
    def numbers_to_make(self) -> str:
        return ", ".join(map(str, self.without_code))

    @property
    def taken_numbers(self) -> str:
        return " ".join(str(one.table) for one in self.taken)


def draw_page(drawn: Round) -> DrawPage:
    names = _entry_names(drawn)
    current, proposal = get_seats(drawn), proposed_seats(drawn)
    rows = queries.get_round_tables(drawn)
    seated, alone = (
        [_round_table(row, names, proposal) for row in rows if (row.pairing.table is None) is sits_out]
        for sits_out in (False, True)
    )
    return DrawPage(
        seated,
        alone,
        [names[entry] for entry in proposal.out] if sorted(proposal.out) != sorted(current.out) else [],
        _remarks_before_publishing(drawn, current, names) if drawn.state == Round.State.DRAWN else [],
        any(table.pairing.by_hand for table in [*seated, *alone]),
        bool(drawn.proposal),
        _is_proved_best(drawn),
        current.fingerprint,
        sum(table.pairing.locked for table in seated),
        _may_redraw(drawn),
        list(_again_sentences(drawn, names)),
        taken_tables(drawn, _table_numbers(current)) if drawn.state == Round.State.DRAWN else [],
        numbers_without_code(drawn, _table_numbers(current)) if drawn.state == Round.State.DRAWN else [],
        _repeats_sentence(drawn, proposal),
        _wishes_sentence(drawn, names),
        [unfinished_sentence(game) for game in draw.unfinished_games(drawn.draw_input)],
        drawn.state == Round.State.DRAWN and would_be_drawn_otherwise(drawn),
        find_reopened_before(drawn) if drawn.state == Round.State.DRAWN else None,
    )


def _is_proved_best(drawn: Round) -> bool | None:
    """Whether no other round is better; None where nothing is claimed, as of a round drawn around wishes."""
    is_around_wishes = not drawn.exact and drawn.draw_input.get("wished")
    return drawn.exact if MOVEMENTS[drawn.movement].proves_best and not is_around_wishes else None


def _wishes_sentence(drawn: Round, names: Names) -> str:
    """Whose wish is still open after the draw."""
    known, movement = draw.read_draw_input(drawn.draw_input, drawn.seed), MOVEMENTS[drawn.movement]
    if not movement.is_redrawable:
        return ""
    tables = [draw.read_table(table) for table in drawn.proposal]
    left = [wish for wish in open_wishes(movement, known) if not is_granted(movement, tables, wish)]
    pairs = "; ".join(f"{names[first]}, {names[second]}" for first, second in sorted(left))
    if not left:
        return ""
    return _("Not in this round, since it would have cost others something: %(pairs)s.") % {"pairs": pairs}


def _repeats_sentence(drawn: Round, proposal: RoundSeats) -> str:
    """How many partners and opponents the draw repeats, and how few it could be at best."""
    known = draw.read_draw_input(drawn.draw_input, drawn.seed)
    if drawn.movement != PARTNERS.code or known.edition < PARTNERS.edition or known.apart:
        return ""
    tables = [sides for sides in proposal.tables if sides]
    if any(len(side) > _PARTNERS for sides in tables for side in sides):
        # The fours were drawn so, and others have joined them.
        return ""
    repeated = partners.count_repeats(known, tables)
    if drawn.exact:
        return _(
            "Repeated partners: %(partners)s. Earlier meetings of opponents: %(opponents)s. Optimal: "
            "no other round has fewer."
        ) % {"partners": repeated.partners, "opponents": repeated.opponents}
    return _(
        "Repeated partners: %(partners)s, and no other round has fewer. Earlier meetings of opponents: "
        "%(opponents)s; any round has at least %(least)s."
    ) % {
        "partners": repeated.partners,
        "opponents": repeated.opponents,
        "least": partners.least_repeats(known, tables).opponents,
    }


def _table_numbers(seats: RoundSeats) -> list[int]:
    return [number for number, sides in enumerate(seats.tables, start=1) if sides]


def _elsewhere_sentence(one: PlaysElsewhere) -> str:
    values = {"name": one.name, "table": one.table, "event": one.event}
    if one.event:
        return _("%(name)s plays at table %(table)s of %(event)s.") % values
    return _("%(name)s plays at table %(table)s, in a game of no event.") % values


def _remarks_before_publishing(drawn: Round, seats: RoundSeats, names: Names) -> list[str]:
    """The remarks on the seats, and on players who play elsewhere."""
    sentences = remark_sentences(drawn, seats, names)
    sentences += [_elsewhere_sentence(one) for one in players_elsewhere(drawn)]
    sentences += missing_ratings(drawn, seats)
    return sentences


def _again_sentences(drawn: Round, names: Names) -> Iterator[str]:
    """Say what had changed since the draw before."""
    yield from (_("%(entry)s came") % {"entry": names[entry]} for entry in drawn.again.get("came", ()))
    yield from (_("%(entry)s is gone") % {"entry": names[entry]} for entry in drawn.again.get("gone", ()))
    if drawn.again.get("other_results"):
        yield _("results had changed")
    if locked := drawn.again.get("locked"):
        yield _("around locked tables: %(tables)s") % {"tables": ", ".join(map(str, locked))}


def _may_redraw(drawn: Round) -> bool:
    """Whether tables may be locked and the others redrawn."""
    phase, _turn = drawn.tournament.agreement.phase_of(drawn.number)
    return drawn.state == Round.State.DRAWN and phase.movement.is_redrawable


def _entry_names(drawn: Round) -> Names:
    """The full names of the entries by their numbers, each after its number."""
    entries = queries.get_entries(drawn.tournament)
    return {entry.number: f"{entry.number}. {entry_name(entry, full_name)}" for entry in entries}


def names_of_participants(drawn: Round) -> Names:
    """The names of the entries that take part in the round; once it is published, of who could come too."""
    names = _entry_names(drawn)
    if drawn.state == Round.State.DRAWN:
        return {entry["entry"]: names[entry["entry"]] for entry in drawn.draw_input["present"]}
    seated = PairingEntry.objects.filter(round=drawn).values_list("entry__number", flat=True)
    return {number: names[number] for number in sorted({*seated, *entries_that_may_come(drawn)})}


def _round_table(row: PairingWithSides, names: Names, proposal: RoundSeats) -> RoundTable:
    pairing = row.pairing
    sides = tuple(tuple(entry.number for entry in side.entries) for side in row.sides)
    totals = [side.total for side in row.sides]
    if pairing.kind != Pairing.Kind.PLAYED and not any(totals):
        # Nothing was played: what counts instead is no 0 : 0.
        totals = [None] * len(totals)
    return RoundTable(
        pairing,
        list(zip(side_names(sides, names), totals, strict=True)),
        [
            *(pairing_reason_sentence(reason, names) for reason in pairing.reasons),
            *handicap_sentences(row, side_names(sides, names)),
        ],
        side_names(_proposed_sides(proposal, pairing.table, sides), names),
    )


def _proposed_sides(proposal: RoundSeats, table: int | None, sides: Sides) -> Sides:
    """The sides that were proposed for this table; empty if they are those who sit there."""
    if table is None or table > len(proposal.tables):
        return ()
    proposed = proposal.tables[table - 1]
    return () if meeting_key(proposed) == meeting_key(sides) else proposed


def side_names(sides: Sides, names: Names) -> list[str]:
    return [" + ".join(names[entry] for entry in side) for side in sides]


def remark_sentences(drawn: Round, seats: RoundSeats, names: Names) -> list[str]:
    sentences = [remark_sentence(remark, names) for remark in get_remarks(drawn, seats)]
    if repeated := _repeated_later(drawn):
        sentences.append(
            ngettext(
                "The rounds of this movement, this one among them, repeat %(count)s meeting or sit-out.",
                "The rounds of this movement, this one among them, repeat %(count)s meetings or sit-outs.",
                repeated,
            )
            % {"count": repeated}
        )
    sentences += [
        _again_sentence(drawn) % {"entries": "; ".join(names[entry] for entry in entries), "round": number}
        for entries, number in layouts.later_meetings(drawn, seats.tables)
    ]
    sentences += [
        _("%(entries)s do not meet in any of the rounds left.")
        % {"entries": "; ".join(names[entry] for entry in entries)}
        for entries in layouts.lost_meetings(drawn, seats.tables)
    ]
    return sentences


def _again_sentence(drawn: Round) -> str:
    if drawn.tournament.agreement.draws_partners:
        return _("%(entries)s are partners again in round %(round)s.")
    return _("%(entries)s meet again in round %(round)s.")


def _repeated_later(drawn: Round) -> int:
    """How much is repeated in the rounds that are left of a movement that is set beforehand."""
    if drawn.number == 1 or not drawn.places:
        return 0
    record = event_record.load_event(drawn.tournament, until=drawn.number - 1)
    return layouts.count_rematches(record, drawn.number, tuple(drawn.places), drawn.turn)
