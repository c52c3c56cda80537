"""Rounds: drawn from a seed that was shown, published, removed, closed.

Knows how a round is stored and what may be done to it when; must not know how any movement pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.refusals import refused
from clubs.books.writing import Author, retried
from clubs.models import Player
from scoring import recording
from scoring.models import Deal, Game
from scoring.recording import NotNow
from tournaments.agreement.agreement import Movement
from tournaments.core.movements.matching import TooHeavy
from tournaments.core.movements.staying import keeps_of
from tournaments.models import Entry, Pairing, PairingEntry, Round, Tournament
from tournaments.play import draw, event_record
from tournaments.play.draw import Field, Proposal, Table
from tournaments.play.seating import seats_of
from tournaments.running.events import refuse_official
from tournaments.running.session import Led, leading
from tournaments.running.standings import keep_standings

_FEWEST = 2


# Drawn.


@retried
def draw_round(by: Author, event: Tournament, seed: str, *, by_hand: bool = False) -> Round:
    """Draw the next round from a seed that was shown beforehand, by the movement that was agreed on.

    `by_hand` opens an empty one, in which the director says who meets whom.
    """
    with leading(event, by) as led:
        _refuse_to_draw(led.event)
        story = event_record.story_of(led.event)
        number = len(story.rounds) + 1
        phase, _turn = led.agreed.phase_of(number)
        movement = Movement.BY_HAND if by_hand else phase.movement
        field = event_record.field_of(story, number, seed)
        if len(field.present) < _FEWEST:
            raise NotNow(_("There must be at least two entries."))
        proposal = proposed(movement, field, led.agreed.sides)
        drawn = Round.objects.create(
            tournament=led.event,
            number=number,
            seed=seed,
            movement=movement.value,
            exact=proposal.exact,
            basis=field.data(),
            proposal=[table.data() for table in proposal.tables],
        )
        seat(drawn, proposal.tables, story.entries)
        led.act.log("round.drawn", drawn, after={"number": number, "seed": seed, "movement": movement.value})
        return drawn


def proposed(movement: Movement, field: Field, sides: int) -> Proposal:
    """What the program proposes; where that is nothing good, it says so: the director sets the round."""
    if draw.all_have_met(movement, field):
        raise NotNow(
            _(
                "The two lines have met: another round of Mitchell would bring rematches only. "
                "Set the round by hand, or agree on another movement."
            )
        )
    _refuse_without_room(movement, field, sides)
    try:
        proposal = draw.draw(movement, field)
    except TooHeavy as reason:
        raise NotNow(
            _("The points are too far apart to be matched exactly. Set this round by hand.")
        ) from reason
    _refuse_where_neither_moves(draw.cannot_meet(proposal, keeps_of(field.present)))
    return proposal


def _refuse_without_room(movement: Movement, field: Field, sides: int) -> None:
    """Each of those who keep a table needs one, and opponents who come to it."""
    short = draw.without_room(movement, field, sides)
    if short is not None:
        staying, tables = short
        raise NotNow(
            ngettext(
                "%(staying)s entries keep their table, and %(count)s table plays: two of them would have to "
                "meet. Let somebody move, or set the round by hand.",
                "%(staying)s entries keep their table, and %(count)s tables play: two of them would have to "
                "meet. Let somebody move, or set the round by hand.",
                tables,
            )
            % {"staying": staying, "count": tables}
        )


def _refuse_where_neither_moves(staying: Sequence[int]) -> None:
    """A movement that leaves no choice brings everybody together at some time."""
    if staying:
        one, other = staying[:2]
        raise NotNow(
            _(
                "Entries %(one)s and %(other)s would meet in this round, and neither can move. "
                "Let one of them move, or set the round by hand."
            )
            % {"one": one, "other": other}
        )


def _refuse_to_draw(event: Tournament) -> None:
    """One round at a time, and none when the results have been shown."""
    _refuse_shown(event)
    under_way = event.rounds.filter(state__in=(Round.State.DRAWN, Round.State.PUBLISHED)).first()
    if under_way is None:
        return
    if under_way.state == Round.State.PUBLISHED:
        raise NotNow(_("A round is still being played."))
    raise NotNow(
        _("Round %(number)s is drawn already: publish it, or remove it.") % {"number": under_way.number}
    )


def _refuse_shown(event: Tournament) -> None:
    """What everybody has been shown as the result is changed by no round any more."""
    refuse_official(event)
    if event.state == Tournament.State.PRELIMINARY:
        raise NotNow(_("The results have been shown: no round is drawn or removed any more."))


def seat(drawn: Round, tables: Sequence[Table], entries: Mapping[int, Entry]) -> None:
    """Pairings for the tables, each under its number; who sits out has none."""
    pairings = [
        Pairing(
            round=drawn,
            table=number,
            kind=Pairing.Kind.SIT_OUT if table.sits_out else Pairing.Kind.PLAYED,
            reasons=draw.reasons_data(table.reasons),
        )
        for table, number in zip(tables, draw.numbered(tables), strict=True)
    ]
    Pairing.objects.bulk_create(pairings)
    PairingEntry.objects.bulk_create(
        PairingEntry(round=drawn, pairing=pairing, entry=entries[number], side=side, position=position)
        for pairing, table in zip(pairings, tables, strict=True)
        for side, numbers_of_side in enumerate(table.sides)
        for position, number in enumerate(numbers_of_side)
    )


def refuse_unless(drawn: Round, state: Round.State) -> None:
    if drawn.state != state:
        raise NotNow(
            _("The round is published already.")
            if drawn.state == Round.State.PUBLISHED
            else _("The round is %(state)s.") % {"state": drawn.get_state_display()}
        )


# Published.


@retried
def publish_round(by: Author, drawn: Round, seen: str = "") -> Round:
    """Make the draw known: each pairing gets its game, and nothing redraws it any more.

    Where the club has a table of that number, its code and its PIN open the game from now on. `seen` is the
    seal of the seats that the director looked at.
    """
    with leading(drawn.tournament, by) as led:
        drawn = led.round_of(drawn)
        refuse_unless(drawn, Round.State.DRAWN)
        if seen and seen != seats_of(drawn).seal:
            raise NotNow(_("Somebody else has changed the tables in the meantime. Look at them once more."))
        pairings = drawn.pairings.filter(kind=Pairing.Kind.PLAYED).order_by("table")
        if not pairings.exists():
            raise NotNow(_("Nobody meets anybody in this round yet."))
        tables = {table.label: table for table in led.event.club.tables.all()}
        for pairing in pairings:
            game = _open_game_of(led, pairing)
            if game.label in tables:
                recording.set_table_in(led.act, tables[game.label], game)
        drawn.state, drawn.published_at = Round.State.PUBLISHED, led.act.by.at
        drawn.save(update_fields=["state", "published_at"])
        led.event.state = Tournament.State.RUNNING
        led.event.save(update_fields=["state"])
        led.act.log("round.published", drawn, after={"number": drawn.number})
        return drawn


def _open_game_of(led: Led, pairing: Pairing) -> Game:
    """Open the game that is played at a table, as the event has agreed."""
    agreed = led.agreed
    plan = recording.GamePlan(
        ruleset=led.event.ruleset,
        options=led.event.options,
        label=str(pairing.table),
        sides=_sides_of(pairing),
        approval=Game.Approval(agreed.approval),
        corrections=Game.Corrections(agreed.corrections),
        protocols=Game.Protocols(agreed.protocols),
        signers=Game.Signers(agreed.signers),
        director_signs=agreed.director_signs,
        deals=agreed.deals,
    )
    pairing.game = game = recording.open_game_in(led.act, plan)
    pairing.save(update_fields=["game"])
    return game


def _sides_of(pairing: Pairing) -> list[list[Player]]:
    """The players of each side: those of its entry, or of the entries that were drawn together."""
    sides: dict[int, list[Player]] = {}
    entered = pairing.entered.order_by("side", "position").prefetch_related("entry__places__player")
    for one in entered:
        places = sorted(one.entry.places.all(), key=lambda place: place.position)
        sides.setdefault(one.side, []).extend(place.player for place in places)
    return [sides[side] for side in sorted(sides)]


# Removed.


@retried
def remove_round(by: Author, drawn: Round, reason: str = "", was: str = "") -> Round:
    """Take the last round back. Once there are results in it that needs a reason; its games stay, set aside.

    `was` is the state in which the director saw it: a draw that somebody has published since is not removed.
    """
    with leading(drawn.tournament, by) as led:
        drawn = led.round_of(drawn)
        _refuse_shown(led.event)
        if was and was != drawn.state:
            raise NotNow(_("The round is %(state)s.") % {"state": drawn.get_state_display()})
        last = led.event.rounds.exclude(state=Round.State.REMOVED).order_by("-number").first()
        if last is None or last.pk != drawn.pk:
            raise NotNow(_("Only the last round can be removed."))
        if has_results(drawn) and not reason.strip():
            raise refused("reason", _("It has deals or results already: say why it is removed."))
        before = drawn.state
        drawn.state, drawn.removed_because = Round.State.REMOVED, reason
        drawn.save(update_fields=["state", "removed_because"])
        recording.set_aside_in(led.act, Game.objects.filter(pairing__round=drawn), reason)
        led.act.log(
            "round.removed",
            drawn,
            before={"round_state": before},
            after={"number": drawn.number},
            reason=reason,
        )
        _take_back_its_place(led, drawn.number)
        return drawn


def has_results(drawn: Round) -> bool:
    """Whether a deal has been dealt in it, a result handed in, or the jury has said what counts."""
    dealt = Deal.objects.filter(game__pairing__round=drawn)
    settled = Game.objects.filter(pairing__round=drawn, final__isnull=False)
    judged = drawn.pairings.exclude(kind__in=(Pairing.Kind.PLAYED, Pairing.Kind.SIT_OUT))
    return dealt.exists() or settled.exists() or judged.exists()


def _take_back_its_place(led: Led, number: int) -> None:
    """Who came while it was on plays in the round that takes its place, and who left by then does not."""
    for entry in led.event.entries.filter(from_round=number + 1).order_by("number"):
        _move(led, entry, "from_round", number)
    for entry in led.event.entries.filter(until_round=number).order_by("number"):
        _move(led, entry, "until_round", number - 1)


def _move(led: Led, entry: Entry, end: str, to: int) -> None:
    """The first or the last round of an entry becomes another one."""
    before = getattr(entry, end)
    setattr(entry, end, to)
    entry.save(update_fields=[end])
    led.act.log("entry.moved", entry, before={end: before}, after={end: to})


# Closed.


@retried
def close_round(by: Author, drawn: Round) -> Round:
    """All results are there: the places after this round are kept."""
    with leading(drawn.tournament, by) as led:
        drawn = led.round_of(drawn)
        refuse_unless(drawn, Round.State.PUBLISHED)
        missing = drawn.pairings.filter(kind=Pairing.Kind.PLAYED, game__over=False).order_by("table")
        if missing.exists():
            tables = ", ".join(str(table) for table in missing.values_list("table", flat=True))
            raise NotNow(_("Results are missing at table %(tables)s.") % {"tables": tables})
        drawn.state, drawn.closed_at = Round.State.CLOSED, led.act.by.at
        drawn.save(update_fields=["state", "closed_at"])
        keep_standings(led.event, drawn)
        led.act.log("round.closed", drawn, after={"number": drawn.number})
        return drawn
