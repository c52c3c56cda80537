"""What is typed at the desk: taps, sales, amounts, prices."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from clubs.web.forms import KeyedForm, LineField, VerbForm, set_choices
from tournaments.cash.entering import GOODS, GUEST, MAX_COUNT, PUNCH_CARD, SEASON_CARD
from tournaments.cash.prices import MAX_GOODS, MAX_USES, Goods, Prices
from tournaments.cash.words import article_label
from tournaments.core.cash import read_amount
from tournaments.models import CashEntry, ClubCash
from tournaments.wording.money import as_decimal, money

_FIELD_CLASS: Final = {"inputmode": "decimal", "class": "number", "autocomplete": "off"}
# What the largest integer of a row's number takes.
MAX_ROW: Final = 2**31 - 1


class MoneyField(forms.CharField):
    """An amount, as people write it; its value is in the smallest unit."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=14, widget=forms.TextInput(attrs=_FIELD_CLASS), **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        amount = read_amount(text)
        if amount is None:
            raise ValidationError(_("Write an amount such as 5 or 5,50."))
        return amount

    def prepare_value(self, value: Any) -> Any:
        return str(as_decimal(value)).replace(".", ",") if isinstance(value, int) else value


class SeenForm(KeyedForm):
    """A form with the newest entry that the desk has seen."""

    seen = forms.IntegerField(min_value=0, max_value=2**62, initial=0, widget=forms.HiddenInput)


class TapForm(SeenForm):
    """One tap: how the fee of a person is settled."""

    act = forms.ChoiceField(
        choices=[(kind.value, kind.label) for kind in CashEntry.FEES], widget=forms.HiddenInput
    )
    player = forms.IntegerField(min_value=1, max_value=2**62, widget=forms.HiddenInput)


class SaleForm(SeenForm):
    """Something that somebody buys."""

    article = forms.ChoiceField(label=_lazy("What"), widget=forms.RadioSelect)
    count = forms.IntegerField(
        label=_lazy("How many"),
        min_value=1,
        max_value=MAX_COUNT,
        initial=1,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "number"}),
    )
    owes = forms.BooleanField(label=_lazy("Pays later"), required=False)

    def __init__(self, *args: Any, prices: Prices | None, currency: str, known: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [] if prices is None else _offered(prices, known=known)
        choices = [(code, f"{article_label(code)}, {money(price, currency)}") for code, price in offered]
        set_choices(self, "article", choices)
        self.initial["article"] = choices[0][0] if choices else ""
        self.has_articles = bool(choices)
        if not known:
            del self.fields["owes"]


def _offered(prices: Prices, *, known: bool) -> list[tuple[str, int]]:
    named = [(f"{GOODS}{one.name}", one.price) for one in prices.goods]
    if not known:
        return [*([] if prices.guest is None else [(GUEST, prices.guest)]), *named]
    cards = ((PUNCH_CARD, prices.punch_card), (SEASON_CARD, prices.season_card))
    return [*named, *((code, price) for code, price in cards if price is not None)]


class GuestSaleForm(SaleForm):
    """A guest, or something that somebody buys whom the club does not know."""

    guest = LineField(
        label=_lazy("Name of the guest"),
        max_length=100,
        required=False,
        help_text=_lazy("For a guest's evening, and where one receipt is to have several things."),
    )


class AmountForm(SeenForm):
    """An amount that is paid or given back."""

    amount = MoneyField(label=pgettext_lazy("cash", "Amount"))


class DrawerForm(AmountForm):
    """What is in the drawer: at the beginning, or counted at the end."""

    kind = forms.ChoiceField(
        label=_lazy("What was counted"),
        choices=(
            (CashEntry.Kind.OPENING.value, _lazy("The drawer at the beginning")),
            (CashEntry.Kind.COUNTED.value, _lazy("The drawer at the end")),
        ),
        widget=forms.RadioSelect,
    )
    field_order = ("kind", "amount")


class PricesForm(VerbForm):
    """What the evening costs. An empty price is not sold."""

    fee = MoneyField(label=_lazy("The evening, for each person"))
    guest = MoneyField(label=_lazy("The evening, for a guest"), required=False)
    punch_card = MoneyField(label=_lazy("A punch card"), required=False)
    punches = forms.IntegerField(
        label=_lazy("Evenings on a punch card"),
        min_value=1,
        max_value=MAX_USES,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "number"}),
    )
    season_card = MoneyField(label=_lazy("A season card"), required=False)
    season_until = forms.DateField(
        label=_lazy("A season card is valid until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, *args: Any, prices: Prices | None, **kwargs: Any) -> None:
        start = prices or Prices()
        names = ("guest", "punch_card", "punches", "season_card", "season_until")
        initial: dict[str, Any] = {name: getattr(start, name) for name in names}
        initial["fee"] = None if prices is None else start.fee
        for at, one in enumerate(start.goods):
            initial |= {f"goods{at}": one.name, f"price{at}": one.price}
        kwargs["initial"] = initial
        super().__init__(*args, **kwargs)
        for at in range(MAX_GOODS):
            label = _("Article %(number)s") % {"number": at + 1}
            self.fields[f"goods{at}"] = LineField(label=label, max_length=40, required=False)
            self.fields[f"price{at}"] = MoneyField(label=_("Price of it"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for at in range(MAX_GOODS):
            has_name, has_price = bool(cleaned.get(f"goods{at}")), cleaned.get(f"price{at}") is not None
            if has_name != has_price and f"price{at}" not in self.errors:
                self.add_error(f"price{at}", _("An article has a name and a price."))
        return cleaned

    @property
    def goods(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The articles, each with its price."""
        return [(self[f"goods{at}"], self[f"price{at}"]) for at in range(MAX_GOODS)]

    def prices(self) -> Prices:
        data = self.cleaned_data
        goods = (
            Goods(data[f"goods{at}"], data[f"price{at}"]) for at in range(MAX_GOODS) if data[f"goods{at}"]
        )
        names = ("fee", "guest", "punch_card", "punches", "season_card", "season_until")
        return Prices(**{name: data[name] for name in names}, goods=tuple(goods))


class CurrencyForm(VerbForm):
    """The currency of a club."""

    currency = forms.ChoiceField(
        label=_lazy("Currency"), choices=ClubCash.Currency.choices, widget=forms.RadioSelect
    )


class SeasonForm(forms.Form):
    """The days of a season."""

    since = forms.DateField(
        label=_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=_lazy("Until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
