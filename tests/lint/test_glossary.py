"""Every language speaks of the game as its own clubs do. docs/translating.md says which."""

from __future__ import annotations

import re

import polib  # type: ignore[import-untyped]  # polib brings no types
import pytest

from tests import ROOT
from tests.pages.catalogs import CATALOGS, TRANSLATED, pairs, said

# English: Swedish, Finnish, Danish; “classic|…” is the sentence with that context.
GLOSSARY: dict[str, tuple[str, str, str]] = {
    "Base": ("Grundpoäng", "Peruspisteet", "Grundpoint"),
    "Bid": ("Bud", "Huuto", "Melding"),
    "Bidder": ("Budgivare", "Huutaja", "Melder"),
    "Black canastas": ("Svarta canastas", "Mustat canastat", "Sorte canastaer"),
    "Bought red threes": ("Köpta röda treor", "Ostetut punaiset kolmoset", "Købte røde 3'ere"),
    "Cards in hand": ("Kort på hand", "Käsikortit", "Kort på hånden"),
    "Club": ("Klubb", "Kerho", "Klub"),
    "Concealed": ("Gömd hand", "Suora lopettaminen", "Skjult lukning"),
    "Contract award": ("Kontraktsumma", "Sitoumussumma", "Kontraktsum"),
    "Danish club canasta": ("Dansk klubbcanasta", "Tanskalainen kerhocanasta", "Klubcanasta"),
    "Deal %(number)s": ("Giv %(number)s", "Erä %(number)s", "Giv %(number)s"),
    "Dealer": ("Givare", "Jakaja", "Kortgiver"),
    "Difference": ("Poängskillnad", "Piste-ero", "Pointforskel"),
    "Double": ("Dubbling", "Tuplaus", "Dobling"),
    "Draw": ("Oavgjort", "Tasapeli", "Uafgjort"),
    "False finish": ("Felaktig utgång", "Lopetus vajaalla huudolla", "Forkert lukning"),
    "Final standings": ("Resultatlista", "Tulosluettelo", "Resultatliste"),
    "First dealer": ("Första givare", "Ensimmäinen jakaja", "Første kortgiver"),
    "Games": ("Partier", "Pelit", "Spil"),
    "Going out": ("Utgång", "Lopettaminen", "Lukning"),
    # The fault of § 25 D; the one of § 29 is the false finish.
    "Improper finish": ("Fel vid utgång", "Väärä lopetus", "Fejl ved lukning"),
    "Scorekeeper": ("Protokollförare", "Pöytäkirjan pitäjä", "Skriver"),
    "Loss": ("Förlust", "Häviö", "Nederlag"),
    "Meld": ("Mälning", "Pöytäys", "Samling"),
    "Mixed canastas": ("Blandade canastas", "Mustat canastat", "Sorte canastaer"),
    "Mixed canastas of twos": ("Blandade tvåcanastas", "Sekakakkoscanastat", "Blandede 2'er-canastaer"),
    "Natural canastas": ("Naturliga canastas", "Punaiset canastat", "Røde canastaer"),
    "Not opened": ("Ej öppnat", "Avaamatta", "Ikke åbnet"),
    "Opening": ("Begynnelsemälning", "Avauspöytäys", "Åbning"),
    "Opening requirement": ("Minimipoäng", "Avauspistevaatimus", "Åbningskrav"),
    "Outcome": ("Utfall", "Huudon tulos", "Udfald"),
    "Pair": ("Par", "Pari", "Par"),
    "Pass": ("Pass", "Pass", "Pas"),
    "Prize list": ("Pristagare", "Palkintolista", "Præmieliste"),
    "Score sheet": ("Protokoll", "Pöytäkirja", "Regnskab"),
    "Pure canastas of twos": ("Äkta tvåcanastas", "Aidot kakkoscanastat", "Rene 2'er-canastaer"),
    "Red canastas of aces": ("Röda esscanastas", "Punaiset ässäcanastat", "Røde es-canastaer"),
    "Red canastas": ("Röda canastas", "Punaiset canastat", "Røde canastaer"),
    "Red threes": ("Röda treor", "Punaiset kolmoset", "Røde 3'ere"),
    "Round %(number)s": ("Rond %(number)s", "Kierros %(number)s", "Turneringsrunde %(number)s"),
    "Running total": ("Summa", "Kertymä", "Løbende"),
    "Side": ("Sida", "Puolue", "Side"),
    "Sits out": ("Översittare", "Lepovuorossa", "Oversidder"),
    "Standings": ("Ställning", "Tilanne", "Stilling"),
    "Substitute": ("Reserv", "Varapelaaja", "Substitut"),
    "Table": ("Bord", "Pöytä", "Bord"),
    "Team": ("Lag", "Joukkue", "Hold"),
    "Walkover": ("Walkover", "Luovutusvoitto", "Walkover"),
    "Win": ("Vinst", "Voitto", "Sejr"),
    "classic|Mixed canastas": ("Oäkta canastas", "Mustat canastat", "Sorte canastaer"),
    "classic|Natural canastas": ("Äkta canastas", "Punaiset canastat", "Røde canastaer"),
    "approved": ("godkänd", "hyväksytty", "godkendt"),
    "club": ("klubb", "kerho", "klub"),
    "director": ("tävlingsledare", "kilpailunjohtaja", "turneringsleder"),
    "federation": ("förbund", "liitto", "forbund"),
    "game": ("parti", "peli", "spil"),
    "jury": ("jury", "tuomarineuvosto", "jury"),
    "present": ("på plats", "paikalla", "til stede"),
    "ruling": ("beslut", "päätös", "kendelse"),
    "sits out": ("sitter över", "lepovuorossa", "sidder over"),
    "table": ("bord", "pöytä", "bord"),
    "tournament": ("tävling", "kilpailu", "turnering"),
    "withdrawn": ("har dragit sig ur", "vetäytynyt", "har trukket sig"),
}
# Words of the protocol and of the front page that are always there.
ALWAYS_SAID = {
    "Deal %(number)s",
    "Going out",
    "Score sheet",
    "Red threes",
    "Round %(number)s",
    "Running total",
}

