"""The rules in force: everything that an event has agreed on and the house rules of its game, as sentences.

Knows what each setting means to those who play; must not know a result, who asks, nor how a page looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import written
from clubs.reports.report import Column, Fact, Report, Row, Table
from scoring.core.rulesets.base import Option
from scoring.store import sheets
from scoring.wording import citations, labels, options
from tournaments.agreement.agreement import Agreed, Movement, SchemeCode, WhoLeaves
from tournaments.core.results import SitOutValue, Substitutes
from tournaments.models import Tournament
from tournaments.wording.labels import CRITERIA, MOVEMENTS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Rule(NamedTuple):
    """One sentence, and the paragraph that it rests on where there is one; a reading of ours has a number."""

    sentence: str
    paragraph: str = ""
    number: int | None = None

    @property
    def listed(self) -> str:
        """As it stands in a list: with its paragraph, or behind its number."""
        if self.number is not None:
            return f"{self.number}. {self.sentence}"
        return f"{self.sentence} ({self.paragraph})" if self.paragraph else self.sentence


def rules_in_force(event: Tournament) -> Report:
    """What everybody at the event plays by: a table for each group, in it a row for each sentence."""
    tables = [_table(caption, rules) for caption, rules in _groups_of(event)]
    return _report(event, [replace(one, goes_on=at > 0) for at, one in enumerate(tables)])


def listed(event: Tournament) -> Report:
    """The same as lists of sentences."""
    return _report(event, [_sentences(caption, rules) for caption, rules in _groups_of(event)])


def _groups_of(event: Tournament) -> Iterator[tuple[str, Iterable[Rule]]]:
    agreed, target = event.agreed, target_of(event)
    yield _("The game"), _rules_of_the_game(event)
    yield _("The rounds"), _rules_of_rounds(agreed)
    yield _("What a game is worth"), _rules_of_worth(agreed, target)
    yield _("The standings"), _rules_of_standings(agreed)
    yield _("When somebody is missing"), _rules_of_absence(agreed, target)
    yield _("How the score is kept"), _rules_of_the_score(agreed, event.ruleset)
    yield _("Where the rules are silent"), _readings_of(event.ruleset)


def _report(event: Tournament, tables: Iterable[Table]) -> Report:
    return Report(
        title=event.name,
        subtitle=_("Rules in force"),
        facts=_facts_of(event),
        tables=tuple(tables),
        language=get_language() or "en",
    )


def _facts_of(event: Tournament) -> tuple[Fact, ...]:
    starts = event.starts_at
    begins = (Fact(_("Begins"), date_format(localtime(starts), "TIME_FORMAT")),) if starts else ()
    return (
        Fact(_("Club"), event.club.name),
        Fact(_("Date"), date_format(event.on_day, "DATE_FORMAT")),
        *begins,
        Fact(_("Game"), labels.ruleset_name(event.ruleset)),
        Fact(_("Edition of the rules"), sheets.edition_of(event.ruleset)),
    )


def _table(caption: str, rules: Iterable[Rule]) -> Table:
    return Table(
        caption=caption,
        columns=(Column(_("What applies")), Column(_("Paragraph"), minor=True)),
        rows=tuple(Row((rule.sentence, rule.paragraph)) for rule in rules),
    )


def _sentences(caption: str, rules: Iterable[Rule]) -> Table:
    """A list under its caption, which says what they are."""
    return Table(
        caption=caption,
        columns=(Column(""),),
        rows=tuple(Row((rule.listed,)) for rule in rules),
        flowing=True,
    )


def target_of(event: Tournament) -> int:
    return sheets.target_by(event.ruleset, sorted(event.options.items()))


def _figure(number: int) -> str:
    return written(number, get_language() or "en")


def _cited(rule: str) -> str:
    """A paragraph as a person writes it; nothing where the source is silent."""
    return labels.paragraph(rule) if rule[:1].isdigit() else ""


# The game.

TABLES: Final[Mapping[tuple[int, int], _StrPromise]] = {
    (1, 2): _lazy("Single players; two sides at a table."),
    (1, 3): _lazy("Single players; three at a table, each for himself."),
    (2, 2): _lazy("Pairs; two pairs at a table."),
    (2, 3): _lazy("Pairs; three pairs at a table."),
    (3, 2): _lazy("Entries of three players; two sides at a table."),
    (3, 3): _lazy("Entries of three players; three sides at a table."),
}


def _rules_of_the_game(event: Tournament) -> Iterator[Rule]:
    agreed = event.agreed
    yield from rules_of_the_end(event, agreed.deals)
    if (agreed.players, agreed.sides) in TABLES:
        yield Rule(str(TABLES[agreed.players, agreed.sides]))
    for option in sheets.rules_of(event.ruleset).options:
        if option.is_about(agreed.sides, _players_of_a_side(agreed)):
            yield _house_rule(event, option)


def _players_of_a_side(agreed: Agreed) -> int:
    """As many as an entry has; single players who draw partners play in pairs."""
    return 2 if agreed.draws_partners else agreed.players


def rules_of_the_end(event: Tournament, deals: int | None) -> Iterator[Rule]:
    """What ends a game: its target, or the last of so many deals."""
    game = labels.ruleset_name(event.ruleset)
    if deals is None:
        yield Rule(_("%(game)s, to %(target)s points.") % {"game": game, "target": _figure(target_of(event))})
        return
    named = {"game": game, "deals": labels.number_of_deals(deals)}
    yield Rule(_("%(game)s, a game over %(deals)s: the higher total wins, equal totals are a draw.") % named)
    yield Rule(_("The target ends no game. A void deal does not count and is dealt again."))


def _house_rule(event: Tournament, option: Option) -> Rule:
    """What the rules leave to the club, as this event plays it."""
    value = event.options.get(option.name, option.choices[0].value)
    about = options.option_label(event.ruleset, option.name)
    said = options.value_label(event.ruleset, option.name, value)
    return Rule(f"{about}: {said}.", _cited(option.rule))


# The rounds.


def _rules_of_rounds(agreed: Agreed) -> Iterator[Rule]:
    first = 1
    for phase in agreed.phases:
        yield Rule(rounds_sentence(first, first + phase.rounds - 1, phase.movement))
        first += phase.rounds
    if agreed.clubs_apart:
        yield Rule(_("Entries of one club are kept apart as far as it goes."))
    yield Rule(_("Nobody sits out twice before all have sat out once."))
    yield Rule(_("An entry that cannot move keeps its table; two such entries do not meet."))
    yield Rule(_("A published round is not drawn again because a result is corrected."))


def rounds_sentence(first: int, last: int, movement: Movement) -> str:
    how = {"first": first, "last": last, "movement": MOVEMENTS[movement]}
    if first == last:
        return _("Round %(first)s: %(movement)s.") % how
    return _("Rounds %(first)s–%(last)s: %(movement)s.") % how


# What a game is worth.


def _rules_of_worth(agreed: Agreed, target: int) -> Iterator[Rule]:
    match agreed.scheme:
        case SchemeCode.VP_TABLE:
            bands = " · ".join(
                f"{10 + at}–{10 - at}: {_figure(most)}" for at, most in enumerate(agreed.bands)
            )
            yield Rule(_("Twenty victory points are shared by the margin of the game."))
            yield Rule(
                _("The largest margin for each: %(bands)s. Above the last it is 20–0.") % {"bands": bands}
            )
        case SchemeCode.VP_CONTINUOUS:
            yield Rule(
                _(
                    "Twenty victory points are shared by the margin, with two decimals; "
                    "from %(bound)s on it is 20–0."
                )
                % {"bound": _figure(agreed.bound or target)}
            )
        case SchemeCode.TOTAL if agreed.cap is not None:
            yield Rule(
                _("A side gets the points that it has made, at most %(cap)s a game.")
                % {"cap": _figure(agreed.cap)}
            )
        case SchemeCode.TOTAL:
            yield Rule(_("A side gets the points that it has made."))
        case SchemeCode.WINS_TOTAL:
            yield Rule(_("A win is one point; the points that were made count beside it."))
        case SchemeCode.PLACES:
            points = " – ".join(_figure(one) for one in agreed.place_points)
            yield Rule(_("Points for the places at a table: %(points)s.") % {"points": points})
            yield Rule(_("Whoever shares a place shares what stands for the places together, rounded down."))
        case _:
            yield Rule(_("A win is two points, a draw one, a loss none."))
            yield Rule(_("The winner has the difference of the game as plus, the loser as minus."))


# The standings.


def _rules_of_standings(agreed: Agreed) -> Iterator[Rule]:
    order = ", ".join(str(CRITERIA[code]) for code in agreed.chain)
    yield Rule(_("What decides a place, in this order: %(order)s.") % {"order": order})
    yield Rule(_("Where none of these decides, a place is shared."))
    if agreed.hidden:
        yield Rule(_("The standings are hidden until the results are shown."))
    yield Rule(
        ngettext(
            "Complaints about the results are taken for %(count)s minute after they are shown; "
            "then they are official.",
            "Complaints about the results are taken for %(count)s minutes after they are shown; "
            "then they are official.",
            agreed.correction_minutes,
        )
        % {"count": _figure(agreed.correction_minutes)}
    )


# When somebody is missing.


def _rules_of_absence(agreed: Agreed, target: int) -> Iterator[Rule]:
    yield Rule(
        ngettext(
            "Whoever has not come %(count)s minute after the start has lost by walkover.",
            "Whoever has not come %(count)s minutes after the start has lost by walkover.",
            agreed.late_minutes,
        )
        % {"count": _figure(agreed.late_minutes)}
    )
    yield from _rules_of_walkover(agreed, target)
    yield Rule(_("Whoever leaves during a game has lost it; the others get the walkover or their own lead."))
    yield Rule(_sit_out_sentence(agreed))
    yield Rule(
        _("A late entry gets for the rounds that it missed what a sit-out is worth.")
        if agreed.missed_as_sit_out
        else _("A late entry has lost the rounds that it missed, without a difference.")
    )
    if agreed.has_a_round_robin:
        yield Rule(str(_LEFT[agreed.who_leaves]))
    yield Rule(_substitute_sentence(agreed))


_LEFT: Final[Mapping[WhoLeaves, _StrPromise]] = {
    WhoLeaves.STRUCK_UNDER_HALF: _lazy(
        "Whoever withdraws with under half of the games played is struck out with all its results; whoever "
        "has met it, or was still to meet it, sits out that round. Whoever withdraws later has lost its "
        "other games by walkover."
    ),
    WhoLeaves.STAND: _lazy("Whoever withdraws keeps the results of the games that were played."),
}


def _rules_of_walkover(agreed: Agreed, target: int) -> Iterator[Rule]:
    margin = _figure(agreed.margin_by(target))
    if agreed.scheme is SchemeCode.TOTAL:
        yield Rule(
            _("A walkover is worth %(margin)s points; the absent side has nothing.") % {"margin": margin}
        )
        return
    if agreed.walkover_percent is not None:
        yield Rule(
            _(
                "A walkover is worth %(percent)s per cent of the most that a game can give, "
                "and a difference of %(margin)s; the absent side has nothing and the same as minus."
            )
            % {"percent": agreed.walkover_percent, "margin": margin}
        )
        return
    yield Rule(
        _(
            "A walkover counts as a win by %(margin)s; "
            "the absent side has no points and the same difference as minus."
        )
        % {"margin": margin}
    )


def _sit_out_sentence(agreed: Agreed) -> str:
    match agreed.sit_out:
        case SitOutValue.WINNERS_AVERAGE:
            return _("Whoever sits out gets what the winners of the round have on average.")
        case SitOutValue.OWN_AVERAGE:
            return _("Whoever sits out gets what it makes itself on average in the games it plays.")
        case SitOutValue.PERCENT_OF_MOST:
            return _("Whoever sits out gets %(percent)s per cent of the most that a game can give.") % {
                "percent": agreed.sit_out_percent
            }
        case _:
            return ngettext(
                "Whoever sits out gets %(count)s point and a difference of %(difference)s.",
                "Whoever sits out gets %(count)s points and a difference of %(difference)s.",
                agreed.sit_out_points,
            ) % {"count": _figure(agreed.sit_out_points), "difference": _figure(agreed.sit_out_difference)}


def _substitute_sentence(agreed: Agreed) -> str:
    match agreed.substitutes:
        case Substitutes.CAPPED:
            return _(
                "For an entry with a substitute a game counts at most %(percent)s per cent of the most "
                "that it can give, and no difference to the good. The other side has its own in full."
            ) % {"percent": agreed.substitute_percent}
        case Substitutes.HALF:
            return ngettext(
                "Results with a substitute count in at most half of the rounds, which is %(count)s. "
                "Those beyond bring the entry nothing to the good. The other side has its own in full.",
                "Results with a substitute count in at most half of the rounds, which are %(count)s. "
                "Those beyond bring the entry nothing to the good. The other side has its own in full.",
                agreed.rounds // 2,
            ) % {"count": agreed.rounds // 2}
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
_CORRECTED: Final[Mapping[str, _StrPromise]] = {
    "strict": _lazy(
        "What else was written down wrongly is corrected by the director alone, "
        "once the next deal has been dealt."
    ),
    "by_consent": _lazy(
        "What else was written down wrongly is corrected with the other side's consent, "
        "once the next deal has been dealt."
    ),
}


def _rules_of_the_score(agreed: Agreed, ruleset: str) -> Iterator[Rule]:
    corrections = sheets.rules_of(ruleset).corrections
    yield Rule(str(_APPROVALS[agreed.approval]))
    yield Rule(str(_PROTOCOLS[agreed.protocols]))
    yield Rule(
        _("Sums that were added up wrongly are corrected at any time, by right.")
        if corrections.arithmetic_after_signing
        else _("Sums that were added up wrongly are corrected by right until the game is signed."),
        _cited(corrections.arithmetic_rule),
    )
    yield Rule(str(_CORRECTED[agreed.corrections]), _cited(corrections.afterwards_rule))
    yield Rule(str(_SIGNERS[agreed.signers]))
    if agreed.director_signs:
        yield Rule(_("The director signs it too."))


# Where the rules are silent.


def _readings_of(ruleset: str) -> Iterator[Rule]:
    """How we read what the source leaves open."""
    for ours in citations.readings(ruleset):
        yield Rule(ours.text, _("our reading %(number)s") % {"number": ours.number}, ours.number)
