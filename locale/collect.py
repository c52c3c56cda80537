"""`bin/words`: collects the sentences of the product into locale/<language>/LC_MESSAGES/ and compiles them.

A run without changes changes no byte. Django's makemessages runs in a copy of the sources, since it leaves
files next to the templates, and tests read the same folder.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import polib  # type: ignore[import-untyped]  # polib brings no types
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.management.commands import makemessages

LOCALE = Path(__file__).resolve().parent
ROOT = LOCALE.parent
LANGUAGES = {"sv": "Swedish", "fi": "Finnish", "da": "Danish", "en": "English"}
SOURCE = "en"
SUFFIXES = {".py", ".html", ".txt"}
EXCLUDED_FOLDERS = {"tests", "bench"}
PLURAL_FORMS = "nplurals=2; plural=(n != 1);"  # of all four languages
MSGFMT_TIMEOUT = 60


class Collector(makemessages.Command):
    """A makemessages that never guesses a translation, and finds `_lazy` and the texts of games."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=_lazy",
        # scoring/rulesets/texts.py
        "--keyword=Label",
        "--keyword=Phrase:1,2",
        "--keyword=label_only_in:1c,2",
        "--keyword=phrase_only_in:1c,2,3",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/words", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--into", type=Path, default=LOCALE, help="where the catalogs go (default: locale/)")
    into = parser.parse_args().into
    try:
        collect(into)
    except CommandError as problem:
        print(problem, file=sys.stderr)
        return 1
    for language in LANGUAGES:
        print(summary(polib.pofile(str(catalog(into, language))), language))
    return 0


def collect(into: Path) -> None:
    """Collect every sentence of the sources, with the translations that locale/ has for it."""
    with tempfile.TemporaryDirectory(prefix="talon-words-") as folder:
        catalogs = copy_sources(Path(folder))
        settings.configure(LOCALE_PATHS=[str(catalogs)])
        with chdir(folder):
            call_command(
                Collector(), locale=list(LANGUAGES), no_obsolete=True, add_location="file", verbosity=0
            )
        for language in LANGUAGES:
            tidy(catalog(catalogs, language), language)
            write_if_changed(catalog(into, language), catalog(catalogs, language).read_bytes())
    for language in LANGUAGES:
        compile_catalog(catalog(into, language))


def copy_sources(folder: Path) -> Path:
    """Copy the sources and the current catalogs into a folder; return the folder of the catalogs."""
    for source in sources():
        copy = folder / source.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
    catalogs = folder / "catalogs"
    for language in LANGUAGES:
        if catalog(LOCALE, language).exists():
            write_if_changed(catalog(catalogs, language), catalog(LOCALE, language).read_bytes())
    return catalogs


def sources() -> Iterator[Path]:
    """Return the files that can have sentences: those of the Python packages and the templates."""
    for folder in sorted(ROOT.iterdir()):
        if folder.name in EXCLUDED_FOLDERS:
            continue
        if folder.name == "templates" or (folder / "__init__.py").is_file():
            yield from (file for file in sorted(folder.rglob("*")) if file.suffix in SUFFIXES)


def catalog(folder: Path, language: str) -> Path:
    return folder / language / "LC_MESSAGES" / "django.po"


def tidy(file: Path, language: str) -> None:
    """Remove dates and names of tools from a catalog, and fill the English one with its msgids."""
    entries = polib.pofile(str(file))
    entries.header = f"Talon in {LANGUAGES[language]}. See docs/translating.md."
    entries.metadata = {
        "Project-Id-Version": "Talon",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURAL_FORMS,
    }
    entries.metadata_is_fuzzy = False
    if language == SOURCE:
        for entry in entries:
            translate_by_msgid(entry)
    entries.save(str(file))


def translate_by_msgid(entry: polib.POEntry) -> None:
    if entry.msgid_plural:
        entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural}
    else:
        entry.msgstr = entry.msgid


def write_if_changed(file: Path, content: bytes) -> None:
    if file.exists() and file.read_bytes() == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def compile_catalog(file: Path) -> None:
    command = ["msgfmt", "--check-format", "--output-file=-", str(file)]
    compiled = subprocess.run(command, capture_output=True, timeout=MSGFMT_TIMEOUT, check=False)  # noqa: S603 (our own catalog)
    if compiled.returncode:
        raise CommandError(compiled.stderr.decode())
    write_if_changed(file.with_suffix(".mo"), compiled.stdout)


def summary(entries: polib.POFile, language: str) -> str:
    untranslated = sum(not entry.translated() for entry in entries)
    return f"{language}: {len(entries)} sentences, {untranslated} to translate"


if __name__ == "__main__":
    sys.exit(main())
