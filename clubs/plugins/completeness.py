"""What the checks share that name what a part of the program lacks."""

from __future__ import annotations

from gettext import NullTranslations, translation
from typing import Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import override

# The tag of the checks that an installation runs before it starts.
COMPLETE: Final = "complete"


class _NotTranslated(NullTranslations):
    """Says nothing where a catalog has no translation."""

    def gettext(self, _message: str) -> str:
        return ""


def languages_without(text: str | Promise) -> list[str]:
    """Return the languages into which a text is not translated yet."""
    with override(None):
        source = str(text)
    return [language for language, _name in settings.LANGUAGES if not _translated(source, language)]


def _translated(source: str, language: str) -> str:
    catalog = translation("django", settings.LOCALE_PATHS[0], [language], fallback=True)
    catalog.add_fallback(_NotTranslated())
    return catalog.gettext(source)
