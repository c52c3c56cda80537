"""A mail server of our own on a free port: it speaks SMTP, and keeps what it is handed."""

from __future__ import annotations

import email
import email.policy
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from queue import Queue
from threading import Thread
from typing import Final

LIMIT: Final = 60  # seconds; ends a hanging test, and measures nothing


@dataclass
class MailServer:
    """Where it listens, whom it refuses, and the mail that has come, with its envelope."""

    port: int = 0
    refuses: set[str] = field(default_factory=set)
    arrived: Queue[tuple[list[str], EmailMessage]] = field(default_factory=Queue)

    def next_mail(self) -> tuple[list[str], EmailMessage]:
        return self.arrived.get(timeout=LIMIT)


@contextmanager
def mail_server() -> Iterator[MailServer]:
    kept = MailServer()

    class Conversation(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 ours")
            recipients: list[str] = []
            for line in iter(self.rfile.readline, b""):
                word, rest = line[:4].decode().upper(), line.decode().strip()
                if word == "RCPT":
                    address = rest.partition("<")[2].partition(">")[0]
                    is_known = address not in kept.refuses
                    recipients += [address] if is_known else []
                    self._say("250 ok" if is_known else "550 unknown")
                elif word == "DATA":
                    self._say("354 go on")
                    kept.arrived.put((recipients, self._message()))
                    self._say("250 kept")
                elif word == "QUIT":
                    self._say("221 bye")
                    return
                else:
                    self._say("250 ok")

        def _say(self, answer: str) -> None:
            self.wfile.write(f"{answer}\r\n".encode())

        def _message(self) -> EmailMessage:
            lines = list(iter(self.rfile.readline, b".\r\n"))
            undotted = (line[1:] if line.startswith(b"..") else line for line in lines)
            message = email.message_from_bytes(b"".join(undotted), policy=email.policy.default)
            assert isinstance(message, EmailMessage)
            return message

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation) as server:
        server.daemon_threads = True
        kept.port = server.server_address[1]
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield kept
        finally:
            server.shutdown()
            thread.join(LIMIT)
