"""What the log says of a refused request: one line, however it was made."""

import logging

_MAX_LENGTH = 300


class OneLineForRefusals(logging.Filter):
    """Shorten what Django logs of a suspicious request, such as one for another host, to a line.

    Its traceback shows our own code at work, and anybody could fill the disk with it.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            record.msg, record.args = " ".join(record.getMessage().split())[:_MAX_LENGTH], ()
            record.exc_info = record.exc_text = None
        return True
