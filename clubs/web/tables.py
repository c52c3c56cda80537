"""Sortable, paged lists, as pages show them and as files export them.

A column is declared once: a `ListTable` names its columns for files in `file_columns`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from operator import attrgetter
from typing import Any, Final

import django_tables2 as tables
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _lazy
from django_tables2.data import TableData

from clubs.books import log
from clubs.books.ways_back import takers_since
from clubs.models import Club, Invitation, LogEntry, Player, Role, User
from clubs.reports.report import Column, ColumnKind, Reader, Report, Value
from clubs.reports.tables import ExportReport, LongTable, Values
from clubs.web.teams import Staff

ROWS_PER_PAGE = 50
# So many records are read at once for a file, with their related rows: ten times as many games took 90 MB.
_CHUNK_SIZE: Final = 100


class NumberColumn(tables.Column):  # type: ignore[misc]  # django-tables2 brings no types
    """A column of numbers: aligned on the page, numbers in files."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        attrs = {"td": {"class": "number"}, "th": {"class": "number"}}
        super().__init__(*args, attrs=attrs, **kwargs)


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column that only files have: its key, its title, and what takes its value from a record."""

    key: str
    title: object
    value: Callable[[Any], Value]
    kind: ColumnKind = ColumnKind.TEXT
    reader: Reader = Reader.ALL


class ListTable(tables.Table):  # type: ignore[misc]  # django-tables2 brings no types
    """A list with pages, a message and a link to the next action for an empty list, and its export.

    `file_columns` are the columns of a file in their order: the name of a column of the page, or a
    `FileColumn`. The value of a named column in files is the result of `value_<name>(record)`, else the
    attribute of the record.
    """

    rows_per_page = ROWS_PER_PAGE
    # The address cannot choose the length of a page.
    prefixed_per_page_field = None
    file_columns: Sequence[str | FileColumn] = ()
    # The name of the list in JSON.
    file_key = "list"
    empty_url = ""
    empty_label = ""

    def configured(self, request: HttpRequest) -> ListTable:
        """Sort and page the list as the address requests; invalid values there are ignored."""
        tables.RequestConfig(request, paginate={"per_page": self.rows_per_page}).configure(self)
        return self

    def with_empty_action(self, url: str, label: Any) -> ListTable:
        """Set the link that an empty list shows."""
        self.empty_url, self.empty_label = url, label
        return self

    def records(self) -> Iterable[Any]:
        """Return all records of the list in the order of the page, without keeping them in memory."""
        records: Iterable[Any] = self.data.data.iterator(chunk_size=_CHUNK_SIZE)
        return records

    def report(self, title: object, club: str = "") -> Report:
        """Return the whole list as a report, for files and paper."""
        return lists_report(title, self.long_table(), club=club)

    def long_table(self, caption: object = "") -> LongTable:
        """Return the whole list as a table of a report, with a caption if the report has several."""
        columns = tuple(self._report_column(column) for column in self.file_columns)
        return LongTable(columns=columns, lines=self._export_rows, caption=str(caption), key=self.file_key)

    def _report_column(self, column: str | FileColumn) -> Column:
        if isinstance(column, FileColumn):
            return Column(str(column.title), column.kind, key=column.key, reader=column.reader)
        declared = self.base_columns[column]
        kind = ColumnKind.NUMBER if isinstance(declared, NumberColumn) else ColumnKind.TEXT
        return Column(str(declared.verbose_name), kind, key=column)

    def _export_rows(self) -> Iterator[Values]:
        values = [self._file_value(column) for column in self.file_columns]
        return (tuple(value(record) for value in values) for record in self.records())

    def _file_value(self, column: str | FileColumn) -> Callable[[Any], Value]:
        if isinstance(column, FileColumn):
            return column.value
        value: Callable[[Any], Value] = getattr(self, f"value_{column}", None) or attrgetter(column)
        return value


def lists_report(title: object, *lists: LongTable, club: str = "") -> Report:
    """Return lists as a report in the reader's language, for files and paper."""
    return ExportReport(title=str(title), club=club, long=lists, language=get_language() or "en")


