"""What needs attention in all events and games of somebody: where it is settled, and what it costs."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from copy import deepcopy
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from clubs.books.archiving import archive
from clubs.books.writing import Author
from clubs.models import Role, User
from scoring import recording
from scoring.models import Call, Game, Ruling, Table
from scoring.overview.attention import count_pressing_for, load_attention
from tests.builders import a_user, an_author
from tests.pages.world import an_event, pairs_of
from tests.scoring.support.played import FEW_CARDS, Evening, a_body, a_deal, an_evening
from tournaments import running
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ADDRESS = "/attention/"


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    return an_evening(label="7")


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def browser(user: User | None) -> Client:
    client = Client()
    assert user is not None
    client.force_login(user)
    return client


def attention(by: Author) -> str:
    answer = browser(by.user).get(ADDRESS)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def listed(page: str) -> list[tuple[str, list[str]]]:
    """The events and clubs of the list, each with the words of its matters."""
    sections = re.findall(r"<h2 id=\"title-\d+\"><a [^>]+>([^<]+)</a></h2>(.*?)</section>", page, re.DOTALL)
    return [
        (
            label,
            [
                " ".join(re.sub(r"<[^>]+>", " ", item).split())
                for item in re.findall(r"<p><b class=\"place\".*?</p>", section, re.DOTALL)
            ],
        )
        for label, section in sections
    ]


def an_event_of(evening: Evening, name: str = "Cup") -> tuple[Tournament, Evening]:
    """An event of the club with a published round, and its game at a table of its own."""
    club = evening.table.club
    event = an_event(evening.director, club, name, pairs_of(club))
    running.publish_round(evening.director, running.draw_round(evening.director, event, "0" * 16))
    game = Game.objects.get(book=event.book)
    table = Table.objects.filter(game=game).first() or evening.table
    return event, Evening(game, table, evening.scorer, evening.director)


def call(evening: Evening) -> Call:
    words = recording.CallRequest(reason=Call.Reason.TIME, key=uuid.uuid4())
    return recording.call_director(evening.device(1), evening.game, words)


def over(evening: Evening) -> None:
    for number in range(1, 5):
        evening.record(number)


def poll(client: Client, tag: str) -> int:
    """What the script of the page is answered."""
    return client.get(ADDRESS, headers={"If-None-Match": tag}).status_code


def apart(evening: Evening) -> None:
    """The game outside events is back at its table, which a round had taken."""
    recording.assign_table(evening.director, evening.table, evening.game)


# What is listed.


def test_nothing_needs_attention(evening: Evening) -> None:
    page = attention(evening.director)
    assert listed(page) == []
    assert "Nothing." in page
    assert count_pressing_for(a_user()) == 0


def test_the_matters_of_an_event_and_of_games_outside_events_what_presses_first(evening: Evening) -> None:
    event, there = an_event_of(evening)
    there.record(1, FEW_CARDS)
    apart(evening)
    call(evening)
    page = attention(evening.director)
    (first, (calling,)), (second, (unlikely,)) = listed(page)
    assert first == f"{evening.table.club}: games outside events"
    assert calling.startswith("1 The table calls:")
    assert second == "Cup"
    assert unlikely.startswith("1 Round 1 Deal 1 was recorded although it looked unlikely")
    assert "<title>(1) Needs attention" in page
    assert f'href="/events/{event.pk}/desk/"' in page


def test_each_matter_leads_to_where_it_is_settled_and_back_here(evening: Evening) -> None:
    event, there = an_event_of(evening)
    there.record(1, by=there.device(0))
    recording.dispute_deal(there.device(1), there.game, there.approval(reason="We melded first"))
    page = attention(evening.director)
    (address,) = re.findall(r'id="do-dispute-[-\d]+" href="([^"]+)"', page)
    assert address == f"/games/{there.game.pk}/desk/rulings/new/?deal=1&desk={event.book_id}&to=attention"
    client = browser(evening.director.user)
    ruling = {"text": "It stands", "deal": "1", "outcome": Ruling.Outcome.STANDS, "key": str(uuid.uuid4())}
    answer = client.post(address, ruling)
    assert answer["Location"] == ADDRESS
    assert listed(attention(evening.director)) == []


def test_a_call_is_answered_from_the_list(evening: Evening) -> None:
    made = call(evening)
    page = attention(evening.director)
    (address,) = re.findall(rf'action="(/calls/{made.pk}/answer/[^"]+)"', page)
    answer = browser(evening.director.user).post(address, {"key": str(uuid.uuid4())})
    assert answer["Location"] == ADDRESS
    assert listed(attention(evening.director)) == []


def test_everybody_sees_what_is_under_the_own_hands(evening: Evening) -> None:
    event, there = an_event_of(evening)
    call(there)
    apart(evening)
    call(evening)
    of_event = an_author(a_user(Role.Kind.DIRECTOR, book=event.book))
    assert [label for label, _items in listed(attention(of_event))] == ["Cup"]
    assert [label for label, _items in listed(attention(an_author(a_user(Role.Kind.ADMIN))))] == []
    both = a_user(Role.Kind.SCORER, club=evening.table.club)
    Role.objects.create(user=both, book=event.book, kind=Role.Kind.DIRECTOR)
    page = attention(an_author(both))
    assert page.count("The table calls:") == 2
    assert page.count(">Done<") == 1


def test_what_is_archived_or_official_needs_nobody(evening: Evening) -> None:
    call(evening)
    Game.objects.filter(pk=evening.game.pk).update(state=Game.State.OFFICIAL)
    assert listed(attention(evening.director)) == []
    event, there = an_event_of(evening)
    call(there)
    archive(evening.director, event.book)
    assert listed(attention(evening.director)) == []


def test_a_table_that_calls_after_its_signatures_is_heard(evening: Evening) -> None:
    over(evening)
    call(evening)
    Game.objects.filter(pk=evening.game.pk).update(state=Game.State.SIGNED)
    ((_label, (calling,)),) = listed(attention(evening.director))
    assert "The table calls:" in calling


# How much presses.


def sent_back(evening: Evening) -> None:
    evening.record(1, by=evening.device(0))
    recording.send_back_deal(evening.device(1), evening.game, evening.approval(reason="no"))


def disputed(evening: Evening) -> None:
    evening.record(1, by=evening.device(0))
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(reason="no"))


def to_be_rewritten(evening: Evening) -> None:
    disputed(evening)
    decision = recording.Decision(
        text="Count again", deal=1, outcome=Ruling.Outcome.REWRITE, key=uuid.uuid4()
    )
    recording.give_ruling(evening.director, evening.game, decision)


@pytest.mark.parametrize("happens", [call, sent_back, disputed, to_be_rewritten, over])
def test_what_presses_is_counted_as_the_list_has_it(
    evening: Evening, happens: Callable[[Evening], object]
) -> None:
    happens(evening)
    assert evening.director.user is not None
    found = load_attention(evening.director.user)
    assert count_pressing_for(evening.director.user) == found.pressing
    assert found.pressing == (happens is not over)


def test_two_score_sheets_that_differ_are_counted() -> None:
    there = an_evening(protocols=Game.Protocols.BOTH)
    user = a_user(Role.Kind.DIRECTOR, club=there.table.club)
    recording.hand_in_protocol(there.device(0), there.game, a_deal())
    assert count_pressing_for(user) == load_attention(user).pressing == 0
    recording.hand_in_protocol(there.device(1), there.game, a_deal(body=a_body(meld_points=905)))
    assert count_pressing_for(user) == load_attention(user).pressing == 1


# What it costs, and how it follows.


def test_the_queries_do_not_grow_with_events_or_games(evening: Evening) -> None:
    client = browser(evening.director.user)

    def queries() -> int:
        with CaptureQueriesContext(connection) as counted:
            client.get(ADDRESS)
        return len(counted)

    _event, there = an_event_of(evening)
    call(there)
    there.record(1, FEW_CARDS)
    apart(evening)
    call(evening)
    few = queries()
    for number in range(4):
        _event, there = an_event_of(evening, f"Cup {number}")
        call(there)
        there.record(1, FEW_CARDS)
    assert len(listed(attention(evening.director))) == 6
    assert queries() == few


def test_where_nothing_presses_the_count_is_one_query(
    evening: Evening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    user = evening.director.user
    assert user is not None
    with django_assert_num_queries(1):
        assert count_pressing_for(user) == 0


def test_the_page_is_sent_again_only_when_something_has_happened(
    evening: Evening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser(evening.director.user)
    first = client.get(ADDRESS)
    with django_assert_num_queries(4):  # two of them say who is signed in
        assert poll(client, first["ETag"]) == 304
    call(an_evening())  # of another club
    assert poll(client, first["ETag"]) == 304
    call(evening)
    assert poll(client, first["ETag"]) == 200


def test_a_role_more_is_new(evening: Evening) -> None:
    user = a_user(Role.Kind.SCORER, club=evening.table.club)
    client = browser(user)
    first = client.get(ADDRESS)
    Role.objects.create(user=user, book=evening.game.book, kind=Role.Kind.JURY)
    assert poll(client, first["ETag"]) == 200
