"""Protocols in one language or in two side by side, of what was read of their games.

Knows what is read and who tells what of it; must not query, nor know a request.
"""

from __future__ import annotations

from collections.abc import Sequence

from clubs.people.names import full_name
from clubs.reports.in_languages import in_each
from clubs.reports.report import Report
from clubs.reports.side_by_side import beside
from scoring.game import history, overrides, rulings, signatures
from scoring.printing import protocol
from scoring.printing.event_lines import Events
from scoring.store import queries
from scoring.store.printing_queries import Paper
from scoring.wording.labels import Called


def report_in(languages: Sequence[str], paper: Paper, events: Events, call: Called, address: str) -> Report:
    """The protocol in one language, or in two side by side."""
    return beside(*in_each(languages, lambda: _report_of(paper, events, call, address)))


def _report_of(paper: Paper, events: Events, call: Called, address: str) -> Report:
    """By full names it is the desk's: with the jury by name, and the signatures as they were drawn."""
    game, rows = paper.game, paper.rows
    names = queries.side_names(game, call)
    is_desk = call is full_name
    juror = rulings.at_the_desk if is_desk else rulings.in_public
    told = protocol.Told(
        charged=history.ledger(game, names, game.adjustments.all()),
        rulings=rulings.rulings_told(game, names, game.rulings.all(), juror),
        overrides=overrides.overrides(game, names, paper.overridden),
        versions=paper.versions,
        totals=paper.totals,
        signatures=signatures.signatures_of(game, names, rows, list(game.signings.all()), call),
        event=events.told(game),
        left=paper.left,
        voided=paper.voided,
        address=address,
        drawn=is_desk,
        call=call,
    )
    return protocol.protocol(game, names, rows, told)
