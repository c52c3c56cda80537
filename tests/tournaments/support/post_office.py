"""A mail server by aiosmtpd on a free port: it refuses, puts off, hangs and goes away as it is told to."""

from __future__ import annotations

import asyncio
import email
import email.policy
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from pytest_django.fixtures import Settings


@dataclass
class PostOffice:
    """Whom it refuses for good, whom it puts off, how long it thinks, and the mail that has come."""

    port: int
    refuses: set[str] = field(default_factory=set)
    puts_off: set[str] = field(default_factory=set)
    refuses_what_it_reads: bool = False
    thinks: float = 0.0
    arrived: list[EmailMessage] = field(default_factory=list)

    # As aiosmtpd calls them.

    async def handle_RCPT(  # noqa: N802
        self, _server: object, _session: object, envelope: Any, address: str, _options: list[str]
    ) -> str:
        await asyncio.sleep(self.thinks)
        if address in self.refuses:
            return "550 no such mailbox"
        if address in self.puts_off:
            return "451 come again"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:  # noqa: N802
        if self.refuses_what_it_reads:
            return "554 not this"
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        self.arrived.append(message)
        return "250 kept"

    @property
    def mailboxes(self) -> list[str]:
        """To whom mail has come, one after the other."""
        return [str(message["To"]) for message in self.arrived]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def use(settings: Settings, port: int) -> None:
    """Let Talon send its mail there, as an installation does."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_USE_TLS, settings.EMAIL_TIMEOUT = False, 2


@contextmanager
def post_office(port: int) -> Iterator[PostOffice]:
    kept = PostOffice(port)
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield kept
    finally:
        controller.stop()
