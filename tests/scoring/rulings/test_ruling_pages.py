"""The pages of rulings, penalties and awards, and written warnings."""

from __future__ import annotations

import re
import uuid
from copy import deepcopy
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.books.writing import Author, books_showing
from clubs.models import Player, Role, User
from scoring import recording
from scoring.models import Adjustment, Deal, Juror, Ruling, WrittenWarning
from scoring.wording.citations import find_paragraph
from tests.builders import a_club, a_player, a_user, an_author
from tests.documents.reading import text_of as text_of_pdf
from tests.scoring.desk.test_game_desk import (
    Desk,
    browser,
    errors_of,
    is_done,
    send,
    step_of,
    text_of,
)
from tests.scoring.support.played import a_body

pytestmark = pytest.mark.django_db
DECIDED = "Seven cards were counted at the table."


@pytest.fixture(scope="module", autouse=True)
def shared_desk(module_rows: None) -> Desk:
    """A game with a disputed deal."""
    desk = Desk()
    desk.written_at_the_table()
    recording.dispute_deal(desk.device(1), desk.game, desk.approval("We melded first"))
    return desk


@pytest.fixture
def desk(shared_desk: Desk) -> Desk:
    return deepcopy(shared_desk)


def juror(desk: Desk, name: str = "Jury Person", **fields: Any) -> User:
    return a_user(Role.Kind.JURY, club=desk.club, name=name, **fields)


def first_of(desk: Desk, side: int) -> Player:
    """Return the first player of a side."""
    return Player.objects.get(seats__side__game=desk.game, seats__side__number=side, seats__position=0)


def typed(**fields: object) -> dict[str, object]:
    return {"outcome": "stands", "text": DECIDED, "rule": "§ 25 c3", "level": "game", **fields}


def rule(desk: Desk, by: Author | None = None, deal: int | None = 1, **fields: object) -> HttpResponse:
    about = "" if deal is None else f"?deal={deal}"
    return send(by or desk.director, desk.address("ruling_new") + about, **typed(**fields))


def seen_form(desk: Desk, by: Author | None = None, deal: int | None = 1) -> str:
    about = "" if deal is None else f"?deal={deal}"
    return text_of(browser(by or desk.director).get(desk.address("ruling_new") + about))


def public(desk: Desk, name: str = "game", *arguments: object) -> str:
    return plain(text_of(browser(an_author(a_user())).get(desk.address(name, *arguments))))


