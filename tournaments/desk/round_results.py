"""The results of a round, typed table by table: two numbers each, of three sides three."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import zip_longest
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.refusals import Refusal
from clubs.books.writing import Author
from scoring import recording
from scoring.forms.totals import TotalsForm
from scoring.models import Game
from scoring.overview.listed import ListedGame
from scoring.overview.queries import list_games
from tournaments.models import Round
from tournaments.wording.labels import tables_finished

_TYPED_STATES = (Game.State.OPEN, Game.State.FINISHED)


class Outcome(StrEnum):
    """What has become of a row in which something was typed."""

    SAVED = "saved"
    # It was not saved: it keeps what was typed, and says why.
    REFUSED = "refused"
    # Somebody else was quicker: the row shows what he has typed.
    OVERTAKEN = "overtaken"


class ResultSide(NamedTuple):
    """A side of a table: its names, the field for its total, or its total."""

    name: str
    field: BoundField | None
    total: int | None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A table of the round: what it has, and the form for its totals where they are typed here."""

    listed: ListedGame
    # None where the result comes from elsewhere: deals, signatures, a ruling, or a second person.
    form: TotalsForm | None
    # What has become of what was typed in it, and that.
    outcome: Outcome | None = None
    typed: str = ""

    @property
    def has_result(self) -> bool:
        return self.listed.over or bool(self.listed.other_result)

    @property
    def sides(self) -> list[ResultSide]:
        if self.form is not None:
            fields = [self.form[name] for name in self.form.totals]
            return [
                ResultSide(name, field, None) for name, field in zip(self.listed.names, fields, strict=True)
            ]
        totals = () if self.hides_totals else self.listed.totals
        return [ResultSide(name, None, total) for name, total in zip_longest(self.listed.names, totals or ())]

    @property
    def errors(self) -> list[str]:
        """Why the row was not saved."""
        if self.outcome is Outcome.OVERTAKEN:
            sentence = _("Somebody else has changed this meanwhile. You typed %(totals)s.")
            return [sentence % {"totals": self.typed}]
        if self.form is None or not self.is_typed:
            return []
        return [str(error) for errors in self.form.errors.values() for error in errors]

    @property
    def asks(self) -> bool:
        """Whether it is saved as soon as somebody says that it is right."""
        return self.form is not None and self.is_typed and self.form.has_error("sure")

    @property
    def is_saved(self) -> bool:
        return self.outcome is Outcome.SAVED

    @property
    def hides_totals(self) -> bool:
        """Whether a second person still types the result, without seeing what the first has typed."""
        return self.listed.awaits_second_entry

    @property
    def is_typed(self) -> bool:
        """Whether anything was typed that is to be saved."""
        form = self.form
        if form is None or not form.is_bound:
            return False
        typed = [form.data.get(form.add_prefix(name)) for name in form.totals]
        was_sent = any(value is not None for value in typed)
        return was_sent and (any(typed) or form.game.entered_result is not None)


@dataclass(frozen=True, slots=True)
class RoundResults:
    """What the page shows."""

    round: Round
    rows: Sequence[ResultRow]

    @property
    def is_complete(self) -> bool:
        return all(row.has_result for row in self.rows)

    @property
    def progress(self) -> str:
        return tables_finished(sum(row.has_result for row in self.rows), len(self.rows))

    @property
    def asking(self) -> int:
        """The number of rows that were not saved."""
        return sum(bool(row.errors) for row in self.rows)


def load_results(drawn: Round, typed: QueryDict | None = None, table: int | None = None) -> RoundResults:
    """Load the tables of a round, with what was typed for them, or for one of them alone."""
    listed = list_games(Game.objects.filter(pairing__round=drawn))
    games = Game.objects.select_related("book").in_bulk([game.pk for game in listed])
    rows = [
        _row(game, games[game.pk], typed if table in (None, game.pk) else None)
        for game in listed
        if game.pk in games
    ]
    return RoundResults(drawn, rows)


def _row(listed: ListedGame, game: Game, typed: QueryDict | None) -> ResultRow:
    form = None
    if _takes_totals(listed, game):
        form = TotalsForm(
            typed,
            game=game,
            sides=listed.names,
            slip=None if listed.slip is None else listed.slip.totals,
            prefix=f"g{game.pk}",
            # A table that still plays stays empty when the others are saved.
            use_required_attribute=False,
        )
    return ResultRow(listed, form)


def _takes_totals(listed: ListedGame, game: Game) -> bool:
    """Whether the totals of a game are typed here: it has no deals, or its totals were typed before."""
    if listed.other_result or listed.awaits_second_entry or game.state not in _TYPED_STATES:
        return False
    return game.entered_result is not None or (listed.last is None and not game.over)


def save_typed(by: Author, results: RoundResults) -> dict[int, Outcome]:
    """Save the rows in which something was typed, each by itself; return what has become of each game's."""
    forms = {row.listed.pk: row.form for row in results.rows if row.form is not None and row.is_typed}
    return {game: _save(by, form) for game, form in forms.items() if not _is_stored(form)}


def _is_stored(form: TotalsForm) -> bool:
    """Whether what was typed is what the game has already: the other rows of a form that is sent again."""
    return form.is_valid() and form.result().totals == form.game.entered_result


def _save(by: Author, form: TotalsForm) -> Outcome:
    if not form.is_valid():
        return Outcome.REFUSED
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


def after_saving(results: RoundResults, outcomes: Mapping[int, Outcome]) -> RoundResults:
    """Return the results as they are now; rows that were refused stay as they were typed."""
    fresh = {row.listed.pk: row for row in load_results(results.round).rows}
    return RoundResults(results.round, [_after(row, fresh, outcomes) for row in results.rows])


def _after(row: ResultRow, fresh: Mapping[int, ResultRow], outcomes: Mapping[int, Outcome]) -> ResultRow:
    outcome = outcomes.get(row.listed.pk)
    if outcome is Outcome.REFUSED:
        return row
    return replace(fresh.get(row.listed.pk, row), outcome=outcome, typed=_typed_in(row))


def _typed_in(row: ResultRow) -> str:
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
