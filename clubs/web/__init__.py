"""What pages of every app use: decorators, forms, revisions, caching, lists and exports."""

__all__ = [
    "actions",
    "addresses",
    "body_limits",
    "decorators",
    "exports",
    "extensions",
    "file_turns",
    "format_parameter",
    "forms",
    "hall",
    "links",
    "live",
    "origin",
    "page_store",
    "printed_addresses",
    "qr",
    "request_author",
    "revisions",
    "search",
    "tables",
]
