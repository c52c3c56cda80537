"""Setting up an event in one page, and the page of its settings: what is offered, refused and held fast."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from datetime import date, time, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.wording import labels
from tests.conftest import LONG
from tests.pages.reading_pages import forms_of
from tests.tournaments.support.events import Played, agreed, show_after_this_round
from tournaments import running
from tournaments.agreement.agreement import (
    Counting,
    EntriesUntil,
    EventAgreement,
    LevelGame,
    Licences,
    Phase,
    PlacesBy,
    WithdrawalRule,
)
from tournaments.agreement.presets import PRESETS, Preset
from tournaments.agreement.validation import DraftAgreement, validate
from tournaments.core.clock import ClockEnd
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.knock_out import KNOCK_OUT
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.core.results import MissedValue, SitOutValue, Substitutes
from tournaments.core.schemes import SCHEMES
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.core.schemes.vp_table import VP_TABLE
from tournaments.models import Pairing, PairingEntry, Tournament
from tournaments.play import event_record, event_results
from tournaments.running.frozen_settings import FrozenBy, get_frozen_settings
from tournaments.settings.forms import SettingsForm, initial_values

pytestmark = pytest.mark.django_db


def director_of(event: Played) -> Client:
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client


def page_of(event: Played) -> str:
    return reverse("tournaments:settings", args=[event.event.pk])


def typed_in(client: Client, page: str) -> dict[str, str]:
    """What the form of a page would send as it stands."""
    form = next(
        form
        for form in forms_of(client.get(page).content.decode(), page)
        if form.method == "post" and "name" in form.fields
    )
    return {name: value for name, value in form.sent().items() if name != "csrfmiddlewaretoken"}


@pytest.fixture
def event() -> Played:
    return Played(agreed(SWISS))


# Setting up.


def setting_up(event: Played, **sent: str) -> Any:
    page = reverse("tournaments:event_new", args=[event.club.pk])
    director = director_of(event)
    return director.post(page, typed_in(director, page) | {"name": "Autumn", "on_day": "2026-09-03"} | sent)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.code)
def test_each_kind_of_event_is_set_up_in_one_page(event: Played, preset: Preset) -> None:
    game = preset.ruleset or "samba"
    page = reverse("tournaments:event_new", args=[event.club.pk])
    director = director_of(event)
    shown = director.post(page, {"preset": preset.code, "ruleset": game, "show": "game"}).content.decode()
    form = next(form for form in forms_of(shown, page) if "preset" in form.fields)
    sent = {name: value for name, value in form.sent().items() if name != "show"}
    answer = director.post(page, sent | {"name": "Autumn", "on_day": "2026-09-03", "begins": "18:30"})
    made = Tournament.objects.get(name="Autumn")
    assert made.agreement == preset.agreement
    assert made.starts_at is not None
    following = "settings" if preset.code == "free" else "pairs"
    assert answer.url == reverse(f"tournaments:{following}", args=[made.pk])  # type: ignore[attr-defined]


def test_a_kind_brings_its_game_along_and_another_game_is_refused(event: Played) -> None:
    page = reverse("tournaments:event_new", args=[event.club.pk])
    asked = {"preset": "championship_royal", "ruleset": "samba"}
    for chosen, game in {"kind": "royal", "either": "royal", "game": "samba"}.items():
        shown = director_of(event).post(page, asked | {"show": chosen}).content.decode()
        assert f'<option value="{game}" selected>' in shown
    refused = setting_up(event, preset="championship_royal", ruleset="samba")
    assert "the game is Royal Canasta" in refused.context["form"].errors["ruleset"][0]
    refused = setting_up(event, preset="three_sided", ruleset="samba")
    assert refused.status_code == 302


def test_house_rules_are_chosen_with_the_game(event: Played) -> None:
    setting_up(event, option_cards_dealt="1")
    assert Tournament.objects.get(name="Autumn").options == {"cards_dealt": 13}


def test_whoever_wants_more_comes_to_the_settings(event: Played) -> None:
    answer = setting_up(event, more="1")
    made = Tournament.objects.get(name="Autumn")
    assert answer.url == reverse("tournaments:settings", args=[made.pk])


def test_an_event_of_this_name_and_day_is_there_already(event: Played) -> None:
    refused = setting_up(event, name=event.event.name, on_day=event.event.date.isoformat())
    assert "name" in refused.context["form"].errors


def test_a_kind_that_the_game_has_no_table_for_is_refused_at_the_game(event: Played) -> None:
    director, page = director_of(event), reverse("tournaments:event_new", args=[event.club.pk])
    shown = director.post(
        page, {"preset": "three_sided", "ruleset": "danish", "show": "game"}
    ).content.decode()
    form = next(form for form in forms_of(shown, page) if "preset" in form.fields)
    sent = {name: value for name, value in form.sent().items() if name != "show"}
    refused = director.post(page, sent | {"name": "Autumn", "on_day": "2026-09-03"})
    assert "cannot be played by this many" in refused.context["form"].errors["ruleset"][0]


# The settings.


def test_the_page_as_it_stands_changes_nothing(event: Played) -> None:
    director, before = director_of(event), event.fresh.agreement
    answer = director.post(page_of(event), typed_in(director, page_of(event)))
    assert answer.status_code == 302
    assert event.fresh.agreement == before


# A group of the page each: what is typed there, and what is agreed on then.
TYPED_AND_AGREED: list[tuple[dict[str, str], dict[str, Any]]] = [
    (
        {"handicap": "75", "handicap_points": "400", "handicap_most": "2000"},
        {"handicap": 75, "handicap_points": 400, "handicap_most": 2000},
    ),
    (
        {"players": "1", "deals": "4", "walkover_margin": "2000", "large_tables": "on"},
        {"players": 1, "deals": 4, "walkover_margin": 2000, "large_tables": True},
    ),
    (
        {"movement0": "knock_out", "rounds0": "3", "best_of": "3", "level_game": "higher_place"},
        {
            "phases": (Phase(movement=KNOCK_OUT, rounds=3),),
            "best_of": 3,
            "level_game": LevelGame.HIGHER_PLACE,
        },
    ),
    (
        {
            "movement0": "round_robin",
            "rounds0": "5",
            "movement1": "swiss",
            "rounds1": "2",
            "clubs_apart": "on",
            "apart": "7-3, 5-12",
            "wished": "2/1",
            "places_by": "lots",
            "strength": "4, 2 7",
            "phantom_sits": "on",
            "phantom_table": "2",
        },
        {
            "phases": (
                Phase(movement=ROUND_ROBIN, rounds=5),
                Phase(movement=SWISS, rounds=2),
            ),
            "clubs_apart": True,
            "apart": ((3, 7), (5, 12)),
            "wished": ((1, 2),),
            "places_by": PlacesBy.LOTS,
            "strength": (4, 2, 7),
            "phantom_sits": True,
            "phantom_table": 2,
        },
    ),
    (
        {
            "scheme": "vp_table",
            "bands": "100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000",
            "bound": "4000",
            "cap": "8000",
            "place_points": "5 2 0",
            "last_of_two": "false",
            "walkover_shared": "false",
            "two_play_on": "true",
        },
        {
            "scheme": VP_TABLE,
            "bands": (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
            "bound": 4000,
            "cap": 8000,
            "place_points": (5, 2, 0),
            "last_of_two": False,
            "walkover_shared": False,
            "two_play_on": True,
        },
    ),
    (
        {
            "criterion0": "points",
            "criterion1": "wins",
            "criterion2": "lot",
            "counting": "signed",
            "hidden": "on",
            "hall_names": "",
            "correction_minutes": "1440",
            "official_at_noon": "on",
        },
        {
            "chain": ("points", "wins", "lot"),
            "hidden": True,
            "hall_names": False,
            "counting": Counting.SIGNED,
            "correction_minutes": 1440,
            "official_at_noon": True,
        },
    ),
    (
        {
            "clock_minutes": "40",
            "clock_more": "0",
            "clock_by_table": "on",
            "clock_end": "annul",
            "clock_late": "5",
            "clock_gives": "",
            "clock_forecast": "on",
        },
        {
            "clock_minutes": 40,
            "clock_more": 0,
            "clock_by_table": True,
            "clock_end": ClockEnd.ANNUL,
            "clock_late": 5,
            "clock_gives": False,
            "clock_forecast": True,
        },
    ),
    (
        {"late_minutes": "10", "walkover_margin": "3000", "walkover_percent": "70", "who_leaves": "stand"},
        {
            "late_minutes": 10,
            "walkover_margin": 3000,
            "walkover_percent": 70,
            "who_leaves": WithdrawalRule.STAND,
        },
    ),
    (
        {
            "sit_out": "percent_of_most",
            "sit_out_points": "12",
            "sit_out_difference": "−50",
            "sit_out_percent": "70",
            "missed": "sit_out",
            "missed_times": "2",
            "missed_last": "on",
            "missed_walkover": "on",
            "entries_until": "last_draw",
            "licences": "needed",
        },
        {
            "sit_out": SitOutValue.PERCENT_OF_MOST,
            "sit_out_points": 12,
            "sit_out_difference": -50,
            "sit_out_percent": 70,
            "missed": MissedValue.SIT_OUT,
            "missed_times": 2,
            "missed_last": True,
            "missed_walkover": True,
            "entries_until": EntriesUntil.LAST_DRAW,
            "licences": Licences.NEEDED,
        },
    ),
    (
        {"scheme": "vp_table", "substitutes": "capped", "substitute_percent": "70"},
        {"scheme": VP_TABLE, "substitutes": Substitutes.CAPPED, "substitute_percent": 70},
    ),
    (
        {
            "written_on": "both",
            "approval": "own_phone",
            "protocols": "both",
            "corrections": "by_consent",
            "signers": "one",
            "director_signs": "on",
            "second_entry": "on",
        },
        {
            "written_on": "both",
            "approval": "own_phone",
            "protocols": "both",
            "corrections": "by_consent",
            "signers": "one",
            "director_signs": True,
            "second_entry": True,
        },
    ),
]


@pytest.mark.parametrize(("typed", "wanted"), TYPED_AND_AGREED, ids=str)
def test_what_is_typed_in_a_group_is_agreed_on_and_the_rest_stays(
    event: Played, typed: dict[str, str], wanted: dict[str, Any]
) -> None:
    director, before = director_of(event), event.fresh.agreement
    assert director.post(page_of(event), typed_in(director, page_of(event)) | typed).status_code == 302
    assert event.fresh.agreement == replace(before, **wanted)


def test_the_groups_hold_every_setting() -> None:
    """Of those that a page changes alone: three sides ask for another game, movement and scheme besides."""
    typed = {name for _typed, wanted in TYPED_AND_AGREED for name in wanted}
    assert typed | {"sides"} == {one.name for one in fields(EventAgreement)}


def test_a_table_of_three_sides_is_agreed_on_with_what_it_asks_for(event: Played) -> None:
    director = director_of(event)
    sent = typed_in(director, page_of(event)) | {"sides": "3", "movement0": "three_sided", "scheme": "places"}
    assert director.post(page_of(event), sent).status_code == 302
    assert event.fresh.agreement.sides == 3


def test_a_scheme_brings_its_own_chain_unless_another_was_chosen(event: Played) -> None:
    director = director_of(event)
    sent = typed_in(director, page_of(event)) | {"scheme": "wins_total"}
    assert director.post(page_of(event), sent).status_code == 302
    assert list(event.fresh.agreement.chain) == ["points", "own_points"]
    sent = typed_in(director, page_of(event)) | {"criterion1": "wins", "criterion2": "lot"}
    assert director.post(page_of(event), sent | {"scheme": "scl"}).status_code == 302
    assert list(event.fresh.agreement.chain) == ["points", "wins", "lot"]


@pytest.mark.parametrize(
    ("typed", "effect"),
    [
        ({}, "An entry that sits out gets points 2 and no difference; it has not won a game."),
        ({"scheme": "vp_continuous"}, "An entry that sits out gets points 12.00 and no difference"),
        ({"scheme": "total"}, "An entry that sits out gets the average of all games of the round."),
        ({"movement0": "round_robin"}, "it counts as a draw: points 1."),
        ({"sit_out": "fixed"}, "As agreed now: points 2, where a game gives at most 2."),
        (
            {"sit_out": "fixed", "scheme": "wins_total"},
            "As agreed now: points 2, more than the maximum of a game, 1.",
        ),
        (
            {"sit_out": "fixed", "scheme": "total"},
            "As agreed now: points 2, where a game gives the points scored.",
        ),
    ],
)
def test_beside_the_worth_of_a_sit_out_stands_what_it_does(
    event: Played, typed: dict[str, str], effect: str
) -> None:
    director = director_of(event)
    assert director.post(page_of(event), typed_in(director, page_of(event)) | typed).status_code == 302
    assert effect in director.get(page_of(event)).content.decode()


def test_the_event_itself_is_called_otherwise_and_begins_later(event: Played) -> None:
    director = director_of(event)
    sent = typed_in(director, page_of(event)) | {"name": "Another name", "begins": "10:15"}
    assert director.post(page_of(event), sent).status_code == 302
    now = event.fresh
    assert now.name == "Another name"
    assert now.starts_at is not None
    assert timezone.localtime(now.starts_at).time() == time(10, 15)


def test_house_rules_are_changed_in_the_settings(event: Played) -> None:
    director = director_of(event)
    sent = typed_in(director, page_of(event)) | {"option_settlement": "1"}
    assert director.post(page_of(event), sent).status_code == 302
    assert event.fresh.options == {"settlement": "winner_only"}


def test_an_event_that_is_cut_short_is_led_from_its_desk_over_the_settings_to_its_end(event: Played) -> None:
    said = (
        "Does the event have to end after round 1? Reduce the number of rounds, and the results can be shown."
    )
    desk = reverse("tournaments:desk", args=[event.event.pk])
    director = director_of(event)
    event.enter(4)
    assert said not in director.get(desk).content.decode()
    event.round()
    between = director.get(desk).content.decode()
    assert said in between
    assert "Show the results" not in between
    assert f'href="{page_of(event)}#id_rounds0"' in between
    assert 'id="id_rounds0"' in director.get(page_of(event)).content.decode()
    typed = typed_in(director, page_of(event)) | {"rounds0": "1"}
    assert director.post(page_of(event), typed).status_code == 302
    after = director.get(desk).content.decode()
    assert said not in after
    assert "Show the results" in after
    director.post(reverse("tournaments:show", args=[event.event.pk]))
    shown = timezone.now() - timedelta(hours=1)
    Tournament.objects.filter(pk=event.event.pk).update(shown_at=shown)
    director.post(reverse("tournaments:official", args=[event.event.pk]), {"early": "0"})
    assert event.fresh.state == Tournament.State.OFFICIAL


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ({"sides": "3"}, "movement0"),
        ({"movement0": "three_sided"}, "movement0"),
        ({"movement0": "partners"}, "movement0"),
        ({"movement1": "partners", "rounds1": "2", "players": "1"}, "movement0"),
        ({"movement1": "swiss"}, "rounds1"),
        ({"rounds1": "2"}, "movement1"),
        ({"rounds0": "100"}, "rounds0"),
        ({"movement0": "three_sided", "sides": "3"}, "scheme"),
        ({"scheme": "places"}, "scheme"),
        ({"criterion0": "wins", "criterion1": "wins"}, "criterion1"),
        ({"ruleset": "danish", "option_going_out": "0", "players": "1"}, "players"),
        ({"movement0": "mitchell", "clubs_apart": "on"}, "clubs_apart"),
        ({"bands": "50, 40"}, "bands"),
        ({"bands": "fifty"}, "bands"),
        ({"place_points": "0, 1, 3"}, "place_points"),
        ({"cap": "0"}, "cap"),
        ({"deals": "0"}, "deals"),
        ({"deals": "100"}, "deals"),
        ({"deals": "three"}, "deals"),
        ({"deals": "3", "scheme": "vp_continuous"}, "bound"),
        ({"deals": "3"}, "walkover_margin"),
        ({"scheme": "total", "sit_out": "percent_of_most"}, "sit_out"),
        ({"scheme": "total", "walkover_percent": "70"}, "walkover_percent"),
        ({"sit_out_percent": "101"}, "sit_out_percent"),
        ({"scheme": "total", "substitutes": "capped"}, "substitutes"),
        ({"substitutes": "capped"}, "substitutes"),
        ({"substitutes": "never"}, "substitutes"),
        ({"substitute_percent": "-1"}, "substitute_percent"),
        ({"walkover_margin": "-5"}, "walkover_margin"),
        ({"correction_minutes": "4"}, "correction_minutes"),
        ({"late_minutes": "2000"}, "late_minutes"),
        ({"clock_minutes": "0"}, "clock_minutes"),
        ({"clock_more": "601"}, "clock_more"),
        ({"clock_late": "-1"}, "clock_late"),
        ({"on_day": "0001-01-01", "begins": "00:00"}, "on_day"),
        ({"begins": "25:00"}, "begins"),
        ({"approval": "by letter"}, "approval"),
    ],
    ids=str,
)
def test_what_does_not_go_together_is_refused_at_its_field(
    event: Played, typed: dict[str, str], at: str
) -> None:
    director, before = director_of(event), Tournament.objects.values().get(pk=event.event.pk)
    refused = director.post(page_of(event), typed_in(director, page_of(event)) | typed)
    assert at in refused.context["form"].errors
    assert Tournament.objects.values().get(pk=event.event.pk) == before


def test_a_round_robin_is_refused_in_its_row_once_two_keep_their_tables(event: Played) -> None:
    event.enter(4)
    for number, table in {1: 1, 4: 2}.items():
        running.set_fixed_table(event.by, event.entry(number), table)
    director, before = director_of(event), event.fresh.agreement
    typed = {"movement2": "round_robin", "rounds2": "3"}
    refused = director.post(page_of(event), typed_in(director, page_of(event)) | typed)
    assert "entries would have to move" in refused.context["form"].errors["movement2"][0]
    assert event.fresh.agreement == before


def test_the_verb_refuses_what_the_page_refuses(event: Played) -> None:
    """Somebody who asks without a page is told the same, setting by setting."""
    wanted = agreed(PARTNERS, scheme=PLACES, chain=("points", "points"))
    plan = running.EventPlan(
        name="Spring", date=date(2026, 5, 2), ruleset="samba", options={"jokers": 1}, agreement=wanted
    )
    with pytest.raises(ValidationError) as refusal:
        running.change_event(event.by, event.event, plan)
    assert set(refusal.value.message_dict) == {"phases", "scheme", "chain", "options"}
    with pytest.raises(ValidationError):
        running.create_event(event.by, event.club, replace(plan, name="Another"))
    with pytest.raises(ValidationError):
        running.create_event(
            event.by, event.club, replace(plan, agreement=EventAgreement(), ruleset="bridge")
        )


def test_of_two_directors_who_save_at_once_the_second_sees_what_the_first_has_saved(event: Played) -> None:
    director = director_of(event)
    first, second = typed_in(director, page_of(event)), typed_in(director, page_of(event))
    assert director.post(page_of(event), first | {"late_minutes": "10"}).status_code == 302
    told = director.post(page_of(event), second | {"late_minutes": "15"})
    assert "10" in told.context["form"].errors["late_minutes"][0]
    assert event.fresh.agreement.late_minutes == 10
    again = next(form for form in forms_of(told.content.decode(), page_of(event)) if "seen" in form.fields)
    assert again.fields["late_minutes"].value == "15"
    assert director.post(page_of(event), again.sent()).status_code == 302
    assert event.fresh.agreement.late_minutes == 15


def test_a_deal_that_comes_in_meanwhile_is_no_conflict(event: Played) -> None:
    event.enter(4)
    director = director_of(event)
    sent = typed_in(director, page_of(event))
    event.publish()
    assert director.post(page_of(event), sent | {"late_minutes": "10"}).status_code == 302


def test_fields_of_another_game_are_fetched_without_saving_and_keep_what_was_typed(event: Played) -> None:
    director = director_of(event)
    sent = typed_in(director, page_of(event)) | {"ruleset": "sambola", "name": "Typed", "show": "game"}
    shown = director.post(page_of(event), sent).content.decode()
    assert 'name="option_jokers"' in shown
    assert 'value="Typed"' in shown
    assert event.fresh.ruleset == "samba"


# Held fast.


def test_what_a_result_depends_on_is_held_fast_with_what_it_is(event: Played) -> None:
    assert get_frozen_settings(event.fresh) == {}
    event.enter(5)
    assert get_frozen_settings(event.fresh)["players"].numbers == (1, 2, 3, 4, 5)
    drawn = event.publish()
    held = get_frozen_settings(event.fresh)
    assert (held["ruleset"].frozen_by, held["ruleset"].numbers) == (FrozenBy.GAMES, (1,))
    assert held["deals"] == held["ruleset"]
    assert "scheme" not in held
    event.play(drawn)
    event.close(drawn)
    held = get_frozen_settings(event.fresh)
    assert (held["chain"].frozen_by, held["chain"].numbers) == (FrozenBy.PLACES, (1,))
    assert (held["sit_out"].frozen_by, held["sit_out"].tables) == (FrozenBy.SIT_OUTS, ((1, None),))
    assert held.keys().isdisjoint({"walkover_margin", "who_leaves", "missed", "late_minutes"})


def test_the_page_shows_what_is_held_fast_and_why(event: Played) -> None:
    event.enter(4)
    event.round()
    director = director_of(event)
    shown = director.get(page_of(event)).content.decode()
    assert 'name="scheme"' not in shown
    assert "Locked: the standings after round 1 are based on it." in shown
    assert "Locked: entries 1–4 have been made." in shown
    assert "Round 1 has been drawn and stays as shown here." in shown
    held = [
        part
        for group in director.get(page_of(event)).context["groups"]
        for part in group.blocks
        if part.frozen_because
    ]
    assert all(part.stored for part in held), "what is held fast is named, also where nothing was agreed"
    assert director.post(page_of(event), typed_in(director, page_of(event))).status_code == 302


def test_a_page_from_before_does_not_change_what_is_held_fast_by_now(event: Played) -> None:
    director = director_of(event)
    sent = typed_in(director, page_of(event))
    event.enter(4)
    event.round()
    refused = director.post(page_of(event), sent | {"scheme": "total", "option_settlement": "1"})
    assert {"scheme", "option_settlement"} <= set(refused.context["form"].errors)
    assert event.fresh.agreement.scheme is SCL


def test_rounds_that_are_drawn_stay_and_those_to_come_change(event: Played) -> None:
    event.enter(4)
    event.round()
    director = director_of(event)
    sent = typed_in(director, page_of(event))
    refused = director.post(page_of(event), sent | {"movement0": "danish_pure"})
    assert "Round 1" in refused.context["form"].errors["movement0"][0]
    changed = {"rounds0": "1", "movement1": "danish_pure", "rounds1": "2"}
    assert director.post(page_of(event), sent | changed).status_code == 302
    assert event.fresh.agreement.rounds == 3


def test_who_is_struck_out_stays_so_whatever_the_number_of_rounds() -> None:
    """Two of five games are under half, two of three would not be: what was agreed when it left counts."""
    event = Played(agreed(ROUND_ROBIN, rounds=5))
    event.enter(6)
    event.round()
    event.round()
    running.withdraw(event.by, event.entry(3), "ill")
    last = event.round()
    before, director = event.kept(last), director_of(event)
    met_it = PairingEntry.objects.filter(pairing__entered__entry__number=3).exclude(entry__number=3)
    alone = PairingEntry.objects.filter(pairing__kind=Pairing.Kind.SIT_OUT)
    out = set((met_it | alone).values_list("entry__number", flat=True))
    sent = typed_in(director, page_of(event))
    assert "who_leaves" not in sent
    assert director.post(page_of(event), sent | {"rounds0": "3"}).status_code == 302
    assert event.fresh.agreement.rounds == 3
    assert event_results.struck_out_entries(event_record.load_event(event.fresh)) == {3}
    # All of the three rounds that are left have not come to meet: who sat out has the point of a draw.
    after = event.kept(last)
    assert after == event.counted(last.number)
    assert {entry: points for _place, entry, points, _difference in after} == {
        entry: points + (entry in out) for _place, entry, points, _difference in before
    }
    # Who leaves now is judged by three rounds, of which it has played all.
    running.withdraw(event.by, event.entry(1), "ill")
    assert event_results.struck_out_entries(event_record.load_event(event.fresh)) == {3}
    show_after_this_round(event.by, event.event)


def test_an_event_whose_leavers_would_become_struck_out_says_what_stands_against_it() -> None:
    event = Played(agreed(SWISS, rounds=4))
    event.enter(6)
    event.round()
    running.withdraw(event.by, event.entry(3), "ill")
    director = director_of(event)
    sent = typed_in(director, page_of(event)) | {"rounds0": "1", "movement1": "round_robin", "rounds1": "3"}
    refused = director.post(page_of(event), sent)
    assert "would be struck out" in refused.context["form"].errors["movement0"][0]
    assert event.fresh.agreement.rounds == 4


def test_of_an_official_event_everything_is_shown_and_nothing_asked() -> None:
    event = Played(agreed(SWISS, rounds=1))
    event.enter(4)
    event.round()
    show_after_this_round(event.by, event.event)
    Tournament.objects.filter(pk=event.event.pk).update(state=Tournament.State.OFFICIAL)
    director = director_of(event)
    shown = director.get(page_of(event)).content.decode()
    assert "these settings can no longer be changed" in shown
    assert not set(initial_values(event.fresh, "samba")) & set(re.findall(r'name="([^"]+)"', shown))
    assert director.post(page_of(event), {"late_minutes": "1"}).status_code == 200
    assert event.fresh.agreement.late_minutes == 30


@pytest.mark.parametrize("entries", [4, 12])
def test_the_page_asks_as_much_however_many_have_entered(
    event: Played, entries: int, django_assert_max_num_queries: Any
) -> None:
    event.enter(entries)
    event.round()
    director = director_of(event)
    with django_assert_max_num_queries(16):
        director.get(page_of(event))


# What is agreed survives.

NUMBERS = st.integers(1, 5000)
TYPED = st.fixed_dictionaries(
    {
        "players": st.sampled_from(["1", "2", "3"]),
        "sides": st.sampled_from(["2", "3"]),
        "movement0": st.sampled_from([*MOVEMENTS]),
        "rounds0": st.integers(0, 100).map(str),
        "movement1": st.sampled_from(["", "swiss", "by_hand", "three_sided"]),
        "rounds1": st.sampled_from(["", "2"]),
        "scheme": st.sampled_from([*SCHEMES]),
        "bands": st.lists(NUMBERS, min_size=9, max_size=10, unique=True).map(
            lambda some: ", ".join(str(one) for one in sorted(some))
        ),
        "place_points": st.sampled_from(["3, 1, 0", "2 1 1", "1 1 1", "9"]),
        "cap": st.sampled_from(["", "0", "9000"]),
        "deals": st.sampled_from(["", "0", "3"]),
        "bound": st.sampled_from(["", "2500"]),
        "criterion1": st.sampled_from(["", "wins", "points", "head_to_head"]),
        "criterion3": st.sampled_from(["", "lot", "combinations"]),
        "walkover_margin": st.sampled_from(["", "0", "3000", "-1"]),
        "walkover_percent": st.sampled_from(["", "70", "700"]),
        "sit_out": st.sampled_from([one.value for one in SitOutValue]),
        "sit_out_points": st.integers(-10, 2000).map(str),
        "who_leaves": st.sampled_from([one.value for one in WithdrawalRule]),
        "substitutes": st.sampled_from([one.value for one in Substitutes]),
        "late_minutes": st.integers(0, 1500).map(str),
        "correction_minutes": st.integers(0, 30000).map(str),
        "ruleset": st.sampled_from(list(labels.ruleset_names())),
    }
)
TICKS = st.sets(st.sampled_from(["clubs_apart", "hidden", "missed_last", "director_signs"]))


class WhateverIsTyped(TestCase):
    @settings(max_examples=300 if LONG else 25, suppress_health_check=[HealthCheck.too_slow], deadline=None)
    @given(typed=TYPED, ticks=TICKS)
    def test_what_the_form_takes_can_be_saved_and_is_read_as_it_was_typed(
        self, typed: dict[str, str], ticks: set[str]
    ) -> None:
        played = Played()
        event = played.event
        stood = {
            name: str(value)
            for name, value in initial_values(event, typed["ruleset"]).items()
            if value not in (None, False) and not isinstance(value, tuple)
        }
        sent = stood | typed | dict.fromkeys(ticks, "on")
        form = SettingsForm(
            {"seen": "0" * 64, **sent},  # type: ignore[arg-type] # as Django takes it
            event=event,
            ruleset=typed["ruleset"],
        )
        if not form.is_valid():
            assert form.errors
            return
        plan = form.plan()
        assert validate(DraftAgreement(plan.ruleset, plan.options, plan.agreement)) == []
        assert EventAgreement.read(plan.agreement.data()) == plan.agreement
        running.change_event(played.by, event, plan)
        assert played.fresh.agreement == plan.agreement
