"""The rounds of a knock-out: as many as its bracket needs. Nobody counts them beforehand."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.recording import NotNow
from tournaments.core.drawing.proposal import DrawInput
from tournaments.models import Round, Tournament
from tournaments.play import event_record
from tournaments.play.brackets import find_level_tables, get_bracket, rounds_left_for
from tournaments.play.event_record import EventRecord


def refuse_undecided(record: EventRecord, known: DrawInput) -> None:
    """Refuse the draw of a round of a knock-out while nobody has said who goes on, or when it is over."""
    if known.bracket is None:
        return
    for level in find_level_tables(record):
        raise NotNow(
            _("Table %(table)s of round %(round)s has ended level: enter first who goes on.")
            % {"table": level.table, "round": level.round}
        )
    bracket = get_bracket(record)
    if bracket is not None and bracket.board.is_over:
        raise NotNow(_("The knock-out is decided: show the results."))


def fit_to_draw(event: Tournament, number: int, known: DrawInput) -> None:
    """Let a knock-out have as many rounds as it needs, at least, from the one on that is drawn."""
    kind = event.agreement.bracket
    if kind is not None and known.bracket is not None:
        _store(event, number - 1 + rounds_left_for(kind, known.all_entries, known.bracket))


def fit_to_results(event: Tournament) -> None:
    """Do the same after the results of closed rounds: they say who meets whom once more, and who no longer.

    Once the results are shown nothing is drawn any more.
    """
    if event.agreement.bracket is None or event.state != Tournament.State.RUNNING:
        return
    closed = event.rounds.filter(state=Round.State.CLOSED).order_by("-number").first()
    bracket = None if closed is None else get_bracket(event_record.load_event(event, until=closed.number))
    if closed is not None and bracket is not None:
        _store(event, closed.number + bracket.board.rounds_left)


def _store(event: Tournament, rounds: int) -> None:
    agreement = event.agreement
    if rounds not in (0, agreement.rounds):
        event.settings = agreement.with_rounds(rounds).data()
        event.save(update_fields=["settings"])
