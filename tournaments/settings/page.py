"""The settings of an event as a page shows them: groups of fields, and frozen settings with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, ngettext_lazy

from scoring.models import Game
from tournaments.agreement.agreement import EventAgreement, PlacesBy
from tournaments.core.drawing.movement import Movement
from tournaments.core.results import MissedValue, SitOutValue, Substitutes
from tournaments.core.worth import Scheme
from tournaments.models import Entry, Tournament
from tournaments.play.layouts import count_agreed_rematches
from tournaments.running.frozen_settings import FrozenBy, FrozenSetting
from tournaments.settings.forms import SettingsForm
from tournaments.settings.marked_choices import SETTINGS_OF_MOVEMENTS, SETTINGS_OF_SCHEMES
from tournaments.wording.balance import balance_sentence

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class SettingBlock:
    """One setting: its fields, in rows where it is a list; or its values and why they are frozen."""

    rows: Sequence[Sequence[forms.BoundField]] = ()
    # The label of the whole, where a setting has more fields than one.
    label: str = ""
    hint: str = ""
    stored: Sequence[tuple[str, str]] = ()
    frozen_because: str = ""
    # Settings that do not count because of a frozen choice.
    unused: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SettingGroup:
    title: str
    hint: str
    blocks: Sequence[SettingBlock]


# The settings in groups with a heading and a hint. Short fields in a tuple are side by side.
_GROUPS: Final[Sequence[tuple[_StrPromise, _StrPromise | str, Sequence[str | Sequence[str]]]]] = (
    (_lazy("The event"), "", ("name", ("on_day", "begins"), "trial")),
    (
        _lazy("The game"),
        _lazy("The first choice of each house rule is what the rules say."),
        ("ruleset", "options", "deals", "players", "sides"),
    ),
    (
        _lazy("The rounds"),
        "",
        (
            *("phases", "clubs_apart", "apart", "wished", "large_tables"),
            *("places_by", "strength", "phantom_sits", "phantom_table", "best_of", "level_game"),
        ),
    ),
    (
        _lazy("What a game is worth"),
        "",
        (
            *("scheme", "bands", "place_points", "last_of_two", "walkover_shared", "bound", "cap"),
            *("handicap", "handicap_points", "handicap_most"),
        ),
    ),
    (
        _lazy("The standings"),
        "",
        ("chain", "counting", "hidden", "hall_names", "correction_minutes", "official_at_noon"),
    ),
    (
        _lazy("When somebody is missing"),
        "",
        (
            "entries_until",
            "licences",
            "late_minutes",
            ("walkover_margin", "walkover_percent"),
            "sit_out",
            ("sit_out_points", "sit_out_difference"),
            "sit_out_percent",
            "missed",
            "missed_times",
            "missed_last",
            "missed_walkover",
            "who_leaves",
            "two_play_on",
            "substitutes",
            "substitute_percent",
        ),
    ),
    (
        _lazy("The clock"),
        _lazy("It is started on the page of the round, where its minutes can be changed."),
        (
            ("clock_minutes", "clock_more"),
            *("clock_by_table", "clock_end", "clock_late", "clock_gives", "clock_forecast"),
        ),
    ),
    (
        _lazy("How the score is kept"),
        _lazy("Applies to games of rounds published from now on."),
        (
            *("written_on", "approval", "protocols", "corrections"),
            *("signers", "director_signs", "second_entry"),
        ),
    ),
)


def _needs_scheme(counts: Callable[[Scheme], bool]) -> Callable[[EventAgreement], bool]:
    return lambda agreement: counts(agreement.scheme)


def _needs_movement(counts: Callable[[Movement], bool]) -> Callable[[EventAgreement], bool]:
    return lambda agreement: any(counts(phase.movement) for phase in agreement.phases)


def _goes_by_strength(agreement: EventAgreement) -> bool:
    gives_places = any(phase.movement.gives_places for phase in agreement.phases)
    return gives_places and agreement.places_by in (PlacesBy.STRENGTH, PlacesBy.SNAKE)


def _needs_phones(agreement: EventAgreement) -> bool:
    return agreement.written_on != Game.WrittenOn.PAPER


def _counts_missed_rounds(agreement: EventAgreement) -> bool:
    return agreement.missed is not MissedValue.LOST


def _gives_handicaps(agreement: EventAgreement) -> bool:
    return bool(agreement.handicap)


def _needs_sit_out(value: SitOutValue) -> Callable[[EventAgreement], bool]:
    return lambda agreement: agreement.sit_out is value


# Settings that count only with a certain choice: the setting in which it is made, and when they do. While
# somebody chooses, the style sheet (settings.css, “What belongs”) shows those that belong to it.
DEPENDENT_SETTINGS: Final[Mapping[str, tuple[str, Callable[[EventAgreement], bool]]]] = {
    **{name: ("phases", _needs_movement(counts)) for name, counts in SETTINGS_OF_MOVEMENTS.items()},
    **{name: ("scheme", _needs_scheme(counts)) for name, counts in SETTINGS_OF_SCHEMES.items()},
    "strength": ("places_by", _goes_by_strength),
    "approval": ("written_on", _needs_phones),
    "protocols": ("written_on", _needs_phones),
    "sit_out_points": ("sit_out", _needs_sit_out(SitOutValue.FIXED)),
    "sit_out_difference": ("sit_out", _needs_sit_out(SitOutValue.FIXED)),
    "sit_out_percent": ("sit_out", _needs_sit_out(SitOutValue.PERCENT_OF_MOST)),
    "handicap_points": ("handicap", _gives_handicaps),
    "handicap_most": ("handicap", _gives_handicaps),
    "missed_times": ("missed", _counts_missed_rounds),
    "missed_last": ("missed", _counts_missed_rounds),
    "substitute_percent": ("substitutes", lambda agreement: agreement.substitutes is Substitutes.CAPPED),
}


def is_in_use(setting: str, agreement: EventAgreement) -> bool:
    """Whether a setting counts, by what is chosen in the others."""
    return setting not in DEPENDENT_SETTINGS or DEPENDENT_SETTINGS[setting][1](agreement)


def setting_groups(form: SettingsForm, drawn: Sequence[int]) -> list[SettingGroup]:
    """The groups of the page; `drawn` are the rounds that are drawn already."""
    return [
        SettingGroup(str(title), str(hint), list(_blocks(form, settings, drawn)))
        for title, hint, settings in _GROUPS
    ]


def _blocks(
    form: SettingsForm, settings: Iterable[str | Sequence[str]], drawn: Sequence[int]
) -> Iterator[SettingBlock]:
    for item in settings:
        together = [item] if isinstance(item, str) else item
        yield from (_frozen_block(form, setting) for setting in together if _is_shown_frozen(form, setting))
        fields = [
            form[name] for setting in together for name in form.field_names(setting) if name in form.fields
        ]
        if fields:
            block = _editable_block(together, fields, drawn, form.event)
            yield replace(block, unused=_unused(form, together))


def _is_shown_frozen(form: SettingsForm, setting: str) -> bool:
    return bool(form.frozen_values.get(setting)) and is_in_use(setting, form.event.agreement)


def _unused(form: SettingsForm, settings: Iterable[str]) -> frozenset[str]:
    """Those of the settings that do not count because the choice they depend on is frozen."""
    return frozenset(
        setting
        for setting in settings
        if setting in DEPENDENT_SETTINGS
        and DEPENDENT_SETTINGS[setting][0] in form.frozen_values
        and not is_in_use(setting, form.event.agreement)
    )


_NO_VALUE: Final = "–"


def _frozen_block(form: SettingsForm, setting: str) -> SettingBlock:
    values = form.frozen_values[setting]
    # Of several fields those with a value; where none has one, a dash.
    stored = [(label, value) for label, value in values if value] or [(values[0][0], _NO_VALUE)]
    return SettingBlock(
        label=_setting_label(setting), stored=stored, frozen_because=_frozen_sentence(form.frozen[setting])
    )


def _setting_label(setting: str) -> str:
    return str(SETTING_LABELS.get(setting, ""))


# Of settings that have more fields than one.
SETTING_LABELS: Final[dict[str, _StrPromise]] = {
    "phases": _lazy("How the rounds are drawn"),
    "chain": _lazy("What decides a place, in this order"),
}


def _editable_block(
    settings: Sequence[str], fields: Sequence[forms.BoundField], drawn: Sequence[int], event: Tournament
) -> SettingBlock:
    if settings == ["phases"]:
        pairs = [fields[at : at + 2] for at in range(0, len(fields), 2)]
        return SettingBlock(rows=pairs, label=_setting_label("phases"), hint=_phases_hint(drawn, event))
    if settings == ["chain"]:
        hint = _("Each one applies only to those still tied after the ones above.")
        return SettingBlock(rows=[fields], label=_setting_label("chain"), hint=hint)
    if settings == ["options"]:
        return SettingBlock(rows=[[field] for field in fields])
    return SettingBlock(rows=[fields])


def _phases_hint(drawn: Sequence[int], event: Tournament) -> str:
    hint = " ".join(
        (
            _("Row by row: first the rounds of the first row, then those of the next, and so on."),
            *_full_set_sentences(event),
            *_rematch_sentences(event),
        )
    )
    if not drawn:
        return hint
    frozen = ngettext(
        "Round %(numbers)s has been drawn and stays as shown here.",
        "Rounds %(numbers)s have been drawn and stay as shown here.",
        len(drawn),
    ) % {"numbers": _ranges(drawn)}
    return f"{hint} {frozen}"


def _full_set_sentences(event: Tournament) -> Iterator[str]:
    """How many rounds it takes until all have met, with the entries so far."""
    entries = event.entries.exclude(state=Entry.State.WITHDRAWN).count()
    for movement in {phase.movement: None for phase in event.agreement.phases}:
        if movement.full_set is None or entries < _MIN_ENTRIES:
            continue
        rounds = movement.full_set(entries)
        yield ngettext(
            "“%(movement)s” with the %(entries)s entries so far: a full set is %(rounds)s round.",
            "“%(movement)s” with the %(entries)s entries so far: a full set is %(rounds)s rounds.",
            rounds,
        ) % {"movement": _(movement.label), "entries": entries, "rounds": rounds}


def _rematch_sentences(event: Tournament) -> Iterator[str]:
    """What the agreed rounds repeat with the entries so far; before a round is published it is said again."""
    agreement = event.agreement
    entries = event.entries.exclude(state=Entry.State.WITHDRAWN).count()
    for phase in agreement.phases:
        yield from filter(None, [balance_sentence(phase.movement, entries, phase.rounds)])
    if repeated := count_agreed_rematches(agreement, entries):
        yield ngettext(
            "With the entries so far the rounds that are agreed on repeat %(count)s meeting or sit-out.",
            "With the entries so far the rounds that are agreed on repeat %(count)s meetings or sit-outs.",
            repeated,
        ) % {"count": repeated}
    if any(
        later.movement.has_fixed_schedule and not phase.movement.has_fixed_schedule
        for phase, later in pairwise(agreement.phases)
    ):
        yield _("Rounds set beforehand repeat meetings of free rounds before them; each says how many.")


_MIN_ENTRIES: Final = 2


# Why a setting is frozen.


_FROZEN_BY_SENTENCES: Final[Mapping[FrozenBy, _StrPromise]] = {
    FrozenBy.OFFICIAL: _lazy("Locked: the result is official."),
    FrozenBy.ENTRIES: ngettext_lazy(
        "Locked: entry %(numbers)s has been made.", "Locked: entries %(numbers)s have been made.", "count"
    ),
    FrozenBy.GAMES: ngettext_lazy(
        "Locked: the games of round %(numbers)s are played by it.",
        "Locked: the games of rounds %(numbers)s are played by it.",
        "count",
    ),
    FrozenBy.COUNTS: ngettext_lazy(
        "Locked: round %(numbers)s has games that count.",
        "Locked: rounds %(numbers)s have games that count.",
        "count",
    ),
    FrozenBy.PLACES: ngettext_lazy(
        "Locked: the standings after round %(numbers)s are based on it.",
        "Locked: the standings after rounds %(numbers)s are based on it.",
        "count",
    ),
    FrozenBy.WALKOVERS: ngettext_lazy(
        "Locked: a result depends on it, %(tables)s.",
        "Locked: %(count)s results depend on it: %(tables)s.",
        "count",
    ),
    FrozenBy.SIT_OUTS: ngettext_lazy(
        "Locked: a sit-out depends on it, %(tables)s.",
        "Locked: %(count)s sit-outs depend on it: %(tables)s.",
        "count",
    ),
    FrozenBy.SUBSTITUTES: ngettext_lazy(
        "Locked: there was a substitute at a table, %(tables)s.",
        "Locked: there were substitutes at %(count)s tables: %(tables)s.",
        "count",
    ),
    FrozenBy.LATE_ENTRIES: ngettext_lazy(
        "Locked: entry %(numbers)s missed a round.", "Locked: entries %(numbers)s missed a round.", "count"
    ),
    FrozenBy.WITHDRAWN: ngettext_lazy(
        "Locked: entry %(numbers)s has withdrawn.",
        "Locked: entries %(numbers)s have withdrawn.",
        "count",
    ),
}


def _frozen_sentence(setting: FrozenSetting) -> str:
    """What depends on a setting, by the numbers of entries, rounds or tables."""
    count = len(setting.tables or setting.numbers)
    words = {"numbers": _ranges(setting.numbers), "tables": _table_list(setting.tables), "count": count}
    return str(_FROZEN_BY_SENTENCES[setting.frozen_by] % words)


def _ranges(numbers: Sequence[int]) -> str:
    """1, 2, 3 and 5 as “1–3, 5”."""
    runs = [
        [number for _at, number in run]
        for _gap, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _table_list(tables: Iterable[tuple[int, int | None]]) -> str:
    return "; ".join(
        _("round %(round)s") % {"round": number}
        if table is None
        else _("round %(round)s, table %(table)s") % {"round": number, "table": table}
        for number, table in tables
    )
