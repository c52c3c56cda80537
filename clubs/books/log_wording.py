"""The words in which the log is told: a sentence for every act, a label for every fact.

Knows the acts of this app; the apps above it register theirs in a module `acts.py`, which is found when the
program starts. A log entry keeps codes and ids only: what they are called is looked up when it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import LANGUAGES, Club, Invitation, Player, PlayerName, Role, User

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


@dataclass(frozen=True, slots=True)
class Fact:
    """What a fact is called. Its value is text, or the id of a row of `model`, or one of `choices`.

    A fact that is not `shown` is kept in the entry, for the proof, and told by nobody.
    """

    label: _StrOrPromise
    model: type[models.Model] | None = None
    choices: Mapping[str, _StrOrPromise] | None = None
    shown: bool = True


acts: dict[str, _StrOrPromise] = {}
facts: dict[str, Fact] = {}


def register_acts(sentences: Mapping[str, _StrOrPromise]) -> None:
    """Add the sentences of an app's acts, by code. A code has one sentence."""
    twice = acts.keys() & sentences.keys()
    if twice:
        raise ValueError(f"acts with two sentences: {sorted(twice)}")
    acts.update(sentences)


def register_facts(labels: Mapping[str, Fact]) -> None:
    """Add the labels of facts that an app's acts log. What two apps call alike, they call the same."""
    different = {key for key in facts.keys() & labels.keys() if facts[key] != labels[key]}
    if different:
        raise ValueError(f"facts with two meanings: {sorted(different)}")
    facts.update(labels)


def sentence_of(act: str) -> str:
    """What was done; an act whose app is no longer installed shows its code."""
    return str(acts.get(act, act))


def fact_of(key: str) -> Fact:
    return facts.get(key) or Fact(key)


register_acts(
    {
        "club.created": _("Club founded"),
        "club.edited": _("Club changed"),
        "club.joined": _("Club joined a federation"),
        "club.left": _("Club left its federation"),
        "player.added": _("Player added"),
        "player.edited": _("Player changed"),
        "player.renamed": _("Player's name changed"),
        "player.home_moved": _("Player's home club moved"),
        "member.added": _("Membership begun"),
        "member.ended": _("Membership ended"),
        "invitation.made": _("Invitation made"),
        "invitation.withdrawn": _("Invitation withdrawn"),
        "invitation.accepted": _("Invitation accepted"),
        "role.given": _("Role given"),
        "person.is_player": _("Said which player a person is"),
        "role.taken": _("Role taken away"),
        "reset_link.made": _("Link to a new password made"),
        "password.reset": _("New password chosen with a link"),
        "password.changed": _("Password changed"),
        "account.edited": _("Account changed"),
    }
)

register_facts(
    {
        "name": Fact(_("Name")),
        "short_name": Fact(_("Short name")),
        "place": Fact(_("Place")),
        "language": Fact(_("Language"), choices=dict(LANGUAGES)),
        "federation": Fact(_("Federation"), Club),
        "club": Fact(_("Club"), Club),
        "home_club": Fact(_("Home club"), Club),
        "player_name": Fact(_("Name and licence number"), PlayerName),
        "player": Fact(_("Player"), Player),
        "players": Fact(_("Players"), Player),
        "user": Fact(_("Person"), User),
        "may_publish": Fact(_("Name may be published")),
        "since": Fact(_("Since")),
        "until": Fact(_("Until")),
        "role": Fact(_("Role"), choices=dict(Role.Kind.choices)),
        "invitation": Fact(_("Invitation"), Invitation),
        "name_changed": Fact(_("Name changed")),
    }
)
