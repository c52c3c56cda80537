"""The way back of every act: what takes it back, or why nothing does.

Each app registers a way back for each of its acts, beside the acts' sentences. The page of the last acts
lists them with *Undo*, or with the reason why not. An undo calls the verb that takes the act back: the log
only grows, and what was undone stays readable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.books import log
from clubs.books.permissions import ADMINS, DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.words import payload_of
from clubs.books.writing import Author
from clubs.models import Book, LogEntry, Role, User
from clubs.plugins.hooks import HookTable

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

_LISTED: Final = 40
# So many entries are read to find those that are listed: what follows from another act stands between.
_READ: Final = 400
_SEVERAL: Final = 2


@dataclass(frozen=True, slots=True)
class PastAct:
    """A logged act with its facts."""

    entry: LogEntry
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    # The row that it is about, such as "tournaments.entry:12".
    subject: str

    @property
    def row(self) -> int:
        return int(self.subject.partition(":")[2])

    @property
    def book(self) -> Book:
        return self.entry.book


@dataclass(frozen=True, slots=True)
class Undo:
    """What takes an act back now: the verb, by an author, with a reason and the key of the form."""

    run: Callable[[Author, str, UUID], object]
    asks_reason: bool = True
    # What stands again afterwards.
    preview: str = ""


@dataclass(frozen=True, slots=True)
class WayBack:
    """The way back of an act: `find` returns what takes it back now, or raises `NotNow` with the reason.

    `label` says what the undo does. `taken_back_by` are the acts that take it back, with the same subject,
    and where the subject is not enough with the same fact `about`: a person has several roles.
    """

    label: _StrOrPromise
    find: Callable[[PastAct], Undo]
    taken_back_by: Sequence[str] = ()
    about: str = ""
    # Several that are done together are taken back one by one.
    one_by_one: bool = False
    # It is a part of other acts too, and is listed where it was done alone.
    may_follow: bool = False
    # The roles of which the verb needs one.
    needs: Collection[Role.Kind] = DIRECTORS


@dataclass(frozen=True, slots=True)
class NoWayBack:
    """An act that nothing takes back, with the reason. Not listed: a part of other acts, or a deal."""

    reason: _StrOrPromise
    is_listed: bool = True


ways_back: HookTable[WayBack | NoWayBack] = HookTable()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedAct:
    """An act in the list of the last acts: what takes it back, or why nothing does."""

    line: log.LogLine
    label: str = ""
    why_not: str = ""
    # The number of the log's entry that has taken it back.
    taken_back: int | None = None
    needs: Collection[Role.Kind] = ()

    @property
    def needs_admin(self) -> bool:
        return frozenset(self.needs) == ADMINS

    def is_for(self, roles: Collection[Role.Kind]) -> bool:
        """Whether somebody with these roles may take it back."""
        return not frozenset(self.needs).isdisjoint(roles)


def last_acts(book: Book) -> list[ListedAct]:
    """Return the last acts in a book, the latest first; no entry of a deal is among them."""
    past = _last_listed(book)
    takers = _find_takers(past)
    lines = log.log_lines([act.entry for act in past])
    return [_listed(act, line, takers.get(line.number)) for act, line in zip(past, lines, strict=True)]


def _last_listed(book: Book) -> list[PastAct]:
    entries = LogEntry.objects.filter(book=book, act__in=_listed_codes())
    entries = entries.select_related("words").order_by("-number")
    past = [_past_act(entry, book) for entry in entries[:_READ]]
    main = {act.entry.at for act in past if not _may_follow(act)}
    return [act for act in past if not (_may_follow(act) and act.entry.at in main)][:_LISTED]


def _listed_codes() -> list[str]:
    return [code for code, way in ways_back.items() if isinstance(way, WayBack) or way.is_listed]


def _may_follow(act: PastAct) -> bool:
    way = ways_back[act.entry.act]
    return isinstance(way, WayBack) and way.may_follow


def _past_act(entry: LogEntry, book: Book) -> PastAct:
    entry.book = book
    return _read(entry)


def takers_since(book: int, number: int) -> dict[int, int]:
    """Return the entries of a book from this number on that later ones have taken back, with those."""
    ways = {code: way for code, way in ways_back.items() if isinstance(way, WayBack)}
    codes = {*ways, *(taker for way in ways.values() for taker in way.taken_back_by)}
    entries = LogEntry.objects.filter(book=book, number__gte=number, act__in=codes)
    return _find_takers(_read(entry) for entry in entries.select_related("words").order_by("-number"))


def _read(entry: LogEntry) -> PastAct:
    payload = payload_of(entry)
    return PastAct(entry, payload["before"], payload["after"], payload["subject"])


def _find_takers(latest_first: Iterable[PastAct]) -> dict[int, int]:
    """Return the numbers of acts that later acts have taken back, with the numbers of those."""
    waiting: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)
    takers: dict[int, int] = {}
    following: dict[tuple[str, str], PastAct] = {}
    for act in latest_first:
        number, code = act.entry.number, act.entry.act
        later = following.pop((act.subject, code), None)
        if later is not None and _is_the_reverse(later, act):
            takers[number] = later.entry.number
            continue
        following[act.subject, code] = act
        if stack := waiting[act.subject, code, _matter_of(act, code)]:
            takers[number] = stack.pop()
            continue  # what it had taken back stands again
        for taken_back in _taken_back_by(code):
            waiting[act.subject, taken_back, _matter_of(act, taken_back)].append(number)
    return takers


def _is_the_reverse(later: PastAct, act: PastAct) -> bool:
    """Whether an act has set all that one of the same kind before it had changed to what it was."""
    changed = act.before.keys() & act.after.keys() & later.before.keys() & later.after.keys()
    way = ways_back[act.entry.act]
    is_of_one_kind = isinstance(way, WayBack) and not way.taken_back_by
    return (
        is_of_one_kind
        and any(act.before[name] != act.after[name] for name in changed)
        and all(
            (later.before[name], later.after[name]) == (act.after[name], act.before[name]) for name in changed
        )
    )


def _matter_of(act: PastAct, code: str) -> str:
    """Return what tells acts of this kind on the same subject apart."""
    way = ways_back[code]
    name = way.about if isinstance(way, WayBack) else ""
    return str(act.after.get(name, act.before.get(name))) if name else ""


def _taken_back_by(taker: str) -> list[str]:
    """Return the codes of the acts that an act takes back."""
    return [
        code for code, way in ways_back.items() if isinstance(way, WayBack) and taker in way.taken_back_by
    ]


def _listed(act: PastAct, line: log.LogLine, taker: int | None) -> ListedAct:
    way = ways_back[act.entry.act]
    if taker is not None:
        return ListedAct(line=line, taken_back=taker)
    if isinstance(way, NoWayBack):
        return ListedAct(line=line, why_not=str(way.reason))
    try:
        way.find(act)
    except NotNow as refusal:
        return ListedAct(line=line, why_not=str(refusal.message))
    return ListedAct(line=line, label=str(way.label), needs=way.needs)


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoOffered:
    """The undo of an act, as its page offers it; `why_not` where nothing takes it back now."""

    line: log.LogLine
    label: str = ""
    why_not: str = ""
    undo: Undo | None = None
    needs: Collection[Role.Kind] = ()


def offer_undo(entry: LogEntry) -> UndoOffered:
    """Return what takes an act back now, or why nothing does."""
    act, line = _past_act(entry, entry.book), log.log_lines([entry])[0]
    way = ways_back.get(entry.act)
    if not isinstance(way, WayBack):
        return UndoOffered(line=line, why_not=str(way.reason if way else _NO_ACT_OF_A_DESK))
    if _is_taken_back(act, way):
        return UndoOffered(line=line, why_not=str(_TAKEN_BACK))
    try:
        undo = way.find(act)
    except NotNow as refusal:
        return UndoOffered(line=line, why_not=str(refusal.message))
    return UndoOffered(line=line, label=str(way.label), undo=undo, needs=way.needs)


_TAKEN_BACK: Final = _lazy("It has already been revoked.")
_NO_ACT_OF_A_DESK: Final = _lazy("Only acts at a desk or a table can be undone.")


def _is_taken_back(act: PastAct, way: WayBack) -> bool:
    codes = [act.entry.act, *way.taken_back_by]
    later = LogEntry.objects.filter(book=act.book, number__gte=act.entry.number, act__in=codes)
    return act.entry.number in _find_takers(
        [_past_act(entry, act.book) for entry in later.select_related("words").order_by("-number")]
    )


def acts_done(book: Book, user: User, roles: Collection[Role.Kind], at: datetime) -> list[LogEntry]:
    """Return the acts that a user with these roles has just done in a book, if they may take them back.

    Where an act has several entries in the log, one is the act, and the others go with it; of acts that are
    taken back one by one, all.
    """
    codes = [
        code
        for code, way in ways_back.items()
        if isinstance(way, WayBack) and not frozenset(way.needs).isdisjoint(roles)
    ]
    entries = list(
        LogEntry.objects.filter(book=book, author=user, at=at, act__in=codes)
        .select_related("book", "words")
        .order_by("-number")
    )
    if len(entries) < _SEVERAL or all(_is_one_of_several(entry) for entry in entries):
        return entries
    undoable = (entry for entry in entries if offer_undo(entry).undo is not None)
    return list(islice(undoable, 1))


def _is_one_of_several(entry: LogEntry) -> bool:
    way = ways_back[entry.act]
    return isinstance(way, WayBack) and way.one_by_one
