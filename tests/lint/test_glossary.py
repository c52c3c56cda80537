"""Every language speaks of the game as its own clubs do. docs/translating.md says which."""

from __future__ import annotations

import re
from collections.abc import Iterable

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

# Words that are used no longer, each with the one to use. docs/words.md has given them up for better ones, or
# they mean deal, lap and round, or stock and pile, and so nothing; and “by right” is not “deservedly”.
NO_LONGER: dict[str, dict[str, str]] = {
    "en": {
        r"\banew\b": "again",
        r"\bas on paper\b": "by totals",
        r"\bby its cards\b": "card by card",
        r"(?<!spare )\bcop(?:y|ies)\b": "backup",
        r"\bdearest\b": "highest",
        r"\bdesk over all games\b": "result entry",
        r"\bdo(?:es)? not fit together\b": "wrong",
        r"\benter by search\b": "add an entry",
        r"\bevery line of this game\b": "full score sheet",
        r"\bfound(?:ing)? a club\b": "create a club",
        r"\bgames? (?:is|are) going on\b": "is being played",
        r"\bheld fast\b": "locked",
        r"\bi do not sign\b": "I refuse to sign",
        r"\bi have been there\b": "done",
        r"\bis told\b": "is shown",
        r"\bit is proved\b": "optimal",
        r"\bkeeps? (?:its|their) table\b": "stationary",
        r"\bkind by kind\b": "what may be corrected",
        r"\bleads first\b": "plays first",
        r"\blet this count\b": "save",
        r"\blook at the change\b": "preview the change",
        r"\bmay be empty\b": "optional",
        r"\bmore of the card\b": "too many",
        r"\bneeds? a person\b": "needs attention",
        r"\bopens with\b": "needs … to open",
        r"\bpassed over\b": "overridden, not eligible, skipped",
        r"\bplayer who has gone home\b": "absent player",
        r"\bpoints made\b": "points scored",
        r"\bprotocols?\b": "score sheet",
        r"\bresult only\b": "totals",
        r"\brules are silent; by\b": "the rules do not say; our ruling",
        r"\bseat them so\b": "save the pairings",
        r"\bset it by hand\b": "pair by hand",
        r"\bshow these\b": "apply",
        r"\bspeaks\.": "to bid",
        r"\bstart typing\b": "enter results",
        r"\btake the file\b": "download",
        r"\btaken back\b": "revoked, withdrawn",
        r"\bthe deal is not touched\b": "no change to the deal",
        r"\bthere were too many\b": "too many",
        r"\btime stopped\b": "time ran out",
        r"\Ato a table\Z": "open your table",
        r"\bwe have looked\b": "checked",
        r"\bwhat the sides are handed\b": "approval codes",
        r"\bwhat this scores\b": "score of this deal",
        r"\bwho bid highest\b": "contract by",
        r"\bwho is here\?": "check-in",
        r"\bwhoever\b": "anyone who",
        r"\bis written down\b": "entered",
    },
    "sv": {
        r"arbetsbord": "sekretariat",
        r"\bbestrid": "tvist",
        r"\bdyrast": "den allvarligaste förseelsen",
        r"extragiv": "extra giv",
        r"förbigå": "jävig",
        r"\bkopi(?!erade)": "säkerhetskopia",
        r"\bkort till borden\b": "bordskort",
        r"medspel": "partner",
        r"\bmed rätta\b": "har rätt att",
        r"motsida": "den andra sidan",
        r"\bommöte": "returmöte",
        r"omgång": "giv, rond",
        r"\bprislist": "pristagare",
        r"\bspelordning": "spelsystem",
        r"underskriv": "undertecknad",
        r"\bvår läsning\b": "vår tolkning",
        r"\bväntar på någon\b": "behöver åtgärdas",
        r"åt sidan": "struket",
    },
    "fi": {
        r"avausvaatimu": "avauspistevaatimus",
        r"kanssapelaaj|pelipar": "pelitoveri",
        r"\bkiistet|vastalau": "erimielisyys",
        r"\boikais": "korjata",
        r"\bpitää pöydän\b": "pysyy pöydässään",
        r"\bsekoitti kortit\b": "sotki kortit",
        r"\bsivuutet": "esteellinen",
        r"\btalon sään": "kotisääntö",
        r"tarkistusluku": "oikoluku",
        r"\btuomittu hävi": "häviöpeli",
        r"\btyöpöy": "kanslia",
        r"\bylimääräi\w+ er": "lisäerä",
    },
    "da": {
        r"arbejdsbord": "sekretariat",
        r"\bbestrid": "tvist",
        r"bordenes kort": "bordkort",
        r"(?<!trække)(?<!afkast)\bbunken?\b": "trækkebunken, afkastbunken",
        r"\bdet meste\b": "det højeste",
        r"\bekstra giv": "ekstragiv",
        r"\benkelte spillere\b": "enkeltspillere",
        r"\bfrø\b": "startværdi",
        r"\bi hånden\b": "manuelt",
        r"\blavede point\b": "opnåede point",
        r"\bmed rette\b": "har ret til",
        r"modpart": "modstanderne",
        r"\bomgang|(?<!turnerings)(?<!oversidder)\brunde[nrs]?\b": "giv, turneringsrunde",
        r"opgivelse": "krav",
        r"\bpin-kode": "pinkode",
        r"\bskrevet ned\b": "skrevet ind",
        r"\btaget tilbage\b": "trukket tilbage",
        r"\btidligere grund\b": "tidligere begrundelse",
    },
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


def used_no_longer(language: str, texts: Iterable[str]) -> list[tuple[str, str]]:
    """Return the texts with a word that is used no longer, each with the word to use."""
    words = [(re.compile(old, re.IGNORECASE), new) for old, new in NO_LONGER[language].items()]
    return [(text, new) for text in texts for old, new in words if old.search(PLACEHOLDER.sub("", text))]


@pytest.mark.parametrize("language", NO_LONGER)
def test_words_that_have_been_given_up_are_not_used(language: str) -> None:
    assert used_no_longer(language, (words for _english, words in pairs(language))) == []
    assert used_no_longer(language, NO_LONGER[language].values()) == []


@pytest.mark.parametrize(
    ("language", "text", "use"),
    [
        ("en", "Needs a person", "needs attention"),
        ("en", "%(side)s opens with 50", "needs … to open"),
        ("sv", "Arbetsbordet", "sekretariat"),
        ("fi", "Erä on kiistetty.", "erimielisyys"),
        ("da", "Runde 3", "giv, turneringsrunde"),
    ],
)
def test_a_word_that_has_been_given_up_is_found(language: str, text: str, use: str) -> None:
    assert used_no_longer(language, [text]) == [(text, use)]


PAIR: re.Pattern[str] = re.compile(r"^\| (?!before \||---)(.+?) \| (.+?) \|$", re.MULTILINE)


def test_the_guide_to_the_words_shows_what_is_said_now_and_no_longer() -> None:
    pairs_shown = PAIR.findall(
        (ROOT / "docs/words.md").read_text(encoding="utf-8").partition("## Before and after")[2]
    )
    said_now = {words for catalog in CATALOGS.values() for entry in catalog for words in said(entry)}
    assert len(pairs_shown) == 20
    assert [after for _before, after in pairs_shown if after not in said_now] == []
    assert [before for before, _after in pairs_shown if before in said_now] == []
