"""The deck held against a deal: nobody has a card that is not there.

All sides are put together. What is known by cards is counted by cards; of a tally the least is counted that
its combinations take. Knows how many of each card a deck holds; must not know how a meld is read.
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
    card_of,
)
from scoring.core.counting import CountedDeal, SideCount, tables_of
from scoring.core.melds import SequenceMelds
from scoring.core.problem import Code, Problem
from scoring.core.rulesets.base import RuleSet

_OF_A_RANK: Final = 4
_OF_A_COLOUR: Final = 2


class Deck(NamedTuple):
    """How many there are of each card, and the same packed, for a single look."""

    most: dict[str, int]
    suited: dict[str, int]
    bias: int
    mask: int


@cache
def deck_of(rules: RuleSet) -> Deck:
    most = dict.fromkeys(ALPHABET, _OF_A_RANK * rules.decks)
    most |= {JOKER: rules.jokers, **dict.fromkeys(THREES, _OF_A_COLOUR * rules.decks)}
    suited = dict.fromkeys(suited_cards(rules.melds.sequences), rules.decks)
    bias, mask = bitfields.guards(most, suited)
    return Deck(most, suited, bias, mask)


def suited_cards(sequences: SequenceMelds | None) -> list[str]:
    ranks = "" if sequences is None else sequences.ranks
    return [suit + rank for suit in SUITS for rank in ranks]


def deck_problems(deal: CountedDeal) -> list[Problem]:
    """More of a card than there is, in the order of the alphabet. A deal by cards is settled in one look."""
    deck, cards = deck_of(deal.sheet.rules), deal.cards
    if cards is None or cards & SUM_MASK >= CARD_GUARD or (cards + deck.bias) & deck.mask:
        return _problems_by_card(deal, deck)
    return []


def _problems_by_card(deal: CountedDeal, deck: Deck) -> list[Problem]:
    """Card by card. What tallied combinations take is left out where there are too many of these anyway."""
    limits = list(_beyond_limits(deal))
    cards = list(_beyond_deck(deal, deck, taking=not limits))
    found = [_exceeded(what, excess) for what, excess in (*cards, *limits)]
    return found or _points_beyond(deal, deck)


def _exceeded(what: str, excess: int) -> Problem:
    return Problem(Code.DECK_EXCEEDED, None, what, {"card": what, "excess": excess})


def _beyond_deck(deal: CountedDeal, deck: Deck, *, taking: bool) -> Iterator[tuple[str, int]]:
    """Each card of which there are more than the deck holds, and how many too many."""
    shown: Counter[str] = Counter()
    for side in deal.playing:
        shown += _cards_of(deal, side, taking=taking)
    heaps = _largest_heaps(deal)
    for card, most in deck.most.items():
        count = max(shown[card], heaps[card])
        if count > most:
            yield card, count - most
    for card, most in deck.suited.items():
        if shown[card] > most:
            yield card, shown[card] - most
    if taking and all(shown[card] <= deck.most[card] for card in THREES):
        yield from _beyond_threes(deal, deck)


def _beyond_threes(deal: CountedDeal, deck: Deck) -> Iterator[tuple[str, int]]:
    """Tallied combinations of threes take more of both colours together than of either."""
    combinations, threes = deal.sheet.rules.combinations, 0
    for side in deal.playing:
        cards = _cards_of(deal, side, taking=False)
        threes += sum(cards[card] for card in THREES)
        if side.hand.tally is not None:
            made = zip(combinations, side.combinations.counts, strict=True)
            threes += sum(one.takes_threes * count for one, count in made)
    excess = threes - sum(deck.most[card] for card in THREES)
    if excess > 0:
        yield BLACK_THREE, excess


def _cards_of(deal: CountedDeal, side: SideCount, *, taking: bool) -> Counter[str]:
    """All cards of a side, of sequences by suit and rank too; of a tally, the fewest it can stand for."""
    if side.cards is not None:
        packed_cards = side.cards
        cards = Counter({card: bitfields.count(packed_cards, card) for card in ALPHABET})
        # More of a rank, and a field of its suits may have run over: then the texts are counted.
        if max(cards.values()) <= bitfields.SUIT_MASK:
            return cards + Counter({card: bitfields.suited(packed_cards, card) for card in bitfields.SUITED})
    if side.hand.tally is not None:
        cards = Counter({RED_THREE: side.red_threes + side.red_in_hand, BLACK_THREE: side.black_in_hand})
        return cards + _taken(deal, side) if taking else cards
    cards = Counter(side.hand.hand) + Counter({RED_THREE: side.hand.red_threes})
    for meld in side.melds or map(tables_of(deal.sheet.rules).melds.meld, side.hand.melds):
        if meld.is_good:
            cards.update(cards_in(meld.text))
    return cards


def _largest_heaps(deal: CountedDeal) -> Counter[str]:
    """Cards of no meld are not counted, but no heap of them holds more of a card than there is."""
    largest: Counter[str] = Counter()
    for side in deal.playing:
        for meld in side.melds:
            if not meld.is_good:
                largest |= Counter(cards_in(meld.text))
    return largest


def cards_in(text: str) -> Iterator[str]:
    """The cards of a meld, those of a sequence a second time with their suit."""
    suit = text[:1] if text[:1] and text[:1] in SUITS else ""
    for card in text[len(suit) :]:
        yield card_of(suit, card) if suit else card
        if suit:
            yield suit + card


def _taken(deal: CountedDeal, side: SideCount) -> Counter[str]:
    """The fewest cards that the combinations of a tally take."""
    cards: Counter[str] = Counter()
    for one, count in zip(deal.sheet.rules.combinations, side.combinations.counts, strict=True):
        cards.update({card: least * count for card, least in one.takes.items()})
    return cards


def _beyond_limits(deal: CountedDeal) -> Iterator[tuple[str, int]]:
    """Combinations of which a tally has more than the deck can make."""
    if all(side.hand.tally is None for side in deal.playing):
        return
    made = _combinations_made(deal)
    for limit in deal.sheet.rules.limits:
        beyond = limit.beyond(made)
        if beyond is not None:
            yield beyond
            return
    yield from _beyond_wild(deal)


def _combinations_made(deal: CountedDeal) -> dict[str, int]:
    """How many of each combination all sides together have."""
    columns = zip(*(side.combinations.counts for side in deal.playing), strict=True)
    codes = (one.code for one in deal.sheet.rules.combinations)
    return {code: sum(column) for code, column in zip(codes, columns, strict=True)}


def _beyond_wild(deal: CountedDeal) -> Iterator[tuple[str, int]]:
    """Tallied combinations that need more wild cards than there are, or than the other sides leave."""
    rules = deal.sheet.rules
    needing: list[str] = []
    used = 0
    for side in deal.playing:
        if side.hand.tally is None:
            cards = _cards_of(deal, side, taking=False)
            used += sum(cards[card] for card in WILD)
            continue
        for one, count in zip(rules.combinations, side.combinations.counts, strict=True):
            used += one.least_wild * count
            needing += [one.code] if one.least_wild and count else []
    excess = used - _OF_A_RANK * rules.decks - rules.jokers
    if excess > 0 and needing:
        yield needing[-1], excess


def _points_beyond(deal: CountedDeal, deck: Deck) -> list[Problem]:
    """Tallied points together with all others are more than all cards are worth."""
    if all(side.hand.tally is None for side in deal.playing):
        return []
    excess = sum(map(_points_of, deal.playing)) - _worth(deal, deck)
    return [Problem(Code.POINTS_EXCEED_DECK, params={"excess": excess})] if excess > 0 else []


def _points_of(side: SideCount) -> int:
    return side.meld_points + side.hand_points + sum(meld.excess_points for meld in side.melds)


def _worth(deal: CountedDeal, deck: Deck) -> int:
    """What all cards can be worth together.

    A three that is worth nothing held counts while it may be melded.
    """
    rules = deal.sheet.rules
    threes = {
        RED_THREE: sum(side.red_threes + side.red_in_hand for side in deal.playing),
        BLACK_THREE: 0 if rules.black_three_held else sum(side.black_in_hand for side in deal.playing),
    }
    return sum(rules.values[card] * (most - threes.get(card, 0)) for card, most in deck.most.items())
