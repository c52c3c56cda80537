"""Frozen settings: those on which something depends already, and what that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final, NamedTuple

from django.db.models import Q

from tournaments.agreement.agreement import EventAgreement, as_json
from tournaments.core.drawing.movement import Movement
from tournaments.core.results import MissedValue, Substitutes
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.play.substitutes import tables_with_substitutes

_Kind = Pairing.Kind


class FrozenBy(StrEnum):
    """What depends on a setting."""

    ENTRIES = "entries"
    GAMES = "games"
    COUNTS = "counts"
    PLACES = "places"
    WALKOVERS = "walkovers"
    SIT_OUTS = "sit_outs"
    LATE_ENTRIES = "late_entries"
    WITHDRAWN = "withdrawn"
    SUBSTITUTES = "substitutes"
    OFFICIAL = "official"


@dataclass(frozen=True, slots=True)
class FrozenSetting:
    """Why a setting is frozen, and which entries, rounds or tables depend on it."""

    frozen_by: FrozenBy
    # Numbers of entries or rounds; of tables each with its round.
    numbers: tuple[int, ...] = ()
    tables: tuple[tuple[int, int | None], ...] = ()


# The number of players of an entry.
_FROZEN_BY_ENTRIES: Final = ("players",)
# With what sides begin is told when a round is published.
_HANDICAP_SETTINGS: Final = ("handicap", "handicap_points", "handicap_most")
# A game has been opened or a round drawn by these.
_FROZEN_BY_GAMES: Final = ("ruleset", "options", "sides", "deals", *_HANDICAP_SETTINGS)
# The places after a round have been stored by these.
_FROZEN_BY_PLACES: Final = (
    *("scheme", "bands", "place_points", "cap", "bound", "chain", "last_of_two"),
    "counting",
)
# Who goes on in a knock-out has been decided by these.
_FROZEN_BY_BRACKET: Final = ("best_of", "level_game")
_WALKOVER_SETTINGS: Final = ("walkover_margin", "walkover_percent", "walkover_shared")
_SIT_OUT_SETTINGS: Final = ("sit_out", "sit_out_points", "sit_out_difference", "sit_out_percent")
_MISSED_SETTINGS: Final = ("missed", "missed_times", "missed_last", "missed_walkover")
_SUBSTITUTE_SETTINGS: Final = ("substitutes", "substitute_percent")
_WALKOVER_KINDS: Final = (
    _Kind.WALKOVER,
    _Kind.BOTH_ABSENT,
    _Kind.FORFEITED,
    _Kind.ABANDONED,
    _Kind.RULED_LOST,
)
# All settings by which results are counted.
COUNTED_BY: Final = frozenset(
    {
        *("options", "deals", "who_leaves"),
        *_HANDICAP_SETTINGS,
        *(*_FROZEN_BY_PLACES, *_WALKOVER_SETTINGS, *_SIT_OUT_SETTINGS),
        *(*_MISSED_SETTINGS, *_SUBSTITUTE_SETTINGS),
    }
)
ALL_SETTINGS: Final = (
    "name",
    "on_day",
    "begins",
    "trial",
    "ruleset",
    "options",
    *(setting.name for setting in fields(EventAgreement)),
)


class _EntryRow(NamedTuple):
    """What settings may depend on of an entry."""

    number: int
    from_round: int
    state: str
    missed: Sequence[int]


def get_frozen_settings(event: Tournament) -> Mapping[str, FrozenSetting]:
    """Return the settings on which something depends already, by their names."""
    if event.state == Tournament.State.OFFICIAL:
        return dict.fromkeys(ALL_SETTINGS, FrozenSetting(FrozenBy.OFFICIAL))
    frozen: dict[str, FrozenSetting] = {}
    columns = event.entries.order_by("number").values_list("number", "from_round", "state", "missed")
    entries = [_EntryRow(*values) for values in columns]
    if entries:
        _freeze(
            frozen,
            _FROZEN_BY_ENTRIES,
            FrozenSetting(FrozenBy.ENTRIES, tuple(entry.number for entry in entries)),
        )
    closed = _rounds_in(event, Round.State.CLOSED)
    published = _rounds_in(event, Round.State.PUBLISHED, Round.State.CLOSED)
    if published:
        _freeze(frozen, _FROZEN_BY_GAMES, FrozenSetting(FrozenBy.GAMES, published))
        if event.agreement.bracket is not None:
            _freeze(frozen, _FROZEN_BY_BRACKET, FrozenSetting(FrozenBy.GAMES, published))
        if not event.is_trial:
            # Games that count are never deleted; a trial may still turn out to count.
            _freeze(frozen, ("trial",), FrozenSetting(FrozenBy.COUNTS, published))
    if closed:
        _freeze(frozen, _FROZEN_BY_PLACES, FrozenSetting(FrozenBy.PLACES, closed))
        _freeze_by_absence(frozen, event, entries)
    return frozen


def _freeze(frozen: dict[str, FrozenSetting], settings: Iterable[str], setting: FrozenSetting) -> None:
    frozen |= dict.fromkeys(settings, setting)


def _freeze_by_absence(
    frozen: dict[str, FrozenSetting], event: Tournament, entries: Sequence[_EntryRow]
) -> None:
    """Freeze what counted in closed rounds for entries that did not play."""
    walkovers, sit_outs = (
        _tables_in(event, _WALKOVER_KINDS, with_sides_away=True),
        _tables_in(event, (_Kind.SIT_OUT, _Kind.BROKEN_OFF)),
    )
    substituted = tables_with_substitutes(event)
    late = tuple(entry.number for entry in entries if entry.from_round > 1 or entry.missed)
    gone = tuple(entry.number for entry in entries if entry.state == Entry.State.WITHDRAWN)
    if walkovers:
        _freeze(frozen, _WALKOVER_SETTINGS, FrozenSetting(FrozenBy.WALKOVERS, tables=walkovers))
    if sit_outs:
        _freeze(frozen, _SIT_OUT_SETTINGS, FrozenSetting(FrozenBy.SIT_OUTS, tables=sit_outs))
    if substituted:
        _freeze(frozen, _SUBSTITUTE_SETTINGS, FrozenSetting(FrozenBy.SUBSTITUTES, tables=substituted))
    if late:
        _freeze(frozen, _MISSED_SETTINGS, FrozenSetting(FrozenBy.LATE_ENTRIES, late))
        if event.agreement.missed is MissedValue.SIT_OUT:
            _freeze(
                frozen, _SIT_OUT_SETTINGS, frozen.get("sit_out", FrozenSetting(FrozenBy.LATE_ENTRIES, late))
            )
    if gone and event.agreement.has_round_robin:
        _freeze(frozen, ("who_leaves",), FrozenSetting(FrozenBy.WITHDRAWN, gone))
        # Opponents of an entry that is struck out sit out; of any other that has left they have walkovers.
        _freeze(frozen, _SIT_OUT_SETTINGS, frozen.get("sit_out", FrozenSetting(FrozenBy.WITHDRAWN, gone)))
        _freeze(
            frozen, _WALKOVER_SETTINGS, frozen.get("walkover_margin", FrozenSetting(FrozenBy.WITHDRAWN, gone))
        )


def _rounds_in(event: Tournament, *states: Round.State) -> tuple[int, ...]:
    rounds = event.rounds.filter(state__in=states).order_by("number")
    return tuple(rounds.values_list("number", flat=True))


def _tables_in(
    event: Tournament, kinds: Iterable[Pairing.Kind], *, with_sides_away: bool = False
) -> tuple[tuple[int, int | None], ...]:
    """Return the round and the table of each result of these kinds in a closed round.

    With `with_sides_away` those too at which two of three have played on.
    """
    counted = Q(kind__in=tuple(kinds))
    if with_sides_away:
        counted |= Q(at_fault__isnull=False)
    pairings = Pairing.objects.filter(counted, round__tournament=event, round__state=Round.State.CLOSED)
    return tuple(pairings.order_by("round__number", "table", "pk").values_list("round__number", "table"))


# Drawn rounds.


def drawn_round_numbers(event: Tournament) -> tuple[int, ...]:
    return _rounds_in(event, Round.State.DRAWN, Round.State.PUBLISHED, Round.State.CLOSED)


def last_drawn_round(event: Tournament) -> int:
    """Return the number of the last round that is drawn; 0 where none is."""
    return max(drawn_round_numbers(event), default=0)


def changed_rounds(event: Tournament, new: EventAgreement) -> tuple[int, ...]:
    """Return the drawn rounds that would have been drawn otherwise by the new agreement."""
    old = event.agreement
    return tuple(
        number for number in drawn_round_numbers(event) if _drawn_by(old, number) != _drawn_by(new, number)
    )


def _drawn_by(agreement: EventAgreement, number: int) -> tuple[Movement, int]:
    phase, turn = agreement.phase_of(number)
    return phase.movement, turn


def changes_strikes(event: Tournament, new: EventAgreement) -> bool:
    """Whether withdrawn entries would be struck out that were not, or the other way round.

    The number of rounds does not matter: a withdrawn entry keeps the number that was agreed on then.
    """
    return (
        event.agreement.strikes_out != new.strikes_out
        and event.entries.filter(state=Entry.State.WITHDRAWN).exists()
        and event.rounds.filter(state=Round.State.CLOSED).exists()
    )


def changes_substitute_rounds(event: Tournament, new: EventAgreement) -> bool:
    """Whether results with a substitute would count in another number of rounds."""
    return (
        event.agreement.substitutes is Substitutes.HALF
        and event.agreement.rounds // 2 != new.rounds // 2
        and bool(tables_with_substitutes(event))
    )


def changed_settings(
    event: Tournament, ruleset: str, options: Mapping[str, object], new: EventAgreement
) -> set[str]:
    """Return the names of the settings that the new agreement changes."""
    old = event.agreement
    changed = {
        setting.name
        for setting in fields(EventAgreement)
        if as_json(getattr(old, setting.name)) != as_json(getattr(new, setting.name))
    }
    changed |= {"ruleset"} if event.ruleset != ruleset else set()
    changed |= {"options"} if event.options != dict(options) else set()
    return changed
