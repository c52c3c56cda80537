"""The views of passkeys: adding one to the own account, and removing it."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubs.accounts import passkeys
from clubs.accounts.forms import PresentPasswordForm
from clubs.accounts.second_step_forms import NewPasskeyForm, PasskeyForm
from clubs.accounts.sessions import device_of
from clubs.books.writing import Author
from clubs.models import User
from clubs.views.second_step import sent_by, session_of, show_codes
from clubs.web.actions import run_into_form
from clubs.web.decorators import form_page, set_up_page, signed_in_user
from clubs.web.request_author import author_of

# How the passkey is to be called that the browser is asked for: the password was right.
_NAMED: Final = "named_passkey"


@set_up_page
def passkey_new(request: HttpRequest) -> HttpResponse:
    """Add a passkey: first its name and the password, then the browser makes it."""
    user = signed_in_user(request)
    if not passkeys.are_offered(request):
        return redirect("clubs:second_step")
    if "passkey" in request.POST:
        return _add(request, user)
    form = NewPasskeyForm(
        sent_by(request), user=user, session=session_of(request), initial={"name": device_of(request)}
    )
    if request.method == "POST" and form.is_valid():
        request.session[_NAMED] = form.cleaned_data["name"]
        return _ask_browser(request, user, PasskeyForm())
    return render(request, "clubs/accounts/passkey_new.html", {"form": form})


def _ask_browser(request: HttpRequest, user: User, form: PasskeyForm) -> HttpResponse:
    context = {
        "form": form,
        "name": request.session[_NAMED],
        "question": passkeys.ask_to_make(request, user),
    }
    return render(request, "clubs/accounts/passkey_made.html", context)


def _add(request: HttpRequest, user: User) -> HttpResponse:
    """Take what the browser has made; where nothing was asked a short while ago, begin again."""
    by, form, codes = author_of(request), PasskeyForm(request.POST), list[str]()
    question = passkeys.taken_question(request, by.at)
    name = request.session.get(_NAMED)
    if question is None or name is None:
        messages.warning(request, _("That took too long. Please begin again."))
        return redirect("clubs:passkey_new")

    def add(by: Author) -> None:
        codes.extend(passkeys.add_passkey(by, name, form.cleaned_data["passkey"], question))

    if form.is_valid() and run_into_form(form, add, by):
        del request.session[_NAMED]
        return show_codes(request, codes, is_new=True)
    return _ask_browser(request, user, form)


@form_page
def passkey_remove(request: HttpRequest, passkey: int) -> HttpResponse:
    """Remove one of the own passkeys, with the password."""
    user = signed_in_user(request)
    found = get_object_or_404(user.passkeys, pk=passkey)
    form = PresentPasswordForm(sent_by(request), user=user, session=session_of(request))
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, lambda by: passkeys.remove_passkey(by, found.pk), author_of(request)):
        messages.success(request, _("The passkey “%(name)s” is removed.") % {"name": found.name})
        return redirect("clubs:second_step")
    return render(request, "clubs/accounts/passkey_remove.html", {"form": form, "passkey": found})
