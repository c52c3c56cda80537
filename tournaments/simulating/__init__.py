"""A whole event played by made-up people, through the same verbs as the pages: for the demo, tests and load.

    plan        what is to be played, and at which point it stops
    people      a club of made-up people
    stage       the event, its clock and the people who act in it
    scenarios   how the play of each table goes: calm, corrected, disputed …
    tables      one table: its deals, approvals, troubles and signatures
    playing     from the first entry to the official result
    tangled     the same with mishaps all along, in games known by their totals
    scene       an event at a moment, as mishaps find it
    mishaps     what goes wrong, one function each
    entry_mishaps   the same, with entries
    tangled_agreement   an agreement drawn by dice
    moments     events at named moments, from fixtures/moments.toml

The same seed plays the same event, with the same log but for its clock and the numbers of rows. Verbs do
all the writing, and the log names a simulation as its origin.
"""

from tournaments.simulating.moments import simulate_moment
from tournaments.simulating.plan import SimulationPlan, StopPoint, build_agreement
from tournaments.simulating.playing import Simulation
from tournaments.simulating.tangled import TangledSimulation
from tournaments.simulating.tangled_agreement import draw_agreement, draw_other_terms

__all__ = [
    "Simulation",
    "SimulationPlan",
    "StopPoint",
    "TangledSimulation",
    "build_agreement",
    "demo",
    "draw_agreement",
    "draw_other_terms",
    "entry_mishaps",
    "mishaps",
    "moments",
    "people",
    "simulate_moment",
    "stage",
]
