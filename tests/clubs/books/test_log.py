"""The log told in words: the page, its filters, and that every act has a sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache
from importlib import import_module
from inspect import getmembers, isfunction, signature
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone, translation

from clubs import people
from clubs.books import log_wording
from clubs.books.writing import club_book, writing
from clubs.models import Book, Role
from clubs.people.details import PlayerDetails
from tests.builders import a_user, an_author
from tests.clubs.support.desk import Desk

ROOT = Path(settings.BASE_DIR)
APPS = ("clubs", "scoring", "tournaments")
SOURCES = [
    source
    for app in APPS
    for source in sorted((ROOT / app).rglob("*.py"))
    if "migrations" not in source.parts
]
VERBS = ("clubs.people.verbs", "clubs.people.club_verbs", "clubs.accounts.verbs")


@pytest.fixture
def desk(db: None) -> Desk:
    return Desk()


# --- the words --------------------------------------------------------------------------------------------


@cache
def calls_in(source: Path) -> list[ast.Call]:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def calls_of(name: str, source: Path) -> Iterator[ast.Call]:
    for call in calls_in(source):
        if isinstance(call.func, ast.Attribute) and call.func.attr == name:
            yield call


def calls_to(name: str, source: Path) -> Iterator[ast.Call]:
    return (call for call in calls_in(source) if isinstance(call.func, ast.Name) and call.func.id == name)


def acts_logged() -> dict[str, str]:
    """Every act that is written out where it is logged, and where."""
    return {
        str(call.args[0].value): source.name
        for source in SOURCES
        for call in (*calls_of("log", source), *calls_to("LoggedAct", source))
        if len(call.args) > 1 and isinstance(call.args[0], ast.Constant)
    }


def test_every_act_that_is_logged_anywhere_has_a_sentence() -> None:
    acts = acts_logged()
    assert len(acts) > 15
    assert {act: where for act, where in acts.items() if act not in log_wording.log_sentences} == {}
    assert {
        "player.edited",
        "player.renamed",
    } <= log_wording.log_sentences.keys()  # chosen by `people.edit_act`


def test_every_sentence_and_label_is_there_in_every_language() -> None:
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            assert all(str(sentence).strip() for sentence in log_wording.log_sentences.values())
            assert all(str(fact.label).strip() for fact in log_wording.fact_labels.values())


def test_a_code_has_one_sentence_and_a_fact_one_meaning() -> None:
    with pytest.raises(ValueError, match=r"club\.created"):
        log_wording.log_sentences.register({"club.created": "Something else"})
    with pytest.raises(ValueError, match="place"):
        log_wording.fact_labels.register({"place": log_wording.FactLabel("Rank")})


# The first entries of many new books are made by the same function and stored together.
STORE_ENTRIES = ["clubs/books/new_books.py", "clubs/books/writing.py"]


def test_log_entries_are_made_by_one_function_alone() -> None:
    """Whoever writes a LogEntry otherwise writes past the chain.

    What is copied for load has a chain of its own, which `verify_log` proves.
    """
    makers = [
        source.relative_to(ROOT).as_posix()
        for source in SOURCES
        for call in (*calls_of("create", source), *calls_of("bulk_create", source))
        if "LogEntry" in ast.unparse(call)
    ]
    constructed = [
        source.relative_to(ROOT).as_posix()
        for source in SOURCES
        for call in calls_in(source)
        if ast.unparse(call.func).endswith("LogEntry")
    ]
    copies = "tournaments/simulating/federation/edition.py"
    assert (makers, constructed) == ([*STORE_ENTRIES, copies], ["clubs/books/writing.py", copies])


def verbs() -> dict[str, Any]:
    """The public functions that take who acts first and what with, and open a book themselves."""
    found = {}
    for name in VERBS:
        module = import_module(name)
        for verb, function in getmembers(module, isfunction):
            if function.__module__ == name and list(signature(function).parameters)[:1] == ["by"]:
                found[f"{name}.{verb}"] = function
    return found


def source_of(verb: str) -> ast.FunctionDef:
    module, _dot, name = verb.rpartition(".")
    tree = ast.parse((ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
    return next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)


def test_every_verb_that_opens_a_book_is_done_again_when_it_gave_way_to_another() -> None:
    opening = {
        verb
        for verb in verbs()
        if any(
            isinstance(node, ast.With) and "writing" in ast.unparse(node.items[0])
            for node in ast.walk(source_of(verb))
        )
    }
    retried = {
        verb
        for verb in verbs()
        if any(ast.unparse(each) == "retried" for each in source_of(verb).decorator_list)
    }
    assert len(opening) > 15
    assert opening - retried == {"clubs.people.club_verbs.create_club_unchecked"}  # inside create_club


def test_every_verb_writes_inside_a_book_that_it_opened() -> None:
    """Outside `writing` a verb may read; whatever it saves there would be in no log."""
    writers = {"save", "create", "delete", "update", "bulk_create", "bulk_update", "get_or_create"}
    for verb, function in verbs().items():
        node = source_of(verb)
        opened = [each for each in ast.walk(node) if isinstance(each, ast.With)]
        inside = {id(each) for block in opened for each in ast.walk(block)}
        outside = [
            ast.unparse(each)
            for each in ast.walk(node)
            if isinstance(each, ast.Call)
            and isinstance(each.func, ast.Attribute)
            and each.func.attr in writers
            and id(each) not in inside
        ]
        if verb != "clubs.people.club_verbs.create_club_unchecked":  # makes the book before it can open it
            assert outside == [], (verb, function)


# --- the page ---------------------------------------------------------------------------------------------


def told(desk: Desk, who: str = "admin", **query: str) -> list[Any]:
    response = desk.as_(who).get(desk.pages()["log"], query)
    return [row.record for row in response.context["table"].page.object_list]


@pytest.fixture
def busy(desk: Desk) -> Desk:
    """A player is renamed by the admin; the day before the director added another."""
    director, admin = an_author(desk.people["director"]), an_author(desk.people["admin"])
    yesterday = replace(director, at=director.at - timedelta(days=1))
    people.add_player(yesterday, desk.club, PlayerDetails(given_name="Bo", family_name="Ek"))
    renamed = PlayerDetails(given_name="Åsa", family_name="Öhman", licence="77", may_publish=True)
    people.edit_player(admin, desk.player, renamed, 1)
    with writing(desk.book, replace(admin, user=None, origin="table 7")) as act:
        act.log(
            "club.edited", desk.club, before={"place": "Åbo"}, after={"place": "Turku"}, reason="It moved"
        )
    return desk


def test_the_latest_act_stands_first_and_says_who_what_and_why(busy: Desk) -> None:
    latest, renamed, added = told(busy)
    assert (latest.sentence, latest.subject, latest.reason, latest.author) == (
        "Club changed",
        busy.club.name,
        "It moved",
        "",
    )
    assert [(change.label, change.before, change.after) for change in latest.changes] == [
        ("Place", "Åbo", "Turku")
    ]
    assert (renamed.author, renamed.subject) == (busy.people["admin"].name, "Åsa Öhman")
    assert [(change.before, change.after) for change in renamed.changes] == [
        ("Åsa Bergström (77)", "Åsa Öhman (77)")
    ]
    assert added.origin == "192.0.2.1"


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ({}, [3, 2, 1]),
        ({"act": "player.renamed"}, [2]),
        ({"author": "0"}, [3]),
        ({"text": "moved"}, [3]),
        ({"text": "TABLE 7"}, [3]),
        ({"text": "name changed"}, [2]),
        ({"text": "ohman"}, [2]),
        ({"text": "bo ek"}, [1]),
        ({"text": "nothing of the kind"}, []),
        ({"act": "player.renamed", "author": "0"}, []),
        ({"act": "nonsense"}, [3, 2, 1]),
        ({"author": "999999"}, [3, 2, 1]),
        ({"day": "yesterday"}, [3, 2, 1]),
        ({"day": "0001-01-01"}, [3, 2, 1]),
        ({"day": "9999-12-31"}, [3, 2, 1]),
    ],
)
@pytest.mark.engine
def test_entries_are_found_by_act_person_and_text(
    busy: Desk, query: dict[str, str], numbers: list[int]
) -> None:
    assert [each.number for each in told(busy, **query)] == numbers


@pytest.mark.engine
def test_entries_are_found_by_author_and_day(busy: Desk) -> None:
    director = busy.people["director"]
    assert [each.number for each in told(busy, author=str(director.pk))] == [1]
    assert [each.number for each in told(busy, text=director.name)] == [1]
    day = timezone.localdate(told(busy)[2].at)
    assert [each.number for each in told(busy, day=day.isoformat())] == [1]


def test_a_filter_that_makes_no_sense_is_told_at_its_field(busy: Desk) -> None:
    response = busy.as_("admin").get(busy.pages()["log"], {"day": "0001-01-01"})
    assert list(response.context["form"].errors) == ["day"]


def test_an_erased_name_is_shown_as_erased_and_the_chain_holds(busy: Desk) -> None:
    busy.player.names.all().delete()
    renamed = told(busy)[1]
    assert "(erased)" in renamed.changes[0].before


def test_an_event_s_jury_reads_the_event_s_log_and_not_the_club_s(desk: Desk) -> None:
    event = Book.objects.create(kind=Book.Kind.TOURNAMENT, club=desk.club)
    jury = a_user(Role.Kind.JURY, book=event)
    desk.people["event jury"] = jury
    client = desk.as_("event jury")
    assert client.get(f"/books/{event.pk}/log/").status_code == 200
    assert client.get(f"/books/{club_book(desk.club).pk}/log/").status_code == 403


def test_the_log_is_told_fifty_entries_at_a_time(desk: Desk) -> None:
    with writing(desk.book, an_author()) as act:
        for _entry in range(120):
            act.log("club.edited", desk.club)
    assert [len(told(desk, page=page)) for page in ("1", "2", "3", "99")] == [50, 50, 20, 20]


@pytest.mark.parametrize(
    ("asked", "is_open"), [({}, False), ({"page": "2"}, False), ({"text": "club"}, True)]
)
def test_the_search_is_folded_away_unless_the_log_is_searched(
    desk: Desk, asked: dict[str, str], is_open: bool
) -> None:
    page = desk.as_("admin").get(desk.pages()["log"], asked).content.decode()
    assert ('<details class="fold" open>' in page) is is_open
    assert ("Show all" in page) is is_open
