"""Rulings end disputes, with a jury that nobody sits in who has a part in the game; and written warnings."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.books.writing import Author
from clubs.models import Club, LogEntry, Player, Role, User
from scoring import recording
from scoring.core.penalties import charges_for_act
from scoring.models import (
    Adjustment,
    Call,
    Confirmation,
    Deal,
    DealVersion,
    Game,
    Juror,
    Ruling,
    WrittenWarning,
)
from scoring.store.sheets import rules_of_game
from tests.builders import a_club, a_player, a_user, an_author
from tests.scoring.support.played import Evening, a_body, a_small_body, an_evening

pytestmark = pytest.mark.django_db

Outcome = Ruling.Outcome
Status = Juror.Status
ENDING = {"text": "The table has counted seven cards.", "rule": "34"}


@dataclass
class Court:
    """A game at a table with its first deal disputed, and those who may rule on it."""

    evening: Evening
    jury: list[User] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return self.evening.game

    @property
    def club(self) -> Club:
        return self.evening.table.club

    def juror(self, player: Player | None = None, **fields: Any) -> User:
        person = a_user(Role.Kind.JURY, club=self.club, player=player, **fields)
        self.jury.append(person)
        return person

    def rule(self, by: Author | None = None, jurors: Sequence[User] = (), **said: Any) -> Ruling:
        given: dict[str, Any] = {"deal": 1, "outcome": Outcome.STANDS, "key": uuid.uuid4(), **ENDING, **said}
        decision = recording.Decision(jurors=[person.pk for person in jurors], **given)
        return recording.give_ruling(by or self.evening.director, self.game, decision)

    def cancel(self, ruling: Ruling, reason: str = "Not heard", by: Author | None = None) -> Ruling:
        return recording.cancel_ruling(by or self.evening.director, ruling, reason, uuid.uuid4())

    def sat(self, ruling: Ruling) -> dict[int, str]:
        return {juror.user_id: juror.recused_because for juror in ruling.jurors.all()}

    @property
    def state(self) -> str:
        return self.evening.deal(1).state


def dispute(evening: Evening, number: int = 1) -> None:
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(1, number, reason="six cards"))


def of_two_clubs() -> Evening:
    """Each side is of a club of its own; neither is the club that holds the game."""
    evening = an_evening()
    for side in evening.sides:
        club = a_club()
        Player.objects.filter(seats__side=side).update(home_club=club)
    return evening


@pytest.fixture(scope="module", autouse=True)
def shared_court(module_rows: None) -> Court:
    evening = an_evening()
    evening.record(1, by=evening.device(0))
    dispute(evening)
    return Court(evening)


@pytest.fixture
def court(shared_court: Court) -> Court:
    return deepcopy(shared_court)


@pytest.fixture
def away() -> Court:
    evening = of_two_clubs()
    evening.record(1, by=evening.device(0))
    dispute(evening)
    return Court(evening)


def field_of(refusal: pytest.ExceptionInfo[ValidationError]) -> list[str]:
    return list(refusal.value.message_dict) if hasattr(refusal.value, "error_dict") else [""]


# Who may rule.


def test_the_director_alone_ends_a_dispute(court: Court) -> None:
    ruling = court.rule()
    assert (ruling.number, ruling.jurors.count(), ruling.rule) == (1, 0, "34")
    assert court.state == Deal.State.CONFIRMED


def test_the_jury_rules_without_a_director(court: Court) -> None:
    person = court.juror()
    ruling = court.rule(an_author(person), [person])
    assert court.sat(ruling) == {person.pk: Status.SAT}
    assert (court.state, ruling.author) == (Deal.State.CONFIRMED, person)


def test_one_of_the_jury_does_not_rule_without_saying_who_decided(court: Court) -> None:
    with pytest.raises(ValidationError) as refusal:
        court.rule(an_author(court.juror()))
    assert field_of(refusal) == ["jurors"]
    assert court.state == Deal.State.DISPUTED


@pytest.mark.parametrize("kind", [Role.Kind.SCORER, None])
def test_nobody_else_rules(court: Court, kind: Role.Kind | None) -> None:
    with pytest.raises(PermissionDenied):
        court.rule(an_author(a_user(kind, club=court.club)))
    with pytest.raises(PermissionDenied):
        court.rule(court.evening.device(1))
    assert not Ruling.objects.exists()


def test_who_plays_at_the_table_is_passed_over_and_that_is_kept(court: Court) -> None:
    seated, free = court.juror(court.evening.player(0)), court.juror()
    ruling = court.rule(jurors=[seated, free])
    assert court.sat(ruling) == {seated.pk: Status.PLAYS, free.pk: Status.SAT}
    entry = LogEntry.objects.get(act="ruling.given")
    assert (entry.facts["jurors"], entry.facts["passed_over"]) == ([free.pk], [seated.pk])


def test_who_has_left_the_table_is_passed_over_as_well(court: Court) -> None:
    leaving = court.evening.player(0)
    recording.substitute(
        court.evening.director, court.game, 0, leaving, a_player(club=court.club), uuid.uuid4()
    )
    left, free = court.juror(leaving), court.juror()
    assert court.sat(court.rule(jurors=[left, free]))[left.pk] == Status.PLAYS


def test_who_plays_for_a_side_s_club_is_passed_over(away: Court) -> None:
    club = away.evening.player(1).home_club
    partial, neutral = away.juror(a_player(club=club)), away.juror(a_player(club=away.club))
    assert away.sat(away.rule(jurors=[partial, neutral])) == {
        partial.pk: Status.CLUB,
        neutral.pk: Status.SAT,
    }


def test_where_all_sides_are_of_one_club_its_members_may_sit(court: Court) -> None:
    home = a_club()
    Player.objects.filter(seats__side__game=court.game).update(home_club=home)
    person = court.juror(a_player(club=home))
    assert court.sat(court.rule(jurors=[person])) == {person.pk: Status.SAT}


def test_somebody_of_the_jury_has_to_be_left(away: Court) -> None:
    passed = [away.juror(away.evening.player(0)), away.juror(a_player(club=away.evening.player(1).home_club))]
    with pytest.raises(ValidationError) as refusal:
        away.rule(jurors=passed)
    assert field_of(refusal) == ["jurors"]
    assert (away.state, Ruling.objects.count()) == (Deal.State.DISPUTED, 0)


@pytest.mark.parametrize("player_of", ["the table", "a side's club"])
def test_who_is_passed_over_does_not_enter_the_ruling_either(away: Court, player_of: str) -> None:
    seated = away.evening.player(0)
    player = seated if player_of == "the table" else a_player(club=seated.home_club)
    partial, free = away.juror(player), away.juror()
    with pytest.raises(ValidationError) as refusal:
        away.rule(an_author(partial), [free])
    assert field_of(refusal) == [""]
    given = away.rule(an_author(free), [partial, free])
    with pytest.raises(ValidationError):
        away.cancel(given, by=an_author(partial))
    assert away.cancel(given, by=an_author(free)).cancelled_by == free


def test_only_the_jury_of_the_book_is_in_the_jury(court: Court) -> None:
    elsewhere = a_user(Role.Kind.JURY)
    gone = court.juror(is_active=False)
    for person in (elsewhere, gone, court.evening.director.user):
        assert person is not None
        with pytest.raises(ValidationError) as refusal:
            court.rule(jurors=[person])
        assert field_of(refusal) == ["jurors"]


def test_who_is_in_the_jury_twice_sits_once(court: Court) -> None:
    person = court.juror()
    Role.objects.create(user=person, book=a_game_book(court), kind=Role.Kind.JURY)
    assert court.sat(court.rule(jurors=[person, person])) == {person.pk: Status.SAT}


def a_game_book(court: Court) -> Any:
    """Another book in which the same person is in the jury."""
    return an_evening().game.book


# What becomes of the deal.


def test_a_deal_that_stands_counts_again_and_its_dispute_is_answered(court: Court) -> None:
    assert court.evening.totals == [0, 0]
    court.rule()
    assert court.evening.totals == [2725, -85]
    last = Confirmation.objects.order_by("pk").last()
    assert last is not None
    assert (last.kind, last.side, last.author) == ("approved", None, court.evening.director.user)
    assert court.evening.current().confirmed
    court.evening.start(2)


def test_a_deal_that_is_not_disputed_may_stand_as_well() -> None:
    evening = an_evening()
    evening.record(1, by=evening.device(0))
    Court(evening).rule()
    assert evening.deal(1).state == Deal.State.CONFIRMED


def test_a_void_deal_counts_nothing(court: Court) -> None:
    court.rule(outcome=Outcome.VOID)
    assert (court.state, court.evening.totals) == (Deal.State.VOID, [0, 0])
    court.evening.start(2)


def test_a_deal_that_is_being_played_may_be_declared_void() -> None:
    evening = an_evening()
    evening.start(1)
    Court(evening).rule(outcome=Outcome.VOID)
    assert evening.deal(1).state == Deal.State.VOID


def test_a_deal_to_be_written_anew_waits_under_protest(court: Court) -> None:
    ruling = court.rule(outcome=Outcome.REWRITE)
    assert (court.state, court.evening.totals) == (Deal.State.DISPUTED, [0, 0])
    with pytest.raises(recording.NotNow):
        court.evening.start(2)
    anew(court, ruling)
    version = court.evening.current()
    assert (version.ruling, version.kind, court.state) == (ruling, DealVersion.Kind.RULING, "confirmed")
    assert court.evening.totals == [2325, -85]


def anew(court: Court, ruling: Ruling, melded: int = 445) -> DealVersion:
    return court.evening.amend(
        1, a_body(meld_points=melded), by=court.evening.director, ruling=ruling.pk, reason="as ruled"
    )


def test_a_ruling_has_a_deal_written_anew_once(court: Court) -> None:
    ruling = court.rule(outcome=Outcome.REWRITE)
    anew(court, ruling)
    with pytest.raises(recording.NotNow):
        anew(court, ruling, 440)


@pytest.mark.parametrize("later", [Outcome.STANDS, Outcome.VOID, Outcome.REWRITE])
def test_a_later_ruling_takes_the_place_of_one_that_was_not_carried_out(court: Court, later: Outcome) -> None:
    first = court.rule(outcome=Outcome.REWRITE)
    court.rule(outcome=later)
    with pytest.raises((recording.NotNow, recording.AlreadyChanged)):
        anew(court, first)


def test_a_ruling_may_leave_a_deal_alone_that_is_not_disputed() -> None:
    evening = an_evening()
    evening.record(1, by=evening.device(0))
    Court(evening).rule(outcome=Outcome.NONE)
    assert (evening.deal(1).state, evening.totals) == (Deal.State.ENTERED, [2725, -85])


def test_a_ruling_may_be_about_the_game(court: Court) -> None:
    ruling = court.rule(deal=None, outcome=Outcome.NONE)
    assert (ruling.deal, court.state) == (None, Deal.State.DISPUTED)


def test_a_ruling_answers_the_call_of_a_table_that_does_not_agree(court: Court) -> None:
    assert Call.objects.get().reason == Call.Reason.DISPUTE
    court.rule()
    assert Call.objects.get().answered_by == court.evening.director.user


def test_a_ruling_answers_no_other_call(court: Court) -> None:
    device = court.evening.device(1)
    recording.take_call_back(device, court.game, uuid.uuid4())
    words = recording.CallRequest(reason=Call.Reason.TIME, key=uuid.uuid4())
    called = recording.call_director(device, court.game, words)
    court.rule()
    assert Call.objects.get(pk=called.pk).answered_at is None


REFUSED = [
    ({"text": "  "}, "text"),
    ({"deal": None}, "outcome"),
    ({"deal": None, "outcome": Outcome.NONE, "of_deal": True}, "outcome"),
    ({"outcome": Outcome.NONE}, "outcome"),
    ({"deal": 7}, "deal"),
    ({"points": [recording.RulingPoints(side=0, points=7)]}, "points"),
    ({"points": [recording.RulingPoints(side=0, points=0)]}, "points"),
    ({"points": [recording.RulingPoints(side=2, points=5)]}, "points"),
    (
        {
            "outcome": Outcome.REWRITE,
            "points": [recording.RulingPoints(side=0, points=-100)],
            "of_deal": True,
        },
        "points",
    ),
    (
        {
            "outcome": Outcome.VOID,
            "points": [recording.RulingPoints(side=0, points=-100)],
            "of_deal": True,
        },
        "points",
    ),
]


@pytest.mark.parametrize(("said", "at"), REFUSED)
def test_what_is_not_said_whole_is_refused_and_leaves_nothing(
    court: Court, said: dict[str, Any], at: str
) -> None:
    with pytest.raises(ValidationError) as refusal:
        court.rule(**said)
    assert field_of(refusal) == [at]
    assert (court.state, Ruling.objects.count(), Adjustment.objects.count()) == ("disputed", 0, 0)


@pytest.mark.parametrize("outcome", [Outcome.STANDS, Outcome.REWRITE])
def test_a_deal_that_is_not_written_down_neither_stands_nor_is_written_anew(outcome: Outcome) -> None:
    evening = an_evening()
    evening.start(1)
    with pytest.raises(recording.NotNow):
        Court(evening).rule(outcome=outcome)


@pytest.mark.parametrize("outcome", [Outcome.STANDS, Outcome.REWRITE, Outcome.VOID])
def test_a_void_deal_is_decided(court: Court, outcome: Outcome) -> None:
    court.rule(outcome=Outcome.VOID)
    with pytest.raises(recording.NotNow):
        court.rule(outcome=outcome)


# Points.


def test_a_ruling_charges_one_side_and_credits_the_other_at_the_game(court: Court) -> None:
    ruling = court.rule(
        points=[recording.RulingPoints(side=0, points=-500), recording.RulingPoints(side=1, points=200)]
    )
    assert court.evening.totals == [2725, -85]
    assert [side.result for side in court.evening.sides] == [2225, 115]
    assert [(each.points, each.rule, each.reason) for each in ruling.charges.order_by("pk")] == [
        (-500, "34", ENDING["text"]),
        (200, "34", ENDING["text"]),
    ]
    charged = LogEntry.objects.filter(act="game.adjusted").order_by("number")
    assert [entry.facts["ruling"] for entry in charged] == [ruling.pk, ruling.pk]


def test_a_ruling_charges_at_the_deal_which_counts_from_then_on(court: Court) -> None:
    ruling = court.rule(points=[recording.RulingPoints(side=0, points=-500)], of_deal=True)
    assert court.evening.totals == [2225, -85]
    version = court.evening.current()
    assert (version.kind, version.ruling, version.confirmed) == (DealVersion.Kind.RULING, ruling, True)


def test_the_same_ruling_sent_twice_is_given_once(court: Court) -> None:
    key = uuid.uuid4()
    said: dict[str, Any] = {"key": key, "points": [recording.RulingPoints(side=0, points=-500)]}
    assert court.rule(**said) == court.rule(**said)
    assert (Ruling.objects.count(), Adjustment.objects.count()) == (1, 1)


def test_a_disputed_deal_is_charged_by_its_ruling_alone(court: Court) -> None:
    charge = court.evening.charge(deal=1)
    with pytest.raises(recording.NotNow):
        recording.adjust(court.evening.director, court.game, charge)
    assert court.state == Deal.State.DISPUTED


def test_a_penalty_of_a_deal_is_not_taken_back_while_the_deal_is_disputed() -> None:
    evening = an_evening()
    evening.record(1)
    made = recording.adjust(evening.director, evening.game, evening.charge(deal=1))
    word = evening.approval(None, reason="looked at once more")
    recording.dispute_deal(evening.director, evening.game, word)
    with pytest.raises(recording.NotNow):
        recording.cancel_adjustment(evening.director, made, "a mistake", uuid.uuid4())
    assert evening.deal(1).state == Deal.State.DISPUTED


# Taken back.


def test_a_ruling_that_is_taken_back_leaves_the_deal_disputed_and_charges_nothing(court: Court) -> None:
    ruling = court.rule(points=[recording.RulingPoints(side=0, points=-500)])
    court.cancel(ruling, "The other table was meant")
    ruling.refresh_from_db()
    assert (ruling.cancelled_because, ruling.cancelled_by) == (
        "The other table was meant",
        court.evening.director.user,
    )
    assert (court.state, court.evening.totals) == (Deal.State.DISPUTED, [0, 0])
    assert [side.adjustment for side in court.evening.sides] == [0, 0]
    assert not court.evening.current().confirmed
    assert ruling.charges.get().cancelled_because == "The other table was meant"
    assert [entry.act for entry in LogEntry.objects.order_by("-number")[:2]] == [
        "ruling.cancelled",
        "game.adjustment_cancelled",
    ]


def test_points_at_the_deal_go_with_their_ruling(court: Court) -> None:
    ruling = court.rule(points=[recording.RulingPoints(side=0, points=-500)], of_deal=True)
    court.cancel(ruling)
    assert court.evening.current().sheet["hands"][0]["penalties"] == {}
    assert court.state == Deal.State.DISPUTED
    court.rule()
    assert court.evening.totals == [2725, -85]


def test_a_void_deal_comes_back_under_protest_with_the_ledger_as_it_is_now() -> None:
    evening = an_evening()
    evening.record(1)
    made = recording.adjust(evening.director, evening.game, evening.charge(deal=1))
    court = Court(evening)
    ruling = court.rule(outcome=Outcome.VOID)
    recording.cancel_adjustment(evening.director, made, "a mistake", uuid.uuid4())
    court.cancel(ruling)
    assert court.state == Deal.State.DISPUTED
    court.rule()
    assert evening.totals == [2725, -85]


def test_a_void_deal_that_nobody_had_written_down_is_being_played_again() -> None:
    evening = an_evening()
    evening.start(1)
    court = Court(evening)
    court.cancel(court.rule(outcome=Outcome.VOID))
    assert evening.deal(1).state == Deal.State.DRAFT
    evening.record(1)


def test_a_void_deal_that_nobody_had_written_down_stays_so_once_others_were_dealt() -> None:
    evening = an_evening()
    evening.start(1)
    court = Court(evening)
    ruling = court.rule(outcome=Outcome.VOID)
    evening.record(2)
    court.cancel(ruling)
    assert (evening.deal(1).state, evening.totals) == (Deal.State.VOID, [2725, -85])


def test_a_deal_written_anew_is_decided_anew(court: Court) -> None:
    ruling = court.rule(outcome=Outcome.REWRITE)
    anew(court, ruling)
    court.cancel(ruling)
    assert court.state == Deal.State.DISPUTED
    with pytest.raises(recording.NotNow):
        anew(court, ruling, 440)


def test_taking_back_what_was_never_carried_out_changes_nothing() -> None:
    evening = an_evening()
    evening.record(1, by=evening.device(0))
    court = Court(evening)
    court.cancel(court.rule(outcome=Outcome.REWRITE))
    court.cancel(court.rule(outcome=Outcome.NONE))
    court.cancel(court.rule(deal=None, outcome=Outcome.NONE))
    assert (court.state, evening.totals) == (Deal.State.ENTERED, [2725, -85])


def test_what_a_later_ruling_has_decided_stays_decided(court: Court) -> None:
    first = court.rule()
    court.rule()
    court.cancel(first)
    assert court.state == Deal.State.CONFIRMED


def test_a_ruling_is_taken_back_once_and_with_a_reason(court: Court) -> None:
    ruling = court.rule()
    with pytest.raises(ValidationError) as refusal:
        court.cancel(ruling, "  ")
    assert field_of(refusal) == ["reason"]
    court.cancel(ruling)
    with pytest.raises(recording.AlreadyChanged):
        court.cancel(ruling)


@pytest.mark.parametrize("kind", [Role.Kind.SCORER, None])
def test_nobody_else_takes_a_ruling_back(court: Court, kind: Role.Kind | None) -> None:
    ruling = court.rule()
    with pytest.raises(PermissionDenied):
        court.cancel(ruling, by=an_author(a_user(kind, club=court.club)))
    with pytest.raises(PermissionDenied):
        court.cancel(ruling, by=court.evening.device(1))


def test_in_a_signed_game_no_ruling_on_a_deal_is_taken_back(court: Court) -> None:
    ruling = court.rule()
    Game.objects.filter(pk=court.game.pk).update(state=Game.State.SIGNED)
    with pytest.raises(recording.NotNow):
        court.cancel(ruling)
    ruling.refresh_from_db()
    assert (ruling.cancelled_at, court.state) == (None, Deal.State.CONFIRMED)


# Under protest everything stands still.


def test_under_protest_nothing_is_dealt_and_nothing_is_signed() -> None:
    evening = an_evening(carried=[7300, 0])
    evening.record(1, by=evening.device(0))
    assert evening.fresh().over
    dispute(evening)
    assert not evening.fresh().over
    with pytest.raises(recording.NotNow):
        evening.start(2)
    signed = recording.SignatureInput(digest="0" * 64, key=uuid.uuid4(), typed="Anna", side=0)
    with pytest.raises(recording.NotNow):
        recording.sign_game(evening.device(0), evening.game, signed)


def test_a_game_that_time_ends_is_not_signed_while_a_deal_is_disputed(court: Court) -> None:
    end = recording.EarlyEnd(recording.GameEnd.TIME)
    recording.end_game(court.evening.director, court.game, end, "ten o'clock", uuid.uuid4())
    player = court.evening.player(0)
    signed = recording.SignatureInput(
        digest="0" * 64, key=uuid.uuid4(), typed="Anna", side=0, player=player.pk
    )
    with pytest.raises(recording.NotNow) as reason:
        recording.sign_game(court.evening.device(0), court.game, signed)
    assert "disputed" in str(reason.value.message)


# Written warnings.


def warn(court: Court, by: Author | None = None, **said: Any) -> WrittenWarning:
    given: dict[str, Any] = {"player": court.evening.player(0).pk, "text": "Talk", "rule": "24A"}
    warned = recording.WarningNotice(**given | {"key": uuid.uuid4()} | said)
    return recording.warn_player(by or court.evening.director, court.game, warned)


def test_a_warning_is_kept_by_player(court: Court) -> None:
    given = warn(court)
    assert (given.player, given.text, given.rule) == (court.evening.player(0), "Talk", "24A")
    entry = LogEntry.objects.get(act="warning.given")
    assert (entry.facts["player"], entry.facts["warning"]) == (given.player_id, given.pk)


def test_the_jury_warns_and_a_scorer_does_not(court: Court) -> None:
    person = court.juror()
    given = warn(court, an_author(person))
    for by in (court.evening.scorer, court.evening.device(0)):
        with pytest.raises(PermissionDenied):
            warn(court, by)
        with pytest.raises(PermissionDenied):
            recording.cancel_warning(by, given, "no", uuid.uuid4())
    taken_back = recording.cancel_warning(an_author(person), given, "no", uuid.uuid4())
    assert taken_back.cancelled_by == person


def test_a_player_of_the_game_is_warned_and_for_something(court: Court) -> None:
    for said, at in (({"player": a_player().pk}, "player"), ({"text": " "}, "text")):
        with pytest.raises(ValidationError) as refusal:
            warn(court, **said)
        assert field_of(refusal) == [at]
    assert not WrittenWarning.objects.exists()


def test_a_warning_is_taken_back_once_with_a_reason_and_stays_on_record(court: Court) -> None:
    given, director = warn(court), court.evening.director
    with pytest.raises(ValidationError):
        recording.cancel_warning(director, given, "", uuid.uuid4())
    recording.cancel_warning(director, given, "another player", uuid.uuid4())
    with pytest.raises(recording.AlreadyChanged):
        recording.cancel_warning(director, given, "again", uuid.uuid4())
    assert WrittenWarning.objects.get().cancelled_because == "another player"


# One act.

TOUCHED, TOOK = "touched_pile", "took_pile_into_hand"


def act(evening: Evening, codes: Sequence[str], **said: Any) -> list[Adjustment]:
    given: dict[str, Any] = {"side": 0, "reasons": {code: f"because of {code}" for code in codes}}
    faults = recording.Infringement(**given | {"key": uuid.uuid4()} | said)
    return recording.charge_infringement(evening.director, evening.game, faults)


def test_in_royal_one_act_costs_its_dearest_fault_alone() -> None:
    evening = an_evening(ruleset="royal")
    (made,) = act(evening, [TOUCHED, TOOK])
    dearest = charges_for_act(rules_of_game(evening.game), [TOOK]).charged[0]
    assert (made.points, made.rule, made.reason) == (-100, dearest.rule, f"because of {TOOK}")
    assert [side.adjustment for side in evening.sides] == [-100, 0]


def test_in_samba_each_fault_of_an_act_is_charged() -> None:
    evening = an_evening()
    evening.record(1)
    codes = ["drew_out_of_turn", "melded_out_of_turn"]
    made = act(evening, codes, deal=1, side=1)
    assert {(each.points, each.reason) for each in made} == {(-100, f"because of {code}") for code in codes}
    assert evening.totals == [2725, -285]


def test_one_act_is_charged_once_however_often_it_is_sent() -> None:
    evening, key = an_evening(), uuid.uuid4()
    codes = ["drew_out_of_turn", "melded_out_of_turn"]
    assert act(evening, codes, key=key) == act(evening, codes, key=key)
    assert Adjustment.objects.count() == 2


def test_an_act_without_a_fault_or_its_words_is_refused() -> None:
    evening = an_evening()
    for reasons, at in (({}, "penalties"), ({"drew_out_of_turn": " "}, "reason")):
        with pytest.raises(ValidationError) as refusal:
            act(evening, [], reasons=reasons)
        assert field_of(refusal) == [at]
    with pytest.raises(LookupError):
        act(evening, ["hinting"])
    assert not Adjustment.objects.exists()


def test_a_small_deal_under_protest_may_be_charged_at_the_game_meanwhile(court: Court) -> None:
    act(court.evening, ["drew_out_of_turn"])
    assert [side.adjustment for side in court.evening.sides] == [-100, 0]
    assert court.state == Deal.State.DISPUTED
    court.evening.amend(1, a_small_body(), by=court.evening.director, override=True, reason="counted again")
    assert court.state == Deal.State.CONFIRMED
