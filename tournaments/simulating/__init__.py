"""A whole event played by made-up people, through the same verbs as the pages: for the demo, tests and load.

    wanted      what is to be played, and at which moment it stops
    people      a club of made-up people
    stage       the event, its clock and those who act in it
    courses     how the play of each table goes: calm, corrected, disputed …
    sitting     one table: its deals, approvals, troubles and signatures
    playing     from the first entry to the official result
    moments     events at named moments, from fixtures/moments.toml

Everything follows from the seed: the same seed plays the same event, with the same log but for its clock and
the numbers of rows. Nothing is written past a verb, and the log names a simulation as its origin.
"""

from tournaments.simulating.moments import at_moment
from tournaments.simulating.plan import Moment, Wanted, agreement
from tournaments.simulating.playing import Simulation

__all__ = ["Moment", "Simulation", "Wanted", "agreement", "at_moment", "demo", "moments", "people", "stage"]
