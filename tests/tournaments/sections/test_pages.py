"""The pages of sections and finals: for everybody, and for who directs the club."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import LogEntry
from clubs.people.names import full_name
from tests.tournaments.sections.support import DAY, Championship, fresh, numbers, placings
from tests.tournaments.support.events import agreed
from tournaments import running, sections
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.sections import CarryOver
from tournaments.federation.statement import stated_events
from tournaments.models import EventAdjustment, Tournament
from tournaments.papers.prizes import prize_list
from tournaments.papers.source import PaperSource
from tournaments.play.names import entry_name
from tournaments.play.parts import part_of
from tournaments.series.queries import events_of_club
from tournaments.tonight.next_steps import next_steps_in

pytestmark = pytest.mark.django_db


def director_of(championship: Championship) -> Client:
    client = Client()
    assert championship.by.user is not None
    client.force_login(championship.by.user)
    return client


def url(name: str, event: Tournament) -> str:
    return reverse(f"tournaments:{name}", args=[event.pk])


def get(client: Client, name: str, event: Tournament, query: str = "") -> str:
    answer = client.get(url(name, event) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def with_finals(
    entries: int = 8, agreement: EventAgreement | None = None
) -> tuple[Championship, list[Tournament], list[Tournament]]:
    championship = Championship(entries, agreement or agreed(ROUND_ROBIN, rounds=3))
    parts = championship.divide()
    championship.end(*parts)
    return championship, parts, championship.make_finals(2, 2, carry=CarryOver.SHARE, percent=50)


def test_the_sections_are_made_as_proposed_or_as_moved_by_hand() -> None:
    championship = Championship()
    client = director_of(championship)
    page = get(client, "divide", championship.event, "?sections=2&dealt_by=number")
    assert page.count('<option value="1" selected>A</option>') == 4
    chosen = {f"entry{number}": "1" if number in (1, 2, 3, 8) else "2" for number in range(1, 9)}
    sent = {"key": str(uuid4()), "word": "Grupp", "rounds": "2", **chosen}
    answer = client.post(url("divide", championship.event), sent)
    assert answer["Location"] == url("event_parts", championship.event)
    first, second = Tournament.objects.filter(whole=championship.event).order_by("pk")
    assert (first.name, first.agreement.rounds) == ("Championship, Grupp A", 2)
    assert (numbers(first), numbers(second)) == ([1, 2, 3, 8], [4, 5, 6, 7])
    assert client.post(url("divide", championship.event), sent).status_code == 302
    assert Tournament.objects.filter(whole=championship.event).count() == 2
    assert "Undo" in get(client, "event_parts", championship.event)


def test_a_section_of_one_is_refused_and_what_was_chosen_stays() -> None:
    championship = Championship()
    client = director_of(championship)
    chosen = {f"entry{number}": "1" if number == 5 else "2" for number in range(1, 9)}
    sent = {"key": str(uuid4()), "word": "Section", "rounds": "2", **chosen}
    answer = client.post(url("divide", championship.event), sent).content.decode()
    assert "at least two entries" in answer
    assert answer.count('<option value="1" selected>') == 1


def test_the_finals_are_proposed_by_the_places_and_made_by_the_form() -> None:
    championship = Championship()
    parts = championship.divide()
    championship.end(*parts)
    client = director_of(championship)
    page = get(client, "make_finals", championship.event, "?finals=2&each=1&rest=on")
    assert page.count('<option value="1" selected>A</option>') == 2
    assert page.count('<option value="2" selected>B</option>') == 6
    best = [part.entries.get(number=placings(part)[0].totals.entry).pk for part in parts]
    sent = {
        "key": str(uuid4()),
        "word": "Final",
        "rounds": "1",
        "carry": "share",
        "percent": "25",
        "on_day": DAY.isoformat(),
        "begins": "18:30",
        "movement": "knock_out",
        **{f"entry{pk}": "1" for pk in best},
    }
    client.post(url("make_finals", championship.event), sent)
    (final,) = Tournament.objects.filter(whole=championship.event, part__kind="final")
    assert (part_of(final).carry, part_of(final).percent) == (CarryOver.SHARE, 25)
    assert final.agreement.bracket is not None
    assert final.starts_at is not None
    assert list(final.entries.values_list("source", flat=True)) == best


def test_meetings_that_would_count_twice_are_said_before_the_finals_are_made() -> None:
    championship = Championship(16)
    championship.end(*championship.divide(4))
    client = director_of(championship)
    plan = championship.finals_plan(2)
    sent = {
        "key": str(uuid4()),
        "word": "Final",
        "rounds": "7",
        "carry": "among",
        "percent": "50",
        "on_day": DAY.isoformat(),
        "begins": "",
        "movement": "",
        **{f"entry{pk}": "1" for pk in plan.finals[0]},
    }
    address = url("make_finals", championship.event) + "?finals=1&each=2"
    page = client.post(address, sent).content.decode()
    assert "Final A: 4 of 28 meetings are between two who have met, and count twice." in page
    assert "In 6 rounds nobody would meet again." in page
    assert not Tournament.objects.filter(whole=championship.event, part__kind="final").exists()
    for more in ({"rounds": "6"}, {"again": "on"}, {"carry": "none"}):
        assert client.post(address, {**sent, "key": str(uuid4()), **more}).status_code == 302
        sections.take_back_finals(championship.by, championship.fresh)


def test_who_shares_a_place_of_which_not_all_go_on_is_named() -> None:
    championship = Championship(agreement=agreed(ROUND_ROBIN, rounds=1, chain=("points",)))
    parts = championship.divide()
    championship.end(*parts)
    page = get(director_of(championship), "make_finals", championship.event, "?finals=1&each=1")
    assert page.count("share a place, and not all of them go on") == 2


def test_everybody_sees_the_places_over_all_and_of_each_part() -> None:
    championship, parts, finals = with_finals()
    championship.end(finals[0])
    page = get(Client(), "parts", championship.event)
    for part, name in zip((*parts, *finals), ("Section A", "Section B", "Final A", "Final B"), strict=True):
        assert f'<a href="{url("event", part)}">{name}</a>' in page
    file = json.loads(get(Client(), "parts", championship.event, "?as=json"))
    tables = {table["key"]: table["rows"] for table in file["tables"]}
    assert [row["place"] for row in tables["overall"]] == [*range(1, 9)]
    assert {row["part"] for row in tables["overall"][:4]} == {"Final A"}
    assert [row["final"] for row in tables[f"part_{parts[0].pk}"]] == ["A", "A", "B", "B"]


def test_an_unchanged_page_is_a_304_and_any_part_changes_it() -> None:
    championship, _parts, finals = with_finals()
    client = Client()
    tag = client.get(url("parts", championship.event))["ETag"]
    assert client.get(url("parts", championship.event), headers={"If-None-Match": tag}).status_code == 304
    running.check_in(championship.by, finals[1].entries.get(number=1))
    assert client.get(url("parts", championship.event), headers={"If-None-Match": tag}).status_code == 200
    tag = client.get(url("parts", championship.event))["ETag"]
    sections.take_back_finals(championship.by, fresh(championship.event))
    assert client.get(url("parts", championship.event), headers={"If-None-Match": tag}).status_code == 200
    assert "Section A" in get(client, "parts", championship.event)


def test_a_part_that_hides_its_standings_hides_them_here_too() -> None:
    championship, _parts, finals = with_finals(agreement=agreed(ROUND_ROBIN, rounds=3, hidden=True))
    championship.play(finals[0], rounds=1)
    file = json.loads(get(Client(), "parts", championship.event, "?as=json"))
    keys = [table["key"] for table in file["tables"]]
    assert "overall" not in keys
    assert f"part_{finals[0].pk}" not in keys
    assert "hides its standings" in get(Client(), "parts", championship.event)


def test_the_queries_of_the_pages_do_not_grow_with_the_tables() -> None:
    counts = []
    for entries in (8, 24):
        championship, _parts, finals = with_finals(entries, agreement=agreed(ROUND_ROBIN, rounds=1))
        championship.play(finals[0], rounds=1)
        client = director_of(championship)
        client.get("/")
        with CaptureQueriesContext(connection) as queries:
            get(Client(), "parts", championship.event)
            get(client, "event_parts", championship.event)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_desk_says_what_a_correction_would_carry_over_and_takes_it_over_by_one_tap() -> None:
    championship, parts, finals = with_finals()
    client = director_of(championship)
    assert "has been corrected since" not in get(client, "event_parts", championship.event)
    charge = running.EventCharge(
        entry=placings(parts[0])[0].totals.entry,
        unit=EventAdjustment.Unit.DIFFERENCE,
        amount=-1000,
        reason="Late",
        key=uuid4(),
    )
    running.adjust_event(championship.by, fresh(parts[0]), charge)
    page = get(client, "event_parts", championship.event)
    assert "has been corrected since" in page
    name = entry_name(finals[0].entries.get(number=1), full_name)
    assert f"{name}, difference:" in page
    assert f"{name}, difference:" in get(client, "desk", finals[0])
    assert "has been corrected since" not in get(client, "desk", finals[1])
    client.post(url("carry_again", finals[0]))
    page = get(client, "event_parts", championship.event)
    assert "has been corrected since" not in page
    assert "What has been corrected is carried over." in page
    championship.play(finals[0], rounds=1)
    assert f"{finals[0].adjustments.filter(cancelled_at=None).count()} amounts carried over" in get(
        client, "desk", finals[0]
    )


def test_what_was_carried_over_is_a_note_under_the_standings_and_a_rule_in_force() -> None:
    championship, _parts, finals = with_finals()
    championship.play(finals[0], rounds=1)
    page = get(Client(), "event", finals[0])
    assert page.count(", carried over: points") == 4
    assert "50 % of the result before the final is carried over" in page
    for name in ("event_cross", "event_entry"):
        address = [finals[0].pk, *([1] if name == "event_entry" else [])]
        shown = Client().get(reverse(f"tournaments:{name}", args=address)).content.decode()
        assert "points +" in shown
    assert "50 % of the result before the final is carried over" in get(Client(), "event_rules", finals[0])
    assert "carried over from Championship, Section A" in get(director_of(championship), "desk", finals[0])


def test_the_whole_event_leads_to_its_sections_and_draws_no_round() -> None:
    championship, parts, _finals = with_finals()
    desk = get(director_of(championship), "desk", championship.event)
    assert "played in sections" in desk
    assert url("event_parts", championship.event) in desk
    assert url("parts", championship.event) in get(Client(), "event", parts[0])
    assert url("parts", championship.event) in get(Client(), "event", championship.event)


def test_a_season_and_a_statement_count_the_whole_event_and_none_of_its_parts() -> None:
    championship, parts, finals = with_finals()
    championship.end(*finals)
    championship.declare(*parts, *finals)
    sections.record_overall(championship.by, championship.fresh)
    assert [event.pk for event in events_of_club(championship.club.pk)] == [championship.event.pk]
    stated = stated_events(Q(club=championship.club), DAY, DAY)[championship.club.pk]
    assert [(one.event, one.entries, one.starts) for one in stated] == [(championship.event.pk, 8, 16)]


def test_an_event_that_cannot_be_divided_says_why() -> None:
    championship = Championship()
    championship.play(championship.event, rounds=1)
    page = get(director_of(championship), "divide", championship.event)
    assert "no longer divided" in page
    divided = Championship()
    divided.divide()
    assert "is divided already" in get(director_of(divided), "divide", divided.event)
    assert "Show the results first" in get(director_of(championship), "make_finals", championship.event)


def recorded() -> tuple[Championship, list[Tournament], list[Tournament]]:
    championship, parts, finals = with_finals()
    championship.end(*finals)
    championship.declare(*parts, *finals)
    sections.record_overall(championship.by, championship.fresh)
    return championship, parts, finals


def test_the_recorded_result_says_where_each_entry_has_played_last() -> None:
    championship, _parts, finals = recorded()
    file = json.loads(get(Client(), "event", championship.event, "?as=json"))
    (rows,) = [table["rows"] for table in file["tables"] if table["key"] == "standings"]
    assert [row["place"] for row in rows] == list(range(1, 9))
    assert [row["part"] for row in rows] == ["Final A"] * 4 + ["Final B"] * 4
    assert [row["points"] for row in rows[:4]] == [one.totals.points for one in placings(finals[0])]
    assert "The places go on from final to final" in get(Client(), "event", championship.event)


@pytest.mark.parametrize("name", ["event", "parts", "desk", "standings", "entries", "papers", "event_parts"])
def test_no_page_of_the_whole_event_asks_for_games_once_its_result_is_recorded(name: str) -> None:
    championship, _parts, _finals = recorded()
    assert championship.event.name in get(director_of(championship), name, championship.event)


@pytest.mark.parametrize("kind", ["print", "pdf", "xlsx", "csv", "text"])
def test_the_recorded_result_is_a_file_and_a_paper(kind: str) -> None:
    championship, _parts, _finals = recorded()
    assert Client().get(url("event", championship.event) + f"?as={kind}").status_code == 200


def test_the_desk_of_the_whole_event_says_what_comes_next() -> None:
    championship = Championship()
    first, second = championship.divide()
    client = director_of(championship)
    championship.end(first)
    assert "its rounds are drawn there" in get(client, "desk", championship.event)
    assert "the finals can be made" not in get(client, "desk", first)
    championship.end(second)
    assert "say who plays in which final" in get(client, "desk", championship.event)
    assert "the finals can be made" in get(client, "desk", first)
    finals = championship.make_finals(2, 2)
    assert "the finals can be made" not in get(client, "desk", first)
    championship.end(*finals)
    championship.declare(first, second, *finals)
    assert "Record the result of the whole event" in get(client, "desk", championship.event)
    sections.record_overall(championship.by, championship.fresh)
    assert "The result of the whole event is recorded" in get(client, "desk", championship.event)


def test_everybody_is_led_to_the_sections_while_they_are_played() -> None:
    championship = Championship()
    first, _second = championship.divide()
    championship.play(first, rounds=1)
    page = get(Client(), "event", championship.event)
    assert "This event is played in sections" in page
    assert "Nothing has been played yet" not in page


def test_as_many_rounds_are_proposed_as_it_takes_until_all_have_met() -> None:
    championship = Championship(12, agreed(ROUND_ROBIN, rounds=11))
    page = get(director_of(championship), "divide", championship.event, "?sections=2&dealt_by=number")
    assert 'name="rounds" value="5"' in page
    assert "6 entries" in page


def test_where_clubs_are_spread_the_page_names_them() -> None:
    championship = Championship()
    client, query = director_of(championship), "?sections=2&dealt_by=lot"
    name = f"<small>{championship.club.name}</small>"
    assert get(client, "divide", championship.event, query).count(name) == 0
    assert get(client, "divide", championship.event, f"{query}&clubs_apart=on").count(name) == 8


def test_on_the_page_of_finals_the_number_of_an_entry_is_told_from_its_place() -> None:
    championship = Championship()
    championship.end(*championship.divide())
    page = get(director_of(championship), "make_finals", championship.event)
    assert page.count("<small>No. 1</small>") == 2


def test_before_it_is_played_the_page_says_who_plays_in_which_section() -> None:
    championship = Championship()
    first, second = championship.divide()
    page = get(Client(), "parts", championship.event)
    for part in (first, second):
        assert page.count(f"/events/{part.pk}/entries/") == 4
    championship.play(first, rounds=1)
    page = get(Client(), "parts", championship.event)
    assert page.count('<ol class="pairs">') == 1
    assert "<caption>Section A</caption>" in page


def test_the_page_of_an_undo_says_undo_on_one_button_alone_in_danish_too() -> None:
    championship = Championship()
    championship.divide()
    act = LogEntry.objects.filter(book=championship.event.book_id, act="sections.made").latest("number")
    address = reverse("clubs:undo", args=[act.book_id, act.number])
    answer = director_of(championship).get(address, headers={"Accept-Language": "da"})
    page = answer.content.decode()
    assert page.count(">Fortryd<") == 1
    assert ">Tilbage</a>" in page


def test_the_list_of_the_club_leads_from_the_whole_event_to_what_comes_next() -> None:
    championship = Championship()
    parts = championship.divide()
    user = championship.by.user
    assert user is not None

    def act() -> str:
        steps = next_steps_in(championship.club, user)
        (step,) = [one for one in steps if one.evening.event == championship.event]
        assert step.link.address == url("event_parts", championship.event)
        return step.link.label

    assert act() == "Sections and finals"
    championship.end(*parts)
    assert act() == "Make the finals"
    finals = championship.make_finals(2, 2)
    championship.end(*finals)
    championship.declare(*parts, *finals)
    assert act() == "Record the result of the whole event"


def test_the_prize_giving_of_the_whole_event_is_printed_from_its_recorded_places() -> None:
    championship, _parts, _finals = recorded()
    client, source = director_of(championship), PaperSource(championship.fresh, str)
    page = get(client, "papers", championship.event)
    for code in ("prizes", "certificates", "announcer"):
        address = reverse("tournaments:paper", args=[championship.event.pk, code])
        assert address in page
        assert client.get(f"{address}?languages=en&places=3").status_code == 200
    told = prize_list(source, 3)
    assert told is not None
    assert [column.title for column in told.tables[0].columns] == ["Place", "Pair", "Club", "Prize received"]
    assert [row.values[0] for row in told.tables[0].rows] == [1, 2, 3]


def test_the_lists_of_a_club_have_the_whole_event_in_the_place_of_its_parts(client: Client) -> None:
    championship = Championship()
    parts = championship.divide()
    championship.end(*parts)
    championship.declare(*parts)
    public = client.get(reverse("clubs:club", args=[championship.club.pk])).content.decode()
    assert championship.by.user is not None
    client.force_login(championship.by.user)
    answer = client.get(reverse("tournaments:club_events", args=[championship.club.pk]))
    for part in parts:
        assert reverse("tournaments:event", args=[part.pk]) not in public
        assert part not in answer.context["earlier"]
    assert reverse("tournaments:event", args=[championship.event.pk]) in public
    file = client.get(reverse("tournaments:club_events", args=[championship.club.pk]), {"as": "csv"})
    assert all(part.name in file.content.decode() for part in parts)
