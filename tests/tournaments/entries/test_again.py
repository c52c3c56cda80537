"""An event repeated: its settings, its entries to tick, partners exchanged, and who is new."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Final
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localdate

from clubs.books.refusals import NotNow
from clubs.books.ways_back import last_acts, offer_undo
from clubs.books.writing import club_book
from clubs.models import Club, LogEntry, Membership, Player, Role
from tests.builders import a_club, a_player, a_user, an_author
from tests.pages.reading_pages import forms_of
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.swiss import SWISS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.schemes.places import PLACES
from tournaments.models import Entry, Tournament
from tournaments.play import entry_queries, queries
from tournaments.tonight.next_steps import beginnings_of

pytestmark = pytest.mark.django_db

Body = dict[str, str]
DRAWS_PARTNERS: Final = next(movement for movement in MOVEMENTS.values() if movement.draws_partners)


@pytest.fixture
def last() -> Played:
    """Last week's evening of four pairs, of which one has withdrawn."""
    event = last_week(Played(agreed(rounds=4, apart=((1, 2), (1, 4)), deals=3, walkover_margin=2000)))
    event.enter(4)
    running.withdraw(event.by, event.entry(4), "ill")
    return event


def last_week(event: Played) -> Played:
    Tournament.objects.filter(pk=event.event.pk).update(date=localdate() - timedelta(days=7))
    event.event.refresh_from_db()
    return event


def director(event: Played) -> Client:
    client = Client()
    client.force_login(event.by.user)  # type: ignore[arg-type]
    return client


def address(event: Played) -> str:
    return reverse("tournaments:event_again", args=[event.event.pk])


def form_in(page: HttpResponse, event: Played) -> Body:
    """What a browser sends when the form is sent as it came."""
    forms = forms_of(page.content.decode(), address(event))
    (form,) = (form for form in forms if "on_day" in form.fields)
    ticked = re.findall(r'name="(again-\d+)" checked', page.content.decode())
    body = {name: field.value or "" for name, field in form.fields.items() if not name.startswith("again-")}
    return body | dict.fromkeys(ticked, "on")


def shown(event: Played) -> Body:
    page: HttpResponse = director(event).get(address(event))  # type: ignore[assignment]
    assert page.status_code == 200
    return form_in(page, event) | {"name": "Autumn", "begins": "18:30"}


def send(event: Played, body: Body) -> HttpResponse:
    answer: HttpResponse = director(event).post(address(event), body)  # type: ignore[assignment]
    return answer


def refused(event: Played, body: Body) -> str:
    """The page that comes back; nothing is stored."""
    answer = send(event, body)
    assert answer.status_code == 200
    assert not Tournament.objects.filter(name="Autumn").exists()
    return answer.content.decode()


def rows_of(body: Body) -> list[list[int]]:
    rows = [value for name, value in body.items() if name.startswith("row-")]
    return [[int(number) for number in row.split()] for row in rows]


def ticked_in(body: Body) -> set[str]:
    return {name for name in body if name.startswith("again-")}


def entered(event: Tournament) -> list[list[int]]:
    return [pks(queries.entry_players(entry)) for entry in queries.get_entries(event)]


def pks(players: Iterable[Player]) -> list[int]:
    return [player.pk for player in players]


def made(answer: HttpResponse) -> Tournament:
    assert answer.status_code == 302, answer.content.decode()
    event = Tournament.objects.get(name="Autumn")
    assert answer["Location"] == f"/events/{event.pk}/desk/"
    return event


def leave_the_club(player: Player) -> None:
    player.memberships.update(until=localdate())


# What comes again.


def test_settings_and_those_who_are_ticked_come_again(last: Played) -> None:
    event = made(send(last, shown(last)))
    assert (event.ruleset, event.options) == (last.event.ruleset, last.event.options)
    assert event.agreement.deals == 3
    assert event.agreement.rounds == 4
    assert event.date == localdate()
    assert event.starts_at is not None
    assert timezone.localtime(event.starts_at).hour == 18
    assert entered(event) == entered(last.event)[:3]


