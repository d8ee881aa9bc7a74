"""How much anyone may ask of the server, and buckets that measure it."""

from __future__ import annotations

import time
from functools import lru_cache
from ipaddress import AddressValueError, IPv6Address

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
    connects_per_second: float = 10.0  # WebSockets opened by one address, on average
    connects_burst: int = 600
    head_seconds: float = 15.0  # for the head of a request
    body_seconds: float = 60.0  # for all of it
    plain_connections_per_address: int = 200  # besides live ones; a browser opens six
    connections: int = 4_000  # live ones, of everybody
    connections_per_address: int = 1_500
    connections_per_seat: int = 20  # tabs and machines of one player
    spectators_per_table: int = 100  # they take no player's place
    send_seconds: float = 20.0  # how long a client may leave what it was sent unread
    hello_seconds: float = 10.0
    mix_seconds: float = 20.0  # to seal, and then to open, what is mixed into the dice
    queue: int = 500  # small messages waiting for one client
    idle_seconds: float = 120.0  # a table with nobody at it leaves memory (not the store) after this
    bot_pause: float = 0.4  # between moves of bots, so that people can follow; 0: none
    tables_in_memory: int = 4_000  # tables with nobody at them leave earlier when there are more
    store_seconds: float = 4.0  # a move that waits longer for the store is refused, or its player told that it waits
    locked_seconds: float = 1.5  # for another program that holds the store's lock
    turn_seconds: float = 20.0  # a request that did not get its turn by then is refused
    waiting: int = 5_000  # requests that may wait for one kind of work
    waiting_per_address: int = 1_000
    setups: int = 2  # games set up, replayed or forked at the same time
    readers: int = 4
    think_seconds: float = 20.0  # for a bot; then any legal answer is given for it
    draw_seconds: float = 30.0  # for a drawing or a file
    save_seconds: float = 30.0  # for playing an uploaded save again
    save_values: int = 400_000  # names, numbers, lists and texts in an uploaded save
    worker_bytes: int = 1_500_000_000  # memory of a process that draws, thinks or reads a save


@lru_cache(maxsize=10_000)
def party(address: str) -> str:
    """Whose address it is, as far as anybody can tell: an IPv6 line has 2^64 of them, so its first half counts."""
    if ":" not in address:
        return address
    try:
        whole = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address
    if whole.ipv4_mapped is not None:
        return str(whole.ipv4_mapped)
    return str(whole) if whole.is_loopback else f"{IPv6Address(int(whole) >> 64 << 64)}/64"


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
        now = time.monotonic()
        left = self._left + (now - self._at) * self.per_second
        self._at = now
        if left < 1.0:
            self._left = left
            return False
        self._left = (left if left < self.burst else float(self.burst)) - 1.0
        return True

    def give_back(self) -> None:
        """It was not used after all."""
        self._left += 1.0

    @property
    def full(self) -> bool:
        """Whether it has been left alone long enough to be forgotten."""
        return self._left + (time.monotonic() - self._at) * self.per_second >= self.burst


class Buckets:
    """A bucket for each party."""

    MOST = 20_000  # who has been away for longest is forgotten first

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, address: str) -> bool:
        """Take a token of whoever has this address."""
        name = party(address)
        bucket = self._buckets.pop(name, None) or Bucket(self._per_second, self._burst)
        self._buckets[name] = bucket
        if len(self._buckets) > self.MOST:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()
