"""Structs out of plain data. msgspec learns a type when it first meets it, and two threads must not teach it one at once:
what they leave behind would be half a type. So whatever may run in a thread learns its types here, or when it is imported.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_learning = threading.RLock()
_decoders: dict[Any, msgspec.msgpack.Decoder[Any]] = {}


def convert(raw: Any, into: type[T], *, strict: bool = True, str_keys: bool = False) -> T:
    """Plain data as structs; msgspec.ValidationError says what is wrong with it. `str_keys`: keys that are numbers are texts."""
    with _learning:
        return msgspec.convert(raw, into, strict=strict, str_keys=str_keys)


def decoder(of: type[T]) -> msgspec.msgpack.Decoder[T]:
    """What reads MessagePack as this type; made once."""
    found = _decoders.get(of)
    if found is None:
        with _learning:
            found = _decoders[of] = msgspec.msgpack.Decoder(of)
    return found
