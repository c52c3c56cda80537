"""Games in the browser's world on which the jury has ruled: all that a ruling can say, and warnings."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from clubs import accounts
from clubs.books.writing import Author, club_book
from clubs.models import Club, Player, Role, User
from scoring import recording
from scoring.models import Game, Ruling
from tests.browser.tables import Made, say, set_up, write

Outcome = Ruling.Outcome
TEXT = (
    "Nämnden räknade korten vid bordet: sju naturliga. Canastan står kvar, "
    "och sidan straffas för att ha tagit högen på hand."
)


def rulings_of(by: Author, club: Club, players: Sequence[Player]) -> Made:
    """A game under protest after three rulings, one of them taken back; and a game of Royal."""
    judged, royal = recording.create_tables(by, club, ["41", "42"], uuid.uuid4())
    pairs = players[4:6], players[6:8]
    game = set_up(by, club, judged, pairs)
    write(by, judged, game)
    say(by, judged, recording.dispute_deal)
    seated = of_jury(by, club, "Kim Berg", players[4])
    sitting = [of_jury(by, club, "Inger Holm", players[12]), of_jury(by, club, "Utan Namn", None)]
    jury = [person.pk for person in (seated, *sitting)]
    charged = [recording.RulingPoints(side=0, points=-500), recording.RulingPoints(side=1, points=100)]
    first = rule(by, game, jury, outcome=Outcome.STANDS, points=charged)
    recording.cancel_ruling(by, first, "Alla hade inte hörts", uuid.uuid4())
    rule(by, game, jury, outcome=Outcome.REWRITE)
    stands = rule(by, game, jury, deal=None, points=charged[:1])
    warned = recording.WarningNotice(
        player=players[4].pk, text="Prat under given", rule="24A", key=uuid.uuid4()
    )
    given = recording.warn_player(by, game, warned)
    back = recording.WarningNotice(player=players[6].pk, text="Kom för sent", key=uuid.uuid4())
    recording.cancel_warning(by, recording.warn_player(by, game, back), "Bussen", uuid.uuid4())
    return {
        "ruled_game": game.pk,
        "ruled_table": judged.secret,
        "ruling": stands.pk,
        "warning": given.pk,
        "royal_game": set_up(by, club, royal, pairs, ruleset="royal").pk,
    }


def of_jury(by: Author, club: Club, name: str, player: Player | None) -> User:
    """Somebody of the jury, by an invitation; as a player known or not."""
    email = f"{uuid.uuid4().hex[:8]}@example.org"
    invitation = accounts.invite(by, club_book(club), email, Role.Kind.JURY)
    account = accounts.NewAccount(name=name, password="eleven red canastas")
    person = accounts.accept_invitation(Author(user=None, origin="192.0.2.2"), invitation, account)
    User.objects.filter(pk=person.pk).update(player=player)
    return person


def rule(
    by: Author,
    game: Game,
    jurors: Sequence[int],
    *,
    deal: int | None = 1,
    outcome: Ruling.Outcome = Outcome.NONE,
    points: Sequence[recording.RulingPoints] = (),
) -> Ruling:
    decision = recording.Decision(
        text=TEXT, deal=deal, outcome=outcome, rule="35c", jurors=jurors, points=points, key=uuid.uuid4()
    )
    return recording.give_ruling(by, game, decision)
