"""The games and languages in which the tests draw a paper."""

import pytest

from scoring import rulesets
from tests.conftest import LONG

GAMES = [rules.slug for rules in rulesets.newest_editions()]
LANGUAGES = ("sv", "fi", "da", "en", "fi-sv")

EVERY_GAME = pytest.mark.parametrize("ruleset", GAMES)
# The quick profile has every game and every language; all combinations are left to the long profile.
GAMES_IN_LANGUAGES = pytest.mark.parametrize(
    ("ruleset", "languages"),
    [
        (game, languages)
        for at, game in enumerate(GAMES)
        for number, languages in enumerate(LANGUAGES)
        if LONG or at % len(LANGUAGES) == number
    ],
)
# What binds the papers that are drawn for every game: the quick profile has every language, each with a game.
LANGUAGES_OF_GAMES = pytest.mark.parametrize(
    ("ruleset", "languages"),
    [
        (game, languages)
        for at, game in enumerate(GAMES)
        for number, languages in enumerate(LANGUAGES)
        if LONG or at == number
    ],
)


def has_its_turn(number: int, game: str) -> bool:
    """Whether the paper of that number is drawn twice in that game: in the quick profile each is in one."""
    return LONG or number % len(GAMES) == GAMES.index(game)
