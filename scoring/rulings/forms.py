"""What the jury or the director types: a ruling, a written warning, what one act costs.

Knows labels, hints and what belongs together; who may sit in a jury and what follows from a ruling is known
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player, User, without_control_characters
from clubs.text.alphabet import tidy
from clubs.web.forms import KeyedForm, LineField, offer
from scoring import recording
from scoring.models import Deal, Game, Ruling
from scoring.wording.citations import meant

_Outcome = Ruling.Outcome
_OF_DEAL, _OF_GAME = "deal", "game"
_CHARGED, _CREDITED = "charged", "credited"
_LONGEST_TEXT: Final = 2000

# What can become of a deal, by how it stands. A disputed one is decided one way or another.
_OUTCOMES: Final[Mapping[str, Sequence[_Outcome]]] = {
    Deal.State.DRAFT: (_Outcome.NONE, _Outcome.VOID),
    Deal.State.ENTERED: (_Outcome.STANDS, _Outcome.ANEW, _Outcome.VOID, _Outcome.NONE),
    Deal.State.CONFIRMED: (_Outcome.STANDS, _Outcome.ANEW, _Outcome.VOID, _Outcome.NONE),
    Deal.State.DISPUTED: (_Outcome.STANDS, _Outcome.ANEW, _Outcome.VOID),
    Deal.State.VOID: (_Outcome.NONE,),
}

_several_lines = RegexValidator(
    without_control_characters.regex,
    _lazy("Write plain text, without tabs or other invisible characters."),
    code="control_characters",
)


class _TextField(forms.CharField):
    """Some sentences, on several lines if need be."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 4})
        super().__init__(max_length=_LONGEST_TEXT, widget=widget, **kwargs)

    def to_python(self, value: Any) -> str:
        """Each line tidied: blanks at its ends mean nothing, nor how a browser ends lines."""
        lines = (super().to_python(value) or "").replace("\r\n", "\n").split("\n")
        for line in lines:
            _several_lines(line)
        return "\n".join(tidy(line) for line in lines).strip()


class _ParagraphField(LineField):
    """A paragraph as people write it, with those of the game's rules to choose from as one types."""

    LIST = "paragraphs-of-the-rules"

    def __init__(self, ruleset: str) -> None:
        super().__init__(
            max_length=40,
            required=False,
            label=_("Paragraph"),
            help_text=_("Of the rules that are played by, if there is one."),
        )
        self.widget.attrs |= {"list": self.LIST, "autocomplete": "off", "spellcheck": "false"}
        self.ruleset = ruleset

    def clean(self, value: Any) -> str:
        return meant(self.ruleset, super().clean(value))


class _PositiveField(forms.IntegerField):
    """So many points; which way they go is said beside them."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "number"}
        super().__init__(min_value=5, max_value=100_000, widget=forms.TextInput(attrs=attrs), **kwargs)


class RulingForm(KeyedForm):
    """What was decided, by whom, and what follows from it."""

    jurors = forms.MultipleChoiceField(label=_lazy("The jury"), required=False)
    text = _TextField(
        label=_lazy("Ruling"),
        help_text=_lazy("What was decided and why, in a few sentences. Everybody can read it at the game."),
    )
    outcome = forms.ChoiceField(label=_lazy("The deal"), widget=forms.RadioSelect)
    level = forms.ChoiceField(
        label=_lazy("The points belong to"),
        widget=forms.RadioSelect,
        required=False,
        initial=_OF_GAME,
        choices=[
            (_OF_DEAL, _lazy("the deal: they count in the running total")),
            (_OF_GAME, _lazy("the game: they change its result alone")),
        ],
    )

    def __init__(
        self,
        *args: Any,
        game: Game,
        sides: Sequence[str],
        deal: Deal | None,
        jury: Iterable[User],
        passed_over: Iterable[User],
        needs_jury: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sides, self.deal = sides, deal
        self.passed_over = [person.pk for person in passed_over]
        offer(self, "jurors", [(str(person.pk), person.name) for person in jury])
        # Chosen after its choices are known, since a list of ticks is made of them.
        self.fields["jurors"].widget = forms.CheckboxSelectMultiple(choices=self.jurors_offered)
        self.fields["jurors"].help_text = (
            _("Who has decided.") if needs_jury else _("Who has decided. Nobody ticked: the director alone.")
        )
        self.fields["jurors"].required = needs_jury
        self.fields["rule"] = _ParagraphField(game.ruleset)
        self.offer_outcomes()
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
    def jurors_offered(self) -> list[tuple[str, str]]:
        return list(self.fields["jurors"].choices)  # type: ignore[attr-defined] # fields are typed as Field

    def offer_outcomes(self) -> None:
        """What can become of this deal; where there is nothing to choose nothing is asked."""
        found = (_Outcome.NONE,) if self.deal is None else _OUTCOMES[self.deal.state]
        if len(found) == 1:
            del self.fields["outcome"]
        else:
            offer(self, "outcome", [(each.value, str(each.label)) for each in found])
        if self.deal is None or self.deal.state in (Deal.State.DRAFT, Deal.State.VOID):
            del self.fields["level"]

    # What stands where on the page.

    @property
    def points(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Which way, and how many, of each side."""
        return [(self[_sign_name(side)], self[_points_name(side)]) for side in range(len(self.sides))]

    @property
    def is_charging(self) -> bool:
        """Whether points were typed, or are wrong: then they must be seen."""
        return any(field.value() or field.errors for _sign, field in self.points)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for side in range(len(self.sides)):
            points = cleaned.get(_points_name(side))
            if points is not None and points % 5:
                self.add_error(_points_name(side), _("Points are divisible by five."))
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
            # Who of the jury may not sit here is kept as passed over.
            jurors=[*chosen, *self.passed_over] if chosen else [],
            points=self.charged(),
            of_deal=cleaned.get("level") == _OF_DEAL,
        )

    def charged(self) -> list[recording.Points]:
        """What each side is charged or credited, of those that are."""
        typed = [
            (side, self.cleaned_data[_points_name(side)], self.cleaned_data[_sign_name(side)])
            for side in range(len(self.sides))
        ]
        return [
            recording.Points(side=side, points=points if sign == _CREDITED else -points)
            for side, points, sign in typed
            if points
        ]


class WarningForm(KeyedForm):
    """Who is warned in writing, and what for."""

    player = forms.ChoiceField(label=_lazy("Who is warned?"), widget=forms.RadioSelect)
    text = _TextField(
        label=_lazy("Warning"), help_text=_lazy("What happened. Only those in charge of a game can read it.")
    )

    def __init__(self, *args: Any, game: Game, players: Iterable[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rule"] = _ParagraphField(game.ruleset)
        offer(self, "player", [(str(player.pk), player.name) for player in players])

    def warned(self) -> recording.Warned:
        cleaned = self.cleaned_data
        return recording.Warned(
            player=int(cleaned["player"]), text=cleaned["text"], rule=cleaned["rule"], key=cleaned["key"]
        )


def _sign_name(side: int) -> str:
    return f"sign{side}"


def _points_name(side: int) -> str:
    return f"points{side}"
