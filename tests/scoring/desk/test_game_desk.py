"""The desk of a game: what it shows of what waits, and each act by its form, done and refused."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from PIL import ExifTags, Image
from pytest_django import DjangoAssertNumQueries

from clubs.books.writing import Author
from clubs.models import Club, LogEntry, Player, Role
from clubs.web.links import links_for
from scoring import recording
from scoring.desk import fields
from scoring.models import Adjustment, Call, Deal, Game, Photo, Seat, Table
from tests.builders import a_club, a_player, a_user, an_author
from tests.scoring.support.played import a_body, a_deal

pytestmark = pytest.mark.django_db

ALL_CHANGED = "Somebody else has changed this in the meantime"


@dataclass(slots=True)
class Desk:
    """A stand-alone game of a club at its table, and the browsers of those who work with it."""

    club: Club = field(default_factory=a_club)
    ruleset: str = "samba"
    plan: Mapping[str, Any] = field(default_factory=dict)
    director: Author = field(init=False)
    scorer: Author = field(init=False)
    game: Game = field(init=False)
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        self.director = an_author(a_user(Role.Kind.DIRECTOR, club=self.club))
        self.scorer = an_author(a_user(Role.Kind.SCORER, club=self.club))
        names = ("Anna Ek", "Bo Lind"), ("Siv Berg", "Ulf Ask")
        sides = [[a_player(name, club=self.club) for name in side] for side in names]
        plan = recording.GamePlan(ruleset=self.ruleset, sides=sides, **self.plan)
        self.game = recording.open_game(self.scorer, self.club, plan, uuid.uuid4())
        (self.table,) = recording.create_tables(self.director, self.club, ["1"], uuid.uuid4())
        self.table = recording.assign_table(self.scorer, self.table, self.game)

    def play(self, deals: int = 1) -> None:
        for number in range(1, deals + 1):
            recording.record_deal(self.scorer, self.game, a_deal(number))

    def device(self, side: int = 0) -> recording.AtTable:
        player = Seat.objects.filter(side__game=self.game, side__number=side).first()
        assert player is not None
        return recording.AtTable(
            user=None,
            origin="192.0.2.7",
            table=self.table,
            device="phone",
            side=side,
            player=player.player_id,
        )

    def written_at_the_table(self, number: int = 1, body: Mapping[str, object] | None = None) -> None:
        """A deal that one side has written down on the table's phone."""
        recording.record_deal(self.device(), self.game, a_deal(number, body))  # type: ignore[arg-type] # a body

    def approval(self, reason: str = "") -> recording.Approval:
        """What the other side says of the first deal."""
        by = self.device(1)
        return recording.Approval(
            number=1, version=1, key=uuid.uuid4(), side=1, player=by.player, reason=reason
        )

    def call(self, why: str = "inspection", text: str = "Too few points") -> Call:
        words = recording.CallRequest(reason=why, text=text, key=uuid.uuid4())
        return recording.call_director(self.device(), self.game, words)

    def address(self, name: str, *args: object) -> str:
        return reverse(f"scoring:{name}", args=[self.game.pk, *args])

    def seen(self, name: str = "game_desk", *args: object, by: Author | None = None) -> str:
        return text_of(browser(by or self.director).get(self.address(name, *args)))

    def sent(self, name: str, *args: object, by: Author | None = None, **typed: object) -> HttpResponse:
        return send(by or self.director, self.address(name, *args), **typed)

    def now(self) -> Game:
        return Game.objects.get(pk=self.game.pk)

    def results(self) -> list[int]:
        return [side.result for side in self.game.sides.order_by("number")]

    def deal(self, number: int = 1) -> Deal:
        return Deal.objects.get(game=self.game, number=number)


def browser(by: Author) -> Client:
    client = Client()
    assert by.user is not None
    client.force_login(by.user)
    return client


def send(by: Author, address: str, **typed: object) -> HttpResponse:
    """What comes of a form; it has a key of its own unless it is given one."""
    answer = browser(by).post(address, {"key": str(uuid.uuid4()), **typed})
    assert isinstance(answer, HttpResponse)
    return answer


