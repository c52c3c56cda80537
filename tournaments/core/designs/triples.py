"""Tables of three: of 6k+3 places all meet once, of 6k from 18 on all but one (Kirkman, nearly Kirkman).

Of 12 places each two meet twice, and of 6 four times: no better rounds exist there. The last two places
may be empty, and for 6k from 18 on never meet. How the rounds were found is written in `docs/movements.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from tournaments.core.designs.design import DesignRound, develop, in_order


def has_triple_rounds(places: int) -> bool:
    return places in _STORED


@cache
def get_triple_rounds(places: int) -> tuple[DesignRound, ...]:
    """Return the rounds for so many places."""
    text = _STORED[places]
    if "*" not in text:
        return develop(places, text)
    factors, _at, order = text.partition("@")
    third = int(factors.split("*")[0])
    return in_order([*_tripled(get_triple_rounds(third), third)], order)


def _tripled(rounds: Sequence[DesignRound], third: int) -> Iterator[DesignRound]:
    """Yield the rounds of three copies of an odd number of places: each meets the others, then itself."""
    for step in range(third):
        yield tuple(
            (place, third + (place + step) % third, 2 * third + (place + 2 * step) % third)
            for place in range(third)
        )
    for played in rounds:
        yield tuple(tuple(copy * third + place for place in table) for table in played for copy in range(3))


# By the number of places, as `develop` reads them.
_STORED: Final[Mapping[int, str]] = {
    6: "5: 5 0 1, 2 3 4; 5 0 2, 1 3 4 @ 1 4 3 2 0 7 8 6 9 5",
    9: "3: 5 6 7, 4 3 0, 8 2 1; =2 7 4 @ 0 2 3 1",
    12: "11: 11 9 2, 1 6 3, 5 8 7, 10 0 4 @ 6 5 0 10 4 9 1 7 3 8 2",
    15: "7: 14 0 7, 3 2 12, 8 11 9, 5 1 13, 10 6 4 @ 5 1 2 3 0 4 6",
    18: (
        "4: 16 7 9, 11 1 2, 10 14 5, 13 8 17, 0 4 15, 3 12 6; 8 14 15, 2 9 10, 16 0 12, 5 13 3, 11 7 4, 17 "
        "6 1 @ 2 0 4 6 5 3 1 7"
    ),
    21: (
        "7: 17 20 18, 14 13 5, 6 4 0, 3 7 16, 15 10 1, 19 12 2, 9 11 8; =7 18 0; =13 1 16; =14 8 2 @ 1 7 6 "
        "4 3 5 9 0 8 2"
    ),
    24: "11: 22 0 11, 23 6 20, 4 21 12, 19 1 14, 10 15 3, 2 5 7, 9 18 8, 17 13 16 @ 7 0 4 8 1 5 3 9 2 6 10",
    27: (
        "13: 26 0 13, 2 16 21, 5 10 20, 1 23 17, 9 6 8, 7 14 25, 24 12 3, 18 22 19, 15 4 11 @ 4 2 11 8 0 10 "
        "3 9 7 1 6 5 12"
    ),
    30: (
        "14: 28 0 14, 29 10 25, 9 19 1, 12 24 18, 23 21 2, 27 4 5, 6 17 22, 3 20 7, 8 13 11, 16 15 26 @ 8 0 "
        "1 13 7 6 12 5 10 11 9 4 2 3"
    ),
    33: (
        "11: 10 19 15, 1 2 8, 5 16 28, 31 13 18, 29 7 26, 11 30 9, 32 23 27, 17 3 0, 14 25 24, 22 4 6, 21 "
        "12 20; =18 8 22; =13 9 29; =28 4 11; =31 5 17; =7 24 15 @ 14 5 8 1 4 13 9 12 15 0 11 10 2 3 6 7"
    ),
    36: (
        "17: 34 0 17, 35 10 23, 11 8 7, 6 22 18, 3 31 9, 5 15 25, 13 28 4, 26 20 19, 29 27 32, 30 21 12, 1 "
        "24 16, 2 14 33 @ 2 3 0 16 15 1 14 4 13 5 6 10 8 9 12 7 11"
    ),
    39: (
        "19: 38 0 19, 37 4 34, 35 33 27, 26 16 2, 28 21 8, 11 32 36, 18 7 30, 22 31 15, 13 9 10, 23 24 6, "
        "17 20 25, 3 5 12, 29 14 1 @ 2 12 5 7 17 8 0 11 1 6 14 16 9 4 10 15 3 13 18"
    ),
    42: (
        "20: 40 0 20, 41 1 39, 6 21 10, 17 27 26, 38 15 12, 25 28 37, 34 7 9, 19 5 33, 23 2 11, 35 31 18, 8 "
        "13 32, 3 4 16, 36 14 30, 22 29 24 @ 0 2 4 6 8 10 12 14 16 18 1 3 5 7 9 11 13 15 17 19"
    ),
    45: "15 * 3 @ 12 15 0 9 3 16 6 18 5 8 14 2 11 17 13 19 20 10 7 1 4 21",
    48: (
        "23: 46 0 23, 47 21 39, 19 44 29, 34 32 2, 45 31 14, 10 13 1, 22 27 15, 6 40 11, 17 36 16, 12 33 "
        "20, 30 26 4, 35 24 8, 28 25 41, 37 38 43, 9 3 7, 18 5 42 @ 1 18 10 19 4 0 13 5 14 9 15 6 20 11 8 "
        "22 16 17 12 2 7 21 3"
    ),
    51: (
        "5 5: 50 0 25, 5 17 36, 7 8 30, 24 15 32, 2 16 49, 12 20 41, 1 23 37, 21 6 26, 19 3 46, 13 18 28, "
        "22 4 38, 10 9 47, 14 11 35, 27 44 39, 42 45 43, 33 48 29, 40 31 34 @ 3 9 0 18 15 6 7 12 14 11 19 4 "
        "23 10 1 13 21 16 5 22 8 2 20 17 24"
    ),
    54: (
        "26: 52 0 26, 53 20 47, 25 22 31, 18 41 16, 49 4 46, 50 38 17, 11 6 5, 51 12 3, 14 10 44, 13 2 30, "
        "40 48 42, 21 36 7, 33 19 9, 35 23 15, 8 45 1, 24 29 34, 39 32 43, 37 27 28 @ 17 18 8 20 7 21 4 5 6 "
        "19 22 3 10 9 16 23 14 12 2 13 24 15 25 11 0 1"
    ),
    57: (
        "19: 52 44 46, 41 42 56, 40 47 50, 6 39 32, 4 45 34, 9 49 29, 51 3 24, 53 2 35, 48 14 36, 18 5 10, "
        "12 16 13, 8 17 15, 28 37 21, 25 31 33, 23 27 22, 30 7 43, 20 11 54, 26 1 55, 0 19 38; =9 26 51; =6 "
        "30 53; =4 20 48; =28 15 52; =25 10 41; =23 13 40; =39 25 13; =45 23 15; =49 28 10 @ 7 6 16 21 10 0 "
        "22 26 24 2 12 15 23 17 4 9 20 25 3 11 18 1 13 8 19 5 27 14"
    ),
    60: (
        "29: 58 0 29, 59 23 31, 57 32 54, 6 49 9, 1 36 19, 51 21 33, 53 28 44, 24 10 48, 7 38 11, 47 46 41, "
        "14 27 34, 2 3 26, 43 4 56, 8 30 15, 35 37 52, 55 13 45, 50 16 42, 22 40 12, 17 5 25, 20 39 18 @ 4 "
        "8 16 13 21 17 12 24 25 0 9 5 20 28 3 1 26 10 2 14 6 15 23 18 19 27 7 22 11"
    ),
}
