"""The rules in force as sentences: the settings of an event and the house rules of its game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.layouts import PROSE, Grid
from clubs.reports.numbers import format_value
from clubs.reports.report import Column, Fact, Report, ReportTable, Row
from scoring.core.ruleset import RuleOption
from scoring.store import sheets
from scoring.wording import citations, labels, options
from tournaments.agreement.agreement import EventAgreement, WithdrawalRule
from tournaments.core.drawing.movement import Movement
from tournaments.core.results import SitOutValue, Substitutes
from tournaments.models import Tournament
from tournaments.wording.labels import CRITERION_LABELS, MOVEMENT_LABELS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Rule(NamedTuple):
    """A sentence with its paragraph, if it has one; a reading of ours has a number."""

    sentence: str
    paragraph: str = ""
    number: int | None = None

    @property
    def listed(self) -> str:
        """The sentence as an item of a list: with its paragraph, or after its number."""
        if self.number is not None:
            return f"{self.number}. {self.sentence}"
        return f"{self.sentence} ({self.paragraph})" if self.paragraph else self.sentence


def rules_report(event: Tournament) -> Report:
    """The rules as a table for each group, with a row for each sentence."""
    tables = [_table(caption, rules) for caption, rules in _rule_groups(event)]
    return _report(
        event, [replace(table, layout=Grid(heading=index == 0)) for index, table in enumerate(tables)]
    )


def rules_as_lists(event: Tournament) -> Report:
    """The same as lists of sentences."""
    return _report(event, [_list_of_sentences(caption, rules) for caption, rules in _rule_groups(event)])


def _rule_groups(event: Tournament) -> Iterator[tuple[str, Iterable[Rule]]]:
    agreement, target = event.agreement, event_target(event)
    yield _("The game"), _game_rules(event)
    yield _("The rounds"), _round_rules(agreement)
    yield _("What a game is worth"), _scheme_rules(agreement, target)
    yield _("The standings"), _standings_rules(agreement)
    yield _("When somebody is missing"), _absence_rules(agreement, target)
    yield _("How the score is kept"), _scoring_rules(agreement, event.ruleset)
    yield _("Where the rules are silent"), _readings(event.ruleset)


def _report(event: Tournament, tables: Iterable[ReportTable]) -> Report:
    return Report(
        title=event.name,
        subtitle=_("Rules in force"),
        facts=_game_facts(event),
        tables=tuple(tables),
        language=get_language() or "en",
    )


def _game_facts(event: Tournament) -> tuple[Fact, ...]:
    starts = event.starts_at
    begins = (Fact(_("Begins"), date_format(localtime(starts), "TIME_FORMAT")),) if starts else ()
    return (
        Fact(_("Club"), event.club.name),
        Fact(_("Date"), date_format(event.date, "DATE_FORMAT")),
        *begins,
        Fact(_("Game"), labels.ruleset_name(event.ruleset)),
        Fact(_("Edition of the rules"), sheets.newest_edition(event.ruleset)),
    )


def _table(caption: str, rules: Iterable[Rule]) -> ReportTable:
    return ReportTable(
        caption=caption,
        columns=(Column(_("What applies")), Column(_("Paragraph"), minor=True)),
        rows=tuple(Row((rule.sentence, rule.paragraph)) for rule in rules),
    )


def _list_of_sentences(caption: str, rules: Iterable[Rule]) -> ReportTable:
    """A list of sentences under a caption."""
    return ReportTable(
        caption=caption,
        columns=(Column("", per_language=True),),
        rows=tuple(Row((rule.listed,)) for rule in rules),
        layout=PROSE,
    )


def event_target(event: Tournament) -> int:
    return sheets.target_with_options(event.ruleset, sorted(event.options.items()))


def _figure(number: int) -> str:
    return format_value(number, get_language() or "en")


def _cited_paragraph(rule: str) -> str:
    """A paragraph as people write it; empty where the source is silent."""
    return labels.paragraph_label(rule) if rule[:1].isdigit() else ""


# The game.

TABLE_FORMATS: Final[Mapping[tuple[int, int], _StrPromise]] = {
    (1, 2): _lazy("Single players; two sides at a table."),
    (1, 3): _lazy("Single players; three at a table, each for himself."),
    (2, 2): _lazy("Pairs; two pairs at a table."),
    (2, 3): _lazy("Pairs; three pairs at a table."),
    (3, 2): _lazy("Entries of three players; two sides at a table."),
    (3, 3): _lazy("Entries of three players; three sides at a table."),
}


def _game_rules(event: Tournament) -> Iterator[Rule]:
    agreement = event.agreement
    yield from end_of_game_rules(event, agreement.deals)
    if (agreement.players, agreement.sides) in TABLE_FORMATS:
        yield Rule(str(TABLE_FORMATS[agreement.players, agreement.sides]))
    for option in sheets.load_ruleset(event.ruleset).options:
        if option.concerns(agreement.sides, _players_per_side(agreement)):
            yield _house_rule(event, option)


def _players_per_side(agreement: EventAgreement) -> int:
    """The players of an entry; single players who draw partners play in pairs."""
    return 2 if agreement.draws_partners else agreement.players


def end_of_game_rules(event: Tournament, deals: int | None) -> Iterator[Rule]:
    """The rule on the end of a game: its target, or a number of deals."""
    game = labels.ruleset_name(event.ruleset)
    if deals is None:
        yield Rule(
            _("%(game)s, to %(target)s points.") % {"game": game, "target": _figure(event_target(event))}
        )
        return
    names = {"game": game, "deals": labels.number_of_deals(deals)}
    yield Rule(_("%(game)s, a game over %(deals)s: the higher total wins, equal totals are a draw.") % names)
    yield Rule(_("The target ends no game. A void deal does not count and is dealt again."))


def _house_rule(event: Tournament, option: RuleOption) -> Rule:
    """An option of the rule set as this event plays it."""
    value = event.options.get(option.name, option.choices[0].value)
    label = options.option_label(event.ruleset, option.name)
    choice = options.value_label(event.ruleset, option.name, value)
    return Rule(f"{label}: {choice}.", _cited_paragraph(option.rule))


# The rounds.


def _round_rules(agreement: EventAgreement) -> Iterator[Rule]:
    first = 1
    for phase in agreement.phases:
        yield Rule(rounds_sentence(first, first + phase.rounds - 1, phase.movement))
        first += phase.rounds
    if agreement.clubs_apart:
        yield Rule(_("Entries of one club are kept apart as far as it goes."))
    yield Rule(_("Nobody sits out twice before all have sat out once."))
    yield Rule(_("An entry that cannot move keeps its table; two such entries do not meet."))
    yield Rule(_("A published round is not drawn again because a result is corrected."))


def rounds_sentence(first: int, last: int, movement: Movement) -> str:
    words = {"first": first, "last": last, "movement": MOVEMENT_LABELS[movement.code]}
    if first == last:
        return _("Round %(first)s: %(movement)s.") % words
    return _("Rounds %(first)s–%(last)s: %(movement)s.") % words


# What a game is worth.


def _scheme_rules(agreement: EventAgreement, target: int) -> Iterator[Rule]:
    agreed = agreement.scheme_for(target)
    for sentence in agreed.scheme.describe(agreed.numbers, _figure):
        yield Rule(_(sentence.text) % sentence.params)


# The standings.


def _standings_rules(agreement: EventAgreement) -> Iterator[Rule]:
    order = ", ".join(str(CRITERION_LABELS[code]) for code in agreement.chain)
    yield Rule(_("What decides a place, in this order: %(order)s.") % {"order": order})
    yield Rule(_("Where none of these decides, a place is shared."))
    if agreement.hidden:
        yield Rule(_("The standings are hidden until the results are shown."))
    yield Rule(
        ngettext(
            "Complaints about the results are taken for %(count)s minute after they are shown; "
            "then they are official.",
            "Complaints about the results are taken for %(count)s minutes after they are shown; "
            "then they are official.",
            agreement.correction_minutes,
        )
        % {"count": _figure(agreement.correction_minutes)}
    )


# When somebody is missing.


def _absence_rules(agreement: EventAgreement, target: int) -> Iterator[Rule]:
    yield Rule(
        ngettext(
            "Whoever has not come %(count)s minute after the start has lost by walkover.",
            "Whoever has not come %(count)s minutes after the start has lost by walkover.",
            agreement.late_minutes,
        )
        % {"count": _figure(agreement.late_minutes)}
    )
    yield from _walkover_rules(agreement, target)
    yield Rule(_("Whoever leaves during a game has lost it; the others get the walkover or their own lead."))
    yield Rule(_sit_out_sentence(agreement))
    yield Rule(
        _("A late entry gets for the rounds that it missed what a sit-out is worth.")
        if agreement.missed_as_sit_out
        else _("A late entry has lost the rounds that it missed, without a difference.")
    )
    if agreement.has_round_robin:
        yield Rule(str(_WITHDRAWAL_RULES[agreement.who_leaves]))
    yield Rule(_substitute_sentence(agreement))


_WITHDRAWAL_RULES: Final[Mapping[WithdrawalRule, _StrPromise]] = {
    WithdrawalRule.STRUCK_UNDER_HALF: _lazy(
        "Whoever withdraws with under half of the games played is struck out with all its results; whoever "
        "has met it, or was still to meet it, sits out that round. Whoever withdraws later has lost its "
        "other games by walkover."
    ),
    WithdrawalRule.STAND: _lazy("Whoever withdraws keeps the results of the games that were played."),
}


def _walkover_rules(agreement: EventAgreement, target: int) -> Iterator[Rule]:
    margin = _figure(agreement.walkover_margin_for(target))
    if agreement.scheme.is_unlimited:
        yield Rule(
            _("A walkover is worth %(margin)s points; the absent side has nothing.") % {"margin": margin}
        )
        return
    if agreement.walkover_percent is not None:
        yield Rule(
            _(
                "A walkover is worth %(percent)s per cent of the most that a game can give, "
                "and a difference of %(margin)s; the absent side has nothing and the same as minus."
            )
            % {"percent": agreement.walkover_percent, "margin": margin}
        )
        return
    yield Rule(
        _(
            "A walkover counts as a win by %(margin)s; "
            "the absent side has no points and the same difference as minus."
        )
        % {"margin": margin}
    )


def _sit_out_sentence(agreement: EventAgreement) -> str:
    match agreement.sit_out:
        case SitOutValue.WINNERS_AVERAGE:
            return _("Whoever sits out gets what the winners of the round have on average.")
        case SitOutValue.OWN_AVERAGE:
            return _("Whoever sits out gets what it makes itself on average in the games it plays.")
        case SitOutValue.PERCENT_OF_MOST:
            return _("Whoever sits out gets %(percent)s per cent of the most that a game can give.") % {
                "percent": agreement.sit_out_percent
            }
        case _:
            return ngettext(
                "Whoever sits out gets %(count)s point and a difference of %(difference)s.",
                "Whoever sits out gets %(count)s points and a difference of %(difference)s.",
                agreement.sit_out_points,
            ) % {
                "count": _figure(agreement.sit_out_points),
                "difference": _figure(agreement.sit_out_difference),
            }


def _substitute_sentence(agreement: EventAgreement) -> str:
    match agreement.substitutes:
        case Substitutes.CAPPED:
            return _(
                "For an entry with a substitute a game counts at most %(percent)s per cent of the most "
                "that it can give, and no difference to the good. The other side has its own in full."
            ) % {"percent": agreement.substitute_percent}
        case Substitutes.HALF:
            return ngettext(
                "Results with a substitute count in at most half of the rounds, which is %(count)s. "
                "Those beyond bring the entry nothing to the good. The other side has its own in full.",
                "Results with a substitute count in at most half of the rounds, which are %(count)s. "
                "Those beyond bring the entry nothing to the good. The other side has its own in full.",
                agreement.rounds // 2,
            ) % {"count": agreement.rounds // 2}
        case _:
            return _("Results with a substitute count in full.")


# How the score is kept.

_APPROVALS: Final[Mapping[str, _StrPromise]] = {
    "shared": _lazy("Each deal is approved by the other side on the table's phone, which is handed over."),
    "own_code": _lazy("Each deal is approved by the other side with its own four digits."),
    "own_phone": _lazy("Each deal is approved by the other side on a phone of its own."),
}
_PROTOCOLS: Final[Mapping[str, _StrPromise]] = {
    "one": _lazy("One side keeps the protocol."),
    "both": _lazy("Each side keeps a protocol, and they are compared."),
}
_SIGNERS: Final[Mapping[str, _StrPromise]] = {
    "all": _lazy("Every player signs the protocol."),
    "one": _lazy("One player of each side signs the protocol."),
}
_CORRECTIONS: Final[Mapping[str, _StrPromise]] = {
    "strict": _lazy(
        "What else was written down wrongly is corrected by the director alone, "
        "once the next deal has been dealt."
    ),
    "by_consent": _lazy(
        "What else was written down wrongly is corrected with the other side's consent, "
        "once the next deal has been dealt."
    ),
}


def _scoring_rules(agreement: EventAgreement, ruleset: str) -> Iterator[Rule]:
    corrections = sheets.load_ruleset(ruleset).corrections
    yield Rule(str(_APPROVALS[agreement.approval]))
    yield Rule(str(_PROTOCOLS[agreement.protocols]))
    yield Rule(
        _("Sums that were added up wrongly are corrected at any time, by right.")
        if corrections.arithmetic_after_signing
        else _("Sums that were added up wrongly are corrected by right until the game is signed."),
        _cited_paragraph(corrections.arithmetic_rule),
    )
    yield Rule(str(_CORRECTIONS[agreement.corrections]), _cited_paragraph(corrections.afterwards_rule))
    yield Rule(str(_SIGNERS[agreement.signers]))
    if agreement.director_signs:
        yield Rule(_("The director signs it too."))


# Where the rules are silent.


def _readings(ruleset: str) -> Iterator[Rule]:
    """Our readings where the source is silent."""
    for reading in citations.rule_readings(ruleset):
        yield Rule(reading.text, _("our reading %(number)s") % {"number": reading.number}, reading.number)
