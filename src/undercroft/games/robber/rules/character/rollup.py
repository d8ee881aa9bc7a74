"""Setup (Chapter 1): the first morning - a survivor of an earlier game, or a new robber rolled up."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import a, capital, listed, ordinal, sentence, uncapital
from ...content import ABILITIES, NAMES, TRADES
from ...state import Robber, RobberState
from ...state_site import Expedition
from . import sheet, yourself

HIGH_FACE = 6  # ROB-CHAR-09


class _Kit:
    """How a difficulty starts: hit points (a die for Old School), weapon, and whether one ability is picked (ROB-ADV-04)."""

    def __init__(self, hp: str, weapon: str, picks: int) -> None:
        self.hp, self.weapon, self.picks = hp, weapon, picks


KITS = {"normal": _Kit("10", "bludgeon", 1), "advanced": _Kit("8", "dagger", 0), "old_school": _Kit("1d6", "", 0)}


async def roll_up(t: Table[RobberState]) -> None:
    """The next at the table gets a robber; when all have one they stand in town, one day from starving."""
    s = t.state
    seat = len(s.robbers)
    survivor = await ask_survivor(t, seat)
    if survivor is not None:
        s.robbers.append(survivor)
    else:
        await new_robber(t, seat)
    if len(s.robbers) == len(s.players):
        s.place = "town"


async def ask_survivor(t: Table[RobberState], seat: int) -> Robber | None:
    """A survivor may be played on (ROB-SETUP-05); one too poor to retire must be (ROB-RETIRE-04)."""
    s = t.state
    mine = [robber for robber in s.bring if robber.seat == seat]
    if not mine:
        return None
    survivor = mine[0]
    poor = survivor.level == 0
    keys = ["survivor"] if poor else ["survivor", "new"]
    key = await t.choose(
        seat,
        "{name} the {title} is still in town{poor}. Who goes in?",
        keys,
        rule="ROB-RETIRE-04" if poor else "ROB-SETUP-05",
        describe=lambda key: (
            Option(f"{survivor.name}, {survivor.hp} HP, {survivor.xp:,} XP") if key == "survivor" else Option("Somebody new")
        ),
        name=survivor.name,
        title=sheet.title(survivor),
        poor=", too poor to retire" if poor else "",
    )
    return survivor if key == "survivor" else None


async def new_robber(t: Table[RobberState], seat: int) -> None:
    """A fresh sheet (ROB-CHAR-01 to -10): a name, six d6, one ability of choice, 10 HP, AC 10 and a bludgeon."""
    s = t.state
    kit = KITS[s.dials.mode]
    trade = t.pick(TRADES, "a trade")
    suggested = t.pick(NAMES, "a name")
    if s.dials.be_yourself:
        suggested = s.players[seat]  # ROB-SELF-01: your own name
    t.tell(
        "{trade:A}, with clothes, a torch and a day's hunger left, looks down the steps. "
        "A few gold pieces would do; a tavern would be the dream.{goal}",
        rule="ROB-INTRO-01",
        goal="" if seat else " (A thousand, spent on a better life, and you may retire.)",
        trade=trade,
    )
    if s.world is not None and not seat:
        talk_of_the_town(t, s.world)
    name = await t.ask_text(
        seat, "What do they call you? ({suggested}, if you would rather not say)", rule="ROB-CHAR-01", high=30,
        suggest=(suggested, s.players[seat]), suggested=suggested,
    )  # fmt: skip
    name = unshared(s, name)
    robber = Robber(seat, name, trade=trade)
    s.robbers.append(robber)
    if s.dials.be_yourself:
        await yourself.questionnaire(t, robber)
    else:
        await roll_abilities(t, robber)
        if kit.picks:
            await pick_ability(t, robber)
    if s.dials.mode == "old_school":
        t.tell(
            "Old School: avoid combat.{mapping}",
            rule="ROB-OLD-04",
            mapping="" if s.dials.mapping else " A map helps; Real Mapping is there for the asking, next time.",
        )
    robber.base_hp = await t.roll(kit.hp, f"{name}'s hit points", rule="ROB-OLD-01", seat=seat)
    robber.hp = sheet.max_hp(robber)
    if kit.weapon:
        robber.pack[kit.weapon] = 1
        robber.weapon = kit.weapon
    t.tell(
        "{name}: {hp} HP, AC {ac}, {weapon}. High: {high}.",
        rule="ROB-CHAR-02",
        name=name,
        hp=robber.hp,
        ac=sheet.armor_class(robber),
        weapon=a(robber.weapon) if robber.weapon else "two fists",
        high=listed(ABILITIES[ability] for ability in robber.high),
    )


def talk_of_the_town(t: Table[RobberState], world: Expedition) -> None:
    """Which hole it is, what for, and what is said of it; nobody says what of that is true."""
    t.tell("They call it {title}.{lore}{aim}", rule="ROB-INTRO-01", title=uncapital(world.title),
           lore=f" {world.lore}" if world.lore else "",
           aim=f" You go down {world.goal.rstrip('.')}." if world.goal else "")  # fmt: skip
    for line in world.said:
        t.tell("{line}", rule="ROB-INTRO-01", line=line)
    for rumour in world.rumours:
        t.tell("They say in {town}: {rumour}", rule="ROB-INTRO-01", town=world.town or "town", rumour=sentence(rumour))


def unshared(s: RobberState, name: str) -> str:
    """The name, told apart from others of it at the table: "Fenn the Second"."""
    taken = [other.name for other in s.robbers]
    if name not in taken:
        return name
    return next(told for n in range(2, 99) if (told := f"{name} the {capital(ordinal(n))}") not in taken)


async def roll_abilities(t: Table[RobberState], robber: Robber) -> None:
    """d6 for each ability: a 6 makes it High (ROB-CHAR-09)."""
    for ability, name in ABILITIES.items():
        if await t.roll("1d6", f"{name} (High on a 6)", rule="ROB-CHAR-09", seat=robber.seat) == HIGH_FACE:
            robber.high.append(ability)


async def pick_ability(t: Table[RobberState], robber: Robber) -> None:
    """One more High ability of choice, among those still Normal (ROB-CHAR-10)."""
    normal = [ability for ability in ABILITIES if ability not in robber.high]
    if not normal:
        return
    key = await t.choose(
        robber.seat,
        "The dice have spoken; now you may. Which ability is High?",
        normal,
        rule="ROB-CHAR-10",
        describe=lambda key: Option(ABILITIES[key], hint=sheet.means(t.state, key)),
    )
    robber.high.append(key)