@pytest.mark.parametrize(("days_ago", "offered"), [(0, 7), (-3, 10), (3, 0)])
def test_the_day_offered_is_today_or_a_week_after_an_event_that_is_not_past(
    last: Played, days_ago: int, offered: int
) -> None:
    """The name stays, so that on the same day it would be refused."""
    Tournament.objects.filter(pk=last.event.pk).update(date=localdate() - timedelta(days=days_ago))
    page = director(last).get(address(last)).content.decode()
    assert f'name="on_day" value="{localdate() + timedelta(days=offered)}"' in page


def test_who_is_not_to_meet_is_kept_apart_under_the_new_numbers(last: Played) -> None:
    body = shown(last)
    first, second = entered(last.event)[:2]
    rows = rows_of(body)
    del body[f"again-{rows.index(entered(last.event)[2])}"]
    body |= {"row-0": " ".join(map(str, second)), f"row-{rows.index(second)}": body["row-0"]}
    event = made(send(last, body))
    numbers = entered(event).index(first) + 1, entered(event).index(second) + 1
    assert event.agreement.apart == (tuple(sorted(numbers)),)


def test_who_has_withdrawn_is_in_the_list_without_a_tick(last: Played) -> None:
    body = shown(last)
    assert (len(rows_of(body)), len(ticked_in(body))) == (4, 3)
    body |= {f"again-{at}": "on" for at in range(4)}
    assert len(entered(made(send(last, body)))) == 4


def test_partners_that_were_exchanged_on_the_page_are_entered_so(last: Played) -> None:
    body = shown(last)
    (one, two), (three, four), *_others = rows_of(body)
    body |= {"row-0": f"{three} {two}", "row-1": f"{one} {four}"}
    assert entered(made(send(last, body)))[:2] == [[three, two], [one, four]]


def test_new_names_are_shown_once_and_entered_with_the_others(last: Played) -> None:
    page = send(last, shown(last) | {"names": "Ada Ny – Ida Ny"})
    assert "2 names are new to the club." in page.content.decode()
    assert not Tournament.objects.filter(name="Autumn").exists()
    body = form_in(page, last)
    body |= {name.removesuffix("-asked"): "on" for name in body if name.endswith("-asked")}
    event = made(send(last, body | {"may_publish": "on"}))
    guests = Player.objects.filter(places__entry__tournament=event, family_name="Ny")
    assert {(guest.name, guest.may_publish) for guest in guests} == {("Ada Ny", True), ("Ida Ny", True)}
    assert event.entries.count() == 4


def test_guests_who_did_not_consent_are_added_without(last: Played) -> None:
    body = form_in(send(last, shown(last) | {"names": "Ada Ny – Ida Ny"}), last)
    body |= {name.removesuffix("-asked"): "on" for name in body if name.endswith("-asked")}
    assert "may_publish" in send(last, shown(last) | {"names": "Ada Ny – Ida Ny"}).content.decode()
    event = made(send(last, {name: value for name, value in body.items() if name != "may_publish"}))
    guests = Player.objects.filter(places__entry__tournament=event, family_name="Ny")
    assert [guest.may_publish for guest in guests] == [False, False]


def test_regulars_come_first_with_how_often_they_came(last: Played) -> None:
    regulars = queries.entry_players(last.entry(3))
    plan = running.EventPlan(name="Before", date=localdate() - timedelta(days=14), ruleset="samba")
    running.enter_pairs(last.by, running.create_event(last.by, last.club, plan), [regulars])
    other_game = running.EventPlan(name="Royal", date=localdate() - timedelta(days=3), ruleset="royal")
    running.enter_pairs(
        last.by, running.create_event(last.by, last.club, other_game), [queries.entry_players(last.entry(1))]
    )
    assert rows_of(shown(last))[0] == pks(regulars)
    text = director(last).get(address(last)).content.decode()
    assert "to how many of the last 2 events of this kind" in text
    assert re.search(rf"<span>{regulars[0].name}</span> <small>2</small>", text)


