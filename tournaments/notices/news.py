"""What is news for an entry now, in words, as its own page says it.

News is not stored with acts: it follows from what the event is at the moment of looking. So no act waits for
a phone, what was taken back meanwhile is not sent, and what is looked at twice is sent once, by its tag.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from clubs.models import LogEntry
from clubs.people.names import public_name
from scoring.models import Confirmation, Deal, DealVersion, Game
from tournaments.models import Announcement, Entry, NoticeAddress, PairingEntry, Round, Tournament
from tournaments.notices.sentences import approval_sentence, call_sentence, signing_sentence, status_sentence
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES
from tournaments.play.notices import Notice, NoticeKind, standing_notices
from tournaments.public.entry_state import states_now

_PHONE, _MAIL = NoticeAddress.Way.PHONE, NoticeAddress.Way.MAIL
# For so long after its moment it is news.
_ROUND_LASTS: Final = timedelta(hours=3)
_SIGNING_LASTS: Final = timedelta(hours=2)
_DEAL_LASTS: Final = timedelta(minutes=30)
_STATUS_LASTS: Final = timedelta(days=2)
# Sides approve at once as a rule; only a deal that is left lying is news.
_DEAL_PATIENCE: Final = timedelta(seconds=60)
_AT_ONCE: Final = timedelta()


@dataclass(frozen=True, slots=True)
class News:
    """A piece of news of an entry. What has the same topic replaces what was sent before."""

    tag: str
    topic: str
    # When it became true, how long after that it is sent, and until when it is of use.
    at: datetime
    until: datetime
    # In the language that is in force when it is asked for.
    text: Callable[[], str]
    ways: Sequence[str] = (_PHONE, _MAIL)
    after: timedelta = _AT_ONCE
    is_urgent: bool = False


@dataclass(frozen=True, slots=True)
class _NewsSeat:
    """Where an entry sits in the last public round."""

    table: int | None
    side: int
    game: int | None
    # All entries at its table, by their sides: another seat or another opponent is news again.
    company: str


class EventNews:
    """The news of all entries of an event; what they share is looked up once."""

    def __init__(self, event: Tournament, now: datetime) -> None:
        self.event, self.now = event, now

    def of_entry(self, entry: Entry) -> list[News]:
        """What is news for an entry; nothing for one that has withdrawn, but what concerns everybody."""
        found = [*self._status(), *self._announced(), *self._called(entry.number)]
        if entry.state != Entry.State.WITHDRAWN:
            found += [*self._round(entry), *self._own_game(entry)]
        return [one for one in found if one.until > self.now]

    # For everybody.

    def _announced(self) -> Iterator[News]:
        for notice in standing_notices(self.event, NoticeKind.ANNOUNCEMENT, self.now):
            yield News(
                f"said-{notice.number}",
                f"said-{notice.number}",
                notice.at,
                notice.until,
                _text_of(notice),
                (_PHONE,),
            )

    def _status(self) -> Iterator[News]:
        if self._status_said is None:
            return
        number, at = self._status_said
        yield News(
            f"status-{number}", "status", at, at + _STATUS_LASTS, self._status_sentence, is_urgent=True
        )

    @cached_property
    def _status_said(self) -> tuple[int, datetime] | None:
        said = LogEntry.objects.filter(
            book=self.event.book_id, act="announcement.status", at__gt=self.now - _STATUS_LASTS
        )
        return said.order_by("-number").values_list("number", "at").first()

    def _status_sentence(self) -> str:
        announcement = Announcement.objects.filter(tournament=self.event).first()
        if announcement is None:
            return ""
        return f"{status_sentence(announcement)} {announcement.notice}".strip()

    # For one entry.

    def _called(self, number: int) -> Iterator[News]:
        for notice in standing_notices(self.event, NoticeKind.CALL, self.now):
            if notice.entry == number:
                tag = f"call-{notice.number}"
                yield News(tag, tag, notice.at, notice.until, _call_sentence(notice), is_urgent=True)

    @cached_property
    def _last_round(self) -> Round | None:
        rounds = Round.objects.filter(tournament=self.event, state__in=VISIBLE_ROUND_STATES)
        return rounds.only("number", "state", "published_at").order_by("-number").first()

    @cached_property
    def _seats(self) -> Mapping[int, _NewsSeat]:
        """The seats of the last public round, by entries."""
        if self._last_round is None:
            return {}
        rows = PairingEntry.objects.filter(pairing__round=self._last_round).order_by("side", "position")
        columns = ("pairing", "entry", "side", "pairing__table", "pairing__game")
        company = defaultdict[int, list[str]](list)
        found = list(rows.values_list(*columns))
        for pairing, entry, side, _table, _game in found:
            company[pairing].append(f"{side}:{entry}")
        return {
            entry: _NewsSeat(table, side, game, " ".join(company[pairing]))
            for pairing, entry, side, table, game in found
        }

    def _round(self, entry: Entry) -> Iterator[News]:
        last, seat = self._last_round, self._seats.get(entry.pk)
        if last is None or last.published_at is None or last.state != Round.State.PUBLISHED:
            return
        company = zlib.crc32(seat.company.encode()) if seat else 0
        tag = f"round-{last.pk}-{seat.table if seat else None}-{company:x}"
        until = last.published_at + _ROUND_LASTS
        yield News(tag, "round", last.published_at, until, self._seat_sentence(entry.number), is_urgent=True)

    def _seat_sentence(self, number: int) -> Callable[[], str]:
        return lambda: " ".join(states_now(self.event, public_name).of_entry(number).seats)

    @cached_property
    def _games(self) -> Mapping[int, Game]:
        games = [seat.game for seat in self._seats.values() if seat.game is not None]
        return Game.objects.in_bulk(games)

    def _own_game(self, entry: Entry) -> Iterator[News]:
        """What waits for the players at their table: a signature, and deals to approve."""
        seat = self._seats.get(entry.pk)
        game = self._games.get(seat.game) if seat is not None and seat.game is not None else None
        if seat is None or game is None or seat.table is None:
            return
        if game.state == Game.State.FINISHED and not game.other_result and not game.is_on_paper:
            at = game.result_at or game.opened_at
            tag = f"sign-{game.pk}"
            yield News(tag, "sign", at, at + _SIGNING_LASTS, _sign_sentence(seat.table), (_PHONE,))
        for version, number, at in self._to_approve.get((game.pk, seat.side), ()):
            yield News(
                f"deal-{version}",
                "deal",
                at,
                at + _DEAL_LASTS,
                _deal_sentence(number, seat.table),
                (_PHONE,),
                _DEAL_PATIENCE,
            )

    @cached_property
    def _to_approve(self) -> Mapping[tuple[int, int], list[tuple[int, int, datetime]]]:
        """The deals that sides have not approved, by game and side: version, number, and since when."""
        waiting = defaultdict[tuple[int, int], list[tuple[int, int, datetime]]](list)
        sides = {(seat.game, seat.side) for seat in self._seats.values()}
        for side in sorted({side for _game, side in sides}):
            for version in _versions_to_approve(self._games.values(), side):
                game = version.deal.game_id
                waiting[game, side].append((version.pk, version.deal.number, version.at))
        return waiting


def _versions_to_approve(games: Iterable[Game], side: int) -> QuerySet[DealVersion]:
    """The deals of games in play that a side has not approved: what it wrote itself, it has.

    One from paper is approved by signing.
    """
    open_games = [
        game for game in games if game.state == Game.State.OPEN and not game.is_on_paper and game.away != side
    ]
    by_phone = [game.pk for game in open_games if game.written_on == Game.WrittenOn.BOTH]
    approvals = Confirmation.objects.filter(
        version=OuterRef("pk"), side=side, kind=Confirmation.Kind.APPROVED
    )
    versions = DealVersion.objects.filter(
        ~Exists(approvals),
        current=True,
        deal__state=Deal.State.ENTERED,
        deal__game__in=[game.pk for game in open_games],
    ).exclude(deal__game__in=by_phone, device="")
    return versions.exclude(side=side).select_related("deal").order_by("deal__number")


# In words, each in the language in force when it is sent.


def _text_of(notice: Notice) -> Callable[[], str]:
    return lambda: notice.text


def _call_sentence(notice: Notice) -> Callable[[], str]:
    return lambda: call_sentence(notice.table)


def _deal_sentence(number: int, table: int) -> Callable[[], str]:
    return lambda: approval_sentence([number], table)


def _sign_sentence(table: int) -> Callable[[], str]:
    return lambda: signing_sentence(table)