def plain(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def section(page: str, name: str) -> str:
    (markup,) = re.findall(rf'<section aria-labelledby="{name}".*?</section>', page, re.DOTALL)
    return plain(markup)


def primary_of(page: str) -> list[str]:
    """Return the labels of the page's primary links and buttons."""
    return [
        plain(item)
        for item in re.findall(r'<(?:a|button) class="(?:button )?primary".*?</(?:a|button)>', page)
    ]


# Giving a ruling.


def test_a_dispute_leads_to_a_ruling_first_of_all(desk: Desk) -> None:
    recording.take_call_back(desk.device(1), desk.game, uuid.uuid4())
    page = desk.seen()
    assert primary_of(page) == ["Give a ruling , deal 1"]
    assert f"{desk.address('ruling_new')}?deal=1" in page


def test_the_call_of_a_dispute_leads_to_a_ruling_as_well(desk: Desk) -> None:
    page = desk.seen()
    assert primary_of(page) == ["Give a ruling"]
    assert page.count(f"{desk.address('ruling_new')}?deal=1") >= 2


def test_the_page_shows_what_was_written_and_what_was_said(desk: Desk) -> None:
    page = plain(seen_form(desk))
    assert "Siv Berg: “We melded first”" in page
    assert "The table is calling: we do not agree: “We melded first”" in page
    assert "1 samba" in page
    assert "Recorded · Anna Ek" in page


def test_a_ruling_ends_the_protest_and_everybody_reads_it(desk: Desk) -> None:
    assert "under protest" in public(desk)
    assert is_done(rule(desk), desk)
    assert desk.deal().state == Deal.State.CONFIRMED
    fields = public(desk)
    assert "under protest" not in fields
    assert "Ruling 1" in fields
    assert DECIDED in fields
    assert "Deal 1 : the deal remains as written" in fields
    assert "Decided by the director" in fields
    assert "§ 25 c3" in fields
    assert Ruling.objects.get().rule == "25c3"


def test_the_jury_is_named_as_players_are_and_at_the_desk_by_its_account(desk: Desk) -> None:
    named = juror(desk, "Nils A", player=a_player("Nils Alm", club=desk.club))
    unnamed = juror(desk, "Ola B", player=a_player("Ola Bok", club=desk.club, may_publish=False))
    stranger, another = juror(desk, "Pia Secret"), juror(desk, "Per Secret")
    sat = [str(person.pk) for person in (named, unnamed, stranger, another)]
    assert is_done(rule(desk, jurors=sat), desk)
    text = public(desk)
    assert unnamed.player is not None
    expected = f"Decided by the jury: Nils Alm, Player {unnamed.player.pk}, 2 members of the jury"
    assert expected in text
    assert "Secret" not in text + public(desk, "deal", 1)
    assert "Decided by the jury: Nils A, Ola B, Pia Secret, Per Secret" in plain(desk.seen())


def test_who_is_passed_over_is_shown_before_and_after(desk: Desk) -> None:
    seated = juror(desk, "Anna E", player=first_of(desk, 0))
    free = juror(desk, "Nils Alm")
    page = seen_form(desk)
    assert re.findall(r'name="jurors" value="(\d+)"', page) == [str(free.pk)]
    assert "Anna E: plays at the table" in plain(page)
    assert is_done(rule(desk, jurors=[str(free.pk)]), desk)
    assert {juror.user: juror.recused_because for juror in Juror.objects.all()} == {seated: "plays", free: ""}
    assert "Not eligible: Anna Ek (plays at the table)" in public(desk)


def test_who_plays_for_a_side_s_club_cannot_be_chosen(desk: Desk) -> None:
    away = a_club()
    Player.objects.filter(seats__side__game=desk.game, seats__side__number=1).update(home_club=away)
    partial = juror(desk, "Tora T", player=a_player(club=away))
    page = plain(seen_form(desk))
    assert "Tora T: belongs to the club of one of the sides" in page
    assert "No jury member may take part here: the director decides alone." in page
    refused = rule(desk, jurors=[str(partial.pk)])
    assert "Select a valid choice." in errors_of(refused)


def test_one_of_the_jury_says_who_decided_and_is_told_when_he_may_not(desk: Desk) -> None:
    free = juror(desk)
    assert "This field is required." in errors_of(rule(desk, an_author(free)))
    player = first_of(desk, 1)
    partial = juror(desk, player=player)
    assert "You play at this table" in seen_form(desk, an_author(partial))
    refused = rule(desk, an_author(partial), jurors=[str(free.pk)])
    assert "somebody else must enter the ruling" in errors_of(refused)
    assert is_done(rule(desk, an_author(free), jurors=[str(free.pk)]), desk)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"text": " "}, "Ruling: This field is required."),
        ({"text": "seven\x0bcards"}, "Ruling: Write plain text"),
        ({"outcome": ""}, "The deal: This field is required."),
        ({"outcome": "none"}, "Select a valid choice."),
        ({"points0": "7"}, "Points must be divisible by five."),
        ({"points1": "-5"}, "greater than or equal to 5"),
        ({"level": "deal", "points0": "100", "outcome": "anew"}, "The deal is waiting to be entered again"),
    ],
)
def test_a_ruling_that_is_not_whole_is_refused_and_what_was_typed_stays(
    desk: Desk, fields: dict[str, Any], error: str
) -> None:
    answer = rule(desk, **fields)
    assert error in errors_of(answer)
    assert 'value="25c3"' in text_of(answer) or 'value="§ 25 c3"' in text_of(answer)
    assert not Ruling.objects.exists()


def test_points_go_to_one_side_and_from_the_other(desk: Desk) -> None:
    assert is_done(rule(desk, points0="500", sign0="charged", points1="200", sign1="credited"), desk)
    assert desk.results() == [2225, 115]
    text = public(desk)
    assert "Anna Ek – Bo Lind −500 on the game" in text
    assert "Siv Berg – Ulf Ask +200 on the game" in text
    assert "Ruling 1" in section(text_of(browser(desk.director).get(desk.address("game"))), "ledger")


