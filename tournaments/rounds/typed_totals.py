"""Totals typed on the page of a round: each table is an act of its own, so that what is called saved is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.refusals import Refusal
from clubs.books.writing import Author
from scoring import recording
from scoring.forms.totals import TotalsForm
from tournaments.rounds.tables import Outcome, RoundRow, TablesPage, load_tables


def save_typed(by: Author, tables: TablesPage) -> dict[int, Outcome]:
    """Save the rows in which something was typed, each by itself; return what has become of each game's."""
    forms = {row.listed.pk: row.form for row in tables.rows if row.form is not None and row.is_typed}
    return {game: _save(by, form) for game, form in forms.items() if not _is_stored(form)}


def _is_stored(form: TotalsForm) -> bool:
    """Whether what was typed is what the game has already: the other rows of a form that is sent again."""
    return form.is_valid() and form.result().totals == form.game.entered_result


def _save(by: Author, form: TotalsForm) -> Outcome:
    if not form.is_valid():
        return Outcome.REFUSED
    if form.game.entered_result is not None and not form.cleaned_data["version"]:
        # Somebody has typed a result since the row was shown without one.
        return Outcome.OVERTAKEN
    try:
        recording.record_result(by, form.game, form.result())
    except recording.AlreadyChanged:
        return Outcome.OVERTAKEN
    except Refusal as refusal:
        for sentence in refusal.sentences:
            form.add_error(None, sentence)
        return Outcome.REFUSED
    except ValidationError as refusal:
        form.add_error(None, refusal.messages)
        return Outcome.REFUSED
    return Outcome.SAVED


def after_saving(tables: TablesPage, outcomes: Mapping[int, Outcome]) -> TablesPage:
    """Return the tables as they are now; rows that were refused stay as they were typed."""
    fresh = load_tables(tables.round, timezone.now(), types=True)
    rows = {row.listed.pk: row for row in fresh.rows}
    return replace(fresh, rows=[_after(row, rows, outcomes) for row in tables.rows])


def _after(row: RoundRow, fresh: Mapping[int, RoundRow], outcomes: Mapping[int, Outcome]) -> RoundRow:
    outcome = outcomes.get(row.listed.pk)
    if outcome is Outcome.REFUSED:
        return row
    return replace(fresh.get(row.listed.pk, row), outcome=outcome, typed=_typed_in(row))


def _typed_in(row: RoundRow) -> str:
    form = row.form
    if form is None or not form.is_bound:
        return ""
    return " : ".join(str(form[name].value()) for name in form.totals)


def saved_sentence(saved: int) -> str:
    if not saved:
        return _("Nothing was typed that is not saved already.")
    return ngettext("%(count)s result saved.", "%(count)s results saved.", saved) % {"count": saved}


def asking_sentence(asking: int) -> str:
    return ngettext(
        "%(count)s table has a question. It is not saved yet.",
        "%(count)s tables have questions. They are not saved yet.",
        asking,
    ) % {"count": asking}
