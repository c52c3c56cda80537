"""In which games and languages a paper is drawn by the tests."""

import pytest

from scoring.core import rulesets
from tests.conftest import LONG

GAMES = [rules.slug for rules in rulesets.all()]
LANGUAGES = ("sv", "fi", "da", "en", "fi-sv")

EVERY_GAME = pytest.mark.parametrize("ruleset", GAMES)
# The quick profile meets every game and every language; each in each is left to the long one.
GAMES_IN_LANGUAGES = pytest.mark.parametrize(
    ("ruleset", "languages"),
    [
        (game, languages)
        for at, game in enumerate(GAMES)
        for other, languages in enumerate(LANGUAGES)
        if LONG or at % len(LANGUAGES) == other
    ],
)
