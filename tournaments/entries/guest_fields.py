"""An unknown name in the field of a player: it is offered to add the player to the club as a guest."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from clubs.people.fields import UNKNOWN, PlayerField
from tournaments.entries.paste import guest_of

_SUFFIX: Final = "-guest"


class OffersGuests(forms.Form):
    """A form with fields of players. Who is not stored yet is added as a guest once that is confirmed."""

    adds_guests = False

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        names = [name for name, field in self.fields.items() if isinstance(field, PlayerField)]
        for name in names if self.adds_guests else ():
            if self.has_error(name, UNKNOWN):
                self._offer(name, cleaned)
        return cleaned

    def _offer(self, name: str, cleaned: dict[str, Any]) -> None:
        """Add the choice below the field, or take the guest where it was made for this very name."""
        typed = str(self[name].value() or "").strip()
        guest, choice = guest_of(typed), f"{name}{_SUFFIX}"
        if guest is None:
            return
        del self.errors[name]
        if self.data.get(self.add_prefix(choice)) == typed:
            cleaned[name] = guest
        else:
            self.add_error(
                name,
                _("The club has no player with this name. If it is a guest, tick the box below the name."),
            )
        self.fields[choice] = forms.BooleanField(
            label=_("%(name)s is a guest: add this name to the club") % {"name": typed},
            required=False,
            widget=forms.CheckboxInput(attrs={"value": typed}, check_test=lambda chosen: chosen == typed),
        )
        order = list(self.fields)
        order.insert(order.index(name) + 1, order.pop(order.index(choice)))
        self.order_fields(order)
