"""Assembles protocols from loaded games, in one language or in two side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clubs.people.names import NameOf, full_name
from clubs.reports.in_languages import in_each_language
from clubs.reports.report import Report
from clubs.reports.side_by_side import combine_reports
from scoring.game import history, overrides, rulings, signatures
from scoring.game.own_decisions import own_decision_sentences
from scoring.models import OwnProtocol
from scoring.printing import protocol, two_protocols
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


def two_protocols_report(
    languages: Sequence[str],
    paper: GamePaper,
    handed_in: Mapping[int, Sequence[OwnProtocol]],
    events: EventLineReader,
    address: str,
) -> Report:
    """Return the protocols that the sides have kept, beside each other, as the desk has them."""
    return combine_reports(
        *in_each_language(
            languages,
            lambda: two_protocols.build_two_protocols(
                paper.game,
                paper.rows,
                handed_in,
                _contents(paper, side_names(paper.game, full_name), events, full_name, address),
            ),
        )
    )


def _report_in_language(paper: GamePaper, events: EventLineReader, name_of: NameOf, address: str) -> Report:
    names = side_names(paper.game, name_of)
    contents = _contents(paper, names, events, name_of, address)
    return protocol.build_protocol(paper.game, names, paper.rows, contents)


def _contents(
    paper: GamePaper, names: Sequence[str], events: EventLineReader, name_of: NameOf, address: str
) -> protocol.ProtocolContents:
    """With full names it is the desk's protocol: with the names of directors and jury, and the signatures."""
    game, rows = paper.game, paper.rows
    is_desk = name_of is full_name
    name_of_juror = rulings.desk_user_name if is_desk else rulings.public_user_name
    return protocol.ProtocolContents(
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
