"""Packing: what is the same for everybody is compressed once and kept, so that a first visit is light.

Nothing that holds a secret is compressed: its size could give it away.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Mapping
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

LEAST = 1_000  # bytes; less is not worth it
_PACKED = ("text/", "image/svg", "font/ttf", "application/json", "application/manifest")


@lru_cache(maxsize=256)
def _pack(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


def accepts(request: Request) -> bool:
    """Whether whoever asks can unpack."""
    offers = request.headers.get("accept-encoding", "").replace(" ", "").lower().split(",")
    return "gzip" in offers or any(
        offer.startswith("gzip;q=") and offer.rpartition("=")[2] not in ("0", "0.0") for offer in offers
    )


async def packed(request: Request, body: bytes, kind: str, headers: Mapping[str, str], tag: str = "") -> Response:
    """An answer that is the same for everybody: packed where that is wanted, and not sent again to somebody who has it."""
    fit = len(body) >= LEAST and kind.startswith(_PACKED)
    gone = fit and accepts(request)
    said = {**headers, **({"vary": "accept-encoding"} if fit else {})}
    if tag:
        said["etag"] = f'"{tag}-gz"' if gone else f'"{tag}"'
        if request.headers.get("if-none-match") == said["etag"]:
            return Response(status_code=304, headers=said)
    if gone:
        body = await asyncio.to_thread(_pack, body)
        said["content-encoding"] = "gzip"
    return Response(body, media_type=kind, headers=said)
