"""Two players who are one person become one.

Everything that refers to one of them refers to the other afterwards. The row that is left over stays, named
by nobody but the log, and `PlayerMerge` has what went over: for some weeks it can go back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.apps import apps
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import Conflict, NotNow, unique
from clubs.books.writing import (
    Author,
    Writing,
    books_showing,
    bump,
    club_book,
    retried,
    writing_together,
)
from clubs.models import Membership, Player, PlayerMerge
from clubs.people.references import (
    meetings,
    moving_fields,
    number_keepers,
    references,
    rewriters,
    rows_of,
)

# How long two players can be told apart again.
UNDO_DAYS: Final = timedelta(days=30)
_DETAILS: Final = (
    "given_name",
    "family_name",
    "licence",
    "federation_id",
    "licence_until",
    "language",
    "may_publish",
)


_TIMES: Final = ("consent_at", "rating_consent_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeChoice:
    """Whose name and licence number stay, by the player's id, and whether the name may be published."""

    name_of: int
    licence_of: int
    may_publish: bool
    # The versions with which the two were shown.
    versions: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GoesOver:
    """What goes over in a merge: its name, and of how many rows."""

    label: str
    number: int


def what_goes_over(other: Player) -> list[GoesOver]:
    """Return what of a player goes over to another one, for the preview."""
    return _counted(other, moving_fields())


def what_stays(erased: Player) -> list[GoesOver]:
    """Return what of a player stays under a pseudonym, for the preview of an erasure."""
    return _counted(erased, [field for field in moving_fields() if references[field].outlives])


def _counted(other: Player, fields: Iterable[str]) -> list[GoesOver]:
    numbers: dict[str, int] = {}
    for field in fields:
        label = str(references[field].label) if field in references else field
        if label:
            rows, name = rows_of(field)
            numbers[label] = numbers.get(label, 0) + rows.filter(**{name: other}).count()
    return [GoesOver(label, number) for label, number in numbers.items() if number]


def what_keeps_apart(kept: Player, other: Player) -> list[str]:
    """Return why two players cannot be one person, in the reader's language."""
    found = [sentence for find in meetings for sentence in find(kept, other)]
    accounts = [player for player in (kept, other) if hasattr(player, "user")]
    if len(accounts) == len((kept, other)):
        found.append(_("Each of them has an account: unlink one of the two first."))
    if any(player.erased_at is not None for player in (kept, other)):
        found.append(_("One of them is erased."))
    return list(dict.fromkeys(found))


@retried
def merge_players(by: Author, kept: Player, other: Player, choice: MergeChoice) -> Player:
    """Let everything of `other` be of `kept`. Raises NotNow where they met, and Conflict."""
    both = Player.objects.filter(pk__in=[kept.pk, other.pk])
    books = {book.pk: book for book in (club_book(kept.home_club), club_book(other.home_club))}
    with writing_together(books.values(), by, also_lock=books_showing(both)) as acts:
        for book in books.values():
            permissions.require(by.user, book, DIRECTORS)
        now = {player.pk: player for player in both.select_for_update(of=("self",))}
        if len(now) != len((kept, other)):
            raise NotNow(_("A player cannot be merged with itself, or has been deleted."))
        kept, other = now[kept.pk], now[other.pk]
        _refuse(kept, other, choice)
        bump(books_showing(both).exclude(pk__in=books))
        moved = _move_everything(kept, other, choice)
        PlayerMerge.objects.create(absorbed=other, at=by.at, moved=moved)
        _log(acts.values(), "player.merged", kept, other)
    return kept


def _log(acts: Iterable[Writing], act: str, kept: Player, other: Player) -> None:
    for writing in acts:
        writing.log(act, kept, after={"merged": other.pk})


def _refuse(kept: Player, other: Player, choice: MergeChoice) -> None:
    if kept.merged_into_id is not None or other.merged_into_id is not None:
        raise NotNow(_("One of them has been merged with another player already."))
    for player, version in zip((kept, other), choice.versions, strict=True):
        if player.version != version:
            raise Conflict(player)
    if found := what_keeps_apart(kept, other):
        raise NotNow(" ".join(found))


