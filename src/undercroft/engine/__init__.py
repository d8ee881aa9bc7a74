"""The engine: rules as hand-driven coroutines. It knows no game, no screen and no network, and needs msgspec alone."""

from .ask import Answer, Ask, Option, Options, told_apart
from .dice import Dice, EnumeratedDice, ScriptedDice, ScriptError, parse
from .errors import (
    AlteredSave,
    BadContent,
    BadNotation,
    BadOpening,
    BadSave,
    CannotUndo,
    IllegalAnswer,
    RulesBug,
    UndercroftError,
)
from .event import Event, Roll, SeenEvent, Told
from .game import Bot, Drama, Exporter, Game, Memorial, Odds, Opening, Outcome, State, View
from .guide import Advice, Case, Guide, Lesson
from .match import Match
from .opponents import Opponent, read_opponents
from .replaying import SaveFile, replay
from .rulebook import Rule, Rulebook
from .runner import Ran, run
from .screen import Dial, Drawing, Line, Place, Screen, Sheet, Spot, Tale, turned
from .settings import Setting, SettingValue, read_settings
from .snapshot import CHANCE, Move, Snapshot
from .stage import Side, Stage, Throw
from .table import Table

__all__ = [
    "CHANCE", "Advice", "AlteredSave", "Answer", "Ask", "BadContent", "BadNotation", "BadOpening", "BadSave", "Bot", "CannotUndo",
    "Case", "Dial", "Dice", "Drama", "Drawing", "EnumeratedDice", "Event", "Exporter", "Game", "Guide", "IllegalAnswer", "Lesson",
    "Line", "Match", "Memorial", "Move", "Odds", "Opening", "Opponent", "Option", "Options", "Outcome", "Place", "Ran", "Roll",
    "Rule", "Rulebook", "RulesBug", "SaveFile", "Screen", "ScriptError", "ScriptedDice", "SeenEvent", "Setting", "SettingValue",
    "Sheet", "Side", "Snapshot", "Spot", "Stage", "State", "Table", "Tale", "Throw", "Told", "UndercroftError", "View", "parse",
    "read_opponents", "read_settings", "replay", "run", "told_apart", "turned",
]  # fmt: skip
