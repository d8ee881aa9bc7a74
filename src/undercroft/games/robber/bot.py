"""Players for the robber: sensible, cautious, bold. They see what a player sees, and reckon a fight's odds roughly."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ...engine import Answer, Ask, Bot, Dice, View
from . import bot_options
from .content import HEAVY, ITEMS, MONSTERS, STATIONS
from .rules.belongings import packing
from .rules.belongings.answers import Thing
from .rules.chambers import stairs
from .rules.character import coins, sheet
from .rules.delving.answers import Room
from .rules.fight import reckon, sneaking
from .rules.fight.answers import Blow
from .rules.magic.answers import Use, at_allies
from .rules.magic.answers import read as read_use
from .rules.monsters import powers
from .rules.monsters.answers import Drop, Pick, read_pick
from .rules.town.answers import Errand
from .state import Creature, Robber, RobberState


class Nerve(msgspec.Struct, frozen=True):
    """What a player is made of."""

    rooms: int  # how far from the stairs
    depth: int  # how many levels down, unarmored
    leave_hp: float  # share of hit points below which it is time to go
    leave_gp: int  # loot worth going home with
    fights: float  # the least chance of winning worth a fight for odds and ends
    robs: float  # the same for a treasure
    sneaks: float  # the least chance worth stealing at
    curious: bool  # looks into odd passages
    retires_at: int  # station in life that is enough
    heals_at: float  # share of hit points below which money goes to the temple
    dives: bool = False  # takes every way down


BAIT = 20  # GP taken along for pursuers with a sense of business

SENSIBLE = Nerve(2, 1, 0.6, 90, 0.97, 0.75, 0.4, False, 1, 0.75)
CAUTIOUS = Nerve(2, 1, 0.75, 20, 0.97, 0.9, 0.6, False, 1, 0.9)
BOLD = Nerve(10, 3, 0.35, 600, 0.55, 0.45, 0.4, True, 5, 0.5)


DIVER = Nerve(10, 10, 0.0, 1_000_000, 0.9, 0.35, 0.2, True, 1, 0.5, dives=True)


def sensible(view: View[RobberState]) -> Answer:
    """Never far from the stairs, fights for treasure and little else, home with the first good find, retires when it may."""
    return Player(view, SENSIBLE).answer()


def cautious(view: View[RobberState]) -> Answer:
    """A coward: runs from nearly everything and leaves with the first coins."""
    return Player(view, CAUTIOUS).answer()


def bold(view: View[RobberState]) -> Answer:
    """Down the stairs, into every odd corner, and home as a mayor or not at all."""
    return Player(view, BOLD).answer()


def diver(view: View[RobberState]) -> Answer:
    """Takes every stair, chute and trap door down, to see what is there. It is usually a short trip."""
    return Player(view, DIVER).answer()


BOTS: dict[str, Bot] = {"sensible": sensible, "cautious": cautious, "bold": bold, "diver": diver}


def is_own_use(key: str) -> bool:
    """Whether a key drinks, reads or casts something of one's own."""
    use = read_use(key)
    return use.seat < 0 and use.source in ("use", "read", "cast")