def _move_everything(kept: Player, other: Player, choice: MergeChoice) -> dict[str, Any]:
    """Move all rows and the chosen details; return what is needed to move them back."""
    before = {"kept": _details(kept), "other": _details(other)}
    memberships = list(_join_memberships(kept, other))
    for keep_number in number_keepers:
        keep_number(other.pk)
    rows = {field: _move_rows(field, other.pk, kept.pk) for field in moving_fields()}
    _leave_over(kept, other)
    _take_details(kept, other, before, choice)
    return {
        **before,
        "rows": {field: moved for field, moved in rows.items() if moved},
        "memberships": memberships,
        "rewritten": list(_rewrite(other.pk, kept.pk)),
        "version": kept.version,
    }


def _details(player: Player) -> dict[str, Any]:
    found = {name: getattr(player, name) for name in _DETAILS}
    return found | {
        "licence_until": player.licence_until and player.licence_until.isoformat(),
        **{name: _iso_time(getattr(player, name)) for name in _TIMES},
    }


def _move_rows(field: str, old: int, new: int) -> list[int]:
    rows, name = rows_of(field)
    found = list(rows.filter(**{name: old}).order_by("pk").values_list("pk", flat=True))
    with unique("", _("Both of them are in the same place of an event or a game.")):
        rows.filter(pk__in=found).update(**{name: new})
    return found


def _join_memberships(kept: Player, other: Player) -> Iterator[dict[str, Any]]:
    """Make one of two current memberships in a club: the one that began earlier. Yields what was there."""
    for membership in Membership.objects.filter(player=other, until=None):
        own = Membership.objects.filter(player=kept, club=membership.club_id, until=None).first()
        if own is None:
            continue
        yield {
            "club": membership.club_id,
            "kept": own.pk,
            "other": membership.pk,
            "kept_since": own.since.isoformat(),
            "since": membership.since.isoformat(),
        }
        own.since = min(own.since, membership.since)
        own.save(update_fields=["since"])
        membership.delete()


def _leave_over(kept: Player, other: Player) -> None:
    """The row that is left over keeps its name for the log, and nothing else."""
    other.merged_into, other.licence, other.federation = kept, "", None
    other.licence_until, other.may_publish, other.rating_consent_at = None, False, None
    other.version += 1
    other.save()


def _take_details(kept: Player, other: Player, before: dict[str, Any], choice: MergeChoice) -> None:
    sources = {kept.pk: before["kept"], other.pk: before["other"]}
    name, licence = sources[choice.name_of], sources[choice.licence_of]
    kept.given_name, kept.family_name = name["given_name"], name["family_name"]
    kept.licence, kept.federation_id = licence["licence"], licence["federation_id"]
    kept.licence_until = _day_of(licence["licence_until"])
    kept.may_publish = choice.may_publish
    kept.consent_at = _time_of(before["kept"]["consent_at"] or before["other"]["consent_at"])
    kept.rating_consent_at = _later_time(*(before[one]["rating_consent_at"] for one in ("kept", "other")))
    kept.language = kept.language or other.language
    kept.version += 1
    kept.save()


def _day_of(stored: str | None) -> date | None:
    return date.fromisoformat(stored) if stored else None


