"""The templates of fields that stand in the place of Django's own write the same, in less time."""

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, TemplatesSetting

ATTRS = {"id": "id_a", "data-cards": "<2\"*'&>", "hidden": True, "disabled": False, "maxlength": 5}
VALUES = (None, "", 7, "9", '<b>"Å"</b>')
CHOICES = [("", "---"), ("7", "Åsa & <Bo>"), ("Åbo", [(8, "Kim"), ("9", "Siv")])]


@pytest.mark.parametrize(
    "widget",
    [
        forms.TextInput(),
        forms.NumberInput(),
        forms.HiddenInput(),
        forms.CheckboxInput(),
        forms.Textarea(),
        forms.Select(choices=CHOICES),
        forms.SelectMultiple(choices=CHOICES),
        forms.RadioSelect(choices=CHOICES),
    ],
    ids=lambda widget: type(widget).__name__,
)
def test_a_field_is_written_as_by_django(widget: forms.Widget) -> None:
    ours, djangos = TemplatesSetting(), DjangoTemplates()
    for attrs in (ATTRS, {}, None):
        for value in VALUES:
            shown = [value] if isinstance(widget, forms.SelectMultiple) else value
            assert widget.render("a", shown, attrs, ours) == widget.render("a", shown, attrs, djangos)
