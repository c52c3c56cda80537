"""The protocol of a game as a report: everything that is printed, signed and kept of it.

It names people by their public names, or for the desk by their full names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Final

from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.books.state import BookState
from clubs.people.names import NameOf, full_name, public_name
from clubs.reports.layouts import GRID, Ledger
from clubs.reports.report import Column, ColumnKind, Fact, Report, ReportTable, Row, RowKind, SignatureLine
from clubs.text.dates import short_datetime
from scoring.core.game_state import point_leads
from scoring.game.facts import house_rule_facts, target_fact
from scoring.game.history import LedgerEntry
from scoring.game.overrides import Override
from scoring.game.put_right import put_right_sentences
from scoring.game.rulings import RulingDescription
from scoring.game.score_sheet import result_rows
from scoring.game.signatures import SignatureOverview
from scoring.game.status import play_sentences, set_aside_sentences
from scoring.models import DealVersion, Game, Seat, Side
from scoring.printing.corrections import TotalsByVersion, correction_notes, frozen_notes
from scoring.printing.event_lines import EventLines
from scoring.printing.rows import protocol_deal_rows
from scoring.printing.signature_lines import director_line, protocol_signature_lines
from scoring.store import sheets
from scoring.store.deal_queries import DealRow
from scoring.store.put_right import PutRight
from scoring.wording import labels
from scoring.wording.labels import SIDE_LETTERS

# So many characters of a hash tell two protocols apart.
_SHORT_DIGEST: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolContents:
    """Everything on a protocol besides the game and its deals."""

    ledger: Sequence[LedgerEntry] = ()
    rulings: Sequence[RulingDescription] = ()
    overrides: Sequence[Override] = ()
    # All versions of all deals, in their order.
    versions: Sequence[DealVersion] = ()
    # Each side's total of a corrected deal in each of its versions.
    totals: TotalsByVersion = field(default_factory=dict)
    signatures: SignatureOverview | None = None
    event: EventLines = field(default_factory=EventLines)
    # What a player of the table has decided, in sentences.
    own_decisions: Sequence[str] = ()
    # Seats whose player was substituted, in their order.
    former_seats: Sequence[Seat] = ()
    # The reasons of void deals, by the deal's key.
    void_reasons: Mapping[int, str] = field(default_factory=dict)
    # What has put the whole sheet right.
    put_right: Sequence[PutRight] = ()
    # The state of the book of which it is printed.
    state: BookState | None = None
    # The address in the QR code on the paper.
    address: str = ""
    # Those who direct, by their names, on the desk's protocol.
    directors: Sequence[str] = ()
    # Drawn signatures are on the desk's protocol, not on the public one.
    shows_drawings: bool = False
    name_of: NameOf = public_name


def build_protocol(
    game: Game, names: Sequence[str], rows: Sequence[DealRow], contents: ProtocolContents | None = None
) -> Report:
    """Build the protocol as on paper: a column for each side, every line of every deal, and who signs it."""
    contents = contents or ProtocolContents()
    return Report(
        title=_("Score sheet"),
        subtitle=labels.ruleset_name(game.ruleset),
        facts=tuple(header(game, rows, contents)),
        tables=tuple(_tables(game, names, rows, contents)),
        notes=tuple(_notes(game, names, rows, contents)),
        notice=" ".join([*set_aside_sentences(game), *_empty_protocol_sentences(game, rows, contents)]),
        signatures=tuple(_signature_lines(game, rows, contents)),
        address=contents.address,
        foot=tuple(foot_lines(game, names, contents)),
        state="" if contents.state is None else contents.state.sentence,
        words=None if contents.state is None else contents.state.words,
        publisher=game.book.club.name,
        as_of=None if contents.state is None else localtime(contents.state.at),
        language=get_language() or "en",
    )


def _signature_lines(
    game: Game, rows: Sequence[DealRow], contents: ProtocolContents
) -> Sequence[SignatureLine]:
    """Return who signs: the director alone if the event has decided a game that was never begun."""
    if contents.event.notes and not rows and contents.signatures is None:
        return [director_line(contents.directors)]
    return protocol_signature_lines(
        game,
        contents.signatures,
        contents.former_seats,
        contents.name_of,
        directors=contents.directors,
        shows_drawings=contents.shows_drawings,
    )


def foot_lines(game: Game, names: Sequence[str], contents: ProtocolContents) -> Iterator[str]:
    """Identify a single sheet: event, round, table and sides; without an event, the date."""
    yield from (f"{fact.label}: {fact.value}" for fact in contents.event.facts)
    if game.label:
        table = _("Table")
        yield f"{table}: {game.label}"
    if not contents.event.facts:
        yield short_datetime(game.opened_at)
    yield from (f"{letter}: {name}" for letter, name in zip(SIDE_LETTERS, names, strict=False))


# The header.


def header(game: Game, rows: Sequence[DealRow], contents: ProtocolContents) -> Iterator[Fact]:
    """Say of which game it is, by which rules, and who plays it; its result is beside the sides."""
    yield Fact(_("Club"), game.book.club.name)
    yield from contents.event.facts
    if game.label:
        yield Fact(_("Table"), game.label)
    yield Fact(_("Started"), short_datetime(game.opened_at))
    ended = _ended_at(game, rows, contents)
    if ended is not None:
        yield Fact(_("Ended"), short_datetime(ended))
    yield target_fact(game)
    yield Fact(_("Rules, edition"), f"{labels.ruleset_name(game.ruleset)} {game.edition}")
    if game.keeper is not None:
        yield Fact(_("Scorekeeper"), contents.name_of(game.keeper))
    first = next((row.deal.dealer for row in rows if row.deal.number == 1), None)
    if first is not None:
        yield Fact(_("First dealer"), _player_name_at(game, contents, first, deal=1))
    for letter, side in zip(SIDE_LETTERS, game.sides.all(), strict=False):
        figure = side.result if _is_result(game, contents) else None
        yield Fact(letter, _side_players(side, contents.name_of), alone=True, figure=figure)
        yield from _seat_changes(letter, side, contents)


def _is_result(game: Game, contents: ProtocolContents) -> bool:
    """Return whether the totals of the sides are what counts: no walkover and no ruling instead."""
    return game.over and not game.is_set_aside and not contents.event.notes


def _ended_at(game: Game, rows: Sequence[DealRow], contents: ProtocolContents) -> datetime | None:
    """Return when the last deal of a game that is over was first written down."""
    if not game.over or not rows:
        return None
    times = (version.at for version in contents.versions if version.deal_id == rows[-1].deal.pk)
    return next(times, None)


def _side_players(side: Side, name_of: NameOf) -> str:
    """Return the players of a side with their clubs; a shared club is named once."""
    players = [seat.player for seat in side.seats.all()]
    clubs = [player.home_club.short_name or player.home_club.name for player in players]
    if len(set(clubs)) == 1:
        return f"{' – '.join(name_of(player) for player in players)} ({clubs[0]})"
    return " – ".join(f"{name_of(player)} ({club})" for player, club in zip(players, clubs, strict=True))


def _seat_changes(letter: str, side: Side, contents: ProtocolContents) -> Iterator[Fact]:
    """Return each substitution in a side: from which deal on, and who replaced whom."""
    former = [seat for seat in contents.former_seats if seat.side_id == side.pk]
    for before in former:
        after = next(seat for seat in [*former, *side.seats.all()] if _follows(seat, before))
        players = {"coming": contents.name_of(after.player), "leaving": contents.name_of(before.player)}
        label = _("%(side)s from deal %(number)s") % {"side": letter, "number": after.from_deal}
        yield Fact(label, _("%(coming)s in place of %(leaving)s") % players, alone=True)


def _follows(seat: Seat, before: Seat) -> bool:
    """Return whether a seat continues another one, from the next deal on."""
    return (seat.position, seat.from_deal - 1) == (before.position, before.until_deal)


def _player_name_at(game: Game, contents: ProtocolContents, place: Sequence[int], deal: int) -> str:
    """Return the player at a place, given as side and seat, in a deal."""
    number, position = place
    side = game.sides.all()[number]
    seats = list(side.seats.all())
    if position >= len(seats):
        return ""
    current = seats[position]
    former = (
        seat for seat in contents.former_seats if (seat.side_id, seat.position) == (side.pk, current.position)
    )
    return contents.name_of(next((seat for seat in former if _sat_in(seat, deal)), current).player)


def _sat_in(seat: Seat, deal: int) -> bool:
    return seat.from_deal <= deal and (seat.until_deal is None or deal <= seat.until_deal)


def _side_columns(names: Sequence[str]) -> tuple[Column, ...]:
    sides = zip(names, SIDE_LETTERS, strict=False)
    return (
        Column("", per_language=True),
        *(Column(name, ColumnKind.NUMBER, short=letter) for name, letter in sides),
    )


# The deals, and what the game comes to.


def _tables(
    game: Game, names: Sequence[str], rows: Sequence[DealRow], contents: ProtocolContents
) -> Iterator[ReportTable]:
    """Return the table of the protocol, if it has any rows."""
    written = tuple(_protocol_rows(game, rows, contents))
    if written:
        has_deals = any(row.is_heading for row in written)
        heads = names if has_deals else SIDE_LETTERS
        yield ReportTable(
            columns=_side_columns(heads[: len(names)]),
            rows=written,
            layout=Ledger(carried=_("Carried forward")) if has_deals else GRID,
        )


def _empty_protocol_sentences(
    game: Game, rows: Sequence[DealRow], contents: ProtocolContents
) -> Iterator[str]:
    """Say that no deal is written down yet, unless the event says what counts instead."""
    if game.entered_result is None and not contents.event.notes and all(row.version is None for row in rows):
        yield _("No deal has been recorded yet.")


def _protocol_rows(game: Game, rows: Sequence[DealRow], contents: ProtocolContents) -> Iterator[Row]:
    """Return the totals carried over, the written deals, and the result."""
    carried = sheets.carried_totals(game.sides.all())
    if carried:
        yield Row((_("Carried forward from paper"), *carried), RowKind.RUNNING_TOTAL)
    rules = sheets.rules_of_game(game)
    for row in rows:
        yield from protocol_deal_rows(game, rules, row, partial(_player_name_at, game, contents))
    for result in result_rows(game):
        yield Row(
            (result.label, *result.figures), RowKind.TOTAL if result.kind == "result" else RowKind.PLAIN
        )
    yield from contents.event.rows
    difference = _point_difference(game)
    if difference is not None and all(row.values[1:] != difference for row in contents.event.rows):
        yield Row((_("Point difference"), *difference))


def _point_difference(game: Game) -> tuple[int, ...] | None:
    """Return by how many points a game was won; None if a side has given it up."""
    if not game.over or sheets.is_given_up(game):
        return None
    leads = point_leads([side.result for side in game.sides.all()])
    return None if leads is None else tuple(leads)


# Notes.


def _notes(
    game: Game, names: Sequence[str], rows: Sequence[DealRow], contents: ProtocolContents
) -> Iterator[str]:
    if not game.is_set_aside:
        yield from play_sentences(game, names, rows)
    yield from contents.event.notes
    if contents.event.winner is not None:
        yield _("Winner: %(side)s.") % {"side": names[contents.event.winner]}
    yield from put_right_sentences(contents.put_right, contents.name_of)
    yield from (ruling_note(ruling) for ruling in contents.rulings)
    yield from (ledger_note(entry) for entry in contents.ledger)
    yield from contents.own_decisions
    yield from correction_notes(
        game, names, contents.versions, contents.overrides, contents.totals, contents.name_of
    )
    yield from frozen_notes(game, rows)
    yield from (
        _void_note(row, contents.void_reasons[row.deal.pk])
        for row in rows
        if row.deal.pk in contents.void_reasons
    )
    yield from _signing_notes(contents.signatures, for_staff=contents.name_of is full_name)
    yield from (f"{rule.label}: {rule.value}" for rule in house_rule_facts(game))


def _void_note(row: DealRow, reason: str) -> str:
    values = {"number": row.deal.number, "reason": " ".join(reason.split())}
    return _("Deal %(number)s was declared void by the director: %(reason)s") % values


def _signing_notes(signatures: SignatureOverview | None, *, for_staff: bool) -> Iterator[str]:
    """Say when the game was signed, the reasons given with signatures, and what was changed afterwards."""
    if signatures is None:
        return
    if signatures.signed_at is not None:
        yield _("Signed on %(time)s.") % {"time": short_datetime(signatures.signed_at)}
    yield from _digest_notes(signatures)
    for signature in signatures.current.given:
        if signature.reason:
            words = signature.reason if for_staff else signature.public_reason
            reason = _("Reason: %(reason)s") % {"reason": words}
            yield f"{signature.sentence} {reason}"
    for change in signatures.changes:
        label = f"{change.label}, {change.side}" if change.side else change.label
        values = {"where": label, "before": change.before, "after": change.after}
        yield _("Changed after it was signed: %(where)s, %(before)s → %(after)s") % values
    for signing in signatures.past:
        if signing.reopened_at is not None:
            values = {
                "time": short_datetime(signing.signed_at),
                "again": short_datetime(signing.reopened_at),
                "why": signing.reopened_because,
            }
            yield _("Signed on %(time)s, opened again by the director on %(again)s: %(why)s") % values


def _digest_notes(signatures: SignatureOverview) -> Iterator[str]:
    """Say how the hash of what was signed begins: by it the paper is found again in the database."""
    signing = signatures.current.signing
    if signing is not None and signing.signed_at is not None:
        yield _("Digest of what was signed: %(digest)s") % {"digest": signing.digest[:_SHORT_DIGEST]}


def ledger_note(entry: LedgerEntry) -> str:
    """Describe an entry of the ledger in a sentence; a cancelled one says so."""
    why = entry.reason if entry.citation is None else f"{entry.reason} ({entry.citation.label})"
    values = {
        "side": entry.side,
        "points": labels.signed_points(entry.points),
        "why": why,
        "number": entry.deal,
    }
    if entry.cancelled_at is not None:
        return _("Revoked: %(side)s, %(points)s, %(why)s") % values
    if entry.deal is not None:
        return _("Penalty or award in deal %(number)s: %(side)s, %(points)s, %(why)s") % values
    return _("Penalty or award: %(side)s, %(points)s, %(why)s") % values


def ruling_note(ruling: RulingDescription) -> str:
    """Describe a ruling in a sentence: its deal, who decided, the outcome; a cancelled one says so."""
    text = " ".join(ruling.text.split())
    why = text if ruling.citation is None else f"{text} ({ruling.citation.label})"
    values = {"ruling": ruling.number, "by": ruling.decided_by, "number": ruling.deal, "text": why}
    if ruling.cancelled_at is not None:
        return _("Ruling %(ruling)s (%(by)s), revoked: %(text)s") % values
    if ruling.deal is None:
        return _("Ruling %(ruling)s (%(by)s): %(text)s") % values
    if not ruling.outcome:
        return _("Ruling %(ruling)s on deal %(number)s (%(by)s): %(text)s") % values
    return _("Ruling %(ruling)s on deal %(number)s (%(by)s), %(outcome)s: %(text)s") % {
        **values,
        "outcome": ruling.outcome,
    }