def test_points_at_the_deal_count_in_the_running_total(desk: Desk) -> None:
    assert is_done(rule(desk, points0="500", level="deal"), desk)
    assert desk.results() == [2225, -85]
    assert "Anna Ek – Bo Lind −500 on the deal" in public(desk)
    assert "Penalty or award by ruling 1" in public(desk, "deal", 1)


def test_a_deal_to_be_written_anew_leads_on_to_it_and_waits_until_then(desk: Desk) -> None:
    answer = rule(desk, outcome="anew")
    ruling = Ruling.objects.get()
    address = f"{desk.address('deal_amend', 1)}?ruling={ruling.pk}"
    assert answer.headers["Location"] == address
    page = desk.seen()
    assert "Ruling 1: deal 1 must be entered again" in step_of(page)
    assert primary_of(page) == ["Enter deal 1 again"]
    assert address in page
    assert "not done yet" in public(desk)
    assert "under protest" in public(desk)


def test_one_of_the_jury_is_led_back_to_the_desk(desk: Desk) -> None:
    person = juror(desk)
    assert is_done(rule(desk, an_author(person), jurors=[str(person.pk)], outcome="anew"), desk)
    assert "Write deal" not in desk.seen(by=an_author(person))


def test_a_deal_declared_void_tells_the_ruling_and_no_more(desk: Desk) -> None:
    assert is_done(rule(desk, outcome="void"), desk)
    text = public(desk, "deal", 1)
    assert "Ruling 1: the deal is void" in text
    assert "Declared void" not in text


def test_a_deal_declared_void_by_the_director_tells_that(desk: Desk) -> None:
    assert is_done(desk.sent("deal_void", 1, reason="A card was missing"), desk)
    assert "Declared void · the director" in public(desk, "deal", 1)


