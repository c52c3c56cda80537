"""An evening that was counted by hand, through the verbs."""

from __future__ import annotations

import tomllib

import pytest

from tests import ROOT
from tests.tournaments.cash.support import CashEvening
from tournaments import cash

pytestmark = pytest.mark.django_db
COUNTED = tomllib.loads((ROOT / "fixtures/cash/evening.toml").read_text())


def test_the_drawer_and_the_debts_are_those_that_were_counted_by_hand() -> None:
    evening = CashEvening()
    prices = COUNTED["prices"]
    assert (prices["fee"], prices["guest"], prices["punch_card"], prices["coffee"]) == (500, 800, 4000, 150)
    names = ("Anna", "Bo", "Cecilia", "Dan", "Eva", "Finn", "Gun", "Hans")
    people = dict(zip(names, evening.come(*(f"{name} Berg" for name in names)), strict=True))
    for act in COUNTED["acts"]:
        if "takes_back" in act:
            cash.take_cash_back(evening.by, evening.event, act["takes_back"])
            continue
        fields = {name: value for name, value in act.items() if name not in ("who", "kind")}
        evening.enters(people.get(act.get("who", "")), act["kind"], **fields)
    drawer = evening.drawer
    assert {name: getattr(drawer, name) for name in COUNTED["drawer"]} == COUNTED["drawer"]
    owed = {name: evening.account(one).sums.owed for name, one in people.items()}
    assert {name: sum_ for name, sum_ in owed.items() if sum_} == COUNTED["owed"]
    left = {name: evening.account(one).sums.uses for name, one in people.items()}
    assert {name: uses for name, uses in left.items() if uses} == COUNTED["punches_left"]
