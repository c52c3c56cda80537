"""The language of the terminal, for what is printed there rather than shown on a page.

The catalogs are those of the pages. They are read by the standard library, since `bin/run` also speaks before
anything is installed. gettext decides by LANGUAGE, LC_ALL, LC_MESSAGES and LANG, in this order; where these
name none of the four languages, everything is in English.
"""

import gettext as _catalogs
from pathlib import Path
from typing import Final

_DOMAIN: Final = "django"
_LOCALE: Final = Path(__file__).resolve().parent.parent / "locale"
_DEFAULT: Final = "en"


def language() -> str:
    """Return the code of the language of the terminal."""
    found = _catalogs.find(_DOMAIN, str(_LOCALE))
    return Path(found).parts[-3] if found else _DEFAULT


def gettext(text: str) -> str:
    """Return the text in the language of the terminal."""
    return _catalogs.dgettext(_DOMAIN, text)


def translate_parser() -> None:
    """Let argparse, which asks gettext for its own sentences, find them in our catalogs."""
    _catalogs.textdomain(_DOMAIN)


_catalogs.bindtextdomain(_DOMAIN, str(_LOCALE))
