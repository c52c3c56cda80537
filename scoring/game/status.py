"""Status of a game and of its deals: badges, and whole sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.text.dates import short_datetime
from scoring.core.game_state import GameEnd
from scoring.models import Deal, Game
from scoring.store.deal_queries import DealRow
from scoring.store.sheets import sides_in_extra_deal
from scoring.wording.other_results import other_result_label, other_result_sentence

_EARLY_ENDINGS: Final = {
    GameEnd.TIME: _lazy("Time ended the game."),
    GameEnd.FORFEIT: _lazy("Gave up: %(side)s."),
    GameEnd.STOPPED: _lazy("Stopped before the end: %(side)s."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusBadge:
    """The status of a game or deal in a word: the kind of badge, and its text."""

    kind: str
    label: str


def game_badge(game: Game, rows: Sequence[DealRow]) -> StatusBadge:
    if game.is_set_aside:
        return StatusBadge(kind="pencil", label=game.get_state_display())
    if any(row.deal.state == Deal.State.DISPUTED for row in rows):
        return StatusBadge(kind="red", label=_("under protest"))
    if game.other_result:
        return StatusBadge(kind="ink", label=other_result_label(game.other_result))
    if game.over or game.state != Game.State.OPEN:
        return StatusBadge(kind="ink", label=game.get_state_display())
    return StatusBadge(kind="open", label=_("in progress"))


def game_sentences(game: Game, names: Sequence[str], rows: Sequence[DealRow]) -> Iterator[str]:
    """Describe the status of the game in whole sentences."""
    return set_aside_sentences(game) if game.is_set_aside else play_sentences(game, names, rows)


def play_sentences(game: Game, names: Sequence[str], rows: Sequence[DealRow]) -> Iterator[str]:
    for row in rows:
        if row.deal.state == Deal.State.DISPUTED:
            yield _("Deal %(number)s is disputed: the director decides.") % {"number": row.deal.number}
    yield from _sentences_without_deals(game, rows)
    if game.ended_by:
        side = "" if game.end_side is None else names[game.end_side]
        yield _EARLY_ENDINGS[GameEnd(game.ended_by)] % {"side": side}
    if game.is_draw:
        yield _("The game is over: a draw.")
    elif game.winner is not None:
        yield _("The game is over. Winner: %(side)s.") % {"side": names[game.winner]}
    elif playing := sides_in_extra_deal(game.sides.all()):
        sides = " / ".join(names[side] for side in playing)
        yield _("Tied for the lead: an extra deal decides between %(sides)s.") % {"sides": sides}


def _sentences_without_deals(game: Game, rows: Sequence[DealRow]) -> Iterator[str]:
    """Say what counts in a game that its deals do not make."""
    if game.other_result:
        yield other_result_sentence(game.other_result)
    if game.entered_result is not None:
        known = any(row.hands for row in rows)
        yield (
            _("Only the result was handed in: not all deals are known.")
            if known
            else _("Only the result was handed in: the deals are not known.")
        )


def set_aside_sentences(game: Game) -> Iterator[str]:
    """Say since when a game counts for nothing, and why; yield nothing if it counts."""
    if game.set_aside_at is not None:
        when = short_datetime(game.set_aside_at)
        yield _("This game was set aside on %(when)s and does not count. Its records are kept.") % {
            "when": when
        }
    if game.set_aside_because:
        yield _("The reason: %(reason)s") % {"reason": " ".join(game.set_aside_because.split())}


def deal_badge(row: DealRow) -> StatusBadge | None:
    """Return the badge of a deal; None for an approved one, and for one whose sheet is on paper."""
    if row.deal.state == Deal.State.ENTERED and not row.awaits_approval:
        return None
    return {
        Deal.State.DRAFT: StatusBadge(kind="open", label=_("being played")),
        Deal.State.ENTERED: StatusBadge(kind="pencil", label=_("not approved yet")),
        Deal.State.DISPUTED: StatusBadge(kind="red", label=_("disputed, does not count yet")),
        Deal.State.VOID: StatusBadge(kind="pencil", label=_("void, does not count")),
    }.get(Deal.State(row.deal.state))