class Player:
    """One answer to one ask."""

    def __init__(self, view: View[RobberState], nerve: Nerve) -> None:
        self.ask: Ask = view.ask
        self.s = view.state
        self.dice: Dice = view.dice
        self.nerve = nerve
        self.seat = view.seat
        self.keys = view.ask.keys if view.ask.kind in ("choose", "all", "many") else ()
        self.me: Robber | None = next((robber for robber in self.s.robbers if robber.seat == view.seat), None)

    def answer(self) -> Answer:
        """By the rule that asks."""
        ask = self.ask
        if ask.kind == "text":
            return (ask.suggestions or ("Nobody",))[0]
        if ask.kind == "number":
            return self.number()
        if ask.kind == "many":
            return list(ask.keys)[: ask.high]
        if ask.kind == "dice":
            assert ask.notation is not None
            return self.dice.faces(ask.notation)
        if len(self.keys) == 1:
            return self.keys[0]
        if self.nerve.dives and self.s.place == "dungeon":
            daring = self.first(*_DARING)
            if daring is not None:
                return daring
        chooser = _CHOOSERS.get(ask.rule)
        key = chooser(self) if chooser is not None and self.me is not None else None
        if key is not None and key in self.keys:
            return key
        return self.first(*_USUAL) or self.dice.pick(self.calm_keys())

    def calm_keys(self) -> list[str]:
        """Keys that move the game on."""
        return [key for key in self.keys if key != "gear" and not is_own_use(key)] or list(self.keys)

    def number(self) -> int:
        ask = self.ask
        if ask.rule == "ROB-XP-01":
            return ask.high
        if ask.rule == "ROB-TOWN-10":
            return min(ask.high, BAIT)
        hint = ask.suggestions
        return min(ask.high, max(ask.low, int(hint[0]))) if hint else ask.low

    def first(self, *keys: str) -> str | None:
        """The first of these that is legal."""
        return next((key for key in keys if key in self.keys), None)

    def remedy(self) -> str | None:
        """Whatever heals, for oneself or else for a henchman."""
        allies = ("", *(sheet.refer(mate) for mate in self.robber.henchmen))
        return self.first(*(key for remedy in _REMEDIES for key in at_allies(remedy, allies)))

    def boon(self) -> str | None:
        """Whatever can only do good, now."""
        books = [_LIBRAMS[item] for item in self.robber.pack if item in _LIBRAMS]
        return self.first(*books, *_BOONS)

    @property
    def robber(self) -> Robber:
        assert self.me is not None
        return self.me

    def health(self) -> float:
        return self.robber.hp / sheet.max_hp(self.robber)

    # Movement.

    def depth(self) -> int:
        """How deep to go: armor gives courage."""
        ac = sheet.armor_class(self.robber)
        return min(10, self.nerve.depth + (1 if ac >= 14 else 0) + (2 if ac >= 16 else 0) if self.nerve.depth > 1 else 1)

    def loot(self) -> int:
        """What is carried beyond bait and the tools of the trade, in GP."""
        robber = self.robber
        total = max(0, robber.purse.copper - BAIT * 100) + (coins.worth(robber.heavy) if robber.heavy else 0)
        for item, number in robber.pack.items():
            used = 1 if item in (robber.weapon, robber.armor) or (item == "shield" and robber.shield) else 0
            if not self.keeps(item):
                total += ITEMS[item].price * 100 * (number - used)
        return total // 100

    def keeps(self, item: str) -> bool:
        """Whether a thing is worth more in the pack than at the dealer's."""
        record = ITEMS[item]
        return item in _KEPT or (record.spell in _USED_SPELLS and sheet.may_read(self.robber, record))

    def homeward(self) -> bool:
        """Whether it is time to go home: hurt, rich, or rich enough together with what is at home."""
        robber = self.robber
        if self.s.delve.turn <= 1:
            return False
        loot = self.loot()
        enough = STATIONS[self.nerve.retires_at].xp - robber.xp
        healed = self.health() >= self.nerve.leave_hp
        wealth = robber.home.cp // 100 + loot
        can_heal = wealth >= 100 or "food" in robber.pack
        return loot >= self.nerve.leave_gp or (loot > 0 and wealth >= enough) or robber.sick or (not healed and can_heal)

    def move(self) -> str | None:
        delve = self.s.delve
        if self.s.possession is not None:
            return bot_options.possessed(self)
        drink = self.remedy() if self.health() < 0.5 else None
        if drink:
            return drink
        bonus = self.boon()
        if bonus:
            return bonus
        if delve.bearings == "pursued":
            return self.bait() or self.first("up", "stairs", "wander")
        if self.nerve.dives:
            return self.down()
        home = self.homeward()
        if "stairs" in self.keys and delve.stairs is not None:
            line = stairs.line(delve.stairs)
            if line.levels < 0 and (home or delve.bearings == "lost"):
                return "stairs"
            if line.levels > 0 and not home and delve.level + line.levels <= self.depth():
                return "stairs"
        if delve.bearings == "lost":
            return self.first("bearings", "up", "wander") if not home else self.first("up", "wander")
        if home or delve.level > self.depth():
            return self.first("up", "backtrack", "stay")
        deeper = delve.level < self.depth()
        if delve.room >= self.nerve.rooms and not (deeper and self.nerve.rooms == 10):
            return self.first("backtrack", "up")
        return self.first("down" if deeper else "explore", "explore", "backtrack", "up", "stay")

    def down(self) -> str | None:
        """Any way down; else on."""
        stair = self.s.delve.stairs
        if stair is not None and stairs.line(stair).levels >= 0 and "stairs" in self.keys:
            return "stairs"
        return self.first("down", "explore", "bearings", "wander", "backtrack", "stay", "up")

    def chute(self) -> str | None:
        return "in" if self.nerve.dives else "no"

    def gas(self) -> str | None:
        return "breathe" if self.nerve.dives or self.nerve.curious else "back"

    def back_to(self) -> str | None:
        return self.first(Room("room", "1").key)

    # Meeting a monster.

    def odds(self, foe: Creature) -> float:
        """Roughly, the chance to beat this foe alone."""
        robber = self.robber
        encounter = self.s.encounter
        assert encounter is not None
        words = MONSTERS[foe.kind].keywords
        if "passive" in words:
            return 0.97
        held = sheet.weapon(robber)
        strong = 1 if held and sheet.high(robber, "str") else 0
        mine = held.damage if held and held.damage != "0" else "1"
        theirs = MONSTERS[foe.kind].damage
        if theirs == "0":
            theirs = "1d6"
        hit = reckon.chance_to_hit(robber, foe, encounter)
        theirs_hit = reckon.foe_hits(robber, foe)
        if "tail attack" in words:
            theirs_hit = min(20, theirs_hit * 2)
        hp = robber.hp
        if "gaze" in words or ("level drain" in words and robber.level == 0):
            hp = 3
        elif "paralysis" in words or "hold" in words:
            hp = max(1, hp - 3)
        wounds = {"hurt": 3, "badly hurt": 1}.get(foe.looks, 0) or (foe.hp if foe.hp else 4)
        helpers = len(robber.henchmen)
        if sheet.is_prey(robber, foe.kind):
            wounds = 1
        chance = reckon.win_chance(hit, mine, strong, theirs_hit, theirs, hp, wounds)
        return 1 - (1 - chance) / (1 + helpers)

    def meet(self) -> str | None:
        encounter = self.s.encounter
        assert encounter is not None
        foe = encounter.foes[0]
        chance = self.odds(foe) ** len(encounter.foes)
        guarded = encounter.loot == "treasure"
        if guarded and "steal" in self.keys:
            steal = float(sneaking.sneak_chance(self.s, steal=True))
            if steal >= self.nerve.sneaks and steal > chance - 0.2:
                return "steal"
        if chance >= (self.nerve.robs if guarded else self.nerve.fights) or self.trick():
            return "fight"
        if guarded and "steal" in self.keys and float(sneaking.sneak_chance(self.s, steal=True)) >= self.nerve.sneaks:
            return "steal"
        if "bribe" in self.keys and chance < 0.6:
            return "bribe"
        if "sneak" in self.keys and float(sneaking.sneak_chance(self.s, steal=False)) > 0.7:
            return "sneak"
        if self.robber.heavy is not None and coins.worth(self.robber.heavy) > 5000 and chance >= 0.6:
            return "fight"
        return self.first("run", "sneak", "fight")

    def trick(self) -> bool:
        """A scroll that settles it."""
        encounter = self.s.encounter
        assert encounter is not None
        foe = encounter.foes[0]
        words = MONSTERS[foe.kind].keywords
        pack = self.robber.pack
        sleeps = foe.level <= 4 and "undead" not in words and "scroll_sleep" in pack
        obeys = MONSTERS[foe.kind].intelligent and foe.level < 6 and "scroll_command" in pack and "undead" not in words
        able = (sleeps and "int" in self.robber.high) or (obeys and "wis" in self.robber.high)
        return able and encounter.loot == "treasure"

    def strike(self) -> str | None:
        encounter = self.s.encounter
        assert encounter is not None
        foes = encounter.foes
        foe = min(foes, key=lambda other: (other.looks != "badly hurt", other.level))
        chance = self.odds(foe)

        def aim(verb: str) -> str | None:
            return self.first(Blow(verb, foe.id).key, verb)

        def read(spell: str, how: str = "") -> str | None:
            return aim(Use("read", spell, how).key)

        if self.health() < 0.4:
            cure = self.first(*_CURES)
            if cure:
                return cure
        if "run" in self.keys and chance < min(0.5, self.nerve.fights - 0.25) and self.robber.hp > 1:
            return "run"
        change = self.change_weapon(foe)
        if change is not None:
            return change
        words = MONSTERS[foe.kind].keywords
        if "undead" in words and aim("turn"):
            return aim("turn")
        if chance < 0.85:
            if foe.level <= 4 and "undead" not in words and read("sleep"):
                return read("sleep")
            if MONSTERS[foe.kind].intelligent and "undead" not in words:
                spell = read("command", "sleep") or read("charm")
                if spell:
                    return spell
            extra = aim("wand") or read("magic_missile") or (aim("oil") if "fiery" not in words else None) or self.first(*_HELP)
            if extra:
                return extra
        return aim("attack") or "attack"

    def change_weapon(self, foe: Creature) -> str | None:
        """A whip while the foe holds something to take, if one likes that; anything else afterwards."""
        armed = bool(powers.weapon(foe))
        if self.robber.weapon == "whip" and not armed:
            other = [Thing("wield", item) for item in self.robber.pack if Thing("wield", item).key in self.keys]
            return max(other, key=lambda gear: packing.power(gear.what)).key if other else None
        return self.first(Thing("wield", "whip").key) if self.nerve.dives and armed else None

    # On the run, and other choices.

    def bait(self) -> str | None:
        """Drop what the pursuer likes, unless it costs more than it is worth."""
        pursuers = self.s.delve.pursuers
        if not pursuers:
            return None
        words = MONSTERS[pursuers[0].kind].keywords
        clever = MONSTERS[pursuers[0].kind].intelligent
        if "relentless" not in words:
            food = self.first(Drop("spoiled").key, Drop("food").key)
            if not clever and food:
                return food
            if clever and self.first(Drop("coins").key) and self.s.delve.level <= 3:
                return Drop("coins").key
        return self.first(Drop("oil").key) if "fiery" not in words else None

    def drop(self) -> str | None:
        return self.bait() or "keep"

    def aside(self) -> str | None:
        if self.s.delve.bearings == "pursued":
            return "side"
        return "side" if self.nerve.curious and self.health() > 0.7 else "straight"

    def corner(self) -> str | None:
        return "on" if self.nerve.curious and self.health() > 0.7 else "retreat"

    def load(self) -> str | None:
        """Two heavy things: the dearer goes home. What lies there is not in the state, so trust the option's words."""
        held = self.robber.heavy
        if held is None or HEAVY[held.kind].believed:
            return "swap"
        return "keep" if coins.worth(held) >= 25_000 else "swap"

    def furniture(self) -> str | None:
        if self.robber.heavy is None:
            return "carry"
        return "break" if not self.robber.weapon else "leave"

    def feed(self) -> str | None:
        return min(self.keys, key=lambda key: ITEMS[read_pick(key).what].price)

    def dismiss(self) -> str | None:
        weakest = min(self.robber.henchmen, key=lambda mate: (mate.level, mate.hp))
        return Pick("dismiss", str(weakest.id)).key

    def ability(self) -> str | None:
        return self.first("str", "con", "dex", "wis", "int", "cha")

    # Town.

    def town(self) -> str | None:
        robber = self.robber
        gold = robber.home.cp // 100
        if robber.level >= self.nerve.retires_at and "retire" in self.keys:
            return "retire"
        heavy = self.first(Errand("sell_heavy", "0").key)
        if heavy:
            return heavy
        if self.spare():
            return "sell"
        libram = self.first(*Errand.keys("read", robber.pack))
        if libram:
            return libram
        if self.health() < self.nerve.heals_at:
            if "eat" in self.keys:
                return "eat"
            short = sheet.max_hp(robber) - robber.hp
            if "temple" in self.keys and short >= 4 and not self.nearly(gold):
                return "temple"
            if "rest" in self.keys and short < 4 and not self.nearly(gold):
                return "rest"
        if "cure" in self.keys:
            return "cure"
        goal = STATIONS[self.nerve.retires_at].xp
        ready = robber.xp + gold >= goal
        if "spend" in self.keys and not robber.lycanthropy and (ready or gold >= 100 + 60 * self.nerve.depth):
            return "spend" if ready or self.health() >= self.nerve.heals_at else "enter"
        return self.first("pause", "enter")

    def nearly(self, gold: int) -> bool:
        """Whether the money is better spent on the last step."""
        return self.robber.xp + gold >= STATIONS[self.nerve.retires_at].xp

    def spare(self) -> str | None:
        """Something to sell: whatever is not used."""
        robber = self.robber
        counts = {**robber.home.things}
        for item, number in robber.pack.items():
            counts[item] = counts.get(item, 0) + number
        for item, number in counts.items():
            record = ITEMS[item]
            if not record.price or self.keeps(item):
                continue
            used = item in (robber.weapon, robber.armor) or (item == "shield" and robber.shield)
            if item == "food" and robber.hp < sheet.max_hp(robber):
                continue
            if number > (1 if used else 0):
                return item
        return None

    def sell(self) -> str | None:
        item = self.spare()
        return Errand("sell", item).key if item else None


