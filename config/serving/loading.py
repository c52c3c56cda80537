"""Sets Django up in a process of `bin/run` that writes to the terminal."""

import gc

import django
from django.utils import translation

from config import terminal


def set_up_django() -> None:
    """Load the program, and speak the language of the terminal.

    Loading makes no garbage: it is neither collected nor looked at again. A start of the keeper takes a third
    less for it.
    """
    gc.disable()
    django.setup()
    translation.activate(terminal.language())
    gc.freeze()
    gc.enable()
