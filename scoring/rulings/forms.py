"""The forms of the jury and the director: a ruling and a written warning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player, User, without_control_characters
from clubs.text.alphabet import tidy
from clubs.web.forms import KeyedForm, set_choices
from scoring import recording
from scoring.forms.paragraph_field import ParagraphField
from scoring.models import Deal, Game, Ruling

_Outcome = Ruling.Outcome
_OF_DEAL, _OF_GAME = "deal", "game"
_CHARGED, _CREDITED = "charged", "credited"
_MAX_TEXT_LENGTH: Final = 2000

# The possible outcomes for a deal, by its state. The ruling on a disputed deal must decide it.
_OUTCOMES: Final[Mapping[str, Sequence[_Outcome]]] = {
    Deal.State.DRAFT: (_Outcome.NONE, _Outcome.VOID),
    Deal.State.ENTERED: (_Outcome.STANDS, _Outcome.REWRITE, _Outcome.VOID, _Outcome.NONE),
    Deal.State.CONFIRMED: (_Outcome.STANDS, _Outcome.REWRITE, _Outcome.VOID, _Outcome.NONE),
    Deal.State.DISPUTED: (_Outcome.STANDS, _Outcome.REWRITE, _Outcome.VOID),
    Deal.State.VOID: (_Outcome.NONE,),
}

_several_lines = RegexValidator(
    without_control_characters.regex,
    _lazy("Write plain text, without tabs or other invisible characters."),
    code="control_characters",
)


class _TextField(forms.CharField):
    """A text of several sentences and lines."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 4})
        super().__init__(max_length=_MAX_TEXT_LENGTH, widget=widget, **kwargs)

    def to_python(self, value: Any) -> str:
        """Tidy each line: blanks at its ends are dropped, and line ends are those of Unix."""
        lines = (super().to_python(value) or "").replace("\r\n", "\n").split("\n")
        for line in lines:
            _several_lines(line)
        return "\n".join(tidy(line) for line in lines).strip()


class _PositiveField(forms.IntegerField):
    """A number of points without sign, which has a field of its own."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "number"}
        super().__init__(min_value=5, max_value=100_000, widget=forms.TextInput(attrs=attrs), **kwargs)


class RulingForm(KeyedForm):
    """A ruling: the decision, the jury, the outcome for the deal and the points of each side."""

    jurors = forms.MultipleChoiceField(label=_lazy("The jury"), required=False)
    text = _TextField(
        label=_lazy("Ruling"),
        help_text=_lazy(
            "What was decided and why, in a few sentences. Everyone can read it on the game page."
        ),
    )
    outcome = forms.ChoiceField(label=_lazy("The deal"), widget=forms.RadioSelect)
    level = forms.ChoiceField(
        label=_lazy("The points apply to"),
        widget=forms.RadioSelect,
        required=False,
        initial=_OF_GAME,
        choices=[
            (_OF_DEAL, _lazy("the deal: they count in the running total")),
            (_OF_GAME, _lazy("the game: they change only its result")),
        ],
    )

    def __init__(
        self,
        *args: Any,
        game: Game,
        sides: Sequence[str],
        deal: Deal | None,
        jury: Iterable[User],
        recused: Iterable[User],
        needs_jury: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sides, self.deal = sides, deal
        self.recused = [person.pk for person in recused]
        set_choices(self, "jurors", [(str(person.pk), person.name) for person in jury])
        # The widget is set after the choices, because it is built from them.
        self.fields["jurors"].widget = forms.CheckboxSelectMultiple(choices=self.juror_choices)
        self.fields["jurors"].help_text = (
            _("The people who decided.")
            if needs_jury
            else _("The people who decided. If nobody is ticked: the director alone.")
        )
        self.fields["jurors"].required = needs_jury
        self.fields["rule"] = ParagraphField(game.ruleset)
        self.set_outcome_choices()
        for side, name in enumerate(sides):
            self.fields[_sign_name(side)] = forms.ChoiceField(
                label=name,
                required=False,
                choices=[(_CHARGED, _("penalty")), (_CREDITED, _("award"))],
            )
            self.fields[_points_name(side)] = _PositiveField(
                label=_("Points, %(side)s") % {"side": name}, required=False
            )

    @property
    def juror_choices(self) -> list[tuple[str, str]]:
        return list(self.fields["jurors"].choices)  # type: ignore[attr-defined] # fields are typed as Field

    def set_outcome_choices(self) -> None:
        """Offer the outcomes that the deal can have; drop the field if there is only one."""
        outcomes = (_Outcome.NONE,) if self.deal is None else _OUTCOMES[self.deal.state]
        if len(outcomes) == 1:
            del self.fields["outcome"]
        else:
            set_choices(self, "outcome", [(outcome.value, str(outcome.label)) for outcome in outcomes])
        if self.deal is None or self.deal.state in (Deal.State.DRAFT, Deal.State.VOID):
            del self.fields["level"]

    # The fields by their place on the page.

    @property
    def points(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields for sign and points of each side."""
        return [(self[_sign_name(side)], self[_points_name(side)]) for side in range(len(self.sides))]

    @property
    def shows_points(self) -> bool:
        """Return whether any points have a value or an error, and so must be seen."""
        return any(field.value() or field.errors for _sign, field in self.points)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for side in range(len(self.sides)):
            points = cleaned.get(_points_name(side))
            if points is not None and points % 5:
                self.add_error(_points_name(side), _("Points must be divisible by five."))
        return cleaned

    def decision(self) -> recording.Decision:
        cleaned = self.cleaned_data
        chosen = [int(pk) for pk in cleaned["jurors"]]
        return recording.Decision(
            text=cleaned["text"],
            key=cleaned["key"],
            deal=None if self.deal is None else self.deal.number,
            outcome=_Outcome(cleaned.get("outcome", _Outcome.NONE)),
            rule=cleaned["rule"],
            # The recused members of the jury are recorded with the ruling.
            jurors=[*chosen, *self.recused] if chosen else [],
            points=self.ruling_points(),
            of_deal=cleaned.get("level") == _OF_DEAL,
        )

    def ruling_points(self) -> list[recording.RulingPoints]:
        """Return the points of each side that is charged or credited."""
        entered = [
            (side, self.cleaned_data[_points_name(side)], self.cleaned_data[_sign_name(side)])
            for side in range(len(self.sides))
        ]
        return [
            recording.RulingPoints(side=side, points=points if sign == _CREDITED else -points)
            for side, points, sign in entered
            if points
        ]


class WarningForm(KeyedForm):
    """A written warning: the player and what happened."""

    player = forms.ChoiceField(label=_lazy("Who is warned?"), widget=forms.RadioSelect)
    text = _TextField(
        label=_lazy("Warning"), help_text=_lazy("What happened. Only those in charge of a game can read it.")
    )

    def __init__(self, *args: Any, game: Game, players: Iterable[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rule"] = ParagraphField(game.ruleset)
        set_choices(self, "player", [(str(player.pk), player.name) for player in players])

    def notice(self) -> recording.WarningNotice:
        cleaned = self.cleaned_data
        return recording.WarningNotice(
            player=int(cleaned["player"]), text=cleaned["text"], rule=cleaned["rule"], key=cleaned["key"]
        )


def _sign_name(side: int) -> str:
    return f"sign{side}"


def _points_name(side: int) -> str:
    return f"points{side}"
