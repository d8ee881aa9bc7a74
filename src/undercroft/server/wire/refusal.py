"""Refusal: what is not done, and why. Every code of the protocol stands here."""

from __future__ import annotations

CODES: dict[str, tuple[int, str]] = {  # the status of HTTP (0: it is never said there), and what it means
    "illegal": (409, "the answer is not among the legal ones, or it is not this seat's turn"),
    "stale": (409, "the answer was meant for an earlier question"),
    "cannot-undo": (409, "dice or hidden things were touched since, or somebody else moved"),
    "not-yours": (403, "this key does not open that"),
    "no-such": (404, "there is no such game, table or rule"),
    "malformed": (400, "the message cannot be read"),
    "too-large": (413, "the message or file is too large"),
    "too-many": (429, "too many messages or requests in a short time, or too many tables or connections"),
    "version": (0, "the client speaks another version of this protocol"),
    "closed": (409, "the table is closed, or has not begun"),
    "bad-opening": (422, "seats or house rules that the game does not offer"),
    "kicked": (403, "the host asked this person to leave the table"),
    "locked": (403, "the host has locked the table: nobody new comes in"),
    "muted": (403, "the host has muted this seat, or everybody who watches"),
    "banned": (403, "whoever runs this server does not let this address in"),
    "closing": (503, "the server is about to end or to start anew; every answer is kept, come back in a moment"),
    "differs": (409, "what the rules make of this game is not what is stored, so nobody plays on"),
    "cross-site": (403, "the request came from another site's page"),
    "slow": (0, "the client did not read what it was sent"),
    "away": (503, "the store cannot be reached just now; nothing was stored, try again"),
    "waiting": (0, "the store is slow: whether the answer is kept is not known yet, and news will tell"),
    "busy": (503, "too much is going on just now; nothing was done, try again"),
    "bug": (500, "the rules failed; the last answer was taken back"),
}

AWAY = "the store cannot be reached just now; try again"
SLOW = "the store is slow just now; look whether it was done before you try again"


class Refusal(Exception):
    """Something was not done, with a code of the protocol and a message for the person."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
