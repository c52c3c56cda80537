"""Free ports, and the addresses by which phones in the hall reach this machine; nothing is sent."""

import socket
import struct
import sys
from collections.abc import Iterator

from config.terminal import gettext as _

if sys.platform == "linux":
    import fcntl

_SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface
# An address for documentation (RFC 5737); a UDP socket "connects" without sending a packet.
_EXTERNAL_ADDRESS = ("192.0.2.1", 9)
# Prefixes of interfaces that no phone is connected to.
_VIRTUAL_INTERFACES = ("lo", "docker", "br-", "veth", "virbr", "tun")


class PortInUse(Exception):
    """A port cannot be used; the message says which, and what to do."""


def free_port(host: str, port: int) -> int:
    """Return the port, or any free one for 0; raise PortInUse if it cannot be bound."""
    with socket.socket() as trial:
        # A port that was closed a moment ago counts as free; on Windows the option has another meaning.
        if sys.platform != "win32":
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except PermissionError as refusal:
            raise PortInUse(
                _("Port %(port)d is for administrators; choose one above 1023: --port 8000") % {"port": port}
            ) from refusal
        except OSError as refusal:
            raise PortInUse(
                _("Port %(port)d is in use. Is Talon running already? Another port: bin/run --port %(next)d")
                % {"port": port, "next": port + 1}
            ) from refusal
        bound: int = trial.getsockname()[1]
        return bound


def hall_addresses() -> list[str]:
    """Return this machine's IPv4 addresses that phones can reach, the likeliest first."""
    candidates = [*_route_address(), *_interface_addresses(), *_name_addresses()]
    return [address for address in dict.fromkeys(candidates) if not address.startswith(("127.", "169.254."))]


def _route_address() -> Iterator[str]:
    """Return the source address of outgoing packets; none without a default route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_EXTERNAL_ADDRESS)
        except OSError:
            return
        yield probe.getsockname()[0]


def _interface_addresses() -> Iterator[str]:
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            if name.startswith(_VIRTUAL_INTERFACES):
                continue
            try:
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, struct.pack("256s", name.encode()))
            except OSError:  # an interface without an IPv4 address
                continue
            yield socket.inet_ntoa(answer[20:24])


def _name_addresses() -> Iterator[str]:
    try:
        yield from socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:  # a machine whose own name is not in its hosts file
        return
