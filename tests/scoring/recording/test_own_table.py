"""The director who plays: somebody else decides on that table, or the game says that nobody was there."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.books.refusals import NeedsSomebodyElse
from clubs.books.writing import Author
from clubs.models import LogEntry, Role, User
from clubs.people.names import public_name
from scoring import recording
from scoring.game.own_decisions import own_decision_sentences
from scoring.models import Adjustment, Deal, Game, OwnDecision, Ruling
from scoring.printing.assembly import protocol_report
from scoring.printing.event_lines import EventLineReader
from scoring.store.printing_queries import load_game_papers
from tests.builders import PASSWORD, a_club, a_player, a_user, an_author
from tests.pages.world import TYPED_DEAL
from tests.scoring.support.played import a_body
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game with a deal, at whose table the director plays."""
    club = a_club()
    sides = [[a_player(club=club), a_player(club=club)] for _side in range(2)]
    director = a_user(Role.Kind.DIRECTOR, club=club, name="Dora Director", player=sides[0][0])
    plan = recording.GamePlan(ruleset="samba", sides=sides)
    opened = recording.open_game(an_author(director), club, plan, uuid4())
    recording.record_deal(
        an_author(director), opened, recording.WrittenDeal(number=1, body=a_body(), key=uuid4())
    )
    return opened


@pytest.fixture
def director(game: Game) -> User:
    return User.objects.get(name="Dora Director")


@pytest.fixture
def by(game: Game, director: User) -> Author:
    return an_author(director)


def a_ruling() -> recording.Decision:
    return recording.Decision(text="The game goes on", key=uuid4(), deal=1)


def a_charge() -> recording.Charge:
    return recording.Charge(side=1, points=-100, reason="Late", key=uuid4())


def test_a_ruling_at_the_own_table_needs_somebody_else_who_is_named(by: Author, game: Game) -> None:
    judge = a_user(Role.Kind.JURY, club=game.book.club, name="Jonna Judge")
    a_user(Role.Kind.SCORER, club=game.book.club, name="Sami Scorer")
    with pytest.raises(NeedsSomebodyElse, match="Jonna Judge") as refused:
        recording.give_ruling(by, game, a_ruling())
    assert "Sami" not in str(refused.value.message)
    assert not Ruling.objects.exists()
    other = an_author(a_user(Role.Kind.DIRECTOR, club=game.book.club))
    recording.give_ruling(other, game, a_ruling())
    assert judge.pk
    assert not OwnDecision.objects.exists()


def test_where_nobody_else_was_there_it_stands_with_the_game_for_ever(by: Author, game: Game) -> None:
    with pytest.raises(NeedsSomebodyElse, match="nobody else has a role"):
        recording.adjust(by, game, a_charge())
    alone = replace(by, nobody_else=True)
    entry = recording.adjust(alone, game, a_charge())
    recording.give_ruling(alone, game, a_ruling())
    assert list(OwnDecision.objects.values_list("kind", "deal")) == [("charge", None), ("ruling", 1)]
    logged = LogEntry.objects.get(book=game.book, act="game.adjusted")
    assert logged.facts["nobody_else"] is True
    other = an_author(a_user(Role.Kind.DIRECTOR, club=game.book.club))
    recording.cancel_adjustment(other, entry, "Somebody came", uuid4())
    assert OwnDecision.objects.count() == 2


def test_taking_back_voiding_and_deciding_against_the_rules_are_decisions_too(by: Author, game: Game) -> None:
    other = an_author(a_user(Role.Kind.DIRECTOR, club=game.book.club))
    recording.record_deal(other, game, recording.WrittenDeal(number=2, body=a_body(), key=uuid4()))
    entry = recording.adjust(other, game, a_charge())
    ruling = recording.give_ruling(other, game, a_ruling())
    amendment = recording.Amendment(
        number=1,
        version=Deal.objects.get(game=game, number=1).version,
        body=a_body(red_threes=1),
        key=uuid4(),
        reason="Forgotten",
        override=True,
    )

    def acts(author: Author) -> list[object]:
        return [
            lambda: recording.cancel_adjustment(author, entry, "Wrong", uuid4()),
            lambda: recording.cancel_ruling(author, ruling, "Wrong", uuid4()),
            lambda: recording.amend_deal(author, game, amendment),
            lambda: recording.void_deal(author, game, 1, "Wrong", uuid4()),
        ]

    for act in acts(by):
        with pytest.raises(NeedsSomebodyElse):
            act()  # type: ignore[operator]
    for act in acts(replace(by, nobody_else=True)):
        act()  # type: ignore[operator]
    kinds = list(OwnDecision.objects.values_list("kind", flat=True))
    assert kinds == ["taken_back", "taken_back", "correction", "void"]


