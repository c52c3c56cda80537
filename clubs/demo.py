"""The demo federation: two clubs and sixty players for a first look at Talon.

The verbs create everything, as if users had done it. The names are invented.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from clubs.books.writing import Author
from clubs.models import Club, Player
from clubs.people.club_verbs import create_club
from clubs.people.details import ClubDetails, PlayerDetails
from clubs.people.verbs import PastedPlayer, paste_players

_FEDERATION = ClubDetails(
    name="Nordiska Canastaförbundet", short_name="NCF", place="Mariehamn", language="sv"
)
_TURKU = ClubDetails(name="Turun Canasta – Åbo Canasta", short_name="TuCa", place="Turku", language="fi")
_ORESUND = ClubDetails(name="Øresunds Canastaklub", short_name="ØCK", place="Helsingør", language="da")

# Every seventh player has not consented to publication of the name.
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
class DemoFederation:
    """The federation of the demo with its clubs and players."""

    federation: Club
    clubs: Sequence[Club]
    players: Sequence[Player]


def create_demo_federation(by: Author) -> DemoFederation:
    """Create the demo federation with its clubs and players; `by` is the keeper."""
    federation = create_club(by, _FEDERATION)
    turku, oresund = create_club(by, _TURKU, federation), create_club(by, _ORESUND, federation)
    players = [
        *paste_players(by, turku, _lines(_TURKU_NAMES, "FI")),
        *paste_players(by, oresund, _lines(_ORESUND_NAMES, "DK")),
    ]
    return DemoFederation(federation, (turku, oresund), players)


def _lines(names: Sequence[tuple[str, str]], country: str) -> list[PastedPlayer]:
    players = [(language, name) for language, group in names for name in group.split(", ")]
    return [
        _line(number, language, name, f"{country}-{1000 + number}")
        for number, (language, name) in enumerate(players, start=1)
    ]


def _line(number: int, language: str, name: str, licence: str) -> PastedPlayer:
    given, _blank, family = name.partition(" ")
    details = PlayerDetails(
        given_name=given,
        family_name=family,
        licence=licence,
        language=language,
        may_publish=number % _WITHOUT_CONSENT != 0,
    )
    return PastedPlayer(number=number, details=details, key=uuid4())
