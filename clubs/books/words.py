"""The words of the log: what people have typed, and where they were, apart from the chained text.

An entry's text has a salted digest of each word, and so the hash of the chain covers it. The words lie in a
row of their own and can be forgotten: the chain stays whole. Entries of the first format have their words in
the text.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.models import Book, LogEntry, LogWords

FORMAT: Final = 2
# The facts that are typed as words; all others are numbers, codes, or ids of rows.
FREE_WORDS: Final = frozenset(
    {
        *("name", "short_name", "place", "rule", "overrides", "former_reason"),
        *("announced_text", "fee", "contact", "notice", "announcement"),
        *("captain", "match_place", "match_reason"),
        *("date_remark", "date_answer"),
    }
)
_SIDES: Final = ("before", "after")
_AT_ONCE: Final = 500


def seal_words(payload: Mapping[str, Any]) -> tuple[dict[str, Any], LogWords]:
    """Return what is chained of an entry, with digests for its words, and the row of the words."""
    sealed: dict[str, Any] = {**payload, "v": FORMAT}
    row = LogWords(facts={})
    for name in ("origin", "reason"):
        if payload[name]:
            salt = secrets.token_hex(16)
            setattr(row, name, payload[name])
            setattr(row, f"{name}_salt", salt)
            sealed[name] = {"digest": digest_of_word(salt, name, payload[name])}
    for side in _SIDES:
        sealed[side] = dict(payload[side])
        for name in FREE_WORDS & payload[side].keys():
            if isinstance(word := payload[side][name], str) and word:
                salt, path = secrets.token_hex(16), f"{side}.{name}"
                row.facts[path] = [salt, word]
                sealed[side][name] = {"digest": digest_of_word(salt, path, word)}
    return sealed, row


def digest_of_word(salt: str, path: str, word: str) -> str:
    """Return the digest of a word at its place in an entry; nobody finds the word by it without the salt."""
    return hashlib.sha256(f"{salt}\n{path}\n{word}".encode()).hexdigest()


def payload_of(entry: LogEntry) -> dict[str, Any]:
    """Return what an entry says, with its words; a word that was forgotten says so."""
    payload: dict[str, Any] = json.loads(entry.text)
    if payload.get("v", 1) < FORMAT:
        return payload
    words = {path: word for path, _salt, word in _kept_words(getattr(entry, "words", LogWords(facts={})))}
    for name in ("origin", "reason"):
        payload[name] = _word(payload[name], words.get(name))
    for side in _SIDES:
        for name in FREE_WORDS & payload[side].keys():
            payload[side][name] = _word(payload[side][name], words.get(f"{side}.{name}"))
    return payload


def _word(sealed: Any, word: str | None) -> Any:
    if not isinstance(sealed, dict) or "digest" not in sealed:
        return sealed
    return _("forgotten") if word is None else word


def _kept_words(row: LogWords) -> Iterator[tuple[str, str, str]]:
    """Yield the place, the salt and the word of each word that is kept."""
    if row.origin:
        yield "origin", row.origin_salt, row.origin
    if row.reason:
        yield "reason", row.reason_salt, row.reason
    for path, (salt, word) in row.facts.items():
        yield path, salt, word


def find_changed_word(payload: Mapping[str, Any], row: LogWords) -> str:
    """Return the place of the first kept word that is not the one that was hashed; "" where there is none."""
    for path, salt, word in _kept_words(row):
        if _sealed_at(payload, path) != {"digest": digest_of_word(salt, path, word)}:
            return path
    return ""


def _sealed_at(payload: Mapping[str, Any], path: str) -> Any:
    side, _dot, name = path.partition(".")
    return payload.get(side, {}).get(name) if name else payload.get(side)


def forget_words(entries: QuerySet[LogEntry]) -> int:
    """Forget the words of entries, with their salts, and what was sent for them; their chain stays whole.

    Words in entries of the first format stay, since their text is chained.
    """
    forgotten = LogWords.objects.filter(entry__in=entries.order_by()).update(
        origin="", origin_salt="", reason="", reason_salt="", facts={}
    )
    entries.filter(words__isnull=False).order_by().update(fingerprint="")
    return forgotten


def forget_named(books: QuerySet[Book], name: re.Pattern[str]) -> int:
    """Forget the words in the logs of some books in which a name stands; returns from how many entries."""
    forgotten = 0
    for row in LogWords.objects.filter(entry__book__in=books.order_by().values("pk")).iterator(500):
        changed: dict[str, Any] = {}
        if name.search(row.reason):
            changed |= {"reason": "", "reason_salt": ""}
        kept = {path: word for path, word in row.facts.items() if not name.search(word[1])}
        if kept != row.facts:
            changed["facts"] = kept
        if changed:
            LogWords.objects.filter(pk=row.pk).update(**changed)
            forgotten += 1
    return forgotten


def forget_origins(entries: Collection[int]) -> None:
    """Forget from where these entries of the log were written, and what was sent for them."""
    LogWords.objects.filter(entry__in=entries).update(origin="", origin_salt="")
    LogEntry.objects.filter(pk__in=entries, words__isnull=False).update(fingerprint="")


def forget_origins_before(moment: datetime) -> int:
    """Forget from where acts before a moment came; a part at a time, so that nobody waits for long."""
    forgotten = 0
    old = LogWords.objects.exclude(origin="").filter(entry__at__lt=moment).order_by("pk")
    while pks := list(old.values_list("pk", flat=True)[:_AT_ONCE]):
        forgotten += LogWords.objects.filter(pk__in=pks).update(origin="", origin_salt="")
    return forgotten
