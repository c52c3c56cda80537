"""What cannot have happened is recorded by a director alone, knowingly and saying why; and counts then."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.books.verification import verify_log
from clubs.books.writing import Author
from scoring import recording
from scoring.core import simulate
from scoring.core.problem import OVERRIDABLE, Code
from scoring.core.sheet_io import sheet_as_data
from scoring.models import Deal, DealVersion, Game
from scoring.recording import recheck
from scoring.store import sheets
from tests.conftest import LONG
from tests.scoring.support import impossible_deals
from tests.scoring.support.played import Evening, a_deal, a_stock_end, an_evening
from tests.scoring.support.simulated import game as rules_called

pytestmark = pytest.mark.django_db
Written = TypeVar("Written", recording.WrittenDeal, recording.Amendment)
few = settings(max_examples=60 if LONG else 2)
chances = st.integers(min_value=0, max_value=2**64).map(Random)
each_error = pytest.mark.parametrize("code", impossible_deals.PLANTED_ERRORS)


def test_every_error_that_a_director_may_pass_over_is_planted_here() -> None:
    assert impossible_deals.PLANTED_ERRORS.keys() == OVERRIDABLE


@contextmanager
def a_world() -> Iterator[None]:
    """Each deal finds an empty club, and leaves nothing behind."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def an_evening_of(code: Code, chance: Random) -> Evening:
    """A game that knows the error, with as many players as it takes."""
    how = impossible_deals.PLANTED_ERRORS[code]
    rules = rules_called(chance.choice(sorted(how.games)))
    forms = [form for form in rules.player_counts if not how.single_players or set(form) == {1}]
    players = chance.choice(forms)
    return an_evening(players, ruleset=rules.slug, players_per_side=players)


def a_spoiled_deal(evening: Evening, code: Code, chance: Random) -> dict[str, Any]:
    """A deal that was played, as a tally or by its cards, with an error planted in it."""
    rules = rules_called(evening.game.ruleset)
    sheet = simulate.play_deal(rules, chance, players=tuple(evening.game.players_per_side)).sheet
    written = simulate.tally_sheet(sheet) if chance.randrange(2) else sheet
    body: dict[str, Any] = sheets.deal_data(json.loads(json.dumps(sheet_as_data(written))))
    impossible_deals.PLANTED_ERRORS[code].plant(body, rules)
    return body


def passing_over(body: dict[str, Any], reason: str = "all saw it") -> recording.WrittenDeal:
    return recording.WrittenDeal(number=1, body=body, key=uuid4(), override=True, reason=reason)


def written_anew(body: dict[str, Any], **said: Any) -> recording.Amendment:
    return recording.Amendment(number=1, version=1, body=body, key=uuid4(), reason="so it was", **said)


def refused(
    verb: Callable[[Author, Game, Written], DealVersion], by: Author, evening: Evening, written: Written
) -> set[Code]:
    """The errors for which a deal is refused."""
    with pytest.raises(recording.InvalidDeal) as refusal:
        verb(by, evening.game, written)
    return {problem.code for problem in refusal.value.problems if not problem.warning}


def points_of(version: DealVersion) -> list[int]:
    return [side["total"] for side in version.result["sides"]]


def holds() -> bool:
    return not list(recheck.all_differences()) and not verify_log().broken


@each_error
@few
@given(chance=chances)
def test_what_cannot_have_happened_is_recorded_by_a_director_alone_who_says_why(
    code: Code, chance: Random
) -> None:
    with a_world():
        evening = an_evening_of(code, chance)
        body = a_spoiled_deal(evening, code, chance)
        for by in (evening.device(0), evening.device(1), evening.scorer):
            assert code in refused(recording.record_deal, by, evening, a_deal(1, body))
            with pytest.raises(PermissionDenied):
                recording.record_deal(by, evening.game, passing_over(body))
        found = refused(recording.record_deal, evening.director, evening, a_deal(1, body))
        assert code in found <= OVERRIDABLE
        with pytest.raises(ValidationError):
            recording.record_deal(evening.director, evening.game, passing_over(body, reason="  "))
        assert not Deal.objects.exists()
        version = recording.record_deal(evening.director, evening.game, passing_over(body))
        assert (version.overridden_errors, version.reason) == (sorted(found), "all saw it")
        assert evening.totals == points_of(version)
        assert holds()


@each_error
@few
@given(chance=chances)
def test_a_deal_is_corrected_to_it_by_a_director_alone_and_lives_on(code: Code, chance: Random) -> None:
    is_corrected_and_lives_on(code, chance)


def test_a_deal_is_corrected_so_that_the_game_is_over_and_lives_on() -> None:
    is_corrected_and_lives_on(Code.MELD_POINTS_TOO_LOW, Random(379))


def is_corrected_and_lives_on(code: Code, chance: Random) -> None:
    """Written anew so, charged, declared void: nothing of it crashes, and all of it can be computed again."""
    with a_world():
        evening = an_evening_of(code, chance)
        body = a_spoiled_deal(evening, code, chance)
        evening.record(1, a_stock_end(*[5] * len(evening.sides)), by=evening.device(0))
        for by in (evening.device(0), evening.scorer):
            assert code in refused(recording.amend_deal, by, evening, written_anew(body))
            with pytest.raises(PermissionDenied):
                recording.amend_deal(by, evening.game, written_anew(body, override=True))
        version = recording.amend_deal(evening.director, evening.game, written_anew(body, override=True))
        assert code in version.overridden_errors
        recording.adjust(evening.director, evening.game, evening.charge(0, -100, deal=1))
        assert evening.current().overridden_errors == version.overridden_errors
        assert holds()
        second = the_next_deal(evening)
        recording.void_deal(evening.director, evening.game, 1, "dealt wrongly", uuid4())
        assert evening.totals == (points_of(second) if second else [0] * len(evening.sides))
        assert holds()


def the_next_deal(evening: Evening) -> DealVersion | None:
    """None where what cannot have happened is worth a whole game: then no deal follows."""
    evening.game.refresh_from_db()
    return None if evening.game.over else evening.record(2, a_stock_end(*[0] * len(evening.sides)))
