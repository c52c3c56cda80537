"""Where Talon can be reached: free ports, and this machine's addresses in the hall. Sends nothing."""

import socket
import struct
import sys
from collections.abc import Iterator

if sys.platform == "linux":
    import fcntl

_SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface
_ELSEWHERE = (
    "192.0.2.1",
    9,
)  # an address of documentation (RFC 5737); a UDP socket "connects" without a packet
_INNER = ("lo", "docker", "br-", "veth", "virbr", "tun")  # interfaces no phone is behind


class PortTaken(Exception):
    """The words say which port and what to do."""


def free_port(host: str, port: int) -> int:
    """The port itself, or a free one for 0; a refusal when somebody already listens there."""
    with socket.socket() as trial:
        if (
            sys.platform != "win32"
        ):  # a port left a moment ago is free; on Windows the option means another thing
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except PermissionError as refusal:
            raise PortTaken(
                f"Port {port} is for administrators; choose one above 1023: --port 8000"
            ) from refusal
        except OSError as refusal:
            raise PortTaken(
                f"Port {port} is in use. Is Talon running already? Another port: bin/run --port {port + 1}"
            ) from refusal
        taken: int = trial.getsockname()[1]
        return taken


def in_the_hall() -> list[str]:
    """This machine's IPv4 addresses that phones can reach, the likeliest first."""
    found = [*_route_address(), *_interface_addresses(), *_name_addresses()]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "169.254."))]


def _route_address() -> Iterator[str]:
    """The address that outgoing packets carry; none without a default route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return
        yield probe.getsockname()[0]


def _interface_addresses() -> Iterator[str]:
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            if name.startswith(_INNER):
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
