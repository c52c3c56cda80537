"""Labels and sentences about games in the reader's language: for every code of every rule set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import (
    get_language,
    ngettext,
    ngettext_lazy,
    npgettext,
    npgettext_lazy,
    pgettext_lazy,
)
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import MINUS, format_value
from scoring import rulesets
from scoring.core.vocabulary import Penalty, ScoreLine, Strain
from scoring.models import Game
from scoring.rulesets.texts import GameLabels, Label, Phrase

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Text = str | _StrPromise

SUIT_STRAINS: Final = frozenset({Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES})

# The letters of the sides on a protocol.
SIDE_LETTERS: Final = ("A", "B", "C")

# Why a game ended before its target, or before the agreed number of deals.
ENDED_BY: Mapping[str, Text] = dict(Game.EndedBy.choices)

# The strains of a bid in rising order.
STRAIN_NAMES: Mapping[str, Text] = {
    "clubs": _lazy("clubs ♣"),
    "diamonds": _lazy("diamonds ♦"),
    "hearts": _lazy("hearts ♥"),
    "spades": _lazy("spades ♠"),
    "canasta": _lazy("canasta"),
    "twos": _lazy("twos"),
}

# Bids: a level and a strain.
_BIDS: Mapping[str, Text] = {
    "clubs": ngettext_lazy("%(level)s club ♣", "%(level)s clubs ♣", "level"),
    "diamonds": ngettext_lazy("%(level)s diamond ♦", "%(level)s diamonds ♦", "level"),
    "hearts": ngettext_lazy("%(level)s heart ♥", "%(level)s hearts ♥", "level"),
    "spades": ngettext_lazy("%(level)s spade ♠", "%(level)s spades ♠", "level"),
    "canasta": npgettext_lazy("bid", "%(level)s canasta", "%(level)s canasta", "level"),
    "twos": npgettext_lazy("bid", "%(level)s two", "%(level)s twos", "level"),
}

# The outcome of a contract.
OUTCOME_NAMES: Mapping[str, Text] = {
    "made": pgettext_lazy("contract", "made"),
    "robbed": pgettext_lazy("contract", "robbed"),
    "void": pgettext_lazy("contract", "void"),
    "false_finish": pgettext_lazy("contract", "false finish"),
}

# Names of the lines that any game can have; its own lines, and its own names for these, are in its labels.
COMMON_LINE_NAMES: Mapping[str, Text] = {
    "going_out": _lazy("Going out"),
    "concealed": _lazy("Concealed"),
    "red_threes": _lazy("Red threes"),
    "red_threes_in_hand": _lazy("Red threes in hand"),
    "black_threes_in_hand": _lazy("Black threes in hand"),
    "third_wild": _lazy("Third wild card"),
    "excess_wild": _lazy("Excess wild cards"),
    "not_opened": _lazy("Not opened"),
    "false_finish": _lazy("False finish"),
    "contract_award": _lazy("Contract award"),
    "melded_cards": _lazy("Melded cards"),
    "hand_cards": _lazy("Cards in hand"),
    "director": _lazy("Director's adjustment"),
}

# Counted names of these lines: the first half of a line's sentence. A line without a phrase uses its name.
_COMMON_PHRASES: Mapping[str, Text] = {
    "red_threes_in_hand": ngettext_lazy(
        "%(count)s red three left in hand", "%(count)s red threes left in hand", "count"
    ),
    "black_threes_in_hand": ngettext_lazy(
        "%(count)s black three left in hand", "%(count)s black threes left in hand", "count"
    ),
    "third_wild": ngettext_lazy(
        "%(count)s meld with more than two wild cards",
        "%(count)s melds with more than two wild cards",
        "count",
    ),
    "excess_wild": ngettext_lazy(
        "%(count)s wild card beyond two in a meld, counted as held",
        "%(count)s wild cards beyond two in a meld, counted as held",
        "count",
    ),
    "melded_cards": ngettext_lazy("%(count)s melded card", "%(count)s melded cards", "count"),
    "hand_cards": ngettext_lazy("%(count)s card left in hand", "%(count)s cards left in hand", "count"),
}


def translate_label(label: Label) -> Text:
    """Return a text of a game in the language in which it is read."""
    if label.context is None:
        return _lazy(label.text)
    return pgettext_lazy(label.context, label.text)


def _translate_phrase(phrase: Phrase, count: int) -> str:
    if phrase.context is None:
        return ngettext(phrase.one, phrase.several, count) % {"count": count}
    return npgettext(phrase.context, phrase.one, phrase.several, count) % {"count": count}


def bid_label(level: int, strain: str) -> str:
    """Return the label of a bid: its level and strain."""
    return str(_BIDS[strain] % {"level": level})


def number_of_deals(deals: int) -> str:
    """Return an agreed number of deals with its noun."""
    return ngettext("%(count)s deal", "%(count)s deals", deals) % {"count": deals}


def ruleset_names() -> dict[str, Text]:
    """Return the name of each game by its slug, in the order of lists."""
    by_place = sorted(rulesets.labels_by_slug().items(), key=lambda game: game[1].place)
    return {slug: translate_label(labels.name) for slug, labels in by_place if rulesets.find(slug)}


def ruleset_choices() -> list[tuple[str, Text]]:
    return list(ruleset_names().items())


def ruleset_name(slug: str) -> str:
    return str(translate_label(rulesets.labels_by_slug()[slug].name))


def line_name(ruleset: str, code: str) -> str:
    """Return the name of a line on a protocol."""
    own = rulesets.labels_by_slug()[ruleset].lines.get(code)
    return str(COMMON_LINE_NAMES[code] if own is None else translate_label(own))


def line_reason(ruleset: str, line: ScoreLine) -> str:
    """Return a line without its points: “2 sambas (§ 15 b)”."""
    return f"{phrase(ruleset, line)} ({paragraph_label(line.rule)})"


def kind_reason(ruleset: str, line: ScoreLine) -> str:
    """Return a kind of line, however many there are of it: “Sambas (§ 15 b)”."""
    return f"{line_name(ruleset, line.code)} ({paragraph_label(line.rule)})"


def penalty_offer(ruleset: str, penalty: Penalty) -> str:
    """Return a penalty to choose: “Drew out of turn: −100 (§ 25 c3)”."""
    points = signed_points(-penalty.points)
    return f"{line_name(ruleset, penalty.code)}: {points} ({paragraph_label(penalty.rule)})"


def phrase(ruleset: str, line: ScoreLine) -> str:
    """Return the counted name of a line, with the reason for red threes."""
    own = _own_phrase(rulesets.labels_by_slug()[ruleset], line)
    if line.count is not None and own is not None:
        return _translate_phrase(own, line.count)
    if line.count is not None and line.code in _COMMON_PHRASES:
        return str(_COMMON_PHRASES[line.code] % {"count": line.count})
    return line_name(ruleset, line.code) + _times(line.count)


def _own_phrase(labels: GameLabels, line: ScoreLine) -> Phrase | None:
    if line.code == "red_threes":
        return labels.red_threes_unearned if line.points < 0 else labels.red_threes_earned
    return labels.phrases.get(line.code)


def _times(count: int | None) -> str:
    """Return “ × 2” for a penalty charged twice."""
    return f" × {count}" if count is not None and count > 1 else ""


def joined_totals(totals: Iterable[int]) -> str:
    """Return the totals of the sides of a game with colons between them."""
    language = get_language() or "en"
    return " : ".join(format_value(total, language) for total in totals)


def signed_points(points: int) -> str:
    figure = format_value(abs(points), get_language() or "en")
    return f"{MINUS if points < 0 else '+'}{figure}"


def paragraph_label(rule: str) -> str:
    """Return the label of a paragraph: “§ 21 f”, a quoted heading, or the number of our reading."""
    if rule == "option":
        return _("house rule")
    if rule == "director":
        return _("director")
    rule = paragraph_code(rule)
    if not rule[:1].isdigit():
        return _heading_label(rule)
    digits = len(rule) - len(rule.lstrip("0123456789"))
    letter = rule[digits:]
    # In Finnish the sign comes last.
    return _("§ %(paragraph)s") % {"paragraph": f"{rule[:digits]} {letter}".rstrip()}


def paragraph_code(rule: str) -> str:
    """Return the code of a paragraph that was typed with its sign, as “§ 21 f” or “21 f §”."""
    return "".join(rule.split()).strip("§") if rule.startswith("§") or rule.endswith("§") else rule


# The beginning of the code of one of our readings.
_READING_PREFIX = "ruling "


def _heading_label(rule: str) -> str:
    if rule.startswith(_READING_PREFIX):
        return _("our reading %(number)s") % {"number": rule.removeprefix(_READING_PREFIX)}
    return _("“%(heading)s”") % {"heading": rule}


def threes_in_hand() -> tuple[tuple[str, str], ...]:
    """Return the two fields of a tally for threes left in hand, with their labels."""
    return (
        ("hand_red_threes", str(COMMON_LINE_NAMES["red_threes_in_hand"])),
        ("hand_black_threes", str(COMMON_LINE_NAMES["black_threes_in_hand"])),
    )


def strain_heading(strain: Strain) -> str:
    """Return a strain as the heading of a narrow column: only the sign of a suit, the end of its name."""
    name = str(STRAIN_NAMES[strain])
    return name[-1] if strain in SUIT_STRAINS else name
