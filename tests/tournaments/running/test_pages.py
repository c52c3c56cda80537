"""The pages of an event at each of its stages: what everybody sees, and what the director does next."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from clubs.books.writing import Author
from clubs.models import Club, Player, Role
from scoring import recording
from scoring.models import Game
from scoring.recording import NotNow
from tests.builders import a_club, a_player, a_user, an_author
from tests.scoring.support.played import a_deal
from tests.tournaments.running.test_running import an_event, pairs_in
from tournaments import running
from tournaments.agreement.agreement import EventAgreement
from tournaments.models import Pairing, Round, Tournament

pytestmark = pytest.mark.django_db


@dataclass(slots=True)
class Evening:
    """An event, its director, and how far it has got."""

    club: Club = field(default_factory=a_club)
    by: Author = field(init=False)
    event: Tournament = field(init=False)

    def __post_init__(self) -> None:
        self.by = an_author(a_user(Role.Kind.DIRECTOR, club=self.club))
        self.event = an_event(self.club, self.by)

    def entered(self, pairs: int = 4) -> list[tuple[Player, Player]]:
        found = pairs_in(self.club, pairs)
        running.enter_pairs(self.by, self.event, found)
        return found

    def drawn(self) -> Round:
        return running.draw_round(self.by, self.event, "0123456789abcdef")

    def published(self) -> list[Game]:
        running.publish_round(self.by, self.drawn())
        return list(Game.objects.filter(book=self.event.book).order_by("pk"))

    def play(self, game: Game, deals: int) -> None:
        for number in range(1, deals + 1):
            recording.record_deal(self.by, game, a_deal(number))

    def seen(self) -> str:
        """The public page, as a stranger gets it."""
        return Client().get(reverse("tournaments:event", args=[self.event.pk])).content.decode()

    def desk(self, page: str = "desk") -> str:
        return self.director().get(reverse(f"tournaments:{page}", args=[self.event.pk])).content.decode()

    def director(self) -> Client:
        client = Client()
        assert self.by.user is not None
        client.force_login(self.by.user)
        return client


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_an_event_shows_who_has_entered_until_its_round_is_published(evening: Evening) -> None:
    (one, _other), *_more = evening.entered()
    assert f">{one.name} – " in evening.seen()
    evening.drawn()
    assert 'id="round"' not in evening.seen()
    running.publish_round(evening.by, evening.event.rounds.get())
    assert 'id="round"' in evening.seen()
    assert 'class="pairs"' not in evening.seen()


def test_the_standings_appear_with_the_first_deal(evening: Evening) -> None:
    evening.entered()
    game, _other = evening.published()
    assert 'id="standings"' not in evening.seen()
    evening.play(game, 1)
    assert 'id="standings"' in evening.seen()


def test_what_a_phone_has_no_column_for_stands_under_the_pair(evening: Evening) -> None:
    evening.entered()
    evening.play(evening.published()[0], 1)
    under = re.findall(r'<small class="minors">(.*?)</small>', evening.seen())
    assert under[0] == "1–0–0"
    assert under[-1] == "0–0–1 · difference"


def test_the_desk_says_what_comes_next_and_nothing_else_is_as_loud(evening: Evening) -> None:
    steps = []
    for act in (lambda: None, evening.entered, evening.drawn):
        act()
        steps += re.findall(r'class="(?:button )?primary"[^>]*>([^<]+)<', evening.desk())
    assert steps == ["Add entries", "Draw round 1", "Publish the round"]


@pytest.mark.parametrize(("players", "word"), [(1, "Players"), (2, "Pairs"), (3, "Entries")])
def test_who_enters_is_called_what_they_are(evening: Evening, players: int, word: str) -> None:
    evening.event = an_event(
        evening.club, evening.by, name="Autumn", agreement=EventAgreement(players=players)
    )
    people = [[a_player(club=evening.club) for _place in range(players)] for _entry in range(4)]
    running.enter_pairs(evening.by, evening.event, people)
    assert f'<h2 id="pairs">{word}</h2>' in evening.seen()
    for page in (evening.desk(), evening.seen()):
        assert word == "Pairs" or not re.search(r"\b[Pp]airs?\b(?! by hand)[^/\"]", page)


def test_the_desk_counts_the_tables_that_have_finished(evening: Evening) -> None:
    evening.entered()
    first, second = evening.published()
    evening.play(first, 4)
    assert "1 / 2" in evening.desk()
    evening.play(second, 4)
    assert "Every table has finished." in evening.desk()


def test_a_round_can_be_closed_where_something_else_counts_than_what_was_played(evening: Evening) -> None:
    evening.entered()
    first, second = evening.published()
    evening.play(first, 4)
    gone = running.RuledResult(kind=Pairing.Kind.WALKOVER, reason="Did not come", at_fault=0)
    running.rule_result(evening.by, Pairing.objects.get(game=second), gone)
    desk = evening.desk()
    assert "Close the round" in desk
    (drawn,) = evening.event.rounds.all()
    page = evening.director().get(reverse("tournaments:round", args=[drawn.pk])).content.decode()
    assert "Enter its deals" not in page
    assert page.count("<small>did not come, ") == 1


def test_the_desk_says_before_a_draw_that_somebody_is_missing_once_somebody_has_come(
    evening: Evening,
) -> None:
    evening.entered()
    first, *others = evening.event.entries.all()
    said = "are not here yet. They will still be drawn"
    assert said not in evening.desk()
    running.check_in(evening.by, first)
    assert f"{len(others)} entries {said}" in evening.desk()
    for entry in others:
        running.check_in(evening.by, entry)
    assert said not in evening.desk()


def test_a_draw_that_is_made_already_says_what_to_do_with_it(evening: Evening) -> None:
    evening.entered()
    evening.drawn()
    with pytest.raises(NotNow, match="Round 1 has already been drawn: publish it, or remove it"):
        running.draw_round(evening.by, evening.event, "1")


def test_the_desk_says_until_when_results_can_be_complained_of(evening: Evening) -> None:
    evening.entered()
    evening.published()
    Round.objects.update(state=Round.State.CLOSED)
    evening.event.state = Tournament.State.PRELIMINARY
    evening.event.shown_at = noon = datetime(2026, 1, 5, 12, tzinfo=UTC)
    evening.event.save()
    desk = evening.desk()
    until = date_format(timezone.localtime(noon + timedelta(minutes=30)), "TIME_FORMAT")
    assert f"for 30 minutes, until {until}." in desk
    assert '<button class="primary" name="early" value="0">' in desk
    assert "Shorten" not in desk
    ten_days = 14_400
    evening.event.shown_at = shown = timezone.now()
    evening.event.settings = {**evening.event.settings, "correction_minutes": ten_days}
    evening.event.save()
    desk = evening.desk()
    until = date_format(timezone.localtime(shown + timedelta(minutes=ten_days)), "SHORT_DATETIME_FORMAT")
    assert f"until {until}." in desk
    assert 'class="primary"' not in desk
    assert "Shorten" not in desk
    from_then = date_format(timezone.localtime(shown + timedelta(minutes=5)), "TIME_FORMAT")
    assert "can be cut short from" in desk
    assert f"{from_then}." in desk
    evening.event.shown_at = shown - timedelta(minutes=6)
    evening.event.save()
    desk = evening.desk()
    assert "Shorten" in desk
    assert "can be cut short from" not in desk


def test_members_who_play_already_are_not_offered_again(evening: Evening) -> None:
    (pair,) = evening.entered(1)
    free, elsewhere = a_player("Ulla Frisk", club=evening.club), a_player("Siv Annan")
    page = evening.desk("pairs")
    assert f"<li>{free.name}</li>" in page
    assert not any(f"<li>{player.name}</li>" in page for player in (*pair, elsewhere))


# --- entering a deal --------------------------------------------------------------------------------------


def deal_page(evening: Evening, game: Game, **sent: str) -> str:
    address, director = reverse("scoring:deal_new", args=[game.pk]), evening.director()
    return (director.post(address, sent) if sent else director.get(address)).content.decode()


def folds(page: str) -> list[str]:
    """Of each side's penalties, whether they are folded away."""
    sides = page[page.index("<fieldset") : page.index("</form>")]
    return re.findall(r'<details class="fold"( open)?>', sides)


