"""Renders any printable document as a PDF file: a report, cards, certificates or sheets."""

from __future__ import annotations

from clubs.reports.pdf import cards, certificates, reports, sheets
from clubs.reports.report import Cards, Certificates, Document, Sheets


def render_document(document: Document) -> bytes:
    if isinstance(document, Cards):
        return cards.render_cards(document)
    if isinstance(document, Certificates):
        return certificates.render_certificates(document)
    if isinstance(document, Sheets):
        return sheets.render_sheets(document)
    return reports.render_report(document)
