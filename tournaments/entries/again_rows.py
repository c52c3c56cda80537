"""Last time's entries, and who came before, as rows to tick: as they were, or as a page has sent them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from clubs.models import Player
from clubs.people.names import full_name
from tournaments.models import Entry, Tournament
from tournaments.play import entry_queries, queries
from tournaments.play.earlier_events import entries_in, last_of_kind, times_come

_PAIR: Final = 2
# A page has no more rows, and offers no more entries of the times before.
_MOST_ROWS: Final = 400
_MOST_BEFORE: Final = 40
# A row has no more numbers, and a number no more digits.
_MOST_PLAYERS: Final = 10
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")
_ROW, _TICK, _END = "row-", "again-", "whole"
_NUMBERED: Final = re.compile(r"(?:row|again)-([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Regular:
    """A player on the page: the name, and to how many of the last events this player came."""

    pk: int
    name: str
    times: int


@dataclass(frozen=True, slots=True)
class AgainRow:
    """Players who may come together, whether they are ticked, and who of last time cannot come any more."""

    players: tuple[Player, ...]
    is_ticked: bool
    regulars: tuple[Regular, ...] = ()
    # The entry of last time with exactly these players.
    was: Entry | None = None
    lost: tuple[str, ...] = ()
    # Somebody was in the row when it was sent who cannot be entered.
    is_broken: bool = False
    # Comes alone to an event of pairs.
    is_single: bool = False
    # Nobody of it came last time.
    was_away: bool = False

    @property
    def value(self) -> str:
        return " ".join(str(player.pk) for player in self.players)

    @property
    def names(self) -> str:
        return " – ".join(full_name(player) for player in self.players)

    @property
    def lost_names(self) -> str:
        return ", ".join(self.lost)


@dataclass(frozen=True, slots=True)
class SentRows:
    """The rows that a form has sent; not whole where one is missing that the page had."""

    values: Sequence[str]
    ticked: frozenset[int]
    is_whole: bool

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> SentRows:
        values: list[str] = []
        while f"{_ROW}{len(values)}" in data and len(values) < _MOST_ROWS:
            values.append(data[f"{_ROW}{len(values)}"])
        sent = (int(match[1]) for match in map(_NUMBERED.fullmatch, data) if match)
        # The mark stands below the list: what was cut off took it along.
        is_whole = data.get(_END) == "1" and max(sent, default=-1) < len(values)
        ticked = frozenset(number for number in range(len(values)) if f"{_TICK}{number}" in data)
        return cls(values, ticked, is_whole and all(numbers_in(value) is not None for value in values))


@dataclass
class LastTime:
    """The entries of an earlier event, with those of their players who may be entered today."""

    event: Tournament
    # The numbers of other players whom a page has sent.
    others: Collection[int] = field(default=())

    @cached_property
    def entries(self) -> Sequence[Entry]:
        return list(queries.get_entries(self.event))

    @cached_property
    def singles(self) -> Sequence[Player]:
        """Who looked for a partner to the end."""
        is_of_pairs = self.event.agreement.players == _PAIR
        return list(entry_queries.players_without_partner(self.event)) if is_of_pairs else []

    @cached_property
    def came(self) -> Mapping[int, Player]:
        """All who were there, also those who cannot come any more."""
        came = [player for entry in self.entries for player in queries.entry_players(entry)]
        return {player.pk: player for player in (*came, *self.singles)}

    @cached_property
    def last_events(self) -> Sequence[int]:
        return last_of_kind(self.event)

    @cached_property
    def before(self) -> Sequence[Sequence[Player]]:
        """The entries of the times before of whom nobody came last time, as they were the last time."""
        found, there = [], set(self.came)
        for entry in entries_in([event for event in self.last_events if event != self.event.pk]):
            players = queries.entry_players(entry)
            if there.isdisjoint(player.pk for player in players):
                found.append(players)
                there |= {player.pk for player in players}
        return found[:_MOST_BEFORE]

    @cached_property
    def known(self) -> Mapping[int, Player]:
        """All whom the page may name."""
        return {**self.came, **{player.pk: player for players in self.before for player in players}}

    @cached_property
    def eligible(self) -> Mapping[int, Player]:
        wanted = {*self.known, *self.others}
        return {player.pk: player for player in queries.eligible_players(self.event).filter(pk__in=wanted)}

    @cached_property
    def by_players(self) -> Mapping[frozenset[int], Entry]:
        return {
            frozenset(player.pk for player in queries.entry_players(entry)): entry for entry in self.entries
        }

    @cached_property
    def times(self) -> Counter[int]:
        return times_come(self.last_events, self.eligible.keys())

    def rows(self) -> list[AgainRow]:
        """The regulars first; who has withdrawn is not ticked, nor who is left without a partner."""
        last = sorted(self._rows_of_last_time(), key=self._by_times)
        return [*last, *sorted(self._rows_before(), key=self._by_times)][:_MOST_ROWS]

    def _rows_of_last_time(self) -> Iterator[AgainRow]:
        sizes = self.event.agreement.entry_sizes
        for entry in self.entries:
            came = [player.pk for player in queries.entry_players(entry)]
            row = self.row_of(came, is_ticked=entry.state != Entry.State.WITHDRAWN)
            if row.players:
                yield row if len(row.players) in sizes else replace(row, is_ticked=False)
        for player in self.singles:
            if player.pk in self.eligible:
                yield self.row_of([player.pk], is_ticked=True)

    def _rows_before(self) -> Iterator[AgainRow]:
        for players in self.before:
            row = self.row_of([player.pk for player in players], is_ticked=False)
            if not row.lost:
                yield row

    def _by_times(self, row: AgainRow) -> float:
        return -sum(self.times[player.pk] for player in row.players) / len(row.players)

    def row_of(self, numbers: Sequence[int], *, is_ticked: bool) -> AgainRow:
        players = tuple(self.eligible[number] for number in numbers if number in self.eligible)
        gone = [number for number in numbers if number not in self.eligible]
        return AgainRow(
            players=players,
            is_ticked=is_ticked,
            regulars=tuple(
                Regular(player.pk, full_name(player), self.times[player.pk]) for player in players
            ),
            was=self.by_players.get(frozenset(numbers)),
            # Others are not named: who is in another club is nobody's business here.
            lost=tuple(full_name(self.known[number]) for number in gone if number in self.known),
            is_single=self.event.agreement.players == _PAIR and len(players) == 1,
            was_away=self.came.keys().isdisjoint(numbers),
        )

    def rows_as_sent(self, sent: SentRows) -> list[AgainRow]:
        """The rows as a page had them, partners exchanged; then those of last time that it did not have."""
        rows = [
            self._row_as_sent(value, is_ticked=number in sent.ticked)
            for number, value in enumerate(sent.values)
        ]
        there = {player.pk for row in rows for player in row.players}
        missing = (row for row in self.rows() if there.isdisjoint(player.pk for player in row.players))
        return [*rows, *(replace(row, is_ticked=False) for row in missing)][:_MOST_ROWS]

    def _row_as_sent(self, value: str, *, is_ticked: bool) -> AgainRow:
        numbers = numbers_in(value)
        row = self.row_of(numbers or (), is_ticked=is_ticked)
        return replace(row, is_broken=not numbers or len(row.players) < len(numbers))


def numbers_in(value: str) -> list[int] | None:
    """Return the numbers of the players in a row that a page has sent; None where it is no such row."""
    parts = value.split(None, _MOST_PLAYERS)
    if len(parts) > _MOST_PLAYERS or not all(map(_NUMBER.fullmatch, parts)):
        return None
    return [int(part) for part in parts]


def numbers_of_all(values: Iterable[str]) -> set[int]:
    return {number for value in values for number in numbers_in(value) or ()}
