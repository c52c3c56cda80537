"""The ways back of acts on entries and of who is there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from clubs.models import Player
from tournaments import running
from tournaments.models import Entry, Round, Tournament
from tournaments.play.entry_queries import next_round_number
from tournaments.play.turns import resting_in
from tournaments.registration.ways_back.past_events import (
    CHANGED,
    NOT_LOGGED,
    REMOVED,
    event_of,
    refuse_drawn,
)
from tournaments.running.entries import format_lots
from tournaments.running.entry_changes import Since, entry_facts
from tournaments.running.entry_changes import fingerprint_of as fingerprint_of_entry
from tournaments.running.entry_removal import why_not_removable
from tournaments.running.hand_ratings import rating_facts, read_by_hand
from tournaments.running.here import numbers_here
from tournaments.running.presence import format_numbers, numbers_missing
from tournaments.running.replacing import why_not_replaceable, why_not_taken_back
from tournaments.running.strength import format_order


def _entry_of(act: PastAct, *, also_shown: bool = False) -> Entry:
    event = event_of(act, also_shown=also_shown)
    entry = event.entries.filter(pk=act.row).first()
    if entry is None:
        raise NotNow(REMOVED)
    entry.tournament = event
    return entry


def _entered(act: PastAct) -> Undo:
    entry = _entry_of(act)
    if (reason := why_not_removable(entry)) is not None:
        raise NotNow(reason)
    return Undo(lambda by, _reason, _key: running.remove_entry(by, entry), asks_reason=False)


def _checked(act: PastAct) -> Undo:
    entry = _entry_of(act, also_shown=True)
    if entry.state != act.after["entry_state"]:
        raise NotNow(CHANGED)
    here = act.before["entry_state"] == Entry.State.PRESENT
    return Undo(lambda by, _reason, _key: running.check_in(by, entry, here=here), asks_reason=False)


def _withdrawn(act: PastAct) -> Undo:
    entry = _entry_of(act)
    if entry.state != Entry.State.WITHDRAWN:
        raise NotNow(CHANGED)
    refuse_drawn(entry.tournament)
    here = act.before["entry_state"] == Entry.State.PRESENT
    return Undo(lambda by, _reason, _key: running.bring_back(by, entry, here=here), asks_reason=False)


def _brought_back(act: PastAct) -> Undo:
    entry = _entry_of(act)
    if entry.state == Entry.State.WITHDRAWN:
        raise NotNow(CHANGED)
    refuse_drawn(entry.tournament)
    return Undo(lambda by, reason, _key: running.withdraw(by, entry, reason))


def _edited(act: PastAct) -> Undo:
    """The players, the number and the lot are again what they were; who was exchanged goes back."""
    is_correction = act.entry.act == "entry.corrected"
    entry = _entry_of(act, also_shown=is_correction)
    if {**entry_facts(entry)} != {name: act.after[name] for name in ("number", "players", "lot")}:
        raise NotNow(CHANGED)
    if not is_correction and act.after["from_round"] != _first_open_round(entry.tournament):
        raise NotNow(_lazy("A round has been published since: change the players from the next round on."))
    players = Player.objects.in_bulk(act.before["players"])
    change = running.EntryChange(
        players=[players[player] for player in act.before["players"]],
        number=act.before["number"],
        lot=act.before["lot"],
        since=Since.ALWAYS if is_correction else Since.NOW,
        exchanges=True,
    )
    seen = fingerprint_of_entry(entry)
    return Undo(lambda by, _reason, _key: running.edit_entry(by, entry, change, seen), asks_reason=False)


def _first_open_round(event: Tournament) -> int:
    drawn = event.rounds.filter(state=Round.State.DRAWN).first()
    return next_round_number(event) if drawn is None else drawn.number


def _replaced(act: PastAct) -> Undo:
    entry = _entry_of(act)
    if (reason := why_not_taken_back(entry, act.after)) is not None:
        raise NotNow(reason)
    return Undo(lambda by, _reason, _key: running.take_back_replacement(by, entry), asks_reason=False)


def _replacement_taken_back(act: PastAct) -> Undo:
    """The same come again, unless something has changed who could come."""
    entry = _entry_of(act)
    if (reason := why_not_replaceable(entry)) is not None:
        raise NotNow(reason)
    players = Player.objects.in_bulk(act.before["players"])
    coming = [players[player] for player in act.before["players"]]
    return Undo(lambda by, _reason, _key: running.replace_entry(by, entry, coming), asks_reason=False)


def _third_added(act: PastAct) -> Undo:
    entry = _entry_of(act)
    if {**entry_facts(entry)} != {name: act.after[name] for name in ("number", "players", "lot")}:
        raise NotNow(CHANGED)
    (added,) = {*act.after["players"]} - {*act.before["players"]}
    player = Player.objects.get(pk=added)
    return Undo(lambda by, _reason, _key: running.remove_third(by, entry, player), asks_reason=False)


def _third_removed(act: PastAct) -> Undo:
    entry, before = _entry_of(act), act.before
    if {**entry_facts(entry)} != {name: act.after[name] for name in ("number", "players", "lot")}:
        raise NotNow(CHANGED)
    if act.after["from_round"] != _first_open_round(entry.tournament):
        raise NotNow(_lazy("A round has been published since: change the players from the next round on."))
    player = Player.objects.get(pk=before["player"])
    third = running.ThirdPlayer(player, before["position"], before["rests"])
    return Undo(lambda by, _reason, _key: running.add_third(by, entry, third), asks_reason=False)


def _resting(act: PastAct) -> Undo:
    entry, number = _entry_of(act), act.after["number"]
    places = list(entry.places.filter(until_round=None).order_by("position"))
    resting = resting_in(places, number, entry.tournament.agreement.players)
    if [place.player_id for place in resting] != [act.after["player"]]:
        raise NotNow(CHANGED)
    was_said = "by_turn" not in act.before
    player = Player.objects.get(pk=act.before["player"]) if was_said else None
    return Undo(lambda by, _reason, _key: running.set_resting(by, entry, number, player), asks_reason=False)


def _single(act: PastAct) -> Undo:
    """The player of the difference is listed again, or no longer."""
    event = event_of(act, also_shown=False)
    was_added = act.entry.act == "event.single_added"
    (pk,) = {*act.after["players"]} ^ {*act.before["players"]}
    if event.singles.filter(pk=pk).exists() != was_added:
        raise NotNow(CHANGED)
    player, change = Player.objects.get(pk=pk), running.remove_single if was_added else running.add_single
    return Undo(lambda by, _reason, _key: change(by, event, player), asks_reason=False)


def _check_in(act: PastAct) -> Undo:
    event = event_of(act)
    entries = event.entries.exclude(state=Entry.State.WITHDRAWN)
    if numbers_here(entries) != act.after["here"]:
        raise NotNow(CHANGED)
    coming = {entry.number for entry in entries}
    here = [number for number in act.before["here"] if number in coming]
    seen = format_numbers(act.after["here"])
    return Undo(lambda by, _reason, _key: running.set_here(by, event, here, seen), asks_reason=False)


def _presence(act: PastAct) -> Undo:
    event, number = event_of(act, also_shown=False), act.after["number"]
    entries = event.entries.exclude(state=Entry.State.WITHDRAWN)
    if numbers_missing(entries, number) != act.after["missing"]:
        raise NotNow(CHANGED)
    if number != next_round_number(event) or event.rounds.filter(state=Round.State.DRAWN).exists():
        raise NotNow(_lazy("The round has been drawn since."))
    missing, seen = act.before["missing"], format_numbers(act.after["missing"])
    return Undo(
        lambda by, _reason, _key: running.set_missing(by, event, number, missing, seen), asks_reason=False
    )


def _fixed_table(act: PastAct) -> Undo:
    entry = _entry_of(act, also_shown=True)
    if entry.fixed_table != act.after["table"]:
        raise NotNow(CHANGED)
    refuse_drawn(entry.tournament)
    table = act.before["table"]
    return Undo(lambda by, _reason, _key: running.set_fixed_table(by, entry, table), asks_reason=False)


def _outside(act: PastAct) -> Undo:
    entry = _entry_of(act, also_shown=True)
    if entry.outside != act.after["outside"]:
        raise NotNow(CHANGED)
    outside = act.before["outside"]
    return Undo(lambda by, _reason, _key: running.set_outside(by, entry, outside=outside), asks_reason=False)


def _handicap_rating(act: PastAct) -> Undo:
    entry = _entry_of(act, also_shown=True)
    noted = read_by_hand(act.after)
    rounds = entry.tournament.rounds.exclude(state=Round.State.REMOVED).filter(number__in=noted)
    if rating_facts(entry, rounds.order_by("number")) != act.after:
        raise NotNow(CHANGED)
    published = rounds.exclude(state=Round.State.DRAWN).exists()
    return Undo(
        lambda by, reason, _key: running.put_handicap_rating_back(by, entry, act.before, reason),
        asks_reason=published,
    )


def _lots(act: PastAct) -> Undo:
    event = event_of(act)
    if not act.before:
        raise NotNow(NOT_LOGGED)
    entries = {entry.number: entry for entry in event.entries.order_by("number")}
    if any(number not in entries or entries[number].lot != lot for number, lot in act.after["lots"]):
        raise NotNow(CHANGED)
    lots, seen = dict(act.before["lots"]), format_lots(entries.values())
    return Undo(lambda by, _reason, _key: running.draw_lots(by, event, lots, seen), asks_reason=False)


def _strength(act: PastAct) -> Undo:
    event = event_of(act)
    if [*event.agreement.strength] != act.after["strength"]:
        raise NotNow(CHANGED)
    numbers = {*event.entries.values_list("number", flat=True)}
    before = [number for number in act.before["strength"] if number in numbers]
    seen = format_order(event.agreement.strength)
    return Undo(lambda by, _reason, _key: running.set_strength(by, event, before, seen), asks_reason=False)


def _entry_removed(act: PastAct) -> Undo:
    event = event_of(act, also_shown=False)
    running.refuse_put_back(event, act.entry)
    if event.entries.filter(number=act.before["number"]).exists():
        raise NotNow(_lazy("Another entry has its number now."))
    names = Player.objects.filter(pk__in=act.before["players"]).order_by("pk")
    preview = f"{act.before['number']}. {' – '.join(player.name for player in names)}"
    row = act.row
    return Undo(lambda by, reason, _key: running.put_back_entry(by, event, row, reason), preview=preview)


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "event.strength_set": WayBack(_lazy("Writes the former order again."), _strength),
    "event.lots_drawn": WayBack(_lazy("Writes the former lots again."), _lots),
    "event.single_added": WayBack(
        _lazy("Takes the player off the list."), _single, ("event.single_removed",)
    ),
    "event.single_removed": WayBack(_lazy("Lists the player again."), _single, ("event.single_added",)),
    "event.check_in": WayBack(
        _lazy("Checks in again who was here before, and nobody else."), _check_in, needs=RECORDERS
    ),
    "event.presence": WayBack(_lazy("Writes down again who missed it before."), _presence, needs=RECORDERS),
    "entry.added": WayBack(_lazy("Removes the entry."), _entered, ("entry.removed",), one_by_one=True),
    "entry.checked": WayBack(_lazy("Checks it out, or in again."), _checked, needs=RECORDERS),
    "entry.withdrawn": WayBack(_lazy("Brings the entry back."), _withdrawn, ("entry.brought_back",)),
    "entry.brought_back": WayBack(_lazy("Withdraws the entry again."), _brought_back, ("entry.withdrawn",)),
    "entry.corrected": WayBack(_lazy("Makes the entry what it was before."), _edited),
    "entry.handed_over": WayBack(_lazy("Gives the former players their places back."), _edited),
    "entry.third_added": WayBack(
        _lazy("Takes the third player out of the pair."), _third_added, ("entry.third_removed",)
    ),
    "entry.third_removed": WayBack(
        _lazy("Lets the player take turns with the pair again."), _third_removed, ("entry.third_added",)
    ),
    "entry.resting": WayBack(_lazy("Lets the other one rest."), _resting, needs=RECORDERS),
    "entry.replaced": WayBack(
        _lazy("Gives the entry back to those who had left."), _replaced, ("entry.replacement_taken_back",)
    ),
    "entry.replacement_taken_back": WayBack(
        _lazy("Lets the same players take it over again."), _replacement_taken_back, ("entry.replaced",)
    ),
    "entry.removed": WayBack(
        _lazy("Back to before this act: the entry is again as it was, under its number."),
        _entry_removed,
        ("entry.put_back",),
    ),
    "entry.put_back": WayBack(_lazy("Removes the entry."), _entered, ("entry.removed",)),
    "entry.places_moved": NoWayBack(_lazy("It follows from the removed round."), is_listed=False),
    "entry.moved": NoWayBack(_lazy("It follows from the removed round."), is_listed=False),
    "entry.handicap_rating": WayBack(_lazy("Lets the former rating count again."), _handicap_rating),
    "entry.outside": WayBack(_lazy("Lets it play in the competition again, or outside it."), _outside),
    "entry.table_kept": WayBack(_lazy("Sets the fixed table as it was before."), _fixed_table),
}
