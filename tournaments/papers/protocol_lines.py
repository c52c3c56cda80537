"""The lines of an event on the protocols of its games: its name and round, the points, another result.

While the standings are hidden, the points of a game are not printed either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from clubs.reports.report import Fact, Row, Value
from scoring.models import Game
from scoring.printing.event_lines import EventLines
from scoring.wording.labels import SIDE_LETTERS
from tournaments.core.results import COUNT_AS_PLAYED, RoundScore
from tournaments.models import Pairing, Round
from tournaments.play.played_pairings import PlayedPairing
from tournaments.play.queries import without_draw
from tournaments.public.event_view import EventView, load_event_view
from tournaments.public.rounds import (
    counted_in_round,
    differs_from_total,
    fault_label,
    total_once_begun,
)
from tournaments.public.standings import ranks_by_own_points, scheme_points

# At a table of two: the winner where the first or the second side is at fault.
_OTHER_SIDE: Final = (1, 0)


class EventProtocolLines:
    """The event, the round and the table of each game; once it is over, its points and difference."""

    def __init__(self) -> None:
        self.pairings: Mapping[int | None, Pairing] = {}
        self.events: dict[int, EventView] = {}
        self.scores: dict[int, Mapping[int, RoundScore]] = {}

    def load(self, games: Sequence[Game]) -> None:
        pairings = Pairing.objects.select_related("round__tournament__book").filter(game__in=games)
        self.pairings = {pairing.game_id: pairing for pairing in without_draw(pairings, "round")}

    def lines_for(self, game: Game) -> EventLines | None:
        pairing = self.pairings.get(game.pk)
        if pairing is None:
            return None
        event, drawn = pairing.round.tournament, pairing.round
        facts = (Fact(_("Event"), event.title), Fact(_("Round"), number_in_event(drawn)))
        counts = game.over or pairing.kind != Pairing.Kind.PLAYED
        rows = (*self.handicap_rows(pairing), *(self.result_rows(pairing) if counts else ()))
        winner = _winner_instead(pairing, len(game.sides.all()))
        return EventLines(facts, rows, tuple(self.instead_sentences(pairing)), winner)

    def instead_sentences(self, pairing: Pairing) -> Iterator[str]:
        """What counts instead of what was played, and the reason."""
        if pairing.kind == Pairing.Kind.PLAYED:
            return
        meeting = self.played_pairing(pairing)
        yield _instead_sentence(pairing, is_begun=meeting is None or meeting.is_begun)
        if pairing.reason:
            yield _("The reason: %(reason)s") % {"reason": pairing.reason}

    def handicap_rows(self, pairing: Pairing) -> Iterator[Row]:
        """With how many points each side begins, and what that makes once the game is over."""
        if not pairing.round.tournament.agreement.handicap:
            return
        meeting = self.played_pairing(pairing)
        if meeting is None or not any(meeting.handicap) or pairing.kind not in COUNT_AS_PLAYED:
            return
        yield Row((_("Handicap"), *meeting.handicap))
        if meeting.game_over and meeting.is_begun:
            yield Row((_("Result with the handicap"), *meeting.with_handicap(meeting.totals)))

    def result_rows(self, pairing: Pairing) -> tuple[Row, ...]:
        """Match points, and the difference or own points that count, a value for each side."""
        view, meeting = self.view_of(pairing.round), self.played_pairing(pairing)
        if meeting is None:
            return ()
        round_scores = self.scores_of(pairing.round)
        scores = [round_scores.get(side[0]) for side in meeting.sides]
        totals = [total_once_begun(meeting, index) for index in range(len(scores))]
        points: list[Value] = [
            None if score is None else scheme_points(view, score.worth.points) for score in scores
        ]
        if not any(
            score and differs_from_total(view.agreement, score, total)
            for score, total in zip(scores, totals, strict=True)
        ):
            return ()
        label = _("Points that count") if view.agreement.scheme.counts_points_made else _("Match points")
        first = Row((label, *points))
        if not ranks_by_own_points(view):
            counted = [None if score is None else score.worth.difference for score in scores]
            return first, Row((_("Difference that counts"), *counted))
        own: list[Value] = [None if score is None else score.worth.own for score in scores]
        return (first,) if own in (points, totals) else (first, Row((_("Own points that count"), *own)))

    def played_pairing(self, pairing: Pairing) -> PlayedPairing | None:
        """The pairing in the record of its event."""
        round_record = self.view_of(pairing.round).round(pairing.round.number)
        if round_record is None:
            return None
        return next((played for played in round_record.pairings if played.pk == pairing.pk), None)

    def view_of(self, drawn: Round) -> EventView:
        """The view of an event, loaded once when the first of its finished games needs it."""
        if drawn.tournament_id not in self.events:
            self.events[drawn.tournament_id] = load_event_view(drawn.tournament)
        return self.events[drawn.tournament_id]

    def scores_of(self, drawn: Round) -> Mapping[int, RoundScore]:
        if drawn.pk not in self.scores:
            self.scores[drawn.pk] = counted_in_round(self.view_of(drawn), drawn.number)
        return self.scores[drawn.pk]


def _winner_instead(pairing: Pairing, sides: int) -> int | None:
    """The winner at a table of two where the other side is at fault."""
    if pairing.kind == Pairing.Kind.PLAYED or pairing.at_fault is None or sides != len(_OTHER_SIDE):
        return None
    return _OTHER_SIDE[pairing.at_fault]


def _instead_sentence(pairing: Pairing, *, is_begun: bool) -> str:
    """What counts, and which side is at fault."""
    what = pairing.get_kind_display()
    if pairing.at_fault is not None:
        what = f"{what} ({SIDE_LETTERS[pairing.at_fault]} {fault_label(pairing, pairing.at_fault)})"
    if is_begun:
        return _("Counts instead of the played result: %(what)s.") % {"what": what}
    return _("Nothing was played. Counted as: %(what)s.") % {"what": what}


def number_in_event(drawn: Round) -> str:
    """The number of a round; a removed one says so, since another round has its number now."""
    if drawn.state != Round.State.REMOVED:
        return str(drawn.number)
    return _("%(number)s, removed") % {"number": drawn.number}
