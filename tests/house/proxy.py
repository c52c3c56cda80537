"""The proxy of `deploy/` without a container."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from config.serving.addresses import PortInUse, free_port
from tests import ROOT
from tests.needs import program

HOST, SITE = "127.0.0.1", "talon.example"
LIMIT = 120.0  # seconds; it ends what hangs, and measures nothing


def quiet_port() -> int:
    """A free port below those that the system gives to any connection, while its server is restarted too."""
    while True:
        with suppress(PortInUse):
            return free_port(HOST, Random().randrange(20_000, 32_000))


MAIN = """
daemon off;
pid {folder}/nginx.pid;
worker_processes 1;
{user}
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/talon.conf;
}}
"""


@dataclass(frozen=True)
class Proxy:
    """nginx with the configuration of `deploy/`: other ports, addresses and a certificate of its own."""

    folder: Path
    plain_port: int
    port: int
    servers: tuple[int, ...]

    @property
    def command(self) -> list[str]:
        words = ["-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-e", "stderr"]
        return [program("nginx", "nginx-light"), *words]

    @property
    def address(self) -> str:
        return f"https://{HOST}:{self.port}"

    @property
    def certificate(self) -> Path:
        return self.folder / "talon.crt"

    def trust(self) -> ssl.SSLContext:
        """What a client trusts: this certificate alone."""
        return ssl.create_default_context(cafile=self.certificate)

    def prepare(self) -> None:
        self.folder.mkdir()
        self.make_certificate()
        shutil.copy(ROOT / "deploy/unavailable.html", self.folder)
        text = (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8")
        for number, port in enumerate(self.servers, 1):
            text = text.replace(f"server-{number}:8000", f"{HOST}:{port}")
        text = re.sub(r"^.*listen \[::\].*\n", "", text, flags=re.MULTILINE)
        text = text.replace("listen 80;", f"listen {HOST}:{self.plain_port};")
        text = text.replace("listen 443 ssl;", f"listen {HOST}:{self.port} ssl;")
        text = text.replace("/etc/talon", str(self.folder)).replace("/usr/share/talon", str(self.folder))
        (self.folder / "talon.conf").write_text(text, encoding="utf-8")
        user = "user root;" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(MAIN.format(folder=self.folder, user=user), encoding="utf-8")

    def make_certificate(self) -> None:
        names = f"subjectAltName=DNS:{SITE},IP:{HOST}"
        options = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
        subject = ["-subj", f"/CN={SITE}", "-addext", names]
        files = ["-keyout", str(self.folder / "talon.key"), "-out", str(self.certificate)]
        subprocess.run(
            [program("openssl", "openssl"), "req", "-x509", *options, *subject, *files],
            capture_output=True,
            timeout=LIMIT,
            check=True,
        )