def text_of(answer: object) -> str:
    assert isinstance(answer, HttpResponse)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def errors_of(answer: HttpResponse) -> str:
    """The list of what is wrong, on top of the form that came back."""
    (listed,) = re.findall(r'<div class="problems error-summary".*?</div>', text_of(answer), re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", listed).split())


def is_done(answer: HttpResponse, desk: Desk) -> bool:
    return (answer.status_code, answer.headers.get("Location")) == (302, desk.address("game_desk"))


@pytest.fixture(scope="module", autouse=True)
def shared_desk(module_rows: None) -> Desk:
    return Desk()


@pytest.fixture
def desk(shared_desk: Desk) -> Desk:
    return deepcopy(shared_desk)


def step_of(page: str) -> str:
    """The box that says what comes next."""
    (box,) = re.findall(r'<section class="step".*?</section>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", box).split())


# --- looking ----------------------------------------------------------------------------------------------


def test_the_desk_names_everybody_in_full_and_says_which_deal_is_next(desk: Desk) -> None:
    Player.objects.update(may_publish=False)
    desk.play()
    page = desk.seen()
    assert "Anna Ek – Bo Lind" in page
    assert "Enter deal 2" in step_of(page)
    assert "+2,725" in page
    assert "Not approved yet: deal 1" in step_of(page)


def test_a_call_stands_on_top_with_its_reason_until_somebody_in_charge_has_been_there(desk: Desk) -> None:
    call = desk.call()
    assert "Too few points" in step_of(desk.seen())
    assert "Done" in desk.seen()
    assert "Done" not in desk.seen(by=desk.scorer)
    answer = send(desk.director, reverse("scoring:call_answer", args=[call.pk]))
    assert is_done(answer, desk)
    assert Call.objects.get().answered_by == desk.director.user
    assert "Too few points" not in desk.seen()


def test_the_jury_sees_the_desk_and_answers_calls_and_decides_nothing_else(desk: Desk) -> None:
    jury = an_author(a_user(Role.Kind.JURY, club=desk.club))
    desk.play()
    call = desk.call()
    page = desk.seen(by=jury)
    assert "Done" in page
    assert "/void/" not in page
    assert "Enter deal" not in page
    assert is_done(send(jury, reverse("scoring:call_answer", args=[call.pk])), desk)


def test_a_deal_that_was_sent_back_says_who_did_it_and_why(desk: Desk) -> None:
    desk.written_at_the_table()
    recording.send_back_deal(desk.device(1), desk.game, desk.approval("Two sambas, not one"))
    step = step_of(desk.seen())
    assert "Deal 1 was sent back" in step
    assert "Siv Berg: “Two sambas, not one”" in step


def test_a_dispute_is_decided_by_the_director_with_a_reason(desk: Desk) -> None:
    desk.written_at_the_table()
    recording.dispute_deal(desk.device(1), desk.game, desk.approval("We melded first"))
    assert "Deal 1 is disputed" in step_of(desk.seen())
    assert desk.results() == [0, 0]
    refused = desk.sent("deal_confirm", 1, version=1, reason="")
    assert "Reason: This field is required." in errors_of(refused)
    assert is_done(desk.sent("deal_confirm", 1, version=1, reason="The cards were counted"), desk)
    assert desk.deal().state == Deal.State.CONFIRMED
    assert desk.results() == [2725, -85]
    assert LogEntry.objects.get(act="deal.approved").facts["deal_state"] == "confirmed"


def test_two_protocols_that_differ_wait_for_a_person() -> None:
    desk = Desk(plan={"protocols": Game.Protocols.BOTH})
    recording.hand_in_protocol(desk.device(0), desk.game, a_deal())
    assert "differ" not in step_of(desk.seen())
    recording.hand_in_protocol(desk.device(1), desk.game, a_deal(body=a_body(meld_points=905)))
    assert "Deal 1: the two score sheets differ" in step_of(desk.seen())


def test_what_was_unlikely_and_recorded_all_the_same_is_said(desk: Desk) -> None:
    few = {"melds": ["KKKKKKK", "QQQQQ2*"], "hand": "4", "went_out": True}
    desk.written_at_the_table(body={"ended": "out", "hands": [few, {"hand": "5"}]})
    page = desk.seen()
    assert "An unlikely entry was recorded: deal 1" in step_of(page)
    assert "Recorded all the same: This side has fewer cards than it was dealt." in page


def test_a_game_that_is_over_says_who_has_won(desk: Desk) -> None:
    desk.play(4)
    assert "Winner: Anna Ek – Bo Lind." in step_of(desk.seen())
    assert "/desk/end/" not in desk.seen()


def test_the_book_of_a_game_leads_to_its_page_and_its_desk(desk: Desk) -> None:
    home = links_for(desk.game.book)
    assert home is not None
    assert (home.page, home.desk) == (desk.address("game"), desk.address("game_desk"))
    assert home.label == "Samba"


@pytest.mark.parametrize("page", ["game_desk", "deal_confirm"])
def test_the_desk_asks_as_many_questions_after_eight_deals_as_after_two(
    desk: Desk, django_assert_max_num_queries: DjangoAssertNumQueries, page: str
) -> None:
    more = [1] if page == "deal_confirm" else []
    desk.play(2)
    with django_assert_max_num_queries(100) as before:
        desk.seen(page, *more)
    # Four of these deals end a game: with a penalty of the whole distance it goes on.
    recording.adjust(desk.director, desk.game, charged(points=-10_000, deal=1))
    for number in range(3, 6):
        recording.record_deal(desk.scorer, desk.game, a_deal(number))
    with django_assert_max_num_queries(len(before)):
        desk.seen(page, *more)


def charged(**fields: Any) -> recording.Charge:
    values: dict[str, Any] = {"side": 0, "points": -100, "reason": "late", "key": uuid.uuid4()}
    return recording.Charge(**values | fields)


# --- deals ------------------------------------------------------------------------------------------------


def test_a_deal_that_changed_meanwhile_is_not_confirmed(desk: Desk) -> None:
    desk.play()
    recording.adjust(desk.director, desk.game, charged(deal=1))
    assert ALL_CHANGED in errors_of(desk.sent("deal_confirm", 1, version=1))


def test_a_void_deal_needs_its_reason_and_counts_nothing(desk: Desk) -> None:
    desk.play()
    assert "Reason: This field is required." in errors_of(desk.sent("deal_void", 1, reason=" "))
    assert is_done(desk.sent("deal_void", 1, reason="A card was missing"), desk)
    assert desk.results() == [0, 0]
    assert "Void: it does not count." in desk.seen()
    assert ALL_CHANGED in errors_of(desk.sent("deal_void", 1, reason="Once more"))


# --- penalties and awards ---------------------------------------------------------------------------------

OWN: dict[str, Any] = {
    "level": "game",
    "side": "1",
    "sign": "charged",
    "points": "200",
    "rule": "12",
    "reason": "Late",
}


def test_a_penalty_of_the_game_changes_its_result_and_stands_in_the_ledger(desk: Desk) -> None:
    desk.play()
    assert is_done(desk.sent("adjust", **OWN), desk)
    assert desk.results() == [2725, -285]
    page = desk.seen()
    assert "−200" in page
    assert "Siv Berg – Ulf Ask · § 12" in page


def test_an_award_is_added(desk: Desk) -> None:
    assert is_done(desk.sent("adjust", **OWN | {"sign": "credited"}), desk)
    assert desk.results() == [0, 200]


def test_a_penalty_of_the_rules_brings_its_points_its_paragraph_and_its_name(desk: Desk) -> None:
    desk.play()
    assert "Drew out of turn: −100 (§ 25 c3)" in desk.seen("adjust")
    typed: dict[str, Any] = {"level": "1", "side": "0", "sign": "charged", "penalties": ["drew_out_of_turn"]}
    assert is_done(desk.sent("adjust", **typed), desk)
    made = Adjustment.objects.get()
    assert (made.points, made.rule, made.reason) == (-100, "25c3", "Drew out of turn")
    assert desk.results() == [2625, -85]
    assert desk.deal().state == Deal.State.ENTERED


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"points": ""}, "How many points: Required if you set the points yourself."),
        ({"reason": ""}, "Reason: Required if you set the points yourself."),
        ({"points": "-200"}, "How many points: Ensure this value is greater than or equal to 5."),
        ({"points": "203"}, "How many points: Points must be divisible by five."),
        ({"points": "many"}, "How many points: Enter a whole number."),
        ({"side": ""}, "Side: This field is required."),
        ({"penalties": ["drew_out_of_turn"]}, "Either a penalty from the rules or points you set yourself."),
        ({"penalties": ["hinting"]}, "Select a valid choice."),
        ({"level": "7"}, "Select a valid choice."),
    ],
)
def test_a_penalty_that_cannot_be_is_refused_at_its_field_and_what_was_typed_stays(
    desk: Desk, typed: dict[str, Any], expected: str
) -> None:
    answer = desk.sent("adjust", **OWN | typed)
    assert expected in errors_of(answer)
    assert 'value="12"' in text_of(answer)
    assert not Adjustment.objects.exists()


