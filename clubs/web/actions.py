"""Pages with a form for one action, and the way a refused action comes back into the form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from clubs.books import permissions, ways_back
from clubs.books.refusals import NeedsSomebodyElse, Refusal
from clubs.books.writing import Author, KeyReused
from clubs.models import Book, User
from clubs.web.forms import VerbForm

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


@dataclass(frozen=True, slots=True)
class ActionPage:
    """The words of a page for one action: its title, the label of its button, the message afterwards."""

    title: _StrOrPromise
    submit: _StrOrPromise
    done: _StrOrPromise
    lead: _StrOrPromise = ""
    # It cannot be undone.
    danger: bool = False
    # The deal that the action is about, as the desk shows it, and the words of a dispute about it.
    deal: object = None
    quoted: str = ""
    # Why it cannot be done; it stands in place of the form.
    refusals: Sequence[str] = ()


def say_done(request: HttpRequest, book: Book, done: _StrOrPromise, by: Author) -> None:
    """Say on the next page that an act is done, with the link that takes it back where there is one."""
    user = request.user
    roles = permissions.roles_in(user, book)
    acts = []
    if isinstance(user, User) and not roles.isdisjoint(permissions.IN_CHARGE):
        acts = ways_back.acts_done(book, user, roles, by.at)
    if not acts:
        messages.success(request, done)
        return
    if len(acts) == 1:
        address, label = reverse("clubs:undo", args=[book.pk, acts[0].number]), _("Undo")
    else:
        address, label = reverse("clubs:last_acts", args=[book.pk]), _("Undo one of them")
    with_undo = format_html('{} <a href="{}">{}</a>', done, address, label)
    messages.success(request, with_undo)


def refusals_of(check: Callable[[], object]) -> Sequence[str]:
    """The sentences with which a check refuses an act; empty where it may be done."""
    try:
        check()
    except Refusal as refusal:
        return tuple(refusal.sentences)
    return ()


def run_into_form(form: VerbForm, act: Callable[[Author], object], by: Author) -> bool:
    """Run a verb; return whether it succeeded, and add what it refuses to the form."""
    try:
        act(by)
    except ValidationError as refusal:
        form.refuse(refusal)
    except Refusal as refusal:
        for sentence in refusal.sentences:
            form.add_error(None, sentence)
        if isinstance(refusal, NeedsSomebodyElse):
            form.ask_nobody_else()
    except KeyReused:
        form.renew_key()
    else:
        return True
    return False
