"""Ratings in words and figures: 1523 ± 84, and what a game was expected to be and was."""

from __future__ import annotations

from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.core.ratings.chosen import NUMBERS
from tournaments.core.ratings.history import GameStep
from tournaments.core.ratings.rating import MEAN, Skill

# Of 20 players as certain as this one, 19 are within so many deviations.
_DEVIATIONS: Final = 2
# Nothing is shown before so many games: it would say more of luck and of the others than of the player.
MIN_GAMES: Final = 10
_MINUS: Final = "−"


def shown(skill: Skill) -> int:
    return MEAN + round(skill.mu)


def uncertainty(skill: Skill) -> int:
    return round(_DEVIATIONS * skill.sigma)


def with_uncertainty(skill: Skill) -> str:
    return f"{shown(skill)} ± {uncertainty(skill)}"


def signed(change: int) -> str:
    """Return +9, 0 or −4."""
    return f"{_MINUS if change < 0 else '+' if change else ''}{abs(change)}"


def share(expected: float) -> str:
    """Return 0.62 as the reader writes it."""
    return number_format(expected, decimal_pos=2)


def outcome(step: GameStep, side: int) -> str:
    """Return “won”, “drawn”, “lost”; of three sides the place."""
    ranks = step.game.ranks
    if len(ranks) > 2:
        place, sharing = ranks[side] + 1, ranks.count(ranks[side])
        sentence = _("place %(place)s of %(of)s, shared") if sharing > 1 else _("place %(place)s of %(of)s")
        return sentence % {"place": place, "of": len(ranks)}
    if ranks[0] == ranks[1]:
        return pgettext("outcome of a game", "drawn")
    return pgettext("outcome of a game", "won") if ranks[side] == 0 else pgettext("outcome of a game", "lost")


def describe() -> list[str]:
    """Say how ratings are counted."""
    return [
        _(
            "All games of the events of the federation, or of a club without one, count in the order in "
            "which they were played, as soon as the results of their event are shown."
        ),
        _("The tables of a league count one by one, as soon as the league manager has accepted the match."),
        _(
            "Games outside events count where the club wishes it, once their score sheets are signed, on "
            "the day on which they were opened."
        ),
        _("Trials, walkovers, rulings and lists of past results say nothing of strength and do not count."),
        _("Handicaps do not count either: ratings follow from what was played."),
        _(
            "Everybody begins at %(mean)s. Anyone who does better in a game than was expected gains, anyone "
            "who does worse loses. The more uncertain a rating is, the more it moves."
        )
        % {"mean": MEAN},
        _(
            "The figure after ± says how uncertain a rating is: 19 of 20 are within that range. It shrinks "
            "with each game, and grows again while somebody does not play."
        ),
        _(
            "Expected 0.62 means that such a game is won 62 times of 100; a draw counts half. Against two "
            "other sides it is the part of them that is left behind."
        ),
        _("Luck decides much: of two players whose ranges overlap nobody knows who is the stronger."),
        ngettext(
            "A rating is shown from the first game on, and only of those who have agreed to it.",
            "A rating is shown from %(count)s games on, and only of those who have agreed to it.",
            MIN_GAMES,
        )
        % {"count": MIN_GAMES},
        _("The model is that of Bradley and Terry as given by Weng and Lin (2011), with %(numbers)s.")
        % {"numbers": f"σ {NUMBERS.sigma:g}, β {NUMBERS.beta:g}, τ {NUMBERS.drift:g}, γ 1"},
    ]
