"""What of an agreement does not go together: each misfit at its setting, with the sentence that says why.

Knows what movements, schemes and games ask of each other; must not know an event, nor where it is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.writing import Value
from scoring.models import Game
from scoring.recording import MOST_DEALS
from scoring.store import seating, sheets
from scoring.wording import labels
from tournaments.agreement.agreement import Agreed, Movement, SchemeCode
from tournaments.core import schemes
from tournaments.core.movements.partners import AT_A_TABLE
from tournaments.core.movements.staying import tables_for
from tournaments.core.results import SitOutValue, Substitutes
from tournaments.core.standings import CRITERIA

_TWO, _THREE = 2, 3
# A day has so many minutes; late is who has not come within one, and complaints end within a fortnight.
_DAY: Final = 24 * 60
_LONGEST_CORRECTION: Final = 14 * _DAY
_SHORTEST_CORRECTION: Final = 5
MOST_ROUNDS: Final = 99
_MOST_PHASES: Final = 8
MOST_POINTS: Final = 1_000_000
_ALL: Final = 100
# Two who keep their tables never meet, and in a round robin everybody does.
_MOST_WHO_STAY_IN_A_ROUND_ROBIN: Final = 1
# The movements that keep club mates apart, or leave it to the director's eye.
KEEP_CLUBS_APART: Final = (Movement.SWISS, Movement.BY_HAND)
_WORDS_OF_A_GAME: Final[Mapping[str, Sequence[str]]] = {
    "approval": Game.Approval.values,
    "corrections": Game.Corrections.values,
    "protocols": Game.Protocols.values,
    "signers": Game.Signers.values,
}


class Misfit(NamedTuple):
    """What cannot be agreed on: the setting, why, and in which row where the setting is a list of rows."""

    setting: str
    why: str
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody would agree on: the game with its house rules, and all the rest."""

    ruleset: str
    options: Mapping[str, Value]
    agreed: Agreed


def misfits(wanted: Wanted) -> list[Misfit]:
    """Everything that does not go together, at once."""
    if wanted.ruleset not in labels.RULESETS:
        return [Misfit("ruleset", _("There is no such game."))]
    return [misfit for check in _CHECKS for misfit in check(wanted)]


# The game.


def _of_options(wanted: Wanted) -> Iterator[Misfit]:
    rules = sheets.rules_of(wanted.ruleset)
    for name, value in wanted.options.items():
        option = rules.option(name)
        if option is None or option.choice(value) is None:
            yield Misfit("options", _("This game has no such house rule."))


def _of_sides(wanted: Wanted) -> Iterator[Misfit]:
    """The game is played by so many, at each kind of table that the movements make."""
    agreed = wanted.agreed
    if agreed.sides not in (_TWO, _THREE):
        yield Misfit("sides", _("A table has two or three sides."))
        return
    forms = {table.people for table in seating.forms_of(wanted.ruleset).values()}
    if not _tables_of(agreed) <= forms:
        game = {"game": labels.ruleset_name(wanted.ruleset)}
        yield Misfit("players", _("%(game)s is not played by so many at a table.") % game)


def _of_deals(wanted: Wanted) -> Iterator[Misfit]:
    deals = wanted.agreed.deals
    if deals is not None and not 1 <= deals <= MOST_DEALS:
        yield Misfit(
            "deals", _("From 1 to %(most)s deals, or none to play to the target.") % {"most": MOST_DEALS}
        )


def _of_bound(wanted: Wanted) -> Iterator[Misfit]:
    """Where no target ends a game, it cannot say either at which margin the curve ends."""
    agreed = wanted.agreed
    if agreed.deals is not None and agreed.scheme is SchemeCode.VP_CONTINUOUS and agreed.bound is None:
        yield Misfit("bound", _("A game over a number of deals has no target: write the margin of 20–0."))


def _of_walkover(wanted: Wanted) -> Iterator[Misfit]:
    """Nor can it say what a walkover counts: no rules say what a side makes in so many deals."""
    agreed = wanted.agreed
    if agreed.deals is not None and agreed.walkover_margin is None:
        yield Misfit(
            "walkover_margin",
            _("A game over a number of deals has no target: write a number, such as 2000."),
        )