def test_the_same_form_sent_twice_charges_once_and_with_other_content_is_refused(desk: Desk) -> None:
    key = str(uuid.uuid4())
    for _time in range(2):
        assert is_done(desk.sent("adjust", **OWN | {"key": key}), desk)
    other = desk.sent("adjust", **OWN | {"key": key, "points": "300"})
    assert "This has already been sent with different content." in errors_of(other)
    assert key not in text_of(other)
    assert Adjustment.objects.count() == 1


def test_a_penalty_is_taken_back_once_with_a_reason(desk: Desk) -> None:
    made = recording.adjust(desk.director, desk.game, charged())
    address = reverse("scoring:adjustment_cancel", args=[made.pk])
    assert "Reason: This field is required." in errors_of(send(desk.director, address))
    assert is_done(send(desk.director, address, reason="It was table 2"), desk)
    assert desk.results() == [0, 0]
    assert "Revoked: It was table 2" in " ".join(re.sub(r"<[^>]+>", " ", desk.seen()).split())
    assert ALL_CHANGED in errors_of(send(desk.director, address, reason="Again"))


def test_a_deal_that_is_not_written_down_is_offered_for_no_penalty(desk: Desk) -> None:
    desk.play()
    recording.start_deal(desk.scorer, desk.game, 2, uuid.uuid4())
    assert re.findall(r'<option value="(\d+)">Deal', desk.seen("adjust")) == ["1"]


