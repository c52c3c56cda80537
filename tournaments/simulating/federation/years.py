"""Which evenings a federation has over the years, and who plays them.

Some evenings are played through the verbs; all others are editions of these. All follows from the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from random import Random
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from clubs.books.writing import Author
from clubs.models import Club, Player, User
from clubs.people.club_verbs import create_club
from clubs.people.details import ClubDetails
from clubs.people.rating_consent import change_rating_consent
from tournaments import rankings, running, series
from tournaments.models import Tournament
from tournaments.simulating import people
from tournaments.simulating.federation.edition import Edition, let_numbers_go_on
from tournaments.simulating.federation.evening import DeskEvening, EveningPlan
from tournaments.simulating.stage import ORIGIN

_LANGUAGES: Final = ("fi", "sv", "da")
_RULESETS: Final = ("samba", "samba", "royal", "sitoumussamba", "danish")
# Pairs, rounds and deals of the kinds of evening, and how often each is among those that are played.
KINDS: Final = ((8, 5, 5), (8, 5, 5), (7, 5, 5), (10, 4, 5), (12, 5, 5))
_NAMES: Final = {
    "fi": ("Kerhoilta", "Mestaruuskilpailu"),
    "sv": ("Klubbkväll", "Mästerskap"),
    "da": ("Klubaften", "Mesterskab"),
}
# The last evening of a club's year is its championship.
_BEGINS: Final = time(18, 0, tzinfo=UTC)

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class FederationPlan:
    """How much is played."""

    clubs: int = 30
    years: int = 10
    # Of all clubs in all years.
    events: int = 3000
    # Of each club.
    players: int = 40
    # How many evenings are played through the verbs.
    played: int = 20
    # Pairs, rounds and deals of each kind of evening, in turn.
    kinds: Sequence[tuple[int, int, int]] = KINDS
    until: int = field(default_factory=lambda: timezone.localdate().year - 1)
    seed: int = 1

    def dice(self, *key: object) -> Random:
        return Random("/".join(map(str, (self.seed, *key))))  # noqa: S311 (play, no secret)


@dataclass(frozen=True, slots=True)
class PlayedYears:
    """What there is now."""

    federation: Club
    clubs: Sequence[Club]
    events: int
    deals: int


@dataclass(slots=True)
class FederationYears:
    """The years of a federation."""

    keeper: User
    plan: FederationPlan
    members: dict[int, list[Player]] = field(default_factory=dict)

    def play(self, report: Report = lambda _done, _total: None) -> PlayedYears:
        """Found the federation and play its years."""
        federation, clubs = self._found()
        evenings = list(self._evenings(clubs))
        editions: list[Edition] = []
        for done, (club, starts, name) in enumerate(evenings, 1):
            if len(editions) < self.plan.played:
                editions.append(Edition(self._play(club, starts, name, len(editions))))
            else:
                self._copy(editions[done % len(editions)], club, starts, name)
            report(done, len(evenings))
        let_numbers_go_on()
        self._make_series(federation, clubs)
        deals = sum(
            editions[at - 1 if at <= len(editions) else at % len(editions)].deals
            for at in range(1, len(evenings) + 1)
        )
        return PlayedYears(federation, clubs, len(evenings), deals)

    def _by(self, at: datetime) -> Author:
        return Author(user=self.keeper, origin=ORIGIN, at=at)

    # Clubs and players.

    def _found(self) -> tuple[Club, list[Club]]:
        founded = self._by(datetime(self.plan.until - self.plan.years, 12, 1, tzinfo=UTC))
        federation = _new_federation(founded)
        clubs = [self._new_club(founded, federation, number) for number in range(1, self.plan.clubs + 1)]
        return federation, clubs

    def _new_club(self, by: Author, federation: Club, number: int) -> Club:
        language = _LANGUAGES[number % len(_LANGUAGES)]
        details = ClubDetails(name=f"{federation.name}, {number}", language=language)
        club = create_club(by, details, federation)
        people.add_missing_players(by, club, self.plan.players, self.plan.dice("people", number))
        self.members[club.pk] = list(club.home_players.order_by("pk"))
        for player in self.members[club.pk]:
            if player.may_publish:
                change_rating_consent(by, player, agreed=True)
        return club

    # Evenings.

    def _evenings(self, clubs: Sequence[Club]) -> Iterator[tuple[Club, datetime, str]]:
        """Yield the evenings of all clubs in the order of their days."""
        a_year = -(-self.plan.events // (self.plan.years * len(clubs)))
        found = [
            (club, datetime.combine(day, _BEGINS), _NAMES[club.language][at == a_year - 1])
            for number, club in enumerate(clubs)
            for year in range(self.plan.until - self.plan.years + 1, self.plan.until + 1)
            for at, day in enumerate(_days(year, a_year, number))
        ]
        yield from sorted(found, key=lambda one: (one[1], one[0].pk))[: self.plan.events]

    def _play(self, club: Club, starts: datetime, name: str, number: int) -> Tournament:
        pairs, rounds, deals = self.plan.kinds[number % len(self.plan.kinds)]
        plan = EveningPlan(
            ruleset=_RULESETS[number % len(_RULESETS)],
            name=name,
            starts=starts,
            rounds=rounds,
            deals=deals,
            seed=f"{self.plan.seed}/{number}",
        )
        players = self._players(club, starts, 2 * pairs)
        return DeskEvening(club, self.keeper, plan).play(
            [players[at : at + 2] for at in range(0, len(players), 2)]
        )

    @transaction.atomic
    def _copy(self, edition: Edition, club: Club, starts: datetime, name: str) -> None:
        of = edition.event
        plan = running.EventPlan(
            name=name,
            date=starts.date(),
            starts_at=starts,
            ruleset=of.ruleset,
            agreement=of.agreement,
            secret=of.secret,
        )
        players = self._players(club, starts, len(edition.players))
        edition.copy(self._by(edition.set_up_at(starts)), club, plan, players)

    def _players(self, club: Club, starts: datetime, number: int) -> list[Player]:
        """Return who comes: friends often play together."""
        members = self.members[club.pk]
        dice = self.plan.dice("who", club.pk, starts)
        pairs = [members[at : at + 2] for at in range(0, len(members) - 1, 2)]
        chosen = dice.sample(pairs, number // 2)
        return [player for pair in chosen for player in pair]

    # Series and a ranking.

    def _make_series(self, federation: Club, clubs: Sequence[Club]) -> None:
        """Make a series of each club and of the federation in each year, and a ranking of the federation.

        All are closed at the end of their year but those of the last one.
        """
        end = self._by(datetime(self.plan.until, 12, 31, 12, tzinfo=UTC))
        rankings.add_ranking(end, federation, rankings.RankingPlan(name="Ranking", public=True), uuid4())
        for year in range(self.plan.until - self.plan.years + 1, self.plan.until + 1):
            first, last = date(year, 1, 1), date(year, 12, 31)
            by = self._by(datetime(year, 1, 2, 12, tzinfo=UTC))
            for club in (federation, *clubs):
                plan = series.SeriesPlan(name=f"{club.name} {year}", since=first, until=last, public=True)
                made = series.add_series(by, club, plan, uuid4())
                if year < self.plan.until:
                    series.close_series(self._by(datetime(year, 12, 31, 12, tzinfo=UTC)), made)


def _days(year: int, evenings: int, shift: int) -> list[date]:
    """Return so many days of a year, as far apart as they can be."""
    first = date(year, 1, 3) + timedelta(days=shift % 7)
    return [first + timedelta(days=at * 350 // evenings) for at in range(evenings)]


def _new_federation(by: Author) -> Club:
    names = (f"Canasta Simulata {number}" for number in count(1))
    name = next(name for name in names if not Club.objects.filter(name=name).exists())
    return create_club(by, ClubDetails(name=name, language="sv"))
