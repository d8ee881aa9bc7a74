"""The conformance kit: laws that every game must obey, ours or a stranger's, and tools to test rules one by one."""

from ..engine import Ran, run
from .laws import LawBroken, check_game, check_hash_seeds, fingerprint, screen_faults, stage_faults
from .lint import check_rules_source
from .playing import play

__all__ = [
    "LawBroken", "Ran", "check_game", "check_hash_seeds", "check_rules_source", "fingerprint", "play", "run", "screen_faults",
    "stage_faults",
]  # fmt: skip