# --- the whole game ---------------------------------------------------------------------------------------


def test_time_ends_a_game_for_the_higher_total(desk: Desk) -> None:
    desk.play()
    assert is_done(desk.sent("game_end", kind="time"), desk)
    assert (desk.now().over, desk.now().winner) == (True, 0)
    assert "It ended before its target: time." in step_of(desk.seen())


def test_a_side_that_gives_up_loses_and_the_log_says_why(desk: Desk) -> None:
    desk.play()
    assert is_done(desk.sent("game_end", kind="forfeit", side="0", reason="Ill"), desk)
    assert desk.now().winner == 1
    assert LogEntry.objects.get(act="game.ended").words.reason == "Ill"


def test_a_game_ended_by_mistake_goes_on_from_its_desk(desk: Desk) -> None:
    desk.play()
    address = reverse("scoring:game_resume", args=[desk.game.pk])
    assert address not in desk.seen()
    assert "was not ended early" in errors_of(desk.sent("game_resume", reason="By mistake"))
    desk.sent("game_end", kind="time")
    assert address in desk.seen()
    assert "required" in errors_of(desk.sent("game_resume"))
    assert is_done(desk.sent("game_resume", reason="The hall stays open"), desk)
    assert not desk.now().over
    assert "Deal 2 is next." in step_of(desk.seen())


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({}, "How does the game end? This field is required."),
        ({"kind": "stopped", "reason": "Tired"}, "Which side? Choose a side."),
        ({"kind": "stopped", "side": "1"}, "Reason: Give a reason."),
        ({"kind": "stopped", "side": "2", "reason": "Tired"}, "Select a valid choice."),
    ],
)
def test_an_end_that_is_not_whole_is_refused(desk: Desk, typed: dict[str, Any], expected: str) -> None:
    assert expected in errors_of(desk.sent("game_end", **typed))
    assert not desk.now().over


