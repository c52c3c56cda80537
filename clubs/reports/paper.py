"""Renders any printable document as a PDF file: a report, cards or certificates."""

from __future__ import annotations

from clubs.reports import cards, certificates, pdf
from clubs.reports.report import Cards, Certificates, Document


def render_document(document: Document) -> bytes:
    if isinstance(document, Cards):
        return cards.render_cards(document)
    if isinstance(document, Certificates):
        return certificates.render_certificates(document)
    return pdf.render_report(document)
