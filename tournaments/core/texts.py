"""The English sentences of the core: `tournaments.wording` translates them."""

from __future__ import annotations


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translators: `bin/words` collects by the name of this function, as of Django's."""
    return sentence
