"""Made-up people with Nordic names, and the club that they play in. Any likeness is chance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from random import Random
from typing import Final
from uuid import uuid4

from clubs.books.writing import Author
from clubs.models import Club
from clubs.people.club_verbs import create_club
from clubs.people.details import ClubDetails, PlayerDetails
from clubs.people.verbs import PastedPlayer, paste_players
from scoring.models import Game
from tournaments.models import Pairing, Round

_NAME: Final = "Canasta Simulata"
# Every ninth player has not consented to the name being published.
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
    """Return a club of made-up people without running games: an existing one, or a new one."""
    names = chain([_NAME], (f"{_NAME} {number}" for number in count(2)))
    clubs = ((name, Club.objects.filter(name=name).first()) for name in names)
    name, club = next((name, club) for name, club in clubs if club is None or not has_running_games(club))
    return club or create_club(by, ClubDetails(name=name, place=_PLACES.get(language, ""), language=language))


def has_running_games(club: Club) -> bool:
    """Whether a game that counts is being played at one of the club's tables."""
    games = Game.objects.filter(table__club=club, over=False)
    outside_events = games.filter(pairing=None)
    of_round = games.filter(pairing__kind=Pairing.Kind.PLAYED, pairing__round__state=Round.State.PUBLISHED)
    return outside_events.exists() or of_round.exists()


def add_missing_players(by: Author, club: Club, needed: int, dice: Random) -> None:
    """Add as many new players as the club lacks."""
    known = set(club.home_players.values_list("given_name", "family_name"))
    lines = []
    unknown = (name for name in names(dice) if (name.given_name, name.family_name) not in known)
    for number in range(len(known) + 1, needed + 1):
        card = next(unknown)
        known.add((card.given_name, card.family_name))
        lines.append(PastedPlayer(number=number, details=_with_consent(card, number), key=uuid4()))
    if lines:
        paste_players(by, club, lines)


def names(dice: Random) -> Iterator[PlayerDetails]:
    """Yield names without end, each in one of the languages."""
    languages = sorted(_GIVEN)
    while True:
        language = dice.choice(languages)
        given, family = (dice.choice(known[language].split()) for known in (_GIVEN, _FAMILY))
        yield PlayerDetails(given_name=given, family_name=family, language=language)


def _with_consent(card: PlayerDetails, number: int) -> PlayerDetails:
    return PlayerDetails(
        given_name=card.given_name,
        family_name=card.family_name,
        language=card.language,
        may_publish=number % _WITHOUT_CONSENT != 0,
    )
