"""The settings of an event as a page shows them: groups of fields, and beside them what is held fast and why.

Knows which settings stand together, and which count only with which choice; must not know how a field is
drawn, nor decide what is held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, ngettext_lazy

from tournaments.agreement.agreement import Agreed, Movement, SchemeCode
from tournaments.agreement.validation import KEEP_CLUBS_APART
from tournaments.core.results import SitOutValue, Substitutes
from tournaments.running.frozen_settings import Because, Held
from tournaments.settings.forms import SettingsForm

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Part:
    """One setting: its fields, in rows where it is a list; or what it is and why it stays so."""

    rows: Sequence[Sequence[forms.BoundField]] = ()
    # The label of the whole, where a setting has more fields than one.
    label: str = ""
    hint: str = ""
    said: Sequence[tuple[str, str]] = ()
    why: str = ""
    # Settings that do not count, by a choice that is held fast.
    elsewhere: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    hint: str
    parts: Sequence[Part]


# Which settings stand together, under which heading, and what is said about all of them.
# Short fields that belong to each other stand side by side.
_GROUPS: Final[Sequence[tuple[_StrPromise, _StrPromise | str, Sequence[str | Sequence[str]]]]] = (
    (_lazy("The event"), "", ("name", ("on_day", "begins"))),
    (
        _lazy("The game"),
        _lazy("The first of each house rule is what the rules say."),
        ("ruleset", "options", "deals", "players", "sides"),
    ),
    (_lazy("The rounds"), "", ("phases", "clubs_apart")),
    (
        _lazy("What a game is worth"),
        "",
        ("scheme", "bands", "place_points", "bound", "cap"),
    ),
    (_lazy("The standings"), "", ("chain", "hidden", "correction_minutes")),
    (
        _lazy("When somebody is missing"),
        "",
        (
            "late_minutes",
            ("walkover_margin", "walkover_percent"),
            "sit_out",
            ("sit_out_points", "sit_out_difference"),
            "sit_out_percent",
            "missed_as_sit_out",
            "who_leaves",
            "substitutes",
            "substitute_percent",
        ),
    ),
    (
        _lazy("How the score is kept"),
        _lazy("It holds for the games of rounds that are published from now on."),
        ("approval", "protocols", "corrections", "signers", "director_signs"),
    ),
)


def _by_scheme(*schemes: SchemeCode) -> Callable[[Agreed], bool]:
    return lambda agreed: agreed.scheme in schemes


def _by_movement(*movements: Movement) -> Callable[[Agreed], bool]:
    return lambda agreed: any(phase.movement in movements for phase in agreed.phases)


def _by_sit_out(value: SitOutValue) -> Callable[[Agreed], bool]:
    return lambda agreed: agreed.sit_out is value


# Settings that count only with a certain choice: the setting in which it is made, and when they do. While
# somebody chooses, the style sheet (settings.css, “What belongs”) shows those that belong to it.
BELONGS: Final[Mapping[str, tuple[str, Callable[[Agreed], bool]]]] = {
    "clubs_apart": ("phases", _by_movement(*KEEP_CLUBS_APART)),
    "bands": ("scheme", _by_scheme(SchemeCode.VP_TABLE)),
    "place_points": ("scheme", _by_scheme(SchemeCode.PLACES)),
    "bound": ("scheme", _by_scheme(SchemeCode.VP_CONTINUOUS)),
    "cap": ("scheme", _by_scheme(SchemeCode.TOTAL)),
    "walkover_percent": ("scheme", lambda agreed: agreed.scheme is not SchemeCode.TOTAL),
    "sit_out_points": ("sit_out", _by_sit_out(SitOutValue.FIXED)),
    "sit_out_difference": ("sit_out", _by_sit_out(SitOutValue.FIXED)),
    "sit_out_percent": ("sit_out", _by_sit_out(SitOutValue.PERCENT_OF_MOST)),
    "who_leaves": ("phases", _by_movement(Movement.ROUND_ROBIN)),
    "substitute_percent": ("substitutes", lambda agreed: agreed.substitutes is Substitutes.CAPPED),
}


def belongs(setting: str, agreed: Agreed) -> bool:
    """Whether a setting counts with what was chosen in the others."""
    return setting not in BELONGS or BELONGS[setting][1](agreed)


def groups_of(form: SettingsForm, drawn: Sequence[int]) -> list[Group]:
    """The page from top to bottom. `drawn` are the rounds that are drawn already."""
    return [
        Group(str(title), str(hint), list(_parts_of(form, settings, drawn)))
        for title, hint, settings in _GROUPS
    ]


def _parts_of(
    form: SettingsForm, settings: Iterable[str | Sequence[str]], drawn: Sequence[int]
) -> Iterator[Part]:
    for one in settings:
        together = [one] if isinstance(one, str) else one
        yield from (_held_part(form, setting) for setting in together if _is_shown_held(form, setting))
        fields = [
            form[name] for setting in together for name in form.names_of(setting) if name in form.fields
        ]
        if fields:
            yield replace(_editable(together, fields, drawn), elsewhere=_elsewhere(form, together))


def _is_shown_held(form: SettingsForm, setting: str) -> bool:
    return bool(form.shown_held.get(setting)) and belongs(setting, form.event.agreed)


def _elsewhere(form: SettingsForm, settings: Iterable[str]) -> frozenset[str]:
    """Of these, what the choice that nobody can make any more has no use for."""
    return frozenset(
        setting
        for setting in settings
        if setting in BELONGS
        and BELONGS[setting][0] in form.shown_held
        and not belongs(setting, form.event.agreed)
    )


_NOTHING: Final = "–"


def _held_part(form: SettingsForm, setting: str) -> Part:
    shown = form.shown_held[setting]
    # Of several fields those that say something; where none does, that nothing was agreed.
    said = [(label, value) for label, value in shown if value] or [(shown[0][0], _NOTHING)]
    return Part(label=_label_of(setting), said=said, why=_held_sentence(form.held[setting]))


def _label_of(setting: str) -> str:
    return str(_LABELS.get(setting, ""))


_LABELS: Final[dict[str, _StrPromise]] = {
    "phases": _lazy("How the rounds are drawn"),
    "chain": _lazy("What decides a place, in this order"),
}


def _editable(settings: Sequence[str], fields: Sequence[forms.BoundField], drawn: Sequence[int]) -> Part:
    if settings == ["phases"]:
        pairs = [fields[at : at + 2] for at in range(0, len(fields), 2)]
        return Part(rows=pairs, label=_label_of("phases"), hint=_phases_hint(drawn))
    if settings == ["chain"]:
        hint = _("The next one is asked only about those whom the ones before have left tied.")
        return Part(rows=[fields], label=_label_of("chain"), hint=hint)
    if settings == ["options"]:
        return Part(rows=[[field] for field in fields])
    return Part(rows=[fields])


def _phases_hint(drawn: Sequence[int]) -> str:
    hint = _("Row by row: so many rounds of the one, then so many of the next.")
    if not drawn:
        return hint
    held = ngettext(
        "Round %(numbers)s is drawn and stays as it stands here.",
        "Rounds %(numbers)s are drawn and stay as they stand here.",
        len(drawn),
    ) % {"numbers": _ranges(drawn)}
    return f"{hint} {held}"


# Why something is held fast.


_HELD: Final[Mapping[Because, _StrPromise]] = {
    Because.OFFICIAL: _lazy("Held fast: the result is official."),
    Because.ENTRIES: ngettext_lazy(
        "Held fast: entry %(numbers)s is made.", "Held fast: entries %(numbers)s are made.", "count"
    ),
    Because.GAMES: ngettext_lazy(
        "Held fast: the games of round %(numbers)s are played by it.",
        "Held fast: the games of rounds %(numbers)s are played by it.",
        "count",
    ),
    Because.PLACES: ngettext_lazy(
        "Held fast: the places after round %(numbers)s are counted by it.",
        "Held fast: the places after rounds %(numbers)s are counted by it.",
        "count",
    ),
    Because.WALKOVERS: ngettext_lazy(
        "Held fast: it counts in a result, %(tables)s.",
        "Held fast: it counts in %(count)s results: %(tables)s.",
        "count",
    ),
    Because.SIT_OUTS: ngettext_lazy(
        "Held fast: it counts for a sit-out, %(tables)s.",
        "Held fast: it counts for %(count)s sit-outs: %(tables)s.",
        "count",
    ),
    Because.SUBSTITUTES: ngettext_lazy(
        "Held fast: a substitute sat at a table, %(tables)s.",
        "Held fast: substitutes sat at %(count)s tables: %(tables)s.",
        "count",
    ),
    Because.LATE_ENTRIES: ngettext_lazy(
        "Held fast: entry %(numbers)s came late.", "Held fast: entries %(numbers)s came late.", "count"
    ),
    Because.WITHDRAWN: ngettext_lazy(
        "Held fast: entry %(numbers)s has withdrawn.",
        "Held fast: entries %(numbers)s have withdrawn.",
        "count",
    ),
}


def _held_sentence(held: Held) -> str:
    """What depends on a setting, by its numbers."""
    many = len(held.tables or held.numbers)
    told = {"numbers": _ranges(held.numbers), "tables": _tables_said(held.tables), "count": many}
    return str(_HELD[held.because] % told)


def _ranges(numbers: Sequence[int]) -> str:
    """1, 2, 3 and 5 as “1–3, 5”."""
    runs = [
        [number for _at, number in run]
        for _gap, run in groupby(enumerate(numbers), key=lambda one: one[1] - one[0])
    ]
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _tables_said(tables: Iterable[tuple[int, int | None]]) -> str:
    return "; ".join(
        _("round %(round)s") % {"round": number}
        if table is None
        else _("round %(round)s, table %(table)s") % {"round": number, "table": table}
        for number, table in tables
    )
