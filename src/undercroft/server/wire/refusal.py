"""Refusal: what is not done, and why. It knows nothing else."""

from __future__ import annotations


class Refusal(Exception):
    """Something was not done, with a code of the protocol and a message for the person."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
