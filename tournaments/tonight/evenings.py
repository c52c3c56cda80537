"""The events of the front page: what is being played now, what comes next, and what was last."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books import permissions
from clubs.db.single_row import Revision
from clubs.models import Club, LogEntry, User
from scoring.store.game_queries import revision_of_games
from tournaments.models import Announcement, Entry, Pairing, Round, Tournament
from tournaments.play.drafts import without_drafts
from tournaments.play.event_order import latest_first, latest_first_by_club, next_first
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES

# An event at which nobody has done anything for so long is not being played now, whatever its state.
_STILL: Final = timedelta(hours=36)
# So many events come next, and so many were last.
_LISTED: Final = 3
# So many events of one's own, besides those that come next.
_MOST_OWN: Final = 6
# So many events of a club stand with their next step; what nobody has ended follows with the earlier ones.
_MOST_IN_CLUB: Final = 20
# So many events are above the fields that are to be on the first screen of a phone.
_ABOVE: Final = 2
# The days in a tag stand before the revision, which never grows so long.
_PER_DAY: Final = 10**12

_State = Tournament.State


def revision_of_front() -> Revision:
    """The state of the front page: it changes with any book, and at midnight."""
    revision = timezone.localdate().toordinal() * _PER_DAY + revision_of_games().number
    return Revision(revision, revision)


class ShownRound(NamedTuple):
    """A round that everybody may see: how many tables it has, and how many of them are playing."""

    number: int
    state: str
    tables: int
    playing: int


@dataclass(frozen=True, slots=True)
class Evening:
    """An event, and how far it has got: the last of its rounds that everybody may see, if there is one."""

    event: Tournament
    round: ShownRound | None
    # Entries that have not withdrawn.
    entered: int

    @property
    def sentence(self) -> str:
        """How far it has got."""
        if self.event.state in (_State.PRELIMINARY, _State.OFFICIAL):
            return str(self.event.get_state_display())
        if self.status:
            return self.status
        if self.round is None:
            return " · ".join(filter(None, (self._begin(), self._entered())))
        facts = {"number": self.round.number, "rounds": self.event.agreement.rounds}
        if self.round.state == Round.State.CLOSED:
            return _("Round %(number)s of %(rounds)s is over.") % facts
        if not self.round.playing:
            return _("Round %(number)s of %(rounds)s: every table has finished.") % facts
        tables = ngettext(
            "Round %(number)s of %(rounds)s: %(playing)s of %(count)s table is still playing.",
            "Round %(number)s of %(rounds)s: %(playing)s of %(count)s tables are still playing.",
            self.round.tables,
        )
        return tables % {**facts, "playing": self.round.playing, "count": self.round.tables}

    @property
    def status(self) -> str:
        """That the event is postponed or cancelled."""
        announcement: Announcement | None = getattr(self.event, "announcement", None)
        return "" if announcement is None else announcement.status_sentence

    def _begin(self) -> str:
        starts_at = self.event.starts_at
        if starts_at is None:
            return ""
        return _("Begins at %(time)s") % {"time": date_format(timezone.localtime(starts_at), "TIME_FORMAT")}

    def _entered(self) -> str:
        if not self.entered:
            return ""
        return ngettext("%(number)s entry", "%(number)s entries", self.entered) % {"number": self.entered}


@dataclass(frozen=True, slots=True)
class Evenings:
    """What the front page lists."""

    now: Sequence[Evening]
    coming: Sequence[Evening]
    last: Sequence[Evening]

    @property
    def now_above(self) -> Sequence[Evening]:
        return self.now[:_ABOVE]

    @property
    def now_below(self) -> Sequence[Evening]:
        return self.now[_ABOVE:]


def load_evenings() -> Evenings:
    """Load what is being played, what comes next and what was last; archived events are out of the way."""
    today, since = timezone.localdate(), timezone.now() - _STILL
    listed = without_drafts(Tournament.objects.filter(book__archived_at=None))
    shown = listed.select_related("club", "book", "announcement")
    over, begun, lately = Q(state=_State.OFFICIAL), Q(Exists(_shown_rounds())), Q(Exists(_last_acts(since)))
    is_played = (begun & lately | ~begun & Q(date=today)) & ~over
    now = latest_first_by_club(shown.filter(is_played))
    coming = shown.filter(~begun, date__gt=today).order_by("date", "name")
    last = shown.filter(begun).exclude(is_played).order_by("-date", "-pk")
    return Evenings(*_as_evenings(now, next_first(coming[:_LISTED]), list(last[:_LISTED])))


def load_directed(user: User) -> list[Evening]:
    """Load the events that are not over and in which a user has a role, with the roles.

    The latest that has begun comes first, then the next that is to come; no more than fit on a screen.
    """
    own = Tournament.objects.filter(permissions.with_any_role(user.pk, "book"))
    return _load_running(own, user, _MOST_OWN, _LISTED)


def load_running_in(club: Club, user: User) -> list[Evening]:
    """Load the events of a club that are not over, with the roles of a user in them."""
    return _load_running(club.tournaments.all(), user, _MOST_IN_CLUB, _MOST_IN_CLUB)


def _load_running(
    events: QuerySet[Tournament], user: User, most_begun: int, most_coming: int
) -> list[Evening]:
    """Load these events that are not over: first the latest that has begun, then the next that is to come."""
    today = timezone.localdate()
    running = events.filter(book__archived_at=None).exclude(state=_State.OFFICIAL)
    with_roles = running.annotate(**permissions.role_annotations(user.pk, "book"))
    with_clubs = with_roles.select_related("club", "book", "announcement")
    begun = with_clubs.filter(date__lte=today).order_by("-date", "name")[:most_begun]
    coming = with_clubs.filter(date__gt=today).order_by("date", "name")[:most_coming]
    (evenings,) = _as_evenings([*latest_first(begun), *next_first(coming)])
    return evenings


def _shown_rounds() -> QuerySet[Round]:
    return Round.objects.filter(tournament=OuterRef("pk"), state__in=VISIBLE_ROUND_STATES)


def _last_acts(since: datetime) -> QuerySet[LogEntry]:
    """Return the last entry of an event's log, unless it is older than this."""
    return LogEntry.objects.filter(book=OuterRef("book"), number=OuterRef("book__entries"), at__gte=since)