def test_a_deal_against_the_rules_and_a_disputed_one_are_decisions_too(by: Author, game: Game) -> None:
    against = recording.WrittenDeal(
        number=2, body=a_body(combinations={"mixed": 1}), key=uuid4(), override=True, reason="All saw it"
    )
    disputed = Deal.objects.get(game=game, number=1)
    other = an_author(a_user(Role.Kind.DIRECTOR, club=game.book.club))
    said = recording.Approval(number=1, version=disputed.version, reason="No samba", key=uuid4())
    recording.dispute_deal(other, game, said)
    confirmed = replace(said, reason="It was one", key=uuid4())
    with pytest.raises(NeedsSomebodyElse):
        recording.confirm_deal(by, game, confirmed)
    recording.confirm_deal(replace(by, nobody_else=True), game, confirmed)
    with pytest.raises(NeedsSomebodyElse):
        recording.record_deal(by, game, against)
    recording.record_deal(replace(by, nobody_else=True), game, against)
    kinds = list(OwnDecision.objects.values_list("kind", "deal"))
    assert kinds == [("dispute", 1), ("overruled", 2)]


def test_a_deal_that_nobody_disputes_is_written_down_by_who_plays_there(by: Author, game: Game) -> None:
    recording.record_deal(by, game, recording.WrittenDeal(number=2, body=a_body(), key=uuid4()))
    assert not OwnDecision.objects.exists()


def test_the_pages_that_confirm_and_that_record_against_the_rules_ask_too(director: User, game: Game) -> None:
    client = Client()
    client.login(username=director.email, password=PASSWORD)
    other = an_author(a_user(Role.Kind.DIRECTOR, club=game.book.club))
    disputed = Deal.objects.get(game=game, number=1)
    said = recording.Approval(number=1, version=disputed.version, reason="No samba", key=uuid4())
    recording.dispute_deal(other, game, said)
    address = reverse("scoring:deal_confirm", args=[game.pk, 1])
    sent = {"version": str(disputed.version), "reason": "It was one", "key": str(uuid4())}
    asked = client.post(address, sent).content.decode()
    assert 'name="nobody_else"' in asked
    assert client.post(address, {**sent, "nobody_else": "on"}).status_code == 302
    assert OwnDecision.objects.get().kind == OwnDecision.Kind.DISPUTE
    address = reverse("scoring:deal_new", args=[game.pk])
    against = {**TYPED_DEAL, "number": "2", "side0-combination_samba": ""}
    sent = {**against, "key": str(uuid4()), "override": "on", "reason": "All saw it"}
    asked = client.post(address, sent).content.decode()
    assert 'name="nobody_else"' in asked
    assert client.post(address, {**sent, "nobody_else": "on"}).status_code == 302
    assert OwnDecision.objects.latest("pk").kind == OwnDecision.Kind.OVERRULED


def test_the_same_sent_twice_is_marked_once(by: Author, game: Game) -> None:
    alone, charge = replace(by, nobody_else=True), a_charge()
    assert recording.adjust(alone, game, charge) == recording.adjust(alone, game, charge)
    assert OwnDecision.objects.count() == 1


def test_saying_so_at_another_table_marks_nothing(game: Game) -> None:
    other = an_author(a_user(Role.Kind.DIRECTOR, club=game.book.club), nobody_else=True)
    recording.adjust(other, game, a_charge())
    assert not OwnDecision.objects.exists()
    assert "nobody_else" not in LogEntry.objects.get(book=game.book, act="game.adjusted").facts


