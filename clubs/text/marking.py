"""Marks texts that are translated later, by modules that also run where there are no settings."""


def gettext_noop(text: str) -> str:
    """Return the text as it is; `bin/words` collects it."""
    return text
