"""Fields and choices that several models share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _lazy

if TYPE_CHECKING:
    from datetime import datetime

    from django.utils.functional import _StrPromise

    TextColumn = models.CharField[str, str]
    TimeColumn = models.DateTimeField[datetime | None, datetime | None]
else:
    TextColumn = models.CharField
    TimeColumn = models.DateTimeField

LANGUAGES: list[tuple[str, _StrPromise]] = settings.LANGUAGES
without_control_characters = RegexValidator(
    r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$",
    _lazy("A name must not contain tabs, line breaks or other invisible characters."),
    code="control_characters",
)


def name_field(
    label: str | _StrPromise = "", *, max_length: int = 100, blank: bool = False, unique: bool = False
) -> models.CharField[str, str]:
    """Return a field for the name of a person or club: one line of visible characters of any alphabet."""
    return models.CharField(
        label, max_length=max_length, blank=blank, unique=unique, validators=[without_control_characters]
    )


class ConsentTime(TimeColumn):
    """When somebody agreed to be named: dated when the row is added, and empty without consent.

    Who changes the consent of a row dates it (`clubs.people.consent`).
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = getattr(model_instance, self.attname)
        if not getattr(model_instance, "may_publish"):  # noqa: B009  # of players alone
            value = None
        elif add and value is None:
            value = timezone.now()
        setattr(model_instance, self.attname, value)
        return value


class DerivedField(TextColumn):
    """A column that the method named `derive` computes from its row on every save."""

    def __init__(self, *args: Any, derive: str = "", **kwargs: Any) -> None:
        self.derive = derive
        super().__init__(*args, **kwargs | {"editable": False, "default": "", "blank": True})

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002  # Django calls it by name
        value: str = getattr(model_instance, self.derive)()
        setattr(model_instance, self.attname, value)
        return value

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        del kwargs["editable"], kwargs["default"], kwargs["blank"]
        return name, path, args, kwargs | {"derive": self.derive}
