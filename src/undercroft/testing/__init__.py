"""The conformance kit: laws that every game must obey, ours or a stranger's, and tools to test rules one by one."""

from ..engine import Ran, run
from .laws import LawBroken, check_game, check_hash_seeds, fingerprint
from .lint import check_rules_source

__all__ = ["LawBroken", "Ran", "check_game", "check_hash_seeds", "check_rules_source", "fingerprint", "run"]
