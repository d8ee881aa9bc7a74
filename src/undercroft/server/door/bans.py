"""Bans: addresses and networks that are not let in."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

BANNED = "whoever runs this server does not let you in"
REMEMBERED = 10_000  # addresses


class Bans:
    """Who may not come in, as last read from the store."""

    def __init__(self) -> None:
        self._networks: list[IPv4Network | IPv6Network] = []
        self._known: dict[str, bool] = {}

    def set(self, addresses: Iterable[str]) -> None:
        """These, and nobody else."""
        self._networks = [ip_network(address) for address in addresses]
        self._known.clear()

    def __len__(self) -> int:
        return len(self._networks)

    def holds(self, address: str) -> bool:
        """Whether somebody from there is kept out."""
        if not self._networks:
            return False
        if address not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[address] = self._look(address)
        return self._known[address]

    def _look(self, address: str) -> bool:
        try:
            found = ip_address(address.partition("%")[0].partition("/")[0])
        except ValueError:
            return False
        if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        return any(found in network for network in self._networks)