def test_no_game_ends_in_the_middle_of_a_deal_or_twice(desk: Desk) -> None:
    recording.start_deal(desk.scorer, desk.game, 1, uuid.uuid4())
    assert "not recorded yet" in errors_of(desk.sent("game_end", kind="time"))
    desk.play()
    desk.sent("game_end", kind="time")
    assert "The game is over." in errors_of(desk.sent("game_end", kind="time"))


def test_a_result_only_is_typed_as_people_write_it(desk: Desk) -> None:
    assert is_done(desk.sent("game_result", total0="10 250", total1="−85", reason="Lost"), desk)
    assert desk.results() == [10_250, -85]
    assert "Only the totals were entered: 10,250 : −85" in " ".join(desk.seen().split())


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"total1": ""}, "Total, Siv Berg – Ulf Ask: This field is required."),
        ({"total0": "1203"}, "Points must be divisible by five."),
        ({"total0": "ten"}, "Enter points, for example 2450 or −85."),
        ({"total0": "1000005"}, "Enter points, for example 2450 or −85."),
        ({"total0": "95000"}, "Is there a digit too many?"),
    ],
)
def test_a_result_that_cannot_be_is_refused(desk: Desk, typed: dict[str, Any], expected: str) -> None:
    values: dict[str, Any] = {"total0": "10000", "total1": "500", "reason": "Lost"}
    assert expected in errors_of(desk.sent("game_result", **values | typed))
    assert desk.now().entered_result is None


def test_a_player_is_substituted_by_a_part_of_the_name(desk: Desk) -> None:
    coming, leaving = a_player("Göran Åström", club=desk.club), seated(desk, "Bo")
    desk.play()
    assert is_done(desk.sent("substitute", leaving=leaving, coming="goran ast"), desk)
    seat = Seat.objects.get(player=coming)
    assert (seat.side.number, seat.from_deal) == (0, 2)
    assert "Anna Ek – Göran Åström" in desk.seen()


def seated(desk: Desk, values: str) -> int:
    return Seat.objects.get(side__game=desk.game, player__given_name=values).player_id


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Nobody Here", "The club has no player with this name."),
        ("Per", "Which of these is it? Per Dahl (P1); Per Dahl (P2)"),
        ("Siv Berg", "This player is already at the table."),
        ("", "Who is coming? This field is required."),
        ("–", "The club has no player with this name."),
    ],
)
def test_a_substitute_must_be_one_player_who_does_not_sit_there(
    desk: Desk, typed: str, expected: str
) -> None:
    federation = a_club()
    for licence in ("P1", "P2"):
        a_player("Per Dahl", club=desk.club, licence=licence, federation=federation)
    answer = desk.sent("substitute", leaving=seated(desk, "Bo"), coming=typed)
    assert expected in errors_of(answer)
    assert f'value="{typed}"' in text_of(answer) or not typed
    assert Seat.objects.filter(side__game=desk.game).count() == 4


def test_two_players_of_one_name_are_told_apart_by_what_the_list_says(desk: Desk) -> None:
    federation = a_club()
    one, _other = (
        a_player("Per Dahl", club=desk.club, licence=licence, federation=federation)
        for licence in ("P1", "P2")
    )
    assert '<option value="Per Dahl (P1)">' in desk.seen("substitute")
    assert is_done(desk.sent("substitute", leaving=seated(desk, "Bo"), coming="Per Dahl (P1)"), desk)
    assert Seat.objects.filter(player=one).exists()


# --- what the sides are handed ----------------------------------------------------------------------------


def test_each_side_has_its_digits_where_the_game_asks_for_them() -> None:
    desk = Desk(plan={"approval": Game.Approval.OWN_CODE})
    page = desk.seen("game_sides", by=desk.scorer)
    pins = re.findall(r'class="pin"><span>[^<]*</span> (\d+)<', page)
    assert pins == [side.code for side in desk.game.sides.all()]