# Wherever an English sentence speaks of the first, the others speak of it by their clubs' word.
TERMS: dict[str, tuple[str, str, str]] = {
    r"backups?": ("säkerhetskopi", "varmuuskopi", "sikkerhedskopi"),
    r"black threes?": (r"svart\w* treo?r?", r"mus?t\w* kolmo", r"sort\w* 3'er"),
    r"canastas?": ("canasta", "canast", "canasta"),
    r"going out": ("utgång", "lopet", "luk"),
    r"melds?": ("mäl", "pöytä", "samling|lægge"),
    r"opening requirements?": ("minimipoäng", "avauspistevaatimu", "åbningskrav"),
    r"score sheets?|(?<!keeper of the )protocols?": ("protokoll", "pöytäkirj", "regnskab"),
    r"red threes?": (r"röd\w* treo?r?", r"punai\w* kolmo", r"rød\w* 3'er"),
    # In the head of a narrow column a Danish round is shortened.
    # The other way round, and a round robin, are no rounds; a table of figures is no table of players.
    r"(?<!way )rounds?(?! robin)": ("rond", "kierro", r"turneringsrund|^Rd\.( |$)"),
    r"running totals?": ("summ", "kertym", "løbende"),
    r"standings": ("ställning|resultatlist", "tilan|tulosluettelo", "stilling|resultatlist"),
    r"stock": ("talong", "umpipak", "trækkebunke"),
    r"(?<!as a )(?<!in the )tables?": ("bord", "pöy[td]", "bord"),
    r"walkovers?": ("walkover", "luovutusvoit", "walkover"),
    r"wild cards?": (r"vil[dt]\w* kort", "apukort", r"vild\w* kort"),
}

# Words that mean deal, lap and round, or stock and pile, and so nothing; and “by right” is not “deservedly”.
# And words that docs/words.md has given up for better ones.
NEVER: dict[str, str] = {
    "en": r"\banew\b|\bheld fast\b|\bneeds? a person\b|\bdearest\b|\bprotocols?\b|\bpassed over\b|\bwhoever\b"
    r"|\bpoints made\b|\btaken back\b|\bkeeps? (?:its|their) table\b",
    "fi": r"\bkiistet|\bvastalau|tarkistusluku|pelipar|kanssapelaaj|\bsivuutet|avausvaatimu|\btyöpöy",
    "sv": r"omgång|\bmed rätta\b|arbetsbord|bestrid|åt sidan|underskriv|\bdyrast|förbigå"
    r"|extragiv|medspel|motsida",
    "da": r"\bmed rette\b|arbejdsbord|taget tilbage|bestrid|modpart|opgivelse|bordenes kort"
    r"|\bomgang|(?<!turnerings)(?<!oversidder)\brunde[nrs]?\b|\bbunken?\b",
}


PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")


def found(english: str, language: str) -> polib.POEntry | None:
    context, _bar, msgid = english.rpartition("|")
    return CATALOGS[language].find(msgid, msgctxt=context or False)


@pytest.mark.parametrize("english", [word for word in GLOSSARY if found(word, "en")])
def test_the_words_are_the_clubs_own(english: str) -> None:
    assert tuple(said(found(english, language))[0] for language in TRANSLATED) == GLOSSARY[english]


def test_the_words_of_every_protocol_are_among_those_that_are_checked() -> None:
    assert [word for word in ALWAYS_SAID if not (word in GLOSSARY and found(word, "en"))] == []


@pytest.mark.parametrize("term", TERMS)
def test_sentences_speak_of_it_by_the_clubs_own_word(term: str) -> None:
    spoken = re.compile(rf"\b{term}\b", re.IGNORECASE)
    for language, word in zip(TRANSLATED, TERMS[term], strict=True):
        wrong = [
            (english, words)
            for english, words in pairs(language)
            if spoken.search(PLACEHOLDER.sub("", english)) and not re.search(word, words, re.IGNORECASE)
        ]
        assert wrong == []


@pytest.mark.parametrize("language", NEVER)
def test_words_of_several_meanings_are_not_used(language: str) -> None:
    never = re.compile(NEVER[language], re.IGNORECASE)
    said = [PLACEHOLDER.sub("", words) for _english, words in pairs(language)]
    assert [words for words in said if never.search(words)] == []


PAIR: re.Pattern[str] = re.compile(r"^\| (?!before \||---)(.+?) \| (.+?) \|$", re.MULTILINE)


def test_the_guide_to_the_words_shows_what_is_said_now_and_no_longer() -> None:
    pairs_shown = PAIR.findall(
        (ROOT / "docs/words.md").read_text(encoding="utf-8").partition("## Before and after")[2]
    )
    said_now = {words for catalog in CATALOGS.values() for entry in catalog for words in said(entry)}
    assert len(pairs_shown) == 20
    assert [after for _before, after in pairs_shown if after not in said_now] == []
    assert [before for before, _after in pairs_shown if before in said_now] == []
