"""`bin/words`: collects the sentences of the product into locale/<language>/LC_MESSAGES/ and compiles them.

Knows where sentences stand and how a catalog is kept, so that a run without changes changes no byte; must not
know what any sentence means. Django's makemessages does the work in a copy of the sources: it leaves files
beside the templates it reads, and the tests read the same folder.
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
NOT_THE_PRODUCT = {"tests", "bench"}
PLURALS = "nplurals=2; plural=(n != 1);"  # of all four languages
ANSWER_LIMIT = 60


class Collector(makemessages.Command):
    """makemessages that never guesses a translation, and knows `gettext_lazy as _lazy`."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=_lazy"]


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
        print(said(polib.pofile(str(catalog(into, language))), language))
    return 0


def collect(into: Path) -> None:
    """Every sentence of the sources, with the translations that locale/ has for it."""
    with tempfile.TemporaryDirectory(prefix="talon-words-") as folder:
        copied = copy_of_sources(Path(folder))
        settings.configure(LOCALE_PATHS=[str(copied)])
        with chdir(folder):
            call_command(
                Collector(), locale=list(LANGUAGES), no_obsolete=True, add_location="file", verbosity=0
            )
        for language in LANGUAGES:
            tidy(catalog(copied, language), language)
            replace(catalog(into, language), catalog(copied, language).read_bytes())
    for language in LANGUAGES:
        compile_catalog(catalog(into, language))


def copy_of_sources(folder: Path) -> Path:
    """The sources under the names they have here, and beside them the catalogs as they are now."""
    for source in sources():
        copy = folder / source.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
    catalogs = folder / "catalogs"
    for language in LANGUAGES:
        if catalog(LOCALE, language).exists():
            replace(catalog(catalogs, language), catalog(LOCALE, language).read_bytes())
    return catalogs


def sources() -> Iterator[Path]:
    """The files of the product that may hold sentences: its Python packages and its templates."""
    for folder in sorted(ROOT.iterdir()):
        if folder.name in NOT_THE_PRODUCT:
            continue
        if folder.name == "templates" or (folder / "__init__.py").is_file():
            yield from (file for file in sorted(folder.rglob("*")) if file.suffix in SUFFIXES)


def catalog(folder: Path, language: str) -> Path:
    return folder / language / "LC_MESSAGES" / "django.po"


def tidy(file: Path, language: str) -> None:
    """No dates and no names of tools in a catalog, and English filled with the sentences themselves."""
    entries = polib.pofile(str(file))
    entries.header = f"Talon in {LANGUAGES[language]}. See docs/translating.md."
    entries.metadata = {
        "Project-Id-Version": "Talon",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS,
    }
    entries.metadata_is_fuzzy = False
    if language == SOURCE:
        for entry in entries:
            say_as_written(entry)
    entries.save(str(file))


def say_as_written(entry: polib.POEntry) -> None:
    if entry.msgid_plural:
        entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural}
    else:
        entry.msgstr = entry.msgid


def replace(file: Path, content: bytes) -> None:
    """A file that would not change is not touched."""
    if file.exists() and file.read_bytes() == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def compile_catalog(file: Path) -> None:
    command = ["msgfmt", "--check-format", "--output-file=-", str(file)]
    compiled = subprocess.run(command, capture_output=True, timeout=ANSWER_LIMIT, check=False)  # noqa: S603 (our own catalog)
    if compiled.returncode:
        raise CommandError(compiled.stderr.decode())
    replace(file.with_suffix(".mo"), compiled.stdout)


def said(entries: polib.POFile, language: str) -> str:
    waiting = sum(not entry.translated() for entry in entries)
    return f"{language}: {len(entries)} sentences, {waiting} to translate"


if __name__ == "__main__":
    sys.exit(main())
