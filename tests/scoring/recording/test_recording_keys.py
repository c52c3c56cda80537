"""A form that is submitted twice is carried out once; its key is refused for other content."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from inspect import isfunction
from pkgutil import iter_modules
from uuid import uuid4

import pytest
from django.apps import apps

from clubs.books.writing import KeyReused
from clubs.models import Book, LogEntry
from scoring import recording
from scoring.models import Table
from tests.scoring.support.every_verb import VERBS, PreparedGame
from tests.scoring.support.played import Evening, an_evening

every_verb = pytest.mark.parametrize("name", VERBS)
# Verbs that take no key: said twice, the second changes nothing or finds nothing.
WITHOUT_A_KEY = {
    *("keep_photo", "assign_table", "delete_table", "delete_tables"),
    *("rederive_game", "let_players_open_games"),
}
# Verbs that return nothing, or are tested elsewhere: those of games at free tables in `test_opening`.
ELSEWHERE = {
    *("renew_cards", "take_protocol", "open_game_at_table", "set_game_aside", "put_game_back"),
    *("remove_photo", "file_scan", "ask_about_sheet", "file_sheet", "drop_sheet", "remove_upload"),
}
# Functions that write nothing.
QUESTIONS = {
    "digest_of",
    "logged_digest",
    "correction_verdicts",
    "find_state_before_void",
    "may_open_game",
    "why_not_writable",
}


def stored() -> dict[str, object]:
    """Return the numbers of rows, and each book's revision."""
    models = [*apps.get_app_config("scoring").get_models(), *apps.get_app_config("clubs").get_models()]
    rows = Counter({model.__name__: model._base_manager.count() for model in models})
    return {**rows, "revisions": list(Book.objects.order_by("pk").values_list("revision", "head"))}


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    return an_evening()


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


@pytest.mark.django_db
def test_every_verb_is_here() -> None:
    modules = {module.name for module in iter_modules(recording.__path__)}
    public = {name: getattr(recording, name) for name in set(recording.__all__) - modules}
    verbs = {name for name, value in public.items() if isfunction(value) and not name.endswith("_in")}
    assert verbs == VERBS.keys() | WITHOUT_A_KEY | ELSEWHERE | QUESTIONS


@pytest.mark.django_db
@every_verb
def test_a_sending_that_comes_twice_is_done_once_and_answered_the_same(name: str, evening: Evening) -> None:
    verb, key = VERBS[name], uuid4()
    ids = verb.prepare(evening)
    first = verb.act(PreparedGame(evening, key, ids))
    before = stored()
    assert verb.act(PreparedGame(evening, key, ids)) == first
    assert stored() == before
    assert LogEntry.objects.filter(key=key).count() == 1


@pytest.mark.django_db
@every_verb
def test_a_key_that_was_used_says_nothing_else(name: str, evening: Evening) -> None:
    verb, key = VERBS[name], uuid4()
    ids = verb.prepare(evening)
    verb.act(PreparedGame(evening, key, ids))
    before = stored()
    with pytest.raises(KeyReused):
        verb.other(PreparedGame(evening, key, ids))
    assert stored() == before


@pytest.mark.django_db
@every_verb
def test_a_key_of_another_game_is_refused(name: str, evening: Evening) -> None:
    first, second, verb, key = evening, an_evening(), VERBS[name], uuid4()
    verb.act(PreparedGame(first, key, verb.prepare(first)))
    ids = verb.prepare(second)
    before = stored()
    with pytest.raises(KeyReused):
        verb.act(PreparedGame(second, key, ids))
    assert stored() == before


@pytest.mark.django_db
def test_new_pins_are_made_once_for_one_sending(evening: Evening) -> None:
    key = uuid4()
    recording.renew_cards(evening.director, evening.table.club, key)
    pin = Table.objects.get().pin
    recording.renew_cards(evening.director, evening.table.club, key)
    assert Table.objects.get().pin == pin != evening.table.pin


@pytest.mark.django_db
def test_the_protocol_of_the_other_side_is_taken_once_for_one_sending() -> None:
    evening, key = an_evening(protocols="both"), uuid4()
    VERBS["hand_in_protocol"].act(PreparedGame(evening, uuid4(), {}))
    for _sent in range(2):
        recording.take_protocol(evening.device(1), evening.game, evening.approval(1, version=1, key=key), 0)
    assert LogEntry.objects.filter(key=key).count() == 1
