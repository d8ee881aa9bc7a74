"""Reach: by which address others can come to this server. It asks the system, and sends nothing."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import msgspec

from ..wire.friends import Address

USUAL = 8765  # the port where nobody chose another
SELF_ONLY = (
    "This address works on this machine only, and the server listens to nobody else. "
    "Start it with “undercroft serve --host 0.0.0.0{port}”, and friends in your network can come."
)
USE_OTHER = "This address works on this machine only. In your network, use {other} instead."
NO_NETWORK = "This address works on this machine only, and this machine seems to be in no network."


class Reach(msgspec.Struct, frozen=True):
    """Where the server listens."""

    host: str = "127.0.0.1"
    port: int = 0  # 0: nobody knows
    names: tuple[str, ...] = ()  # what its owner calls it

    def seen_from(self, called: str) -> Address:
        """What a page at the address `called` (host and port) should know of it."""
        name = _name(called)
        if not _is_own(name):
            return Address(False)
        if _is_own(self.host):
            return Address(True, "", SELF_ONLY.format(port=f" --port {self.port}" if self.port not in (0, USUAL) else ""))
        where = self.names[0] if self.names else network_address() if self.host in ("0.0.0.0", "::", "") else self.host
        if not where:
            return Address(True, "", NO_NETWORK)
        port = self.port or _port(called)
        other = f"http://{f'[{where}]' if ':' in where else where}:{port}"
        return Address(True, other, USE_OTHER.format(other=other))


def network_address() -> str:
    """This machine's address in its network; "" when it has none. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address set aside for documentation
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if _is_own(found) else found


def _name(called: str) -> str:
    return called.rpartition(":")[0].strip("[]") if called.rpartition(":")[2].isdecimal() else called.strip("[]")


def _port(called: str) -> int:
    port = called.rpartition(":")[2]
    return int(port) if port.isdecimal() and called != port else 80


def _is_own(name: str) -> bool:
    """Whether a name means the machine that says it."""
    if name.lower() == "localhost" or name.lower().endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False
