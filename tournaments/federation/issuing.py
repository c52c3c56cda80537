"""The verbs of issued statements: a federation issues the statements of a period, and takes one back.

A number is given under the lock of the federation's book, as the next one of the year; no row is ever
changed or deleted, so there is no number twice, and no gap. What takes a statement back is a credit note with
a number of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import (
    Author,
    Facts,
    JsonValue,
    Submission,
    Writing,
    canonical_json,
    club_book,
    retried,
    writing,
)
from clubs.models import Club
from tournaments.federation.content import content_as_data, digest_of, read_content
from tournaments.federation.statement import ClubStatement, load_statements, standing_statements
from tournaments.models import IssuedStatement
from tournaments.play.currency import keep_currency
from tournaments.running.events import EARLIEST_DATE

MAX_REASON: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuePlan:
    """The statements that somebody issues: of which days and clubs, with the digest of what was shown."""

    since: date
    until: date
    seen: Mapping[int, str]

    @property
    def facts(self) -> dict[str, JsonValue]:
        return {
            "since": self.since.isoformat(),
            "until": self.until.isoformat(),
            "clubs": [f"{club}:{digest}" for club, digest in sorted(self.seen.items())],
        }


def digest_of_draft(draft: ClubStatement) -> str:
    """Return the digest of a statement as it is shown before it is issued."""
    return hashlib.sha256(canonical_json(content_as_data(draft.content)).encode()).hexdigest()


# Issuing.


@retried
def issue_statements(by: Author, federation: Club, plan: IssuePlan, key: UUID) -> list[IssuedStatement]:
    """Issue the statements of some clubs as they were shown. Sent twice with one key, they are one."""
    _check(plan, timezone.localdate(by.at))
    submission = Submission(key=key, content={"federation": federation.pk, **plan.facts})
    book = club_book(federation)
    with writing(book, by, needs=DIRECTORS, submission=submission, hides_nothing=True) as act:
        if act.earlier is not None:
            return list(
                IssuedStatement.objects.filter(pk__in=act.earlier.facts["statements"]).order_by("number")
            )
        keep_currency(federation)
        drafts = {one.club.pk: one for one in load_statements(federation, plan.since, plan.until).clubs}
        chosen = [one for pk, one in drafts.items() if pk in plan.seen]
        for one in chosen:
            _refuse_changed(one, plan.seen[one.club.pk])
        if len(chosen) != len(plan.seen):
            raise NotNow(_("One of the clubs has left the federation meanwhile. Look at the list again."))
        issued = [_store(federation, plan, one, act) for one in chosen]
        rows: list[JsonValue] = [row.pk for row in issued]
        for row in issued:
            act.log("statement.issued", row, after={**_facts_of(row), "statements": rows})
        return issued


def _check(plan: IssuePlan, today: date) -> None:
    if not EARLIEST_DATE <= plan.since <= plan.until:
        raise validation_error("until", _("The last day is before the first one."))
    if plan.until > today:
        raise validation_error("until", _("These days are not over yet."))
    if not plan.seen:
        raise validation_error("clubs", _("Choose at least one club."))


def _refuse_changed(one: ClubStatement, seen: str) -> None:
    words = {"club": one.club.name, "numbers": one.numbers}
    if one.issued:
        raise NotNow(_("%(club)s: of some of these days %(numbers)s has been issued.") % words)
    if not one.can_be_issued or digest_of_draft(one) != seen:
        raise NotNow(_("%(club)s: something has changed meanwhile. Look at the list again.") % words)


def _store(federation: Club, plan: IssuePlan, one: ClubStatement, act: Writing) -> IssuedStatement:
    return _add(
        act,
        IssuedStatement(
            federation=federation,
            club=one.club,
            since=plan.since,
            until=plan.until,
            content=content_as_data(one.content),
            amount=one.content.due,
            currency=one.content.currency,
        ),
    )


def _add(act: Writing, row: IssuedStatement) -> IssuedStatement:
    """Store a statement under the next number of the year; the book of the federation is locked."""
    row.issued_on = timezone.localdate(act.by.at)
    row.year = row.issued_on.year
    of_year = IssuedStatement.objects.filter(federation=row.federation_id, year=row.year)
    row.number = (of_year.aggregate(last=Max("number"))["last"] or 0) + 1
    row.save(force_insert=True)
    return row


def _facts_of(row: IssuedStatement) -> Facts:
    return {
        "statement": row.pk,
        "statement_number": row.label,
        "statement_club": row.club_id,
        "statement_since": row.since.isoformat(),
        "statement_until": row.until.isoformat(),
        "statement_amount": row.amount,
        "statement_digest": digest_of(row),
    }


# Taking back.


@retried
def credit_statement(by: Author, statement: IssuedStatement, reason: str, key: UUID) -> IssuedStatement:
    """Take a statement back by a credit note. Sent twice with one key, there is one."""
    if not reason or len(reason) > MAX_REASON:
        raise validation_error("reason", _("Give a reason."))
    submission = Submission(key=key, content={"statement": statement.pk, "reason": reason})
    book = club_book(statement.federation)
    with writing(book, by, needs=DIRECTORS, submission=submission, hides_nothing=True) as act:
        if act.earlier is not None:
            return IssuedStatement.objects.get(pk=act.earlier.facts["statement"])
        stored = IssuedStatement.objects.select_related("federation", "club").get(pk=statement.pk)
        refuse_credit(stored)
        row = _add(
            act,
            IssuedStatement(
                federation=stored.federation,
                club=stored.club,
                since=stored.since,
                until=stored.until,
                content=stored.content,
                amount=-stored.amount,
                currency=stored.currency,
                credits=stored,
                reason=reason,
            ),
        )
        # The log of the statement says that it was taken back, and by what.
        facts: dict[str, JsonValue] = {**_facts_of(row), "statement_credits": stored.label}
        act.log("statement.credited", stored, after=facts, reason=reason)
        return row


def refuse_credit(statement: IssuedStatement) -> None:
    """Raise `NotNow` where a statement cannot be taken back now."""
    if statement.is_credit_note:
        raise NotNow(_("This is a credit note: issue the statement of these days again instead."))
    note = IssuedStatement.objects.filter(credits=statement).first()
    if note is not None:
        raise NotNow(_("The statement has been withdrawn by %(number)s.") % {"number": note.label})
    later = standing_statements().filter(federation=statement.federation_id, club=statement.club_id)
    for one in later.order_by("-year", "-number"):
        if any(each.statement == statement.pk for each in read_content(one.content).corrections):
            raise NotNow(
                _("Statement %(number)s has corrections of this one: withdraw that one first.")
                % {"number": one.label}
            )
