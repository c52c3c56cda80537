"""The pages of the signatures: players sign at the table, the director closes and reopens a game.

The table's secret opens its page, and players prove who they are as the game requires; the pages at the desk
are the director's; a signed protocol is public.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.accounts import throttling
from clubs.accounts.forms import too_many_error
from clubs.books import permissions
from clubs.books.writing import Author
from clubs.people.names import full_name
from clubs.web import decorators
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.body_limits import FORM_BYTES, takes_up_to
from clubs.web.links import links_for
from clubs.web.outbox import redirect_to
from clubs.web.request_author import author_of
from scoring import recording
from scoring.desk.fields import MAX_PICTURE_BYTES, PICTURE_TOO_LARGE
from scoring.desk.game_views import action_page, game_for, reason_page, render_game_page
from scoring.desk.navigation import desk_in, scoring_url
from scoring.game import signatures
from scoring.game.readers import kept_for_readers
from scoring.game.shown_names import shown_name_of
from scoring.game.signatures import SignatureProgress
from scoring.game.signed_sheet import changes_since_signing, current_content, signed_sheet, signed_side_names
from scoring.game.status import game_badge
from scoring.game.views import game_page_context
from scoring.models import Game, Side, Signature, Signing, Table
from scoring.signing.forms import (
    REFUSED,
    AbsentSignForm,
    DigestForm,
    DirectorSignForm,
    EligibleSigner,
    OnPaperForm,
    PlayerSignForm,
)
from scoring.store import signing_queries
from scoring.store.deal_queries import deal_rows
from scoring.store.game_queries import games_with_sides, side_names
from scoring.store.signing_queries import signings_of
from scoring.store.table_queries import CurrentGame, current_game
from scoring.table import decorators as table_decorators
from scoring.table import device
from scoring.table import page as table_page
from scoring.table.views import own_side

# At the table.


@table_decorators.form_page_at_table
def sign(request: HttpRequest, table: Table, game: Game) -> HttpResponse:
    """Show what is signed and what that means, and take the next player's signature."""
    current = current_game(game)
    page = table_page.page_for(current, own_side(request, current.sides))
    progress = signatures.signature_progress(game, current.rows, current.signings, full_name)
    signers = _eligible_signers(progress, _signing_sides(request, current))
    form = PlayerSignForm(request.POST or None, game=game, signers=signers, digest=progress.digest)
    if form.is_valid():
        signature = _sign_or_refuse(request, table, game, form, progress.digest)
        if signature is not None:
            messages.success(request, _success_message(signature, form.cleaned_data["said"]))
            return redirect_to(request, reverse(_next_url_name(signature, progress), args=[table.secret]))
    elif request.method != "POST" and not (signers and game.over and page.step.may_sign):
        return redirect("scoring:table", table.secret)
    context = {
        "table": table,
        "game": game,
        "page": page,
        "signing_progress": progress,
        "name": _next_holder(game, _missing_signers(progress)),
        "form": form,
        "meaning": signatures.signing_meaning(game),
        "approved": signatures.approved_by_signing(current.rows),
    }
    return render(request, "scoring/signing/table.html", context)


def _next_holder(game: Game, signers: Sequence[EligibleSigner]) -> str:
    """Return the name of the only player who is missing, to whom the table's phone is handed; else empty."""
    return signers[0].name if len(signers) == 1 and game.approval != Game.Approval.OWN_PHONE else ""


def _signing_sides(request: HttpRequest, current: CurrentGame) -> Sequence[Side]:
    """Return the sides whose players may sign on this device."""
    if current.game.approval != Game.Approval.OWN_PHONE:
        return current.sides
    own = own_side(request, current.sides)
    return [own] if own else []


def _eligible_signers(progress: SignatureProgress, sides: Sequence[Side]) -> list[EligibleSigner]:
    """Return the players of these sides who have not signed; those who have refused may sign after all."""
    numbers = [side.number for side in sides]
    signers = [*_missing_signers(progress), *_refusing_signers(progress)]
    return [signer for signer in signers if signer.side in numbers]


