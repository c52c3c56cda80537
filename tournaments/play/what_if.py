"""An event counted as if something else had been agreed on. Nothing is stored.

The tables are those that were drawn: who would have met whom by other standings, nobody knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import NamedTuple

from clubs.books.writing import JsonValue
from scoring.core.replay import NotKnown
from scoring.store.replaying import OtherRules, ReplayedGame, replay_games
from tournaments.agreement.agreement import EventAgreement
from tournaments.models import EventAdjustment, Pairing, Round, Standing, Tournament
from tournaments.play.event_record import EventRecord, RoundRecord, RoundTables, load_event
from tournaments.play.event_results import EventStandings, compute_standings
from tournaments.play.played_pairings import PlayedPairing
from tournaments.play.standings_sources import FinalPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class Supposition:
    """What is supposed to have been agreed on: the settings, and the house rules of the game."""

    agreement: EventAgreement
    options: Mapping[str, JsonValue]

    def rules(self) -> OtherRules:
        return OtherRules(options=self.options, deals=self.agreement.deals)


class SupposedTable(NamedTuple):
    """A table whose game comes to something else, or of which nobody knows what it would have come to."""

    round: int
    # As it was played, and as it would count.
    played: PlayedPairing
    supposed: PlayedPairing
    game: ReplayedGame

    @property
    def not_known(self) -> NotKnown | None:
        return self.game.not_known

    @property
    def changes(self) -> bool:
        return self.played.totals != self.supposed.totals or self.is_shorter

    @property
    def is_shorter(self) -> bool:
        """Whether it would have been over before all of its deals were dealt."""
        return self.not_known is None and self.game.deals < self.game.dealt


@dataclass(frozen=True, slots=True)
class SupposedEvent:
    """An event as it was counted and as it would be."""

    event: Tournament
    agreement: EventAgreement
    record: EventRecord
    before: EventStandings
    after: EventStandings
    # The games that were counted by other rules; none where these stay as they are.
    tables: Sequence[SupposedTable]
    # A ruling or a penalty names points of the scheme that was agreed on, and another one counts.
    rulings_in_points: bool = False
    # The games without deals, where combinations decide.
    without_combinations: int = 0

    @property
    def not_known(self) -> list[SupposedTable]:
        """The tables that keep the result they had, because no other is known."""
        return [table for table in self.tables if table.not_known is not None]


def suppose(event: Tournament, supposition: Supposition) -> SupposedEvent:
    """Count an event as it is, and as if something else had been agreed on."""
    record = load_event(event)
    tables = _supposed_tables(record, supposition)
    other = supposed_event(event, supposition)
    counted = {table.played.pk: table.supposed for table in tables}
    # The record is read again where the other settings ask for more: combinations, or substitutes.
    read = load_event(other)
    after = replace(read, rounds=[_with_tables(played, counted) for played in read.rounds])
    return SupposedEvent(
        event,
        supposition.agreement,
        record,
        compute_standings(record),
        compute_standings(after),
        tables,
        _has_rulings_in_points(record, supposition),
        _count_without_deals(event) if supposition.agreement.counts_combinations else 0,
    )


def supposed_event(event: Tournament, supposition: Supposition) -> Tournament:
    """Return the event with what is supposed, which is not to be saved."""
    other = copy(event)
    other.settings, other.options = supposition.agreement.data(), dict(supposition.options)
    return other


def _has_rulings_in_points(record: EventRecord, supposition: Supposition) -> bool:
    """Whether somebody was given points of a scheme that does not count here."""
    if record.agreement.scheme is supposition.agreement.scheme:
        return False
    ruled = any(pairing.ruled_points for played in record.rounds for pairing in played.pairings)
    in_points = record.event.adjustments.filter(cancelled_at=None, unit=EventAdjustment.Unit.POINTS)
    return ruled or in_points.exists()


def _count_without_deals(event: Tournament) -> int:
    pairings = Pairing.objects.filter(round__tournament=event, game__entered_result__isnull=False)
    return pairings.exclude(round__state=Round.State.REMOVED).count()


def supposed_places(event: Tournament, supposition: Supposition) -> Iterator[FinalPlace]:
    """Yield the places as they would be, in the form in which final ones are loaded."""
    supposed = suppose(event, supposition)
    placings = supposed.after.placings
    last = supposed.record.rounds[-1].round if supposed.record.rounds else None
    for placing in placings:
        totals = placing.totals
        standing = Standing(
            entry_id=supposed.record.entries[totals.entry].pk,
            place=placing.place,
            shared=placing.shared,
            points=totals.points,
            difference=totals.difference,
            own=totals.own,
        )
        yield FinalPlace(event.pk, standing, len(placings), last)


def _supposed_tables(record: EventRecord, supposition: Supposition) -> list[SupposedTable]:
    """Return the tables whose games are counted by other rules."""
    if not counts_games_again(record.event, supposition):
        return []
    played = [(one.round.number, pairing) for one in record.rounds for pairing in one.pairings]
    with_game = [(number, pairing) for number, pairing in played if pairing.game_id is not None]
    games = replay_games({pairing.game_id or 0 for _number, pairing in with_game}, supposition.rules())
    return list(_tables_with(with_game, games))


def counts_games_again(event: Tournament, supposition: Supposition) -> bool:
    """Whether the games themselves come to something else, and not only what they are worth."""
    return event.options != dict(supposition.options) or event.agreement.deals != supposition.agreement.deals


def _tables_with(
    played: Sequence[tuple[int, PlayedPairing]], games: Mapping[int, ReplayedGame]
) -> Iterator[SupposedTable]:
    for number, pairing in played:
        game = games.get(pairing.game_id or 0)
        if game is not None and pairing.unapproved:
            game = replace(game, not_known=NotKnown.WAITING)
        if game is not None:
            yield SupposedTable(number, pairing, _supposed_pairing(pairing, game), game)


def _supposed_pairing(pairing: PlayedPairing, game: ReplayedGame) -> PlayedPairing:
    """Return the pairing with what its game comes to; where that is not known it keeps what it had."""
    if game.not_known is not None:
        return pairing
    return pairing._replace(totals=game.totals, game_over=game.over, combinations=game.combinations)


def _with_tables(played: RoundRecord, counted: Mapping[int, PlayedPairing]) -> RoundRecord:
    """Return a round in which games that were counted again have their other results."""
    pairings = tuple(_merged(pairing, counted.get(pairing.pk)) for pairing in played.pairings)
    return replace(played, tables=RoundTables(pairings))


def _merged(read: PlayedPairing, supposed: PlayedPairing | None) -> PlayedPairing:
    if supposed is None:
        return read
    return read._replace(
        totals=supposed.totals,
        game_over=supposed.game_over,
        combinations=supposed.combinations or read.combinations,
    )
