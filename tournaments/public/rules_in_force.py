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
from scoring.models import Game
from scoring.store import sheets
from scoring.wording import citations, labels, options
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.drawing.movement import Movement
from tournaments.models import Tournament
from tournaments.public import absence_rules
from tournaments.wording.labels import CRITERION_LABELS, MOVEMENT_LABELS
from tournaments.wording.settings import PLACES_BY_LABELS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


_TWO_SIDES: Final = 2


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
    yield _("When somebody is missing"), map(Rule, absence_rules.absence_rules(agreement, target))
    yield _("How the score is kept"), _scoring_rules(agreement, event.ruleset)
    yield _("Where the rules are silent"), _readings(event.ruleset)


def _report(event: Tournament, tables: Iterable[ReportTable]) -> Report:
    return Report(
        title=event.name,
        subtitle=_("Rules in force"),
        facts=(*_game_facts(event), *_revision_facts(event)),
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


def _revision_facts(event: Tournament) -> tuple[Fact, ...]:
    """Which revision of the rules this is, and since when, where the event was set up wrong."""
    if event.rules_revised_at is None:
        return ()
    since = date_format(localtime(event.rules_revised_at), "SHORT_DATETIME_FORMAT")
    words = {"number": event.rules_revision + 1, "since": since}
    return (Fact(_("Revision"), _("%(number)s, of %(since)s") % words),)


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
    if agreement.draws_partners:
        yield Rule(
            _(
                "As few partners as possible are repeated, and among such rounds opponents meet who have met "
                "least often."
            )
        )
    if agreement.clubs_apart:
        yield Rule(_("Entries of one club are kept apart as far as it goes."))
    if any(phase.movement.has_fixed_schedule for phase in agreement.phases):
        yield Rule(
            _("The places of a movement set beforehand are given out %(how)s.")
            % {"how": PLACES_BY_LABELS[agreement.places_by]}
        )
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
    yield from _tie_break_rules(agreement)
    yield Rule(_("Where none of these decides, a place is shared."))
    yield Rule(_("An entry that cancels before its first round is not in the standings."))
    if agreement.hidden:
        yield Rule(_("The standings are hidden until the results are shown."))
    yield from _complaint_rules(agreement)


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
    if not any(criterion.counts_opponents for criterion in criteria):
        return
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
    if agreement.sides > _TWO_SIDES:
        yield Rule(_("Where tables differ in size, the average of the opponents' points is compared."))


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
    if agreement.written_on == Game.WrittenOn.PAPER:
        yield Rule(_("The score is kept on paper. The signed sheet counts."))
    else:
        yield Rule(str(_APPROVALS[agreement.approval]))
        yield Rule(_protocol_sentence(agreement))
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
    if agreement.second_entry:
        yield Rule(
            _(
                "A second person enters each result from the paper without seeing the first entry. "
                "A difference is settled before the round is closed."
            )
        )


def _protocol_sentence(agreement: EventAgreement) -> str:
    protocol = str(_PROTOCOLS[agreement.protocols])
    if agreement.written_on == Game.WrittenOn.BOTH:
        return _("%(protocol)s On paper the signed sheet counts.") % {"protocol": protocol}
    return protocol


# Where the rules are silent.


def _readings(ruleset: str) -> Iterator[Rule]:
    """Our readings where the source is silent."""
    for reading in citations.rule_readings(ruleset):
        yield Rule(reading.text, _("our reading %(number)s") % {"number": reading.number}, reading.number)
