"""The booklet of a whole event: what lies in it, in every game and language, and for whom it is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoDbBlocker

from clubs.jobs import worker
from clubs.models import Club, Player, Role
from clubs.reports.in_languages import in_each_language
from clubs.reports.report import Cards, Cover, Report
from clubs.reports.side_by_side import combine_covers
from scoring import recording
from tests.builders import a_user
from tests.documents.every_game import LANGUAGES_OF_GAMES
from tests.documents.test_booklet import outline_of
from tests.documents.test_grids import squeezed
from tests.tournaments.papers.test_papers import LONG, an_event
from tests.tournaments.papers.test_printing_protocols import ORIGIN, Desk
from tests.tournaments.support.bound import (
    asked,
    documents_in,
    drawn_alone,
    expected,
    labels_in,
    made,
    pages_of,
    said_on_cover,
    unsaid,
)
from tests.tournaments.support.events import Played, agreed
from tests.tournaments.support.kept import Events, one_of_each_game
from tests.tournaments.support.said import as_drawn
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Tournament
from tournaments.papers import booklet
from tournaments.papers.booklet import EventBooklet, FullNameSource
from tournaments.papers.job_descriptions import EVENT_BOOKLET
from tournaments.papers.protocols import event_game_pairings, protocol_games

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def events(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Events]:
    """One of each game, that is over."""
    with django_db_blocker.unblock():
        yield from one_of_each_game(partial(an_event, entries=4))


def book_of(event: Played, languages: str = "en") -> EventBooklet:
    source = FullNameSource(event.fresh, lambda path: f"{ORIGIN}{path}")
    return EventBooklet(
        source, languages.split("-"), ORIGIN, protocol_games(event_game_pairings(event.event))
    )


def documents(book: EventBooklet) -> list[tuple[str, str, Report | Cards]]:
    with translation.override(book.languages[0]):
        return list(documents_in(booklet.booklet_sections(book, Desk())))


def printed(event: Played, languages: str = "en") -> Desk:
    return made(event, EVENT_BOOKLET, {"event": event.event.pk}, languages)


def part(event: Played, name: str) -> list[Report | Cards]:
    return [document for label, _called, document in documents(book_of(event)) if label == name]


@LANGUAGES_OF_GAMES
def test_paper_says_the_cover_and_every_report_in_every_game_and_language(
    events: Events, ruleset: str, languages: str
) -> None:
    event = events[ruleset]
    book = book_of(event, languages)
    inside = drawn_alone(document for _section, _label, document in documents(book))
    for drawn in inside:
        assert unsaid(drawn) == []
    cover = said_on_cover(
        combine_covers(*in_each_language(book.languages, lambda: booklet.booklet_cover(book)))
    )
    desk = printed(event, languages)
    first, *pages = pages_of(desk.made.getvalue())
    assert first == "".join(("♠♥♦♣", *cover))
    followers = list(expected(inside, 2))
    at = len(pages) - len(followers)
    assert pages[at:] == followers
    contents = "".join(pages[:at])
    for label in labels_in(documents(book)):
        assert as_drawn(label) in contents
    assert pages[0].endswith("i")
    assert desk.steps == desk.total


def test_in_two_languages_cover_and_every_part_have_their_headings_in_both(events: Events) -> None:
    event = events["samba"]
    Club.objects.filter(pk=event.club.pk).update(place="Vaasa")
    pages = pages_of(printed(event, "fi-sv").made.getvalue())
    cover = pages[0]
    words = ("Koko kilpailu / Hela tävlingen", "Vaasa, 2. toukokuuta 2026 / 2 maj 2026", "Peli / Spel")
    assert [word for word in words if squeezed(word) not in cover] == []
    text = "".join(pages)
    for word in ("Pari / Par", "Tulos / Resultat", "Sija / Placering", "Ristitaulukko / Korstabell"):
        assert squeezed(word) in text
    for word in ("Päätökset ja rangaistukset / Beslut och straff", "Päättäjät / Beslutat av"):
        assert squeezed(word) in text


def test_the_parts_come_in_the_order_of_the_event_and_the_outline_leads_to_each(events: Events) -> None:
    event = events["samba"]
    labels = labels_in(documents(book_of(event)))
    sections = [label for label, _called, _document in documents(book_of(event))]
    assert list(dict.fromkeys(sections)) == [
        *("Rules in force", "Entries", "Rounds", "Standings", "Score sheets of round 1"),
        "Rulings and penalties",
    ]
    title = f"{event.event.name} · The whole event"
    assert sorted(outline_of(printed(event).made.getvalue())) == sorted([title, *labels])
    assert len(labels) == len(set(labels)), "no part is called as what it lies in"


def test_in_two_languages_the_outline_is_in_both(events: Events) -> None:
    event = events["samba"]
    outline = outline_of(printed(event, "fi-sv").made.getvalue())
    labels = ("Tilanne / Ställning", "Kierros 1 / Rond 1", "Ristitaulukko / Korstabell")
    assert [label for label in labels if label not in outline] == []
    assert f"{event.event.name} · Koko kilpailu / Hela tävlingen" in outline
    assert [label for label in outline if label.startswith("Pöytä 1 / Bord 1 · ")]


def test_an_official_result_is_called_so_in_the_outline(events: Events) -> None:
    event = events["samba"]
    Tournament.objects.filter(pk=event.event.pk).update(state=Tournament.State.OFFICIAL)
    assert "Final standings" in labels_in(documents(book_of(event)))


@pytest.mark.parametrize("languages", ["en", "fi-sv"])
def test_the_same_event_gives_the_same_bytes(events: Events, languages: str) -> None:
    event = events["samba"]
    assert printed(event, languages).made.getvalue() == printed(event, languages).made.getvalue()


# The cover.


def cover_of(event: Played) -> Cover:
    with translation.override("en"):
        return booklet.booklet_cover(book_of(event))


def test_the_cover_says_whose_where_when_by_whom_and_what_was_played() -> None:
    event = Played(agreed(SWISS, rounds=4))
    event.enter(6)
    Club.objects.filter(pk=event.club.pk).update(place="Vaasa")
    assert event.by.user is not None
    cover = cover_of(event)
    assert (cover.organizer, cover.title, cover.place_and_date) == (
        event.club.name,
        "Spring",
        "Vaasa, 2 May 2026",
    )
    assert {fact.label: fact.value for fact in cover.facts} == {
        "Game": "Samba, played to 10,000 points.",
        "Format": "Pairs; two pairs at a table. Rounds 1–4: Swiss.",
        "Entries": 6,
        "The director": event.by.user.name,
    }


def test_who_was_named_for_the_event_directs_it_and_nobody_else_of_the_club() -> None:
    event = Played(agreed())
    named = a_user(Role.Kind.DIRECTOR, book=event.event.book, name="Dagny Director")
    assert [fact.value for fact in cover_of(event).facts if fact.label == "The director"] == [named.name]


def test_the_cover_says_how_final_it_is_by_the_moments_of_the_event(events: Events) -> None:
    event = events["samba"]
    assert cover_of(event).status[0].startswith("The event is not over: standings as of")
    shown = datetime(2026, 5, 2, 15, 30, tzinfo=UTC)
    stored = Tournament.objects.filter(pk=event.event.pk)
    stored.update(state=Tournament.State.PRELIMINARY, shown_at=shown)
    assert cover_of(event).status == ("Preliminary result, shown on 2 May 2026, 18:30.",)
    stored.update(state=Tournament.State.OFFICIAL, official_at=shown)
    assert cover_of(event).status == ("Result official since 2 May 2026, 18:30.",)


# Who is named, and what is kept back.


def test_everybody_has_the_full_name_whether_it_may_be_published_or_not(events: Events) -> None:
    event = events["samba"]
    Player.objects.filter(places__tournament=event.event).update(may_publish=False)
    text = "".join(pages_of(printed(event).made.getvalue()))
    assert text.count(squeezed(LONG)) >= 10
    for (family,) in Player.objects.filter(places__tournament=event.event).values_list("family_name"):
        assert family in text


def test_standings_that_are_kept_back_are_not_in_it_before_they_are_shown() -> None:
    event = an_event(entries=4, hidden=True)
    labels = labels_in(documents(book_of(event)))
    assert not {"Places round by round", "Crosstable"} & set(labels)
    (rulings,) = part(event, "Rulings and penalties")
    assert isinstance(rulings, Report)
    assert [table.caption for table in rulings.tables] == ["Rulings"]
    assert cover_of(event).status[1] == "The standings are hidden until the results are shown."
    columns = [column.title for one in part(event, "Rounds") for column in one.tables[0].columns]  # type: ignore[union-attr]
    assert not [title for title in columns if title.startswith("Points")]
    Tournament.objects.filter(pk=event.event.pk).update(state=Tournament.State.PRELIMINARY)
    assert {"Places round by round", "Crosstable"} <= set(labels_in(documents(book_of(event))))


def test_a_ruling_and_a_penalty_have_their_paragraph_their_reason_and_who_decided(events: Events) -> None:
    event = events["samba"]
    game, _other = event.games(event.event.rounds.get())
    decision = recording.Decision(text="Seven cards are shown", rule="21a", key=uuid4())
    recording.give_ruling(event.by, game, decision)
    charge = recording.Charge(side=1, points=-100, reason="Late", rule="12b", key=uuid4())
    recording.adjust(event.by, game, charge)
    (report,) = part(event, "Rulings and penalties")
    assert isinstance(report, Report)
    ruled, charged, standing = report.tables
    assert [row.values[2:5] for row in ruled.rows][1] == ("Seven cards are shown", "§ 21 a", "the director")
    assert charged.rows[0].values[3:6] == (-100, "Late", "§ 12 b")
    assert standing.rows[0].values[1:4] == (-1, "points", "Myöhässä")


def test_a_ruling_of_a_round_that_was_removed_stays_and_says_so(events: Events) -> None:
    event = events["samba"]
    running.remove_round(event.by, event.fresh.rounds.get(), reason="Drawn too early")
    event.publish()
    (report,) = part(event, "Rulings and penalties")
    assert isinstance(report, Report)
    (ruled,) = report.tables[0].rows
    assert ruled.values[:2] == (1, 1)
    assert str(ruled.values[2]).endswith("åäö ♠♥ (the round was removed)")


# What is read.


def test_a_booklet_takes_as_many_queries_however_many_play() -> None:
    counted = []
    for entries in (4, 12):
        event = an_event(entries=entries)
        job = asked(event, EVENT_BOOKLET, {"event": event.event.pk})
        with CaptureQueriesContext(connection) as seen:
            booklet.print_booklet(job, Desk())
        counted.append(len(seen))
    assert counted[0] == counted[1] <= 48, counted


def test_work_that_is_stopped_ends_where_it_is(events: Events) -> None:
    event = events["samba"]
    desk = Desk(most=2)
    with pytest.raises(worker.JobStopped):
        booklet.print_booklet(asked(event, EVENT_BOOKLET, {"event": event.event.pk}), desk)
    assert desk.steps == 3


# Asked for on the page.


@pytest.mark.parametrize("kind", list(Role.Kind))
def test_the_papers_offer_it_to_those_in_charge(events: Events, kind: Role.Kind) -> None:
    event = events["samba"]
    client = Client()
    client.force_login(a_user(kind, club=event.club))
    text = client.get(reverse("tournaments:papers", args=[event.event.pk])).text
    action = f'action="{reverse("tournaments:booklet", args=[event.event.pk])}"'
    assert (action in text) == (kind != Role.Kind.SCORER)


def test_an_event_without_a_round_has_no_booklet_to_offer() -> None:
    event = Played(agreed())
    event.enter(4)
    event.draw()
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=event.club))
    text = client.get(reverse("tournaments:papers", args=[event.event.pk])).text
    assert reverse("tournaments:booklet", args=[event.event.pk]) not in text


def test_short_rounds_stand_under_each_other_on_one_page_in_their_order() -> None:
    event = Played(agreed(rounds=3))
    event.enter(4)
    for _round in range(3):
        event.round()
    (rounds,) = part(event, "Rounds")
    assert isinstance(rounds, Report)
    assert [table.caption for table in rounds.tables] == ["Round 1", "Round 2", "Round 3"]
    (drawn,) = drawn_alone([rounds])
    assert len(drawn[1]) == 1
    assert {"Round 1", "Round 2", "Round 3"} <= set(outline_of(printed(event).made.getvalue()))
