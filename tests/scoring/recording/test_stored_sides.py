"""A side is stored as its number: what the database refuses."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction

from scoring import recording
from scoring.models import LAST_SIDE, Adjustment, Deal, DealVersion, Game, Hand, Side
from tests.scoring.support.played import Evening, an_evening

# The columns with the number of a side.
COLUMNS = {
    "side",
    "first_side",
    "winner",
    "end_side",
    "away",
    "at_fault",
    "dealer_side",
    "leader_side",
}
MODELS = [*apps.get_app_config("scoring").get_models(), *apps.get_app_config("tournaments").get_models()]


@pytest.fixture
def evening() -> Evening:
    evening = an_evening()
    evening.record(1, by=evening.device(0))
    recording.adjust(evening.director, evening.game, evening.charge(0, -100))
    return evening


def sides_in(model: type[models.Model]) -> list[str]:
    fields = (field.name for field in model._meta.concrete_fields)
    return [f"{model.__name__}.{name}" for name in fields if name in COLUMNS]


def checked_in(model: type[models.Model]) -> list[str]:
    checks = [rule for rule in model._meta.constraints if isinstance(rule, models.CheckConstraint)]
    return [
        f"{model.__name__}.{column}" for rule in checks for column in COLUMNS if _has(rule.condition, column)
    ]


def _has(condition: Any, column: str) -> bool:
    return (f"{column}__lte", LAST_SIDE) in condition.children


def test_every_column_with_the_number_of_a_side_has_its_constraint() -> None:
    # A match of teams has two sides, which are no sides of a game, and a team that is away from home.
    teams = {"LineUpPlace.side", "MatchTable.at_fault", "TeamMatch.at_fault", "TeamMatch.away"}
    numbered = {name for model in MODELS for name in sides_in(model)} - {"Seat.side"} - teams
    assert numbered == {name for model in MODELS for name in checked_in(model)}
    assert len(numbered) == 15


@pytest.mark.engine
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("model", "values"),
    [
        (Hand, {"side": 3}),
        (Adjustment, {"side": 3}),
        (DealVersion, {"side": 3}),
        (Game, {"winner": 3}),
        (Side, {"number": 3}),
        (Deal, {"dealer_side": 3, "dealer_position": 0}),
        (Deal, {"dealer_side": 1}),
        (Deal, {"leader_position": 1}),
    ],
)
def test_no_row_names_a_side_that_no_game_has(
    evening: Evening, model: type[models.Model], values: dict[str, int]
) -> None:
    last = model._default_manager.order_by("pk").last()
    assert last is not None
    with pytest.raises(IntegrityError), transaction.atomic():
        model._default_manager.filter(pk=last.pk).update(**values)


@pytest.mark.django_db
def test_a_dealer_is_a_side_and_a_place(evening: Evening) -> None:
    Deal.objects.update(dealer_side=1, dealer_position=0)
    deal = evening.deal(1)
    assert (deal.dealer, deal.leader) == ((1, 0), None)
