"""Places of a published round put right: entries exchange them, or one that came late takes one.

Deals stay at their table: they are of those who have really sat there. The same act takes it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, retried
from scoring import recording
from scoring.models import Game, Seat
from scoring.recording import NotNow, SideAt
from tournaments.core.drawing.proposal import DrawTable
from tournaments.models import EntryPlayer, Pairing, PairingEntry, Round
from tournaments.play import draw, event_record
from tournaments.play.entry_queries import entries_that_may_come
from tournaments.play.event_record import EventRecord
from tournaments.play.seating import (
    RoundSeats,
    Sides,
    get_constraints,
    get_seats,
    meeting_key,
)
from tournaments.play.table_use import free_table, taken_tables
from tournaments.play.turns import playing_in
from tournaments.running.by_hand import (
    SeatsChanged,
    as_tables,
    check_constraints,
    check_seats,
    mark_by_hand,
    seats_facts,
)
from tournaments.running.events import refuse_official
from tournaments.running.handicap_ratings import note_newcomers
from tournaments.running.kept_places import recompute_standings
from tournaments.running.publishing import open_games
from tournaments.running.rounds import create_pairings, get_last_round, seat_entries
from tournaments.running.session import OpenEvent, open_event
from tournaments.running.turns import keep_turns


@retried
def exchange_places(by: Author, drawn: Round, seats: RoundSeats, reason: str = "", seen: str = "") -> Round:
    """Let the entries of a published round sit so. Who came late may sit, and who is left out misses it.

    Deals that are recorded stay at their table, with a reason: its players have been there from the first one
    on. `seen` is the fingerprint of the seats that the director has seen.
    """
    with open_event(drawn.tournament, by) as opened:
        drawn = opened.get_round(drawn)
        current = get_seats(drawn)
        _check_state(opened, drawn)
        if current.fingerprint == seats.fingerprint:
            opened.writing.mark_repeat()
            return drawn
        if seen and seen != current.fingerprint:
            raise SeatsChanged(_("Somebody else has changed the tables in the meantime."))
        change = _Exchange(opened, drawn, current, seats, event_record.load_event(opened.event))
        _check_exchange(change, reason)
        _seat_others(change, reason)
        _replace_tables(change, reason)
        _move_entries(change)
        keep_turns(opened, drawn)
        _refuse_two_tables(drawn)
        note_newcomers(opened, drawn)
        recompute_standings(opened.event, drawn.number)
        opened.writing.log(
            "round.places_exchanged",
            drawn,
            before=seats_facts(current),
            after={"number": drawn.number, **seats_facts(seats), "missing": [*sorted(change.leaving)]},
            reason=reason,
        )
        return drawn


@dataclass(frozen=True, slots=True)
class _Exchange:
    """The seats of a round as they are and as they are to be."""

    opened: OpenEvent
    drawn: Round
    current: RoundSeats
    wanted: RoundSeats
    record: EventRecord

    @property
    def leaving(self) -> set[int]:
        return {*self.current.entries} - {*self.wanted.entries}

    @property
    def coming(self) -> set[int]:
        return {*self.wanted.entries} - {*self.current.entries}

    def changed(self) -> Iterator[tuple[int, Sides, Sides]]:
        """Yield the number of each table with other entries, with its sides before and after."""
        for number in range(1, max(len(self.current.tables), len(self.wanted.tables)) + 1):
            before, after = _sides_at(self.current, number), _sides_at(self.wanted, number)
            if before != after:
                yield number, before, after

    def exchanged(self) -> Iterator[tuple[int, Sides, Sides]]:
        """Yield the changed tables at which as many sit as before: their games go on."""
        return (table for table in self.changed() if _shape(table[1]) == _shape(table[2]))

    def replaced(self) -> Iterator[tuple[int, Sides, Sides]]:
        """Yield the changed tables at which more or fewer sit than before, or nobody."""
        return (table for table in self.changed() if _shape(table[1]) != _shape(table[2]))


def _sides_at(seats: RoundSeats, number: int) -> Sides:
    return seats.tables[number - 1] if number <= len(seats.tables) else ()


def _shape(sides: Sides) -> list[int]:
    return [len(side) for side in sides]


# Refused.


def _check_state(opened: OpenEvent, drawn: Round) -> None:
    refuse_official(opened.event)
    if drawn.state not in (Round.State.PUBLISHED, Round.State.CLOSED):
        raise NotNow(_("The round is %(state)s.") % {"state": drawn.get_state_display()})


def _check_exchange(change: _Exchange, reason: str) -> None:
    possible = {*change.current.entries, *entries_that_may_come(change.drawn)}
    if not possible >= {*change.wanted.entries}:
        raise validation_error("tables", _("Everybody taking part must sit at exactly one table or sit out."))
    check_seats(change.record, change.drawn, change.wanted, {*change.wanted.entries})
    check_constraints(get_constraints(change.drawn), change.wanted)
    _refuse_other_meetings_before_a_round(change)
    _refuse_taken_tables(change)
    pairings = {pairing.table: pairing for pairing in change.drawn.pairings.select_related("game")}
    begun = games_begun(change.drawn)
    for number, before, after in change.changed():
        one = pairings.get(number)
        if before and one is not None and (one.kind != Pairing.Kind.PLAYED or one.at_fault is not None):
            raise NotNow(
                _("At table %(table)s another result counts. Let what was played count there first.")
                % {"table": number}
            )
        if before and pairings[number].game_id in begun:
            if _shape(before) != _shape(after):
                raise NotNow(
                    _("Deals are recorded at table %(table)s: as many sit there as before.")
                    % {"table": number}
                )
            if not reason.strip():
                raise validation_error("reason", _("Deals are recorded there already: say why."))


def _refuse_other_meetings_before_a_round(change: _Exchange) -> None:
    """A round that follows was drawn by who has met: only the sides of a table are exchanged then."""
    last = get_last_round(change.drawn.tournament)
    met, meeting = (_meetings(seats) for seats in (change.current, change.wanted))
    if last is not None and last.pk != change.drawn.pk and met != meeting:
        raise NotNow(
            _(
                "Round %(number)s follows, and was drawn by who has met. "
                "Only the sides of one table can be exchanged."
            )
            % {"number": last.number}
        )


def _refuse_taken_tables(change: _Exchange) -> None:
    """A new table takes none at which another game is going on: its code would open this game instead."""
    new = [number for number, before, _after in change.changed() if not before]
    taken = taken_tables(change.drawn, new)
    if taken:
        raise validation_error(
            "tables",
            _("Another game is being played at table %(tables)s. Table %(free)s is free.")
            % {
                "tables": ", ".join(str(one.table) for one in taken),
                "free": free_table(change.drawn, change.wanted),
            },
        )


def _meetings(seats: RoundSeats) -> list[object]:
    tables: list[object] = [meeting_key(sides) for sides in seats.tables]
    return [*tables, sorted(seats.out)]


def games_begun(drawn: Round) -> dict[int, int]:
    """Return how many deals each game of a round has that is begun: one that is dealt, or a result."""
    games = Game.objects.filter(pairing__round=drawn).annotate(dealt=Count("deals"))
    begun = games.values_list("pk", "dealt", "entered_result")
    return {game: dealt for game, dealt, result in begun if dealt or result is not None}


def _refuse_two_tables(drawn: Round) -> None:
    """A substitute of one table may be in an entry of another."""
    seated = Seat.objects.filter(until_deal=None, side__game__pairing__round=drawn).select_related("player")
    seen: set[int] = set()
    for seat in seated:
        if seat.player_id in seen:
            raise validation_error(
                "tables", _("%(name)s would sit at two tables.") % {"name": seat.player.name}
            )
        seen.add(seat.player_id)


# Carried out.


def _seat_others(change: _Exchange, reason: str) -> None:
    """Let others sit at the tables whose games go on."""
    players, begun = _players_by_entry(change), games_begun(change.drawn)
    games = {pairing.table: pairing.game_id for pairing in change.drawn.pairings.all()}
    right: dict[SideAt, dict[int, int]] = {}
    for table, before, after in change.exchanged():
        game = games[table]
        for side, (left, coming) in enumerate(zip(before, after, strict=True)):
            if game is None or left == coming:
                continue
            # Before the first deal a substitute goes with the others.
            leaving = _players_of(players, left) if game in begun else _seated(game, side)
            seats = zip(leaving, _players_of(players, coming), strict=True)
            right[SideAt(game, side)] = {one: other for one, other in seats if one != other}
    recording.reseat_in(change.opened.writing, right, reason)


def _players_by_entry(change: _Exchange) -> dict[int, list[int]]:
    """Return the players of each entry in this round, in the order of the entry slip."""
    places = EntryPlayer.objects.filter(tournament=change.opened.event).select_related("entry")
    now: dict[int, list[EntryPlayer]] = {}
    in_round: dict[int, list[EntryPlayer]] = {}
    number, playing = change.drawn.number, change.opened.agreement.players
    for place in places.order_by("entry", "position"):
        if place.until_round is None:
            now.setdefault(place.entry.number, []).append(place)
        if place.from_round <= number and (place.until_round is None or place.until_round >= number):
            in_round.setdefault(place.entry.number, []).append(place)
    return {
        entry: [place.player_id for place in playing_in(of_entry, number, playing)]
        for entry, of_entry in (now | in_round).items()
    }


def _players_of(players: Mapping[int, Sequence[int]], entries: Sequence[int]) -> list[int]:
    return [player for entry in entries for player in players[entry]]


def _seated(game: int, side: int) -> list[int]:
    seats = Seat.objects.filter(side__game=game, side__number=side, until_deal=None).order_by("position")
    return list(seats.values_list("player", flat=True))


def _replace_tables(change: _Exchange, reason: str) -> None:
    """Store who is at each changed table, and who sits out: a table with more or fewer gets a new game."""
    drawn, tables = change.drawn, as_tables(change.drawn, change.wanted)
    exchanged = {number for number, _before, _after in change.exchanged()}
    replaced = {number for number, _before, _after in change.replaced()}
    kept = list(drawn.pairings.filter(table__in=exchanged).order_by("table"))
    PairingEntry.objects.filter(pairing__in=kept).delete()
    _remove_pairings(change, drawn.pairings.filter(table__in=replaced), reason)
    sit_outs = drawn.pairings.filter(table=None)
    _remove_pairings(change, sit_outs.exclude(entered__entry__number__in=change.wanted.out), reason)
    seat_entries(kept, [table for table in tables if table.number in exchanged], change.record.entries)
    out = {*change.wanted.out} - {*change.current.out}
    new = [
        table for table in tables if table.number in replaced or (table.sits_out and out & {*table.entries})
    ]
    create_pairings(drawn, new, change.record.entries)
    opened = drawn.pairings.filter(table__in=replaced).only("round", "table").order_by("table")
    if opened:
        open_games(change.opened, drawn, opened)
    _give_reasons(drawn, tables)
    mark_by_hand(drawn, change.wanted)


def _remove_pairings(change: _Exchange, pairings: QuerySet[Pairing], reason: str) -> None:
    """Remove pairings of which nothing is recorded; their games are set aside."""
    recording.set_aside_in(change.opened.writing, Game.objects.filter(pairing__in=pairings), reason)
    pairings.delete()


def _give_reasons(drawn: Round, tables: Sequence[DrawTable]) -> None:
    """Give each table the reason why its entries meet."""
    reasons = {table.number: draw.reasons_as_json(table.reasons) for table in tables if not table.sits_out}
    pairings = list(drawn.pairings.exclude(table=None))
    for pairing in pairings:
        pairing.reasons, pairing.by_hand = reasons[pairing.table], False
    Pairing.objects.bulk_update(pairings, ["reasons", "by_hand"])


def _move_entries(change: _Exchange) -> None:
    """Who came late plays from this round on; who is left out of it misses it and is back in the next."""
    number = change.drawn.number
    entries = change.opened.event.entries.filter(number__in=change.leaving | change.coming)
    for entry in entries.order_by("number"):
        others = [missed for missed in entry.missed if missed != number]
        if entry.number in change.coming:
            entry.from_round, entry.missed = min(entry.from_round, number), others
        elif entry.from_round == number:
            entry.from_round = number + 1
        else:
            entry.missed = sorted([*others, number])
        entry.save(update_fields=["from_round", "missed"])
