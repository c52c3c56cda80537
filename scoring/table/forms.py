"""Forms of the pages of a table: the PIN, the seats, the approval of a deal, the call for the director.

The verbs decide whether an action is possible now; the forms show their refusals at the fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.accounts import throttling
from clubs.accounts.forms import time_to_try_again
from clubs.accounts.pin_limits import Guesser, count_pin, note_right_pin
from clubs.people.names import full_name
from clubs.web.forms import KeyedForm, LineField
from scoring import recording
from scoring.models import CODE_DIGITS, PIN_DIGITS, Call, Confirmation, Game, Side, Table
from scoring.store import seating
from scoring.store.phones import has_card_stopped

_Choices = list[tuple[str, str]]
_EXTRA_BLANKS: Final = 6


class DigitsField(forms.CharField):
    """A fixed number of digits; blanks between them are ignored."""

    def __init__(self, *, count: int, widget: type[forms.Widget] = forms.TextInput, **kwargs: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "digits"}
        super().__init__(max_length=count + _EXTRA_BLANKS, widget=widget(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> str:
        return "".join((super().to_python(value) or "").split())


class SecretDigitsField(DigitsField):
    """The secret digits of a side, typed on a phone that others use too: neither shown nor repeated."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.PasswordInput, **kwargs)
        self.widget.attrs["autocomplete"] = "one-time-code"


