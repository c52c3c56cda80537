"""Mail before a match: to both captains, and to the league manager where a result is missing.

Nobody has to send it. The worker looks at each league once a day, and again when the league has changed. Of
the same match on the same day nobody is reminded twice, whatever happens in between.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.permissions import DIRECTORS
from clubs.jobs.errands import Errand
from clubs.models import Book, Role, User
from tournaments.captains.codes import team_path
from tournaments.captains.letters import has_mailbox, language_of
from tournaments.core.leagues.match import TeamSide
from tournaments.models import League, LeagueReminder, Team, TeamMatch
from tournaments.notices.outbox import PostedLetter, put_league_letters

# Nobody is written to at night.
_FIRST_HOUR: Final = 8
_LAST_HOUR: Final = 20
# Whom a tag is for, besides the two sides.
_MANAGER: Final = "manager"


@dataclass(frozen=True, slots=True)
class CaptainReminder:
    """A match of which a captain is reminded."""

    match: TeamMatch
    side: TeamSide
    # The day of the match; of a postponed one the last day on which it may be played.
    day: date
    tag: str

    @property
    def team(self) -> Team:
        return self.match.team_at(self.side)

    @property
    def when(self) -> str:
        """The day and the time, or by when a postponed match is to be played."""
        day = date_format(self.day, "DATE_FORMAT")
        if self.match.day is None:
            return _("postponed, to be played by %(day)s") % {"day": day}
        starts = self.match.starts
        return day if starts is None else f"{day}, {time_format(starts)}"

    @property
    def line_up(self) -> str:
        if self.match.shows_line_ups:
            return _("Both line-ups are open.")
        if self.match.sealed_at(self.side) is None:
            return _("Your line-up is not sealed yet.")
        return _("Your line-up is sealed.")


class MissingResult(NamedTuple):
    """A match that was to be played by now."""

    match: TeamMatch
    due: date
    tag: str


# Whether and when.


def _is_daytime(now: datetime) -> bool:
    return _FIRST_HOUR <= timezone.localtime(now).hour < _LAST_HOUR


def _due(now: datetime) -> QuerySet[League]:
    """Return the leagues to look at: a new day has begun since, or they have changed."""
    seen = Q(reminded_on=timezone.localdate(now), book__revision=F("reminded_revision"))
    running = League.objects.filter(state=League.State.RUNNING, removed_at=None)
    return running.exclude(seen).order_by("pk")


def _is_due(now: datetime) -> bool:
    return bool(settings.EMAIL_HOST) and _is_daytime(now) and _due(now).exists()


def _run(ending: threading.Event) -> None:
    now = timezone.now()
    for pk in list(_due(now).values_list("pk", flat=True)):
        if ending.is_set():
            return
        remind(pk, now)


def remind(pk: int, now: datetime) -> int:
    """Put the reminders of a league on their way that nobody has had; return how many letters these are."""
    with transaction.atomic():
        rows = League.objects.select_for_update(of=("self",)).select_related("club", "book")
        league = rows.filter(pk=pk, state=League.State.RUNNING, removed_at=None).first()
        if league is None:
            return 0
        today = timezone.localdate(now)
        letters = list(_letters(league, today, now)) if league.agreed.reminder_days is not None else []
        league.reminded_on, league.reminded_revision = today, league.book.revision
        league.save(update_fields=["reminded_on", "reminded_revision"])
        return put_league_letters(league, letters) if letters else 0


def _letters(league: League, today: date, now: datetime) -> Iterator[PostedLetter]:
    known = set(LeagueReminder.objects.filter(league=league).values_list("tag", flat=True))
    matches = list(_open_matches(league))
    by_team = defaultdict[Team, list[CaptainReminder]](list)
    for one in _coming(matches, today, league.agreed.reminder_days or 0):
        if one.tag not in known and has_mailbox(one.team):
            by_team[one.team].append(one)
    missing = [one for one in _missing(matches, today) if one.tag not in known]
    managers = _managers(league) if missing else []
    tags = [one.tag for reminders in by_team.values() for one in reminders]
    tags += [one.tag for one in missing] if managers else []
    LeagueReminder.objects.bulk_create(LeagueReminder(league=league, tag=tag, made_at=now) for tag in tags)
    for team, reminders in by_team.items():
        yield _letter_to_captain(league, team, reminders)
    for manager in managers:
        yield _letter_to_manager(league, manager, missing)


def _open_matches(league: League) -> QuerySet[TeamMatch]:
    """Return the matches that are still to be played: without a result, and of teams that are there."""
    matches = TeamMatch.objects.filter(
        league=league, kind=None, home__withdrawn_at=None, away__withdrawn_at=None
    )
    return matches.select_related("home__club", "away__club").order_by("day", "starts", "number")


def _coming(matches: Iterable[TeamMatch], today: date, days: int) -> Iterator[CaptainReminder]:
    for match in matches:
        day = match.day or match.last_day
        if day is not None and today <= day <= today + timedelta(days=days):
            kind = "last" if match.day is None else "day"
            for side in TeamSide:
                yield CaptainReminder(match, side, day, _tag(kind, match, day, str(int(side))))


def _missing(matches: Iterable[TeamMatch], today: date) -> Iterator[MissingResult]:
    for match in matches:
        due = match.last_day or match.day
        if due is not None and due < today:
            yield MissingResult(match, due, _tag("missing", match, due, _MANAGER))


def _tag(kind: str, match: TeamMatch, day: date, to: str) -> str:
    """Return what tells a reminder from others; fixtures that are published again keep theirs."""
    teams = f"{match.home.number}-{match.away.number}"
    return f"{kind}/{match.round}/{teams}/{day.isoformat()}/{to}"


# The letters.


def _letter_to_captain(league: League, team: Team, reminders: Sequence[CaptainReminder]) -> PostedLetter:
    with translation.override(language_of(league, team)):
        path = team_path(league, team) if _site_of(league) else ""
        context = {
            "league": league,
            "team": team,
            "reminders": [
                (one, f"{_site_of(league)}{path}{one.match.number}/" if path else "") for one in reminders
            ],
            "has_code": bool(path),
        }
        body = render_to_string("tournaments/captains/mail_reminder.txt", context)
        words = {"league": league.name, "count": len(reminders)}
        subject = (
            ngettext("%(league)s: your next match", "%(league)s: your next matches", len(reminders)) % words
        )
    return PostedLetter(to=team.captain_email, subject=subject, body=body)


def _letter_to_manager(league: League, manager: User, missing: Sequence[MissingResult]) -> PostedLetter:
    with translation.override(manager.language or league.club.language):
        site = _site_of(league)
        desk = reverse("tournaments:league_desk", args=[league.pk])
        context = {
            "league": league,
            "missing": missing,
            "link": f"{site}{desk}" if site else "",
        }
        body = render_to_string("tournaments/captains/mail_missing.txt", context)
        words = {"league": league.name, "count": len(missing)}
        subject = (
            ngettext(
                "%(league)s: a result is missing", "%(league)s: %(count)s results are missing", len(missing)
            )
            % words
        )
    return PostedLetter(to=manager.email, subject=subject, body=body)


def _site_of(league: League) -> str:
    site: str = settings.PUBLIC_ADDRESS or league.site
    return site.removesuffix("/")


def _managers(league: League) -> list[User]:
    """Return who directs the league; where nobody has a role in it alone, who directs its club."""
    roles = Role.objects.filter(book__club=league.club_id, kind__in=DIRECTORS, user__is_active=True)
    roles = roles.filter(Q(book=league.book_id) | Q(book__kind=Book.Kind.CLUB)).select_related("user")
    found = list(roles.order_by("pk"))
    own = [role for role in found if role.book_id == league.book_id]
    directing = [role for role in found if role.kind == Role.Kind.DIRECTOR]
    return list({role.user_id: role.user for role in own or directing or found}.values())


ERRANDS: Final = (Errand("reminders of leagues", _is_due, _run),)
