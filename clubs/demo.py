"""The demo federation: two clubs and sixty players, for whoever starts Talon for the first time.

Everything comes about through the verbs, as if people had done it. The names are made up; any likeness to
somebody is chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from clubs.books.writing import Author
from clubs.models import Club, Player
from clubs.people.verbs import ClubCard, PastedPlayer, PlayerCard, found_club, paste_players

_FEDERATION = ClubCard(name="Nordiska Canastaförbundet", short_name="NCF", place="Mariehamn", language="sv")
_TURKU = ClubCard(name="Turun Canasta – Åbo Canasta", short_name="TuCa", place="Turku", language="fi")
_ORESUND = ClubCard(name="Øresunds Canastaklub", short_name="ØCK", place="Helsingør", language="da")

# Every seventh player has not agreed that the name is published.
_WITHOUT_CONSENT = 7

_TURKU_NAMES = (
    (
        "fi",
        "Aino Järvinen, Eero Hyvärinen, Kaarina Mäkelä, Veikko Pöyhönen, Liisa Yli-Ollila, Matti Häkkinen",
    ),
    (
        "sv",
        "Märta Sjöblom, Göran Österholm, Birgitta Åkerlund, Håkan Lindroos, Ulla Nyström, Börje Ahlgren",
    ),
    (
        "fi",
        "Sirkka Löytönen, Pentti Räsänen, Marjatta Kärkkäinen, Olavi Sääksmäki, Raili Törmänen, Jorma Äijälä",
    ),
    ("sv", "Gunvor Wikström, Stig Öhberg, Maj-Len Grönroos, Åke Backström, Solveig Mårtens, Rolf Sandås"),
    ("fi", "Tuula Vähä-Rahka, Kalevi Ruohomäki, Helvi Keränen, Seppo Lehtimäki, Anneli Kyrölä, Reijo Ylönen"),
)
_ORESUND_NAMES = (
    (
        "da",
        "Kirsten Ægidiussen, Søren Bækgaard, Birthe Nørlund, Jørgen Aagesen, Inger Løvstrøm, Preben Kjærsig",
    ),
    (
        "sv",
        "Ingegerd Åsbrink, Sven Möllerström, Barbro Hällgren, Lennart Pålsson, Gunilla Sköld, Bengt Örn",
    ),
    ("da", "Grethe Sønderskov, Flemming Høyrup, Lis Damgård, Mogens Fløjstrup, Ruth Åkjær, Ejvind Ravnskjær"),
    (
        "sv",
        "Kerstin Fjällström, Arne Sjögård, Anita Björnklint, Ture Västerdal, Margareta Hägerås, Ove Lövman",
    ),
    ("da", "Tove Østerbæk, Knud Smedegård, Jytte Væver, Aksel Grøndal, Bodil Hedeby, Villy Tværmose"),
)


@dataclass(frozen=True, slots=True)
class Demo:
    """What was founded."""

    federation: Club
    clubs: Sequence[Club]
    players: Sequence[Player]


def found_demo(by: Author) -> Demo:
    """Found the demo federation with its clubs and players; `by` keeps the installation."""
    federation = found_club(by, _FEDERATION)
    turku, oresund = found_club(by, _TURKU, federation), found_club(by, _ORESUND, federation)
    players = [
        *paste_players(by, turku, _lines(_TURKU_NAMES, "FI")),
        *paste_players(by, oresund, _lines(_ORESUND_NAMES, "DK")),
    ]
    return Demo(federation, (turku, oresund), players)


def _lines(names: Sequence[tuple[str, str]], country: str) -> list[PastedPlayer]:
    spoken = [(language, name) for language, group in names for name in group.split(", ")]
    return [
        _line(number, language, name, f"{country}-{1000 + number}")
        for number, (language, name) in enumerate(spoken, start=1)
    ]


def _line(number: int, language: str, name: str, licence: str) -> PastedPlayer:
    given, _blank, family = name.partition(" ")
    card = PlayerCard(
        given_name=given,
        family_name=family,
        licence=licence,
        language=language,
        may_publish=number % _WITHOUT_CONSENT != 0,
    )
    return PastedPlayer(number=number, card=card, key=uuid4())
