"""Sentences about a whole score sheet that was put right, for the page of the game and the protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from clubs.people.names import NameOf
from clubs.text.dates import short_datetime
from scoring.store.put_right import PutRight


def put_right_sentences(acts: Sequence[PutRight], name_of: NameOf) -> Iterator[str]:
    for act in acts:
        values = {"time": short_datetime(act.at), "why": " ".join(act.reason.split())}
        if act.other is not None:
            yield _(
                "All deals were exchanged with those of round %(round)s, %(game)s, on %(time)s: %(why)s"
            ) % {**values, "round": act.of_round, "game": act.other}
        else:
            yield _("Who sat here was put right on %(time)s: %(why)s. Before, this stood here: %(names)s") % {
                **values,
                "names": ", ".join(name_of(player) for player in act.former),
            }
