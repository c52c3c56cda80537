"""What leagues have of a person: for the file about everything, and for an erasure.

A captain is a name and an e-mail, and no player. Who has the name in a league of the person's clubs is the
person, and so is who has the e-mail of the person's account.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import Author
from clubs.models import Book, Player, PlayerName, User
from clubs.people.erasing import ErasedPerson, Wipe
from clubs.people.named_words import Names, whole_names
from clubs.people.names import NO_NAME
from clubs.people.person_file import ids_of
from clubs.reports.tables import LongTable
from clubs.web.tables import number_columns, text_columns
from tournaments.models import LineUpPlace, OutgoingLetter, Team, TeamPlayer
from tournaments.registration.signups import organizers_near


def teams_led_by(player: Player, ids: Sequence[int], names: Names) -> list[Team]:
    """Return the teams whose captain a person is or was."""
    accounts = User.objects.filter(player__in=ids).values_list("email", flat=True)
    emails = [email.casefold() for email in accounts]
    near = Q(league__club__in=organizers_near(player, ids).order_by().values("pk"))
    near |= Q(league__teams__members__player__in=ids)
    with_name = Q(pk__in=Team.objects.filter(near).exclude(captain_name="").order_by().values("pk"))
    with_email = Q(pk__in=[])
    for email in emails:
        with_email |= Q(captain_email__iexact=email)
    name = whole_names(names)
    teams = Team.objects.filter(with_name | with_email).select_related("league").order_by("pk")
    return [
        team for team in teams if name.search(team.captain_name) or team.captain_email.casefold() in emails
    ]


def books_of_captain(player: Player, names: Names) -> QuerySet[Book]:
    """Return the books of the leagues in which a person is the captain of a team."""
    leagues = {team.league_id for team in teams_led_by(player, ids_of(player), names)}
    return Book.objects.filter(league__in=leagues)


# Everything about a person.


def leagues_of_person(player: Player, ids: Sequence[int]) -> Iterator[LongTable]:
    """Yield the teams of a person, the line-ups, and the teams of which the person is the captain."""
    yield _teams(ids)
    yield _line_ups(ids)
    yield _captained(player, ids)


def _teams(ids: Sequence[int]) -> LongTable:
    rows = TeamPlayer.objects.filter(player__in=ids).select_related("team__league")
    return LongTable(
        columns=text_columns(league=_("League"), since=_("From"), team=_("Team"), reserve=_("As a reserve")),
        lines=lambda: (
            (
                row.team.league.name,
                row.team.league.since,
                row.team.name,
                _("yes") if row.is_reserve else _("no"),
            )
            for row in rows.order_by("team__league__since", "pk")
        ),
        caption=_("Places in teams"),
        key="teams",
    )


def _line_ups(ids: Sequence[int]) -> LongTable:
    rows = LineUpPlace.objects.filter(player__in=ids)
    rows = rows.select_related("match__league", "match__home", "match__away")
    return LongTable(
        columns=(
            *text_columns(league=_("League"), date=_("Date"), home=_("Home team"), away=_("Away team")),
            *number_columns(pair=_("Pair")),
        ),
        lines=lambda: (
            (
                row.match.league.name,
                row.match.day,
                row.match.home.name,
                row.match.away.name,
                row.pair,
            )
            for row in rows.order_by("match__day", "pk")
        ),
        caption=_("Places in line-ups"),
        key="line_ups",
    )


def _captained(player: Player, ids: Sequence[int]) -> LongTable:
    names = [
        *Player.objects.filter(pk__in=ids).values_list("given_name", "family_name"),
        *PlayerName.objects.filter(player__in=ids).values_list("given_name", "family_name"),
    ]
    return LongTable(
        columns=text_columns(
            league=_("League"), team=_("Team"), name=_("Captain"), email=_("Captain's e-mail")
        ),
        lines=lambda: (
            (team.league.name, team.name, team.captain_name, team.captain_email)
            for team in teams_led_by(player, ids, names)
        ),
        caption=_("Captain of teams"),
        key="captain",
    )


# Erasing.


def captains_of_erased(person: ErasedPerson, _by: Author) -> Iterator[Wipe]:
    """Yield the letters to a captain, the name and the e-mail; the code of the team ends with the captain."""
    teams = teams_led_by(person.player, person.ids, person.names)
    emails = {team.captain_email for team in teams if team.captain_email}
    emails |= set(User.objects.filter(player__in=person.ids).values_list("email", flat=True))
    letters = OutgoingLetter.objects.filter(league__isnull=False, to__in=emails)
    yield Wipe(_lazy("Letters to captains"), letters)
    left = defaultdict[str, list[int]](list)
    for team in teams:
        left[_without(person.names, team.captain_name)].append(team.pk)
    for name, keys in left.items():
        values = {"captain_name": name, "captain_email": "", "code_set": 0}
        yield Wipe(_lazy("Names and e-mails of captains"), Team.objects.filter(pk__in=keys), values)


def _without(names: Names, captain: str) -> str:
    """Return what is left of the name of a captain; another person who is named beside stays."""
    left, count = whole_names(names).subn(NO_NAME, captain)
    return left if count else NO_NAME
