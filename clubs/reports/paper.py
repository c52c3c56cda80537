"""Whatever is printed, as a PDF file: a report, cards to be cut apart, certificates.

Knows which renderer draws what.
"""

from __future__ import annotations

from clubs.reports import cards, certificates, pdf
from clubs.reports.report import Cards, Certificates, Document


def printed(document: Document) -> bytes:
    if isinstance(document, Cards):
        return cards.draw(document)
    if isinstance(document, Certificates):
        return certificates.draw(document)
    return pdf.pdf(document)