def test_who_came_before_and_not_last_time_is_offered_without_a_tick(last: Played) -> None:
    """Who has a new partner since is offered as last time alone; another kind of event is not asked."""
    away, other = ([a_player(club=last.club), a_player(club=last.club)] for _pair in range(2))
    moved = [queries.entry_players(last.entry(1))[0], a_player(club=last.club)]
    before = running.EventPlan(name="Before", date=localdate() - timedelta(days=14), ruleset="samba")
    royal = running.EventPlan(name="Royal", date=localdate() - timedelta(days=14), ruleset="royal")
    running.enter_pairs(last.by, running.create_event(last.by, last.club, before), [away, moved])
    running.enter_pairs(last.by, running.create_event(last.by, last.club, royal), [other])
    body = shown(last)
    assert rows_of(body)[4:] == [pks(away)]
    assert "again-4" not in body
    assert "was not there last time" in director(last).get(address(last)).content.decode()
    assert pks(away) not in entered(made(send(last, body)))
    Tournament.objects.filter(name="Autumn").update(name="Without them")
    assert pks(away) in entered(made(send(last, body | {"again-4": "on", "key": str(uuid4())})))


def test_the_outside_and_the_stationary_are_so_again(last: Played) -> None:
    running.set_outside(last.by, last.entry(2), outside=True)
    running.set_fixed_table(last.by, last.entry(1), 1)
    pairs = entered(last.event)
    event = made(send(last, shown(last)))
    by_players = dict(zip(map(tuple, entered(event)), queries.get_entries(event), strict=True))
    assert by_players[tuple(pairs[1])].outside
    assert by_players[tuple(pairs[0])].fixed_table == 1


def test_a_table_that_is_not_there_with_fewer_entries_is_named(last: Played) -> None:
    running.set_fixed_table(last.by, last.entry(3), 2)
    body = shown(last)
    kept = next(at for at, row in enumerate(rows_of(body)) if row == entered(last.event)[2])
    body = {name: value for name, value in body.items() if name not in ticked_in(body)}
    page = director(last).post(address(last), body | {f"again-{kept}": "on"}, follow=True)
    assert Tournament.objects.get(name="Autumn").entries.get().fixed_table is None
    text = page.content.decode()
    assert "Without the stationary table of last time: number 1." in text


def test_partners_who_were_exchanged_are_not_what_their_entry_was(last: Played) -> None:
    running.set_outside(last.by, last.entry(1), outside=True)
    body = shown(last)
    (one, two), (three, four), *_others = rows_of(body)
    event = made(send(last, body | {"row-0": f"{three} {two}", "row-1": f"{one} {four}"}))
    assert not event.entries.filter(outside=True).exists()


# Other kinds of entries.


def test_who_came_without_a_partner_looks_for_one_again(last: Played) -> None:
    alone = a_player(club=last.club)
    running.add_single(last.by, last.event, alone)
    assert [alone.pk] in rows_of(shown(last))
    event = made(send(last, shown(last)))
    assert entry_queries.players_without_partner(event) == [alone]
    assert event.entries.count() == 3


def test_who_came_alone_takes_the_seat_of_who_does_not_come(last: Played) -> None:
    alone = a_player(club=last.club)
    running.add_single(last.by, last.event, alone)
    body = shown(last)
    one, away = rows_of(body)[0]
    at = rows_of(body).index([alone.pk])
    body |= {"row-0": f"{one} {alone.pk}", f"row-{at}": str(away)}
    del body[f"again-{at}"]
    event = made(send(last, body))
    assert [one, alone.pk] in entered(event)
    assert entry_queries.players_without_partner(event) == []