def test_penalties_are_folded_away_until_there_is_one(evening: Evening) -> None:
    evening.entered()
    game, _other = evening.published()
    assert folds(deal_page(evening, game)) == ["", ""]
    assert folds(deal_page(evening, game, **{"side1-penalty_drew_out_of_turn": "1"})) == ["", " open"]
    assert folds(deal_page(evening, game, **{"side0-penalty_drew_out_of_turn": "x"})) == [" open", ""]


def test_the_mistakes_of_both_sides_stand_in_one_list_and_say_whose_they_are(evening: Evening) -> None:
    evening.entered()
    game, _other = evening.published()
    page = deal_page(evening, game, **{"side0-meld_points": "12o", "side1-hand_points": "-85"})
    (listed,) = re.findall(r'<div class="problems error-summary whole".*?</div>', page, re.DOTALL)
    assert re.findall(r'href="#([^"]+)"', listed) == [
        "id_ended_0",
        "id_side0-meld_points",
        "id_side1-hand_points",
    ]
    for side in game.sides.all():
        assert f">{side} · " in listed


def test_a_column_says_what_its_side_has_so_far(evening: Evening) -> None:
    evening.entered()
    game, _other = evening.published()
    evening.play(game, 1)
    assert re.findall(r"<small>([^<]+) so far</small>", deal_page(evening, game)) == ["2,725", "−85"]


