"""The standings as rows: places, how far each has moved, and what decided it; and the places round by round.

Knows what is told of an event; queries nothing, and must not know how a table looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.numbers import written
from clubs.reports.report import Column, Fact, Kind, Report, Row, Table, Value
from scoring.store import sheets
from tournaments.agreement.agreement import Agreed
from tournaments.core.results import Kind as ResultKind
from tournaments.core.standings import Placing, Sum
from tournaments.models import Entry, EventAdjustment, Round, Tournament
from tournaments.public.event_view import History, Told
from tournaments.wording.labels import CRITERIA

_UP, _DOWN, _LEVEL = "\N{UPWARDS ARROW}", "\N{DOWNWARDS ARROW}", "\N{EN DASH}"
# Whose ways are drawn, when nobody is asked for.
_FIRST_DRAWN = 6


def standings(told: Told, history: History) -> Report:
    """The standings: place, pair, games, points, difference, and what decided the place."""
    moved = _moved_since(told, history)
    return Report(
        title=told.event.name,
        subtitle=standings_called(told),
        facts=facts_of(told),
        tables=(
            Table(
                columns=_standings_columns(told, moves=bool(moved)),
                rows=tuple(_standings_row(told, placing, moved) for placing in told.placings),
            ),
        ),
        notes=_notes_of(told),
        language=language(),
    )


def standings_called(told: Told) -> str:
    """The standings until they are official, then the final ones."""
    official = told.event.state == Tournament.State.OFFICIAL
    return _("Final standings") if official else _("Standings")


def facts_of(told: Told) -> tuple[Fact, ...]:
    return (
        Fact(_("Club"), told.event.club.name),
        Fact(_("Date"), date_format(told.event.on_day, "DATE_FORMAT")),
    )


def _standings_columns(told: Told, *, moves: bool) -> tuple[Column, ...]:
    return (
        Column(pgettext("rank", "Place"), Kind.NUMBER),
        *((Column(_("Moved"), Kind.NUMBER, short="↕"),) if moves else ()),
        Column(entrant(told)),
        Column(_("Won, drawn, lost"), short=_("W–D–L"), minor=True),
        Column(_("Points"), Kind.NUMBER),
        second_column(told),
        Column(_("Decided by"), minor=True),
    )


def second_column(told: Told) -> Column:
    """What stands beside the points: what is asked first among equals, difference or own points."""
    if counts_own(told):
        return Column(_("Own points"), Kind.NUMBER)
    return Column(_("Difference"), Kind.NUMBER, short="+/−")


def counts_own(told: Told) -> bool:
    chain = told.agreed.chain
    return "own_points" in chain and "difference" not in chain[: chain.index("own_points")]


def entrant(told: Told) -> str:
    """What an entry of this event is."""
    return _("Player") if told.agreed.players == 1 else _("Pair")


def side_called(told: Told, at: int) -> str:
    """What heads the column of a side: a player's or a pair's, but not that of partners who were drawn."""
    if told.agreed.draws_partners:
        return _("Side %(number)s") % {"number": at}
    return f"{entrant(told)} {at}"


def side_in_list(told: Told) -> str:
    """The same where each side has a line."""
    return _("Side") if told.agreed.draws_partners else entrant(told)


def _standings_row(told: Told, placing: Placing, moved: Mapping[int, int]) -> Row:
    total = placing.sum
    return Row(
        (
            placing.place,
            *((_arrow(moved.get(total.entry)),) if moved else ()),
            told.entries[total.entry].name,
            _balance(total),
            points_written(told, total.points),
            total.own if counts_own(told) else total.difference,
            _decided(placing),
        )
    )


def _balance(total: Sum) -> str:
    return f"{total.wins}–{total.draws}–{total.losses}"


def _decided(placing: Placing) -> str:
    """What set a place apart from the one above, in words."""
    said = _("shared") if placing.shared else _criterion_said(placing)
    rounds = placing.sum.rounds
    late = _("came late") if any(one.kind is ResultKind.MISSED for one in rounds) else ""
    less = _("less for a substitute") if any(one.full is not None for one in rounds) else ""
    return ", ".join(one for one in (said, late, less) if one)


def _criterion_said(placing: Placing) -> str:
    return str(CRITERIA[placing.decided_by]) if placing.decided_by else ""


def language() -> str:
    return get_language() or "en"


# Points.


def points_written(told: Told, points: int) -> Value:
    """Points of the scheme: a number, or with two decimals where it counts in hundredths."""
    return points_in(told.event, told.agreed, points)


def points_in(event: Tournament, agreed: Agreed, points: int) -> Value:
    return _decimal(points) if _in_hundredths(event, agreed) else points


def _in_hundredths(event: Tournament, agreed: Agreed) -> bool:
    target = sheets.target_by(event.ruleset, sorted(event.options.items()))
    return agreed.scheme_for(target).hundredths


def _decimal(points: int) -> Decimal:
    """Hundredths as a number with two decimals."""
    return Decimal(points).scaleb(-2)


# What has changed since the last round.


def _moved_since(told: Told, history: History) -> dict[int, int]:
    """How many places each has gone up since the round before; empty where there is none."""
    before = _compared_with(told, history)
    if before is None:
        return {}
    return {
        placing.sum.entry: before[placing.sum.entry] - placing.place
        for placing in told.placings
        if placing.sum.entry in before
    }


def _compared_with(told: Told, history: History) -> Mapping[int, int] | None:
    """The places before the round that is on, or before the last one that was closed."""
    if told.last is None:
        return None
    earlier = [number for number in history if number < told.last.number]
    return history[max(earlier)] if earlier else None


def _arrow(up: int | None) -> str:
    """How far somebody has moved; nothing of who has just come."""
    if up is None:
        return ""
    if not up:
        return _LEVEL
    return f"{_UP if up > 0 else _DOWN}{abs(up)}"


# What stands beside the rounds.


def _notes_of(told: Told) -> tuple[str, ...]:
    return (
        *late_told(told),
        *_charges_told(told),
        *_substitutes_told(told),
        *struck_told(told),
        *_withdrawn_told(told),
    )


def late_told(told: Told) -> list[str]:
    """Who came late, and what the rounds before that count; they stand empty where nobody was missed."""
    return [
        _late_sentence(told.agreed)
        % {"pair": told.entries[placing.sum.entry].name, "round": came_in(told, placing.sum.entry)}
        for placing in told.placings
        if any(one.kind is ResultKind.MISSED for one in placing.sum.rounds)
    ]


def _late_sentence(agreed: Agreed) -> str:
    if agreed.missed_as_sit_out:
        return _("%(pair)s came in round %(round)s: the rounds before count as sit-outs.")
    return _("%(pair)s came in round %(round)s: the rounds before are lost, without a difference.")


def came_in(told: Told, entry: int) -> int:
    """The first round that an entry could play."""
    return told.story.entries[entry].from_round


def not_there_yet() -> str:
    """What stands for a round before an entry came."""
    return pgettext("cross table", "late")


def _charges_told(told: Told) -> list[str]:
    """Penalties and awards, which no game shows."""
    units = EventAdjustment.Unit
    return [
        _CHARGED[unit](told, number, amount)
        for number in told.entries
        for unit in units.values
        if (amount := told.charges[number, unit])
    ]


def _charged_points(told: Told, number: int, amount: int) -> str:
    return _("%(pair)s: %(points)s in points by ruling.") % {
        "pair": told.entries[number].name,
        "points": signed(points_written(told, amount), amount),
    }


def _charged_difference(told: Told, number: int, amount: int) -> str:
    return _("%(pair)s: %(points)s in difference by ruling.") % {
        "pair": told.entries[number].name,
        "points": signed(amount, amount),
    }


_CHARGED = {
    EventAdjustment.Unit.POINTS.value: _charged_points,
    EventAdjustment.Unit.DIFFERENCE.value: _charged_difference,
}


def signed(value: Value, amount: int) -> str:
    return f"{'+' if amount > 0 else ''}{written(value, language())}"


def _substitutes_told(told: Told) -> list[str]:
    """What results with a substitute count, and what they would be without."""
    return [
        _(
            "%(pair)s had a substitute in round %(round)s. What counts of it: points %(points)s instead "
            "of %(full)s, difference %(difference)s instead of %(was)s."
        )
        % {
            "pair": told.entries[placing.sum.entry].name,
            "round": one.round,
            "points": written(points_written(told, one.worth.points), language()),
            "difference": written(one.worth.difference, language()),
            "full": written(points_written(told, one.full.points), language()),
            "was": written(one.full.difference, language()),
        }
        for placing in told.placings
        for one in placing.sum.rounds
        if one.full is not None
    ]


def struck_told(told: Told) -> list[str]:
    return [
        _(
            "%(pair)s has withdrawn with under half of the games played: all its results are struck out. "
            "Whoever has met it, or was still to meet it, sits out that round."
        )
        % {"pair": told.entries[number].name}
        for number in sorted(struck_in(told))
    ]


def struck_in(told: Told) -> frozenset[int]:
    """Whose results are struck out."""
    return frozenset(told.story.entries) - {placing.sum.entry for placing in told.placings}


def _withdrawn_told(told: Told) -> list[str]:
    struck = struck_in(told)
    return [
        _("%(pair)s has withdrawn.") % {"pair": told.entries[number].name}
        for number, entry in told.story.entries.items()
        if entry.state == Entry.State.WITHDRAWN and number not in struck
    ]


# Places round by round.


def places_until_now(told: Told, history: History) -> History:
    """The places after each closed round, and as they stand in the one that is on."""
    if told.last is None or told.last.state == Round.State.CLOSED or not _begun_in_last(told):
        return history
    return {**history, told.last.number: {one.sum.entry: one.place for one in told.placings}}


def _begun_in_last(told: Told) -> bool:
    return any(met.counts for met in told.story.rounds[-1].met)


def drawn_first(told: Told, found: Sequence[int] = ()) -> list[int]:
    """Whose ways are drawn: those asked for, and the first of the standings as far as there is room."""
    first = [placing.sum.entry for placing in told.placings if placing.sum.entry not in found]
    return [*found, *first][:_FIRST_DRAWN]


def ways_table(told: Told, places: History, entries: Sequence[int]) -> Table:
    """The places of some entries, round by round: what the drawing shows, in figures."""
    rounds = sorted(places)
    return Table(
        columns=(
            Column(entrant(told)),
            *map(round_column, rounds),
        ),
        rows=tuple(
            Row((told.entries[entry].name, *(_place_after(told, places, number, entry) for number in rounds)))
            for entry in entries
        ),
    )


def round_column(number: int) -> Column:
    return Column(
        pgettext("heading", "Round %(number)s") % {"number": number}, Kind.NUMBER, short=str(number)
    )


def column_of_rounds() -> Column:
    """The rounds, one a line; its figures are narrower than what some languages call them."""
    return Column(_("Round"), Kind.NUMBER, short=pgettext("heading", "Round"))


def _place_after(told: Told, places: History, number: int, entry: int) -> Value:
    """The place after a round, and that there was none yet; nothing of who was struck out."""
    place = places[number].get(entry)
    return not_there_yet() if place is None and came_in(told, entry) > number else place
