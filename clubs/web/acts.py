"""Pages on which one thing is done: what they say, and what a refusal looks like at the form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError

from clubs.books.refusals import Refusal
from clubs.books.writing import Author, KeyTaken
from clubs.web.forms import VerbForm

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


@dataclass(frozen=True, slots=True)
class Act:
    """A page on which one thing is done: what it is called, what its button says, what follows."""

    title: _StrOrPromise
    submit: _StrOrPromise
    done: _StrOrPromise
    lead: _StrOrPromise = ""
    # It cannot be undone.
    danger: bool = False
    # The deal that it is about as the desk shows it, and what was said of it.
    deal: object = None
    quoted: str = ""


def done(form: VerbForm, act: Callable[[Author], object], by: Author) -> bool:
    """Do it; what a verb refuses is shown at the form."""
    try:
        act(by)
    except ValidationError as refusal:
        form.refuse(refusal)
    except Refusal as refusal:
        for sentence in refusal.sentences:
            form.add_error(None, sentence)
    except KeyTaken:
        form.sent_otherwise()
    else:
        return True
    return False
