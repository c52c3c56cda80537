"""The fields of the form for the settings of an event: a field for each setting."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from scoring.models import Game
from tournaments.agreement.validation import MAX_AGREED_POINTS
from tournaments.settings.fields import (
    EntriesField,
    NumbersField,
    PairsField,
    WholeNumberField,
)
from tournaments.settings.handicap_fields import HandicapFieldsForm
from tournaments.settings.marked_choices import MarkedRadio, scheme_marks
from tournaments.wording.labels import SCHEME_LABELS
from tournaments.wording.settings import (
    BEST_OF_LABELS,
    CLOCK_END_LABELS,
    COUNTING_LABELS,
    ENTRIES_UNTIL_LABELS,
    LEVEL_GAME_LABELS,
    LICENCES_LABELS,
    MISSED_LABELS,
    PLACES_BY_LABELS,
    SIT_OUT_LABELS,
    SUBSTITUTE_LABELS,
    WITHDRAWAL_LABELS,
)

_RADIO: Final = forms.RadioSelect
WRITTEN_ON_HINT: Final = _lazy(
    "On paper only, no table has a PIN or a code, and the signed sheet approves "
    "each deal. This can be changed for the rounds to come."
)


class SettingFieldsForm(HandicapFieldsForm):
    """The settings that have a fixed number of fields; phases, criteria and house rules are added later."""

    seen = forms.RegexField(r"^[0-9a-f]{64}$", widget=forms.HiddenInput)
    deals = WholeNumberField(
        label=_lazy("Deals per game"),
        required=False,
        help_text=_lazy(
            "The game ends after this many deals and the totals decide; a void deal is "
            "dealt again. Leave empty to play to the target."
        ),
    )
    players = forms.TypedChoiceField(
        label=_lazy("Who enters"),
        widget=_RADIO,
        coerce=int,
        choices=[(1, _lazy("single players")), (2, _lazy("pairs")), (3, _lazy("three players together"))],
        help_text=_lazy("An entry keeps its number and its line in the standings throughout the event."),
    )
    sides = forms.TypedChoiceField(
        label=_lazy("Sides at a table"),
        widget=_RADIO,
        coerce=int,
        choices=[(2, _lazy("two")), (3, _lazy("three"))],
        help_text=_lazy(
            "With three: if the number does not divide evenly, as few two-sided tables as possible are used."
        ),
    )
    clubs_apart = forms.BooleanField(
        label=_lazy("Keep entries from the same club apart"),
        required=False,
        help_text=_lazy("They meet only where nothing else goes."),
    )
    apart = PairsField(
        label=_lazy("Entries that are not to meet"),
        required=False,
        help_text=_lazy("Two numbers each, such as 3-7, 5-12. They meet only where nothing else goes."),
    )
    wished = PairsField(
        label=_lazy("Entries that wish to meet once"),
        required=False,
        help_text=_lazy(
            "Two numbers each. They meet, or are partners where these are drawn, in the first round in which "
            "that costs nobody else anything."
        ),
    )

    large_tables = forms.BooleanField(
        label=_lazy("Tables of five and six, so that nobody sits out"),
        required=False,
        help_text=_lazy(
            "Where partners are drawn: who would sit out joins a table of four. In a side of three they take "
            "turns deal by deal, or all play, as the game has it."
        ),
    )

    places_by = forms.ChoiceField(
        label=_lazy("Whose the places of a movement set beforehand are"),
        widget=_RADIO,
        choices=[(code.value, label) for code, label in PLACES_BY_LABELS.items()],
        help_text=_lazy("Who meets whom follows from the places. They are given out with its first round."),
    )

    strength = EntriesField(
        label=_lazy("The entries in the order of their strength"),
        required=False,
        help_text=_lazy(
            "Their numbers, the strongest first, where the places go by strength. Those that are not named "
            "come after them."
        ),
    )
    phantom_sits = forms.BooleanField(
        label=_lazy("Of an odd number the empty place is in the line that sits"),
        required=False,
        help_text=_lazy(
            "In a Mitchell. One of those who move then has no opponent, and one table fewer is needed; "
            "otherwise it is one of those who sit. The first late entry gets this place."
        ),
    )
    phantom_table = WholeNumberField(
        label=_lazy("The table at which the empty place begins"),
        required=False,
        min_value=1,
        help_text=_lazy("Empty: at the last one. A stationary entry has its table even so."),
    )
    best_of = forms.TypedChoiceField(
        label=_lazy("How many games two play against each other"),
        coerce=int,
        choices=[(number, label) for number, label in BEST_OF_LABELS.items()],
        help_text=_lazy("Each game is a round. Those who are done earlier rest."),
    )
    level_game = forms.ChoiceField(
        label=_lazy("Who goes on after a level game"),
        widget=_RADIO,
        choices=[(code.value, label) for code, label in LEVEL_GAME_LABELS.items()],
        help_text=_lazy("Who leads has won, by however little."),
    )

    scheme = forms.ChoiceField(
        label=_lazy("How games count"),
        widget=MarkedRadio(scheme_marks),
        choices=lambda: list(SCHEME_LABELS.items()),
        help_text=_lazy("What a side gets from a game in the standings."),
    )
    bands = NumbersField(
        label=_lazy("Margins for the victory-point bands"),
        help_text=_lazy(
            "For victory points by bands: the largest margin for 10–10, 11–9, … 19–1; above it is 20–0. "
            "For four deals: 100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000."
        ),
    )
    bound = WholeNumberField(
        label=_lazy("Margin for 20–0"),
        required=False,
        help_text=_lazy("For victory points by a curve. Empty: the game's target."),
    )
    cap = WholeNumberField(
        label=_lazy("Maximum points per game"),
        required=False,
        help_text=_lazy("If the points scored count. Leave empty for no limit."),
    )
    place_points = NumbersField(
        label=_lazy("Points for places"),
        help_text=_lazy("For the first, the second and the third at a table of three sides: 3, 1, 0."),
    )
    last_of_two = forms.BooleanField(
        label=_lazy("A table of two plays for the first and the last place"),
        required=False,
        help_text=_lazy("Without this for the first and the second."),
    )
    walkover_shared = forms.BooleanField(
        label=_lazy("Two who wait in vain for a third side share the first two places"),
        required=False,
        help_text=_lazy("Without this each of them has the first place."),
    )
    two_play_on = forms.BooleanField(
        label=_lazy("When one of three sides leaves a game, the other two play on"),
        required=False,
        help_text=_lazy("Without this they are placed by their totals. Who has left is last in both cases."),
    )

    hidden = forms.BooleanField(
        label=_lazy("Hide the standings until the results are shown"),
        required=False,
        help_text=_lazy(
            "The places are announced at the end. The results of the tables stay public: anyone who adds "
            "them up knows the standings."
        ),
    )
    hall_names = forms.BooleanField(
        label=_lazy("Full names in the hall"),
        required=False,
        help_text=_lazy(
            "On papers and on pages that are opened in the network of the hall, until the event is official: "
            "everybody there needs to find tables and opponents, which is a legitimate interest. Outside the "
            "hall, in files and afterwards, only players who have agreed to it are named."
        ),
    )
    counting = forms.ChoiceField(
        label=_lazy("What counts in the standings"),
        widget=_RADIO,
        choices=[(code.value, label) for code, label in COUNTING_LABELS.items()],
        help_text=_lazy(
            "A round is closed, and the results are official, when every result counts. On paper the signed "
            "sheet approves its deals."
        ),
    )
    correction_minutes = WholeNumberField(
        label=_lazy("Time for complaints about the results, in minutes"),
        help_text=_lazy("From the moment the results are shown until they are official. One day is 1440."),
    )

    clock_minutes = WholeNumberField(
        label=_lazy("Minutes until no new deal is dealt"),
        required=False,
        help_text=_lazy("Usually 50. A deal that has begun is finished. Empty: there is no clock."),
    )
    clock_more = WholeNumberField(
        label=_lazy("Minutes from then until time is up"),
        help_text=_lazy("Usually 10. With 0 both are at the same moment."),
    )
    clock_by_table = forms.BooleanField(
        label=_lazy("The time of each table begins with its first deal"),
        required=False,
        help_text=_lazy("Without this the director starts the clock for all tables together."),
    )
    clock_end = forms.ChoiceField(
        label=_lazy("When time is up and a deal is being played"),
        widget=_RADIO,
        choices=[(code.value, label) for code, label in CLOCK_END_LABELS.items()],
        help_text=_lazy("The phones of the tables say it when time is up."),
    )
    clock_late = WholeNumberField(
        label=_lazy("Minutes after which a side that is missing loses the round"),
        help_text=_lazy("From the start of the clock. The walkover is proposed to the director."),
    )
    clock_gives = forms.BooleanField(
        label=_lazy("A table that waits for the director gets its minutes back"),
        required=False,
        help_text=_lazy(
            "They are proposed to the director, who gives them with one tap. Club evenings do without."
        ),
    )

    clock_forecast = forms.BooleanField(
        label=_lazy("Everybody sees when the round will probably end"),
        required=False,
        help_text=_lazy(
            "On the page of the round and on the screens, from how long deals have taken. "
            "Directors always see it."
        ),
    )

    official_at_noon = forms.BooleanField(
        label=_lazy("Complaints until noon of the next day, then official by itself"),
        required=False,
        help_text=_lazy(
            "As club evenings have it, instead of the minutes. What is open waits for the director."
        ),
    )

    entries_until = forms.ChoiceField(
        label=_lazy("Until when new entries come"),
        widget=_RADIO,
        choices=[(code.value, label) for code, label in ENTRIES_UNTIL_LABELS.items()],
        help_text=_lazy("Others can take over the number and the results of an entry that has left."),
    )
    licences = forms.ChoiceField(
        label=_lazy("Licences"),
        widget=_RADIO,
        choices=[(code.value, label) for code, label in LICENCES_LABELS.items()],
        help_text=_lazy(
            "A licence without a last day has not run out. Who is entered already stays, and a substitute "
            "for some deals needs no licence."
        ),
    )
    late_minutes = WholeNumberField(
        label=_lazy("Minutes until an absent entry loses"),
        help_text=_lazy("Counted from the start. The federation says half an hour."),
    )
    walkover_margin = WholeNumberField(
        label=_lazy("Difference for a walkover"),
        required=False,
        help_text=_lazy(
            "Plus for those present, minus for those absent. Empty: 40 per cent of the "
            "target. Games with a fixed number of deals have no target, so it must be "
            "entered."
        ),
    )
    walkover_percent = WholeNumberField(
        label=_lazy("Points for a walkover, in per cent of the maximum"),
        required=False,
        help_text=_lazy("Empty: the same as for a win."),
    )
    sit_out = forms.ChoiceField(
        label=_lazy("What a sit-out is worth"),
        widget=_RADIO,
        choices=[(code.value, label) for code, label in SIT_OUT_LABELS.items()],
        help_text=_lazy("For an entry left without an opponent."),
    )
    sit_out_points = WholeNumberField(
        label=_lazy("Points for a sit-out"),
        min_value=-MAX_AGREED_POINTS,
        help_text=_lazy("As the scheme counts them; those by a curve and those for places in hundredths."),
    )
    sit_out_difference = WholeNumberField(
        label=_lazy("Difference for a sit-out"),
        min_value=-MAX_AGREED_POINTS,
        help_text=_lazy("Usually 0: a sit-out neither gains nor loses."),
    )
    sit_out_percent = WholeNumberField(
        label=_lazy("Percentage for a sit-out"),
        help_text=_lazy("If a share of the maximum is chosen: 60 or 70."),
    )
    missed = forms.ChoiceField(
        label=_lazy("What a missed round is worth"),
        widget=_RADIO,
        choices=[(code.value, label) for code, label in MISSED_LABELS.items()],
        help_text=_lazy("For an entry that is not there for a round, or comes late."),
    )
    missed_times = WholeNumberField(
        label=_lazy("For at most so many missed rounds"),
        required=False,
        help_text=_lazy("Those beyond are lost, without a difference. Empty: for all of them."),
    )
    missed_last = forms.BooleanField(
        label=_lazy("Also if the last round is missed"),
        required=False,
        help_text=_lazy("Without this a missed last round is lost, without a difference."),
    )
    missed_walkover = forms.BooleanField(
        label=_lazy("If an opponent misses the round, the other side has a walkover"),
        required=False,
        help_text=_lazy("For rounds that are set beforehand. Without this the other side sits out."),
    )
    who_leaves = forms.ChoiceField(
        label=_lazy("Results of an entry that withdraws"),
        widget=_RADIO,
        choices=[(code.value, label) for code, label in WITHDRAWAL_LABELS.items()],
        help_text=_lazy("Its remaining games become walkovers or are not drawn."),
    )

    substitutes = forms.ChoiceField(
        label=_lazy("Results with a substitute"),
        widget=_RADIO,
        choices=[(code.value, label) for code, label in SUBSTITUTE_LABELS.items()],
        help_text=_lazy(
            "Applies to the entry whose player was absent; the other side keeps its result in full."
        ),
    )
    substitute_percent = WholeNumberField(
        label=_lazy("Percentage with a substitute"),
        help_text=_lazy("If a share of the maximum is chosen: 60 per cent of a two-point win is one point."),
    )

    written_on = forms.ChoiceField(
        label=_lazy("Where are results written?"),
        widget=_RADIO,
        choices=Game.WrittenOn.choices,
        help_text=WRITTEN_ON_HINT,
    )
    approval = forms.ChoiceField(
        label=_lazy("The other side approves each deal"),
        widget=_RADIO,
        choices=Game.Approval.choices,
        help_text=_lazy("At a club evening the phone is passed across; championships use codes."),
    )
    protocols = forms.ChoiceField(
        label=_lazy("The score sheet"),
        widget=_RADIO,
        choices=Game.Protocols.choices,
        help_text=_lazy("If two score sheets differ, a mistake shows up at once."),
    )
    corrections = forms.ChoiceField(
        label=_lazy("Mistakes the rules do not mention are corrected"),
        widget=_RADIO,
        choices=Game.Corrections.choices,
        help_text=_lazy(
            "For example, points written in the wrong column and noticed after the next "
            "deal was dealt. Strictly by the rules: only by the director. Addition errors "
            "are always corrected as the rules say."
        ),
    )
    signers = forms.ChoiceField(
        label=_lazy("Who signs when the game is over"),
        widget=_RADIO,
        choices=Game.Signers.choices,
        help_text=_lazy("A signature confirms that the score sheet is correct."),
    )
    director_signs = forms.BooleanField(
        label=_lazy("The director signs too"),
        required=False,
        help_text=_lazy("Last, after the players have signed."),
    )
    second_entry = forms.BooleanField(
        label=_lazy("A second person enters each result from the paper"),
        required=False,
        help_text=_lazy("Without seeing the first entry. Only a difference is shown, and settled."),
    )
