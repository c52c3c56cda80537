"""What a guide says of the next round, in words."""

from django.utils.translation import gettext as _

from tournaments.core.guides import GuideLine


def next_step(line: GuideLine) -> str:
    """Say where an entry goes after a round; nothing after the last one."""
    if line.sits_out_next:
        return _("then sits out")
    if line.moves_to is not None:
        return _("to table %(table)s") % {"table": line.moves_to}
    return "" if line.is_last else _("stay")
