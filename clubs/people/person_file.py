"""Everything about a person as one file: what this app has, and what the apps above it add.

Others are named in it as on public pages: it is about one person alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.books import log
from clubs.books.writing import books_showing
from clubs.models import Book, LogEntry, Membership, Player, PlayerName, Role, ToldApart, User
from clubs.people.consent import CONSENT_WORDING
from clubs.people.names import public_name
from clubs.people.rating_consent import RATING_WORDING
from clubs.plugins.hooks import HookList
from clubs.reports.report import Fact
from clubs.reports.tables import ExportReport, LongTable, Values
from clubs.web.links import links_of
from clubs.web.tables import local_time, text_columns

# Tables of other apps about a player; `ids` are those of the player and of everybody merged into it.
person_tables: HookList[Callable[[Player, Sequence[int]], Iterable[LongTable]]] = HookList()
_CHUNK: Final = 200


def ids_of(player: Player) -> list[int]:
    """Return the rows of a person: the player, and those who were merged into it."""
    return [player.pk, *Player.objects.filter(merged_into=player).order_by("pk").values_list("pk", flat=True)]


def person_report(player: Player) -> ExportReport:
    """Return all that is stored about a player."""
    ids = ids_of(player)
    tables = [_names(player), _memberships(player), _told_apart(ids), *_account(player)]
    for add in person_tables:
        tables += add(player, ids)
    return ExportReport(
        title=player.name,
        subtitle=_("Everything about a person"),
        facts=tuple(_facts(player)),
        long=(*tables, _log(player, ids)),
        language=get_language() or "en",
        club=player.home_club.name,
    )


def _facts(player: Player) -> Iterator[Fact]:
    yield Fact(_("Number of the player"), player.pk, key="player")
    yield Fact(_("Home club"), player.home_club.name, key="home_club")
    yield Fact(_("Licence number"), player.licence, key="licence")
    yield Fact(_("Licence valid until"), player.licence_until or "", key="licence_until")
    yield Fact(_("Federation"), player.federation.name if player.federation else "", key="federation")
    yield Fact(_("Language"), player.get_language_display() if player.language else "", key="language")
    consent = _("yes") if player.may_publish else _("no")
    yield Fact(_("Name may be published"), consent, key="may_publish", exact=int(player.may_publish))
    if player.may_publish:
        since = _("not known") if player.consent_at is None else local_time(player.consent_at)
        yield Fact(_("Agreed on"), since, key="consent_at")
        yield Fact(_("Agreed to"), str(CONSENT_WORDING), key="consent")
    yield from _rating_facts(player)


def _rating_facts(player: Player) -> Iterator[Fact]:
    agreed = player.rating_consent_at is not None
    consent = _("yes") if agreed else _("no")
    yield Fact(_("Rating may be shown"), consent, key="rating_shown", exact=int(agreed))
    if player.rating_consent_at is not None:
        yield Fact(_("Agreed on"), local_time(player.rating_consent_at), key="rating_consent_at")
        yield Fact(_("Agreed to"), str(RATING_WORDING), key="rating_consent")


def _names(player: Player) -> LongTable:
    rows = PlayerName.objects.filter(player=player).order_by("pk")
    return LongTable(
        columns=text_columns(
            given_name=_("Given name"), family_name=_("Family name"), licence=_("Licence number")
        ),
        lines=lambda: ((row.given_name, row.family_name, row.licence) for row in rows),
        caption=_("Names"),
        key="names",
    )


def _memberships(player: Player) -> LongTable:
    rows = Membership.objects.filter(player=player).select_related("club").order_by("since", "pk")
    return LongTable(
        columns=text_columns(club=_("Club"), since=_("Since"), until=_("Until")),
        lines=lambda: ((row.club.name, row.since, row.until) for row in rows),
        caption=_("Memberships"),
        key="memberships",
    )


def _told_apart(ids: Sequence[int]) -> LongTable:
    """With whom the person was not mixed up; another person is named as in public."""
    rows = ToldApart.objects.filter(Q(first__in=ids) | Q(second__in=ids)).select_related(
        "club", "first", "second"
    )
    return LongTable(
        columns=text_columns(club=_("Club"), player=_("Player")),
        lines=lambda: (
            (row.club.name, public_name(row.second if row.first_id in ids else row.first))
            for row in rows.order_by("pk")
        ),
        caption=_("Is not the same person as"),
        key="told_apart",
    )


def _account(player: Player) -> Iterator[LongTable]:
    user = User.objects.filter(player=player).first()
    if user is None:
        return
    yield LongTable(
        columns=text_columns(name=_("Name"), email=_("E-mail"), last_login=_("Last sign-in")),
        lines=lambda: iter([(user.name, user.email, user.last_login and local_time(user.last_login))]),
        caption=_("Account"),
        key="account",
    )
    keys = user.passkeys.all()
    yield LongTable(
        columns=text_columns(name=_("Name"), site=_("Site"), since=_("Since"), last_used=_("Last sign-in")),
        lines=lambda: (
            (key.name, key.site, local_time(key.since), key.last_used and local_time(key.last_used))
            for key in keys
        ),
        caption=_("Passkeys"),
        key="passkeys",
    )
    roles = Role.objects.filter(user=user).select_related("book__club").order_by("pk")
    yield LongTable(
        columns=text_columns(club=_("Club"), book=_("Event or game"), role=_("Role")),
        lines=lambda: (
            (role.book.club.name, _label_of(role.book), role.get_kind_display()) for role in roles
        ),
        caption=_("Roles"),
        key="roles",
    )


def _label_of(book: Book) -> str:
    links = links_of([book]).get(book.pk)
    return links.label if links else ""


# The log.


def _log(player: Player, ids: Sequence[int]) -> LongTable:
    return LongTable(
        columns=text_columns(
            at=_("Time"),
            book=_("Log of"),
            act=_("Action"),
            by_person=_("By this person"),
            reason=_("Reason"),
            origin=_("From where"),
        ),
        lines=lambda: _log_lines(player, ids),
        caption=_("Log"),
        key="log",
    )


def entries_of_person(player: Player, ids: Sequence[int]) -> Iterator[LogEntry]:
    """Yield the entries of the log that name a person, and those that the person's account has written."""
    books = books_showing(Player.objects.filter(pk__in=ids)) | Book.objects.filter(
        kind=Book.Kind.CLUB, club__memberships__player__in=ids
    )
    yield from log.entries_about(Book.objects.filter(pk__in=books.order_by().values("pk")), Player, ids)
    user = User.objects.filter(player=player).first()
    if user is not None:
        own = LogEntry.objects.filter(author=user).select_related("words", "book").order_by("at", "pk")
        yield from own.iterator(chunk_size=_CHUNK)


def _log_lines(player: Player, ids: Sequence[int]) -> Iterator[Values]:
    user = User.objects.filter(player=player).first()
    entries, seen = entries_of_person(player, ids), set[int]()
    while chunk := list(islice(entries, _CHUNK)):
        new = [entry for entry in chunk if entry.pk not in seen]
        seen |= {entry.pk for entry in new}
        labels = links_of({entry.book for entry in new})
        for entry, line in zip(new, log.log_lines(new), strict=True):
            own = user is not None and entry.author_id == user.pk
            book = labels.get(entry.book_id)
            yield (
                local_time(line.at),
                book.label if book else "",
                line.sentence,
                _("yes") if own else _("no"),
                line.reason,
                # Where others were is theirs.
                line.origin if own else "",
            )
