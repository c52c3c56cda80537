"""Mail to captains: the way to the page of the team, and that something waits for them there.

A letter is stored with the act and sent by the worker; without a mail server, or without the address of the
captain, there is none. It is in the language of the team's club.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.text.dates import short_datetime
from tournaments.captains.codes import code_of_team, last_day_of, team_path
from tournaments.captains.steps import silent_from
from tournaments.core.leagues.match import TeamSide
from tournaments.models import League, Team, TeamMatch
from tournaments.notices.outbox import PostedLetter, put_league_letters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.utils.functional import _StrPromise


class CaptainLetter(StrEnum):
    """What waits for a captain."""

    LINE_UP = "line_up"
    ANSWER = "answer"
    DISPUTED = "disputed"


_SENTENCES: Final[Mapping[CaptainLetter, _StrPromise]] = {
    CaptainLetter.LINE_UP: _lazy("%(team)s has sealed its line-up. Yours is waited for."),
    CaptainLetter.ANSWER: _lazy("%(team)s has entered the result. Look at it, and say whether it is right."),
    CaptainLetter.DISPUTED: _lazy("%(team)s says that the result is not right: %(reason)s"),
}


def has_mailbox(team: Team) -> bool:
    """Whether letters reach the captain of a team."""
    return bool(settings.EMAIL_HOST and team.captain_email)


def send_codes(league: League, teams: Iterable[Team], origin: str) -> int:
    """Write to the captains of these teams who have a mailbox; return to how many."""
    letters = [_code_letter(league, team, origin) for team in teams if team.code_set and has_mailbox(team)]
    return put_league_letters(league, letters) if letters else 0


def _code_letter(league: League, team: Team, origin: str) -> PostedLetter:
    with translation.override(language_of(league, team)):
        context = {
            "league": league,
            "team": team,
            "link": f"{origin}{team_path(league, team)}",
            "code": code_of_team(league.book_id, team.pk, team.code_set),
            "typed_at": f"{origin}{reverse('tournaments:team_code', args=[league.pk])}",
            "until": date_format(last_day_of(league), "DATE_FORMAT"),
        }
        body = render_to_string("tournaments/captains/mail_code.txt", context)
        subject = _("%(league)s: the page of your team") % {"league": league.name}
    return PostedLetter(to=team.captain_email, subject=subject, body=body)


def tell_captain(match: TeamMatch, side: TeamSide, letter: CaptainLetter, origin: str) -> bool:
    """Write to the captain of a side of a match; return whether there is a mailbox to write to."""
    team, league = match.team_at(side), match.league
    if not has_mailbox(team):
        return False
    put_league_letters(league, [_match_letter(match, team, side, letter, origin)])
    return True


def _match_letter(
    match: TeamMatch, team: Team, side: TeamSide, letter: CaptainLetter, origin: str
) -> PostedLetter:
    league = match.league
    with translation.override(language_of(league, team)):
        words = {"team": match.team_at(side.other).name, "reason": match.reason}
        silent = silent_from(league.agreed, match)
        path = team_path(league, team)
        context = {
            "league": league,
            "match": match,
            "day": date_format(match.day, "DATE_FORMAT") if match.day else "",
            "sentence": str(_SENTENCES[letter]) % words,
            "silent": short_datetime(silent) if silent and letter is CaptainLetter.ANSWER else "",
            # Without a code the captain asks the league manager.
            "link": f"{origin}{path}{match.number}/" if path else "",
        }
        body = render_to_string("tournaments/captains/mail_match.txt", context)
        subject = _("%(league)s: %(home)s – %(away)s") % {
            "league": league.name,
            "home": match.home.name,
            "away": match.away.name,
        }
    return PostedLetter(to=team.captain_email, subject=subject, body=body)


def language_of(league: League, team: Team) -> str:
    return team.club.language if team.club is not None else league.club.language
