"""A round as people look for it: its tables, what each has, who sits where, and “where do I sit?”.

Knows what is told of an event; queries nothing. Names are found as everybody may read them: who may not be
named is not found by name either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player
from clubs.people.names import public_name
from clubs.reports.numbers import written
from clubs.reports.report import Value
from clubs.text.alphabet import folded, sort_key
from clubs.text.dates import shortly
from scoring.models import Game
from tournaments.agreement.agreement import SchemeCode
from tournaments.core.results import Counted
from tournaments.core.results import Kind as ResultKind
from tournaments.models import Pairing, Round, Tournament
from tournaments.play.event_record import Met, Played
from tournaments.public.event_view import GAME_STATES, AtTable, Told
from tournaments.public.standings import counts_own, language, points_written, signed, struck_in
from tournaments.wording.labels import round_called

_Kind = Pairing.Kind
# Those who sort after everybody, since their place in the alphabet is nobody's business.
_UNNAMED = "zz"


@dataclass(frozen=True, slots=True)
class Badge:
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class SideShown:
    """A side of a table: who sits there, what it has, what that is worth, and what has become of it."""

    name: str
    total: Value
    points: Value
    note: str


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table of a round as it stands; `table` is None where somebody sits out."""

    table: int | None
    sides: Sequence[SideShown]
    badge: Badge | None
    game: int | None
    dealt: str
    reason: str
    struck: bool
    found: bool
    # Said where tables of several rounds stand together.
    round: int | None = None


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A player in the alphabet, and where to go."""

    name: str
    where: str
    table: int | None
    # Whose results may be looked at.
    player: int | None


@dataclass(frozen=True, slots=True)
class RoundShown:
    number: int
    closed: bool
    tables: Sequence[TableShown]
    # Those that somebody has asked for.
    found: Sequence[TableShown]
    # “3 of 8 tables have finished.”
    told: str

    @property
    def worth(self) -> bool:
        """Some game is worth something in the standings already."""
        return any(side.points is not None for table in self.tables for side in table.sides)


def round_shown(told: Told, played: Played, asked: str = "") -> RoundShown:
    """The tables of a round, and among them those where somebody of this name sits."""
    wanted = matching(told, asked)
    worths = worths_in(told, played.round.number)
    struck = struck_in(told)
    tables = [_table_shown(told, met, worths, struck, wanted) for met in played.met]
    return RoundShown(
        played.round.number,
        played.round.state == Round.State.CLOSED,
        tables,
        [table for table in tables if table.found],
        _finished_told(told, played),
    )


def worths_in(told: Told, number: int) -> Mapping[int, Counted]:
    """What each entry has from a round; nothing while the standings are kept back."""
    if told.hidden:
        return {}
    return {
        placing.sum.entry: one
        for placing in told.placings
        for one in placing.sum.rounds
        if one.round == number
    }


def _finished_told(told: Told, played: Played) -> str:
    """How many tables are waited for no more; where something else counts than a game, nobody plays on."""
    games = [
        (met.pairing.kind, told.games[met.pairing.game_id])
        for met in played.met
        if met.pairing.game_id is not None
    ]
    if played.round.state == Round.State.CLOSED or not games:
        return ""
    over = sum(game.over or kind != _Kind.PLAYED for kind, game in games)
    return ngettext(
        "%(over)s of %(count)s table has finished.", "%(over)s of %(count)s tables have finished.", len(games)
    ) % {"over": over, "count": len(games)}


def state_told(told: Told) -> Iterator[str]:
    """Whether what sums up results can still change, or since when it does not."""
    if told.event.state != Tournament.State.OFFICIAL:
        yield _("The result is not official yet.")
    elif told.event.official_at is not None:
        yield official_since(told.event.official_at)
    if told.story.rounds and (finished := _finished_told(told, told.story.rounds[-1])):
        yield f"{round_called(told.story.rounds[-1].round.number)}: {finished}"
    if any(_is_under_way(told, met) for played in told.story.rounds for met in played.met):
        yield _("Games that are still being played count as they stand.")


def official_since(moment: datetime) -> str:
    return _("Official result since %(moment)s.") % {"moment": shortly(moment)}


def _is_under_way(told: Told, met: Met) -> bool:
    """What its game has got to counts already, and will change."""
    game = met.pairing.game_id
    return met.pairing.kind == _Kind.PLAYED and met.begun and game is not None and not told.games[game].over


# A table.


def _table_shown(
    told: Told, met: Met, worths: Mapping[int, Counted], struck: frozenset[int], wanted: frozenset[int]
) -> TableShown:
    pairing = met.pairing
    game = told.games.get(pairing.game_id) if pairing.game_id is not None else None
    entries = {entry for side in met.sides for entry in side}
    gone = not told.hidden and not entries.isdisjoint(struck)
    return TableShown(
        pairing.table,
        [_side_shown(told, met, at, worths) for at in range(len(met.sides))],
        _badge_of(pairing, game, gone),
        pairing.game_id,
        _deals_told(game),
        pairing.reason,
        gone,
        not entries.isdisjoint(wanted),
    )


def _side_shown(told: Told, met: Met, at: int, worths: Mapping[int, Counted]) -> SideShown:
    side = met.sides[at]
    worth = worths.get(side[0])
    counts = worth is not None and (met.begun or met.pairing.kind != _Kind.PLAYED)
    total = total_of(met, at)
    apart = worth is not None and counts and is_apart(told, worth, total)
    return SideShown(
        " – ".join(told.entries[entry].name for entry in side),
        total,
        points_written(told, worth.worth.points) if worth is not None and apart else None,
        _instead_told(told, met, worth)
        or ", ".join(filter(None, (fault_of(met.pairing, at), _counted_told(told, met, worth, total))))
        or _substitute_told(worths, side)
        or _staying_of(told, met, at),
    )


def _instead_told(told: Told, met: Met, worth: Counted | None) -> str:
    """What stands in the place of this table, where the one that a side has met, or was to meet, has left."""
    if worth is None:
        return ""
    if worth.kind is ResultKind.SIT_OUT and len(met.sides) > 1:
        return _("counts as sitting out")
    if worth.kind is ResultKind.WALKOVER and len(met.sides) == 1:
        return _("walkover: %(pair)s has withdrawn") % {"pair": told.entries[worth.opponents[0]].name}
    return ""


def _substitute_told(worths: Mapping[int, Counted], side: Sequence[int]) -> str:
    """What the side has counts for less, for one of its entries at least."""
    had = (worths[entry] for entry in side if entry in worths)
    return _("less for a substitute") if any(one.full is not None for one in had) else ""


def _counted_told(told: Told, met: Met, worth: Counted | None, total: int | None) -> str:
    """How much a game counts among those of equal points, where its totals do not say it."""
    if worth is None or met.pairing.kind == _Kind.PLAYED:
        return ""
    if counts_own(told):
        own = worth.worth.own
        said = own == total or (told.agreed.scheme is SchemeCode.TOTAL and own == worth.worth.points)
        return "" if said else _("own points %(points)s") % {"points": written(own, language())}
    difference = worth.worth.difference
    if met.pairing.kind == _Kind.SIT_OUT and not difference:
        return ""
    return _("difference %(points)s") % {"points": signed(difference, difference)}


def _staying_of(told: Told, met: Met, at: int) -> str:
    """Who keeps this table; why is nobody's business."""
    kept = {told.story.entries[entry].keeps_table for entry in met.sides[at]}
    return _("keeps its table") if met.pairing.table in kept - {None} else ""


