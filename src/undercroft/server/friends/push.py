"""Push: a notice sealed for one browser, handed to that browser's push service. The keys of this server are made once."""

from __future__ import annotations

import base64
import importlib.util
import time
from typing import Any
from urllib.parse import urlsplit

from ...store.shelf import Shelf, Want

AVAILABLE = importlib.util.find_spec("pywebpush") is not None
LASTS = 3 * 86_400  # seconds that a push service keeps a notice for a browser that is off
VALID = 6 * 3600  # seconds that our signature holds


def plain64(data: bytes) -> str:
    """Bytes as browsers write them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Sealer:
    """Seals notices. Not on the loop."""

    def __init__(self, shelf: Shelf, subject: str) -> None:
        from cryptography.hazmat.primitives import serialization  # late: start-up time, and it need not be there
        from py_vapid import Vapid02  # late: start-up time, and it need not be there

        def made() -> bytes:
            fresh: Any = Vapid02()
            fresh.generate_keys()
            pem: bytes = fresh.private_pem()
            return pem

        self._vapid: Any = Vapid02.from_pem(shelf.note("push key", made))
        self._subject = subject
        form, kind = serialization.PublicFormat.UncompressedPoint, serialization.Encoding.X962
        self.key = plain64(self._vapid.public_key.public_bytes(kind, form))  # by which browsers know us again

    def seal(self, want: Want, message: bytes) -> tuple[bytes, dict[str, str]]:
        """The body for a device's push service, and the headers that go with it; ValueError when its keys are none."""
        from http_ece import ECEException  # late: start-up time, and it need not be there
        from pywebpush import WebPusher, WebPushException  # late: start-up time, and it need not be there

        try:
            sealed = WebPusher({"endpoint": want.address, "keys": dict(want.keys)}).encode(message, "aes128gcm")
        except (WebPushException, ECEException) as error:
            raise ValueError(str(error)) from None
        place = urlsplit(want.address)
        claims = {"sub": self._subject, "aud": f"https://{place.netloc}", "exp": int(time.time()) + VALID}
        headers = {"ttl": str(LASTS), "content-encoding": "aes128gcm", "content-type": "application/octet-stream"}
        return bytes(sealed["body"]), {**headers, "authorization": self._vapid.sign(claims)["Authorization"]}