def text_columns(*titles: object, **by_key: object) -> tuple[Column, ...]:
    """Return columns of texts; those of files are given by their keys."""
    keyed = (Column(str(title), key=key) for key, title in by_key.items())
    return (*(Column(str(title)) for title in titles), *keyed)


def number_columns(**by_key: object) -> tuple[Column, ...]:
    return tuple(Column(str(title), ColumnKind.NUMBER, key=key) for key, title in by_key.items())


def local_time(at: datetime) -> datetime:
    """Return a moment in the club's time zone without the zone, as files contain it."""
    return localtime(at).replace(tzinfo=None, microsecond=0)


class ClubTable(ListTable):
    name = tables.Column(
        _lazy("Club"),
        linkify=lambda record: reverse("clubs:club", args=[record.pk]),
        order_by=("order", "pk"),
    )
    place = tables.Column(_lazy("Place"), order_by=("place", "order", "pk"), default="")
    federation = tables.Column(
        _lazy("Federation"),
        linkify=lambda record: reverse("clubs:club", args=[record.federation_id]),
        order_by=("federation__order", "order", "pk"),
        default="",
    )
    file_columns = ("name", "place", "federation")
    file_key = "clubs"

    def __init__(self, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(clubs, empty_text=_lazy("No clubs found."), **kwargs)

    def value_federation(self, record: Club) -> str:
        return record.federation.name if record.federation else ""


class PlayerTable(ListTable):
    name = tables.Column(
        _lazy("Name"),
        accessor="pk",
        linkify=lambda record: reverse("clubs:player", args=[record.pk]),
        order_by=("order", "pk"),
    )
    home_club = tables.Column(_lazy("Home club"), order_by=("home_club__order", "order", "pk"))
    licence = tables.Column(_lazy("Licence number"), order_by=("licence", "order", "pk"), default="")
    may_publish = tables.Column(_lazy("Name may be published"), order_by=("may_publish", "order", "pk"))
    file_columns = (
        FileColumn("family_name", _lazy("Family name"), attrgetter("family_name")),
        FileColumn("given_name", _lazy("Given name"), attrgetter("given_name")),
        "home_club",
        "licence",
        FileColumn("licence_until", _lazy("Licence valid until"), attrgetter("licence_until")),
        "may_publish",
        FileColumn("player_id", "", attrgetter("pk"), ColumnKind.NUMBER, Reader.PROGRAMS),
    )
    file_key = "players"

    def __init__(self, players: QuerySet[Player], club: Club, **kwargs: Any) -> None:
        super().__init__(players, empty_text=_lazy("There are no players here."), **kwargs)
        self.club = club

    def render_name(self, record: Player) -> str:
        """Put the family name first, as the list is sorted."""
        return f"{record.family_name}, {record.given_name}"

    def render_home_club(self, value: Club) -> str:
        """Leave the club of the page out: only players at home elsewhere need it."""
        return "" if value == self.club else value.name

    def value_home_club(self, record: Player) -> str:
        """Return the home club of every player: files of several clubs may be combined."""
        return record.home_club.name

    def render_may_publish(self, value: bool) -> Any:
        return _lazy("yes") if value else _lazy("no")

    def value_may_publish(self, record: Player) -> str:
        return str(self.render_may_publish(record.may_publish))


class PersonTable(ListTable):
    """The users with a role in a club or an event.

    `resettable` are the ids of those who may get a reset link; `givable` the roles that the viewer may give.
    """

    name = tables.Column(_lazy("Name"), order_by=("name", "pk"))
    email = tables.Column(_lazy("E-mail"))
    roles = tables.TemplateColumn(
        verbose_name=_lazy("Roles"), template_name="clubs/columns/_roles.html", orderable=False
    )
    acts = tables.TemplateColumn(
        verbose_name=_lazy("Actions"), template_name="clubs/columns/_person_acts.html", orderable=False
    )
    file_columns = ("name", "email", "roles")
    file_key = "people"

    def __init__(
        self,
        people: QuerySet[User],
        *,
        team: Staff,
        resettable: Collection[int],
        givable: Collection[Role.Kind],
        **kwargs: Any,
    ) -> None:
        super().__init__(people, empty_text=_lazy("Nobody has a role here."), **kwargs)
        self.team, self.resettable, self.givable = team, resettable, givable

    def value_roles(self, record: Any) -> str:
        return ", ".join(role.get_kind_display() for role in record.roles_here)


class InvitationTable(ListTable):
    email = tables.Column(_lazy("E-mail"))
    kind = tables.Column(_lazy("Role"))
    made_at = tables.DateTimeColumn(verbose_name=_lazy("Invited"))
    made_by = tables.Column(_lazy("Invited by"), orderable=False)
    acts = tables.TemplateColumn(
        verbose_name=_lazy("Actions"), template_name="clubs/columns/_invitation_acts.html", orderable=False
    )
    file_columns = ("email", "kind", "made_at", "made_by")
    file_key = "invitations"

    def __init__(
        self,
        invitations: QuerySet[Invitation],
        *,
        team: Staff,
        givable: Collection[Role.Kind],
        **kwargs: Any,
    ) -> None:
        super().__init__(invitations, prefix="invited-", empty_text=_lazy("Nobody is invited."), **kwargs)
        self.team, self.givable = team, givable

    def value_kind(self, record: Invitation) -> str:
        return str(record.get_kind_display())

    def value_made_at(self, record: Invitation) -> datetime:
        return local_time(record.made_at)

    def value_made_by(self, record: Invitation) -> str:
        return record.made_by.name


class _LogLines(TableData):  # type: ignore[misc]  # django-tables2 brings no types
    """Log entries that become lines, names and all, only for the page that is shown.

    What was taken back since is marked there.
    """

    def __init__(self, entries: QuerySet[LogEntry]) -> None:
        super().__init__(entries)
        self.length = entries.count()

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, key: slice) -> list[log.LogLine]:
        entries = list(self.data[key])
        if not entries:
            return []
        takers = takers_since(entries[0].book_id, min(entry.number for entry in entries))
        return [replace(line, taken_back=takers.get(line.number)) for line in log.log_lines(entries)]

    def order_by(self, _aliases: object) -> None:
        """Ignore the sort: the log has one order, the latest entry first."""

    def all_lines(self) -> Iterator[log.LogLine]:
        """Yield all lines, in chunks whose names are looked up together."""
        entries = self.data.iterator(chunk_size=_CHUNK_SIZE)
        while chunk := list(islice(entries, _CHUNK_SIZE)):
            yield from log.log_lines(chunk)