def test_who_was_substituted_has_sat_there_too(by: Author, game: Game) -> None:
    leaving = game.sides.get(number=0).seats.get(position=0).player
    coming = a_player(club=game.book.club)
    other = an_author(a_user(Role.Kind.DIRECTOR, club=game.book.club))
    recording.substitute(other, game, 0, leaving, coming, uuid4())
    with pytest.raises(NeedsSomebodyElse):
        recording.adjust(by, game, a_charge())


def test_another_result_at_the_own_table_of_an_event() -> None:
    event = Played(agreed(rounds=1))
    event.enter(2)
    (game,) = event.games(event.publish())
    seat = game.sides.get(number=0).seats.get(position=0)
    assert event.by.user is not None
    User.objects.filter(pk=event.by.user.pk).update(player=seat.player)
    by = an_author(User.objects.get(pk=event.by.user.pk))
    pairing = Pairing.objects.select_related("round__tournament__book").get(game=game)
    ruled = running.RuledResult(kind=Pairing.Kind.FORFEITED, at_fault=1, reason="They left")
    with pytest.raises(NeedsSomebodyElse):
        running.rule_result(by, pairing, ruled)
    running.rule_result(replace(by, nobody_else=True), pairing, ruled)
    assert OwnDecision.objects.get().kind == OwnDecision.Kind.RESULT
    assert LogEntry.objects.get(act="pairing.judged").facts["nobody_else"] is True


def test_the_form_asks_and_the_page_the_log_and_the_paper_say_it(director: User, game: Game) -> None:
    client = Client()
    client.login(username=director.email, password=PASSWORD)
    address = reverse("scoring:ruling_new", args=[game.pk])
    first = client.get(address).content.decode()
    assert "nobody_else" not in first
    sent = {"text": "The game goes on", "key": str(uuid4()), "level": "game"}
    asked = client.post(address, sent).content.decode()
    assert 'name="nobody_else"' in asked
    assert "You play at this table" in asked
    assert not Ruling.objects.exists()
    answer = client.post(address, {**sent, "nobody_else": "on"})
    assert answer.status_code == 302
    assert Ruling.objects.count() == 1
    page = client.get(reverse("scoring:game", args=[game.pk])).content.decode()
    assert "Decided by a player of this table, nobody else was there: a ruling" in page
    log = client.get(reverse("clubs:log", args=[game.book_id])).content.decode()
    assert "Decided by a player of this table: nobody else was there" in log
    (paper,) = load_game_papers([game.pk])
    report = protocol_report(["en"], paper, EventLineReader(), public_name, "")
    assert own_decision_sentences(OwnDecision.objects.all())[0] in report.notes


def test_the_form_of_a_penalty_and_of_a_correction_ask_too(director: User, game: Game) -> None:
    client = Client()
    client.login(username=director.email, password=PASSWORD)
    address = reverse("scoring:adjust", args=[game.pk])
    assert Adjustment.objects.count() == 0
    fields = {"side": "1", "level": "game", "points": "100", "sign": "charged", "rule": "", "reason": "Late"}
    asked = client.post(address, {**fields, "key": str(uuid4())}).content.decode()
    assert Adjustment.objects.count() == 0
    assert 'name="nobody_else"' in asked
    other = an_author(a_user(Role.Kind.DIRECTOR, club=game.book.club))
    recording.record_deal(other, game, recording.WrittenDeal(number=2, body=a_body(), key=uuid4()))
    deal = Deal.objects.get(game=game, number=1)
    typed = {
        **TYPED_DEAL,
        "version": str(deal.version),
        "side0-combination_samba": "2",
        "reason": "Forgotten",
    }
    address = reverse("scoring:deal_amend", args=[game.pk, 1])
    asked = client.post(address, {**typed, "key": str(uuid4()), "override": "on"}).content.decode()
    assert 'name="nobody_else"' in asked
    assert Deal.objects.get(pk=deal.pk).version == deal.version
    sent = {**typed, "key": str(uuid4()), "override": "on", "nobody_else": "on"}
    assert client.post(address, sent).status_code == 302
    assert Deal.objects.get(pk=deal.pk).version == deal.version + 1
