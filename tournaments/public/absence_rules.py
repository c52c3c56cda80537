"""The rules in force about those who are missing: walkovers, lost games, sit-outs, substitutes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import format_value
from tournaments.agreement.agreement import EntriesUntil, EventAgreement, Licences, WithdrawalRule
from tournaments.core.results import MissedValue, SitOutValue, Substitutes
from tournaments.public.standings import points_by_agreement

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_TWO_SIDES: Final = 2
_PERCENT: Final = 100


def _figure(number: int) -> str:
    return format_value(number, get_language() or "en")


def absence_rules(agreement: EventAgreement, target: int) -> Iterator[str]:
    yield str(_ENTRIES_RULES[agreement.entries_until])
    if agreement.licences is Licences.NEEDED:
        yield _("Every player of an entry needs a licence that is valid on the day of the event.")
    yield (
        ngettext(
            "Anyone who has not arrived %(count)s minute after the start loses by walkover.",
            "Anyone who has not arrived %(count)s minutes after the start loses by walkover.",
            agreement.late_minutes,
        )
        % {"count": _figure(agreement.late_minutes)}
    )
    yield from _walkover_rules(agreement, target)
    yield from _lost_game_rules(agreement)
    yield from _sit_out_rules(agreement, target)
    yield from _missed_rules(agreement)
    if agreement.has_round_robin:
        yield (str(_WITHDRAWAL_RULES[agreement.who_leaves]))
    if agreement.strikes_out:
        yield (
            _(
                "That is asked for all who have left at once, of the games that each had to play by what was "
                "agreed on when it left."
            )
        )
    yield (_substitute_sentence(agreement))


_ENTRIES_RULES: Final[Mapping[EntriesUntil, _StrPromise]] = {
    EntriesUntil.FIRST_ROUND: _lazy(
        "New entries come until the end of round 1. Later, before half of the rounds are played, others can "
        "take over the number and the results of an entry that has left."
    ),
    EntriesUntil.LAST_DRAW: _lazy(
        "New entries come until the last round is drawn. Before half of the rounds are played, others can "
        "also take over the number and the results of an entry that has left."
    ),
}


def _missed_rules(agreement: EventAgreement) -> Iterator[str]:
    match agreement.missed:
        case MissedValue.LOST:
            yield _("A round that an entry missed, also before it came, is lost, without a difference.")
        case MissedValue.SIT_OUT:
            yield _("For a round that it missed, also before it came, an entry gets what a sit-out is worth.")
        case MissedValue.OWN_AVERAGE:
            yield _(
                "For a round that it missed, also before it came, an entry gets what it makes itself on "
                "average in the games it plays."
            )
    if agreement.missed is not MissedValue.LOST:
        yield from _missed_limits(agreement)
    if any(phase.movement.has_fixed_schedule for phase in agreement.phases):
        yield (
            _("In rounds set beforehand the opponent of an entry that misses the round has a walkover.")
            if agreement.missed_walkover
            else _("In rounds set beforehand the opponent of an entry that misses the round sits out.")
        )


def _missed_limits(agreement: EventAgreement) -> Iterator[str]:
    if agreement.missed_times is not None:
        yield ngettext(
            "That holds for %(count)s missed round; others are lost, without a difference.",
            "That holds for %(count)s missed rounds; others are lost, without a difference.",
            agreement.missed_times,
        ) % {"count": _figure(agreement.missed_times)}
    if not agreement.missed_last:
        yield _("A missed last round is lost, without a difference.")


_WITHDRAWAL_RULES: Final[Mapping[WithdrawalRule, _StrPromise]] = {
    WithdrawalRule.STRUCK_UNDER_HALF: _lazy(
        "An entry that withdraws from a round robin with fewer than half of its games "
        "played is struck out with all its results there; anyone who has met it, or "
        "was still to meet it, sits out that round. Games that the jury has decided, "
        "that were given up or broken off, and walkovers it has won count as played. "
        "An entry that withdraws later has lost its other games by walkover."
    ),
    WithdrawalRule.STAND: _lazy("If an entry withdraws, the results of its games already played remain."),
}


def _walkover_rules(agreement: EventAgreement, target: int) -> Iterator[str]:
    margin = _figure(agreement.walkover_margin_for(target))
    if agreement.scheme.is_unlimited:
        margin = _figure(agreement.scheme_for(target).capped(agreement.walkover_margin_for(target)))
        yield (_("A walkover is worth %(margin)s points; the absent side gets nothing.") % {"margin": margin})
        return
    if agreement.walkover_percent is not None:
        yield (
            _(
                "A walkover is worth %(percent)s per cent of the maximum for a game and a "
                "difference of %(margin)s; the absent side gets nothing and the same "
                "difference as a minus."
            )
            % {"percent": agreement.walkover_percent, "margin": margin}
        )
        return
    yield (
        _(
            "A walkover counts as a win by %(margin)s; the absent side gets no points and "
            "the same difference as a minus."
        )
        % {"margin": margin}
    )


def _lost_game_rules(agreement: EventAgreement) -> Iterator[str]:
    """What leaving a game, giving it up and a ruling do, and where nobody is there."""
    yield (
        _(
            "A side that leaves a game, gives it up or loses it by a ruling gets the "
            "worse, and the others get the better, of a walkover and the score at that "
            "moment."
        )
    )
    yield (
        _(
            "A game broken off with nobody at fault counts as it is from half of the deals "
            "or of the target on; before that it is played later or counts as a sit-out. "
            "The jury can rule that a game counts nothing."
        )
    )
    if agreement.sides > _TWO_SIDES:
        yield _of_three_sides(agreement)
    yield (
        _(
            "Where no deal was played and no side was there at the late limit, nobody wins. "
            "A side that was there keeps its walkover when it goes home later."
        )
    )


def _of_three_sides(agreement: EventAgreement) -> str:
    if agreement.two_play_on:
        return _(
            "Of three sides the one that leaves is last, and at least a walkover behind; the other two play "
            "on as two. Where a side does not come, the other two play for the first and the second place, "
            "or take a walkover."
        )
    return _("Of three sides the one that has lost so is last; the other two are placed by their totals.")


def _sit_out_rules(agreement: EventAgreement, target: int) -> Iterator[str]:
    yield from _sit_out_worth(agreement, target)
    if "own_points" in agreement.chain:
        yield (
            _(
                "The own points of a sit-out, and of a game that the jury has decided, are the average of "
                "all games of the round."
            )
        )


def _sit_out_worth(agreement: EventAgreement, target: int) -> Iterator[str]:
    """What sitting out is worth: by movement and scheme, or as it is agreed on."""
    if agreement.sit_out is SitOutValue.BY_MOVEMENT:
        scheme = agreement.scheme_for(target)
        if agreement.has_round_robin:
            yield (_round_robin_sit_out_sentence(agreement, scheme.draw_points))
        if not all(phase.movement.all_meet for phase in agreement.phases):
            yield (_free_sit_out_sentence(agreement, scheme.sit_out_points))
    else:
        yield (_sit_out_sentence(agreement))


def sit_out_effect(agreement: EventAgreement, target: int) -> str:
    """What sitting out would be worth, beside what a game gives; for the page of settings."""
    most = agreement.scheme_for(target).max_points
    match agreement.sit_out:
        case SitOutValue.BY_MOVEMENT:
            return " ".join(_sit_out_worth(agreement, target))
        case SitOutValue.FIXED:
            return _effect_of_points(agreement, agreement.sit_out_points, most)
        case SitOutValue.PERCENT_OF_MOST:
            if most is None:
                return _("Points scored have no maximum: choose an average, or enter the points.")
            return _effect_of_points(agreement, most * agreement.sit_out_percent // _PERCENT, most)
        case _:
            return _sit_out_sentence(agreement)


def walkover_effect(agreement: EventAgreement, target: int) -> str:
    """What a walkover is worth as it is agreed on; for the page of settings."""
    return " ".join(_walkover_rules(agreement, target))


def _effect_of_points(agreement: EventAgreement, agreed: int, most: int | None) -> str:
    """What so many points do beside those that a game gives at most."""
    points = _points(agreement, agreed)
    if most is None:
        return _("As agreed now: points %(points)s, where a game gives the points scored.") % {
            "points": points
        }
    words = {"points": points, "most": _points(agreement, most)}
    if agreed > most:
        return _("As agreed now: points %(points)s, more than the maximum of a game, %(most)s.") % words
    return _("As agreed now: points %(points)s, where a game gives at most %(most)s.") % words


def _round_robin_sit_out_sentence(agreement: EventAgreement, draw: int | None) -> str:
    if draw is None:
        return _(
            "Where everybody meets everybody, sitting out counts nothing, since all sit out equally often; "
            "if the rounds end earlier, it counts the average of all games of the round."
        )
    return _(
        "Where everybody meets everybody, sitting out counts nothing, since all sit out equally often; "
        "if the rounds end earlier, it counts as a draw: points %(points)s."
    ) % {"points": _points(agreement, draw)}


def _free_sit_out_sentence(agreement: EventAgreement, points: int | None) -> str:
    if points is None:
        return _("An entry that sits out gets the average of all games of the round.")
    return _("An entry that sits out gets points %(points)s and no difference; it has not won a game.") % {
        "points": _points(agreement, points)
    }


def _points(agreement: EventAgreement, points: int) -> str:
    return format_value(points_by_agreement(agreement, points), get_language() or "en")


def _sit_out_sentence(agreement: EventAgreement) -> str:
    match agreement.sit_out:
        case SitOutValue.WINNERS_AVERAGE:
            return _(
                "An entry that sits out gets the average of the winners of the round; without "
                "a winner, the average of all its games."
            )
        case SitOutValue.OWN_AVERAGE:
            return _("A sit-out is worth the entry's own average in the games it plays.")
        case SitOutValue.PERCENT_OF_MOST:
            return _("A sit-out is worth %(percent)s per cent of the maximum for a game.") % {
                "percent": agreement.sit_out_percent
            }
        case _:
            return ngettext(
                "A sit-out is worth %(count)s point and a difference of %(difference)s.",
                "A sit-out is worth %(count)s points and a difference of %(difference)s.",
                agreement.sit_out_points,
            ) % {
                "count": _points(agreement, agreement.sit_out_points),
                "difference": _figure(agreement.sit_out_difference),
            }


def _substitute_sentence(agreement: EventAgreement) -> str:
    match agreement.substitutes:
        case Substitutes.CAPPED:
            return _(
                "With a substitute, an entry gets at most %(percent)s per cent of the maximum "
                "for a game and no positive difference. The other side keeps its result in "
                "full."
            ) % {"percent": agreement.substitute_percent}
        case Substitutes.HALF:
            return ngettext(
                "Results with a substitute count in at most half of the rounds, i.e. "
                "%(count)s. Beyond that the entry gains nothing from them. The other side "
                "keeps its result in full.",
                "Results with a substitute count in at most half of the rounds, i.e. "
                "%(count)s. Beyond that the entry gains nothing from them. The other side "
                "keeps its result in full.",
                agreement.rounds // 2,
            ) % {"count": agreement.rounds // 2}
        case _:
            return _("Results with a substitute count in full.")
