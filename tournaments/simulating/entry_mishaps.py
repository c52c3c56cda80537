"""What goes wrong with entries, before a draw or while a round is played; functions as in `mishaps`."""

from __future__ import annotations

from typing import Final

from clubs.models import Player
from tournaments import running
from tournaments.models import Entry, EntryPlayer
from tournaments.play.entry_queries import next_round_number
from tournaments.running import EntryChange, Since
from tournaments.simulating import messages, people
from tournaments.simulating.scene import Scene

_FEWEST_ENTRIES: Final = 4


def misses_the_round(scene: Scene) -> bool:
    """An entry is away for a round, where the others still fill a table."""
    if len(scene.entries()) <= scene.stage.event.agreement.entries_per_table:
        return False
    away = scene.dice.sample([entry.number for entry in scene.entries()], 1)
    number = next_round_number(scene.stage.event)
    running.set_missing(scene.by, scene.stage.event, number, away)
    return True


def comes_late(scene: Scene) -> bool:
    return _enter(scene) is not None


def cancels(scene: Scene) -> bool:
    """Somebody enters and does not come after all."""
    entry = _enter(scene)
    if entry is not None:
        running.withdraw(scene.by, entry, messages.did_not_come())
    return entry is not None


def is_entered_twice(scene: Scene) -> bool:
    """The second entry is noticed, and removed."""
    entry = _enter(scene)
    if entry is not None:
        running.remove_entry(scene.by, entry)
    return entry is not None


def fills_the_field(scene: Scene) -> bool:
    """Somebody comes outside the competition, so that nobody sits out."""
    return _enter(scene, outside=True) is not None


def _enter(scene: Scene, *, outside: bool = False) -> Entry | None:
    players = scene.coming(scene.stage.plan.agreement.players)
    if players is None:
        return None
    (entry,) = running.enter_pairs(scene.by, scene.stage.event, [players], outside=outside)
    return entry


def guests_come(scene: Scene) -> bool:
    """Players whom the club does not know yet play outside the competition."""
    names = people.names(scene.dice)
    guests = [
        Player(given_name=card.given_name, family_name=card.family_name)
        for _player, card in zip(range(scene.stage.plan.agreement.players), names, strict=False)
    ]
    running.enter_with_guests(scene.by, scene.stage.event, [guests], outside=True)
    return True


def is_put_outside(scene: Scene) -> bool:
    """An entry plays outside the competition from now on, or in it again."""
    entry = scene.some_entry()
    if entry is not None:
        running.set_outside(scene.by, entry, outside=not entry.outside)
    return entry is not None


def goes_home(scene: Scene) -> bool:
    """An entry withdraws: between rounds, or in the middle of one."""
    entry = scene.some_entry()
    if entry is None or len(scene.entries()) <= _FEWEST_ENTRIES:
        return False
    running.withdraw(scene.by, entry, messages.has_to_leave())
    return True


def comes_back(scene: Scene) -> bool:
    entry = scene.some_entry(here=False)
    if entry is not None:
        running.bring_back(scene.by, entry)
    return entry is not None


def was_typed_wrong(scene: Scene) -> bool:
    return _edit(scene, Since.ALWAYS)


def is_handed_over(scene: Scene) -> bool:
    return _edit(scene, Since.NOW)


def _edit(scene: Scene, since: Since) -> bool:
    """Another player is in an entry: from the beginning on, or from now on."""
    entry, coming = scene.some_entry(), scene.coming(1)
    if entry is None or coming is None:
        return False
    places = EntryPlayer.objects.filter(entry=entry, until_round=None).select_related("player")
    players = [place.player for place in places.order_by("position")]
    players[scene.dice.randrange(len(players))] = coming[0]
    change = EntryChange(players=players, number=entry.number, lot=entry.lot, since=since)
    running.edit_entry(scene.by, entry, change)
    return True


def draws_lots(scene: Scene) -> bool:
    """Everybody draws a lot by hand, whoever had one before."""
    everybody = [*scene.entries(), *scene.entries(here=False)]
    lots = scene.dice.sample(range(1, len(everybody) + 1), len(everybody))
    running.draw_lots(
        scene.by,
        scene.stage.event,
        {entry.number: lot for entry, lot in zip(everybody, lots, strict=True)},
    )
    return True


def keeps_a_table(scene: Scene) -> bool:
    entry = scene.some_entry()
    if entry is not None:
        running.set_fixed_table(scene.by, entry, scene.dice.randint(1, scene.stage.plan.tables))
    return entry is not None


def moves_again(scene: Scene) -> bool:
    entry = scene.one_of([entry for entry in scene.entries() if entry.fixed_table is not None])
    if entry is not None:
        running.set_fixed_table(scene.by, entry, None)
    return entry is not None