def test_the_story_of_a_deal_tells_the_ruling_in_its_place(desk: Desk) -> None:
    rule(desk, outcome="anew")
    ruling = Ruling.objects.get()
    amendment = recording.Amendment(
        number=1,
        version=1,
        body=a_body(meld_points=445),
        key=uuid.uuid4(),
        reason="as ruled",
        ruling=ruling.pk,
    )
    recording.amend_deal(an_author(desk.director.user), desk.game, amendment)
    text = section(text_of(browser(desk.director).get(desk.address("deal", 1))), "history")
    parts = ["Recorded", "Disputed", "Ruling 1: the deal is to be entered again", "Entered again by ruling 1"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_what_a_ruling_has_charged_stands_after_it(desk: Desk) -> None:
    rule(desk, points0="500", level="deal")
    text = section(text_of(browser(desk.director).get(desk.address("deal", 1))), "history")
    parts = ["Disputed", "Ruling 1: the deal remains as written", "Penalty or award by ruling 1"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert text.count(DECIDED) == 1


def test_the_desk_says_that_the_game_is_under_protest(desk: Desk) -> None:
    assert "under protest" in plain(desk.seen())
    rule(desk)
    assert "under protest" not in plain(desk.seen())


def test_a_ruling_on_the_whole_game_touches_no_deal(desk: Desk) -> None:
    page = seen_form(desk, deal=None)
    assert 'name="outcome"' not in page
    assert "?deal=1" in page
    assert is_done(rule(desk, deal=None), desk)
    assert (Ruling.objects.get().deal, desk.deal().state) == (None, Deal.State.DISPUTED)


@pytest.mark.parametrize("deal", ["9", "x", "1 ", "9" * 40])
def test_there_is_no_ruling_on_a_deal_that_was_not_dealt(desk: Desk, deal: str) -> None:
    page = f"{desk.address('ruling_new')}?{urlencode({'deal': deal})}"
    fields = {"text": "They were right", "outcome": "none", "key": str(uuid.uuid4())}
    assert browser(desk.director).post(page, fields).status_code == 404
    assert not Ruling.objects.exists()


def test_a_deal_that_is_being_played_can_be_void_or_left_alone() -> None:
    desk = Desk()
    recording.start_deal(desk.scorer, desk.game, 1, uuid.uuid4())
    page = seen_form(desk)
    assert re.findall(r'name="outcome" value="(\w+)"', page) == ["none", "void"]
    assert 'name="level"' not in page


def test_the_paragraphs_of_the_rules_are_offered(desk: Desk) -> None:
    assert '<option value="25c3">' in seen_form(desk)
    assert '<option value="ruling' not in seen_form(desk)


# Cancelling a ruling.


def cancelled(desk: Desk, reason: str = "Not heard", by: Author | None = None) -> HttpResponse:
    address = reverse("scoring:ruling_cancel", args=[Ruling.objects.get().pk])
    return send(by or desk.director, address, reason=reason)


def test_a_ruling_taken_back_stays_struck_through_with_why(desk: Desk) -> None:
    rule(desk, points0="500")
    assert "Reason: This field is required." in errors_of(cancelled(desk, ""))
    assert is_done(cancelled(desk), desk)
    page = text_of(browser(desk.director).get(desk.address("game")))
    assert f"<s>{DECIDED}</s>" in page
    assert "Not heard" in section(page, "rulings")
    assert "under protest" in page
    assert "Ruling 1 revoked" in public(desk, "deal", 1)
    assert desk.results() == [0, 0]
    assert "Somebody else has changed this" in errors_of(cancelled(desk))


def test_the_protocol_prints_its_rulings_with_paragraph(desk: Desk) -> None:
    rule(desk, points0="500")
    pdf = " ".join(text_of_pdf(browser(desk.director).get(desk.address("protocol")).content).split())
    assert "Ruling 1 on deal 1 (the director), the deal remains as written" in pdf
    assert f"{DECIDED} (§ 25 c3)" in pdf
    cancelled(desk)
    rule(desk, deal=None)
    pdf = " ".join(text_of_pdf(browser(desk.director).get(desk.address("protocol")).content).split())
    assert f"Ruling 1 (the director), revoked: {DECIDED}" in pdf
    assert f"Ruling 2 (the director): {DECIDED}" in pdf


def test_pages_ask_as_many_questions_for_six_rulings_as_for_two(
    desk: Desk, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """The desk of the game, the form of a ruling, and the public pages of the game and of the deal."""
    addresses = [desk.address(page) for page in ("game_desk", "ruling_new", "game")]
    addresses.append(desk.address("deal", 1))
    people = [juror(desk, player=a_player(club=desk.club)) for _ in range(2)]
    for _ in range(2):
        rule(desk, jurors=[str(person.pk) for person in people], points0="100")
    client = browser(desk.director)
    asked = []
    for address in addresses:
        with django_assert_max_num_queries(100) as before:
            text_of(client.get(address, {"deal": "1"}))
            asked.append(len(before))
    people += [juror(desk, player=a_player(club=desk.club)) for _ in range(4)]
    for _ in range(4):
        rule(desk, jurors=[str(person.pk) for person in people], points0="100")
    assert Ruling.objects.count() == 6
    for address, questions in zip(addresses, asked, strict=True):
        with django_assert_max_num_queries(questions):
            text_of(client.get(address, {"deal": "1"}))


# Penalties and awards.

ACT: dict[str, Any] = {"level": "game", "side": "0", "sign": "charged"}


def test_in_royal_only_the_dearer_of_one_act_is_charged_and_that_is_said_before_and_after() -> None:
    desk = Desk(ruleset="royal")
    both = ["touched_pile", "took_pile_into_hand"]
    counted = text_of(desk.sent("adjust", **ACT, penalties=both, reason="At the pile", count="1"))
    text = plain(counted)
    assert "One act: only the fault with the highest penalty counts." in text
    assert "Penalty applied: Picked up the pile improperly: −100" in text
    assert "Not applied: Touched the pile: −50" in text
    assert "Where one act is two faults, only the dearer is charged." in text
    assert (counted.count("checked"), 'value="At the pile"' in counted) == (4, True)
    assert "error-summary" not in counted
    assert not Adjustment.objects.exists()
    client = browser(desk.director)
    sent = {**ACT, "penalties": both, "reason": "At the pile", "key": str(uuid.uuid4())}
    after = plain(text_of(client.post(desk.address("adjust"), sent, follow=True)))
    assert "Penalty applied: Picked up the pile improperly: −100" in after
    assert "not applied: Touched the pile: −50" in after
    made = Adjustment.objects.get()
    assert (made.points, made.reason) == (
        -100,
        ("Picked up the pile improperly: At the pile; not applied, part of the same act: Touched the pile"),
    )


def test_elsewhere_each_fault_of_an_act_is_charged() -> None:
    desk = Desk()
    both = ["drew_out_of_turn", "melded_out_of_turn"]
    counted = plain(text_of(desk.sent("adjust", **ACT, penalties=both, count="1")))
    assert "only the fault" not in counted
    assert is_done(desk.sent("adjust", **ACT, penalties=both), desk)
    assert sorted(Adjustment.objects.values_list("reason", "points")) == [
        ("Drew out of turn", -100),
        ("Melded out of turn", -100),
    ]


def test_nothing_is_said_before_anything_is_chosen_and_nonsense_costs_nothing() -> None:
    desk = Desk(ruleset="royal")
    assert "Penalty applied:" not in desk.seen("adjust")
    counted = text_of(desk.sent("adjust", **ACT, penalties=["nonsense"], count="1"))
    assert "Penalty applied:" not in counted


def test_a_game_without_penalties_of_its_own_asks_for_points() -> None:
    desk = Desk(ruleset="sambola")
    page = desk.seen("adjust")
    assert 'name="penalties"' not in page
    assert '<details class="fold" open>' in page
    assert is_done(desk.sent("adjust", **ACT, points="100", reason="Late"), desk)


def test_a_disputed_deal_is_not_offered_for_a_penalty(desk: Desk) -> None:
    seen = desk.seen("adjust")
    assert "Deal 1" not in seen


# Written warnings.


def warn(desk: Desk, by: Author | None = None, **fields: object) -> HttpResponse:
    warned = {"player": str(desk.device(0).player), "text": "Talk during the deal", "rule": "24A", **fields}
    return send(by or desk.director, desk.address("warning_new"), **warned)


def test_a_warning_is_kept_and_seen_by_those_in_charge_alone(desk: Desk) -> None:
    assert is_done(warn(desk), desk)
    assert "Talk during the deal" in desk.seen()
    for page in (public(desk), public(desk, "deal", 1), desk.seen(by=desk.scorer)):
        assert "Talk during the deal" not in page
    pdf = text_of_pdf(browser(desk.director).get(desk.address("protocol")).content)
    assert "Talk" not in pdf


def test_the_warnings_of_the_years_before_are_in_sight(desk: Desk) -> None:
    warn(desk)
    again = Desk(club=desk.club)
    assert "None of them has been warned in writing." in again.seen("warning_new")
    page = plain(desk.seen("warning_new"))
    assert "Anna Ek" in page
    assert "Talk during the deal" in page


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"player": "0"}, "Select a valid choice."),
        ({"text": ""}, "Warning: This field is required."),
    ],
)
def test_a_warning_that_is_not_whole_is_refused(desk: Desk, fields: dict[str, Any], error: str) -> None:
    assert error in errors_of(warn(desk, **fields))
    assert not WrittenWarning.objects.exists()


