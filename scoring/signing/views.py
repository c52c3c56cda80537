"""The pages of the signatures: the table signs, the director closes and reopens, everybody reads it.

At the table its secret opens the page, and who signs proves it as the game asks; the desk's pages are the
director's; what was signed is public. They check who asks, call a verb or a query, and show a template.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.accounts import throttling
from clubs.accounts.forms import too_many
from clubs.books import permissions
from clubs.books.writing import Author
from clubs.people.names import full_name, public_name
from clubs.web import decorators
from clubs.web.acts import Act
from clubs.web.forms import ReasonOnceForm
from clubs.web.revisions import revised
from scoring import recording
from scoring.desk.game_views import acted, game_for
from scoring.game import score_sheet, signatures
from scoring.game.signatures import Collecting
from scoring.game.views import frame_of
from scoring.models import Game, Side, Signature, Signing, Table
from scoring.signing.forms import (
    REFUSED,
    AbsentForm,
    DirectorSignForm,
    LookedAtForm,
    MaySign,
    SignForm,
)
from scoring.store import queries, signing_queries
from scoring.store.queries import GameNow
from scoring.table import decorators as table_decorators
from scoring.table import device
from scoring.table import page as table_page
from scoring.table.views import own_side

# At the table.


@table_decorators.edits
def sign(request: HttpRequest, table: Table, game: Game) -> HttpResponse:
    """What is signed and what that means, and the signature of the next player."""
    now = queries.game_now(game)
    page = table_page.page_of(now, own_side(request, now.sides))
    stands = signatures.collecting(game, now.rows, now.signings, full_name)
    due = _may_sign(stands, _speaking(request, now))
    form = SignForm(request.POST or None, game=game, due=due, digest=stands.digest)
    if form.is_valid():
        signature = _put_down(request, table, game, form, stands.digest)
        if signature is not None:
            messages.success(request, _said_of(signature, form.cleaned_data["said"]))
            return redirect(_next_page(signature, stands), table.secret)
    elif request.method != "POST" and not (due and game.over and page.step.may_sign):
        return redirect("scoring:table", table.secret)
    context = {
        "table": table,
        "game": game,
        "page": page,
        "stands": stands,
        "name": _handed_to(game, _missing_in(stands)),
        "form": form,
        "meaning": signatures.meaning_of(game),
        "approved": signatures.approved_by_signing(now.rows),
    }
    return render(request, "scoring/signing/table.html", context)


def _handed_to(game: Game, due: Sequence[MaySign]) -> str:
    """Who gets the table's phone next, when nobody else is missing."""
    return due[0].name if len(due) == 1 and game.approval != Game.Approval.OWN_PHONE else ""


def _speaking(request: HttpRequest, now: GameNow) -> Sequence[Side]:
    """The sides whose players may sign on this device."""
    if now.game.approval != Game.Approval.OWN_PHONE:
        return now.sides
    own = own_side(request, now.sides)
    return [own] if own else []


def _may_sign(stands: Collecting, sides: Sequence[Side]) -> list[MaySign]:
    """Who has not signed yet, of these sides; whoever has refused may sign after all."""
    numbers = [side.number for side in sides]
    return [each for each in [*_missing_in(stands), *_refused_in(stands)] if each.side in numbers]


def _missing_in(stands: Collecting) -> list[MaySign]:
    """The players whose signature is missing."""
    return [
        MaySign(seat.player_id, each.side.number, full_name(seat.player))
        for each in stands.missing
        if each.side is not None
        for seat in each.seats
    ]


def _refused_in(stands: Collecting) -> list[MaySign]:
    """The players whose last word is that they do not sign."""
    return [
        MaySign(one.player.pk, one.side, _("%(name)s, after all") % {"name": full_name(one.player)})
        for one in stands.refused
        if one.player is not None and one.side is not None
    ]


def _put_down(
    request: HttpRequest, table: Table, game: Game, form: SignForm, digest: str
) -> Signature | None:
    """The signature or the refusal; when the verb refuses it, the form says why."""
    by = device.author_at(request, table, form.cleaned_data["player"])
    signed = form.signed(by.side, device.own_secret(request))
    verb = recording.refuse_to_sign if form.cleaned_data["said"] == REFUSED else recording.sign_game
    try:
        return _as_looked_at(form, digest, lambda author: verb(author, game, signed))(by)
    except throttling.TooMany as refusal:
        form.add_error("code", too_many(refusal))
    except ValidationError as refusal:
        form.refuse(refusal)
    return None


