"""The lists of clubs, players, people and acts, to sort and to page.

Knows which columns a list has, on a page and in a file; must not know who may see it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any, Final

import django_tables2 as tables
from django.core.paginator import EmptyPage, PageNotAnInteger
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _lazy
from django_tables2.data import TableData

from clubs.books import log
from clubs.models import Club, Invitation, LogEntry, Player, User
from clubs.reports.report import Column, Kind, Report
from clubs.reports.tables import LongTable, Tables, Values

ROWS_A_PAGE = 50
# So many are read at once for a file, with what belongs to them.
_AT_ONCE: Final = 1000


class List(tables.Table):  # type: ignore[misc]  # django-tables2 brings no types
    """A list as a page shows it: at most fifty rows, and what to do next when there are none."""

    rows_a_page = ROWS_A_PAGE
    empty_url = ""
    empty_label = ""

    def shown(self, request: HttpRequest) -> List:
        """Sorted and paged as the address asks; what makes no sense there is passed over."""
        asked = request.GET.getlist(self.prefixed_order_by_field)
        if asked:
            self.order_by = asked
        page = request.GET.get(self.prefixed_page_field, "1")
        try:
            self.paginate(page=page, per_page=self.rows_a_page)
        except PageNotAnInteger:
            self.paginate(page=1, per_page=self.rows_a_page)
        except EmptyPage:
            self.paginate(page=self.paginator.num_pages, per_page=self.rows_a_page)
        return self

    def columns_in_file(self) -> tuple[Column, ...]:
        """What a file has of each row: what it says, and nothing to press."""
        raise NotImplementedError

    def line_in_file(self, record: Any) -> Values:
        """A row in these columns."""
        raise NotImplementedError

    def records(self) -> Iterable[Any]:
        """All that the list has, in the order of the page, without holding them all."""
        records: Iterable[Any] = self.data.data.iterator(chunk_size=_AT_ONCE)
        return records

    def lines_in_file(self) -> Iterator[Values]:
        return (self.line_in_file(record) for record in self.records())

    def report(self, title: object, club: str = "") -> Report:
        """The whole list as a report, for files and paper."""
        return report_of(title, self.long_table(), club=club)

    def long_table(self, caption: object = "") -> LongTable:
        """What files have of it, under a caption where it does not stand alone."""
        return LongTable(columns=self.columns_in_file(), lines=self.lines_in_file, caption=str(caption))

    def says_next(self, url: str, label: Any) -> List:
        """What to do when the list is empty."""
        self.empty_url, self.empty_label = url, label
        return self


def report_of(title: object, *lists: LongTable, club: str = "") -> Report:
    """Lists as a report in the reader's language, for files and paper."""
    return Tables(title=str(title), club=club, long=lists, language=get_language() or "en")


def named(*titles: object) -> tuple[Column, ...]:
    """Columns of text."""
    return tuple(Column(str(title)) for title in titles)


def clock_of(at: datetime) -> datetime:
    """A moment by the club's clock, as files have it."""
    return localtime(at).replace(tzinfo=None, microsecond=0)


