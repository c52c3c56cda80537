"""The protocol of a game as a report: everything that is printed, signed and kept of it.

Knows stored results and sentences; must not add a point, query anything or know how a report looks. How
people are called is given: by the names that everybody may read, or at the desk by their full names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.people.names import public_name
from clubs.reports.report import Column, Fact, Kind, Report, Row, Signature, Table
from clubs.text.dates import shortly
from scoring.core.game_state import differences
from scoring.game.facts import house_rules, played_to
from scoring.game.history import Charged
from scoring.game.overrides import Override
from scoring.game.rulings import RulingTold
from scoring.game.score_sheet import result_rows, sentences_of_aside, sentences_of_play
from scoring.game.signatures import Signatures
from scoring.models import DealVersion, Game, Seat, Side
from scoring.printing.corrections import Totals, correction_notes, frozen_notes
from scoring.printing.event_lines import EventTold
from scoring.printing.rows import deal_rows
from scoring.printing.signature_lines import director_line, signature_lines
from scoring.store import sheets
from scoring.store.queries import DealRow
from scoring.wording import labels
from scoring.wording.labels import LETTERS, Called


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """All that a protocol is made of beside the game and its deals."""

    charged: Sequence[Charged] = ()
    rulings: Sequence[RulingTold] = ()
    overrides: Sequence[Override] = ()
    # Every version of every deal, in their order.
    versions: Sequence[DealVersion] = ()
    # What each side has of a corrected deal by each of its versions.
    totals: Totals = field(default_factory=dict)
    signatures: Signatures | None = None
    event: EventTold = field(default_factory=EventTold)
    # Seats that somebody else has taken over, in their order.
    left: Sequence[Seat] = ()
    # Why deals were declared void, by the deal's key.
    voided: Mapping[int, str] = field(default_factory=dict)
    # Where the code on the paper leads to.
    address: str = ""
    # The signatures as they were drawn stand on the desk's paper, not on the one that everybody can open.
    drawn: bool = False
    call: Called = public_name


def protocol(game: Game, names: Sequence[str], rows: Sequence[DealRow], told: Told | None = None) -> Report:
    """The protocol as on paper: a column for each side, every line of every deal, and who signs it."""
    told = told or Told()
    return Report(
        title=_("Protocol"),
        subtitle=labels.ruleset_name(game.ruleset),
        facts=tuple(_header(game, rows, told)),
        tables=tuple(_tables(game, names, rows, told)),
        notes=tuple(_notes(game, names, rows, told)),
        ahead=" ".join([*sentences_of_aside(game), *_nothing_written(game, rows, told)]),
        signatures=tuple(_signed_by(game, rows, told)),
        address=told.address,
        foot=tuple(_whose(game, names, told)),
        language=get_language() or "en",
    )


def _signed_by(game: Game, rows: Sequence[DealRow], told: Told) -> Sequence[Signature]:
    """Who signs: of a game that nobody has begun, and that its event has decided, the director alone."""
    if told.event.notes and not rows and told.signatures is None:
        return [director_line()]
    return signature_lines(game, told.signatures, told.left, told.call, drawn=told.drawn)


def _whose(game: Game, names: Sequence[str], told: Told) -> Iterator[str]:
    """Of which event, round, table and sides a page is that went astray; without an event, when it was."""
    yield from (f"{fact.label}: {fact.value}" for fact in told.event.facts)
    if game.label:
        yield f"{_('Table')}: {game.label}"
    if not told.event.facts:
        yield shortly(game.opened_at)
    yield from (f"{letter}: {name}" for letter, name in zip(LETTERS, names, strict=False))


# The header.


def _header(game: Game, rows: Sequence[DealRow], told: Told) -> Iterator[Fact]:
    yield Fact(_("Club"), game.book.club.name)
    yield from told.event.facts
    if game.label:
        yield Fact(_("Table"), game.label)
    yield Fact(_("Begun"), shortly(game.opened_at))
    ended = _ended_at(game, rows, told)
    if ended is not None:
        yield Fact(_("Ended"), shortly(ended))
    yield played_to(game)
    yield Fact(_("Rules, edition"), f"{labels.ruleset_name(game.ruleset)} {game.edition}")
    if game.keeper is not None:
        yield Fact(_("Keeper of the protocol"), told.call(game.keeper))
    first = next((row.deal.dealer for row in rows if row.deal.number == 1), None)
    if first is not None:
        yield Fact(_("First dealer"), _sitter(game, told, first, deal=1))
    for letter, side in zip(LETTERS, game.sides.all(), strict=False):
        yield Fact(letter, _seated(side, told.call), alone=True)
        yield from _changes_of_seats(letter, side, told)


def _ended_at(game: Game, rows: Sequence[DealRow], told: Told) -> datetime | None:
    """When the last deal of a game that is over was first written down."""
    if not game.over or not rows:
        return None
    written = (one.at for one in told.versions if one.deal_id == rows[-1].deal.pk)
    return next(written, None)


def _seated(side: Side, call: Called) -> str:
    """Who sits in a side, with their club; once where it is the same."""
    players = [seat.player for seat in side.seats.all()]
    clubs = [player.home_club.short_name or player.home_club.name for player in players]
    if len(set(clubs)) == 1:
        return f"{' – '.join(call(player) for player in players)} ({clubs[0]})"
    return " – ".join(f"{call(player)} ({club})" for player, club in zip(players, clubs, strict=True))


def _changes_of_seats(letter: str, side: Side, told: Told) -> Iterator[Fact]:
    """From which deal on somebody sits in a side, and who sat there before."""
    left = [seat for seat in told.left if seat.side_id == side.pk]
    for before in left:
        after = next(seat for seat in [*left, *side.seats.all()] if _follows(seat, before))
        said = {"coming": told.call(after.player), "leaving": told.call(before.player)}
        label = _("%(side)s from deal %(number)s") % {"side": letter, "number": after.from_deal}
        yield Fact(label, _("%(coming)s in place of %(leaving)s") % said, alone=True)


def _follows(seat: Seat, before: Seat) -> bool:
    """Whether somebody sits where another has left, from the next deal on."""
    return (seat.position, seat.from_deal - 1) == (before.position, before.until_deal)


def _sitter(game: Game, told: Told, place: Sequence[int], deal: int) -> str:
    """Who sat at a side and a place in a deal."""
    number, at = place
    side = game.sides.all()[number]
    seats = list(side.seats.all())
    if at >= len(seats):
        return ""
    left = (seat for seat in told.left if (seat.side_id, seat.position) == (side.pk, seats[at].position))
    return told.call(next((seat for seat in left if _sat_in(seat, deal)), seats[at]).player)


def _sat_in(seat: Seat, deal: int) -> bool:
    return seat.from_deal <= deal and (seat.until_deal is None or deal <= seat.until_deal)


def _columns_of(names: Sequence[str]) -> tuple[Column, ...]:
    sides = zip(names, LETTERS, strict=False)
    return (Column(""), *(Column(name, Kind.NUMBER, short=letter) for name, letter in sides))


# The deals, and what the game comes to.


def _tables(game: Game, names: Sequence[str], rows: Sequence[DealRow], told: Told) -> Iterator[Table]:
    """One, as long as there is something to stand in it."""
    written = tuple(_protocol_rows(game, rows, told))
    if written:
        called = names if any(row.opens for row in written) else LETTERS
        yield Table(
            columns=_columns_of(called[: len(names)]), rows=written, carried=_("Carried over"), labelled=True
        )


def _nothing_written(game: Game, rows: Sequence[DealRow], told: Told) -> Iterator[str]:
    """Of a game to be played: what counts in place of another one its event says."""
    if game.final is None and not told.event.notes and all(row.version is None for row in rows):
        yield _("No deal has been written down yet.")


def _protocol_rows(game: Game, rows: Sequence[DealRow], told: Told) -> Iterator[Row]:
    """What was carried over, the deals that were written down, and what the game comes to."""
    if game.carried:
        yield Row((_("Carried over from paper"), *game.carried), total=True, running=True)
    rules = sheets.rules_of_game(game)
    for row in rows:
        yield from deal_rows(game, rules, row, partial(_sitter, game, told))
    for last in result_rows(game):
        yield Row((last.label, *last.figures), total=last.kind == "result")
    yield from told.event.rows
    apart = _point_difference(game)
    if apart is not None and all(row.values[1:] != apart for row in told.event.rows):
        yield Row((_("Point difference"), *apart))


def _point_difference(game: Game) -> tuple[int, ...] | None:
    """By how many points a game was won; where a side has given it up, not by points."""
    if not game.over or sheets.gave_up(game):
        return None
    found = differences([side.result for side in game.sides.all()])
    return None if found is None else tuple(found)


# What is said of it.


def _notes(game: Game, names: Sequence[str], rows: Sequence[DealRow], told: Told) -> Iterator[str]:
    if not game.is_set_aside:
        yield from sentences_of_play(game, names, rows)
    yield from told.event.notes
    yield from (_ruling_note(ruling) for ruling in told.rulings)
    yield from (_charged_note(entry) for entry in told.charged)
    yield from correction_notes(game, names, told.versions, told.overrides, told.totals, told.call)
    yield from frozen_notes(game, rows)
    yield from (_void_note(row, told.voided[row.deal.pk]) for row in rows if row.deal.pk in told.voided)
    yield from _signing_notes(told.signatures)
    yield from (f"{rule.label}: {rule.value}" for rule in house_rules(game))


def _void_note(row: DealRow, reason: str) -> str:
    said = {"number": row.deal.number, "reason": " ".join(reason.split())}
    return _("Deal %(number)s was declared void by the director: %(reason)s") % said


def _signing_notes(signatures: Signatures | None) -> Iterator[str]:
    """When the game was signed, why somebody refused or was signed for, and what was changed after it."""
    if signatures is None:
        return
    if signatures.signed_at is not None:
        yield _("Signed on %(time)s.") % {"time": shortly(signatures.signed_at)}
    for one in signatures.now.given:
        if one.reason:
            yield f"{one.sentence} {_('Reason: %(reason)s') % {'reason': one.reason}}"
    for change in signatures.changes:
        where = f"{change.label}, {change.side}" if change.side else change.label
        said = {"where": where, "before": change.before, "after": change.after}
        yield _("Changed after it was signed: %(where)s, %(before)s → %(after)s") % said
    for before in signatures.before:
        if before.reopened_at is not None:
            said = {
                "time": shortly(before.signed_at),
                "again": shortly(before.reopened_at),
                "why": before.because,
            }
            yield _("Signed on %(time)s, opened again by the director on %(again)s: %(why)s") % said


def _charged_note(entry: Charged) -> str:
    """An entry of the ledger in a sentence; one that was taken back says so."""
    why = entry.reason if entry.cited is None else f"{entry.reason} ({entry.cited.label})"
    said = {"side": entry.side, "points": labels.signed(entry.points), "why": why, "number": entry.deal}
    if entry.cancelled_at is not None:
        return _("Taken back: %(side)s, %(points)s, %(why)s") % said
    if entry.deal is not None:
        return _("Penalty or award in deal %(number)s: %(side)s, %(points)s, %(why)s") % said
    return _("Penalty or award: %(side)s, %(points)s, %(why)s") % said


def _ruling_note(ruling: RulingTold) -> str:
    """A ruling in a sentence: of which deal, who decided, what becomes of it; taken back it says so."""
    text = " ".join(ruling.text.split())
    why = text if ruling.cited is None else f"{text} ({ruling.cited.label})"
    said = {"ruling": ruling.number, "by": ruling.by, "number": ruling.deal, "text": why}
    if ruling.cancelled_at is not None:
        return _("Ruling %(ruling)s (%(by)s), taken back: %(text)s") % said
    if ruling.deal is None:
        return _("Ruling %(ruling)s (%(by)s): %(text)s") % said
    if not ruling.outcome:
        return _("Ruling %(ruling)s on deal %(number)s (%(by)s): %(text)s") % said
    told = {**said, "outcome": ruling.outcome}
    return _("Ruling %(ruling)s on deal %(number)s (%(by)s), %(outcome)s: %(text)s") % told
