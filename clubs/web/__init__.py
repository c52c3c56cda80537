"""What every page is made with: decorators, forms, revisions, caching, lists and exports."""

__all__ = [
    "acts",
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
    "write_priority",
]