def test_a_warning_is_taken_back_with_a_reason_and_stays_marked(desk: Desk) -> None:
    warn(desk)
    address = reverse("scoring:warning_cancel", args=[WrittenWarning.objects.get().pk])
    assert "Anna Ek was warned." in text_of(browser(desk.director).get(address))
    assert is_done(send(desk.director, address, reason="Another table"), desk)
    assert "Revoked: Another table" in plain(desk.seen())
    assert "Somebody else has changed this" in errors_of(send(desk.director, address, reason="Again"))


def warnings(club: int, by: Author, **fields: str) -> str:
    return text_of(browser(by).get(reverse("scoring:warnings", args=[club]), fields))


def test_a_club_has_the_warnings_of_its_games_and_of_its_players(desk: Desk) -> None:
    warn(desk)
    away = Desk()
    guest = a_player("Guest From Away", club=desk.club)
    recording.substitute(away.director, away.game, 0, first_of(away, 0), guest, uuid.uuid4())
    warn(away, player=str(guest.pk), text="Talk elsewhere")
    page = warnings(desk.club.pk, desk.director)
    assert "Talk during the deal" in page
    assert "Talk elsewhere" in page
    # A warning is cancelled by those who may give it.
    assert page.count("/cancel/") == 1
    assert "Talk during" not in warnings(away.club.pk, away.director)


