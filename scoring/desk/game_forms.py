"""What a person at the desk types about one game: one form for each act.

Knows labels, hints and what belongs together; what an act does, and whether the game lets it happen now, is
known by the verbs, whose refusals are shown here at the fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from clubs.models import Player
from scoring import recording
from scoring.desk.fields import (
    KeyedForm,
    LineField,
    PhotoField,
    PlayerField,
    PointsField,
    ReasonField,
    Roster,
    VerbForm,
)
from scoring.models import Deal, Game, Seat
from scoring.rulings.charges import reasons_of
from scoring.store import sheets
from scoring.wording import labels
from scoring.wording.citations import meant

WHOLE_GAME = "game"
CHARGED, CREDITED = "charged", "credited"


class ReasonForm(VerbForm):
    """An act that needs its reason said."""

    reason = ReasonField()


class ReasonOnceForm(ReasonForm, KeyedForm):
    """The same, done once however often it is sent."""


class ConfirmForm(KeyedForm):
    """The director's word on a deal as it is written; on a disputed one with the reason."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=30_000)
    reason = ReasonField()

    def __init__(self, *args: Any, deal: Deal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["version"] = deal.version
        self.fields["reason"].required = deal.state == Deal.State.DISPUTED
        self.number = deal.number

    def approval(self) -> recording.Approval:
        return recording.Approval(number=self.number, **self.cleaned_data)


class AdjustForm(KeyedForm):
    """A penalty or an award: one of the rules' own, or the director's points with paragraph and reason."""

    level = forms.ChoiceField(
        label=lazy("It belongs to"),
        help_text=lazy(
            "Of a deal it counts in the running total. Of the game it changes the result alone: "
            "no running total, no opening requirement, not whether the target is reached."
        ),
    )
    side = forms.ChoiceField(label=lazy("Side"), widget=forms.RadioSelect)
    penalties = forms.MultipleChoiceField(
        label=lazy("Broken by one act"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=lazy("Penalties of the rules: points and paragraph follow from them."),
    )
    sign = forms.ChoiceField(
        label=lazy("Points of your own"),
        widget=forms.RadioSelect,
        initial=CHARGED,
        choices=[
            (CHARGED, lazy("penalty: the points are taken away")),
            (CREDITED, lazy("award: they are added")),
        ],
    )
    points = forms.IntegerField(
        label=lazy("How many points"),
        required=False,
        min_value=5,
        max_value=100_000,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
    )
    rule = LineField(
        label=lazy("Paragraph"),
        max_length=40,
        required=False,
        help_text=lazy("Of the rules that are played by, if there is one."),
    )
    reason = ReasonField(
        required=False,
        help_text=lazy("Needed for points of your own. It stands in the log, under your name."),
    )

    def __init__(
        self, *args: Any, game: Game, sides: Sequence[str], deals: Iterable[int], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        numbered = [(str(number), _("Deal %(number)s") % {"number": number}) for number in deals]
        offer(self, "level", [(WHOLE_GAME, _("the whole game")), *numbered])
        offer(self, "side", list(enumerated(sides)))
        named = [
            (penalty.code, labels.penalty_offer(game.ruleset, penalty))
            for penalty in sheets.rules_of_game(game).penalties
        ]
        offer(self, "penalties", named)
        if not named:
            del self.fields["penalties"]

    def chosen(self) -> list[str]:
        """The faults that are ticked now, whether or not the form is whole."""
        return list(self["penalties"].value() or []) if "penalties" in self.fields else []

    @property
    def is_own(self) -> bool:
        """Whether points of one's own were typed, or are wrong: then they must be seen."""
        own = (self[name] for name in ("sign", "points", "rule"))
        return "penalties" not in self.fields or any(
            field.errors or (field.value() and field.name != "sign") for field in own
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned.setdefault("penalties", [])
        if cleaned["penalties"]:
            if cleaned.get("points"):
                self.add_error("points", _("Either a penalty of the rules or points of your own."))
            return cleaned
        for name in ("points", "reason"):
            if not cleaned.get(name) and name not in self.errors:
                self.add_error(name, _("Needed for points of your own."))
        return cleaned

    @property
    def deal(self) -> int | None:
        """The deal that it belongs to; None for the whole game."""
        level: str = self.cleaned_data["level"]
        return None if level == WHOLE_GAME else int(level)

    def act(self) -> recording.FaultsOfAct:
        """What one act has broken; the names of the faults are reason enough."""
        cleaned = self.cleaned_data
        return recording.FaultsOfAct(
            side=int(cleaned["side"]),
            reasons=reasons_of(self.game, cleaned["penalties"], cleaned["reason"]),
            deal=self.deal,
            key=cleaned["key"],
        )

    def charge(self) -> recording.Charge:
        """Points of the director's own."""
        cleaned = self.cleaned_data
        points = cleaned["points"]
        return recording.Charge(
            side=int(cleaned["side"]),
            points=points if cleaned["sign"] == CREDITED else -points,
            rule=meant(self.game.ruleset, cleaned["rule"]),
            reason=cleaned["reason"],
            deal=self.deal,
            key=cleaned["key"],
        )


class EarlyEndForm(KeyedForm):
    """A game that ends before its target, and why."""

    kind = forms.ChoiceField(
        label=lazy("How does the game end?"),
        widget=forms.RadioSelect,
        choices=[
            (recording.GameEnd.TIME.value, lazy("Time is up: the higher total wins")),
            (recording.GameEnd.FORFEIT.value, lazy("A side gives the game up: the others win")),
            (recording.GameEnd.STOPPED.value, lazy("A side stops early: it loses, even when ahead")),
        ],
    )
    side = forms.ChoiceField(
        label=lazy("Which side?"),
        widget=forms.RadioSelect,
        required=False,
        help_text=lazy("When a side gives up or stops."),
    )
    reason = LineField(label=lazy("Reason"), required=False)

    def __init__(self, *args: Any, sides: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "side", list(enumerated(sides)))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "kind" in cleaned and cleaned["kind"] != recording.GameEnd.TIME.value:
            if not cleaned.get("side") and "side" not in self.errors:
                self.add_error("side", _("Say which side."))
            if not cleaned.get("reason") and "reason" not in self.errors:
                self.add_error("reason", _("Say why."))
        return cleaned

    def end(self) -> recording.EarlyEnd:
        kind = recording.GameEnd(self.cleaned_data["kind"])
        side = None if kind is recording.GameEnd.TIME else int(self.cleaned_data["side"])
        return recording.EarlyEnd(kind, side)


class ResultForm(KeyedForm):
    """A game of which only the totals are known: one for each side."""

    reason = LineField(
        label=lazy("Reason"), help_text=lazy("Such as: the protocol is lost. It stands in the log.")
    )

    def __init__(self, *args: Any, sides: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number, side in enumerate(sides):
            self.fields[total_name(number)] = PointsField(label=_("Total, %(side)s") % {"side": side})
        self.totals = [total_name(number) for number in range(len(sides))]
        self.order_fields([*self.totals, "reason"])

    def result(self) -> recording.FinalResult:
        cleaned = self.cleaned_data
        totals = [cleaned[name] for name in self.totals]
        return recording.FinalResult(totals=totals, reason=cleaned["reason"], key=cleaned["key"])


class SubstituteForm(KeyedForm):
    """Who leaves, and who of the club comes."""

    leaving = forms.ChoiceField(label=lazy("Who leaves?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, seats: Iterable[Seat], roster: Roster, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = {str(seat.player_id): seat for seat in seats}
        self.roster = roster
        offer(self, "leaving", [(value, seat.player.name) for value, seat in self.seats.items()])
        self.fields["coming"] = PlayerField(
            roster,
            label=_("Who comes?"),
            help_text=_("A player of the club; a part of the name will do."),
        )

    def who(self) -> tuple[int, Player, Player]:
        """The side's number, who leaves it, who comes."""
        seat = self.seats[self.cleaned_data["leaving"]]
        return seat.side.number, seat.player, self.cleaned_data["coming"]


class PhotoForm(VerbForm):
    """A photograph of the signed paper. The same picture is kept once."""

    image = PhotoField(
        label=lazy("Photograph"),
        help_text=lazy("A JPEG, PNG or WebP of at most 12 MB. Only people with a role can see it."),
    )


def offer(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    """What a field lets one choose from."""
    form.fields[name].choices = choices  # type: ignore[attr-defined] # fields are typed as Field


def enumerated(names: Sequence[str]) -> Iterable[tuple[str, str]]:
    return ((str(number), name) for number, name in enumerate(names))


def total_name(side: int) -> str:
    return f"total{side}"
