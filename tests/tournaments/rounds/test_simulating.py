"""Events that play themselves: the same seed the same event, every game by every movement, any moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db.models import Count

from clubs.accounts.verbs import create_keeper
from clubs.books.verification import verify_log
from clubs.books.words import payload_of
from clubs.books.writing import club_book
from clubs.models import Club, LogEntry, Role, User
from scoring import recording
from scoring.models import Adjustment, Deal, DealVersion, Game, OwnProtocol, Ruling, Seat, Signature, Table
from scoring.recording import NotNow, recheck
from scoring.store import sheets
from scoring.wording import labels
from tests.builders import a_club, a_player, a_user, an_author
from tests.conftest import LONG
from tournaments.agreement import validation
from tournaments.agreement.presets import PRESETS
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.results import Substitutes
from tournaments.management.commands import simulate_event
from tournaments.models import Entry, EventAdjustment, Pairing, Round, Tournament
from tournaments.play import event_record, event_results
from tournaments.play.audit import check_event_draws
from tournaments.simulating import (
    Simulation,
    SimulationPlan,
    StopPoint,
    build_agreement,
    simulate_moment,
)
from tournaments.simulating.moments import load_moments, plan_at_moment
from tournaments.simulating.stage import ORIGIN

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
# What differs between two installations: numbers of rows.
NUMBERED = ("book", "author", "subject")


def a_full_club(players: int) -> tuple[Club, User]:
    club = a_club()
    for _player in range(players):
        a_player(club=club)
    return club, a_user(Role.Kind.DIRECTOR, club=club)


def wanted(entries: int = 8, *, ruleset: str = "samba", rounds: int = 2, **more: Any) -> SimulationPlan:
    kind = {name: more.pop(name) for name in ("preset", "movement") if name in more}
    agreement = build_agreement(ruleset, rounds=rounds, **kind)
    fields: dict[str, Any] = {
        "ruleset": ruleset,
        "entries": entries,
        "agreement": agreement,
        "ends": NOON,
    } | more
    return SimulationPlan(**fields)


def simulated(one: SimulationPlan) -> Tournament:
    people = (one.entries + 1) * one.agreement.players + 4
    return Simulation(*a_full_club(people), one).run()


def proved(event: Tournament) -> None:
    """The log holds, everything stored is what was written down, each draw is by its rules."""
    assert verify_log().broken == []
    assert list(recheck.all_differences()) == []
    assert all(one.repeats and not one.faults for one in check_event_draws(event))
    for closed in event.rounds.filter(state=Round.State.CLOSED):
        kept = list(
            closed.standings.order_by("place", "entry__number").values_list("entry__number", "points")
        )
        places = event_results.compute_placings(event_record.load_event(event, until=closed.number))
        if closed.number == event.rounds.count():
            assert kept == [(one.totals.entry, one.totals.points) for one in places]


# The whole of it.


def test_a_whole_event_is_played_with_all_that_happens_in_one() -> None:
    """Enough tables for each trouble to come about."""
    event = simulated(wanted(18, ruleset="classic", rounds=3, preset="championship_samba"))
    assert event.state == Tournament.State.OFFICIAL
    assert event.entries.count() == 19
    assert event.entries.filter(from_round=2).count() == 1
    assert event.entries.filter(state=Entry.State.WITHDRAWN).count() == 1
    kinds = set(Pairing.objects.values_list("kind", flat=True))
    assert {Pairing.Kind.WALKOVER, Pairing.Kind.SIT_OUT} <= kinds
    assert {one.outcome for one in Ruling.objects.all()} == {"anew", "stands"}
    assert DealVersion.objects.filter(number=2).exists()
    assert Seat.objects.filter(from_deal__gt=1).exists()
    assert Adjustment.objects.exists()
    assert EventAdjustment.objects.filter(cancelled_at__isnull=False).exists()
    assert set(Signature.objects.values_list("kind", flat=True)) == {"signed", "absent", "director"}
    played = Game.objects.filter(pairing__kind=Pairing.Kind.PLAYED)
    assert set(played.values_list("state", flat=True)) == {Game.State.OFFICIAL}
    assert not Deal.objects.filter(game__in=played).exclude(state=Deal.State.CONFIRMED).exists()
    proved(event)


def test_the_log_tells_that_it_was_a_simulation_and_in_the_order_of_time() -> None:
    event = simulated(wanted(4))
    entries = list(LogEntry.objects.filter(book=event.book).order_by("number"))
    assert {payload_of(entry)["origin"] for entry in entries} == {ORIGIN}
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)
    assert entries[-1].at <= NOON


def test_the_same_seed_plays_the_same_event() -> None:
    told = [as_told(simulated(wanted(4, rounds=1, seed=seed))) for seed in (3, 3, 4)]
    assert told[0] == told[1] != told[2]


def as_told(event: Tournament) -> list[Mapping[str, Any]]:
    """What the log says, without the numbers of rows."""
    entries = LogEntry.objects.filter(book=event.book).select_related("words").order_by("number")
    said = [payload_of(entry) for entry in entries]
    return [
        {"at": one["at"], "act": one["act"], "reason": one["reason"], **facts_of(one["after"])}
        for one in said
    ]


def facts_of(after: Mapping[str, Any]) -> dict[str, Any]:
    kept = ("number", "points", "sheet", "seed", "side", "adjustment", "amount", "outcome", "result_kind")
    return {name: after[name] for name in kept if name in after}


@pytest.mark.parametrize(
    "preset",
    [pytest.param("club_evening", marks=pytest.mark.long), "championship_samba", "three_sided"],
)
def test_where_every_side_keeps_a_protocol_they_are_compared(preset: str) -> None:
    """Also where a side proves itself by its digits, and where there are three."""
    agreement = build_agreement("royal", preset=preset, rounds=2, protocols=Game.Protocols.BOTH)
    event = simulated(wanted(4, ruleset="royal", agreement=agreement))
    assert event.state == Tournament.State.OFFICIAL
    deals = Deal.objects.filter(game__pairing__kind=Pairing.Kind.PLAYED)
    assert not deals.exclude(state=Deal.State.CONFIRMED).exists()
    current = OwnProtocol.objects.filter(current=True, deal__in=deals)
    assert current.count() == sum(len(deal.game.players_per_side) for deal in deals.select_related("game"))
    proved(event)


def test_two_protocols_that_differ_stop_a_table_in_the_middle_of_a_round() -> None:
    """At one table a side has not handed in its own yet, at another they do not say the same."""
    agreement = build_agreement("samba", rounds=2, protocols=Game.Protocols.BOTH)
    simulated(wanted(6, agreement=agreement, until=StopPoint.MID_ROUND))
    waiting = Deal.objects.filter(state=Deal.State.DRAFT).annotate(kept=Count("protocols"))
    assert {1, 2} <= set(waiting.values_list("kept", flat=True))


# Every game, by every movement.


def is_chosen(ruleset: str, movement: Movement) -> bool:
    """Whether the quick profile plays it: each movement once, and each game at least once."""
    games = list(labels.ruleset_names())
    return games.index(ruleset) == list(MOVEMENTS.values()).index(movement) % len(games)


GAMES_BY_MOVEMENTS = [
    (ruleset, movement)
    for ruleset in labels.ruleset_names()
    for movement in MOVEMENTS.values()
    if LONG or is_chosen(ruleset, movement)
]


@pytest.mark.parametrize(("ruleset", "movement"), GAMES_BY_MOVEMENTS)
def test_every_game_is_played_by_every_movement_that_fits(ruleset: str, movement: Movement) -> None:
    """Quickly: games of one deal, and how a game ends at its target is played by the presets."""
    agreement = build_agreement(ruleset, movement=movement, rounds=2)
    if not LONG:
        agreement = replace(agreement, deals=1, walkover_margin=2000)
    fits = not validation.validate(validation.DraftAgreement(ruleset, {}, agreement))
    of_three = any(len(form) == 3 for form in sheets.load_ruleset(ruleset).player_counts)
    assert fits == (movement is not THREE_SIDED or of_three)
    if fits:
        proved(simulated(wanted(7 if LONG else 5, ruleset=ruleset, agreement=agreement)))


@pytest.mark.parametrize("preset", PRESETS if LONG else PRESETS[3:], ids=lambda preset: preset.code)
def test_every_preset_is_played_to_the_official_result(preset: Any) -> None:
    """Quickly: with few entries, and with a third round where its phases need one."""
    ruleset = preset.ruleset or "classic"
    entries, rounds = (9, 3) if LONG else (5, 1 + max(1, len(preset.agreement.phases)))
    event = simulated(wanted(entries, ruleset=ruleset, preset=preset.code, rounds=rounds))
    assert event.state == Tournament.State.OFFICIAL
    proved(event)


# Moments.


# What others come by on their way, or stand at too: not played quickly.
COME_BY = {"round_closed", "preliminary", "official", "three_sided", "drawn_partners"}


@pytest.mark.parametrize("name", [name for name in load_moments() if LONG or name not in COME_BY])
def test_an_event_stands_at_its_named_moment(name: str) -> None:
    found = plan_at_moment(name)
    club, director = a_full_club((found.entries + 1) * found.agreement.players + 4)
    event = simulate_moment(name, club, director)
    assert (event.state, round_states(event)) == STANDS_AT[name]
    proved(event)


def round_states(event: Tournament) -> list[str]:
    return list(event.rounds.order_by("number").values_list("state", flat=True))


STANDS_AT = {
    "entries_open": ("open", []),
    "drawn": ("running", ["closed", "drawn"]),
    "mid_round": ("running", ["closed", "published"]),
    "round_closed": ("running", ["closed", "closed"]),
    "preliminary": ("preliminary", ["closed", "closed"]),
    "official": ("official", ["closed", "closed"]),
    "three_sided": ("running", ["closed", "published"]),
    "drawn_partners": ("official", ["closed", "closed"]),
}


def test_while_entries_are_open_only_some_have_come() -> None:
    event = simulated(wanted(until=StopPoint.ENTRIES_OPEN))
    states = sorted(event.entries.values_list("state", flat=True))
    assert states == ["entered"] * 4 + ["present"] * 4


# A club of its own, or one in which nobody plays.


def test_a_club_with_too_few_players_is_told_so_and_nothing_is_begun() -> None:
    with pytest.raises(ValidationError):
        Simulation(*a_full_club(6), wanted(4)).run()
    assert not Tournament.objects.exists()


def test_nobody_loses_the_table_at_which_he_plays() -> None:
    club, director = a_full_club(12)
    by = an_author(director)
    (table,) = recording.create_tables(by, club, ["1"], uuid4())
    one, two, three, four = club.home_players.all()[:4]
    plan = recording.GamePlan(ruleset="samba", sides=[[one, two], [three, four]], label="1")
    recording.assign_table(by, table, game := recording.open_game(by, club, plan, uuid4()))
    with pytest.raises(NotNow):
        Simulation(club, director, wanted(4)).run()
    assert Table.objects.get(pk=table.pk).game == game


# The command.


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("simulate_event", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue().strip()


@pytest.fixture
def keeper(monkeypatch: pytest.MonkeyPatch) -> User:
    """It is noon: of two events that are over now, after midnight one may have begun the day before."""
    monkeypatch.setattr(simulate_event, "SimulationPlan", partial(SimulationPlan, ends=NOON))
    user, _made_up = create_keeper("director@example.org", "Director", "eleven red canastas")
    return user


def test_the_command_tells_what_was_played_and_where_it_is(keeper: User) -> None:
    said = told("--ruleset", "classic", "--entries", "4", "--rounds", "2", "--until", "round_closed")
    event = Tournament.objects.get()
    assert said.startswith(f"Canasta 1 (trial), /events/{event.pk}/: 2 rounds, 4 games, ")
    assert said.endswith(" deals.")
    assert event.club.name == "Canasta Simulata"


def test_the_command_is_told_how_results_with_a_substitute_count(keeper: User) -> None:
    few = ("--ruleset", "classic", "--entries", "8", "--rounds", "1", "--until", "entries_open")
    told(*few, "--substitutes", "half")
    told(*few)
    counted = [event.agreement.substitutes for event in Tournament.objects.order_by("pk")]
    assert counted == [Substitutes.HALF, Substitutes.COUNT]


def test_made_up_people_play_again_where_they_are_free(keeper: User) -> None:
    few = ("--ruleset", "classic", "--entries", "4", "--rounds", "1")
    told(*few)
    told(*few, "--until", "mid_round")
    told(*few, "--until", "entries_open")
    assert list(Tournament.objects.order_by("pk").values_list("club__name", "name")) == [
        ("Canasta Simulata", "Canasta 1"),
        ("Canasta Simulata", "Canasta 1 (2)"),
        ("Canasta Simulata 2", "Canasta 1"),
    ]
    names = Club.objects.get(name="Canasta Simulata").home_players.values_list("given_name", "family_name")
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--ruleset", "danish", "--movement", "three_sided"),
        ("--entries", "1"),
        ("--in-round", "9", "--rounds", "2", "--until", "drawn"),
        ("--club", "999999"),
        ("--movement", "mitchell", "--entries", "4", "--rounds", "3", "--ruleset", "classic"),
        ("--preset", "drawn_partners", "--substitutes", "capped"),
    ],
    ids=[
        "a game not for three",
        "nobody to meet",
        "no such round",
        "no such club",
        "all have met",
        "points without a most",
    ],
)
def test_what_cannot_be_is_said(keeper: User, arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        told(*arguments)
    assert not Tournament.objects.exists()


def test_a_simulation_that_is_stopped_leaves_what_was_done(
    keeper: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C in the middle of a verb: the act is not done, those before are, and the event is played on."""
    record, calls = recording.record_deal, []

    def interrupted(*arguments: Any) -> Any:
        calls.append(arguments)
        done = record(*arguments)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return done

    monkeypatch.setattr(recording, "record_deal", interrupted)
    with pytest.raises(CommandError, match="can continue") as stopped:
        told("--ruleset", "classic", "--entries", "4", "--rounds", "2")
    assert stopped.value.returncode == 130
    event = Tournament.objects.get()
    assert (event.state, round_states(event)) == ("running", ["published"])
    proved(event)
    game = Game.objects.filter(pairing__round__tournament=event, over=False)[0]
    by = an_author(User.objects.get(pk=keeper.pk))
    result = recording.FinalResult(totals=[5000, 0], reason="on paper", key=uuid4())
    assert recording.record_result(by, game, result).over


def test_a_bar_is_shown_on_a_terminal_only(keeper: User) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    few = ("--ruleset", "classic", "--entries", "4", "--rounds", "1")
    shown, file = Terminal(), StringIO()
    call_command("simulate_event", *few, stdout=StringIO(), stderr=shown)
    call_command("simulate_event", *few, stdout=StringIO(), stderr=file)
    assert "2/2" in shown.getvalue()
    assert file.getvalue() == ""


def test_only_who_directs_in_a_club_may_have_it_play(keeper: User) -> None:
    club, _director = a_full_club(8)
    Role.objects.filter(book=club_book(club)).delete()
    with pytest.raises(CommandError, match="This"):
        told("--club", str(club.pk), "--entries", "4")
    assert not Tournament.objects.exists()