def test_the_list_is_searched_by_name(desk: Desk) -> None:
    warn(desk)
    assert "Talk during the deal" in warnings(desk.club.pk, desk.director, q="ek anna")
    assert "Nobody with this name has been warned." in warnings(desk.club.pk, desk.director, q="Ulf")


def test_the_list_asks_as_many_questions_for_six_warnings_as_for_one(
    desk: Desk, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    warn(desk)
    client = browser(desk.director)
    address = reverse("scoring:warnings", args=[desk.club.pk])
    with django_assert_max_num_queries(30) as before:
        client.get(address)
        fields = len(before)
    for number in range(5):
        warn(desk, text=f"Talk {number}")
    with django_assert_max_num_queries(fields):
        client.get(address)


# The page on which a deal is entered.


@pytest.mark.parametrize(("ruleset", "text"), [("royal", 2), ("samba", 0)])
def test_the_entry_says_where_one_act_is_charged_for_its_dearest_fault_alone(ruleset: str, text: int) -> None:
    page = Desk(ruleset=ruleset).seen("deal_new")
    assert page.count("For a single act only the fault with the highest penalty counts") == text
    assert page.count("“Straffpoäng & felaktigt spel”") == text


def test_whatever_changes_the_name_of_one_of_the_jury_makes_the_pages_fetch_anew(desk: Desk) -> None:
    person = juror(desk, player=a_player(club=desk.club))
    assert person.player is not None
    assert desk.game.book not in books_showing(person.player)
    rule(desk, jurors=[str(person.pk)])
    assert desk.game.book in books_showing(person.player)


# A paragraph that the rules have.


@pytest.mark.parametrize(
    ("typed_paragraph", "stored"),
    [("§ 25 c3", "25c3"), ("24A", "24a"), ("§ 9", "9"), ("35", "35"), ("22 b 1", "22b1")],
)
def test_a_ruling_names_a_paragraph_of_the_rules(desk: Desk, typed_paragraph: str, stored: str) -> None:
    assert is_done(rule(desk, rule=typed_paragraph), desk)
    assert Ruling.objects.get().rule == stored


@pytest.mark.parametrize("made_up", ["§ 99 z", "36", "0", "the usual"])
def test_a_ruling_names_no_paragraph_that_the_rules_do_not_have(desk: Desk, made_up: str) -> None:
    assert "The rules of Samba have no" in errors_of(rule(desk, rule=made_up))
    assert not Ruling.objects.exists()


def test_a_refused_paragraph_comes_with_the_one_that_is_most_like_it(desk: Desk) -> None:
    refusal = errors_of(rule(desk, rule="§ 255 c3"))
    assert "The rules of Samba have no “§ 255 c3”. Do you mean § 25 c3?" in refusal


def test_a_heading_is_named_by_a_part_that_only_it_has() -> None:
    assert find_paragraph("royal", "straffpoäng") == "Straffpoäng & felaktigt spel"
    assert find_paragraph("royal", "spel") is None
    assert find_paragraph("royal", "1") is None


# What takes a ruling back.


def test_the_message_after_a_ruling_takes_all_of_it_back(desk: Desk) -> None:
    client = browser(desk.director)
    form = typed(key=str(uuid.uuid4()), sign0="charged", points0="100")
    client.post(f"{desk.address('ruling_new')}?deal=1", form)
    page = text_of(client.get(desk.address("game_desk")))
    (undo,) = re.findall(r'href="(/books/[^"]*/undo/)">Undo</a>', page)
    client.post(undo, {"reason": "A slip of the hand", "key": str(uuid.uuid4())})
    assert Ruling.objects.get().cancelled_at is not None
    assert Adjustment.objects.get().cancelled_at is not None
