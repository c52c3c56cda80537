"""How an erased person is written: in every place the same, with nothing that leads to another place."""

from __future__ import annotations

import pytest

from clubs.people.names import NamedPlayer, full_name, is_named, public_name

ERASED = NamedPlayer(61, "N.N.", "K7QM4", may_publish=False)


def test_an_erased_person_has_neither_letters_nor_a_number() -> None:
    assert public_name(ERASED) == full_name(ERASED) == "N.N."
    assert not is_named(ERASED, public_name)
    assert not is_named(ERASED, full_name)


@pytest.mark.parametrize(
    ("given", "family"), [("N.N.", "Berg"), ("N.N.", "2"), ("Nils", "K7QM4"), ("N.N.", "")]
)
def test_who_is_called_so_by_a_club_keeps_the_name(given: str, family: str) -> None:
    player = NamedPlayer(61, given, family, may_publish=True)
    assert public_name(player) == full_name(player) == f"{given} {family}".strip()