def test_the_desk_of_the_event_says_which_table_calls(evening: Evening) -> None:
    evening.entered()
    recording.create_tables(evening.by, evening.club, ["1"], uuid4())
    game, _other = evening.published()
    at_table = recording.AtTable(user=None, origin="192.0.2.7", table=game.table, device="phone")
    recording.call_director(at_table, game, recording.CallRequest(reason="time", key=uuid4()))
    assert evening.desk().count("The table calls: ") == 1
    assert "Done" in evening.desk()
    assert "calls the director" not in evening.seen()


def test_a_director_leads_an_event_from_its_set_up_to_the_official_result(evening: Evening) -> None:
    director, host = evening.director(), reverse("tournaments:event_new", args=[evening.club.pk])
    asked = {"name": "Autumn", "on_day": "2026-09-03", "ruleset": "samba", "preset": "club_evening"}
    director.post(host, asked | {"option_settlement": "0", "option_cards_dealt": "1"})
    event = Tournament.objects.get(name="Autumn")
    running.enter_pairs(evening.by, event, pairs_in(evening.club, 5))
    desk = reverse("tournaments:desk", args=[event.pk])
    for number in (1, 2, 3):
        press(director, desk, f"Draw round {number}")
        press(director, desk, "Publish the round")
        for game in Game.objects.filter(pairing__round__number=number, book=event.book).select_related(
            "book"
        ):
            result = recording.FinalResult(totals=[8000, 5 * game.pk], reason="slip", key=uuid4())
            recording.record_result(evening.by, game, result)
        question = press(director, desk, "Close the round")
        assert "The game is not signed: table 1, 2" in question
        drawn = event.rounds.get(number=number)
        director.post(reverse("tournaments:close", args=[drawn.pk]), {"sure": "1"})
    press(director, desk, "Show the results")
    shown = director.get(desk).content.decode()
    assert "Declare them official" not in shown
    assert "Prize list and booklet" in shown, "the prizes are given before the time for complaints is over"
    director.post(reverse("tournaments:official", args=[event.pk]), {"early": "0"})
    assert "There is still time to complain." in director.get(desk).content.decode()
    Tournament.objects.filter(pk=event.pk).update(shown_at=datetime(2026, 9, 3, tzinfo=UTC))
    press(director, desk, "Declare them official")
    event.refresh_from_db()
    assert event.state == Tournament.State.OFFICIAL
    assert "The result is official." in director.get(desk).content.decode()


def press(client: Client, page: str, label: str) -> str:
    """Send the form of the button with this label, as a browser does; return what comes of it."""
    shown = client.get(page).content.decode()
    forms = re.findall(r"<form.*?</form>", shown, re.DOTALL)
    form = next(form for form in forms if f">{label}</button>" in form)
    button = re.search(rf"<button([^>]*)>{label}</button>", form)
    assert button is not None
    action = re.search(r'action="([^"]+)"', form)
    assert action is not None
    fields = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', form))
    named = re.search(r'name="([^"]+)" value="([^"]*)"', button[1])
    return client.post(action[1], fields | ({named[1]: named[2]} if named else {})).content.decode()


def test_the_draw_says_why_these_meet(evening: Evening) -> None:
    evening.entered()
    evening.drawn()
    page = evening.director().get(reverse("tournaments:round", args=[evening.event.rounds.get().pk]))
    assert page.content.decode().count("drawn by lot") == 2
    assert "drawn by lot" not in evening.seen()
