"""Assembles protocols from loaded games, in one language or in two side by side."""

from __future__ import annotations

from collections.abc import Sequence

from clubs.people.names import NameOf, full_name
from clubs.reports.in_languages import in_each_language
from clubs.reports.report import Report
from clubs.reports.side_by_side import combine_reports
from scoring.game import history, overrides, rulings, signatures
from scoring.game.own_decisions import own_decision_sentences
from scoring.printing import protocol
from scoring.printing.event_lines import EventLineReader
from scoring.store.game_queries import side_names
from scoring.store.printing_queries import GamePaper


def protocol_report(
    languages: Sequence[str], paper: GamePaper, events: EventLineReader, name_of: NameOf, address: str
) -> Report:
    """Return the protocol in one language, or in two side by side."""
    return combine_reports(
        *in_each_language(languages, lambda: _report_in_language(paper, events, name_of, address))
    )


def _report_in_language(paper: GamePaper, events: EventLineReader, name_of: NameOf, address: str) -> Report:
    """With full names it is the desk's protocol: with the names of directors and jury, and the signatures."""
    game, rows = paper.game, paper.rows
    names = side_names(game, name_of)
    is_desk = name_of is full_name
    name_of_juror = rulings.desk_user_name if is_desk else rulings.public_user_name
    contents = protocol.ProtocolContents(
        ledger=history.ledger_entries(game, names, game.adjustments.all()),
        rulings=rulings.describe_rulings(game, names, game.rulings.all(), name_of_juror),
        overrides=overrides.describe_overrides(game, names, paper.overridden),
        own_decisions=own_decision_sentences(game.own_decisions.all()),
        versions=paper.versions,
        totals=paper.totals,
        signatures=signatures.signature_overview(game, names, rows, list(game.signings.all()), name_of),
        event=events.lines_for(game),
        former_seats=paper.former_seats,
        void_reasons=paper.void_reasons,
        put_right=paper.put_right,
        state=paper.state,
        address=address,
        directors=paper.directors if is_desk else (),
        shows_drawings=is_desk,
        name_of=name_of,
    )
    return protocol.build_protocol(game, names, rows, contents)