def test_three_who_take_turns_come_again_as_three(last: Played) -> None:
    three = [a_player(club=last.club) for _player in range(3)]
    running.enter_pairs(last.by, last.event, [three])
    assert pks(three) in entered(made(send(last, shown(last))))


def test_tables_of_three_sides_come_again() -> None:
    event = last_week(Played(agreed(THREE_SIDED, sides=3, players=1, scheme=PLACES, chain=("points",))))
    event.enter(6)
    again = made(send(event, shown(event)))
    assert again.agreement.sides == 3
    assert entered(again) == entered(event.event)


@pytest.mark.parametrize("movement", [SWISS, DRAWS_PARTNERS])
def test_single_players_come_again_where_partners_are_drawn_or_not(movement: Movement) -> None:
    event = last_week(Played(agreed(movement, players=1, apart=((1, 3),))))
    event.enter(8)
    body = shown(event)
    assert {len(row) for row in rows_of(body)} == {1}
    again = made(send(event, body))
    assert entered(again) == entered(event.event)
    assert again.agreement.apart == event.event.agreement.apart
    assert entry_queries.players_without_partner(again) == []


def test_players_of_its_clubs_come_again_to_an_event_of_a_federation() -> None:
    federation = Played(agreed())
    club = a_club(federation=federation.club)
    pair = [a_player(club=club), a_player(club=club)]
    running.enter_pairs(federation.by, last_week(federation).event, [pair])
    assert entered(made(send(federation, shown(federation)))) == [pks(pair)]


def test_a_trial_is_repeated_as_a_trial(last: Played) -> None:
    last.event.book.trial = True
    last.event.book.save()
    assert made(send(last, shown(last))).is_trial


# Who has left.


def test_who_has_left_the_club_leaves_a_partner_who_is_not_ticked(last: Played) -> None:
    gone, stays = queries.entry_players(last.entry(1))
    leave_the_club(gone)
    body = shown(last)
    at = rows_of(body).index([stays.pk])
    assert f"again-{at}" not in body
    assert f"{gone.name} is no longer in the club" in director(last).get(address(last)).content.decode()
    event = made(send(last, body | {f"again-{at}": "on"}))
    assert entry_queries.players_without_partner(event) == [stays]


def test_of_three_who_take_turns_two_stay_a_pair(last: Played) -> None:
    three = [a_player(club=last.club) for _player in range(3)]
    running.enter_pairs(last.by, last.event, [three])
    leave_the_club(three[1])
    assert [three[0].pk, three[2].pk] in entered(made(send(last, shown(last))))


def test_an_entry_that_has_left_as_a_whole_is_not_in_the_list(last: Played) -> None:
    for player in queries.entry_players(last.entry(1)):
        leave_the_club(player)
    assert len(rows_of(shown(last))) == 3


def test_who_leaves_while_the_page_is_open_is_named_and_the_rest_is_kept(last: Played) -> None:
    body = shown(last) | {"names": "Ada Ny – Ida Ny"}
    (gone, stays), *_others = (row for row in rows_of(body))
    names = {player.pk: player.name for player in Player.objects.filter(pk__in=[gone, stays])}
    del body["again-1"]
    leave_the_club(Player.objects.get(pk=gone))
    page = refused(last, body)
    assert f"{names[stays]}: {names[gone]} is no longer in the club. Choose another partner." in page
    again = form_in(send(last, body), last)
    assert again["names"] == "Ada Ny – Ida Ny"
    assert ticked_in(again) == {"again-0", "again-2"}
    assert rows_of(again)[0] == [stays]


# What no page has sent.


STRANGE: Final = {
    "nothing": "",
    "a word": "x y",
    "nobody": "0 99999999",
    "a number that no machine reads": "9" * 5000,
    "a number with a sign": "-1 2",
    "other digits": "١ ٢",
    "a thousand players": "1 " * 1000,
}


