"""The views of clubs: they check the user's roles, call a verb or a query, and render a template."""

__all__ = [
    "account_access",
    "accounts",
    "archive",
    "backups",
    "clubs",
    "codes_mail",
    "genuine",
    "jobs",
    "log",
    "merging",
    "passkeys",
    "people",
    "persons",
    "players",
    "privacy",
    "register",
    "second_step",
    "undo",
]
