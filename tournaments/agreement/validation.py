"""What of an agreement does not go together: each problem at its setting, with a sentence that says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.writing import JsonValue
from scoring.models import Game
from scoring.recording import MAX_DEALS
from scoring.store import seating, sheets
from scoring.wording import labels
from tournaments.agreement.agreement import EventAgreement
from tournaments.agreement.knock_out import bracket_faults, fixed_tables_fault
from tournaments.agreement.meeting_checks import check_meetings
from tournaments.core.clock import MAX_MINUTES
from tournaments.core.criteria import CRITERIA
from tournaments.core.drawing.fixed_tables import table_count
from tournaments.core.drawing.movement import Movement
from tournaments.core.ratings.handicap import PERCENTS
from tournaments.core.results import SitOutValue, Substitutes
from tournaments.core.schemes.vp_table import HALF_VP

_TWO, _THREE = 2, 3
# A side is late within a day, and complaints end within a fortnight: in minutes.
_DAY: Final = 24 * 60
_MAX_CORRECTION: Final = 14 * _DAY
_MIN_CORRECTION: Final = 5
MAX_ROUNDS: Final = 99
_MAX_PHASES: Final = 8
MAX_AGREED_POINTS: Final = 1_000_000
_ALL: Final = 100
# Below this a share of the most points that a game can give would be nothing, or one.
MIN_CAPPED_MOST: Final = 10
# The most points of a game do not depend on its target.
_ANY_TARGET: Final = 10_000
# Two entries with fixed tables never meet, and in a round robin all do.
_MAX_FIXED_IN_ROUND_ROBIN: Final = 1
_CHOICES_OF_A_GAME: Final[Mapping[str, Sequence[str]]] = {
    "written_on": Game.WrittenOn.values,
    "approval": Game.Approval.values,
    "corrections": Game.Corrections.values,
    "protocols": Game.Protocols.values,
    "signers": Game.Signers.values,
}


class AgreementProblem(NamedTuple):
    """A setting that cannot be agreed on, why, and in which row where the setting is a list of rows."""

    setting: str
    message: str
    row: int | None = None


@dataclass(frozen=True, slots=True)
class DraftAgreement:
    """An agreement to be validated, with its game and house rules, and how many rounds are drawn already."""

    ruleset: str
    options: Mapping[str, JsonValue]
    agreement: EventAgreement
    drawn: int = 0


def validate(draft: DraftAgreement) -> list[AgreementProblem]:
    """Return all problems at once."""
    if draft.ruleset not in labels.ruleset_names():
        return [AgreementProblem("ruleset", _("There is no such game."))]
    return [problem for check in _CHECKS for problem in check(draft)]


# The game.


def _check_options(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    rules = sheets.load_ruleset(draft.ruleset)
    for name, value in draft.options.items():
        option = rules.option(name)
        if option is None or option.choice(value) is None:
            yield AgreementProblem("options", _("This game has no such house rule."))


def _check_sides(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    """The game can be played at each kind of table that the movements make."""
    agreement = draft.agreement
    if agreement.sides not in (_TWO, _THREE):
        yield AgreementProblem("sides", _("A table has two or three sides."))
        return
    playable = {table.people for table in seating.forms_of_ruleset(draft.ruleset).values()}
    if not _tables_of(agreement) <= playable:
        game = {"game": labels.ruleset_name(draft.ruleset)}
        yield AgreementProblem("players", _("%(game)s cannot be played by this many at a table.") % game)


def _check_deals(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    deals = draft.agreement.deals
    if deals is not None and not 1 <= deals <= MAX_DEALS:
        yield AgreementProblem(
            "deals",
            _("From 1 to %(most)s deals, or leave empty to play to the target.") % {"most": MAX_DEALS},
        )


def _check_bound(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    """A game without a target needs the margin at which the curve ends."""
    agreement = draft.agreement
    if agreement.deals is not None and "bound" in agreement.scheme.numbers and agreement.bound is None:
        yield AgreementProblem(
            "bound", _("A game with a fixed number of deals has no target: enter the margin for 20–0.")
        )


def _check_walkover(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    """A game without a target needs the worth of a walkover: no rule gives one for a number of deals."""
    agreement = draft.agreement
    if agreement.deals is not None and agreement.walkover_margin is None:
        yield AgreementProblem(
            "walkover_margin",
            _("A game with a fixed number of deals has no target: enter a number, for example 2000."),
        )


def _tables_of(agreement: EventAgreement) -> set[tuple[int, ...]]:
    """Return the number of players of each side at the tables that the movements make."""
    tables = {(agreement.players,) * agreement.sides}
    if agreement.sides == _THREE:
        # As few tables of two sides as possible, where the number does not divide.
        tables.add((agreement.players,) * _TWO)
    if agreement.draws_partners:
        tables = {(_TWO, _TWO)}
    return tables


# The rounds.


def _check_phases(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    agreement = draft.agreement
    if not agreement.phases:
        yield AgreementProblem("phases", _("Choose how the rounds are drawn."))
    if len(agreement.phases) > _MAX_PHASES or agreement.rounds > MAX_ROUNDS:
        yield AgreementProblem("phases", _("An event has at most %(most)s rounds.") % {"most": MAX_ROUNDS})
    last = 0
    for row, phase in enumerate(agreement.phases):
        last += phase.rounds
        if phase.rounds < 1:
            yield AgreementProblem("phases", _("Enter at least one round."), row)
        message = _movement_problem(agreement, phase.movement, is_drawn=last <= draft.drawn)
        if message:
            yield AgreementProblem("phases", message, row)


def _check_bracket(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    return (AgreementProblem(*fault) for fault in bracket_faults(draft.agreement))


def _movement_problem(agreement: EventAgreement, movement: Movement, *, is_drawn: bool) -> str:
    """Return why rounds cannot be drawn so at such tables; empty where they can.

    Rounds that are drawn stand, also where the event was set up for tables of another number of sides.
    """
    if movement.is_set_by_hand:
        return ""
    if movement.draws_partners and agreement.players != 1:
        return _("Partners are drawn for single players only: each entry must be one player.")
    if agreement.draws_partners and not movement.draws_partners:
        return _(
            "If partners are drawn, they must be drawn in every round, unless everything is done by hand."
        )
    if is_drawn:
        return ""
    if movement.sides == _THREE and agreement.sides != _THREE:
        return _("This creates tables of three sides: choose three sides at a table.")
    if movement.sides != _THREE and agreement.sides == _THREE:
        return _("This creates tables of two sides: choose tables of three sides, or set them by hand.")
    return ""


def _check_meetings(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    """What of who meets whom does not go together."""
    return (AgreementProblem(*found) for found in check_meetings(draft.agreement))


def _check_large_tables(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    if not (draft.agreement.large_tables and draft.agreement.draws_partners):
        return
    if not seating.large_tables_of(draft.ruleset):
        game = {"game": labels.ruleset_name(draft.ruleset)}
        yield AgreementProblem("large_tables", _("%(game)s has no tables of five or six.") % game)


# Fixed tables.


def check_fixed_tables(agreement: EventAgreement, entries: int, fixed: int) -> AgreementProblem | None:
    """Return the problem with so many fixed tables, if any: each entry needs opponents who come to it."""
    round_robin = next(
        (
            row
            for row, phase in enumerate(agreement.phases)
            if phase.movement.all_meet or phase.movement.mixes_players
        ),
        None,
    )
    if round_robin is not None and fixed > _MAX_FIXED_IN_ROUND_ROBIN:
        message = _("Here everybody meets everybody: one of two stationary entries would have to move.")
        return AgreementProblem("phases", message, round_robin)
    if fault := fixed_tables_fault(agreement, fixed):
        return AgreementProblem(*fault)
    tables = table_count(entries, agreement.entries_per_table)
    if fixed > tables:
        message = ngettext(
            "With the entries so far %(count)s table is in play: no more entries than that "
            "can be stationary.",
            "With the entries so far %(count)s tables are in play: no more entries than "
            "that can be stationary.",
            tables,
        )
        return AgreementProblem("sides", message % {"count": tables})
    return None


# What games are worth.


def _check_scheme(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    agreement = draft.agreement
    if agreement.sides != _THREE and _TWO not in agreement.scheme.sides:
        yield AgreementProblem("scheme", _("This is for tables of three sides."))
    elif agreement.sides == _THREE and _THREE not in agreement.scheme.sides:
        yield AgreementProblem(
            "scheme", _("This needs two sides. For three, use points for places or points scored.")
        )


def _check_numbers(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    """Check the numbers of every scheme, also of those not in use: choosing one later shows them."""
    agreement = draft.agreement
    if len(agreement.bands) != HALF_VP or not _rising(agreement.bands) or agreement.bands[0] < 0:
        yield AgreementProblem("bands", _("Enter ten margins, each larger than the one before."))
    points = agreement.place_points
    if len(points) != _THREE or not _rising(points[::-1], strictly=False) or points[0] <= points[-1]:
        yield AgreementProblem(
            "place_points",
            _(
                "Enter three numbers in descending order; equal numbers are allowed, but the "
                "last must be the smallest."
            ),
        )
    for name in ("cap", "bound"):
        value = getattr(agreement, name)
        if value is not None and not 0 < value <= MAX_AGREED_POINTS:
            yield AgreementProblem(name, _("Enter a number greater than zero, or leave it empty."))


def _check_handicap(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    agreement = draft.agreement
    if agreement.handicap not in PERCENTS:
        yield AgreementProblem("handicap", _("Choose one of these."))
    for name in ("handicap_points", "handicap_most"):
        value = getattr(agreement, name)
        if value is not None and not 0 < value <= MAX_AGREED_POINTS:
            yield AgreementProblem(name, _("Enter a number greater than zero, or leave it empty."))


def _rising(numbers: Sequence[int], *, strictly: bool = True) -> bool:
    return all(first < second or (first == second and not strictly) for first, second in pairwise(numbers))


# The standings.


def _check_chain(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    chain = draft.agreement.chain
    if not chain:
        yield AgreementProblem("chain", _("Choose what decides a place first."))
    for row, code in enumerate(chain):
        if code not in CRITERIA:
            yield AgreementProblem("chain", _("There is no tie-break with this name."), row)
        elif code in chain[:row]:
            yield AgreementProblem("chain", _("This has already been chosen above."), row)


# When a side is missing.


def _check_shares(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    """A share of the most points that a game can give needs a scheme that has a limit."""
    agreement = draft.agreement
    unlimited = agreement.scheme.is_unlimited
    if unlimited and agreement.sit_out is SitOutValue.PERCENT_OF_MOST:
        yield AgreementProblem(
            "sit_out", _("Points scored have no maximum: choose an average, or enter the points.")
        )
    if unlimited and agreement.walkover_percent is not None:
        yield AgreementProblem("walkover_percent", _("Points scored have no maximum: leave this empty."))
    if unlimited and agreement.substitutes is Substitutes.CAPPED:
        yield AgreementProblem(
            "substitutes",
            _("Points scored have no maximum: count such results in full, or in half of the rounds."),
        )
    if agreement.substitutes is Substitutes.CAPPED and not can_cap_substitutes(agreement):
        yield AgreementProblem(
            "substitutes",
            _("A game gives too few points for a share of them: count such results in full, or in half."),
        )
    for name in ("walkover_percent", "sit_out_percent", "substitute_percent"):
        value = getattr(agreement, name)
        if value is not None and not 0 <= value <= _ALL:
            yield AgreementProblem(name, _("From 0 to 100."))


def can_cap_substitutes(agreement: EventAgreement) -> bool:
    """Whether a game gives so many points that a share of them tells results apart."""
    max_points = agreement.scheme_for(_ANY_TARGET).max_points
    return max_points is None or agreement.scheme.shown(max_points) >= MIN_CAPPED_MOST


def _check_points(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    agreement = draft.agreement
    if agreement.walkover_margin is not None and not 0 <= agreement.walkover_margin <= MAX_AGREED_POINTS:
        yield AgreementProblem("walkover_margin", _("Enter zero or a positive number, or leave it empty."))
    if agreement.missed_times is not None and not 0 <= agreement.missed_times <= MAX_ROUNDS:
        yield AgreementProblem("missed_times", _("From 0 to %(most)s, or empty.") % {"most": MAX_ROUNDS})
    for name in ("sit_out_points", "sit_out_difference"):
        if abs(getattr(agreement, name)) > MAX_AGREED_POINTS:
            yield AgreementProblem(name, _("This number is too large."))


def _check_minutes(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    agreement = draft.agreement
    if not 0 <= agreement.late_minutes <= _DAY:
        yield AgreementProblem("late_minutes", _("At most one day: %(most)s minutes.") % {"most": _DAY})
    if not _MIN_CORRECTION <= agreement.correction_minutes <= _MAX_CORRECTION:
        yield AgreementProblem(
            "correction_minutes",
            _("From five minutes to two weeks (%(most)s minutes).") % {"most": _MAX_CORRECTION},
        )


def _check_clock(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    agreement = draft.agreement
    if agreement.clock_minutes is not None and not 1 <= agreement.clock_minutes <= MAX_MINUTES:
        yield AgreementProblem(
            "clock_minutes", _("From 1 to %(most)s minutes, or empty.") % {"most": MAX_MINUTES}
        )
    for name in ("clock_more", "clock_late"):
        if not 0 <= getattr(agreement, name) <= MAX_MINUTES:
            yield AgreementProblem(name, _("From 0 to %(most)s minutes.") % {"most": MAX_MINUTES})


# How the score is kept.


def _check_choices(draft: DraftAgreement) -> Iterator[AgreementProblem]:
    for name, known in _CHOICES_OF_A_GAME.items():
        if getattr(draft.agreement, name) not in known:
            yield AgreementProblem(name, _("Choose one of these."))


_CHECKS: Final[Sequence[Callable[[DraftAgreement], Iterator[AgreementProblem]]]] = (
    _check_options,
    _check_sides,
    _check_deals,
    _check_bound,
    _check_walkover,
    _check_phases,
    _check_bracket,
    _check_meetings,
    _check_large_tables,
    _check_scheme,
    _check_numbers,
    _check_handicap,
    _check_chain,
    _check_shares,
    _check_points,
    _check_minutes,
    _check_clock,
    _check_choices,
)