def _as_evenings(*lists: Sequence[Tournament]) -> list[list[Evening]]:
    """Make the events of some lists evenings, with two queries for all of them."""
    events = [event for listed in lists for event in listed]
    rounds = _last_rounds(events)
    entries = Entry.objects.filter(tournament__in=events).exclude(state=Entry.State.WITHDRAWN).order_by()
    entered = dict(entries.values_list("tournament").annotate(Count("pk")))
    return [
        [Evening(event, rounds.get(event.pk), entered.get(event.pk, 0)) for event in listed]
        for listed in lists
    ]


def _last_rounds(events: Collection[Tournament]) -> dict[int, ShownRound]:
    """Return the last round of each event that everybody may see."""
    shown = Round.objects.filter(tournament__in=events, state__in=VISIBLE_ROUND_STATES).order_by()
    later = Round.objects.filter(
        tournament=OuterRef("tournament"), number__gt=OuterRef("number"), state__in=VISIBLE_ROUND_STATES
    )
    played = Q(pairings__table__isnull=False)
    plays = played & Q(pairings__kind=Pairing.Kind.PLAYED, pairings__game__over=False)
    counted = shown.exclude(Exists(later)).annotate(
        tables=Count("pairings", filter=played), playing=Count("pairings", filter=plays)
    )
    rows = counted.values_list("tournament", "number", "state", "tables", "playing")
    return {event: ShownRound(*columns) for event, *columns in rows}
