"""What can go wrong at the table, each with a message a player can act on. Nothing here changes a game."""

CHANGED = "The question has changed. Read it again."  # said in these words wherever an answer comes too late


class UndercroftError(Exception):
    """Base of every error that is meant to be read by a person."""


class IllegalAnswer(UndercroftError):
    """An answer that the pending ask does not allow: wrong key, wrong seat, stale or doubled. The match is unchanged."""


class BadOpening(UndercroftError):
    """Seats or options that the game does not offer."""


class BadNotation(UndercroftError):
    """A dice expression that cannot be read."""


class BadContent(UndercroftError):
    """A data file with a wrong or missing entry; the message names file and key."""


class BadSave(UndercroftError):
    """A save file that is foreign, truncated or edited."""


class AlteredSave(BadSave):
    """A save file whose checksum does not fit what it says."""


class CannotUndo(UndercroftError):
    """Dice or hidden cards were touched since, or somebody else moved."""


class RulesBug(UndercroftError):
    """The rules did something rules may not do. A player cannot cause or cure it."""