_KEPT = (
    "healing_potion",
    "sack",
    "pole",
    "oil",
    "holy_symbol",
    "van_helsing_kit",
    "wand_mm",
    "gauntlets",
    "ring_protection",
    "libram",
    "speed_potion",
)
_USED_SPELLS = ("sleep", "command", "charm", "magic_missile", "cure_light_wounds", "animate_dead", "sanctuary")
_CURE = "cure_light_wounds"
_CURES = (Use("drink", "healing_potion").key, Use("read", _CURE).key, Use("cast", _CURE).key)
_REMEDIES = (Use("use", "healing_potion").key, Use("read", _CURE).key, Use("cast", _CURE).key)
_BOONS = (Use("use", "treasure_finding").key, Use("read", "animate_dead").key, Use("cast", "animate_dead").key)
_LIBRAMS = {item: Use("use", item).key for item in ITEMS if ITEMS[item].use == "libram"}
_HELP = (Use("read", "sanctuary").key, Use("drink", "speed_potion").key, Use("read", "haste").key)
_DARING = ("enter", "touch", "in", "breathe", "side", "on", "take", "chase", "join", "wear")
_USUAL = ("no", "leave", "back", "let_go", "bait", "pockets", "wear", "spend", "ignore", "decline", "stand", "done", "new")

_CHOOSERS: dict[str, Callable[[Player], str | None]] = {
    "ROB-CHAR-10": Player.ability,
    "ROB-TURN-01": Player.move,
    "ROB-MOVE-05": Player.back_to,
    "ROB-MON-03": Player.meet,
    "ROB-PARLAY-06": Player.meet,
    "ROB-FIGHT-07": Player.strike,
    "ROB-RUN-06": Player.drop,
    "ROB-DISC-04": Player.aside,
    "ROB-DISC-05": Player.aside,
    "ROB-DISC-10": Player.corner,
    "ROB-CARRY-01": Player.load,
    "ROB-USEFUL-04": Player.furniture,
    "ROB-KEY-22": Player.feed,
    "ROB-HENCH-05": Player.dismiss,
    "ROB-TOWN-01": Player.town,
    "ROB-TOWN-02": Player.sell,
    "ROB-TRAP-21": Player.chute,
    "ROB-TRAP-17": Player.gas,
    **bot_options.CHOOSERS,
}
