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

    def pgettext(self, _context: str, _message: str) -> str:
        return ""


def languages_without(text: str | Promise, context: str | None = None) -> list[str]:
    """Return the languages into which a text, or the singular of a counted one, is not translated yet."""
    with override(None):
        source = str(text)
    languages = (language for language, _name in settings.LANGUAGES)
    return [language for language in languages if not _translated(source, context, language)]


def _translated(source: str, context: str | None, language: str) -> str:
    catalog = translation("django", settings.LOCALE_PATHS[0], [language], fallback=True)
    catalog.add_fallback(_NotTranslated())
    return catalog.gettext(source) if context is None else catalog.pgettext(context, source)
