"""The content of an event: the same wherever it was played, and another one after each change that counts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models, transaction
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, LogEntry, Player, Role, User
from scoring import recording
from scoring.models import Adjustment, Deal, DealVersion, Game, Ruling, Signature, Signing
from tests.builders import a_club, a_player, a_user
from tests.conftest import LONG
from tests.tournaments.archive.full_event import make_full_event
from tests.tournaments.archive.stored_fields import COUNTED, LEFT_OUT
from tests.tournaments.support.events import Played, agreed, show_after_this_round
from tournaments import running
from tournaments.archive import content_hash, event_content, keep_snapshot, snapshot_bytes
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Entry, EventAdjustment, Round, Snapshot, Tournament
from tournaments.simulating import Simulation, SimulationPlan, build_agreement

pytestmark = pytest.mark.django_db
BYTES: Final = Path(__file__).with_name("full_event.json")
NOON: Final = datetime.fromisoformat("2026-05-02T12:00:00+00:00")


def kept(file: Path, text: str) -> str:
    """What the file has; where it is missing it is written first, and the test fails."""
    if not file.exists():
        file.write_text(text, encoding="utf-8")
        pytest.fail(f"{file.name} was missing and has been written")
    return file.read_text(encoding="utf-8")


def data_of(event: Tournament) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(event_content(event))
    return content


# The same wherever it was played.


@pytest.mark.engine
def test_both_engines_write_these_bytes() -> None:
    """Without the agreement, which gets a setting now and then. After a change of the content: delete it."""
    written = data_of(make_full_event())
    del written["agreement"]
    text = json.dumps(written, ensure_ascii=False, sort_keys=True, indent=1) + "\n"
    assert text == kept(BYTES, text)


def installed(plan: SimulationPlan) -> Tournament:
    """The event played in a club of this name, by people of these names; other clubs have moved on."""
    for club in Club.objects.all():
        Club.objects.filter(pk=club.pk).update(name=f"moved {club.pk}")
    club, guests = a_club("Canasta"), a_club("Guests")
    for number in range((plan.entries + 1) * plan.agreement.players + 4):
        a_player(f"Anna Berg{number}", club=guests if number % 5 == 0 else club)
    director = a_user(Role.Kind.DIRECTOR, club=club, name="Disa Director")
    people = list(Player.objects.filter(home_club__in=(club, guests)).order_by("pk"))
    return Simulation(club, director, plan, people).run()


@pytest.mark.engine
def test_two_installations_that_played_the_same_event_have_the_same_content() -> None:
    """In the quick profile one round of games of one deal."""
    agreement = build_agreement("samba", rounds=3 if LONG else 1)
    agreement = replace(agreement, clubs_apart=True)
    if not LONG:
        agreement = replace(agreement, deals=1, walkover_margin=2000)
    plans = [
        SimulationPlan(ruleset="samba", entries=4, agreement=agreement, seed=seed, ends=NOON)
        for seed in (3, 3)
    ]
    one, other = (content_hash(installed(plan)) for plan in plans)
    assert one == other


def test_ids_of_the_database_are_in_no_content() -> None:
    one = data_of(make_full_event("One"))
    other = data_of(make_full_event("Two"))
    assert {**one, "clubs": ()} == {**other, "clubs": ()}
    assert [club["number"] for club in one["clubs"]] == [1, 2]
    assert one["rounds"][0]["draw_input"]["present"][0]["club"] == 1


def test_the_hash_is_that_of_the_bytes() -> None:
    event = make_full_event()
    assert content_hash(event) == hashlib.sha256(event_content(event)).hexdigest()


def test_the_bytes_are_canonical() -> None:
    content = event_content(make_full_event())
    again = json.dumps(json.loads(content), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert content == again.encode()
    assert "Åkerman".encode() in content


def test_a_larger_event_asks_no_more_queries(django_assert_max_num_queries: Any) -> None:
    small, large = make_full_event(), Played(agreed(SWISS, rounds=2))
    large.enter(8)
    large.round()
    large.round()
    with django_assert_max_num_queries(100) as asked:
        event_content(small)
    with django_assert_max_num_queries(number_of(asked)):
        event_content(large.event)


def number_of(asked: CaptureQueriesContext) -> int:
    return len(asked.captured_queries)


# Each field.


def model_of(name: str) -> type[models.Model]:
    app = "tournaments" if name in {model.__name__ for model in TOURNAMENTS} else "scoring"
    return apps.get_model(app, name)


TOURNAMENTS = list(apps.get_app_config("tournaments").get_models())
CANCELLABLE = ("EventAdjustment", "Adjustment", "Ruling", "WrittenWarning")
# What the constraints of the database ask for.
TOGETHER: Final[dict[tuple[str, str], dict[str, Any]]] = {
    ("EventAdjustment", "amount"): {"amount": -2},
    ("Photo", "image"): {"image": "games/2.jpg"},
    ("Pairing", "kind"): {"kind": "walkover"},
    ("Entry", "number"): {"number": 9},
    ("Entry", "fixed_table"): {"fixed_table": 9},
    ("EntryPlayer", "position"): {"position": 9},
    ("PairingEntry", "position"): {"position": 9},
    ("PairingEntry", "side"): {"side": 2},
    ("Side", "number"): {"number": 2},
    ("Seat", "position"): {"position": 9},
    ("Signing", "state"): {"state": Signing.State.SIGNED},
    ("Signing", "content"): {"content": {"results": [0, 0]}},
    ("Deal", "dealer_position"): {"dealer_position": 0},
    ("Deal", "leader_position"): {"leader_position": 1},
    ("Deal", "sits_out"): {"sits_out": [[0, 1]]},
    ("Deal", "bidding"): {"bidding": {"auction": None, "contract": None, "failed": [0, 0]}},
    ("PlaceDecider", "number"): {"number": 9},
    ("Tournament", "prizes_given"): {"prizes_given": []},
    ("Tournament", "settings"): {"settings": {"clubs_apart": False}},
    ("DealVersion", "sheet"): {"sheet": {"hands": [{"penalties": {}}]}},
    ("Round", "draw_input"): {"draw_input": {"turn": 2, "present": []}},
}


def changed(row: models.Model, name: str) -> dict[str, Any]:
    """Another value of a field."""
    if (type(row).__name__, name) == ("PairingEntry", "entry"):
        return {name: another_entry()}
    if (known := TOGETHER.get((type(row).__name__, name))) is not None:
        return known
    field, value = row._meta.get_field(name), getattr(row, name)
    if isinstance(field, models.ForeignKey | models.OneToOneField):
        related = field.related_model
        assert isinstance(related, type)
        return {name: None if field.null and value else other_row(related, value)}
    assert isinstance(field, models.Field)
    return {name: other_value(field, value)}


def other_row(model: type[models.Model], row: models.Model | None) -> models.Model:
    """Another club, player or user than one of the event."""
    if model is Player:
        return a_player("Gun Holm")
    if model is Club:
        return a_club("Somewhere")
    known = model._default_manager.exclude(pk=row.pk if row else None).first()
    return known if known is not None else a_user(name="Ulla User")


def another_entry() -> Entry:
    """One that stands in no round."""
    return Entry.objects.create(tournament=Tournament.objects.get(), number=5)


def other_value(field: models.Field[Any, Any], value: Any) -> Any:
    match value:
        case bool():
            return not value
        case datetime() | date():
            return value + timedelta(days=1)
        case int():
            return 1 - value if value in (0, 1) else value + 1
        case str():
            return "x" if value != "x" else "y"
        case list():
            return [*value, 1]
        case dict():
            return {**value, "x": 1}
    assert value is None
    return [1] if isinstance(field, models.JSONField) else NOON if is_time(field) else 1


def is_time(field: models.Field[Any, Any]) -> bool:
    return isinstance(field, models.DateTimeField)


def changed_hash(change: dict[str, Any], row: models.Model, event: Tournament) -> str:
    """The hash with a change of a row, which is undone."""
    with transaction.atomic():
        type(row)._default_manager.filter(pk=row.pk).update(**change)
        found = content_hash(event)
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("model", sorted(COUNTED.keys() - {"Cancellable"}))
def test_a_change_of_any_field_that_counts_changes_the_hash(model: str) -> None:
    event = make_full_event()
    row = model_of(model)._default_manager.order_by("pk").first()
    assert row is not None
    changes = {name: changed(row, name) for name in COUNTED[model]}
    before = content_hash(event)
    hashes = {name: changed_hash(change, row, event) for name, change in changes.items()}
    assert [name for name, found in hashes.items() if found == before] == []
    assert content_hash(event) == before


@pytest.mark.parametrize("model", sorted(LEFT_OUT.keys() - {"Cancellable", "Outgoing"}))
def test_a_change_of_a_field_that_does_not_count_leaves_the_hash(model: str) -> None:
    """All at once. Fields that say to what a row belongs are the place of the row in the content."""
    event = make_full_event()
    row = model_of(model)._default_manager.order_by("pk").first()
    if row is None:
        return
    change: dict[str, Any] = {}
    for name in LEFT_OUT[model]:
        if not row._meta.get_field(name).is_relation and name != "current":
            change |= changed(row, name)
    if change:
        assert changed_hash(change, row, event) == content_hash(event)


@pytest.mark.parametrize("model", CANCELLABLE)
def test_what_is_cancelled_is_not_in_the_content(model: str) -> None:
    event = make_full_event()
    row = model_of(model)._default_manager.get()
    assert changed_hash({"cancelled_at": NOON}, row, event) != content_hash(event)


def test_a_name_and_a_club_are_in_the_content() -> None:
    event = make_full_event()
    before, player = content_hash(event), Player.objects.get(family_name="Berg")
    other = Club.objects.exclude(pk=player.home_club_id).first()
    for change in (
        {"given_name": "Anne"},
        {"family_name": "Bergh"},
        {"licence": "77", "federation": other},
        {"home_club": other},
    ):
        assert changed_hash(change, player, event) != before


def test_the_director_and_a_signed_sheet_are_two_signatures() -> None:
    event = make_full_event()
    signing, director = Signing.objects.get(), User.objects.get(name="Disa Director")
    for kind in (Signature.Kind.ON_PAPER, Signature.Kind.DIRECTOR):
        Signature.objects.create(signing=signing, kind=kind, author=director, at=NOON)
    found = data_of(event)["rounds"][0]["pairings"][0]["game"]["signing"]["signatures"]
    assert [(each["kind"], each["official"]) for each in found] == [
        ("absent", 1),
        ("director", 1),
        ("on_paper", 1),
    ]


# What was taken back.


def a_round_of_samba() -> tuple[Played, Round]:
    event = Played(agreed(SWISS, rounds=2, deals=2, walkover_margin=2000))
    event.enter(4)
    return event, event.publish()


SHEET: Final[dict[str, Any]] = {
    "ended": "out",
    "hands": [{"melds": ["KKKKKKK", "QQQQQQQ"], "went_out": True}, {"melds": ["555"], "hand": "AAK7"}],
}


def write(event: Played, game: Game, number: int = 1, **more: Any) -> None:
    body = {**SHEET, **more}
    recording.record_deal(event.by, game, recording.WrittenDeal(number=number, body=body, key=uuid4()))


def removed_draw(event: Played) -> Iterator[None]:
    drawn = event.draw()
    yield
    running.remove_round(event.by, drawn)


def reopened_round(event: Played) -> Iterator[None]:
    drawn = event.publish()
    event.play(drawn)
    between = content_hash(event.event)
    event.close(drawn)
    yield
    running.reopen_round(event.by, drawn, "mistake")
    assert between == content_hash(event.event)
    running.remove_round(event.by, drawn, "mistake")
    Tournament.objects.update(state=Tournament.State.OPEN)


def withdrawn_entry(event: Played) -> Iterator[None]:
    running.withdraw(event.by, event.entry(4), "ill")
    yield
    running.bring_back(event.by, event.entry(4))


def entered_pair(event: Played) -> Iterator[None]:
    (entry,) = event.enter(1)
    yield
    running.remove_entry(event.by, entry)


def checked_in(event: Played) -> Iterator[None]:
    running.check_in(event.by, event.entry(1))
    yield
    running.check_in(event.by, event.entry(1), here=False)


@pytest.mark.parametrize(
    "act",
    [removed_draw, reopened_round, withdrawn_entry, entered_pair, checked_in],
    ids=lambda act: act.__name__,
)
def test_an_act_that_is_taken_back_leaves_nothing(act: Callable[[Played], Iterator[None]]) -> None:
    event = Played(agreed(SWISS, rounds=2))
    event.enter(4)
    before = content_hash(event.event)
    for _done in act(event):
        assert content_hash(event.event) != before
    assert content_hash(event.event) == before


@pytest.mark.engine
@pytest.mark.parametrize("act", [removed_draw, entered_pair], ids=lambda act: act.__name__)
def test_a_removing_act_keeps_what_was_before_and_its_log_entry_names_it(
    act: Callable[[Played], Iterator[None]],
) -> None:
    event = Played(agreed(SWISS, rounds=2))
    event.enter(4)
    for _done in act(event):
        before = event_content(event.event)
    snapshot = Snapshot.objects.get()
    assert snapshot_bytes(snapshot) == before
    logged = json.loads(LogEntry.objects.filter(book=event.event.book).order_by("-number")[0].text)
    assert logged["before"]["snapshot"] == snapshot.digest == hashlib.sha256(before).hexdigest()


def test_an_erased_name_is_in_no_snapshot() -> None:
    event = make_full_event()
    snapshot = keep_snapshot(event, NOON)
    assert "Åkerman" in snapshot_bytes(snapshot).decode()
    Player.objects.filter(family_name="Åkerman").update(family_name="erased")
    assert "Åkerman" not in snapshot_bytes(snapshot).decode()
    assert content_hash(event) == hashlib.sha256(snapshot_bytes(snapshot)).hexdigest() != snapshot.digest


def test_results_that_were_shown_and_hidden_again_leave_nothing() -> None:
    event = Played(agreed(SWISS, rounds=1))
    event.enter(4)
    event.round()
    before = content_hash(event.event)
    show_after_this_round(event.by, event.event)
    between = content_hash(event.event)
    running.hide_results(event.by, event.event, "mistake")
    assert before == content_hash(event.event) != between


@pytest.mark.parametrize("state", [Signing.State.REOPENED, Signing.State.CHANGED])
def test_signatures_that_do_not_stand_are_not_in_the_content(state: Signing.State) -> None:
    event = make_full_event()
    Signing.objects.update(state=state)
    assert data_of(event)["rounds"][0]["pairings"][0]["game"]["signing"] is None


def test_a_charge_in_the_standings_that_is_taken_back_leaves_nothing() -> None:
    event, drawn = a_round_of_samba()
    event.play(drawn)
    event.close(drawn)
    before = content_hash(event.event)
    charge = running.EventCharge(
        entry=1, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="late", key=uuid4()
    )
    charged = running.adjust_event(event.by, event.event, charge)
    between = content_hash(event.event)
    running.cancel_event_adjustment(event.by, charged, "mistake")
    assert before == content_hash(event.event) != between


def test_a_penalty_at_a_deal_that_is_taken_back_leaves_nothing() -> None:
    """The deal has three versions then, of which one counts."""
    event, drawn = a_round_of_samba()
    game = event.games(drawn)[0]
    write(event, game)
    Deal.objects.update(state=Deal.State.CONFIRMED)
    before = content_hash(event.event)
    charge = recording.Charge(side=0, points=-100, reason="talk", deal=1, key=uuid4())
    entry = recording.adjust(event.by, game, charge)
    between = data_of(event.event)
    recording.cancel_adjustment(event.by, entry, "mistake", uuid4())
    assert DealVersion.objects.count() == 3
    assert before == content_hash(event.event)
    (deal,) = between["rounds"][0]["pairings"][0]["game"]["deals"]
    assert [version["kind"] for version in deal["versions"]] == ["recorded", "ruling"]


def test_a_ruling_that_is_taken_back_leaves_nothing() -> None:
    event, drawn = a_round_of_samba()
    game = event.games(drawn)[0]
    write(event, game)
    before = content_hash(event.event)
    decision = recording.Decision(text="Said aloud.", key=uuid4())
    ruling = recording.give_ruling(event.by, game, decision)
    between = content_hash(event.event)
    recording.cancel_ruling(event.by, ruling, "mistake", uuid4())
    assert (Ruling.objects.count(), Adjustment.objects.count()) == (1, 0)
    assert before == content_hash(event.event) != between


# The command.


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("event_content", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_writes_the_bytes_and_nothing_else() -> None:
    event = make_full_event()
    assert told(str(event.pk)).encode() == event_content(event)


def test_the_command_writes_the_hash() -> None:
    event = make_full_event()
    assert told(str(event.pk), "--hash") == f"{content_hash(event)}\n"


def test_an_event_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CommandError) as refusal:
        told("7")
    assert refusal.value.returncode == 2
