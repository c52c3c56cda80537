"""Sheets that are signed on paper, recorded for several games in one act."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.writing import Writing
from scoring.models import Game, Signature
from scoring.recording.errors import AlreadyChanged
from scoring.recording.session import OpenGame, open_game_in_act
from scoring.recording.signing import SignatureInput, add_signature


def sign_on_paper_in(act: Writing, seen: Mapping[Game, str]) -> list[Signature]:
    """Record in an open book that the sheets of these games are signed on paper.

    `seen` has the digest of each protocol that the director has seen.
    """
    return [_sign_sheet(open_game_in_act(act, game), digest) for game, digest in seen.items()]


def _sign_sheet(opened: OpenGame, digest: str) -> Signature:
    label = opened.game.label or opened.game.pk
    try:
        return add_signature(opened, SignatureInput(digest=digest, key=uuid4()), Signature.Kind.ON_PAPER)
    except AlreadyChanged as reason:
        raise NotNow(
            _lazy("Table %(table)s has changed since the page was shown. Look at it once more.")
            % {"table": label}
        ) from reason
    except NotNow as reason:
        words = {"table": label, "reason": reason.message}
        raise NotNow(_lazy("Table %(table)s: %(reason)s") % words) from reason
