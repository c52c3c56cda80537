"""An event that was set up wrong is put right: everything is counted again, and draws stand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from clubs.books import log
from clubs.books.ways_back import offer_undo
from clubs.books.writing import JsonValue
from clubs.models import Role
from scoring import recording
from scoring.models import Deal, DealVersion, Game
from scoring.recording.recheck import all_differences
from scoring.store.sheets import newest_edition
from tests.builders import a_user, an_author
from tests.scoring.support.played import a_column, a_deal, a_stock_end
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.agreement import EventAgreement, Phase
from tournaments.core.movements.swiss import SWISS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.results import SitOutValue
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.core.schemes.total import TOTAL
from tournaments.models import Snapshot
from tournaments.play.audit import check_event_draws
from tournaments.public.rules_in_force import rules_report
from tournaments.running.events import EventPlan, fingerprint_of
from tournaments.running.recheck import differences_in
from tournaments.running.set_up_corrections import SetUpCorrection

pytestmark = pytest.mark.django_db


def a_going_out(meld_points: int = 500) -> dict[str, JsonValue]:
    """A black canasta and cards against nothing, and going out."""
    out = a_column(combinations={"black": 1}, meld_points=meld_points, went_out=True)
    return {"ended": "out", "hands": [out, a_column(hand_points=50)]}


def right(
    event: Played, options: dict[str, JsonValue] | None = None, ruleset: str = "", **settings: Any
) -> SetUpCorrection:
    now = event.fresh
    plan = EventPlan(
        name=now.name,
        date=now.date,
        starts_at=now.starts_at,
        ruleset=ruleset or now.ruleset,
        options=now.options if options is None else options,
        agreement=replace(now.agreement, **settings),
    )
    return SetUpCorrection(plan=plan, reason="typed in a hurry", key=uuid4(), seen=fingerprint_of(now))


def correct(event: Played, **settings: Any) -> object:
    return running.correct_set_up(event.by, event.fresh, right(event, **settings))


def with_a_closed_round(ruleset: str = "danish", entries: int = 5, **settings: Any) -> Played:
    """By default five entries, a sit-out, and a closed round of two tables with deals."""
    settings = {"deals": 1, "sit_out": SitOutValue.FIXED, "walkover_margin": 2000, **settings}
    event = Played(agreed(rounds=3, **settings), ruleset=ruleset)
    event.enter(entries)
    drawn = event.publish()
    for at, game in enumerate(event.games(drawn)):
        points = 500 + 100 * at
        body = a_going_out(points) if ruleset == "danish" else a_stock_end(points, 10)
        recording.record_deal(event.by, game, a_deal(body=body))
    event.close(drawn)
    return event


def consistent(event: Played) -> bool:
    """Whether what is kept is what counts from nothing, and every draw is as it was proved."""
    checks = check_event_draws(event.fresh)
    return (
        [row.column for row in all_differences()] == []
        and differences_in(event.fresh) == []
        and all(check.repeats and not check.faults for check in checks)
    )


def test_a_house_rule_put_right_counts_every_deal_again() -> None:
    event = with_a_closed_round()
    game = event.games(event.event.rounds.get())[0]
    before = game.sides.get(number=0).total
    correct(event, options={"going_out": 100})
    assert game.sides.get(number=0).total == before + 100
    versions = list(DealVersion.objects.filter(deal__game=game).order_by("number"))
    assert [version.kind for version in versions] == ["recorded", "house_rules"]
    assert (versions[1].current, versions[1].reason) == (True, "typed in a hurry")
    assert versions[0].result["sides"][0]["total"] == before
    assert event.kept(event.event.rounds.get()) == event.counted()
    assert consistent(event)


def test_the_next_round_is_played_by_the_right_settings() -> None:
    event = with_a_closed_round()
    correct(event, options={"going_out": 100}, deals=2)
    assert {(game.options["going_out"], game.deals_agreed) for game in event.games(event.publish())} == {
        (100, 2)
    }
    assert consistent(event)


def test_another_number_of_deals_lets_games_go_on_and_ends_them_again() -> None:
    event = with_a_closed_round()
    correct(event, deals=2)
    assert not any(game.over for game in event.games(event.event.rounds.get()))
    correct(event, deals=1)
    assert all(game.over for game in event.games(event.event.rounds.get()))
    assert not DealVersion.objects.filter(kind=DealVersion.Kind.HOUSE_RULES).exists()
    correct(event, deals=None)
    assert not any(game.over for game in event.games(event.event.rounds.get()))
    assert consistent(event)


@pytest.mark.parametrize(
    "settings",
    [
        {"scheme": TOTAL, "chain": ("points",)},
        {"sit_out": SitOutValue.FIXED, "sit_out_points": 1, "sit_out_difference": 77},
        {"chain": ("points",)},
        {"walkover_margin": 5},
    ],
    ids=lambda settings: next(iter(settings)),
)
def test_places_are_counted_again_and_come_back_with_the_same_act(settings: dict[str, Any]) -> None:
    event = with_a_closed_round()
    closed = event.event.rounds.get()
    if "walkover_margin" in settings:
        pairing = closed.pairings.get(table=1)
        ruled = running.RuledResult(kind=pairing.Kind.WALKOVER, at_fault=0, reason="went home")
        running.rule_result(event.by, pairing, ruled)
    before, old = event.kept(closed), event.fresh.agreement
    correct(event, **settings)
    assert event.kept(closed) != before
    assert event.kept(closed) == event.counted()
    assert consistent(event)
    correct(event, **{name: getattr(old, name) for name in settings})
    assert event.kept(closed) == before


def test_a_preview_says_what_changes_and_changes_nothing() -> None:
    event = with_a_closed_round()
    rows = Deal.objects.count(), DealVersion.objects.count(), event.fresh.book.entries
    seen = fingerprint_of(event.fresh)
    preview = running.preview_set_up(event.by, event.fresh, right(event, options={"going_out": 100}))
    totals = [(before.totals, after.totals) for before, after in preview.tables]
    assert totals == [((800, -50), (900, -50)), ((900, -50), (1000, -50))]
    assert (Deal.objects.count(), DealVersion.objects.count(), event.fresh.book.entries) == rows
    assert fingerprint_of(event.fresh) == seen
    correct(event, options={"going_out": 100})
    after = {
        row.entry: (row.place, row.entry, row.points, row.difference)
        for _before, row in preview.places
        if row
    }
    assert after.items() <= {row[1]: row for row in event.counted()}.items()
    assert after


def test_a_deal_that_the_right_rules_refuse_is_named_and_counts_as_played() -> None:
    event = Played(agreed(rounds=3), ruleset="sambola")
    event.enter(2)
    (game,) = event.games(event.publish())
    many: JsonValue = [{"melds": ["KKKK***", "AAAA***"], "hand": "7"}, {"melds": ["5555***"], "hand": "5"}]
    recording.record_deal(event.by, game, a_deal(body={"ended": "stock", "hands": many}))
    preview = running.preview_set_up(event.by, event.fresh, right(event, options={"jokers": 6}))
    assert [(deal.round, deal.table, deal.deal.number) for deal in preview.refused] == [(1, 1, 1)]
    correct(event, options={"jokers": 6})
    version = DealVersion.objects.get(deal__game=game, current=True)
    assert version.overridden_errors
    assert consistent(event)
    (line,) = log.log_lines([event.event.book.log.get(act="event.set_up_corrected")])
    assert ("Deals that the right rules would refuse", "round 1, table 1, deal 1") in [
        (str(change.label), change.after) for change in line.changes
    ]


def test_approved_and_seen_deals_stay_so_and_disputed_ones_are_settled_first() -> None:
    event = Played(agreed(rounds=3), ruleset="danish")
    event.enter(2)
    (game,) = event.games(event.publish())
    recording.record_deal(event.by, game, a_deal(body=a_going_out()))
    recording.record_deal(event.by, game, a_deal(2, body=a_stock_end(5, 10)))
    recording.confirm_deal(event.by, game, recording.Approval(number=1, version=1, key=uuid4()))
    correct(event, options={"going_out": 100})
    states = list(game.deals.order_by("number").values_list("state", "version"))
    assert states == [(Deal.State.CONFIRMED, 2), (Deal.State.ENTERED, 2)]
    recording.dispute_deal(event.by, game, recording.Approval(number=2, version=2, key=uuid4(), reason="no"))
    with pytest.raises(recording.NotNow, match="Settle that first"):
        correct(event, options={})


def test_what_cannot_be_put_right_is_refused_and_changes_nothing() -> None:
    event = with_a_closed_round()
    running.draw_round(event.by, event.event, "seed")
    before = event.fresh.settings
    for settings in ({"sides": 3}, {"players": 1}, {"late_minutes": 5}, {"phases": then_of_three()}):
        with pytest.raises(ValidationError):
            correct(event, **settings)
    with pytest.raises(recording.NotNow, match="Nothing was changed"):
        correct(event)
    stranger = an_author(a_user(Role.Kind.SCORER, club=event.club))
    with pytest.raises(PermissionDenied):
        running.correct_set_up(stranger, event.fresh, right(event, sit_out_points=1))
    assert event.fresh.settings == before


def test_a_correction_sent_twice_is_done_once_and_an_outdated_one_not_at_all() -> None:
    event = with_a_closed_round()
    correction, outdated = right(event, sit_out_points=1), right(event, sit_out_points=0)
    running.correct_set_up(event.by, event.fresh, correction)
    running.correct_set_up(event.by, event.fresh, correction)
    acts = event.fresh.book.log.filter(act="event.set_up_corrected")
    assert acts.count() == 1
    with pytest.raises(running.events.ChangedMeanwhile):
        running.correct_set_up(event.by, event.fresh, outdated)
    facts = acts.get().facts
    assert facts["agreed"]["sit_out_points"] == 1
    assert Snapshot.objects.filter(tournament=event.event).exists()


def revision_of(event: Played) -> tuple[str, list[str]]:
    """The revision of the rules in force, and the sentences on what was corrected."""
    report = rules_report(event.fresh)
    number = "".join(str(fact.value) for fact in report.facts if fact.label == "Revision")
    corrected = [table for table in report.tables if table.caption == "What was corrected"]
    return number, [str(row.values[0]) for table in corrected for row in table.rows]


def test_the_rules_in_force_are_a_revision_that_says_what_was_corrected() -> None:
    event = with_a_closed_round()
    assert revision_of(event) == ("", [])
    correct(event, sit_out_points=1)
    number, (since, *changes) = revision_of(event)
    assert number.startswith("2, of ")
    assert since == f"Revision {number}, counts for all games from the first one on."
    assert changes == [
        "No longer: A sit-out is worth 2 points and a difference of 0.",
        "Now: A sit-out is worth 1 point and a difference of 0.",
    ]
    correct(event, sit_out_points=2)
    number, sentences = revision_of(event)
    assert number.startswith("3, of ")
    assert (sentences[1:3], sentences[4:]) == (
        [
            "No longer: A sit-out is worth 1 point and a difference of 0.",
            "Now: A sit-out is worth 2 points and a difference of 0.",
        ],
        changes,
    )


# Another game.


def test_the_game_put_right_scores_every_deal_by_its_rules() -> None:
    event = Played(agreed(rounds=3, deals=2, walkover_margin=2000), ruleset="danish")
    event.enter(4)
    drawn = event.publish()
    games = event.games(drawn)
    for game in games:
        recording.record_deal(event.by, game, a_deal(body=a_going_out()))
        recording.record_deal(event.by, game, a_deal(2, body=a_stock_end(60, 10)))
    event.close(drawn)
    before = [event.kept(drawn), [side_total(game) for game in games]]
    openings = [deal.openings for deal in games[0].deals.order_by("number")]
    preview = running.preview_set_up(event.by, event.fresh, right(event, ruleset="royal"))
    assert [(old.totals, new.totals) for old, new in preview.tables] == [((740, -60), (940, -60))] * 2
    assert [(deal.table, deal.deal.number) for deal in preview.refused] == [(1, 1), (2, 1)]
    correct(event, ruleset="royal")
    game = Game.objects.get(pk=games[0].pk)
    assert (event.fresh.ruleset, game.ruleset, game.edition) == ("royal", "royal", newest_edition("royal"))
    assert openings == [[50, 50], [50, 50]]
    assert [deal.openings for deal in game.deals.order_by("number")] == [[50, 50], [50, 15]]
    version = DealVersion.objects.get(deal__game=game, deal__number=1, current=True)
    assert (version.sheet["ruleset"], version.kind) == ("royal", "house_rules")
    assert {game.ruleset for game in event.games(event.publish())} == {"royal"}
    assert event.kept(drawn) == event.counted(1)
    assert consistent(event)
    running.remove_round(event.by, event.event.rounds.get(number=2), "first the game")
    correct(event, ruleset="danish")
    assert [event.kept(drawn), [side_total(game) for game in games]] == before
    assert [deal.openings for deal in games[0].deals.order_by("number")] == openings
    assert consistent(event)


def side_total(game: Game) -> int:
    return game.sides.get(number=0).total


def test_deals_that_another_game_cannot_count_are_named() -> None:
    event = with_a_closed_round("danish", entries=4)
    before = event.fresh.ruleset, event.fresh.book.entries
    with pytest.raises(recording.NotNow, match="round 1, table 1, deal 1; round 1, table 2, deal 1"):
        correct(event, ruleset="samba")
    assert (event.fresh.ruleset, event.fresh.book.entries) == before
    assert consistent(event)


def test_a_game_that_is_not_played_by_so_many_is_refused() -> None:
    event = with_a_closed_round("samba", entries=6, players=3)
    with pytest.raises(ValidationError, match="cannot be played by this many"):
        correct(event, ruleset="danish")


@pytest.mark.parametrize("language", ["en", "sv", "fi", "da"])
def test_pages_and_papers_of_a_game_show_what_was_counted_before(client: Client, language: str) -> None:
    event = with_a_closed_round("danish", entries=4)
    correct(event, ruleset="royal")
    game = event.games(event.event.rounds.get())[0]
    assert event.by.user is not None
    client.force_login(event.by.user)
    for address in (
        reverse("scoring:game", args=[game.pk]),
        reverse("scoring:deal", args=[game.pk, 1]),
        reverse("scoring:game_desk", args=[game.pk]),
        reverse("clubs:log", args=[game.book_id]),
        reverse("tournaments:event_rules", args=[event.event.pk]),
    ):
        assert client.get(address, headers={"accept-language": language}).status_code == 200, address


# Other sides at a table.


def then_of_three() -> tuple[Phase, ...]:
    """The first round as it was drawn, then tables of three."""
    return (Phase(movement=SWISS, rounds=1), Phase(movement=THREE_SIDED, rounds=2))


def test_an_event_of_tables_of_two_goes_on_at_tables_of_three() -> None:
    event = with_a_closed_round("samba", entries=6, players=1)
    closed, before = event.event.rounds.get(), event.fresh.settings
    kept = event.kept(closed)
    right_sides = {"sides": 3, "scheme": PLACES, "chain": ("points",), "phases": then_of_three()}
    correct(event, **right_sides)
    assert event.kept(closed) == event.counted() != kept
    assert consistent(event)
    drawn = event.publish()
    assert {game.sides.count() for game in event.games(drawn)} == {3}
    assert consistent(event)
    with pytest.raises(ValidationError, match="At table 1 of round 2 more sides have played"):
        correct(event, sides=2, scheme=SCL)
    running.remove_round(event.by, drawn, "they were two after all")
    old = EventAgreement.read(before)
    correct(event, **{name: getattr(old, name) for name in right_sides})
    assert (event.kept(closed), event.fresh.settings) == (kept, before)


def test_a_round_that_is_drawn_stays_in_its_row_when_the_sides_are_put_right() -> None:
    event = with_a_closed_round("samba", entries=6, players=1)
    phases: tuple[Phase, ...] = (Phase(movement=THREE_SIDED, rounds=3),)
    with pytest.raises(ValidationError, match="Round 1 has already been drawn this way"):
        correct(event, sides=3, scheme=PLACES, chain=("points",), phases=phases)
    phases = (Phase(movement=SWISS, rounds=2), Phase(movement=THREE_SIDED, rounds=1))
    with pytest.raises(ValidationError, match="This creates tables of two sides"):
        correct(event, sides=3, scheme=PLACES, chain=("points",), phases=phases)


def test_the_page_shows_what_would_change_before_it_is_changed(client: Client) -> None:
    event = with_a_closed_round()
    assert event.by.user is not None
    client.force_login(event.by.user)
    address = reverse("tournaments:settings_correct", args=[event.event.pk])
    form = client.get(address).context["form"]
    values = {name: form[name].value() for name in form.fields}
    sent = {
        name: value
        for name, value in values.items()
        if value is not None and value is not False and value != ""
    }
    sent = {**sent, "option_going_out": "1", "reason": "hurry"}
    sent["bands"] = form["bands"].field.prepare_value(sent["bands"])
    sent["place_points"] = form["place_points"].field.prepare_value(sent["place_points"])
    shown = client.post(address, sent)
    assert shown.context["form"].errors == {}
    preview = shown.context["preview"]
    assert len(preview.tables) == 2
    assert event.fresh.options == {}
    assert client.post(address, {**sent, "previewed": "0" * 64}).status_code == 200
    assert event.fresh.options == {}
    done = client.post(address, {**sent, "previewed": preview.digest})
    assert done.status_code == 302
    assert event.fresh.options == {"going_out": 100}


def test_a_correction_is_taken_back_from_the_list_of_acts() -> None:
    event = with_a_closed_round()
    closed = event.event.rounds.get()
    before, settings = event.kept(closed), event.fresh.settings
    correct(event, options={"going_out": 100}, sit_out_points=1)
    assert event.kept(closed) != before
    entry = event.fresh.book.log.get(act="event.set_up_corrected")
    offered = offer_undo(entry)
    assert offered.undo is not None
    offered.undo.run(event.by, "they did play so", uuid4())
    assert (event.kept(closed), event.fresh.settings, event.fresh.options) == (before, settings, {})
    assert consistent(event)