def total_of(met: Met, at: int) -> int | None:
    """What a side has made; nothing before its game is begun."""
    return met.totals[at] if at < len(met.totals) and met.begun else None


def is_apart(told: Told, worth: Counted, total: int | None) -> bool:
    """What a game is worth is another number than what was made in it."""
    return told.agreed.scheme is not SchemeCode.TOTAL or worth.worth.points != total


def fault_of(pairing: Pairing, at: int) -> str:
    """What a side has done, where no result was played to the end."""
    said = _AT_FAULT.get(_Kind(pairing.kind))
    return said() if said is not None and pairing.at_fault == at else ""


_AT_FAULT: Mapping[Pairing.Kind, Callable[[], str]] = {
    _Kind.WALKOVER: lambda: _("did not come"),
    _Kind.FORFEITED: lambda: _("gave the game up"),
    _Kind.ABANDONED: lambda: _("broke the game off"),
    _Kind.RULED_LOST: lambda: _("lost by ruling"),
}


def _badge_of(pairing: Pairing, game: AtTable | None, struck: bool) -> Badge | None:
    """The kind of a result that was not simply played; else how far the game has got."""
    if struck:
        return Badge("pencil", _("struck out"))
    if pairing.kind != _Kind.PLAYED:
        return Badge("ink", str(_Kind(pairing.kind).label))
    if game is None or (game.state == Game.State.OPEN and not game.over and not game.deals):
        return None
    if game.over or game.state != Game.State.OPEN:
        return Badge("ink", str(GAME_STATES[game.state]))
    return Badge("open", _("being played"))