@pytest.mark.parametrize("row", STRANGE.values(), ids=STRANGE.keys())
def test_a_row_that_no_page_has_sent_enters_nobody(last: Played, row: str) -> None:
    page = refused(last, shown(last) | {"row-0": row, "names": "Ada Ny – Ida Ny"})
    assert "A ticked entry of the list is no longer in the club: untick it." in page
    assert "Ada Ny – Ida Ny" in page


@pytest.mark.parametrize("lost", ["whole", "row-0", "row-3"])
def test_a_list_that_is_not_whole_enters_nobody(last: Played, lost: str) -> None:
    body = shown(last) | {"again-3": "on"}
    del body[lost]
    assert "The list did not arrive whole." in refused(last, body)


@pytest.mark.parametrize("more", ["again-4", "again-999999", "row-7"])
def test_a_tick_without_its_row_enters_nobody(last: Played, more: str) -> None:
    assert "The list did not arrive whole." in refused(last, shown(last) | {more: "on"})


def test_what_was_cut_off_the_list_is_shown_again(last: Played) -> None:
    body = shown(last)
    del body["row-2"]
    page = send(last, body)
    assert "The list did not arrive whole." in page.content.decode()
    again = form_in(page, last)
    assert sorted(rows_of(again)) == sorted(rows_of(shown(last)))
    assert ticked_in(again) == {"again-0", "again-1"}


def test_a_form_without_its_list_enters_nobody(last: Played) -> None:
    body = {name: shown(last)[name] for name in ("name", "on_day", "begins")}
    assert "The list did not arrive whole." in refused(last, body)


def test_who_is_in_another_club_is_neither_entered_nor_named(last: Played) -> None:
    stranger = a_player("Selma Sträng", club=a_club())
    body = shown(last)
    one = rows_of(body)[0][0]
    page = refused(last, body | {"row-0": f"{one} {stranger.pk}"})
    assert "a partner is no longer in the club. Choose another one." in page
    assert stranger.family_name not in page


def test_who_was_deleted_is_not_entered(last: Played) -> None:
    body = shown(last)
    gone = a_player(club=last.club)
    number = gone.pk
    Membership.objects.filter(player=gone).delete()
    gone.delete()
    page = refused(last, body | {"row-0": f"{rows_of(body)[0][0]} {number}"})
    assert "a partner is no longer in the club. Choose another one." in page


def test_nobody_is_entered_twice(last: Played) -> None:
    body = shown(last)
    first, second = rows_of(body)[:2]
    name = Player.objects.get(pk=first[0]).name
    assert f"Line 1: {name} is ticked in the list." in refused(last, body | {"names": f"{name} – Ida Ny"})
    twice = f"{name} is ticked in two entries."
    assert twice in refused(last, body | {"row-1": f"{first[0]} {second[1]}"})
    assert twice in refused(last, body | {"row-1": body["row-0"]})
    assert twice in refused(last, body | {"row-0": f"{first[0]} {first[0]}"})


def test_an_entry_has_no_more_players_than_the_event_allows(last: Played) -> None:
    body = shown(last)
    four = [*rows_of(body)[0], *rows_of(body)[1]]
    del body["again-1"]
    page = refused(last, body | {"row-0": " ".join(map(str, four))})
    assert "Each entry in this event must have 2 players." in page


def test_the_refusal_stands_at_the_list_and_is_linked_to_it(last: Played) -> None:
    page = refused(last, shown(last) | {"row-0": "nobody"})
    assert 'href="#id_again"' in page
    assert 'id="id_again"' in page


def test_the_same_evening_is_set_up_once(last: Played) -> None:
    made(send(last, shown(last)))
    again = send(last, shown(last) | {"again-3": "on"}).content.decode()
    assert "already has an event with this name on this day" in again
    assert Tournament.objects.filter(name="Autumn").count() == 1


