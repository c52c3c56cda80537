"""Compares a deal with the deck: the sides together cannot have more of a card than there is.

Sides given by cards are counted by cards; of a tally only the cards are counted that its combinations need at
least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from scoring.core.cards import (
    ALPHABET,
    BLACK_THREE,
    JOKER,
    RED_THREE,
    SUITS,
    THREES,
    WILD,
    plain_card,
)
from scoring.core.counted import CountedDeal, SideCount
from scoring.core.meld_book import meld_book
from scoring.core.melds import Meld, SequenceMelds
from scoring.core.packed import DeckGuards, deck_guards, fits_deck
from scoring.core.problem import Code, Params, Problem
from scoring.core.ruleset import RuleSet

_CARDS_OF_A_RANK: Final = 4
_THREES_OF_A_COLOUR: Final = 2


class Deck(NamedTuple):
    """The number of copies of each card, and of the cards of sequences by suit and rank."""

    copies: dict[str, int]
    suited: dict[str, int]
    guards: DeckGuards


@cache
def deck_of(rules: RuleSet) -> Deck:
    copies = dict.fromkeys(ALPHABET, _CARDS_OF_A_RANK * rules.decks)
    copies |= {JOKER: rules.jokers, **dict.fromkeys(THREES, _THREES_OF_A_COLOUR * rules.decks)}
    suited = dict.fromkeys(suited_cards(rules.melds.sequences), rules.decks)
    return Deck(copies, suited, deck_guards(copies, suited))


def suited_cards(sequences: SequenceMelds | None) -> list[str]:
    ranks = "" if sequences is None else sequences.ranks
    return [suit + rank for suit in SUITS for rank in ranks]


def deck_problems(deal: CountedDeal) -> list[Problem]:
    """Return the cards of which a deal has more than the deck, in the order of the alphabet."""
    if fits_deck(deal, deck_of(deal.sheet.rules).guards):
        return []
    tallied = [side for side in deal.playing if side.hand.tally is not None]
    limits = list(_combinations_beyond_limits(deal)) if tallied else []
    # The cards of tallied combinations are left out where these are too many anyway.
    excess = excess_cards(deal, [] if limits else tallied) + limits
    if tallied and not excess:
        return _points_beyond_deck(deal)
    return [_deck_exceeded(deal.sheet.rules, card, number) for card, number in excess]


def _deck_exceeded(rules: RuleSet, card: str, excess: int) -> Problem:
    """`card` is a card, threes of both colours, or the code of a combination."""
    params: Params = {"card": _written(card), "excess": excess}
    copies = _copies_of(deck_of(rules), card)
    facts: Params = {"ruleset": rules.slug} if copies is None else {"cards": card, "copies": copies}
    return Problem(Code.DECK_EXCEEDED, None, _written(card), params, facts)


def _written(card: str) -> str:
    """Threes of both colours are found at the black ones."""
    return BLACK_THREE if card == THREES else card


def _copies_of(deck: Deck, card: str) -> int | None:
    """Return how many of a card the deck has; None for the code of a combination."""
    if card == THREES:
        return sum(deck.copies[three] for three in THREES)
    return deck.copies.get(card) or deck.suited.get(card)


# Cards, or the code of a combination, and how many too many.
_Excess = list[tuple[str, int]]


def excess_cards(deal: CountedDeal, tallied: Sequence[SideCount] = ()) -> _Excess:
    """Return each card of which there are more than in the deck.

    Of the tallied sides also the cards are counted that their combinations need at least.
    """
    deck = deck_of(deal.sheet.rules)
    known = _known_cards(deal.sheet.rules, deal.playing)
    threes_beyond: _Excess = []
    if tallied:
        threes = known[RED_THREE] + known[BLACK_THREE]
        for side in tallied:
            _add_min_cards(known, deal, side)
        if all(known[card] <= deck.copies[card] for card in THREES):
            threes_beyond = _threes_beyond_deck(deal, deck, threes)
    for side in deal.playing:
        for _at, meld in side.unusual_melds:
            if not meld.is_valid:
                _raise_to_cards_in(known, meld.text)
    beyond = [
        (card, number - deck.copies[card]) for card, number in known.items() if number > deck.copies[card]
    ]
    return [*beyond, *_suited_beyond_deck(deal, deck), *threes_beyond]


def _known_cards(rules: RuleSet, sides: Sequence[SideCount]) -> dict[str, int]:
    """Count the cards of the sides, as far as they are known."""
    cards = "".join(_written_cards(rules, side) for side in sides)
    known = {card: cards.count(card) for card in ALPHABET}
    for side in sides:
        known[RED_THREE] += side.hand.red_threes
        if side.hand.tally is not None:
            known[RED_THREE] += side.red_in_hand
            known[BLACK_THREE] += side.black_in_hand
    return known


def _written_cards(rules: RuleSet, side: SideCount) -> str:
    """Return the cards of a side that are written down, without its red threes on the table."""
    if side.hand.tally is not None:
        return ""
    return "".join(meld.cards for meld in _valid_melds(rules, side)) + side.hand.hand


def _valid_melds(rules: RuleSet, side: SideCount) -> list[Meld]:
    """Return the melds of a side, without the invalid ones, which may be slips of the pen."""
    melds = () if side.hand.tally is not None else side.hand.melds
    return [meld for meld in map(meld_book(rules).__getitem__, melds) if meld.is_valid]


def _add_min_cards(known: dict[str, int], deal: CountedDeal, side: SideCount) -> None:
    """Add the cards that the combinations of a tally need at least."""
    for combination, count in zip(deal.sheet.rules.combinations, side.combinations.counts, strict=True):
        for card, minimum in combination.min_cards.items():
            known[card] += minimum * count


def _raise_to_cards_in(known: dict[str, int], text: str) -> None:
    """Invalid melds are not counted together, but none may have more of a card than the deck."""
    for card, number in Counter(cards_in(text)).items():
        if card in known:
            known[card] = max(known[card], number)


def _suited_beyond_deck(deal: CountedDeal, deck: Deck) -> _Excess:
    """Return each card of a suit of which the sequences have more than the deck."""
    melds = [meld for side in deal.playing for meld in _valid_melds(deal.sheet.rules, side)]
    known = Counter(card for meld in melds for card in meld.suited)
    return [(card, known[card] - copies) for card, copies in deck.suited.items() if known[card] > copies]


def _threes_beyond_deck(deal: CountedDeal, deck: Deck, threes: int) -> _Excess:
    """Tallied combinations of threes need more threes of both colours together than of either."""
    for side in deal.playing:
        if side.hand.tally is not None:
            made = zip(deal.sheet.rules.combinations, side.combinations.counts, strict=True)
            threes += sum(combination.threes_needed * count for combination, count in made)
    excess = threes - sum(deck.copies[card] for card in THREES)
    return [(THREES, excess)] if excess > 0 else []


def cards_in(text: str) -> Iterator[str]:
    """Yield the cards of a meld, those of a sequence a second time with their suit."""
    suit = text[:1] if text[:1] and text[:1] in SUITS else ""
    for card in text[len(suit) :]:
        yield plain_card(suit, card) if suit else card
        if suit:
            yield suit + card


def _combinations_beyond_limits(deal: CountedDeal) -> Iterator[tuple[str, int]]:
    """Yield a combination of which the tallies have more than the deck allows, and how many too many."""
    made = _count_combinations(deal)
    for limit in deal.sheet.rules.limits:
        excess = limit.find_excess(made)
        if excess is not None:
            yield excess
            return
    yield from _wild_cards_beyond_deck(deal)


def _count_combinations(deal: CountedDeal) -> dict[str, int]:
    """Return how many of each combination all sides together have."""
    columns = zip(*(side.combinations.counts for side in deal.playing), strict=True)
    codes = (combination.code for combination in deal.sheet.rules.combinations)
    return {code: sum(column) for code, column in zip(codes, columns, strict=True)}


def _wild_cards_beyond_deck(deal: CountedDeal) -> Iterator[tuple[str, int]]:
    """Tallied combinations that need more wild cards than the deck and the other sides leave."""
    rules = deal.sheet.rules
    combinations: list[str] = []
    used = 0
    for side in deal.playing:
        if side.hand.tally is None:
            known = _known_cards(rules, [side])
            used += sum(known[card] for card in WILD)
            continue
        for combination, count in zip(rules.combinations, side.combinations.counts, strict=True):
            used += combination.min_wild * count
            combinations += [combination.code] if combination.min_wild and count else []
    excess = used - _CARDS_OF_A_RANK * rules.decks - rules.jokers
    if excess > 0 and combinations:
        yield combinations[-1], excess


def _points_beyond_deck(deal: CountedDeal) -> list[Problem]:
    """The points of tallied cards and of all others together exceed the value of the whole deck."""
    excess = sum(map(_card_points, deal.playing)) - _deck_value(deal)
    return [Problem(Code.POINTS_EXCEED_DECK, params={"excess": excess})] if excess > 0 else []


def _card_points(side: SideCount) -> int:
    return side.meld_points + side.hand_points + sum(meld.excess_points for _at, meld in side.unusual_melds)


def _deck_value(deal: CountedDeal) -> int:
    """Return the maximum value of all cards together.

    A three that is worth nothing in the hand counts while it may be melded.
    """
    rules, deck = deal.sheet.rules, deck_of(deal.sheet.rules)
    threes = {
        RED_THREE: sum(side.red_threes + side.red_in_hand for side in deal.playing),
        BLACK_THREE: 0 if rules.black_three_held else sum(side.black_in_hand for side in deal.playing),
    }
    return sum(
        rules.card_values[card] * (copies - threes.get(card, 0)) for card, copies in deck.copies.items()
    )
