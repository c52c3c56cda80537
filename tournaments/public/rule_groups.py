"""The rules in force as sentences in groups: the settings of an event and the house rules of its game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import format_value
from scoring.core.ruleset import RuleOption
from scoring.store import sheets
from scoring.wording import citations, labels, options
from tournaments.agreement.agreement import Counting, EventAgreement
from tournaments.agreement.parts import PartKind
from tournaments.core.drawing.movement import Movement
from tournaments.models import Tournament
from tournaments.play.handicaps import terms_of
from tournaments.public import absence_rules, layout_rules
from tournaments.public.charge_notes import carried_rule
from tournaments.public.clock_rules import clock_rules
from tournaments.public.event_view import Field
from tournaments.public.handicap_rules import handicap_rules
from tournaments.public.score_keeping_rules import Rule, cited_paragraph, score_keeping_rules
from tournaments.wording.labels import CRITERION_LABELS, MOVEMENT_LABELS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


_TWO_SIDES: Final = 2
# So many digits tell one secret from another on a wall; the page of each draw shows all of them.
_SHOWN_DIGITS: Final = 12


def rules_by_group(event: Tournament, field: Field) -> Iterator[tuple[str, Iterable[Rule]]]:
    agreement, target = event.agreement, event_target(event)
    yield _("The game"), _game_rules(event, field)
    yield _("The rounds"), _round_rules(event, agreement, field.entries)
    if agreement.clock_minutes is not None:
        yield _("The clock"), map(Rule, clock_rules(agreement))
    yield _("What a game is worth"), _scheme_rules(event, target)
    yield (
        _("The standings"),
        (
            *_carried_rules(event),
            *_standings_rules(agreement, has_outside=field.has_outside),
        ),
    )
    yield _("When somebody is missing"), map(Rule, absence_rules.absence_rules(agreement, target))
    yield _("How the score is kept"), score_keeping_rules(agreement, event.ruleset)
    yield _("Where the rules are silent"), _readings(event.ruleset)


class AgreedGame(Protocol):
    """What is agreed on about the game of an event, or of a league."""

    @property
    def ruleset(self) -> str: ...

    @property
    def options(self) -> Mapping[str, Any]: ...


def event_target(event: AgreedGame) -> int:
    return sheets.target_with_options(event.ruleset, sorted(event.options.items()))


def _figure(number: int) -> str:
    return format_value(number, get_language() or "en")


# The game.

TABLE_FORMATS: Final[Mapping[tuple[int, int], _StrPromise]] = {
    (1, 2): _lazy("Single players; two sides at a table."),
    (1, 3): _lazy("Single players; three at a table, playing individually."),
    (2, 2): _lazy("Pairs; two pairs at a table."),
    (2, 3): _lazy("Pairs; three pairs at a table."),
    (3, 2): _lazy("Entries of three players; two sides at a table."),
    (3, 3): _lazy("Entries of three players; three sides at a table."),
}


def _game_rules(event: Tournament, field: Field) -> Iterator[Rule]:
    agreement = event.agreement
    yield from end_of_game_rules(event, agreement.deals)
    if (agreement.players, agreement.sides) in TABLE_FORMATS:
        yield Rule(str(TABLE_FORMATS[agreement.players, agreement.sides]))
    if field.takes_turns:
        yield Rule(
            _(
                "Of a pair with a third player, two play in each round. The one who has rested "
                "least rests, unless they say otherwise before the first deal; none of them is "
                "a substitute."
            )
        )
    yield from house_rules(event, agreement.sides, _players_per_side(agreement))


def house_rules(event: AgreedGame, sides: int, players: int) -> Iterator[Rule]:
    """The options of the rule set, as they are played at tables of so many sides of so many players."""
    for option in sheets.load_ruleset(event.ruleset).options:
        if option.concerns(sides, players):
            yield _house_rule(event, option)


def _players_per_side(agreement: EventAgreement) -> int:
    """The players of an entry; single players who draw partners play in pairs."""
    return 2 if agreement.draws_partners else agreement.players


def end_of_game_rules(event: AgreedGame, deals: int | None) -> Iterator[Rule]:
    """The rule on the end of a game: its target, or a number of deals."""
    game = labels.ruleset_name(event.ruleset)
    if deals is None:
        yield Rule(
            _("%(game)s, played to %(target)s points.")
            % {"game": game, "target": _figure(event_target(event))}
        )
        return
    names = {"game": game, "deals": labels.number_of_deals(deals)}
    yield Rule(_("%(game)s, %(deals)s per game: the higher total wins, equal totals are a draw.") % names)
    yield Rule(_("The target does not end the game. A void deal does not count and is dealt again."))


def _house_rule(event: AgreedGame, option: RuleOption) -> Rule:
    """An option of the rule set as this event plays it."""
    value = event.options.get(option.name, option.choices[0].value)
    label = options.option_label(event.ruleset, option.name)
    choice = options.value_label(event.ruleset, option.name, value)
    return Rule(f"{label}: {choice}.", cited_paragraph(option.rule))


# The rounds.


def _round_rules(event: Tournament, agreement: EventAgreement, entries: int) -> Iterator[Rule]:
    first = 1
    for phase in agreement.phases:
        yield Rule(rounds_sentence(first, first + phase.rounds - 1, phase.movement))
        first += phase.rounds
    for movement in dict.fromkeys(phase.movement for phase in agreement.phases):
        if movement.rule:
            yield Rule(_(movement.rule))
    yield from layout_rules.bracket_rules(agreement)
    yield from _meeting_rules(agreement)
    yield from layout_rules.layout_rules(agreement)
    yield from layout_rules.mixing_rules(agreement, entries)
    yield Rule(_("An entry that cannot move is stationary at its table; two such entries do not meet."))
    yield Rule(_("A published round is not redrawn because a result is corrected."))
    if not all(phase.movement.is_set_by_hand for phase in agreement.phases):
        yield Rule(
            _("Draws follow from the event's secret, digest %(digest)s…, and can be repeated.")
            % {"digest": event.secret_digest[:_SHOWN_DIGITS]}
        )


def _meeting_rules(agreement: EventAgreement) -> Iterator[Rule]:
    """Who is kept apart, who wishes to meet, and whether a table may have more than four players."""
    if agreement.clubs_apart:
        yield Rule(_("Entries from the same club are kept apart as far as possible."))
    if agreement.apart:
        pairs = ", ".join(f"{first}\u2013{second}" for first, second in agreement.apart)
        yield Rule(
            _("Kept apart as far as it goes, by the numbers of the entries: %(pairs)s.") % {"pairs": pairs}
        )
    if agreement.wished:
        yield Rule(_wishes_sentence(agreement))
    if agreement.draws_partners and agreement.large_tables:
        yield Rule(
            _(
                "Nobody sits out where a table of five or six can be made: who would sit out joins a table "
                "of four. In a side of three they take turns, or all play, by the rules of the game."
            )
        )


def _wishes_sentence(agreement: EventAgreement) -> str:
    pairs = {"pairs": ", ".join(f"{first}\u2013{second}" for first, second in agreement.wished)}
    if agreement.draws_partners:
        return (
            _("Partners once as they wish, as soon as that costs nobody anything: %(pairs)s, by the numbers.")
            % pairs
        )
    return (
        _("Meet once as they wish, as soon as that costs nobody anything: %(pairs)s, by the numbers.") % pairs
    )


def rounds_sentence(first: int, last: int, movement: Movement) -> str:
    words = {"first": first, "last": last, "movement": MOVEMENT_LABELS[movement.code]}
    if first == last:
        return _("Round %(first)s: %(movement)s.") % words
    return _("Rounds %(first)s–%(last)s: %(movement)s.") % words


# What a game is worth.


def _scheme_rules(event: Tournament, target: int) -> Iterator[Rule]:
    agreed = event.agreement.scheme_for(target)
    for sentence in agreed.scheme.describe(agreed.numbers, _figure):
        yield Rule(_(sentence.text) % sentence.params)
    terms = terms_of(event)
    if terms is not None:
        yield from map(Rule, handicap_rules(terms))


# The standings.


def _carried_rules(event: Tournament) -> Iterator[Rule]:
    """What the entries of a final bring along."""
    part = event.as_part
    if part is not None and part.kind is PartKind.FINAL:
        yield Rule(carried_rule(part))


def _standings_rules(agreement: EventAgreement, *, has_outside: bool) -> Iterator[Rule]:
    if agreement.bracket is None:
        order = ", ".join(str(CRITERION_LABELS[code]) for code in agreement.chain)
        yield Rule(_("Places are decided in this order: %(order)s.") % {"order": order})
        yield from _tie_break_rules(agreement)
    else:
        yield Rule(_("Places follow from how far an entry came, and not from points."))
    if agreement.draws_partners:
        yield Rule(
            _("A player with a drawn partner has met all opponents at the table, and all count.")
            if agreement.large_tables
            else _("A player with a drawn partner has met two opponents, and both count.")
        )
    yield Rule(_("If none of these decides, the place is shared."))
    yield Rule(_("An entry that cancels before its first round is not in the standings."))
    if has_outside:
        yield Rule(
            _(
                "Some entries play outside the competition: their games count for their opponents, and "
                "places and prizes skip them."
            )
        )
    yield Rule(_counting_sentence(agreement))
    if agreement.hidden:
        yield Rule(
            _(
                "The standings are hidden until the results are shown. The results of the tables are public: "
                "anyone who adds them up knows the standings."
            )
        )
    yield Rule(_named_sentence(agreement))
    yield from _complaint_rules(agreement)
    yield Rule(
        _("Once results are shown no entry comes or goes; they are official when every game has a result.")
    )


def _named_sentence(agreement: EventAgreement) -> str:
    if agreement.hall_names:
        return _(
            "In the hall players are named in full until the event is official; elsewhere and afterwards "
            "only those who have agreed to it."
        )
    return _("Only players who have agreed to it are named.")


def _counting_sentence(agreement: EventAgreement) -> str:
    if agreement.is_on_paper and agreement.counting is Counting.RECORDED:
        return _("Games count before they are signed, and are shown as such.")
    return str(_COUNTING_RULES[agreement.counting_as_said])


_COUNTING_RULES: Final[Mapping[Counting, _StrPromise]] = {
    Counting.RECORDED: _lazy("Games count before they are approved and signed, and are shown as such."),
    Counting.APPROVED: _lazy(
        "A deal counts once it is approved, on paper once its sheet is signed. No round is closed and "
        "nothing is official before that."
    ),
    Counting.SIGNED: _lazy(
        "A game counts once it is signed. No round is closed and nothing is official before that."
    ),
}


def _complaint_rules(agreement: EventAgreement) -> Iterator[Rule]:
    if agreement.official_at_noon:
        yield Rule(
            _(
                "Complaints about the results are taken until noon of the day after they are shown; then "
                "they are official, unless something is open, and a later change is a revision."
            )
        )
        return
    yield Rule(
        ngettext(
            "Complaints about the results are taken for %(count)s minute after they are shown; "
            "then they are official, and a later change is a revision.",
            "Complaints about the results are taken for %(count)s minutes after they are shown; "
            "then they are official, and a later change is a revision.",
            agreement.correction_minutes,
        )
        % {"count": _figure(agreement.correction_minutes)}
    )


def _tie_break_rules(agreement: EventAgreement) -> Iterator[Rule]:
    """What some criteria do where games were not played, or where only some of the tied are set apart."""
    criteria = agreement.criteria()
    if any(criterion.needs_seed for criterion in criteria):
        yield Rule(_("The lots of the program follow from the secret that was made with the event."))
    if any(criterion.is_asked_again for criterion in criteria):
        yield Rule(_("The games among those who are tied are counted again among those who are still tied."))
    if any(criterion.counts_opponents for criterion in criteria):
        yield from _opponents_rules(agreement)


def _opponents_rules(agreement: EventAgreement) -> Iterator[Rule]:
    """What adds to the points of opponents where games were not played."""
    if agreement.has_round_robin:
        yield Rule(_("Where everybody meets everybody, a round without a game adds no points of opponents."))
    if not all(phase.movement.all_meet for phase in agreement.phases):
        yield Rule(
            _(
                "A round in which an entry met nobody counts as a full table of virtual opponents, none with "
                "more points than the entry itself: after a walkover the points of the absent side, "
                "otherwise half of what could be made so far. An opponent who went home counts the middle "
                "of what was possible in the rounds left."
            )
        )
    if agreement.strikes_out:
        yield Rule(_("Games that are struck out, and the sit-outs made of them, add no points of opponents."))
    if agreement.sides > _TWO_SIDES or agreement.large_tables:
        yield Rule(_("Where tables differ in size, the average of the opponents' points is compared."))


# Where the rules are silent.


def _readings(ruleset: str) -> Iterator[Rule]:
    """Our readings where the source is silent."""
    for reading in citations.rule_readings(ruleset):
        yield Rule(reading.text, _("our reading %(number)s") % {"number": reading.number}, reading.number)
