"""The tastes of the bots, as data: what each likes, and how much it dares."""

from __future__ import annotations

from collections.abc import Sequence

from .rules.basics.answers import Said


def ready(name: str) -> str:
    """A ready Class or Race, as an answer."""
    return Said("ready", name).key


def sample(name: str) -> str:
    """A character of the book, as an answer."""
    return Said("sample", name).key


class Style:
    """What a player likes."""

    def __init__(
        self,
        name: str,
        *,
        facts: float,
        start: Sequence[str],
        meet: Sequence[str],
        look: int,
        nerve: float,
        spell: int = 3,
        terms: bool = True,
        yields: bool = False,
        stake: int = 0,
    ) -> None:
        self.name = name
        self.facts = facts  # share of successes spent on facts
        self.start = start  # whom to play: any of these
        self.meet = meet  # what to do about strangers, in order
        self.look = look  # searches between scenes
        self.spell = spell  # Spell Dice to gather before letting go
        self.nerve = nerve  # breaks off when the party's share of the strength left falls below it
        self.terms = terms  # offers terms to those who are losing
        self.yields = yields  # would rather be robbed than buried
        self.stake = stake  # dice staked beyond what good odds need


STYLES = {
    "bruiser": Style(
        "bruiser",
        facts=0.0,
        start=(
            ready("mercenary"),
            ready("house-ogre"),
            sample("fiera"),
            ready("granite-bone-troll"),
            ready("knight-of-the-silver-lance"),
            ready("sentient-forest-ape"),
        ),
        meet=("fight",),
        look=0,
        nerve=0.2,
        terms=False,
        stake=2,
    ),
    "chainer": Style(
        "chainer",
        facts=0.1,
        start=(ready("thief"), ready("red-nose-goblin"), sample("roland"), ready("pebble-gnome"), ready("archaeologist")),
        meet=("sneak", "fight"),
        look=0,
        nerve=0.25,
    ),
    "storyteller": Style(
        "storyteller",
        facts=0.8,
        start=("invent", "invent", "invent", ready("noble")),
        meet=("look", "talk", "sneak", "fight"),
        look=1,
        nerve=0.28,
        yields=True,
    ),
    "caster": Style(
        "caster",
        facts=0.4,
        start=(sample("azar"), ready("purple-robed-sorcerer"), ready("priest-of-small-gods"), ready("elf")),
        meet=("talk", "fight"),
        look=1,
        nerve=0.3,
    ),
    "miser": Style(
        "miser",
        facts=0.3,
        start=(ready("tinkerer"), ready("noble"), ready("spelunker"), ready("archaeologist")),
        meet=("bribe", "talk", "slip", "fight"),
        look=1,
        nerve=0.35,
        stake=-1,
    ),
}
