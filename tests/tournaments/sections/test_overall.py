"""The result of the whole event is recorded from its finals, and opened again."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from clubs.books.refusals import NotNow
from tests.builders import a_player
from tests.tournaments.sections.support import Championship, placings
from tests.tournaments.sections.test_dividing import undo
from tests.tournaments.support.events import agreed
from tournaments import running, sections
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.history.queries import results_of_player
from tournaments.models import Entry, EntryPlayer, ListedResult, Tournament
from tournaments.play.standings_sources import load_final_places

pytestmark = pytest.mark.django_db


def ended(*sizes: int) -> tuple[Championship, list[Tournament], list[Tournament]]:
    """A championship of eight whose sections and finals are official."""
    championship = Championship()
    parts = championship.divide()
    championship.end(*parts)
    finals = championship.make_finals(*(sizes or (2, 2)))
    championship.end(*finals)
    championship.declare(*parts, *finals)
    return championship, parts, finals


def recorded(championship: Championship) -> list[tuple[int, int, str]]:
    rows = ListedResult.objects.filter(tournament=championship.event)
    return list(rows.values_list("place", "entry__number", "note"))


def in_whole(part: Tournament, number: int) -> int:
    """The number in the whole event of an entry of a section or a final."""
    entry = Entry.objects.get(tournament=part, number=number)
    while entry.source is not None:
        entry = entry.source
    return entry.number


def test_the_places_go_on_from_final_to_final() -> None:
    championship, _parts, finals = ended()
    sections.record_overall(championship.by, championship.fresh)
    expected = [
        (place, in_whole(final, placing.totals.entry), final.name)
        for first, final in zip((1, 5), finals, strict=True)
        for place, placing in enumerate(placings(final), first)
    ]
    assert recorded(championship) == expected
    whole = championship.fresh
    assert (whole.state, whole.standings_from) == (Tournament.State.OFFICIAL, "parts")
    found = [(one.standing.place, one.standing.entry.number, one.of) for one in load_final_places([whole])]
    assert found == [(place, number, 8) for place, number, _name in expected]


def test_who_was_in_no_final_comes_after_them_by_the_place_in_the_section() -> None:
    championship, parts, _finals = ended(1)
    sections.record_overall(championship.by, championship.fresh)
    thirds = {in_whole(part, placings(part)[2].totals.entry) for part in parts}
    rows = ListedResult.objects.filter(tournament=championship.event, place=5)
    assert {row.entry.number for row in rows} == thirds
    assert all(row.shared for row in rows)


def test_it_waits_until_everything_is_official() -> None:
    championship = Championship()
    parts = championship.divide()
    with pytest.raises(NotNow, match="no finals yet"):
        sections.record_overall(championship.by, championship.fresh)
    championship.end(*parts)
    finals = championship.make_finals()
    championship.end(*finals)
    championship.declare(*parts, finals[0])
    with pytest.raises(NotNow, match="Not official yet: Championship, Final B"):
        sections.record_overall(championship.by, championship.fresh)


def test_an_event_that_is_not_divided_keeps_its_own_places() -> None:
    championship = Championship()
    championship.end(championship.event)
    championship.make_finals(2, 0)
    with pytest.raises(NotNow, match="its places are its own"):
        sections.record_overall(championship.by, championship.fresh)


def test_what_was_recorded_is_opened_and_recorded_again_with_its_undo() -> None:
    championship, _parts, _finals = ended()
    sections.record_overall(championship.by, championship.fresh)
    before = recorded(championship)
    undo(championship, "overall.recorded")
    assert recorded(championship) == []
    assert (championship.fresh.state, championship.fresh.revised_because) == ("running", "Slip")
    undo(championship, "overall.opened")
    assert recorded(championship) == before
    assert championship.fresh.revision == 2


def test_nothing_is_changed_in_the_whole_event_once_its_result_is_recorded() -> None:
    championship, _parts, _finals = ended()
    sections.record_overall(championship.by, championship.fresh)
    with pytest.raises(NotNow, match="take that back first"):
        running.check_in(championship.by, championship.event.entries.get(number=1))


def test_who_came_late_to_a_section_is_entered_in_the_whole_event() -> None:
    championship = Championship(agreement=agreed(ROUND_ROBIN, rounds=3))
    first, second = championship.divide()
    late = [a_player(club=championship.club) for _player in range(2)]
    running.enter_pairs(championship.by, first, [late])
    championship.end(first, second)
    finals = championship.make_finals(2, 0)
    championship.end(*finals)
    championship.declare(first, second, *finals)
    sections.record_overall(championship.by, championship.fresh)
    assert len(recorded(championship)) == 9
    ninth = championship.event.entries.get(number=9)
    assert {*ninth.players.all()} == {*late}


def test_others_who_have_taken_over_an_entry_are_named_in_the_whole_event_first() -> None:
    championship = Championship()
    parts = championship.divide()
    championship.play(parts[0], rounds=1)
    left = parts[0].entries.get(number=1)
    running.withdraw(championship.by, left, "ill")
    others = [a_player(club=championship.club) for _player in range(2)]
    running.replace_entry(championship.by, left, others)
    championship.end(*parts)
    finals = championship.make_finals()
    championship.end(*finals)
    championship.declare(*parts, *finals)
    with pytest.raises(ValidationError, match="has other players than number 1 of the whole"):
        sections.record_overall(championship.by, championship.fresh)


def test_a_player_has_one_result_of_a_championship_once_it_is_recorded() -> None:
    championship, _parts, finals = ended()
    player = EntryPlayer.objects.filter(tournament=finals[0]).order_by("pk")[0].player

    def events() -> list[str]:
        return [result.event.name for result in results_of_player(player)]

    assert len(events()) == 2
    assert finals[0].name in events()
    sections.record_overall(championship.by, championship.fresh)
    assert events() == [championship.fresh.name]
    sections.open_overall(championship.by, championship.fresh, "a wrong result")
    assert len(events()) == 2