def test_a_button_that_is_tapped_twice_sets_up_one_evening(last: Played) -> None:
    body = form_in(send(last, shown(last) | {"names": "Ada Ny – Ida Ny"}), last)
    body |= {name.removesuffix("-asked"): "on" for name in body if name.endswith("-asked")}
    event = made(send(last, body))
    assert made(send(last, body)) == event
    assert event.entries.count() == 4
    assert Player.objects.filter(family_name="Ny").count() == 2
    other = send(last, body | {"name": "Winter"}).content.decode()
    assert "This has already been sent with different content." in other


def test_what_cannot_be_entered_sets_nothing_up(last: Played) -> None:
    """Who leaves between the check and the act takes the event with them."""
    plan = running.EventPlan(name="Autumn", date=localdate(), ruleset="samba")
    one, two = queries.entry_players(last.entry(1))
    with pytest.raises(Exception, match="One of these is already entered"):
        running.repeat_event(
            last.by,
            last.event,
            plan,
            [running.Coming([one, two]), running.Coming([one, a_player()])],
            [],
            uuid4(),
        )
    assert not Tournament.objects.filter(name="Autumn").exists()


# Who may, where it is offered, and the way back.


def test_the_front_page_offers_the_last_event_to_who_directs_the_club_alone(last: Played) -> None:
    assert last.by.user is not None
    labels = [beginning.label for beginning in beginnings_of(last.by.user)]
    assert labels[0] == f"As last time: Spring, {date_format(last.event.date, 'SHORT_DATE_FORMAT')}"
    guest = a_user()
    Role.objects.create(user=guest, book=last.event.book, kind=Role.Kind.DIRECTOR)
    assert list(beginnings_of(guest)) == []
    client = Client()
    client.force_login(guest)
    assert client.get(address(last)).status_code == 403
    plan = running.EventPlan(name="Autumn", date=localdate(), ruleset="samba")
    with pytest.raises(PermissionDenied):
        running.repeat_event(an_author(guest), last.event, plan, [], [], uuid4())
    assert Entry.objects.filter(tournament=last.event).count() == 4


def test_the_page_that_sets_an_event_up_offers_the_last_of_each_name(last: Played) -> None:
    for name, days in (("Spring", 14), ("Royal", 2), ("Tomorrow", -1)):
        day = localdate() - timedelta(days=days)
        running.create_event(last.by, last.club, running.EventPlan(name=name, date=day, ruleset="royal"))
    text = director(last).get(reverse("tournaments:event_new", args=[last.club.pk])).content.decode()
    assert re.findall(r'/again/">(\w+),', text) == ["Royal", "Spring"]


def test_an_event_set_up_by_mistake_is_undone_in_the_last_acts_of_the_club(last: Played) -> None:
    page = director(last).post(address(last), shown(last), follow=True)
    book = club_book(Club.objects.get(pk=last.club.pk))
    act = LogEntry.objects.filter(book=book, act="event.created").latest("number")
    assert reverse("clubs:undo", args=[book.pk, act.number]) in page.content.decode()
    offered = offer_undo(act)
    assert offered.undo is not None
    assert offered.undo.preview == "It has 3 entries."
    offered.undo.run(last.by, "", None)  # type: ignore[arg-type]
    assert not Tournament.objects.filter(name="Autumn").exists()
    assert offer_undo(act).why_not == "It has been removed."


def test_the_last_acts_say_how_an_event_is_removed_that_is_not_undone(last: Played) -> None:
    book = club_book(Club.objects.get(pk=last.club.pk))
    (its_own,) = (act for act in last_acts(last.event.book) if act.line.sentence == "Event set up")
    assert its_own.why_not == "It is removed by “Delete the event” in its settings."
    created = LogEntry.objects.get(book=book, act="event.created")
    assert offer_undo(created).undo is not None
    drawn = last.draw()
    assert offer_undo(created).why_not == "It is removed by “Delete the event” in its settings."
    running.publish_round(last.by, drawn)
    assert offer_undo(created).why_not.startswith("The event has games, and is no trial")
    with pytest.raises(NotNow):
        running.delete_event(last.by, last.event)
