"""The wording of the log: a sentence for every act, a label for every fact.

Other apps register theirs when the program starts. A log entry stores codes and ids only; their names are
looked up when the entry is shown.
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
class FactLabel:
    """The label of a fact. The value of the fact is text, the id of a row of `model`, or one of `choices`.

    A fact that is not shown is stored in the entry, for verification, and appears on no page.
    """

    label: _StrOrPromise
    model: type[models.Model] | None = None
    choices: Mapping[str, _StrOrPromise] | None = None
    is_shown: bool = True


log_sentences: dict[str, _StrOrPromise] = {}
fact_labels: dict[str, FactLabel] = {}


def register_sentences(sentences: Mapping[str, _StrOrPromise]) -> None:
    """Add the sentences of an app's acts by code. Raises ValueError for a code that has a sentence."""
    twice = log_sentences.keys() & sentences.keys()
    if twice:
        raise ValueError(f"acts with two sentences: {sorted(twice)}")
    log_sentences.update(sentences)


def register_fact_labels(labels: Mapping[str, FactLabel]) -> None:
    """Add the labels of an app's facts by key. Raises ValueError if two apps label a key differently."""
    different = {key for key in fact_labels.keys() & labels.keys() if fact_labels[key] != labels[key]}
    if different:
        raise ValueError(f"facts with two meanings: {sorted(different)}")
    fact_labels.update(labels)


def sentence_of(act: str) -> str:
    """Return the sentence of an act; its code if its app is no longer installed."""
    return str(log_sentences.get(act, act))


def fact_label(key: str) -> FactLabel:
    return fact_labels.get(key) or FactLabel(key)


register_sentences(
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

register_fact_labels(
    {
        "name": FactLabel(_lazy("Name")),
        "short_name": FactLabel(_lazy("Short name")),
        "place": FactLabel(_lazy("Place")),
        "language": FactLabel(_lazy("Language"), choices=dict(LANGUAGES)),
        "federation": FactLabel(_lazy("Federation"), Club),
        "club": FactLabel(_lazy("Club"), Club),
        "home_club": FactLabel(_lazy("Home club"), Club),
        "player_name": FactLabel(_lazy("Name and licence number"), PlayerName),
        "player": FactLabel(_lazy("Player"), Player),
        "players": FactLabel(_lazy("Players"), Player),
        "user": FactLabel(_lazy("Person"), User),
        "may_publish": FactLabel(_lazy("Name may be published")),
        "since": FactLabel(_lazy("Since")),
        "until": FactLabel(_lazy("Until")),
        "role": FactLabel(_lazy("Role"), choices=dict(Role.Kind.choices)),
        "invitation": FactLabel(_lazy("Invitation"), Invitation),
        "name_changed": FactLabel(_lazy("Name changed")),
    }
)