def _as_looked_at(
    form: LookedAtForm, digest: str, act: Callable[[Author], Signature]
) -> Callable[[Author], Signature]:
    """Do it; when the result is another one than the form names, that is said and the new one is shown."""

    def done(by: Author) -> Signature:
        try:
            return act(by)
        except recording.TakenAlready:
            if form.cleaned_data["digest"] == digest:
                raise
            raise form.look_again(digest) from None

    return done


def _said_of(signature: Signature, said: str) -> str:
    name = {"name": full_name(signature.player) if signature.player else ""}
    if signature.signing.state == Signing.State.SIGNED:
        return _("The game is signed.")
    if said == REFUSED:
        return _("%(name)s does not sign. The director has been called.") % name
    return _("%(name)s has signed.") % name


def _next_page(signature: Signature, before: Collecting) -> str:
    """As long as another player is missing the phone goes on to that one."""
    left = any(each.player != signature.player_id for each in _missing_in(before))
    signed = signature.signing.state == Signing.State.SIGNED
    return "scoring:table_sign" if left and not signed else "scoring:table"


# At the desk.


@decorators.edits
def sign_director(request: HttpRequest, pk: int) -> HttpResponse:
    """The director's own signature, which closes the protocol."""
    game = game_for(request, pk, permissions.DIRECTORS)
    stands = _stands_of(game)
    form = DirectorSignForm(request.POST or None, digest=stands.digest)
    page = Act(
        _("Sign as director"),
        _("Sign"),
        _("The director has signed."),
        _("Your signature is the last one: with it the game is signed."),
    )
    act = _as_looked_at(form, stands.digest, lambda by: recording.sign_as_director(by, game, form.signed()))
    return acted(
        request,
        game,
        form,
        page,
        act,
        template="scoring/signing/desk.html",
        more=_what_is_signed(game, stands),
    )


@decorators.edits
def sign_absent(request: HttpRequest, pk: int) -> HttpResponse:
    """The director signs for a player who has gone home."""
    game = game_for(request, pk, permissions.DIRECTORS)
    stands = _stands_of(game)
    form = AbsentForm(request.POST or None, due=_missing_in(stands), digest=stands.digest)
    page = Act(
        _("Sign for a player who has gone home"),
        _("Sign for the player"),
        _("You have signed for the player."),
        _("The protocol says that the player was absent, and why you have signed."),
    )
    act = _as_looked_at(form, stands.digest, lambda by: recording.sign_as_absent(by, game, form.signed()))
    return acted(
        request,
        game,
        form,
        page,
        act,
        template="scoring/signing/desk.html",
        more=_what_is_signed(game, stands),
    )


def _what_is_signed(game: Game, stands: Collecting) -> dict[str, object]:
    """Who has signed, and what that means: the first signature may be the director's, for somebody absent."""
    return {"stands": stands, "meaning": signatures.meaning_of(game)}


@decorators.edits
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """The director opens a signed game again."""
    game = game_for(request, pk, permissions.DIRECTORS)
    form = ReasonOnceForm(request.POST or None)
    page = Act(
        _("Open the signed game again"),
        _("Open the game again"),
        _("The game is open again."),
        _("What was signed stays readable beside the new result, and everybody signs anew."),
        danger=True,
    )
    return acted(
        request,
        game,
        form,
        page,
        lambda by: recording.reopen_game(by, game, form.cleaned_data["reason"], form.cleaned_data["key"]),
    )


def _stands_of(game: Game) -> Collecting:
    """What is signed now, and who has signed it."""
    return signatures.collecting(game, queries.deals_of(game), queries.signings_of(game), full_name)


# For everybody.


@require_safe
@revised(signing_queries.revision_of_signed)
def signed(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The score sheet as it was signed, beside the one that stands now."""
    shown = get_object_or_404(queries.with_sides(), pk=pk)
    signing = next((one for one in queries.signings_of(shown) if one.number == number), None)
    if signing is None or signing.signed_at is None:
        raise Http404
    names, rows = queries.side_names(shown), queries.deals_of(shown)
    then, now = signing.content, signatures.content_of(shown, rows)
    players = signing_queries.players_named(pk for side in then["players"] for pk in side)
    sides = signatures.sides_signed(then, players)
    context = {
        **frame_of(shown, names),
        "signing": signing,
        "given": signatures.given(signing, public_name),
        "state": score_sheet.state_of_game(shown, rows),
        "changes": signatures.changes(then, now, names),
        "sheets": [
            signatures.sheet_of(_("As it was signed"), sides, then, now),
            signatures.sheet_of(_("As it stands now"), names, now, then),
        ],
    }
    return render(request, "scoring/game/signed.html", context)