def test_each_side_has_its_link_through_the_table_of_the_game() -> None:
    desk = Desk(plan={"approval": Game.Approval.OWN_PHONE})
    links = [reverse("scoring:own_phone", args=[desk.table.secret, s.secret]) for s in desk.game.sides.all()]
    assert all(f"http://testserver{link}" in desk.seen("game_sides") for link in links)
    recording.assign_table(desk.scorer, desk.table, None)
    page = desk.seen("game_sides")
    assert "Assign the game to a table first." in page
    assert not any(link in page for link in links)


def test_with_one_phone_that_is_handed_over_no_side_gets_anything(desk: Desk) -> None:
    page = desk.seen("game_sides")
    assert "the table's phone is passed across" in page
    assert 'class="pin"' not in page
    assert not any(side.secret in page for side in desk.game.sides.all())
    assert desk.address("game_sides") not in desk.seen()


# --- photographs ------------------------------------------------------------------------------------------


def a_picture(kind: str, name: str = "") -> SimpleUploadedFile:
    drawn = BytesIO()
    Image.new("RGB", (4, 3), "white").save(drawn, kind)
    return SimpleUploadedFile(name or f"IMG_1.{kind.lower()}", drawn.getvalue())


@pytest.mark.parametrize(
    ("kind", "shown_as"), [("JPEG", "image/jpeg"), ("PNG", "image/png"), ("WEBP", "image/webp")]
)
def test_a_photograph_is_kept_and_shown_to_people_with_a_role_alone(
    desk: Desk, kind: str, shown_as: str
) -> None:
    assert is_done(desk.sent("photo_new", image=a_picture(kind, "../../paper.exe")), desk)
    kept = Photo.objects.get()
    assert "paper" not in str(kept.image)
    assert Path(kept.image.path).is_relative_to(Path(settings.DATA_DIR) / "uploads")
    address = desk.address("photo", kept.pk)
    response = browser(desk.scorer).get(address)
    assert response.headers["Content-Type"] == shown_as
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in response.headers["Cache-Control"]
    assert response.content == a_picture(kind).read()
    assert Client().get(address).status_code == 302
    assert browser(an_author(a_user())).get(address).status_code == 403
    assert address in desk.seen()


def test_where_a_photograph_was_taken_is_not_kept(desk: Desk) -> None:
    file, exif = BytesIO(), Image.Exif()
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSMapDatum] = "at somebody's home"
    Image.new("RGB", (4, 3), "white").save(file, "JPEG", exif=exif)
    assert b"somebody's home" in file.getvalue()
    upload = SimpleUploadedFile("IMG_2.jpg", file.getvalue())
    assert is_done(desk.sent("photo_new", image=upload), desk)
    assert b"somebody's home" not in Path(Photo.objects.get().image.path).read_bytes()


def test_the_same_photograph_is_kept_once(desk: Desk) -> None:
    for _time in range(2):
        assert is_done(desk.sent("photo_new", image=a_picture("PNG")), desk)
    assert Photo.objects.count() == 1


@pytest.mark.parametrize(
    ("upload", "expected"),
    [
        (a_picture("GIF"), "The picture must be a JPEG, a PNG or a WebP."),
        (a_picture("BMP", "paper.png"), "The picture must be a JPEG, a PNG or a WebP."),
        (
            SimpleUploadedFile("paper.jpg", b"<script>alert(1)</script>"),
            "The picture must be a JPEG, a PNG or a WebP.",
        ),
        (SimpleUploadedFile("paper.png", b""), "The submitted file is empty."),
        ("", "This field is required."),
    ],
    ids=["a GIF", "a BMP that says PNG", "a script", "nothing in it", "none"],
)
def test_what_is_no_photograph_is_refused(
    desk: Desk, upload: SimpleUploadedFile | str, expected: str
) -> None:
    if isinstance(upload, SimpleUploadedFile):
        upload.seek(0)
    assert expected in errors_of(desk.sent("photo_new", image=upload))
    assert not Photo.objects.exists()


def test_a_photograph_that_is_too_large_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fields, "MAX_PICTURE_BYTES", 10)
    assert "larger than 12 MB" in errors_of(desk.sent("photo_new", image=a_picture("PNG")))
    assert not Photo.objects.exists()
