"""Draws documents as PDF with ReportLab: reports, cards, certificates, and booklets of them.

Reads the content of a document (`clubs.reports.report`) and nothing else of ours.
"""

__all__ = ["booklet", "cards", "certificates", "reports", "sheets"]
