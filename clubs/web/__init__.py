"""What pages of every app use: decorators, forms, revisions, caching, lists and exports."""

__all__ = [
    "actions",
    "decorators",
    "exports",
    "extensions",
    "forms",
    "links",
    "live",
    "qr",
    "request_author",
    "revisions",
    "search",
    "tables",
]
