"""Labels and sentences about games in the reader's language, for every code of every rule set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import get_language, ngettext, ngettext_lazy, npgettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.reports.numbers import MINUS, format_value
from scoring.core.vocabulary import Penalty, ScoreLine, Strain
from scoring.models import Game

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Text = str | _StrPromise

SUIT_STRAINS: Final = frozenset({Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES})

NameOf = Callable[[Player], str]
# The letters of the sides on a protocol.
SIDE_LETTERS: Final = ("A", "B", "C")

RULESET_NAMES: Mapping[str, Text] = {
    "samba": _lazy("Samba"),
    "royal": _lazy("Royal Canasta"),
    "sitoumussamba": _lazy("Sitoumussamba"),
    "sambola": _lazy("Sambola"),
    "danish": _lazy("Danish club canasta"),
    "classic": _lazy("Canasta"),
}

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

# Names of lines on a protocol. Where rule sets name a code differently, the key begins with the rule set.
LINE_NAMES: Mapping[str, Text] = {
    "samba": _lazy("Sambas"),
    "natural": _lazy("Natural canastas"),
    "mixed": _lazy("Mixed canastas"),
    "classic/natural": pgettext_lazy("classic", "Natural canastas"),
    "classic/mixed": pgettext_lazy("classic", "Mixed canastas"),
    "red": _lazy("Red canastas"),
    "black": _lazy("Black canastas"),
    "red_aces": _lazy("Red ace canastas"),
    "black_aces": _lazy("Black ace canastas"),
    "pure_twos": _lazy("Pure twos canastas"),
    "mixed_twos": _lazy("Mixed twos canastas"),
    "super_royal": _lazy("Super royals"),
    "royal": _lazy("Royals"),
    "bolivia": _lazy("Bolivias"),
    "red_canasta": _lazy("Red canastas"),
    "black_canasta": _lazy("Black canastas"),
    "red_samba": _lazy("Red sambas"),
    "black_samba": _lazy("Black sambas"),
    "going_out": _lazy("Going out"),
    "concealed": _lazy("Concealed"),
    "red_threes": _lazy("Red threes"),
    "sitoumussamba/red_threes": _lazy("Bought red threes"),
    "red_threes_in_hand": _lazy("Red threes in hand"),
    "black_threes_in_hand": _lazy("Black threes in hand"),
    "third_wild": _lazy("Third wild card"),
    "excess_wild": _lazy("Excess wild cards"),
    "not_opened": _lazy("Not opened"),
    "false_finish": _lazy("False finish"),
    "bid_without_opening": _lazy("Bid without opening"),
    "contract_award": _lazy("Contract sum"),
    "melded_cards": _lazy("Melded cards"),
    "hand_cards": _lazy("Cards in hand"),
    "director": _lazy("Director's adjustment"),
    "cannot_go_out": _lazy("Had to go out and could not"),
    "went_out_against_no": _lazy("Went out against the partner's no"),
    "drew_out_of_turn": _lazy("Drew out of turn"),
    "took_pile_out_of_turn": _lazy("Took the pile out of turn"),
    "opening_too_low_retracted": _lazy("Opening too low, cards taken back"),
    "went_out_without_canastas": _lazy("Went out without two canastas"),
    "third_wild_retracted": _lazy("Third wild card taken back"),
    "invalid_meld_retracted": _lazy("Invalid meld taken back"),
    "melded_out_of_turn": _lazy("Melded out of turn"),
    "touched_pile": _lazy("Touched the pile"),
    "took_top_card_without_melding": _lazy("Took the top card without melding"),
    "took_unusable_top_card": _lazy("Took a top card of no use"),
    "exposed_stock_card": _lazy("Exposed a card of the stock"),
    "took_pile_into_hand": _lazy("Took the pile into the hand"),
    "asked_and_did_not_go_out": _lazy("Asked and did not go out"),
    "picked_up_hand_early": _lazy("Picked up the hand early"),
    "opening_failed": _lazy("Opening failed"),
    "opening_rearranged": _lazy("Opening rearranged"),
    "improper_finish": _lazy("Improper finish"),
    "partner_used_penalty_card": _lazy("Partner used a penalty card"),
    "partner_used_penalty_card_in_samba": _lazy("Partner used a penalty card in a samba"),
    "hinting": _lazy("Hinting"),
    "count_not_open": _lazy("Count not open"),
}

# Counted names: the first half of a line's sentence. A code without a phrase uses its name.
_PHRASES: Mapping[str, Text] = {
    "samba": ngettext_lazy("%(count)s samba", "%(count)s sambas", "count"),
    "natural": ngettext_lazy(
        "%(count)s natural canasta, without a wild card",
        "%(count)s natural canastas, without a wild card",
        "count",
    ),
    "mixed": ngettext_lazy(
        "%(count)s mixed canasta, with wild cards", "%(count)s mixed canastas, with wild cards", "count"
    ),
    "classic/natural": npgettext_lazy(
        "classic",
        "%(count)s natural canasta, without a wild card",
        "%(count)s natural canastas, without a wild card",
        "count",
    ),
    "classic/mixed": npgettext_lazy(
        "classic",
        "%(count)s mixed canasta, with wild cards",
        "%(count)s mixed canastas, with wild cards",
        "count",
    ),
    "red": ngettext_lazy(
        "%(count)s red canasta, without a wild card", "%(count)s red canastas, without a wild card", "count"
    ),
    "black": ngettext_lazy(
        "%(count)s black canasta, with wild cards", "%(count)s black canastas, with wild cards", "count"
    ),
    "red_canasta": ngettext_lazy(
        "%(count)s red canasta, without a wild card", "%(count)s red canastas, without a wild card", "count"
    ),
    "black_canasta": ngettext_lazy(
        "%(count)s black canasta, with wild cards", "%(count)s black canastas, with wild cards", "count"
    ),
    "red_samba": ngettext_lazy(
        "%(count)s red samba, without a wild card", "%(count)s red sambas, without a wild card", "count"
    ),
    "black_samba": ngettext_lazy(
        "%(count)s black samba, with a wild card", "%(count)s black sambas, with a wild card", "count"
    ),
    "red_aces": ngettext_lazy("%(count)s red ace canasta", "%(count)s red ace canastas", "count"),
    "black_aces": ngettext_lazy("%(count)s black ace canasta", "%(count)s black ace canastas", "count"),
    "pure_twos": ngettext_lazy("%(count)s pure twos canasta", "%(count)s pure twos canastas", "count"),
    "mixed_twos": ngettext_lazy("%(count)s mixed twos canasta", "%(count)s mixed twos canastas", "count"),
    "super_royal": ngettext_lazy("%(count)s super royal", "%(count)s super royals", "count"),
    "royal": ngettext_lazy("%(count)s royal", "%(count)s royals", "count"),
    "bolivia": ngettext_lazy("%(count)s bolivia", "%(count)s bolivias", "count"),
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

# Red threes counted for or against a side; the phrase says why, in the terms of each rule set.
_RED_THREES: Mapping[str, tuple[Text, Text]] = {
    "samba": (
        ngettext_lazy(
            "%(count)s red three, and two canastas are complete",
            "%(count)s red threes, and two canastas are complete",
            "count",
        ),
        ngettext_lazy(
            "%(count)s red three, and two canastas are not complete",
            "%(count)s red threes, and two canastas are not complete",
            "count",
        ),
    ),
    "sitoumussamba": (
        ngettext_lazy("%(count)s bought red three", "%(count)s bought red threes", "count"),
        ngettext_lazy("%(count)s bought red three", "%(count)s bought red threes", "count"),
    ),
    "sambola": (
        ngettext_lazy("%(count)s red three", "%(count)s red threes", "count"),
        ngettext_lazy("%(count)s red three", "%(count)s red threes", "count"),
    ),
    "danish": (
        ngettext_lazy("%(count)s red three", "%(count)s red threes", "count"),
        ngettext_lazy(
            "%(count)s red three, and no canasta is complete",
            "%(count)s red threes, and no canasta is complete",
            "count",
        ),
    ),
    "classic": (
        ngettext_lazy("%(count)s red three", "%(count)s red threes", "count"),
        ngettext_lazy(
            "%(count)s red three, and the side has not melded",
            "%(count)s red threes, and the side has not melded",
            "count",
        ),
    ),
}
_RED_THREES = {**_RED_THREES, "royal": _RED_THREES["samba"]}


def bid_label(level: int, strain: str) -> str:
    """Return the label of a bid: its level and strain."""
    return str(_BIDS[strain] % {"level": level})


def number_of_deals(deals: int) -> str:
    """Return an agreed number of deals with its noun."""
    return ngettext("%(count)s deal", "%(count)s deals", deals) % {"count": deals}


def ruleset_choices() -> list[tuple[str, Text]]:
    return list(RULESET_NAMES.items())


def ruleset_name(slug: str) -> str:
    return str(RULESET_NAMES[slug])


def line_name(ruleset: str, code: str) -> str:
    """Return the name of a line on a protocol."""
    return str(LINE_NAMES.get(f"{ruleset}/{code}") or LINE_NAMES[code])


def line_reason(ruleset: str, line: ScoreLine) -> str:
    """Return a line without its points: “2 sambas (§ 15 b)”."""
    return f"{phrase(ruleset, line)} ({paragraph_label(line.rule)})"


def penalty_offer(ruleset: str, penalty: Penalty) -> str:
    """Return a penalty to choose: “Drew out of turn: −100 (§ 25 c3)”."""
    points = signed_points(-penalty.points)
    return f"{line_name(ruleset, penalty.code)}: {points} ({paragraph_label(penalty.rule)})"


def phrase(ruleset: str, line: ScoreLine) -> str:
    """Return the counted name of a line, with the reason for red threes."""
    counted = _phrase_of(ruleset, line)
    if counted is None or line.count is None:
        return line_name(ruleset, line.code) + _times(line.count)
    return str(counted % {"count": line.count})


def _phrase_of(ruleset: str, line: ScoreLine) -> Text | None:
    if line.code == "red_threes":
        return _RED_THREES[ruleset][line.points < 0]
    return _PHRASES.get(f"{ruleset}/{line.code}") or _PHRASES.get(line.code)


def _times(count: int | None) -> str:
    """Return “ × 2” for a penalty charged twice."""
    return f" × {count}" if count is not None and count > 1 else ""


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
    return f"§ {rule[:digits]} {letter}".rstrip()


def paragraph_code(rule: str) -> str:
    """Return the code of a paragraph that was typed with its sign, as “§ 21 f”."""
    return "".join(rule.split()).removeprefix("§") if rule.startswith("§") else rule


# The beginning of the code of one of our readings.
_READING_PREFIX = "ruling "


def _heading_label(rule: str) -> str:
    if rule.startswith(_READING_PREFIX):
        return _("our reading %(number)s") % {"number": rule.removeprefix(_READING_PREFIX)}
    return _("“%(heading)s”") % {"heading": rule}


def threes_in_hand() -> tuple[tuple[str, str], ...]:
    """Return the two fields of a tally for threes left in hand, with their labels."""
    return (
        ("hand_red_threes", line_name("", "red_threes_in_hand")),
        ("hand_black_threes", line_name("", "black_threes_in_hand")),
    )


def strain_heading(strain: Strain) -> str:
    """Return a strain as the heading of a narrow column: only the sign of a suit, the end of its name."""
    name = str(STRAIN_NAMES[strain])
    return name[-1] if strain in SUIT_STRAINS else name
