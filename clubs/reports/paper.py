"""Renders any printable document as a PDF file: a report, cards or certificates."""

from __future__ import annotations

from clubs.reports.pdf import cards, certificates, reports
from clubs.reports.report import Cards, Certificates, Document


def render_document(document: Document) -> bytes:
    if isinstance(document, Cards):
        return cards.render_cards(document)
    if isinstance(document, Certificates):
        return certificates.render_certificates(document)
    return reports.render_report(document)
