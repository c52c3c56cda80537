"""Details of many players changed together, and what the log says of them, so that it can be taken back.

The log has no names: of a name or a licence number it has the row of the spelling, which an erasure removes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from clubs.books.refusals import unique
from clubs.books.writing import JsonValue
from clubs.models import Player, PlayerName
from clubs.people.consent import date_consent
from clubs.people.licensing import licensing_club
from clubs.people.register.plan import Detail, DetailChange
from clubs.people.verbs import LICENCE_TAKEN

_BATCH: Final = 500
_SPELLING: Final = ("given_name", "family_name", "licence")
_PLAIN: Final = ("licence_until", "language", "may_publish")
# What follows from a name or a licence number.
_DERIVED: Final = ("federation", "search_text", "order")

Spelling = tuple[str, str, str]


@dataclass(slots=True)
class ChangedDetails:
    """Which players have changed, and what of each was before and is after, by the id as text."""

    players: list[int] = field(default_factory=list)
    before: dict[str, JsonValue] = field(default_factory=dict)
    after: dict[str, JsonValue] = field(default_factory=dict)


def save_details(changes: Iterable[DetailChange], at: datetime) -> ChangedDetails:
    """Change these details in the open book of the home club."""
    by_player: defaultdict[int, dict[str, Detail]] = defaultdict(dict)
    for change in changes:
        by_player[change.player.pk][change.column.value] = change.new
    return store_details(by_player, at)


def store_details(wanted: Mapping[int, Mapping[str, Detail]], at: datetime) -> ChangedDetails:
    """Give players, by id, these details; what they have already is no change. Raises ValidationError."""
    done = ChangedDetails()
    rows = Player.objects.filter(pk__in=wanted).select_related("home_club__federation").order_by("pk")
    players = [
        player
        for player in rows.select_for_update(of=("self",))
        if any(getattr(player, name) != value for name, value in wanted[player.pk].items())
    ]
    respelled = [player for player in players if set(_SPELLING) & set(wanted[player.pk])]
    old_names = _spellings(respelled)
    old = {player.pk: {name: getattr(player, name) for name in _PLAIN} for player in players}
    for player in players:
        _set(player, wanted[player.pk])
        date_consent(player, bool(old[player.pk]["may_publish"]), at)
    new_names = _spellings(respelled)
    _store(players, {name for values in wanted.values() for name in values})
    for player in players:
        before, after = dict[str, JsonValue](), dict[str, JsonValue]()
        if old_names.get(player.pk) != new_names.get(player.pk):
            before["player_name"], after["player_name"] = old_names[player.pk], new_names[player.pk]
        for name in _PLAIN:
            if old[player.pk][name] != getattr(player, name):
                before[name], after[name] = _json(old[player.pk][name]), _json(getattr(player, name))
        done.players.append(player.pk)
        done.before[str(player.pk)], done.after[str(player.pk)] = before, after
    return done


def _set(player: Player, values: Mapping[str, Detail]) -> None:
    before = player.licence
    for name, value in values.items():
        setattr(player, name, value)
    player.version += 1
    if not set(_SPELLING) & set(values):
        return
    if player.licence != before:
        player.federation = licensing_club(player.home_club) if player.licence else None
    player.search_text, player.order = player.make_search_text(), player.alphabet_key()
    player.clean_fields(exclude={"home_club", "federation"})


def _store(players: list[Player], changed: set[str]) -> None:
    derived = [*(_DERIVED if changed & set(_SPELLING) else ())]
    if "may_publish" in changed:
        derived.append("consent_at")
        for player in players:
            player.consent_at = player.consent_at if player.may_publish else None
    with unique("", LICENCE_TAKEN):
        Player.objects.bulk_update(players, [*sorted(changed), *derived, "version"], batch_size=100)


def _json(value: Detail) -> JsonValue:
    return value.isoformat() if isinstance(value, date) else value


def _spellings(players: Iterable[Player]) -> dict[int, int]:
    """Return the row of the present name and licence number of each player; a missing one is made."""
    now: dict[int, Spelling] = {
        player.pk: (player.given_name, player.family_name, player.licence) for player in players
    }
    known: dict[tuple[int, Spelling], int] = {}
    for row in PlayerName.objects.filter(player__in=now).order_by("-pk"):
        known[row.player_id, (row.given_name, row.family_name, row.licence)] = row.pk
    missing = [(pk, spelling) for pk, spelling in now.items() if (pk, spelling) not in known]
    made = PlayerName.objects.bulk_create(
        [
            PlayerName(player_id=pk, given_name=given, family_name=family, licence=licence)
            for pk, (given, family, licence) in missing
        ],
        batch_size=_BATCH,
    )
    known |= {(row.player_id, spelling): row.pk for row, (_pk, spelling) in zip(made, missing, strict=True)}
    return {pk: known[pk, spelling] for pk, spelling in now.items()}


# Back.


def details_to_restore(
    before: Mapping[str, Mapping[str, JsonValue]], after: Mapping[str, Mapping[str, JsonValue]]
) -> dict[int, dict[str, Detail]]:
    """Return what each player had before an act, of what is still as the act has left it."""
    rows = Player.objects.in_bulk([int(pk) for pk in after])
    ids = [
        facts["player_name"] for side in (before, after) for facts in side.values() if "player_name" in facts
    ]
    names = PlayerName.objects.in_bulk([pk for pk in ids if isinstance(pk, int)])
    found: dict[int, dict[str, Detail]] = {}
    for key, now in after.items():
        player = rows.get(int(key))
        if player is None or player.merged_into_id is not None or player.erased_at is not None:
            continue
        values: dict[str, Detail] = {
            name: _detail(name, before[key][name])
            for name in _PLAIN
            if name in now and _json(getattr(player, name)) == now[name]
        }
        values |= _old_spelling(player, names.get(_id(before[key])), names.get(_id(now)))
        if values:
            found[player.pk] = values
    return found


def _id(facts: Mapping[str, JsonValue]) -> int:
    pk = facts.get("player_name")
    return pk if isinstance(pk, int) else 0


def _detail(name: str, stored: JsonValue) -> Detail:
    if name == "licence_until":
        return date.fromisoformat(str(stored)) if stored else None
    return bool(stored) if name == "may_publish" else str(stored)


def _old_spelling(player: Player, old: PlayerName | None, new: PlayerName | None) -> dict[str, Detail]:
    """Return the spelling of before, if the player still has the one of after."""
    if old is None or new is None:
        return {}
    if any(getattr(player, name) != getattr(new, name) for name in _SPELLING):
        return {}
    return {name: getattr(old, name) for name in _SPELLING}
