"""Signals about the acts of books, for whoever counts them; nothing that an act needs listens to them.

acts_recorded   after the commit of one or several acts; `acts` are their codes, as in the log
act_conflicted  an act was refused because somebody else was faster; `refusal` is the exception
"""

from django.dispatch import Signal

acts_recorded = Signal()
act_conflicted = Signal()
