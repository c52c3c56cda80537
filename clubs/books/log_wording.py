"""The words in which the log is told: a sentence for every act, a label for every fact.

Knows the acts of this app; the apps above it register theirs in a module `acts.py`, which is found when the
program starts. A log entry keeps codes and ids only: what they are called is looked up when it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

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
        "club.created": _lazy("Club founded"),
        "club.edited": _lazy("Club changed"),
        "club.joined": _lazy("Club joined a federation"),
        "club.left": _lazy("Club left its federation"),
        "player.added": _lazy("Player added"),
        "player.edited": _lazy("Player changed"),
        "player.renamed": _lazy("Player's name changed"),
        "player.home_moved": _lazy("Player's home club moved"),
        "member.added": _lazy("Membership begun"),
        "member.ended": _lazy("Membership ended"),
        "invitation.made": _lazy("Invitation made"),
        "invitation.withdrawn": _lazy("Invitation withdrawn"),
        "invitation.accepted": _lazy("Invitation accepted"),
        "role.given": _lazy("Role given"),
        "person.is_player": _lazy("Said which player a person is"),
        "role.taken": _lazy("Role taken away"),
        "reset_link.made": _lazy("Link to a new password made"),
        "password.reset": _lazy("New password chosen with a link"),
        "password.changed": _lazy("Password changed"),
        "account.edited": _lazy("Account changed"),
    }
)

register_facts(
    {
        "name": Fact(_lazy("Name")),
        "short_name": Fact(_lazy("Short name")),
        "place": Fact(_lazy("Place")),
        "language": Fact(_lazy("Language"), choices=dict(LANGUAGES)),
        "federation": Fact(_lazy("Federation"), Club),
        "club": Fact(_lazy("Club"), Club),
        "home_club": Fact(_lazy("Home club"), Club),
        "player_name": Fact(_lazy("Name and licence number"), PlayerName),
        "player": Fact(_lazy("Player"), Player),
        "players": Fact(_lazy("Players"), Player),
        "user": Fact(_lazy("Person"), User),
        "may_publish": Fact(_lazy("Name may be published")),
        "since": Fact(_lazy("Since")),
        "until": Fact(_lazy("Until")),
        "role": Fact(_lazy("Role"), choices=dict(Role.Kind.choices)),
        "invitation": Fact(_lazy("Invitation"), Invitation),
        "name_changed": Fact(_lazy("Name changed")),
    }
)