class ClubTable(List):
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

    def __init__(self, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(clubs, empty_text=_lazy("No club is found here."), **kwargs)

    def columns_in_file(self) -> tuple[Column, ...]:
        return named(_lazy("Club"), _lazy("Place"), _lazy("Federation"))

    def line_in_file(self, record: Club) -> Values:
        return record.name, record.place, record.federation.name if record.federation else ""


class PlayerTable(List):
    name = tables.Column(
        _lazy("Name"),
        accessor="pk",
        linkify=lambda record: reverse("clubs:player", args=[record.pk]),
        order_by=("order", "pk"),
    )
    home_club = tables.Column(_lazy("Home club"), order_by=("home_club__order", "order", "pk"))
    licence = tables.Column(_lazy("Licence number"), order_by=("licence", "order", "pk"), default="")
    may_publish = tables.Column(_lazy("Name may be published"), order_by=("may_publish", "order", "pk"))

    def __init__(self, players: QuerySet[Player], club: Club, **kwargs: Any) -> None:
        super().__init__(players, empty_text=_lazy("There are no players here."), **kwargs)
        self.club = club

    def columns_in_file(self) -> tuple[Column, ...]:
        return named(
            _lazy("Family name"),
            _lazy("Given name"),
            _lazy("Home club"),
            _lazy("Licence number"),
            _lazy("Name may be published"),
        )

    def line_in_file(self, record: Player) -> Values:
        """The home club of everybody: a file may be laid beside another club's."""
        return (
            record.family_name,
            record.given_name,
            record.home_club.name,
            record.licence or "",
            str(self.render_may_publish(record.may_publish)),
        )

    def render_name(self, record: Player) -> str:
        """The family name first, as the list is sorted."""
        return f"{record.family_name}, {record.given_name}"

    def render_home_club(self, value: Club) -> str:
        """Said of those who are at home elsewhere; of the others it goes without saying."""
        return "" if value == self.club else value.name

    def render_may_publish(self, value: bool) -> Any:
        return _lazy("yes") if value else _lazy("no")


class PersonTable(List):
    """Who holds a role in a club; `resettable` are those to whom its admin may hand a link."""

    name = tables.Column(_lazy("Name"), order_by=("name", "pk"))
    email = tables.Column(_lazy("E-mail"))
    roles = tables.TemplateColumn(
        verbose_name=_lazy("Roles"), template_name="clubs/columns/_roles.html", orderable=False
    )
    acts = tables.TemplateColumn(
        verbose_name=_lazy("What to do"), template_name="clubs/columns/_person_acts.html", orderable=False
    )

    def __init__(
        self, people: QuerySet[User], *, club: Club, resettable: Collection[int], **kwargs: Any
    ) -> None:
        super().__init__(people, empty_text=_lazy("Nobody has a role here."), **kwargs)
        self.club, self.resettable = club, resettable

    def columns_in_file(self) -> tuple[Column, ...]:
        return named(_lazy("Name"), _lazy("E-mail"), _lazy("Roles"))

    def line_in_file(self, record: Any) -> Values:
        return record.name, record.email, ", ".join(role.get_kind_display() for role in record.roles_here)


class InvitationTable(List):
    email = tables.Column(_lazy("E-mail"))
    kind = tables.Column(_lazy("Role"))
    made_at = tables.DateTimeColumn(verbose_name=_lazy("Invited"))
    made_by = tables.Column(_lazy("By"), orderable=False)
    acts = tables.TemplateColumn(
        verbose_name=_lazy("What to do"), template_name="clubs/columns/_invitation_acts.html", orderable=False
    )

    def __init__(self, invitations: QuerySet[Invitation], *, club: Club, **kwargs: Any) -> None:
        super().__init__(invitations, prefix="invited-", empty_text=_lazy("Nobody is invited."), **kwargs)
        self.club = club

    def columns_in_file(self) -> tuple[Column, ...]:
        return named(_lazy("E-mail"), _lazy("Role"), _lazy("Invited"), _lazy("By"))

    def line_in_file(self, record: Invitation) -> Values:
        return record.email, str(record.get_kind_display()), clock_of(record.made_at), record.made_by.name


class _ToldEntries(TableData):  # type: ignore[misc]  # django-tables2 brings no types
    """Log entries that are told in words, names and all, only for the page that is shown."""

    def __init__(self, entries: QuerySet[LogEntry]) -> None:
        super().__init__(entries)
        self.length = entries.count()

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, key: slice) -> list[log.Told]:
        return log.told(self.data[key])

    def order_by(self, _aliases: object) -> None:
        """The log has one order: the latest first."""

    def all_told(self) -> Iterator[log.Told]:
        """All of them, so many at once that their names are looked up together."""
        entries = self.data.iterator(chunk_size=_AT_ONCE)
        while some := list(islice(entries, _AT_ONCE)):
            yield from log.told(some)


class LogTable(List):
    at = tables.DateTimeColumn(verbose_name=_lazy("When"), orderable=False)
    who = tables.TemplateColumn(
        verbose_name=_lazy("Who"), template_name="clubs/columns/_log_who.html", orderable=False
    )
    what = tables.TemplateColumn(
        verbose_name=_lazy("What"), template_name="clubs/columns/_log_what.html", orderable=False
    )
    number = tables.Column(
        _lazy("Entry"), orderable=False, attrs={"td": {"class": "number"}, "th": {"class": "number"}}
    )

    def __init__(self, entries: QuerySet[LogEntry], **kwargs: Any) -> None:
        super().__init__(
            _ToldEntries(entries), empty_text=_lazy("No entry is found. Take a filter away."), **kwargs
        )

    def columns_in_file(self) -> tuple[Column, ...]:
        number = Column(str(_lazy("Entry")), Kind.NUMBER)
        rest = named(
            _lazy("When"),
            _lazy("Who"),
            _lazy("From where"),
            _lazy("What"),
            _lazy("About"),
            _lazy("Changed"),
            _lazy("Reason"),
        )
        return number, *rest

    def records(self) -> Iterator[log.Told]:
        told: Iterator[log.Told] = self.data.all_told()
        return told

    def line_in_file(self, record: log.Told) -> Values:
        changed = "; ".join(_change_in_words(change) for change in record.changes)
        return (
            record.number,
            clock_of(record.at),
            record.who,
            record.origin,
            record.sentence,
            record.subject,
            changed,
            record.reason,
        )


def _change_in_words(change: log.Change) -> str:
    """What it was and what it became."""
    return f"{change.label}: {' → '.join(said for said in (change.before, change.after) if said)}"
