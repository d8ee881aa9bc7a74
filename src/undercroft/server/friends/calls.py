"""Calls: the only way out of this server. What it is told to call by strangers is refused unless it is public and encrypted.

Loopback, private, link-local and every other address that is not public is refused after the name was resolved, again at
every redirect, and the connection goes to the very address that was checked.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urljoin, urlsplit

import h11

from ...engine import UndercroftError

SECONDS = 3.0  # for all of a call, redirects included
BYTES = 4096  # of what is sent, and of what is read
REDIRECTS = 2
LONGEST = 600  # characters of an address
FOLLOWED = (301, 302, 307, 308)  # with the same message
ROUTED = IPv6Network("2000::/3")  # all that was ever given out; not in it: translated, site-local and link-local addresses
NOT_ROUTED = (IPv6Network("2001::/32"), IPv6Network("2002::/16"), IPv6Network("3fff::/20"))  # others hidden in them, or nobody


class CallRefused(UndercroftError):
    """A call was not made, or came to nothing; the message says why."""


class Resolver:
    """From names to addresses, and which of them may be called."""

    ports = frozenset({443})
    threads = ThreadPoolExecutor(4, thread_name_prefix="lookup")  # of their own: names that nobody answers for hold up calls only

    async def addresses(self, host: str, port: int) -> list[str]:
        """Every address of a name."""
        look = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self.threads, look)
        return list(dict.fromkeys(str(one[4][0]) for one in found))

    def allows(self, address: str) -> bool:
        """Whether anything may be sent there."""
        try:
            return is_public(ip_address(address.partition("%")[0]))
        except ValueError:
            return False


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address belongs to the public internet, and hides no other in itself."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address not in ROUTED or any(address in network for network in NOT_ROUTED):
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


class Caller:
    """Posts small messages to addresses that strangers gave."""

    def __init__(self, resolver: Resolver | None = None, context: ssl.SSLContext | None = None) -> None:
        self.resolver = resolver or Resolver()
        self._context = context or ssl.create_default_context()

    def check(self, url: str) -> SplitResult:
        """The parts of an address that could be called; CallRefused says why it cannot."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise CallRefused("this is no address of the web") from None
        if len(url) > LONGEST or any(ord(letter) <= 32 or ord(letter) > 126 for letter in url):
            raise CallRefused(f"an address has at most {LONGEST} plain letters and no blanks")
        if parts.scheme != "https":
            raise CallRefused("the address must begin with https://")
        if not parts.hostname or parts.username is not None or parts.password is not None:
            raise CallRefused("the address must name a host, and no user")
        if (port or 443) not in self.resolver.ports:
            raise CallRefused("only the usual port of https may be called")
        return parts

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send something; the status that was answered. CallRefused when it could not, or must not, be sent."""
        if len(body) > BYTES:
            raise CallRefused(f"a message may hold {BYTES} bytes")
        try:
            async with asyncio.timeout(SECONDS):
                for _ in range(REDIRECTS + 1):
                    status, onward = await self._once(self.check(url), body, headers)
                    if status not in FOLLOWED or not onward:
                        return status
                    url = urljoin(url, onward)
        except TimeoutError:
            raise CallRefused(f"there was no answer within {SECONDS:g} seconds") from None
        except (OSError, ValueError, h11.ProtocolError) as error:  # a redirect may lead to what is no address at all
            raise CallRefused(f"it could not be reached: {type(error).__name__}") from None
        raise CallRefused("it sends us from one address to the next")

    async def _once(self, parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
        host, port = parts.hostname or "", parts.port or 443
        addresses = await self.resolver.addresses(host, port)
        if not addresses or not all(self.resolver.allows(address) for address in addresses):
            raise CallRefused("this address does not lead to the public internet")
        reader, writer = await asyncio.open_connection(addresses[0], port, ssl=self._context, server_hostname=host, limit=BYTES)
        try:
            line = h11.Connection(h11.CLIENT)
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            given = [("host", parts.netloc), ("content-length", str(len(body))), ("connection", "close"), *headers.items()]
            writer.write(line.send(h11.Request(method="POST", target=path, headers=given)) or b"")
            writer.write((line.send(h11.Data(data=body)) or b"") + (line.send(h11.EndOfMessage()) or b""))
            await writer.drain()
            return await _answer(line, reader)
        finally:
            writer.transport.abort()  # whoever does not say goodbye is not waited for


async def _answer(line: h11.Connection, reader: asyncio.StreamReader) -> tuple[int, str]:
    """The status and where it sends us; the rest of an answer is nobody's business."""
    read = 0
    while True:
        event = line.next_event()
        if isinstance(event, h11.Response):
            onward = next((value.decode("latin-1") for name, value in event.headers if name == b"location"), "")
            return event.status_code, onward
        if event is h11.NEED_DATA:
            data = await reader.read(BYTES - read)
            read += len(data)
            if not data:
                raise CallRefused("the answer is too long, or there is none")
            line.receive_data(data)
        elif not isinstance(event, h11.InformationalResponse):
            raise CallRefused("it hung up")
