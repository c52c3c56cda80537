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

    def ngettext(self, _one: str, _many: str, _number: int) -> str:
        return ""

    def pgettext(self, _context: str, _message: str) -> str:
        return ""

    def npgettext(self, _context: str, _one: str, _many: str, _number: int) -> str:
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
    # The singular of a counted text is found by ngettext alone in older Pythons.
    if context is None:
        return catalog.gettext(source) or catalog.ngettext(source, source, 1)
    return catalog.pgettext(context, source) or catalog.npgettext(context, source, source, 1)
