"""The form that repeats an event: last time's settings, its entries as a list to tick, and who is new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from typing import Any, Final

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import full_name
from tournaments import running
from tournaments.entries.forms import PasteEntriesForm
from tournaments.entries.paste import EntryLine
from tournaments.models import Entry, EntryPlayer, Tournament
from tournaments.play import queries
from tournaments.settings.fields import EventFieldsForm, start_datetime

# Who has come most often in this time stands first.
_LATELY: Final = timedelta(days=365)
# The rows of the list, and those of them that are ticked; each is the numbers of its players.
_ROWS, _TICKED = "row", "again"


@dataclass(frozen=True, slots=True)
class LastEntry:
    """An entry of last time, with the players whom it may have now, and whether it is ticked."""

    players: tuple[Player, ...]
    is_ticked: bool

    @property
    def value(self) -> str:
        return " ".join(str(player.pk) for player in self.players)

    @property
    def names(self) -> list[tuple[int, str]]:
        return [(player.pk, full_name(player)) for player in self.players]


class AgainForm(EventFieldsForm, PasteEntriesForm):
    """A new event with the settings and the entries of an earlier one."""

    ruleset = trial = outside = None  # type: ignore[assignment]  # they are as they were

    def __init__(self, data: QueryDict | None = None, *, earlier: Tournament, **kwargs: Any) -> None:
        begins = earlier.starts_at and timezone.localtime(earlier.starts_at).time()
        initial = {"name": earlier.name, "on_day": timezone.localdate(), "begins": begins}
        super().__init__(data, event=earlier, initial=initial, **kwargs)
        self.fields["names"].required = False
        self.fields["names"].label = _("Who else comes")
        self.fields["names"].widget.attrs["rows"] = 4
        self.order_fields(["name", "on_day", "begins"])

    @cached_property
    def eligible(self) -> Mapping[int, Player]:
        return {player.pk: player for player in queries.eligible_players(self.event)}

    @cached_property
    def rows(self) -> Sequence[LastEntry]:
        """The entries of last time; partners that were exchanged on the page stay exchanged."""
        if isinstance(self.data, QueryDict) and _ROWS in self.data:
            ticked = set(self.data.getlist(_TICKED))
            return [LastEntry(self._players(row), row in ticked) for row in self.data.getlist(_ROWS)]
        return self._rows_of_last_time()

    def _players(self, row: str) -> tuple[Player, ...]:
        numbers = [int(number) for number in row.split() if number.isascii() and number.isdecimal()]
        return tuple(self.eligible[number] for number in numbers if number in self.eligible)

    def _rows_of_last_time(self) -> list[LastEntry]:
        """The regulars first; who has withdrawn is not ticked."""
        entries = [(entry, queries.entry_players(entry)) for entry in queries.get_entries(self.event)]
        rows = [
            LastEntry(tuple(players), entry.state != Entry.State.WITHDRAWN)
            for entry, players in entries
            if all(player.pk in self.eligible for player in players)
        ]
        times = _times_played(self.event)
        return sorted(rows, key=lambda row: -sum(times[player.pk] for player in row.players))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        name, on_day = cleaned.get("name"), cleaned.get("on_day")
        if name and on_day and self.event.club.tournaments.filter(name=name, date=on_day).exists():
            self.add_error("name", _("The club already has an event with this name on this day."))
        for sentence in self._problems_of_ticks():
            self.add_error(None, sentence)
        return cleaned

    def _problems_of_ticks(self) -> Iterator[str]:
        for row in self.ticked:
            if len(row.players) not in self.event.agreement.entry_sizes:
                yield _("A pair of the list is not whole any more: look at the list again.")
        counts = Counter(player for row in self.ticked for player in row.players)
        for player in (player for player, times in counts.items() if times > 1):
            yield _("%(name)s is ticked in two entries.") % {"name": full_name(player)}

    def entered_already(self, lines: Sequence[EntryLine]) -> Iterable[str]:
        """Nobody is entered yet: nobody is both ticked and typed."""
        ticked = {player.pk for row in self.ticked for player in row.players}
        return [
            _("Line %(number)s: %(name)s is ticked in the list.")
            % {"number": line.number, "name": full_name(player)}
            for line in lines
            for player in line.players
            if player.pk in ticked
        ]

    @property
    def ticked(self) -> list[LastEntry]:
        return [row for row in self.rows if row.is_ticked]

    @property
    def lines(self) -> list[tuple[Player, ...]]:
        """Who is entered: the ticked ones, then those who were typed."""
        return [*(row.players for row in self.ticked), *self.entries]

    def plan(self) -> running.EventPlan:
        """The new event. Who is not to meet, or wishes to, was agreed by numbers that are others now."""
        cleaned, earlier = self.cleaned_data, self.event
        return running.EventPlan(
            name=cleaned["name"],
            date=cleaned["on_day"],
            starts_at=start_datetime(cleaned["on_day"], cleaned["begins"]),
            ruleset=earlier.ruleset,
            options=earlier.options,
            agreement=replace(earlier.agreement, apart=(), wished=()),
            trial=earlier.is_trial,
        )


def _times_played(event: Tournament) -> Counter[int]:
    """Return how often each player has been entered in the club's events lately."""
    since = timezone.localdate() - _LATELY
    places = EntryPlayer.objects.filter(tournament__club=event.club_id, tournament__date__gte=since)
    return Counter(places.values_list("player", flat=True))