def _iso_time(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _time_of(stored: str | None) -> datetime | None:
    return datetime.fromisoformat(stored) if stored else None


def _later_time(first: str | None, second: str | None) -> datetime | None:
    """Return since when there was consent for both; None where one of them had none: the narrower one."""
    times = [_time_of(stored) for stored in (first, second)]
    known = [at for at in times if at is not None]
    return max(known) if len(known) == len(times) else None


def _rewrite(old: int, new: int) -> Iterator[list[Any]]:
    for rewrite in rewriters:
        for row in list(rewrite(old, new)):
            _row(row.model, row.row).update(**row.after)
            yield [row.model, row.row, row.before, row.after]


def _row(model: str, pk: int) -> Any:
    rows = apps.get_model(model)._base_manager
    return rows.filter(pk=pk)


# Back.


def refuse_to_part(merge: PlayerMerge, at: datetime) -> None:
    """Raise NotNow where two players cannot be told apart any more."""
    other, moved = merge.absorbed, merge.moved
    kept = other.merged_into
    if kept is None or not moved:
        raise NotNow(_("It can no longer be undone."))
    if at > merge.at + UNDO_DAYS:
        raise NotNow(_("That was more than %(days)s days ago.") % {"days": UNDO_DAYS.days})
    if not _is_as_left(merge, kept):
        later = _latest_after(merge, kept)
        if later is not None and _is_as_left(later, kept):
            raise rests_on(later)
        raise NotNow(_("The player has been changed since."))
    _refuse_where_rows_changed(moved, kept)


def _refuse_where_rows_changed(moved: dict[str, Any], kept: Player) -> None:
    for field, found in moved["rows"].items():
        rows, name = rows_of(field)
        if rows.filter(pk__in=found, **{name: kept.pk}).count() != len(found):
            raise NotNow(_("What went over has been changed since."))
    for model, row, _before, after in moved["rewritten"]:
        if not _row(model, row).filter(**after).exists():
            raise NotNow(_("What went over has been changed since."))


def rests_on(later: PlayerMerge) -> NotNow:
    """Return the refusal to undo a merge before a later one, which has to go first."""
    kept = later.absorbed.merged_into
    said = _("%(name)s was merged with %(other)s after this: undo that first.")
    return NotNow(said % {"name": later.absorbed.name, "other": kept.name if kept else ""})


def _latest_after(merge: PlayerMerge, kept: Player) -> PlayerMerge | None:
    merges = PlayerMerge.objects.select_related("absorbed__merged_into")
    return merges.filter(absorbed__merged_into=kept, at__gt=merge.at).order_by("-at").first()


def _is_as_left(merge: PlayerMerge, kept: Player) -> bool:
    """Tell whether the one who was kept is still as the merge has left him."""
    return kept.merged_into_id is None and kept.version == merge.moved.get("version")


@retried
def part_players(by: Author, kept: Player, other: Player) -> Player:
    """Tell two merged players apart again. What was recorded since stays with the one who was kept."""
    both = Player.objects.filter(pk__in=[kept.pk, other.pk])
    books = {book.pk: book for book in (club_book(kept.home_club), club_book(other.home_club))}
    with writing_together(books.values(), by, also_lock=books_showing(both)) as acts:
        for book in books.values():
            permissions.require(by.user, book, DIRECTORS)
        merges = PlayerMerge.objects.select_related("absorbed__merged_into").select_for_update(of=("self",))
        merge = merges.filter(absorbed=other, absorbed__merged_into=kept.pk).first()
        if merge is None:
            raise NotNow(_("It has already been revoked."))
        refuse_to_part(merge, by.at)
        _move_back(merge)
        merge.delete()
        bump(books_showing(both).exclude(pk__in=books))
        _log(acts.values(), "player.parted", kept, other)
    return kept


def _move_back(merge: PlayerMerge) -> None:
    moved, other = merge.moved, merge.absorbed
    kept = Player.objects.get(merged=other)
    for field, found in moved["rows"].items():
        rows, name = rows_of(field)
        rows.filter(pk__in=found).update(**{name: other.pk})
    for model, row, before, _after in moved["rewritten"]:
        _row(model, row).update(**before)
    for joined in moved["memberships"]:
        Membership.objects.filter(pk=joined["kept"]).update(since=joined["kept_since"])
        # Under its own number, by which an earlier merge may know it.
        Membership.objects.create(
            pk=joined.get("other"), club_id=joined["club"], player=other, since=joined["since"]
        )
    # The licence number is taken from one before the other has it again.
    for player, details in ((kept, moved["kept"]), (other, moved["other"])):
        for name, value in details.items():
            read = _day_of if name == "licence_until" else _time_of if name in _TIMES else None
            setattr(player, name, value if read is None else read(value))
    before = {kept.pk: moved["version"] - 1, other.pk: other.version - 1}
    other.merged_into = None
    for player in (kept, other):
        player.version += 1
        player.save()
        _let_earlier_go_back(player, before[player.pk])


def _let_earlier_go_back(player: Player, before: int) -> None:
    """Let a merge go back that was made before one that has just gone back: the player is as it left him."""
    for earlier in PlayerMerge.objects.filter(absorbed__merged_into=player):
        if earlier.moved.get("version") == before:
            earlier.moved["version"] = player.version
            earlier.save(update_fields=["moved"])


def present_ids() -> dict[int, int]:
    """Return, for each player that was merged into another one, who it is now."""
    merged = Player.objects.exclude(merged_into=None)
    return {pk: present for pk, present in merged.values_list("pk", "merged_into") if present is not None}
