"""The form that repeats an event: last time's settings, its entries as a list to tick, and who is new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.names import full_name
from clubs.web.forms import KeyedForm
from tournaments import running
from tournaments.entries.again_rows import AgainRow, LastTime, SentRows, numbers_of_all
from tournaments.entries.forms import PasteEntriesForm
from tournaments.entries.paste import EntryLine
from tournaments.models import Tournament
from tournaments.settings.fields import EventFieldsForm, start_datetime


def _next_day(earlier: Tournament) -> date:
    """Today, unless the earlier event is of today or still to come: then a week after it."""
    today = timezone.localdate()
    return today if earlier.date < today else earlier.date + timedelta(weeks=1)


class AgainForm(KeyedForm, EventFieldsForm, PasteEntriesForm):
    """A new event with the settings and the entries of an earlier one."""

    ruleset = trial = outside = None  # type: ignore[assignment]  # they are as they were
    # The list to tick, which the page draws row by row.
    again = forms.Field(label=_lazy("Who comes again?"), required=False)

    def __init__(self, data: QueryDict | None = None, *, earlier: Tournament, **kwargs: Any) -> None:
        begins = earlier.starts_at and timezone.localtime(earlier.starts_at).time()
        initial = {"name": earlier.name, "on_day": _next_day(earlier), "begins": begins}
        super().__init__(data, event=earlier, initial=initial, **kwargs)
        self.fields["names"].required = False
        self.fields["names"].label = _("Who else comes")
        self.fields["names"].widget.attrs["rows"] = 4
        self.order_fields(["name", "on_day", "begins", "again"])
        self.sent = SentRows.read(self.data) if self.is_bound else None
        others = numbers_of_all(self.sent.values) if self.sent else ()
        self.last_time = LastTime(earlier, others)
        self.rows: Sequence[AgainRow] = (
            self.last_time.rows_as_sent(self.sent) if self.sent else self.last_time.rows()
        )

    @property
    def heading_fields(self) -> list[forms.BoundField]:
        return [self["on_day"], self["begins"]]

    @property
    def fields_below(self) -> list[forms.BoundField]:
        """The names that are typed, and what is asked about them."""
        above = ("name", "on_day", "begins", "again")
        return [field for field in self.visible_fields() if field.name not in above]

    @property
    def ticked(self) -> list[AgainRow]:
        return [row for row in self.rows if row.is_ticked]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for sentence in dict.fromkeys(self._problems_of_rows()):
            self.add_error("again", sentence)
        return cleaned

    def _problems_of_rows(self) -> Iterator[str]:
        if self.sent is not None and not self.sent.is_whole:
            yield _("The list did not arrive whole. Look at it once more, then send it again.")
        for row in self.ticked:
            yield from self._problems_of(row)
        counts = Counter(player for row in self.ticked for player in row.players)
        for player in (player for player, times in counts.items() if times > 1):
            yield _("%(name)s is ticked in two entries.") % {"name": full_name(player)}

    def _problems_of(self, row: AgainRow) -> Iterator[str]:
        sizes = self.event.agreement.entry_sizes
        if row.is_broken:
            values = {"names": row.names, "gone": row.lost_names}
            if row.players and row.lost:
                yield _("%(names)s: %(gone)s is no longer in the club. Choose another partner.") % values
            elif row.players:
                yield _("%(names)s: a partner is no longer in the club. Choose another one.") % values
            else:
                yield _("A ticked entry of the list is no longer in the club: untick it.")
        elif len(row.players) not in sizes and not row.is_single:
            yield _("Each entry in this event must have %(count)s players.") % {"count": sizes[0]}

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

    def coming(self) -> list[running.Coming]:
        """Who is entered: the ticked ones, then those who were typed."""
        again = [running.Coming(row.players, row.was) for row in self.ticked if not row.is_single]
        return [*again, *map(running.Coming, self.entries)]

    def singles(self) -> list[Player]:
        """Who comes without a partner."""
        return [player for row in self.ticked if row.is_single for player in row.players]

    def plan(self) -> running.EventPlan:
        """The new event with the settings of the earlier one."""
        cleaned, earlier = self.cleaned_data, self.event
        return running.EventPlan(
            name=cleaned["name"],
            date=cleaned["on_day"],
            starts_at=start_datetime(cleaned["on_day"], cleaned["begins"]),
            ruleset=earlier.ruleset,
            options=earlier.options,
            agreement=earlier.agreement,
            trial=earlier.is_trial,
        )
