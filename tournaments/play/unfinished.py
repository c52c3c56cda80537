"""Games that go on when the next round is drawn: found, and counted for the draw alone as was decided."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tournaments.core.drawing.proposal import CountsAs, UnfinishedGame
from tournaments.models import Pairing, Round
from tournaments.play.event_record import EventRecord, RoundRecord, RoundTables
from tournaments.play.played_pairings import PlayedPairing


class GoingOn(NamedTuple):
    """A table of a published round at which the game goes on."""

    round: int
    pairing: PlayedPairing

    @property
    def place(self) -> tuple[int, int]:
        """Its round and its number."""
        return self.round, self.pairing.table or 0

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(entry for side in self.pairing.sides for entry in side)


def find_going_on(rounds: Collection[RoundRecord]) -> Iterator[GoingOn]:
    """Find the tables of rounds that are not closed whose games go on and count."""
    for played in rounds:
        if played.round.state == Round.State.PUBLISHED:
            for pairing in played.pairings:
                if _goes_on(pairing):
                    yield GoingOn(played.round.number, pairing)


def playing_before(rounds: Collection[RoundRecord], number: int) -> dict[int, int]:
    """Return the entries that still play in a round before this one, each with the first of these rounds."""
    tables = [table for table in find_going_on(rounds) if table.round < number]
    return {entry: table.round for table in reversed(tables) for entry in table.entries}


def _goes_on(pairing: PlayedPairing) -> bool:
    return pairing.kind == Pairing.Kind.PLAYED and pairing.goes_on


def unfinished_game(table: GoingOn, counts_as: CountsAs) -> UnfinishedGame:
    """Return what a draw stores of a game that goes on."""
    pairing = table.pairing
    return UnfinishedGame(
        table.round, pairing.table or 0, table.entries, counts_as, tuple(pairing.totals), pairing.is_begun
    )


def count_unfinished(record: EventRecord, games: Sequence[UnfinishedGame]) -> EventRecord:
    """Return the record with these games as they count for the draw, whatever has become of them since."""
    if not games:
        return record
    by_table = {(game.round, game.table): game for game in games}
    return replace(record, rounds=[_count_in_round(played, by_table) for played in record.rounds])


def _count_in_round(played: RoundRecord, games: Mapping[tuple[int, int], UnfinishedGame]) -> RoundRecord:
    number = played.round.number
    pairings = [
        _counted(pairing, games[number, pairing.table])
        if pairing.table is not None and (number, pairing.table) in games
        else pairing
        for pairing in played.pairings
    ]
    return RoundRecord(played.round, RoundTables(tuple(pairings)))


def _counted(pairing: PlayedPairing, game: UnfinishedGame) -> PlayedPairing:
    """A draw is at the mean of the totals, so that it is one under schemes that count points made, too."""
    totals, is_begun, handicap = game.totals, game.is_begun, pairing.handicap
    if game.counts_as is CountsAs.DRAW:
        totals, is_begun, handicap = (sum(totals) // len(totals),) * len(totals), True, ()
    elif game.counts_as is CountsAs.ROUND_BEHIND:
        is_begun = False
    return pairing._replace(
        kind=Pairing.Kind.PLAYED.value,
        at_fault=None,
        ruled_points=(),
        totals=totals,
        is_begun=is_begun,
        # Substitutes may come and go until the game is over.
        substituted=frozenset(),
        handicap=handicap,
    )
