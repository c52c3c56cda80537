"""The verb that takes in a list of players: what was chosen of it, in one act with one entry in the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import (
    Author,
    JsonValue,
    Writing,
    books_showing,
    bump_books_showing,
    club_book,
    retried,
    writing,
)
from clubs.models import Membership, Player
from clubs.people.details import PlayerDetails
from clubs.people.duplicates import note_two_people_in
from clubs.people.licensing import licensing_club
from clubs.people.register.details import ChangedDetails, save_details
from clubs.people.register.plan import (
    DetailChange,
    DoubtfulMember,
    KnownMember,
    RegisterPlan,
    known_member,
    make_plan,
    with_consent,
)
from clubs.people.register.reading import ListedMember
from clubs.people.verbs import create_players_in, may_join, today

TAKEN_IN: Final = "register.taken_in"
_BATCH: Final = 500


@dataclass(frozen=True, slots=True)
class MemberDecision:
    """What a person has decided of a doubtful row: who it is, or somebody new where `player` is None."""

    player: int | None = None
    takes_name: bool = False
    is_left_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterChoices:
    """What was chosen of a list."""

    # The keys of the changes that are made; of those that were not asked about, all or none.
    ticked: Collection[str]
    asked: Collection[str]
    others: bool
    # By the number of the row. A doubtful row without a decision is left out.
    decided: Mapping[int, MemberDecision]
    # Those who are new agree to be named where the list says nothing.
    may_publish: bool
    # The SHA-256 of the file.
    digest: str

    def takes(self, change: DetailChange) -> bool:
        return change.key in self.ticked or (self.others and change.key not in self.asked)


@dataclass(slots=True)
class RegisterTaken:
    """What an act has done."""

    added: Sequence[Player] = ()
    changed: Collection[int] = ()
    joined: Sequence[Membership] = ()


@dataclass(slots=True)
class _Chosen:
    """Who is added, who is known, with the changes that were chosen."""

    new: list[ListedMember] = field(default_factory=list)
    known: list[KnownMember] = field(default_factory=list)
    changes: list[DetailChange] = field(default_factory=list)


@retried
def take_in_members(by: Author, shown: RegisterPlan, choices: RegisterChoices) -> RegisterTaken:
    """Take in what was shown of a list and chosen; the list is compared again. Raises NotNow.

    A list in which nothing is new changes nothing.
    """
    club = shown.club
    touched = Player.objects.filter(pk__in=shown.players())
    with writing(club_book(club), by, needs=DIRECTORS, also_lock=books_showing(touched)) as act:
        chosen = _chosen(make_plan(club, shown.listed), choices)
        _refuse_taken_numbers(shown, chosen)
        details = save_details(chosen.changes, by.at)
        joined = _join(act, shown, chosen.known)
        added = _add(act, shown, chosen.new, may_publish=choices.may_publish)
        note_two_people_in(club, {player.pk for player in added})
        if not (details.players or joined or added):
            act.mark_repeat()
            return RegisterTaken()
        touched = Player.objects.filter(pk__in={*details.players, *(one.player_id for one in joined)})
        bump_books_showing(touched)
        after = _facts(by, choices.digest, added, joined, details)
        act.log(TAKEN_IN, club, before={"details": details.before}, after=after)
        return RegisterTaken(added, details.players, joined)


def _facts(
    by: Author,
    digest: str,
    added: Sequence[Player],
    joined: Sequence[Membership],
    details: ChangedDetails,
) -> dict[str, JsonValue]:
    return {
        "file": digest,
        "done_at": by.at.isoformat(),
        "listed_players": [player.pk for player in added],
        "changed_players": [*details.players],
        "joined": [membership.pk for membership in joined],
        "number_added": len(added),
        "number_changed": len(details.players),
        "number_joined": len(joined),
        "details": details.after,
    }


def _chosen(plan: RegisterPlan, choices: RegisterChoices) -> _Chosen:
    chosen = _Chosen(new=[*plan.new], known=[*plan.known])
    chosen.changes = [change for change in plan.changes if choices.takes(change)]
    seen = {known.player.pk for known in plan.known}
    for row in plan.doubtful:
        decision = choices.decided.get(row.number)
        if decision is None or decision.is_left_out:
            continue
        if decision.player is None:
            chosen.new.append(row.listed)
            continue
        known = _decided(plan, row, decision)
        if known.player.pk in seen:
            values = {"row": row.number, "name": known.player.name}
            raise NotNow(_("Row %(row)s: another row is already %(name)s.") % values)
        seen.add(known.player.pk)
        chosen.known.append(known)
        chosen.changes += known.changes
    return chosen


def _decided(plan: RegisterPlan, row: DoubtfulMember, decision: MemberDecision) -> KnownMember:
    player = next((one for one in row.match.candidates if one.pk == decision.player), None)
    if player is None:
        raise NotNow(_("Choose who %(name)s is.") % {"name": row.listed.line.name})
    return known_member(plan, row.listed, player, takes_name=decision.takes_name)


def _refuse_taken_numbers(plan: RegisterPlan, chosen: _Chosen) -> None:
    """Refuse a licence number that somebody else has and keeps."""
    wanted: dict[str, int | None] = {member.line.licence: None for member in chosen.new}
    wanted |= {str(change.new): change.player.pk for change in chosen.changes if change.column == "licence"}
    holders = Player.objects.filter(federation=licensing_club(plan.club), licence__in=set(wanted) - {""})
    for holder in holders.select_related("home_club"):
        if wanted[holder.licence] != holder.pk:
            message = _("The licence number %(licence)s belongs to another player of %(club)s.")
            raise NotNow(message % {"licence": holder.licence, "club": holder.home_club})


def _join(act: Writing, plan: RegisterPlan, known: Iterable[KnownMember]) -> list[Membership]:
    since: date = today(act.by)
    joining = [one.player for one in known if one.joins]
    for player in joining:
        if not may_join(act.by, plan.club, player):
            raise NotNow(_("%(name)s is of another federation.") % {"name": player.name})
    return Membership.objects.bulk_create(
        [Membership(club=plan.club, player=player, since=since) for player in joining], batch_size=_BATCH
    )


def _add(
    act: Writing, plan: RegisterPlan, new: Sequence[ListedMember], *, may_publish: bool
) -> Sequence[Player]:
    if not new:
        return ()
    details = [_details_of(with_consent(member, may_publish=may_publish)) for member in new]
    try:
        return create_players_in(act, plan.club, details)[0]
    except ValidationError as refusal:
        raise NotNow(" ".join(refusal.messages)) from refusal


def _details_of(member: ListedMember) -> PlayerDetails:
    return PlayerDetails(
        given_name=member.line.given_name,
        family_name=member.line.family_name,
        licence=member.line.licence,
        licence_until=member.licence_until,
        language=member.language,
        may_publish=bool(member.may_publish),
    )