def _changes_text(record: log.LogLine) -> str:
    return "; ".join(
        f"{change.label}: {' → '.join(text for text in (change.before, change.after) if text)}"
        for change in record.changes
    )


class LogTable(ListTable):
    at = tables.DateTimeColumn(verbose_name=_lazy("When"), orderable=False)
    who = tables.TemplateColumn(
        verbose_name=_lazy("Who"), template_name="clubs/columns/_log_who.html", orderable=False
    )
    what = tables.TemplateColumn(
        verbose_name=_lazy("What"), template_name="clubs/columns/_log_what.html", orderable=False
    )
    number = NumberColumn(_lazy("Entry"), orderable=False)
    file_columns = (
        "number",
        "at",
        "who",
        FileColumn("origin", _lazy("From where"), attrgetter("origin")),
        "what",
        FileColumn("subject", _lazy("Subject"), attrgetter("subject")),
        FileColumn("change", _lazy("Change"), _changes_text),
        FileColumn("reason", _lazy("Reason"), attrgetter("reason")),
    )
    file_key = "log"

    def __init__(self, entries: QuerySet[LogEntry], **kwargs: Any) -> None:
        super().__init__(_LogLines(entries), empty_text=_lazy("No entries found. Remove a filter."), **kwargs)

    def records(self) -> Iterator[log.LogLine]:
        lines: Iterator[log.LogLine] = self.data.all_lines()
        return lines

    def value_at(self, record: log.LogLine) -> datetime:
        return local_time(record.at)

    def value_who(self, record: log.LogLine) -> str:
        return record.author

    def value_what(self, record: log.LogLine) -> str:
        return record.sentence
