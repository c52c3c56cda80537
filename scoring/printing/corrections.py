"""Notes of a protocol on its corrections: what each changed, and which opening requirements were kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.people.names import NameOf, full_name
from clubs.reports.numbers import SPACE, format_value
from scoring.core.game_state import openings_for
from scoring.game.history import author_name
from scoring.game.overrides import Override
from scoring.game.score_sheet import opening_label
from scoring.game.typed_reasons import full_reason, public_reason
from scoring.models import DealVersion, Game
from scoring.store import sheets
from scoring.store.deal_queries import DealRow
from scoring.wording.citations import citation_for
from scoring.wording.labels import SIDE_LETTERS

# Each side's total of a deal, by the key of its version.
TotalsByVersion = Mapping[int, Sequence[int]]


def correction_notes(
    game: Game,
    names: Sequence[str],
    versions: Sequence[DealVersion],
    overrides: Sequence[Override],
    totals: TotalsByVersion,
    name_of: NameOf,
) -> Iterator[str]:
    """Describe in a sentence each version that corrects another one or was accepted against the rules."""
    overrides_by_version = {(override.number, override.version): override for override in overrides}
    before: DealVersion | None = None
    for version in versions:
        override = overrides_by_version.pop((version.deal.number, version.number), None)
        if _is_correction(version):
            sentence = _correction_sentence(game, names, version, override, name_of)
            if before is not None and before.deal_id == version.deal_id:
                sentence = _with_totals(sentence, totals.get(before.pk), totals.get(version.pk))
            yield sentence if override is None or not override.errors else _with_errors(sentence, override)
        elif override is not None:
            yield override.sentence
        before = version
    yield from (override.sentence for override in overrides_by_version.values())


def _is_correction(version: DealVersion) -> bool:
    return version.number > 1 and version.kind != DealVersion.Kind.DETAIL


def _correction_sentence(
    game: Game, names: Sequence[str], version: DealVersion, override: Override | None, name_of: NameOf
) -> str:
    """Name the deal, the kind, the paragraph that it follows or breaks, the reason and the initials."""
    reason_of = full_reason if name_of is full_name else public_reason
    values = {
        "number": version.deal.number,
        "kind": _kind_label(game, version),
        "why": " ".join(reason_of(version).split()),
        "initials": _initials(version, names, name_of),
    }
    if override is not None and override.citation is not None:
        with_rule = {**values, "rule": override.citation.label}
        return _("Correction in deal %(number)s (the director, against: %(rule)s): %(why)s") % with_rule
    if version.reason:
        return _("Correction in deal %(number)s (%(kind)s): %(why)s [%(initials)s]") % values
    return _("Correction in deal %(number)s (%(kind)s) [%(initials)s]") % values


def _kind_label(game: Game, version: DealVersion) -> str:
    citation = citation_for(game.ruleset, version.rule)
    kind = str(DealVersion.Kind(version.kind).label)
    return kind if citation is None else f"{kind}, {citation.label}"


def _initials(version: DealVersion, names: Sequence[str], name_of: NameOf) -> str:
    """Return the initials of the player who corrected; else the side, the table, the desk or the director."""
    if version.player is not None:
        return "".join(word[0] for word in name_of(version.player).split())
    return author_name(version, names)


def _with_totals(sentence: str, before: Sequence[int] | None, after: Sequence[int] | None) -> str:
    """Add the totals of the deal that have changed, before and after."""
    if before is None or after is None:
        return sentence
    changes = ", ".join(
        SPACE.join((letter, _format_points(old), "→", _format_points(new)))
        for letter, old, new in zip(SIDE_LETTERS, before, after, strict=False)
        if old != new
    )
    if not changes:
        return _("%(correction)s; the deal total stays as it was") % {"correction": sentence}
    return _("%(correction)s; deal total: %(changes)s") % {"correction": sentence, "changes": changes}


def _with_errors(sentence: str, override: Override) -> str:
    values = {"correction": sentence, "errors": " ".join(override.errors)}
    return _("%(correction)s; overridden: %(errors)s") % values


def _format_points(points: int) -> str:
    return format_value(points, get_language() or "en")


# Requirements that a later correction has not changed.


def frozen_notes(game: Game, rows: Sequence[DealRow]) -> Iterator[str]:
    """Note each deal whose opening requirements differ from those of the current totals before it."""
    rules = sheets.rules_of_game(game)
    start = tuple(side.carried for side in game.sides.all())
    counted = [row for row in rows if row.hands]
    totals = [start, *(tuple(hand.after for hand in row.hands) for row in counted)]
    for row, (before, _after) in zip(counted, pairwise(totals), strict=True):
        current = openings_for(rules, before)
        changed = ", ".join(
            f"{letter}{SPACE}{opening_label(now)}"
            for letter, needed, now in zip(SIDE_LETTERS, row.deal.openings, current, strict=False)
            if needed not in (None, now)
        )
        if changed:
            values = {"number": row.deal.number, "asked": changed}
            yield (
                _(
                    "The opening requirements of deal %(number)s remain as they were when it "
                    "began; by the present totals they would be: %(asked)s"
                )
                % values
            )
