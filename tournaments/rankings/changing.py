"""The verbs of a ranking: made, changed, taken off the list and brought back.

They write in the book of the club. What they change is the agreement alone: no points are stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Self
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, Submission, Writing, club_book, retried, writing
from clubs.models import Club
from clubs.text.alphabet import tidy
from tournaments.agreement.ranking_rules import read_ranking_rules, store_ranking_rules
from tournaments.core.ranking import MAX_GRADES, MAX_WEIGHT, MAX_YEARS, RankingRules
from tournaments.core.series.rules import MAX_EVENINGS, MAX_POINTS
from tournaments.models import Ranking
from tournaments.series.changing import check_points
from tournaments.series.queries import events_of_club

_MAX_NAME: Final = 100
_MAX_GRADE: Final = 40
_LAST_MONTH: Final = 12
_USUAL_RULES: Final = RankingRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingPlan:
    """What is agreed on for a ranking."""

    name: str
    rules: RankingRules = _USUAL_RULES
    # Events that were picked by hand.
    championships: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()
    public: bool = False

    @property
    def facts(self) -> dict[str, JsonValue]:
        """What the log has of it."""
        return {
            "name": self.name,
            "ranking_rules": store_ranking_rules(self.rules),
            "ranking_championships": list(self.championships),
            "ranking_left_out": list(self.left_out),
            "ranking_public": self.public,
        }

    @classmethod
    def of(cls, ranking: Ranking) -> Self:
        return cls(
            name=ranking.name,
            rules=ranking.agreed,
            championships=tuple(ranking.championships.order_by("pk").values_list("pk", flat=True)),
            left_out=tuple(ranking.left_out.order_by("pk").values_list("pk", flat=True)),
            public=ranking.public,
        )


plan_of_ranking = RankingPlan.of


def ranking_plan_from(facts: Mapping[str, Any]) -> RankingPlan:
    """Return the plan that the log has."""
    return RankingPlan(
        name=facts["name"],
        rules=read_ranking_rules(facts["ranking_rules"]),
        championships=tuple(facts["ranking_championships"]),
        left_out=tuple(facts["ranking_left_out"]),
        public=facts["ranking_public"],
    )


# Making and changing.


@retried
def add_ranking(by: Author, club: Club, plan: RankingPlan, key: UUID) -> Ranking:
    """Make a ranking of a club. Sent twice with one key, it is one ranking."""
    _check(plan)
    submission = Submission(key=key, content={"club": club.pk, **plan.facts})
    with writing(club_book(club), by, needs=DIRECTORS, submission=submission, hides_nothing=True) as act:
        if act.earlier is not None:
            return Ranking.objects.select_related("club").get(pk=act.earlier.facts["ranking"])
        _check_in_club(club, plan)
        ranking = Ranking(club=club)
        _store(ranking, plan)
        act.log("ranking.made", ranking, after={"ranking": ranking.pk, **plan.facts})
        return ranking


@retried
def change_ranking(by: Author, ranking: Ranking, plan: RankingPlan, version: int) -> None:
    """Change what is agreed on. `version` is the one that the author has seen."""
    _check(plan)
    with _open_ranking(ranking, by) as (act, stored):
        before = RankingPlan.of(stored)
        if before == plan:
            act.mark_repeat()
            return
        if stored.version != version:
            raise NotNow(_("Somebody else has changed the ranking meanwhile. Open its page again."))
        _check_in_club(stored.club, plan, stored.pk)
        _store(stored, plan)
        act.log("ranking.changed", stored, before=before.facts, after=plan.facts)


def _store(ranking: Ranking, plan: RankingPlan) -> None:
    ranking.name, ranking.public = plan.name, plan.public
    ranking.rules = store_ranking_rules(plan.rules)
    if ranking.pk is not None:
        ranking.version += 1
    ranking.save()
    ranking.championships.set(plan.championships)
    ranking.left_out.set(plan.left_out)


# Taking off the list.


@retried
def remove_ranking(by: Author, ranking: Ranking) -> None:
    """Take a ranking off the list of its club. Its events stay as they are."""
    with _open_ranking(ranking, by) as (act, stored):
        stored.removed_at = by.at
        stored.save(update_fields=["removed_at"])
        act.log("ranking.removed", stored, before={"name": stored.name})


@retried
def bring_ranking_back(by: Author, ranking: Ranking) -> None:
    """Bring a ranking that was removed back into the list."""
    with _open_ranking(ranking, by, removed=True) as (act, stored):
        if _same_name(stored.club, stored.name).exists():
            raise NotNow(_("The club has another ranking of this name by now."))
        stored.removed_at = None
        stored.save(update_fields=["removed_at"])
        act.log("ranking.brought_back", stored, after={"name": stored.name})


@contextmanager
def _open_ranking(
    ranking: Ranking, by: Author, *, removed: bool = False
) -> Iterator[tuple[Writing, Ranking]]:
    """Lock the book of the club for one act on a ranking, and read it again."""
    with writing(club_book(ranking.club), by, needs=DIRECTORS) as act:
        stored = Ranking.objects.select_related("club").get(pk=ranking.pk)
        if (stored.removed_at is not None) != removed:
            raise NotNow(
                _("The ranking is in the list.") if removed else _("The ranking has been removed meanwhile.")
            )
        yield act, stored


# Checks.


def _check(plan: RankingPlan) -> None:
    if not plan.name or len(plan.name) > _MAX_NAME or plan.name != tidy(plan.name):
        raise validation_error("name", _("Give the ranking a name."))
    rules = plan.rules
    check_points(rules.counting)
    for field, count in (("how_many", rules.counting.how_many), ("minimum", rules.counting.minimum)):
        if not 1 <= count <= MAX_EVENINGS:
            raise validation_error(field, _("Between 1 and 500 events."))
    _check_weights(rules)
    _check_grades(rules)
    if set(plan.championships) & set(plan.left_out):
        raise validation_error("left_out", _("An event that does not count is no championship either."))


def _check_weights(rules: RankingRules) -> None:
    if not 1 <= len(rules.years) <= MAX_YEARS:
        raise validation_error("years", _("Write the weights of 1 to 10 years."))
    weights = (("championship", rules.championship), ("own", rules.own), ("club", rules.club))
    for field, weight in (*weights, *(("years", weight) for weight in rules.years)):
        if not 0 <= weight <= MAX_WEIGHT:
            raise validation_error(field, _("Between 0 and 1,000 per cent."))
    if not 1 <= rules.first_month <= _LAST_MONTH:
        raise validation_error("first_month", _("Choose a month."))


def _check_grades(rules: RankingRules) -> None:
    names = [grade.name for grade in rules.grades]
    if len(names) > MAX_GRADES or len(set(names)) < len(names):
        raise validation_error("grades", _("Write at most 20 titles, each with a name of its own."))
    for grade in rules.grades:
        if not 0 <= grade.least <= MAX_POINTS or not 0 < len(grade.name) <= _MAX_GRADE:
            raise validation_error("grades", _("Write a line for each title: the points, then its name."))


def _check_in_club(club: Club, plan: RankingPlan, own: int = 0) -> None:
    """Check what depends on the club; its book is locked."""
    if _same_name(club, plan.name).exclude(pk=own).exists():
        raise validation_error("name", _("The club has a ranking of this name already."))
    for field, events in (("championships", plan.championships), ("left_out", plan.left_out)):
        if not _known(club, events, own).issuperset(events):
            raise validation_error(field, _("One of the events has been deleted, or is of another club."))


def _known(club: Club, events: tuple[int, ...], own: int) -> set[int]:
    """Return which events may be picked: an event stays picked whose club has left the federation since."""
    known = {*events_of_club(club.pk).filter(pk__in=events).values_list("pk", flat=True)}
    for stored in Ranking.objects.filter(pk=own):
        before = RankingPlan.of(stored)
        known |= {*before.championships, *before.left_out}
    return known


def _same_name(club: Club, name: str) -> QuerySet[Ranking]:
    return Ranking.objects.filter(club=club, name=name, removed_at=None)