def _missing_signers(progress: SignatureProgress) -> list[EligibleSigner]:
    return [
        EligibleSigner(seat.player_id, missing.side.number, full_name(seat.player))
        for missing in progress.missing
        if missing.side is not None
        for seat in missing.seats
    ]


def _refusing_signers(progress: SignatureProgress) -> list[EligibleSigner]:
    return [
        EligibleSigner(
            refusal.player.pk, refusal.side, _("%(name)s, after all") % {"name": full_name(refusal.player)}
        )
        for refusal in progress.refused
        if refusal.player is not None and refusal.side is not None
    ]


def _sign_or_refuse(
    request: HttpRequest, table: Table, game: Game, form: PlayerSignForm, digest: str
) -> Signature | None:
    """Enter the signature or refusal; return None if that fails, with the reasons as errors of the form."""
    by = device.author_at(request, table, form.cleaned_data["player"])
    signature = form.signature_input(by.side, device.own_secret(request))
    verb = recording.refuse_to_sign if form.cleaned_data["said"] == REFUSED else recording.sign_game
    try:
        return _unless_changed(form, digest, lambda author: verb(author, game, signature))(by)
    except throttling.TooManyAttempts as refusal:
        form.add_error("code", too_many_error(refusal))
    except ValidationError as refusal:
        form.refuse(refusal)
    return None


def _unless_changed(
    form: DigestForm, digest: str, act: Callable[[Author], Signature]
) -> Callable[[Author], Signature]:
    """Wrap `act`: if the result has changed since the form was shown, refuse and name the new result."""

    def checked_act(by: Author) -> Signature:
        try:
            return act(by)
        except recording.AlreadyChanged:
            if form.cleaned_data["digest"] == digest:
                raise
            raise form.renew_digest(digest) from None

    return checked_act


def _success_message(signature: Signature, word: str) -> str:
    name = {"name": full_name(signature.player) if signature.player else ""}
    if signature.signing.state == Signing.State.SIGNED:
        return _("The game is signed.")
    if word == REFUSED:
        return _("%(name)s does not sign. The director has been called.") % name
    return _("%(name)s has signed.") % name


def _next_url_name(signature: Signature, before: SignatureProgress) -> str:
    """Return the page to sign on as long as another player is missing, else the table's page."""
    others_missing = any(signer.player != signature.player_id for signer in _missing_signers(before))
    is_signed = signature.signing.state == Signing.State.SIGNED
    return "scoring:table_sign" if others_missing and not is_signed else "scoring:table"


# At the desk.


