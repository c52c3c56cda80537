"""Made-up people with Nordic names, and the club that they play in. Any likeness to somebody is chance.

Knows names, and where somebody plays; must not know how an event is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from random import Random
from typing import Final
from uuid import uuid4

from clubs.books.writing import Author
from clubs.models import Club
from clubs.people.verbs import ClubCard, PastedPlayer, PlayerCard, found_club, paste_players
from scoring.models import Game
from tournaments.models import Pairing, Round

_NAME: Final = "Canasta Simulata"
# Every ninth has not agreed that the name is published.
_WITHOUT_CONSENT: Final = 9
_PLACES: Final = {"sv": "Norrtälje", "fi": "Jyväskylä", "da": "Aarhus", "en": "Visby"}

_GIVEN: Final = {
    "sv": "Agneta Anders Birgit Bo Britta Carina Dag Ebba Elsa Erik Folke Gerd Gun Gustav Hjördis Inga Ivar "
    "Karin Kjell Lars Lena Lisbet Malin Nils Olle Pia Ragnar Sigrid Sten Tyra Ulf Viveka Yngve Åsa Örjan",
    "fi": "Aarne Aila Antti Armas Eeva Elina Erkki Esko Hanna Heikki Hilkka Ilmari Irja Jaakko Juhani Kaija "
    "Kauko Kyllikki Lahja Lauri Marja Mikko Niilo Oili Onni Päivi Pirjo Raimo Risto Saara Soile Tapio Taru "
    "Toivo Ulpu Urho Väinö",
    "da": "Anders Anker Asta Bente Bjarne Carsten Ditte Ebbe Else Erling Esther Finn Gerda Gunnar Helle "
    "Henning Ida Ingrid Jens Karen Kaj Laurits Lone Mette Niels Nina Ole Palle Rigmor Signe Svend Thyra "
    "Ulrik Vibeke Åge Åse",
}
_FAMILY: Final = {
    "sv": "Alm Berglund Blomqvist Dahlgren Ekström Engdahl Forsman Grahn Gyllenberg Hedlund Holmsten "
    "Källström Lagergren Lilja Malmsten Norrman Nordqvist Palmgren Rosvall Sandell Silfver Stenmark "
    "Sundqvist Söderlund Tallberg Törnqvist Vestberg Wennerlund Ågren Åström Ädel Öhman Östman",
    "fi": "Ahonen Alatalo Eskola Haapala Heinonen Hietala Ikonen Jokela Kallio Kangasniemi Karppinen "
    "Koivisto Kuusela Laaksonen Lappalainen Leppänen Manninen Mustonen Myllylä Niemelä Ojala Paavola "
    "Peltola Rantanen Rautio Saarela Seppälä Suutarinen Tuominen Vainio Vartiainen Väisänen Ylitalo",
    "da": "Abildgaard Bach Bjerregaard Brandt Damsgaard Dalsgaard Enevoldsen Fisker Frandsen Gammelgaard "
    "Hald Hedegaard Højlund Iversen Juhl Kirkegaard Kragh Laugesen Lindegaard Lykkegaard Mølgaard Munk "
    "Nygaard Overgaard Poulsen Rask Ravn Skovgaard Søgaard Thorup Toft Vestergaard Winther Ørum Østergaard",
}


def simulated_club(by: Author, language: str) -> Club:
    """A club of made-up people at whose tables nobody plays: one that is there, or a new one."""
    names = chain([_NAME], (f"{_NAME} {number}" for number in count(2)))
    clubs = ((name, Club.objects.filter(name=name).first()) for name in names)
    name, club = next((name, club) for name, club in clubs if club is None or not is_playing(club))
    return club or found_club(by, ClubCard(name=name, place=_PLACES.get(language, ""), language=language))


def is_playing(club: Club) -> bool:
    """Whether a game is being played at one of its tables: one that counts and is not over."""
    games = Game.objects.filter(table__club=club, over=False)
    apart = games.filter(pairing=None)
    of_round = games.filter(pairing__kind=Pairing.Kind.PLAYED, pairing__round__state=Round.State.PUBLISHED)
    return apart.exists() or of_round.exists()


def admit(by: Author, club: Club, wanted: int, dice: Random) -> None:
    """As many new players as the club lacks of those that are wanted."""
    known = set(club.home_players.values_list("given_name", "family_name"))
    lines = []
    names = (one for one in _names_by(dice) if (one.given_name, one.family_name) not in known)
    for number in range(len(known) + 1, wanted + 1):
        card = next(names)
        known.add((card.given_name, card.family_name))
        lines.append(PastedPlayer(number=number, card=_with_consent(card, number), key=uuid4()))
    if lines:
        paste_players(by, club, lines)


def _names_by(dice: Random) -> Iterator[PlayerCard]:
    """Names without end, each of one of the languages."""
    languages = sorted(_GIVEN)
    while True:
        language = dice.choice(languages)
        given, family = (dice.choice(names[language].split()) for names in (_GIVEN, _FAMILY))
        yield PlayerCard(given_name=given, family_name=family, language=language)


def _with_consent(card: PlayerCard, number: int) -> PlayerCard:
    return PlayerCard(
        given_name=card.given_name,
        family_name=card.family_name,
        language=card.language,
        may_publish=number % _WITHOUT_CONSENT != 0,
    )