def _tables_of(agreed: Agreed) -> set[tuple[int, ...]]:
    """How many people the sides have at the tables that come about."""
    tables = {(agreed.players,) * agreed.sides}
    if agreed.sides == _THREE:
        # As few tables of two sides as possible, where the number does not divide.
        tables.add((agreed.players,) * _TWO)
    if agreed.draws_partners:
        tables = {(_TWO, _TWO)}
    return tables


# The rounds.


def _of_phases(wanted: Wanted) -> Iterator[Misfit]:
    agreed = wanted.agreed
    if not agreed.phases:
        yield Misfit("phases", _("Say how the rounds are drawn."))
    if len(agreed.phases) > _MOST_PHASES or agreed.rounds > MOST_ROUNDS:
        yield Misfit("phases", _("An event has at most %(most)s rounds.") % {"most": MOST_ROUNDS})
    for row, phase in enumerate(agreed.phases):
        if phase.rounds < 1:
            yield Misfit("phases", _("At least one round."), row)
        why = _movement_misfit(agreed, phase.movement)
        if why:
            yield Misfit("phases", why, row)


def _movement_misfit(agreed: Agreed, movement: Movement) -> str:
    """Why rounds cannot be drawn so at such tables; nothing where they can."""
    if movement is Movement.BY_HAND:
        return ""
    if movement is Movement.PARTNERS and agreed.players != 1:
        return _("Partners are drawn for single players: an entry must be one player.")
    if movement is not Movement.PARTNERS and agreed.draws_partners:
        return _("Where partners are drawn, they are drawn in every round, or all is set by hand.")
    if movement is Movement.THREE_SIDED and agreed.sides != _THREE:
        return _("This makes tables of three sides: choose three sides at a table.")
    if movement is not Movement.THREE_SIDED and agreed.sides == _THREE:
        return _("This makes tables of two sides: choose tables of three sides, or set them by hand.")
    return ""


def _of_clubs_apart(wanted: Wanted) -> Iterator[Misfit]:
    agreed = wanted.agreed
    if agreed.clubs_apart and not any(phase.movement in KEEP_CLUBS_APART for phase in agreed.phases):
        yield Misfit("clubs_apart", _("Only Swiss keeps club mates apart."))


# Entries that keep their tables.


def misfit_of_staying(agreed: Agreed, entries: int, staying: int) -> Misfit | None:
    """Why so many of the entries cannot keep their tables: each needs opponents who come to it."""
    robin = next((row for row, one in enumerate(agreed.phases) if one.movement is Movement.ROUND_ROBIN), None)
    if robin is not None and staying > _MOST_WHO_STAY_IN_A_ROUND_ROBIN:
        why = _("Everybody meets everybody here: of two who keep their tables one would have to move.")
        return Misfit("phases", why, robin)
    tables = tables_for(entries, entries_at_a_table(agreed))
    if staying > tables:
        why = ngettext(
            "With the entries so far %(count)s table plays: no more entries than that can keep theirs.",
            "With the entries so far %(count)s tables play: no more entries than that can keep theirs.",
            tables,
        )
        return Misfit("sides", why % {"count": tables})
    return None


def entries_at_a_table(agreed: Agreed) -> int:
    return AT_A_TABLE if agreed.draws_partners else agreed.sides


# What games are worth.


def _of_scheme(wanted: Wanted) -> Iterator[Misfit]:
    agreed = wanted.agreed
    if agreed.scheme is SchemeCode.PLACES and agreed.sides != _THREE:
        yield Misfit("scheme", _("Points for places are for tables of three sides."))
    elif agreed.sides == _THREE and agreed.scheme in _TWO_SIDED:
        yield Misfit(
            "scheme", _("This needs two sides. For three there are points for places and points made.")
        )


_TWO_SIDED: Final = (SchemeCode.SCL, SchemeCode.VP_TABLE, SchemeCode.VP_CONTINUOUS)