def _deals_told(game: AtTable | None) -> str:
    """How many deals there are, while it goes on of how many; nothing where the result alone is known."""
    if game is None or not game.deals:
        return ""
    if game.last_agreed is not None and not game.over:
        return _("Deal %(number)s of %(last)s") % {"number": game.deals, "last": game.last_agreed}
    return ngettext("%(count)s deal", "%(count)s deals", game.deals) % {"count": game.deals}


# One entry through the rounds.


@dataclass(frozen=True, slots=True)
class WayShown:
    """An entry with its tables, round by round, and how far that has brought it."""

    name: str
    told: str
    tables: Sequence[TableShown]


def ways_of(told: Told, asked: str) -> list[WayShown]:
    """The rounds of those who are asked for."""
    wanted = matching(told, asked)
    return [_way_of(told, entry) for entry in sorted(wanted)]


def _way_of(told: Told, entry: int) -> WayShown:
    struck = struck_in(told)
    tables = [
        replace(
            _table_shown(told, met, worths_in(told, played.round.number), struck, frozenset()),
            round=played.round.number,
        )
        for played in told.story.rounds
        for met in played.met
        if any(entry in side for side in met.sides)
    ]
    return WayShown(f"{entry} {told.entries[entry].name}", _place_told(told, entry), tables)


def _place_told(told: Told, entry: int) -> str:
    """Its place and its points now; nothing of who is struck out."""
    placing = next((one for one in told.placings if one.sum.entry == entry), None)
    if placing is None:
        return ""
    return _("Place %(place)s, %(points)s points, difference %(difference)s") % {
        "place": placing.place,
        "points": written(points_written(told, placing.sum.points), language()),
        "difference": written(placing.sum.difference, language()),
    }


# Who sits where.


def matching(told: Told, asked: str) -> frozenset[int]:
    """The entries of a name, typed with or without its marks, in any order; or the one of a number."""
    words = folded(asked).split()
    of_number = [number for number in told.entries if [str(number)] == words]
    if of_number:
        return frozenset(of_number)
    return frozenset(
        number
        for number, entry in told.entries.items()
        if words and any(is_called(player, words) for player in entry.players)
    )


def is_called(player: Player, words: Sequence[str]) -> bool:
    name = folded(public_name(player)).split()
    return all(any(_begins(part, word) for part in name) for word in words)


def _begins(part: str, word: str) -> bool:
    """A name by its beginning; the number of a player as a whole, or 1 would find 12 and 123."""
    return part == word if word.isdecimal() else part.startswith(word)


def by_name(told: Told, played: Played) -> list[SeatShown]:
    """Everybody of the round in the order of the alphabet."""
    seats = [
        (alphabetical(player, language()), _seat_shown(player, met.pairing))
        for met in played.met
        for side in met.sides
        for entry in side
        for player in told.entries[entry].players
    ]
    return [seat for _order, seat in sorted(seats, key=lambda one: one[0])]


def _seat_shown(player: Player, pairing: Pairing) -> SeatShown:
    known = player.pk if player.may_publish else None
    return SeatShown(name_in_list(player), _where_told(pairing), pairing.table, known)


def alphabetical(player: Player, alphabet: str) -> tuple[str, int]:
    """As the alphabet of a language has it, the family name first."""
    if not player.may_publish:
        return _UNNAMED, player.pk
    return sort_key(f"{player.family_name} {player.given_name}", alphabet), player.pk


def name_in_list(player: Player) -> str:
    """The family name first, as people look for themselves."""
    return f"{player.family_name}, {player.given_name}" if player.may_publish else public_name(player)


def _where_told(pairing: Pairing) -> str:
    return _("sits out") if pairing.table is None else _("table %(number)s") % {"number": pairing.table}