@decorators.form_page
def sign_director(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the director's own signature, which closes the protocol."""
    game = game_for(request, pk, permissions.DIRECTORS)
    progress = _current_progress(game)
    form = DirectorSignForm(request.POST or None, digest=progress.digest)
    page = ActionPage(
        _("Sign as director"),
        _("Sign"),
        _("The director has signed."),
        _("Yours is the last signature: once you sign, the game is signed."),
    )
    act = _unless_changed(
        form, progress.digest, lambda by: recording.sign_as_director(by, game, form.signature_input())
    )
    return _signing_page(request, game, form, page, act, progress)


@decorators.form_page
def sign_absent(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the director's signature for a player who has gone home."""
    game = game_for(request, pk, permissions.DIRECTORS)
    progress = _current_progress(game)
    form = AbsentSignForm(request.POST or None, signers=_missing_signers(progress), digest=progress.digest)
    page = ActionPage(
        _("Sign for an absent player"),
        _("Sign for the player"),
        _("You have signed for the player."),
        _("The score sheet will show that the player was absent and why you signed."),
    )
    act = _unless_changed(
        form, progress.digest, lambda by: recording.sign_as_absent(by, game, form.signature_input())
    )
    return _signing_page(request, game, form, page, act, progress)


@takes_up_to(MAX_PICTURE_BYTES + FORM_BYTES, PICTURE_TOO_LARGE)
@decorators.form_page
def sign_paper(request: HttpRequest, pk: int) -> HttpResponse:
    """Record that the sheet is signed on paper, with a photograph of it if wanted."""
    game = game_for(request, pk, permissions.DIRECTORS)
    progress = _current_progress(game)
    form = OnPaperForm(request.POST or None, request.FILES or None, digest=progress.digest)
    act = _unless_changed(form, progress.digest, lambda by: _sign_on_paper(by, game, form))
    by = author_of(request)
    if form.is_valid() and run_into_form(form, act, by):
        say_done(request, game.book, _("%(game)s: signed on paper.") % {"game": capfirst(str(game))}, by)
        return redirect(_url_after_paper(request, game))
    page = ActionPage(
        _("Signed on paper"),
        _("The sheet is signed"),
        "",
        _(
            "The players have signed the sheet, and it is in the folder. Deals that are not approved yet are "
            "approved by it. To take this back, open the game again."
        ),
    )
    context = {
        "form": form,
        "page": page,
        "home": links_for(game.book),
        "signing_progress": progress,
        "meaning": signatures.signing_meaning(game),
    }
    return render_game_page(request, "scoring/signing/desk.html", game, context)


def _sign_on_paper(by: Author, game: Game, form: OnPaperForm) -> Signature:
    signature = recording.sign_on_paper(by, game, form.cleaned_data["digest"], form.cleaned_data["key"])
    if form.cleaned_data["image"]:
        recording.keep_photo(by, game, form.cleaned_data["image"])
    return signature


def _url_after_paper(request: HttpRequest, game: Game) -> str:
    """Return the next game of the desk that the director types at, else the desk of the game."""
    desk = desk_in(request)
    if desk is None:
        return scoring_url("game_desk", game.pk)
    return scoring_url("desk_next", desk, after=game.pk)


def _signing_page(
    request: HttpRequest,
    game: Game,
    form: DigestForm,
    page: ActionPage,
    act: Callable[[Author], Signature],
    progress: SignatureProgress,
) -> HttpResponse:
    """Show who has signed and what signing means beside the form: a director may sign before the players."""
    context = {"signing_progress": progress, "meaning": signatures.signing_meaning(game)}
    return action_page(
        request, game, form, page, act, template="scoring/signing/desk.html", extra_context=context
    )


@decorators.form_page
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Reopen a signed game."""
    game = game_for(request, pk, permissions.DIRECTORS)
    page = ActionPage(
        _("Open the signed game again"),
        _("Open the game again"),
        _("The game is open again."),
        _("The signed version remains readable beside the new result, and everyone signs again."),
        danger=True,
    )
    return reason_page(
        request, game, page, lambda by, reason, key: recording.reopen_game(by, game, reason, key)
    )


def _current_progress(game: Game) -> SignatureProgress:
    return signatures.signature_progress(game, deal_rows(game), signings_of(game), full_name)


# For everybody.


@require_safe
@kept_for_readers(signing_queries.revision_of_signed)
def signed_protocol(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show the score sheet as it was signed, side by side with the current one."""
    game = get_object_or_404(games_with_sides(), pk=pk)
    signing = next((signing for signing in signings_of(game) if signing.number == number), None)
    if signing is None or signing.signed_at is None:
        raise Http404
    name_of = shown_name_of(request, game)
    names, rows = side_names(game, name_of), deal_rows(game)
    then, now = signing.content, current_content(game, rows)
    players = signing_queries.players_by_id(pk for side in then["players"] for pk in side)
    sides = signed_side_names(then, players, name_of)
    context = {
        **game_page_context(request, game, names),
        "signing": signing,
        "signatures": signatures.describe_signatures(signing, name_of),
        "badge": game_badge(game, rows),
        "changes": changes_since_signing(then, now, names),
        "sheets": [
            signed_sheet(_("As signed"), sides, then, now),
            signed_sheet(_("As it is now"), names, now, then),
        ],
    }
    return render(request, "scoring/game/signed.html", context)