def _of_numbers(wanted: Wanted) -> Iterator[Misfit]:
    """The numbers of every scheme, those that are not in use too: the next one who chooses it finds them."""
    agreed = wanted.agreed
    if len(agreed.bands) != schemes.HALF_VP or not _rising(agreed.bands) or agreed.bands[0] < 0:
        yield Misfit("bands", _("Ten margins, each larger than the one before."))
    points = agreed.place_points
    if len(points) != _THREE or not _rising(points[::-1], strictly=False) or points[0] <= points[-1]:
        yield Misfit(
            "place_points", _("Three numbers, none larger than the one before, the last the smallest.")
        )
    for name in ("cap", "bound"):
        value = getattr(agreed, name)
        if value is not None and not 0 < value <= MOST_POINTS:
            yield Misfit(name, _("A number above nothing, or leave it empty."))


def _rising(numbers: Sequence[int], *, strictly: bool = True) -> bool:
    return all(one < other or (one == other and not strictly) for one, other in pairwise(numbers))


# The standings.


def _of_chain(wanted: Wanted) -> Iterator[Misfit]:
    chain = wanted.agreed.chain
    if not chain:
        yield Misfit("chain", _("Say what decides a place first."))
    for row, code in enumerate(chain):
        if code not in CRITERIA:
            yield Misfit("chain", _("There is nothing of this name that could decide."), row)
        elif code in chain[:row]:
            yield Misfit("chain", _("This stands above already."), row)


# When somebody is missing.


def _of_shares(wanted: Wanted) -> Iterator[Misfit]:
    """A share of the most that a game can give asks for a scheme that has a most."""
    agreed = wanted.agreed
    endless = agreed.scheme is SchemeCode.TOTAL
    if endless and agreed.sit_out is SitOutValue.PERCENT_OF_MOST:
        yield Misfit(
            "sit_out", _("Points that are made have no most: choose an average, or write the points.")
        )
    if endless and agreed.walkover_percent is not None:
        yield Misfit("walkover_percent", _("Points that are made have no most: leave this empty."))
    if endless and agreed.substitutes is Substitutes.CAPPED:
        yield Misfit(
            "substitutes", _("Points that are made have no most: count such results in full, or in half.")
        )
    for name in ("walkover_percent", "sit_out_percent", "substitute_percent"):
        value = getattr(agreed, name)
        if value is not None and not 0 <= value <= _ALL:
            yield Misfit(name, _("From 0 to 100."))


def _of_points(wanted: Wanted) -> Iterator[Misfit]:
    agreed = wanted.agreed
    if agreed.walkover_margin is not None and not 0 <= agreed.walkover_margin <= MOST_POINTS:
        yield Misfit("walkover_margin", _("A number, nothing or more; or leave it empty."))
    for name in ("sit_out_points", "sit_out_difference"):
        if abs(getattr(agreed, name)) > MOST_POINTS:
            yield Misfit(name, _("So large a number is not kept."))


def _of_minutes(wanted: Wanted) -> Iterator[Misfit]:
    agreed = wanted.agreed
    if not 0 <= agreed.late_minutes <= _DAY:
        yield Misfit("late_minutes", _("At most a day: %(most)s minutes.") % {"most": _DAY})
    if not _SHORTEST_CORRECTION <= agreed.correction_minutes <= _LONGEST_CORRECTION:
        yield Misfit(
            "correction_minutes",
            _("From five minutes to a fortnight, which is %(most)s minutes.") % {"most": _LONGEST_CORRECTION},
        )


# How the score is kept.


def _of_words(wanted: Wanted) -> Iterator[Misfit]:
    for name, known in _WORDS_OF_A_GAME.items():
        if getattr(wanted.agreed, name) not in known:
            yield Misfit(name, _("Choose one of these."))


_CHECKS: Final[Sequence[Callable[[Wanted], Iterator[Misfit]]]] = (
    _of_options,
    _of_sides,
    _of_deals,
    _of_bound,
    _of_walkover,
    _of_phases,
    _of_clubs_apart,
    _of_scheme,
    _of_numbers,
    _of_chain,
    _of_shares,
    _of_points,
    _of_minutes,
    _of_words,
)
