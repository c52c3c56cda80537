"""Verify that the log has not been changed by hand: exit 0, or 1 with the first broken entry of each
chain."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import is_zipfile

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.backups.archive import DamagedBackup, NewerFormat, read_manifest
from clubs.books.heads import NotedHead, find_entry, missing_heads, read_text, read_typed
from clubs.books.verification import BrokenEntry, Verification, verify_log
from clubs.text.dates import short_datetime


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _("Prove every chain of the log, or name the first broken entry of each.")
        parser.add_argument(
            "--against",
            action="append",
            default=[],
            metavar=_("CODE or FILE"),
            help=_(
                "a code of the log from a paper, a backup, or a file with codes of the log: does the log "
                "still hold what was noted there? Can be given several times."
            ),
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        against = [(word, _read_heads(word)) for word in options["against"]]
        verification = verify_log()
        faults = [_broken_sentence(broken) for broken in verification.broken]
        for word, heads in against:
            faults += _missing_sentences(word, heads, verification.deleted)
        if faults:
            raise CommandError("\n".join(faults), returncode=1)
        self.stdout.write("\n".join(_verified_sentences(verification)))
        for word, heads in against:
            self.stdout.write("\n".join(_present_sentences(word, heads)))


def _read_heads(word: str) -> list[NotedHead]:
    """Return the heads that a code is, or that a file has."""
    typed = read_typed(word)
    if typed is not None:
        return [typed]
    path = Path(word)
    try:
        if is_zipfile(path):
            heads = [NotedHead(digest=head, book=book) for book, head in read_manifest(path).heads.items()]
        else:
            heads = read_text(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, DamagedBackup, NewerFormat) as wrong:
        raise CommandError(
            _("%(word)s is neither a code nor a file with codes of the log.") % {"word": word}
        ) from wrong
    if not heads:
        raise CommandError(_("There is no code of a log in %(file)s.") % {"file": word})
    return heads


def _missing_sentences(word: str, heads: list[NotedHead], deleted: set[int]) -> Iterator[str]:
    if _is_one_entry(heads):
        if find_entry(heads[0]) is None:
            yield _("No log here holds %(code)s. It is mistyped, of another installation, or cut out.") % {
                "code": word
            }
        return
    for head in missing_heads(heads, deleted):
        yield _("%(file)s: no log here holds %(head)s.") % {"file": word, "head": head.digest}


def _present_sentences(word: str, heads: list[NotedHead]) -> Iterator[str]:
    entry = find_entry(heads[0]) if _is_one_entry(heads) else None
    if entry is None:
        yield _("%(file)s: the log holds all %(count)s codes.") % {"file": word, "count": len(heads)}
        return
    yield _("%(code)s: the log holds it. It is entry %(number)s of book %(book)s, of %(time)s.") % {
        "code": word,
        "number": entry.number,
        "book": entry.book_id,
        "time": short_datetime(entry.at),
    }


def _is_one_entry(heads: list[NotedHead]) -> bool:
    return len(heads) == 1 and heads[0].book is None


def _broken_sentence(broken: BrokenEntry) -> str:
    return _("Book %(book)s, entry %(number)s: %(what)s.") % {
        "book": broken.book,
        "number": broken.number,
        "what": broken.fault,
    }


def _verified_sentences(verification: Verification) -> Iterator[str]:
    entries = ngettext("%(count)s entry", "%(count)s entries", verification.entries) % {
        "count": verification.entries
    }
    books = ngettext("%(count)s book", "%(count)s books", verification.books) % {"count": verification.books}
    yield _("The log is intact: %(entries)s in %(books)s.") % {"entries": entries, "books": books}
    if not verification.key:
        yield _(
            "There is no key of the log here: anyone who has the database could have written it again. "
            "Only codes and files from outside show that: --against."
        )
        return
    yield _("It is sealed with the key %(mark)s.") % {"mark": verification.key}
    if verification.sealed_at is not None and verification.unsealed:
        yield _(
            "Entries from before their log was sealed with it: %(count)s. They are as they were on that day, "
            "the last on %(day)s; the seal says nothing of earlier changes."
        ) % {"count": verification.unsealed, "day": short_datetime(verification.sealed_at)}
