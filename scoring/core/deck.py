"""Compares a deal with the deck: the sides together cannot have more of a card than there is.

Sides given by cards are counted by cards; of a tally only the cards are counted that its combinations need at
least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from scoring.core import bitfields
from scoring.core.bitfields import CARD_GUARD, SUM_MASK
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
from scoring.core.counting import CountedDeal, SideCount, counting_tables
from scoring.core.melds import SequenceMelds
from scoring.core.problem import Code, Problem
from scoring.core.ruleset import RuleSet

_CARDS_OF_A_RANK: Final = 4
_THREES_OF_A_COLOUR: Final = 2


class Deck(NamedTuple):
    """The number of copies of each card, and the same packed for a check by one addition."""

    copies: dict[str, int]
    suited: dict[str, int]
    bias: int
    mask: int


@cache
def deck_of(rules: RuleSet) -> Deck:
    copies = dict.fromkeys(ALPHABET, _CARDS_OF_A_RANK * rules.decks)
    copies |= {JOKER: rules.jokers, **dict.fromkeys(THREES, _THREES_OF_A_COLOUR * rules.decks)}
    suited = dict.fromkeys(suited_cards(rules.melds.sequences), rules.decks)
    bias, mask = bitfields.deck_guards(copies, suited)
    return Deck(copies, suited, bias, mask)


def suited_cards(sequences: SequenceMelds | None) -> list[str]:
    ranks = "" if sequences is None else sequences.ranks
    return [suit + rank for suit in SUITS for rank in ranks]


def deck_problems(deal: CountedDeal) -> list[Problem]:
    """Return the cards of which a deal has more than the deck, in the order of the alphabet."""
    deck, cards = deck_of(deal.sheet.rules), deal.cards
    if cards is None or cards & SUM_MASK >= CARD_GUARD or (cards + deck.bias) & deck.mask:
        return _problems_by_card(deal, deck)
    return []


def _problems_by_card(deal: CountedDeal, deck: Deck) -> list[Problem]:
    """Check card by card. The cards of tallied combinations are left out where these are too many anyway."""
    limits = list(_combinations_beyond_limits(deal))
    cards = list(_cards_beyond_deck(deal, deck, with_tallied=not limits))
    problems = [_deck_exceeded(card, excess) for card, excess in (*cards, *limits)]
    return problems or _points_beyond_deck(deal, deck)


def _deck_exceeded(card: str, excess: int) -> Problem:
    """`card` is a card or the code of a combination."""
    return Problem(Code.DECK_EXCEEDED, None, card, {"card": card, "excess": excess})


def _cards_beyond_deck(deal: CountedDeal, deck: Deck, *, with_tallied: bool) -> Iterator[tuple[str, int]]:
    """Yield each card of which there are more than in the deck, and how many too many."""
    known: Counter[str] = Counter()
    for side in deal.playing:
        known += _cards_of(deal, side, with_tallied=with_tallied)
    in_invalid = _most_in_an_invalid_meld(deal)
    for card, copies in deck.copies.items():
        count = max(known[card], in_invalid[card])
        if count > copies:
            yield card, count - copies
    for card, copies in deck.suited.items():
        if known[card] > copies:
            yield card, known[card] - copies
    if with_tallied and all(known[card] <= deck.copies[card] for card in THREES):
        yield from _threes_beyond_deck(deal, deck)


def _threes_beyond_deck(deal: CountedDeal, deck: Deck) -> Iterator[tuple[str, int]]:
    """Tallied combinations of threes need more threes of both colours together than of either."""
    combinations, threes = deal.sheet.rules.combinations, 0
    for side in deal.playing:
        cards = _cards_of(deal, side, with_tallied=False)
        threes += sum(cards[card] for card in THREES)
        if side.hand.tally is not None:
            made = zip(combinations, side.combinations.counts, strict=True)
            threes += sum(combination.threes_needed * count for combination, count in made)
    excess = threes - sum(deck.copies[card] for card in THREES)
    if excess > 0:
        yield BLACK_THREE, excess


def _cards_of(deal: CountedDeal, side: SideCount, *, with_tallied: bool) -> Counter[str]:
    """Count the cards of a side, those of sequences by suit and rank too; of a tally, its minimum."""
    if side.cards is not None:
        packed_cards = side.cards
        cards = Counter({card: bitfields.unpack_count(packed_cards, card) for card in ALPHABET})
        # With more cards of a rank a field of its suits may have overflowed: then the texts are counted.
        if max(cards.values()) <= bitfields.SUIT_MASK:
            return cards + Counter(
                {card: bitfields.unpack_suited(packed_cards, card) for card in bitfields.SUITED}
            )
    if side.hand.tally is not None:
        cards = Counter({RED_THREE: side.red_threes + side.red_in_hand, BLACK_THREE: side.black_in_hand})
        return cards + _min_cards_of_tally(deal, side) if with_tallied else cards
    cards = Counter(side.hand.hand) + Counter({RED_THREE: side.hand.red_threes})
    for meld in side.melds or map(counting_tables(deal.sheet.rules).melds.meld, side.hand.melds):
        if meld.is_valid:
            cards.update(cards_in(meld.text))
    return cards


def _most_in_an_invalid_meld(deal: CountedDeal) -> Counter[str]:
    """Invalid melds are not counted together, but none may have more of a card than the deck."""
    largest: Counter[str] = Counter()
    for side in deal.playing:
        for meld in side.melds:
            if not meld.is_valid:
                largest |= Counter(cards_in(meld.text))
    return largest


def cards_in(text: str) -> Iterator[str]:
    """Yield the cards of a meld, those of a sequence a second time with their suit."""
    suit = text[:1] if text[:1] and text[:1] in SUITS else ""
    for card in text[len(suit) :]:
        yield plain_card(suit, card) if suit else card
        if suit:
            yield suit + card


def _min_cards_of_tally(deal: CountedDeal, side: SideCount) -> Counter[str]:
    """Return the minimum of each card that the combinations of a tally need."""
    cards: Counter[str] = Counter()
    for combination, count in zip(deal.sheet.rules.combinations, side.combinations.counts, strict=True):
        cards.update({card: minimum * count for card, minimum in combination.min_cards.items()})
    return cards


def _combinations_beyond_limits(deal: CountedDeal) -> Iterator[tuple[str, int]]:
    """Yield a combination of which a tally has more than the deck allows, and how many too many."""
    if all(side.hand.tally is None for side in deal.playing):
        return
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
            cards = _cards_of(deal, side, with_tallied=False)
            used += sum(cards[card] for card in WILD)
            continue
        for combination, count in zip(rules.combinations, side.combinations.counts, strict=True):
            used += combination.min_wild * count
            combinations += [combination.code] if combination.min_wild and count else []
    excess = used - _CARDS_OF_A_RANK * rules.decks - rules.jokers
    if excess > 0 and combinations:
        yield combinations[-1], excess


def _points_beyond_deck(deal: CountedDeal, deck: Deck) -> list[Problem]:
    """The points of tallied cards and of all others together exceed the value of the whole deck."""
    if all(side.hand.tally is None for side in deal.playing):
        return []
    excess = sum(map(_card_points, deal.playing)) - _deck_value(deal, deck)
    return [Problem(Code.POINTS_EXCEED_DECK, params={"excess": excess})] if excess > 0 else []


def _card_points(side: SideCount) -> int:
    return side.meld_points + side.hand_points + sum(meld.excess_points for meld in side.melds)


def _deck_value(deal: CountedDeal, deck: Deck) -> int:
    """Return the maximum value of all cards together.

    A three that is worth nothing in the hand counts while it may be melded.
    """
    rules = deal.sheet.rules
    threes = {
        RED_THREE: sum(side.red_threes + side.red_in_hand for side in deal.playing),
        BLACK_THREE: 0 if rules.black_three_held else sum(side.black_in_hand for side in deal.playing),
    }
    return sum(
        rules.card_values[card] * (copies - threes.get(card, 0)) for card, copies in deck.copies.items()
    )
