"""How much anyone may ask of the server, and buckets that measure it."""

from __future__ import annotations

import time

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What is too much. The defaults suit a circle of friends, and a stranger's patience."""

    message_bytes: int = 16_384  # one live message
    body_bytes: int = 65_536  # one HTTP request
    save_bytes: int = 8_000_000  # an uploaded save file
    messages_per_second: float = 20.0  # of one connection, on average
    messages_burst: int = 60
    strikes: int = 200  # messages over the limit before the connection is closed
    chat_per_second: float = 1.0  # lines said by one connection, on average
    chat_burst: int = 15
    tables_per_second: float = 0.2  # opened by one address, on average
    tables_burst: int = 120
    requests_per_second: float = 100.0  # to the HTTP API, from one address, on average
    requests_burst: int = 2_000
    guesses_per_second: float = 0.5  # wrong keys from one address
    guesses_burst: int = 40
    connections: int = 4_000
    connections_per_address: int = 1_500
    connections_per_seat: int = 20  # tabs and machines of one player
    spectators_per_table: int = 100  # they take no player's place
    send_seconds: float = 20.0  # how long a client may leave what it was sent unread
    hello_seconds: float = 10.0
    mix_seconds: float = 20.0  # to seal, and then to open, what is mixed into the dice
    queue: int = 500  # small messages waiting for one client
    idle_seconds: float = 120.0  # a table with nobody at it leaves memory (not the store) after this
    bot_pause: float = 0.4  # between moves of bots, so that people can follow; 0: none


class Bucket:
    """So many tokens, refilled over time."""

    __slots__ = ("_at", "_left", "burst", "per_second")

    def __init__(self, per_second: float, burst: int) -> None:
        self.per_second = per_second
        self.burst = burst
        self._left = float(burst)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Take a token; false when there is none."""
        if self.empty:
            return False
        self._left -= 1.0
        return True

    @property
    def empty(self) -> bool:
        """Whether there is no token left."""
        now = time.monotonic()
        self._left = min(float(self.burst), self._left + (now - self._at) * self.per_second)
        self._at = now
        return self._left < 1.0

    @property
    def full(self) -> bool:
        """Whether it has been left alone long enough to be forgotten."""
        return self._left + (time.monotonic() - self._at) * self.per_second >= self.burst


class Buckets:
    """A bucket for each address."""

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}
        self._most = 10_000

    def take(self, address: str) -> bool:
        """Take a token of this address."""
        if len(self._buckets) > self._most:
            self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.full}
            self._most = max(10_000, 2 * len(self._buckets))  # looking through them all is not for every request
        return self._buckets.setdefault(address, Bucket(self._per_second, self._burst)).take()
