"""What of an agreement is held fast: the settings on which something depends already, and what that is.

Knows which results follow from which setting; must not know how a page says so, and writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from tournaments.agreement.agreement import Agreed, Movement, plain
from tournaments.core.results import Substitutes
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.play.substitutes import tables_with_substitutes

_Kind = Pairing.Kind


class Because(StrEnum):
    """What depends on a setting."""

    ENTRIES = "entries"
    GAMES = "games"
    PLACES = "places"
    WALKOVERS = "walkovers"
    SIT_OUTS = "sit_outs"
    LATE_ENTRIES = "late_entries"
    WITHDRAWN = "withdrawn"
    SUBSTITUTES = "substitutes"
    OFFICIAL = "official"


@dataclass(frozen=True, slots=True)
class Held:
    """Why a setting stays as it is, and which entries, rounds or tables it is that depend on it."""

    because: Because
    # Numbers of entries or rounds; of tables each with its round.
    numbers: tuple[int, ...] = ()
    tables: tuple[tuple[int, int | None], ...] = ()


# Entries have so many players.
_ONCE_ENTERED: Final = ("players",)
# A game has been opened by them, or a round drawn for so many sides.
_ONCE_PUBLISHED: Final = ("ruleset", "options", "sides", "deals")
# The places after a round have been kept by them.
_ONCE_CLOSED: Final = ("scheme", "bands", "place_points", "cap", "bound", "chain")
_WALKOVER: Final = ("walkover_margin", "walkover_percent")
_SIT_OUT: Final = ("sit_out", "sit_out_points", "sit_out_difference", "sit_out_percent")
_SUBSTITUTED: Final = ("substitutes", "substitute_percent")
_LIKE_A_WALKOVER: Final = (
    _Kind.WALKOVER,
    _Kind.BOTH_ABSENT,
    _Kind.FORFEITED,
    _Kind.ABANDONED,
    _Kind.RULED_LOST,
)
_EVERYTHING: Final = ("name", "on_day", "begins", "ruleset", "options", *(one.name for one in fields(Agreed)))


def held_fast(event: Tournament) -> Mapping[str, Held]:
    """The settings on which something depends already, by their names."""
    if event.state == Tournament.State.OFFICIAL:
        return dict.fromkeys(_EVERYTHING, Held(Because.OFFICIAL))
    held: dict[str, Held] = {}
    entries = list(event.entries.order_by("number"))
    if entries:
        _hold(held, _ONCE_ENTERED, Held(Because.ENTRIES, tuple(entry.number for entry in entries)))
    closed = _rounds_in(event, Round.State.CLOSED)
    published = _rounds_in(event, Round.State.PUBLISHED, Round.State.CLOSED)
    if published:
        _hold(held, _ONCE_PUBLISHED, Held(Because.GAMES, published))
    if closed:
        _hold(held, _ONCE_CLOSED, Held(Because.PLACES, closed))
        _hold_for_the_missing(held, event, entries)
    return held


def _hold(held: dict[str, Held], settings: Iterable[str], why: Held) -> None:
    held |= dict.fromkeys(settings, why)


def _hold_for_the_missing(held: dict[str, Held], event: Tournament, entries: list[Entry]) -> None:
    """What counted in closed rounds for those who did not play."""
    walkovers, sit_outs = _tables_in(event, _LIKE_A_WALKOVER), _tables_in(event, (_Kind.SIT_OUT,))
    substituted = tables_with_substitutes(event)
    late = tuple(entry.number for entry in entries if entry.from_round > 1)
    gone = tuple(entry.number for entry in entries if entry.state == Entry.State.WITHDRAWN)
    if walkovers:
        _hold(held, _WALKOVER, Held(Because.WALKOVERS, tables=walkovers))
    if sit_outs:
        _hold(held, _SIT_OUT, Held(Because.SIT_OUTS, tables=sit_outs))
    if substituted:
        _hold(held, _SUBSTITUTED, Held(Because.SUBSTITUTES, tables=substituted))
    if late:
        _hold(held, ("missed_as_sit_out",), Held(Because.LATE_ENTRIES, late))
        if event.agreed.missed_as_sit_out:
            _hold(held, _SIT_OUT, held.get("sit_out", Held(Because.LATE_ENTRIES, late)))
    if gone and event.agreed.has_a_round_robin:
        _hold(held, ("who_leaves",), Held(Because.WITHDRAWN, gone))
        # Whoever meets one that is struck out sits out; of any other that has left the rest are walkovers.
        _hold(held, _SIT_OUT, held.get("sit_out", Held(Because.WITHDRAWN, gone)))
        _hold(held, _WALKOVER, held.get("walkover_margin", Held(Because.WITHDRAWN, gone)))


def _rounds_in(event: Tournament, *states: Round.State) -> tuple[int, ...]:
    rounds = event.rounds.filter(state__in=states).order_by("number")
    return tuple(rounds.values_list("number", flat=True))


def _tables_in(event: Tournament, kinds: Iterable[Pairing.Kind]) -> tuple[tuple[int, int | None], ...]:
    """The round and the table of each result of these kinds in a closed round."""
    pairings = Pairing.objects.filter(
        round__tournament=event, round__state=Round.State.CLOSED, kind__in=tuple(kinds)
    )
    return tuple(pairings.order_by("round__number", "table", "pk").values_list("round__number", "table"))


# Rounds that are drawn.


def drawn_rounds(event: Tournament) -> tuple[int, ...]:
    return _rounds_in(event, Round.State.DRAWN, Round.State.PUBLISHED, Round.State.CLOSED)


def redrawn(event: Tournament, wanted: Agreed) -> tuple[int, ...]:
    """The rounds that are drawn already and would have been drawn otherwise."""
    agreed = event.agreed
    return tuple(
        number for number in drawn_rounds(event) if _drawn_by(agreed, number) != _drawn_by(wanted, number)
    )


def _drawn_by(agreed: Agreed, number: int) -> tuple[Movement, int]:
    phase, turn = agreed.phase_of(number)
    return phase.movement, turn


def struck_otherwise(event: Tournament, wanted: Agreed) -> bool:
    """Whether who leaves would be struck out where nobody was, or nobody where some were; some have left.

    By the number of rounds nobody is: an entry that has left keeps the one that was agreed on then.
    """
    return (
        event.agreed.strikes != wanted.strikes
        and event.entries.filter(state=Entry.State.WITHDRAWN).exists()
        and event.rounds.filter(state=Round.State.CLOSED).exists()
    )


def halved_otherwise(event: Tournament, wanted: Agreed) -> bool:
    """Whether half of the rounds would be more or fewer, where results with a substitute count in so many."""
    return (
        event.agreed.substitutes is Substitutes.HALF
        and event.agreed.rounds // 2 != wanted.rounds // 2
        and bool(tables_with_substitutes(event))
    )


def changed_settings(
    event: Tournament, ruleset: str, options: Mapping[str, object], wanted: Agreed
) -> set[str]:
    """By their names, the settings that would be others than they are."""
    old = event.agreed
    changed = {
        one.name
        for one in fields(Agreed)
        if plain(getattr(old, one.name)) != plain(getattr(wanted, one.name))
    }
    changed |= {"ruleset"} if event.ruleset != ruleset else set()
    changed |= {"options"} if event.options != dict(options) else set()
    return changed