class PinForm(forms.Form):
    """A table's PIN, typed by hand. After too many attempts no PIN is looked up."""

    pin = DigitsField(
        count=PIN_DIGITS,
        label=_lazy("Table PIN"),
        help_text=_lazy("Eight digits, on the card that lies on the table."),
    )

    def __init__(self, data: QueryDict | None, *, by: Guesser, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.by = by
        self.table: Table | None = None

    def clean_pin(self) -> str:
        pin: str = self.cleaned_data["pin"]
        if len(pin) != PIN_DIGITS or not pin.isdecimal():
            raise ValidationError(_("A PIN has eight digits. Look at the card once more."), code="digits")
        now = timezone.now()
        try:
            limits = count_pin(pin, self.by, Table.objects.count(), now)
        except throttling.TooManyAttempts as refusal:
            sentence = _(
                "Too many attempts. Scan the code on the card of the table instead, or try again at %(time)s."
            )
            again = {"time": time_to_try_again(refusal)}
            raise ValidationError(sentence % again, code="too_many") from refusal
        self.table = Table.objects.select_related("card_for").filter(pin=pin).first()
        if self.table is None or has_card_stopped(self.table, now):
            raise ValidationError(_("No table has this PIN. Look at the card once more."), code="unknown")
        throttling.uncount_attempt(limits, now)
        note_right_pin(self.by, now)
        return pin


class GameForm(KeyedForm):
    """A form at a table that names its game."""

    game = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def __init__(self, data: QueryDict | None = None, *, game: Game, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.expected_game = game
        self.fields["game"].initial = game.pk

    def clean_game(self) -> int:
        if self.cleaned_data["game"] != self.expected_game.pk:
            raise ValidationError(_("This game is no longer at this table."), code="gone")
        return self.expected_game.pk


class DealForm(GameForm):
    """A form at a table that names a deal of its game."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=999)


class StartForm(DealForm):
    """Start a deal. Where nobody has drawn for the seats, it asks who sits out."""

    def __init__(self, data: QueryDict | None = None, *, game: Game, number: int = 1) -> None:
        super().__init__(data, game=game, initial={"number": number})
        players = [[full_name(seat.player) for seat in side.seats.all()] for side in game.sides.all()]
        people = [len(side) for side in players]
        self.sitting_out = seating.sitting_out_unseated(game, people)
        for side, many in enumerate(self.sitting_out):
            for place in range(many):
                # The last player of a side sits out first, then each in turn.
                usual = (people[side] - 1 + place + number - 1) % people[side]
                self.fields[_sits_out_field(side, place)] = forms.TypedChoiceField(
                    label=_("Who sits out?"),
                    coerce=int,
                    choices=[(str(at), name) for at, name in enumerate(players[side])],
                    initial=str(usual),
                )

    def in_time(self) -> list[int]:
        """Return the sides that have ticked that the last card was dealt before the signal of the clock."""
        ticked = self.data.getlist("in_time") if isinstance(self.data, QueryDict) else []
        return [side for side in range(len(self.sitting_out)) if str(side) in ticked]

    def sits_out(self) -> list[seating.Person]:
        return [
            seating.Person(side, self.cleaned_data[_sits_out_field(side, place)])
            for side, many in enumerate(self.sitting_out)
            for place in range(many)
        ]


def _sits_out_field(side: int, place: int) -> str:
    return f"sits_out_{side}_{place}"


def _player_choices(sides: Iterable[Side]) -> _Choices:
    """The players of these sides with their names."""
    return [(str(seat.player_id), full_name(seat.player)) for side in sides for seat in side.seats.all()]


class SeatedPlayerField(forms.TypedChoiceField):
    """One of the players at the table."""

    def __init__(self, *, widget: type[forms.Widget] = forms.RadioSelect, **kwargs: Any) -> None:
        super().__init__(coerce=int, empty_value=None, widget=widget, **kwargs)


class TableSeatsForm(GameForm):
    """Who drew the highest card, who sits to the left, and who keeps the protocol."""

    highest = SeatedPlayerField(label=_lazy("Who drew the highest card?"))
    left = SeatedPlayerField(
        label=_lazy("Who sits to the left of that player?"),
        required=False,
        help_text=_lazy("It decides who deals and who leads in each deal."),
    )
    keeper = SeatedPlayerField(
        label=_lazy("Who keeps score?"),
        required=False,
        widget=forms.Select,
    )

    def __init__(self, data: QueryDict | None, *, game: Game) -> None:
        super().__init__(data, game=game)
        self.sides = sides = list(game.sides.all())
        for name in ("highest", "left"):
            self.fields[name].choices = _player_choices(sides)  # type: ignore[attr-defined] # fields are typed as Field
        keepers = [("", _("The player who drew highest")), *_player_choices(sides)]
        self.fields["keeper"].choices = keepers  # type: ignore[attr-defined] # fields are typed as Field
        if len(_player_choices(sides)) == len(sides) == 2:
            del self.fields["left"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        highest, left = cleaned.get("highest"), cleaned.get("left")
        if highest and left and self.side_of(highest) == self.side_of(left):
            self.add_error("left", _("The player to the left must be from another side."))
        return cleaned

    def side_of(self, player: int) -> int:
        return next(at for at, players in enumerate(self.players()) if player in players)

    def players(self) -> list[list[int]]:
        return [[seat.player_id for seat in side.seats.all()] for side in self.sides]

    def seats(self) -> recording.Seats:
        typed = self.cleaned_data
        left = typed.get("left")
        order = [sorted(players, key=lambda player: player != left) for players in self.players()]
        return recording.Seats(
            highest=typed["highest"], key=typed["key"], keeper=typed["keeper"], order=order if left else ()
        )


class ApprovalForm(GameForm):
    """The player who answers for a side, and the side's digits where the game requires them."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=9999)
    player = SeatedPlayerField(label=_lazy("Who are you?"))
    code = SecretDigitsField(
        count=CODE_DIGITS,
        label=_lazy("Your side's four-digit code"),
        help_text=_lazy("It is on the slip your side was given."),
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        game: Game,
        version: int,
        answering: Sequence[Side],
        **kwargs: Any,
    ) -> None:
        """Offer the players of the `answering` sides. The verb refuses everybody else: a form that is sent
        twice gets the first response again, although its side no longer has to answer."""
        super().__init__(data, game=game, initial={"version": version}, **kwargs)
        self.fields["player"].choices = _player_choices(game.sides.all())  # type: ignore[attr-defined] # fields are typed as Field
        self.offer_players(answering)
        if game.approval != Game.Approval.OWN_CODE:
            del self.fields["code"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self._ask_for_code_again()
        return cleaned

    def refuse(self, refusal: ValidationError) -> None:
        super().refuse(refusal)
        self._ask_for_code_again()

    def _ask_for_code_again(self) -> None:
        """Say that the digits, which are never shown again, are needed again beside what else is wrong."""
        if self.errors and "code" in self.fields and "code" not in self.errors:
            self.add_error("code", _("Please type the four digits again."))

    def offer_players(self, sides: Sequence[Side]) -> None:
        self.fields["player"].widget.choices = _player_choices(sides)

    def approval(self, number: int, side: int | None, secret: str) -> recording.Approval:
        typed = self.cleaned_data
        return recording.Approval(
            number=number,
            version=typed["version"],
            key=typed["key"],
            side=side,
            player=typed["player"],
            code=typed.get("code", ""),
            secret=secret,
            reason=typed.get("reason", ""),
        )


class AnswerForm(ApprovalForm):
    """A side's answer to a deal that another side has written down."""

    said = forms.ChoiceField(label=_lazy("Your answer"), choices=Confirmation.Kind.choices)
    reason = LineField(
        label=_lazy("What is wrong?"),
        required=False,
        help_text=_lazy("The staff read it. The public page says only that a reason was given."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["reason"].only_for = _("to send back or dispute")  # type: ignore[attr-defined] # read by the label


class TakeProtocolForm(ApprovalForm):
    """Take another side's protocol in place of one's own."""

    taken = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=9)

    def __init__(self, data: QueryDict | None = None, *, taken: int | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["taken"].initial = taken


class CallForm(GameForm):
    """Why a table calls the director."""

    why = forms.ChoiceField(
        label=_lazy("Why are you calling?"), choices=Call.Reason.choices, widget=forms.RadioSelect
    )
    text = LineField(label=_lazy("In a few words"), required=False)

    def call_words(self) -> recording.CallRequest:
        typed = self.cleaned_data
        return recording.CallRequest(reason=typed["why"], text=typed["text"], key=typed["key"])
