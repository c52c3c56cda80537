"""Stored games read: between rows and the values of the core."""

__all__ = [
    "approvals",
    "director_points",
    "jury",
    "printing_queries",
    "queries",
    "seating",
    "sheets",
    "signed_content",
    "signers",
    "signing_queries",
]
