"""Bot: sensible players of this game, by temperament. They see a masked state: the party's own map, not the maze."""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec

from ...engine import Answer, Bot, View
from .content import ARMOURS, baddies
from .maze import COMPASS, HEADINGS, STEPS
from .rules.people import full_body, living, people, wealth
from .rules.wounds import front_row
from .state import Battle, Game, Member, Pencil

OPEN = (" ", "d", "s", "w", "p")
SHUT = ("D", "S", "W")
GIFTS = {
    "Rats": "CHEESE",
    "Bears": "GARBAGE",
    "Crazed Italians": "RAGU",
    "Dogs": "DOG BISCUITS",
    "Dragon": "ROLL AIDS",
    "Trolls": "GARBAGE",
    "Orcs": "SAURIAN BRANDY",
    "Gorillas": "SUGAR",
    "Giant Spiders": "FLIES",
    "Turtles": "FLIES",
    "Snakes": "SAURIAN BRANDY",
    "Hoplites": "DR. SCHOLL'S FOOT POWDER",
    "Mangani": "BUBBLE GUM",
    "Cyclops": "CHEESE",
    "Bats": "FLIES",
}
CHANCE = {
    2: 1.0,
    3: 35 / 36,
    4: 33 / 36,
    5: 30 / 36,
    6: 26 / 36,
    7: 21 / 36,
    8: 15 / 36,
    9: 10 / 36,
    10: 6 / 36,
    11: 3 / 36,
    12: 1 / 36,
}


class Temper(msgspec.Struct, frozen=True):
    """What makes one bot unlike another."""

    rooms: int = 5  # chambers before it turns home
    home_at: float = 0.55  # of the party's hits
    courage: float = 1.0  # fights when strength times this exceeds the danger
    gifts: bool = False  # offers first, and carries gifts
    tinkers: bool = False  # tries things out, buys oddities
    hires: int = 0
    deep: bool = False  # goes down whenever it can
    saves_balls: bool = False
    timid_priest: bool = False
    heals: bool = True
    weakest: bool = True  # strikes the most wounded
    secretive: bool = False  # keeps books and maps to itself (DES-WIZ-19)


TEMPERS = {
    "steady": Temper(),
    "greedy": Temper(rooms=12, home_at=0.35, courage=1.4, deep=True, heals=False),
    "cautious": Temper(rooms=3, home_at=0.7, courage=0.8, timid_priest=True),
    "diplomat": Temper(gifts=True, courage=0.7),
    "experimenter": Temper(tinkers=True, gifts=True, rooms=8, courage=1.3, deep=True),
    "karma-hunter": Temper(rooms=9, courage=1.3, weakest=True),
    "mapper": Temper(rooms=7, courage=0.8),
    "miser": Temper(saves_balls=True, secretive=True),
    "boss": Temper(hires=6, rooms=8, courage=1.2),
}


def player(name: str) -> Bot:
    """A bot by name."""
    temper = TEMPERS[name]

    def answer(view: View[Any]) -> Answer:
        return Mind(view, temper).answer()

    return answer


class Mind:
    """One decision: the view, the temper, and what follows from them."""

    def __init__(self, view: View[Any], temper: Temper) -> None:
        self.view = view
        self.ask = view.ask
        self.temper = temper
        self.s: Game = view.state
        self.keys = list(view.ask.keys) if view.ask.kind in ("choose", "many") else []

    def answer(self) -> Answer:
        """What this bot says."""
        ask = self.ask
        if ask.kind == "text":
            return (ask.suggestions or ("Onwards",))[0][: ask.high]
        if ask.kind == "number":
            return min(ask.high, max(ask.low, int(ask.suggestions[0]) if ask.suggestions else ask.low))
        if ask.kind == "many":
            return self.many()
        if ask.kind == "all":
            return self.view.dice.pick(ask.keys_for(self.view.seat))
        if ask.kind == "dice":
            assert ask.notation is not None
            return self.view.dice.faces(ask.notation)
        if len(self.keys) == 1:
            return self.keys[0]
        thought = getattr(self, _PHASES.get(self.s.phase, "anything"))()
        return thought if thought in self.keys else self.anything()

    def first(self, *wanted: str) -> str:
        """The first key that is, or begins with, one of these."""
        for word in wanted:
            for key in self.keys:
                if key == word or (word.endswith(":") and key.startswith(word)) or (word.endswith("@") and key.startswith(word)):
                    return key
        return ""

    def pick(self, keys: list[str]) -> str:
        return self.view.dice.pick(keys)

    def tinker(self, one_in: int) -> bool:
        """Whether it is time to try something."""
        return self.temper.tinkers and self.view.dice.below(one_in) == 0

    def anything(self) -> str:
        """Where there is no opinion: the harmless choice, else any."""
        return self.first(
            "yes", "take", "feed", "pay", "enough", "ready", "hold", "done", "stay", "no", "none", "leave", "honest", "coin"
        ) or self.view.dice.pick(self.keys)

    def many(self) -> Answer:
        ask = self.ask
        if ask.rule == "DES-PEACE-02" and self.s.battle is not None:
            wanted = self.gift()
            if wanted in self.keys:
                return [wanted]
            if self.temper.tinkers and self.keys:
                return [self.pick(self.keys)]
            return self.keys[:1]
        if ask.rule == "DES-SPCH-07":
            faces = [ask.options[key].label for key in self.keys]
            best = max(faces, key=lambda face: (faces.count(face), face))
            return [key for key, face in zip(self.keys, faces, strict=True) if face != best]
        return self.keys[: ask.low]

    # On the surface.

    def roll_call(self) -> str:
        mine = [m for m in self.s.members if m.seat == self.view.seat and m.status == "home" and m.id in self.s.party]
        wanted = max(1, 6 // len(self.s.names))
        if self.ask.rule == "DES-SETUP-06":
            return self.pick(self.keys)
        if "all" in self.keys or self.first("take:"):
            return self.first("all", "take:")
        if len(mine) < wanted:
            if "usual" in self.keys and not self.temper.tinkers:
                return "usual"
            have = [m.cls for m in mine]
            cls = "warrior" if not have else "priest" if "priest" not in have and len(have) > 1 else ""
            cls = cls or ("wizard" if "wizard" not in have and len(have) > 2 else "warrior")
            return self.pick([key for key in self.keys if key.startswith(f"new:{cls}:")] or self.keys)
        return "done"

    def rise(self) -> str:
        if self.first("flies", "lollipop"):
            return self.first("flies", "lollipop")
        if self.temper.tinkers and "done" in self.keys and self.view.dice.below(2):
            return "done"  # gold for oddities instead
        for key in self.keys:
            if key.startswith("rise:"):
                m = self.s.members[int(key[5:])]
                if not (self.temper.timid_priest and m.cls == "priest" and m.rank == 7):
                    return key
        return self.first("lollipop", "done", "sacrifice")

    def store(self) -> str:
        s = self.s
        if self.ask.rule != "DES-STORE-15":
            return self.shelf()
        if self.temper.tinkers and self.view.dice.below(5):
            odd = [key for key in self.keys if key.startswith(("buy:", "sell:", "kind", "loan", "hire"))]
            if odd:
                return self.pick(odd)
        if self.first("all", "torch"):
            return self.first("all", "torch")
        kit = self.first("kit:")
        if kit:
            return kit
        if "hire" in self.keys and sum(1 for number in s.party if s.members[number].kind == "simulacrum") < self.temper.hires:
            return "hire"
        rich = [m for m in s.members if m.seat == self.view.seat and m.status == "home" and m.id in s.party and m.gold >= 4]
        spent = sum(number for m in rich for name, number in m.goods.items() if name in GIFTS.values())
        if self.temper.gifts and rich and spent < 2 * len(rich):
            return self.first(f"buy:{max(rich, key=lambda m: m.gold).id}")
        for m in rich:
            better = m.cls == "warrior" and ARMOURS.get(m.armour, 0) < 15 and wealth(m) >= 16 * 15
            if better or (
                m.cls == "wizard" and m.gold >= 3 and sum(m.goods.get(kind, 0) for kind in ("MACE BALLS", "LIGHT BALLS")) < 14
            ):
                return self.first(f"buy:{m.id}")
        if self.temper.tinkers and rich and self.view.dice.below(5):
            return self.first(f"buy:{self.view.dice.pick(rich).id}")
        return "done"

    def shelf(self) -> str:
        if self.temper.tinkers:
            odd = [key for key in self.keys if key not in ("nothing", "none")]
            return self.pick(odd)
        if self.ask.rule == "DES-SIM-02":
            have = [self.s.members[number].cls for number in self.s.party if self.s.members[number].kind == "simulacrum"]
            cls = "warrior" if have.count("warrior") < 4 else "priest" if "priest" not in have else "wizard"
            return self.first(f"{cls}:elf", f"{cls}:human", "he:experienced")
        if self.temper.gifts:
            return self.first("general") or self.pick([key for key in self.keys if key in GIFTS.values()] or self.keys)
        return self.first("armour", "PLATE ARMOR", "CHAIN MAIL ARMOR", "wizard", "LIGHT BALLS", "MACE BALLS", "nothing")

    def muster(self) -> str:
        if "sit" in self.keys and self.view.dice.below(3) == 0:
            return "sit"
        return self.first("bring", "feed", "done", "castle:0")

    # Below ground.

    def strength(self) -> float:
        """The party's hits left, as a share of all it could have."""
        left = full = 0
        for m in living(self.s):
            if m.cls in ("warrior", "priest"):
                left += m.body + m.armour_left
                full += full_body(self.s, m) + ARMOURS.get(m.armour, 0)
        return left / full if full else 0.0

    def homeward(self) -> bool:
        """Whether it is time to turn home."""
        s = self.s
        lost = sum(1 for number in s.party if s.members[number].status in ("dead", "stone"))
        late = s.orders > 0.5 * int(s.dials["evening"])
        return (
            self.strength() < self.temper.home_at
            or s.tally.get("rooms", 0) >= self.temper.rooms
            or late
            or lost * 2 >= len(s.party)
        )

    def walk(self) -> str:
        s = self.s
        if self.ask.rule != "DES-MOVE-01":
            return (
                self.pick([key for key in self.keys if key not in ("never-mind", "leap")] or self.keys)
                if self.temper.tinkers
                else ""
            )
        hurt = [key for key in self.keys if key.startswith(("heal:", "ball:"))]
        if hurt and self.temper.heals:
            worst = min(hurt, key=lambda key: s.members[int(key.split(":")[2])].body)
            patient = s.members[int(worst.split(":")[2])]
            if patient.body * 2 <= full_body(s, patient):
                return worst
        if self.tinker(4):
            odd = [
                key
                for key in self.keys
                if key.split(":")[0]
                in ("play", "show", "gum", "read", "trade", "glue", "patch", "hand", "bang", "scout", "climb", "search", "break")
            ]
            if odd:
                return self.pick(odd)
        easy = self.first("show", "trade", "" if self.temper.secretive else "read:", "patch", "glue:")
        if easy and self.view.dice.below(2):
            return easy
        return self.route()

    def route(self) -> str:
        """Follow the party's own map: to the nearest unknown, or home."""
        s = self.s
        home = self.homeward()
        if home and "surface" in self.keys:
            return "surface"
        sheet = s.sheets[s.sheet]
        graph = Chart(sheet)
        ways = {key: way for key in self.keys if (way := self.leads(key, sheet)) is not None}
        if s.orders > 70 and self.view.dice.below(4) == 0:  # lost, perhaps: try another way
            return self.pick([key for key in self.keys if key in ways or key in ("up", "down")] or self.keys)
        if home:
            goals = graph.towers() or graph.signs("<X")
            best = self.nearest(graph, ways, goals, frontier=False)
            here = sheet.cells.get(f"{s.at[1]},{s.at[2]}", "")
            if here in ("<", "X") and not graph.towers():
                return self.first("up")
            if here == "T" and self.first("tower:"):
                return self.first("tower:1", "tower:")
            if best:
                return best
        best = self.nearest(graph, ways, [], frontier=True)
        if best:
            return best
        if not home and self.strength() > 0.6 and (self.temper.deep or s.tally.get("rooms", 0) < self.temper.rooms):
            if "down" in self.keys:
                return "down"
            stairs = self.nearest(graph, ways, graph.signs(">X"), frontier=False)
            if stairs:
                return stairs
        if "surface" in self.keys:
            return "surface"
        goal = self.nearest(graph, ways, graph.towers() or graph.signs("<X"), frontier=False)
        here = sheet.cells.get(f"{s.at[1]},{s.at[2]}", "")
        if goal and here not in ("<", "X"):
            return goal
        stuck = self.first("up", "panel:", "search", "climb", "tower:", "bang:")
        if stuck:
            return stuck
        moves = [key for key in self.keys if key.startswith(("go:", "open:", "down", "up", "tower:"))]
        return self.pick(moves) if moves else ""

    def leads(self, key: str, sheet: Pencil) -> tuple[tuple[int, int], tuple[int, int], bool] | None:
        """From which square to which an order leads, and whether through a shut door."""
        parts = key.split(":")
        if parts[0] not in ("go", "open") or parts[-1] not in COMPASS:
            return None
        cell = (self.s.at[1], self.s.at[2])
        if len(parts) == 3:
            col, row = parts[1].split(",")
            cell = (int(col), int(row))
        way = (COMPASS.index(parts[-1]) + HEADINGS[sheet.north]) % 4
        return cell, (cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]), parts[0] == "open"

    def nearest(self, graph: Chart, ways: dict[str, Any], goals: list[tuple[int, int]], *, frontier: bool) -> str:
        """The order that brings the party nearest to a goal, or to anything unknown."""
        if frontier:
            here = [key for key, (_, to, door) in ways.items() if door or to not in graph.cells]
            if here:
                return self.pick(here)
            goals = graph.frontier()
        if not goals:
            return ""
        distance = graph.distances(goals)
        scored = {key: distance[to] for key, (_, to, door) in ways.items() if not door and to in distance}
        if not scored:
            return ""
        best = min(scored.values())
        return self.pick([key for key in scored if scored[key] == best])

    # Meetings and battles.

    def danger(self, b: Battle) -> float:
        """Hits to be expected before they are beaten, against what the front line can take."""
        s = self.s
        line = baddies().get(b.foes[0].name)
        if line is None:
            return 0.5
        row = front_row(s)
        strikers = sum(1 for m in living(s) if m.cls in ("warrior", "priest") or m.baddie) + 1
        total = sum(foe.hits for foe in b.foes)
        rounds = total / max(0.5, 0.33 * strikers)
        each_round = min(len(b.foes), line.abreast * b.width) * min(line.attacks, max(1, len(row))) * CHANCE.get(line.to_hit, 0.4)
        incoming = each_round * rounds * (0.6 if len(b.foes) > line.abreast else 0.75)
        reserve = sum(m.body + m.armour_left + m.shield_left for m in living(s) if m.cls != "wizard") * 0.8
        return incoming / max(1.0, reserve)

    def gift(self) -> str:
        assert self.s.battle is not None
        return GIFTS.get(self.s.battle.foes[0].name, "")

    def meeting(self) -> str:
        s = self.s
        b = s.battle
        if b is None or self.ask.rule != "DES-PEACE-01":
            return self.first("no", "yes", "leave") if not self.tinker(2) else self.pick(self.keys)
        if self.tinker(3):
            odd = [
                key
                for key in self.keys
                if key in ("offer", "son", "tame", "pay", "lift", "ransom", "thorny", "idea") or ":" in key
            ]
            if odd:
                return self.pick(odd)
        special = self.first("son", "tame", "ransom", "lift")
        if special and self.view.dice.below(3):
            return special
        danger = self.danger(b) / self.temper.courage
        has_gift = any(m.goods.get(self.gift()) for m in living(s)) or bool(s.chest.goods.get(self.gift()))
        if "offer" in self.keys and has_gift and (self.temper.gifts or danger > 0.6):
            return "offer"
        if danger < 0.9:
            return "fight"
        return self.first("pay", "thorny", "run:", "run") if danger > 1.1 or self.strength() < 0.5 else "fight"

    def battle(self) -> str:
        s = self.s
        b = s.battle
        if b is None:
            return ""
        rule = self.ask.rule
        if rule == "DES-FLEE-06":
            return self.stay_or_run(b)
        if rule == "DES-WZB-01":
            return self.ball(b)
        if rule == "DES-ARM-07":
            return self.shields()
        if rule == "DES-BAT-09" or rule == "DES-BAT-16":
            return self.blow(b)
        if rule == "DES-BAT-19":
            ups = [key for key in self.keys if key.startswith("up:") and s.members[int(key[3:])].cls in ("warrior", "priest")]
            return ups[0] if ups else self.first("hold", "leave")
        if rule == "DES-SUP-06" or rule == "DES-SUP-30":
            return self.first("stake", "match")
        if rule == "DES-BAT-03":
            return self.keys[-1]
        return self.first("yes", "no", "leave")

    def stay_or_run(self, b: Battle) -> str:
        s = self.s
        if self.tinker(8):
            return self.pick([key for key in self.keys if key != "run"])
        line = baddies().get(b.foes[0].name)
        row = front_row(s)
        if not row or line is None:
            return "stay"
        weak = sum(1 for m in row if m.body + m.armour_left + m.shield_left <= 2)
        harmless = not any(m.hand or m.baddie for m in row) and not any(m.cls == "wizard" for m in living(s))
        losing = self.danger(b) / self.temper.courage > 1.6 and self.strength() < 0.6
        if harmless or (losing and weak * 2 >= len(row)) or (b.round > 25 and b.foes[0].hits > 10):
            return self.first("run:", "thorny", "run")
        return "stay"

    def ball(self, b: Battle) -> str:
        s = self.s
        if self.tinker(4):
            return self.pick(self.keys)
        big = b.foes[0].full >= 8 or len(b.foes) >= 8
        for key in self.keys:
            if key.partition("@")[0] in (
                "GORGON GORERS",
                "CROC CRUNCHERS",
                "TURTLE THUMPERS",
                "MANGANI MANGLERS",
                "SNAKE SMASHERS",
            ):
                return key
        names = {foe.name for foe in b.foes}
        if "SUNLIGHT BALLS" in self.keys and "Vampires" in names:
            return "SUNLIGHT BALLS"
        low = [key for key in self.keys if key.startswith("HEALING BALLS#") and s.members[int(key.partition("#")[2])].body <= 2]
        if low:
            return low[0]
        if b.foes[0].full >= 10:
            hard = self.first("BLASTING WAND@", "SLAVE BALLS@")
            if hard:
                return hard
        if b.light <= 0 and "LIGHT BALLS" in self.keys and sum(foe.hits for foe in b.foes) >= 4:
            return "LIGHT BALLS"
        if not self.temper.saves_balls or big:
            fighting = self.first(
                "MORNING STAR BALLS",
                "SWORD BALLS",
                "AXE BALLS",
                "PIKE BALLS",
                "SPEAR BALLS",
                "MACE BALLS",
                "BLINDING BALLS",
                "jokebook",
            )
            if fighting:
                return fighting
        return "none"

    def shields(self) -> str:
        for key in self.keys:
            word, _, number = key.partition(":")
            if word == "front" and self.s.members[int(number)].armour_left <= 3:
                return key
            if word == "glasses" and self.s.battle is not None and self.s.battle.foes[0].name == "Gorgons":
                return key
        return "ready"

    def blow(self, b: Battle) -> str:
        s = self.s
        strikes = [key for key in self.keys if key.startswith(("strike", "shoot"))]
        if self.tinker(5):
            odd = [key for key in self.keys if key not in ("later", "hold")]
            return self.pick(odd)
        useful = self.first("water@", "stake@", "sugar@", "lysol")
        if useful:
            return useful
        draws = [key for key in self.keys if key.startswith("draw:")]
        m = self.fighter()
        if strikes:
            if m is not None and draws and self.hopeless(m, b):
                fresh = [key for key in draws if not self.tried(m, b, key[5:])]
                if fresh:
                    return fresh[0]
            if "rest" in self.keys and not draws and self.temper.weakest:
                return "rest"
            if "rest" in self.keys and not self.hopeless_line(b):
                return "rest"
            wounds = {foe.id: foe.hits for foe in b.foes}
            return (
                min(strikes, key=lambda key: (wounds.get(int(key.partition("@")[2]), 99), key))
                if self.temper.weakest
                else strikes[0]
            )
        if draws and m is not None and m in front_row(s):
            return draws[0]
        return self.first("joke", "crucifix", "parry", "hold")

    def fighter(self) -> Member | None:
        name = self.ask.prompt.partition(" (")[0]
        return next((m for m in living(self.s) if m.name == name), None)

    def hopeless(self, m: Member, b: Battle) -> bool:
        """Whether the notebook says this weapon does not work here."""
        page = self.s.notebooks[max(0, m.seat)].get(b.foes[0].name, {}).get(m.hand.lower())
        return page is not None and page[0] == 0 and page[1] >= 10

    def hopeless_line(self, b: Battle) -> bool:
        """Whether anybody in the line should think about his weapon."""
        return any(self.hopeless(m, b) for m in front_row(self.s))

    def tried(self, m: Member, b: Battle, name: str) -> bool:
        page = self.s.notebooks[max(0, m.seat)].get(b.foes[0].name, {}).get(name.lower())
        return page is not None and page[0] == 0 and page[1] >= 10

    # After the battle.

    def spoils(self) -> str:
        s = self.s
        if self.ask.rule == "DES-DIV-06":
            able = [key for key in self.keys if key.startswith("m") and not s.members[int(key[1:])].hand]
            return able[0] if able else "chest"
        if self.ask.rule == "DES-ARM-12":
            worst = [key for key in self.keys if key.startswith("m")]
            return min(worst, key=lambda key: s.members[int(key[1:])].armour_left) if worst else "nobody"
        if self.ask.rule == "DES-PRI-02":
            hurt = [key for key in self.keys if key.startswith("m")]
            return min(hurt, key=lambda key: s.members[int(key[1:])].body) if hurt else "none"
        return self.first("take", "click", "heal") if not self.tinker(4) else self.pick(self.keys)

    def sage(self) -> str:
        if self.tinker(3) and "attack" not in self.keys:
            return self.pick(self.keys)
        if self.ask.rule == "DES-SAGE-08":
            homage = self.s.sage.homage if self.s.sage is not None else 0
            if homage < 4:
                offer = self.first("quills", "joke", "brandy", "relic", "jewels:", "gold")
                if offer:
                    return offer
            return "enough"
        if self.temper.tinkers and self.ask.rule != "DES-SAGE-08":
            return self.pick(self.keys)
        if self.ask.prompt.endswith("one wish?"):
            hurt = any(m.body < full_body(self.s, m) for m in people(self.s))
            return self.first("wish:0" if hurt else "wish:4", "wish:5", "none")
        return self.first("lift", "favour", "wishes", "new", "plan", "tower", "stairs", "GOLD", "done")

    def pastime(self) -> str:
        if self.ask.rule == "DES-SPCH-07":
            scores = {key: int(self.ask.options[key].hint.split()[0]) for key in self.keys}
            return max(scores, key=lambda key: (scores[key], key))
        if "Yahtzee" in self.keys:
            return self.pick([key for key in self.keys if key != "leave"])
        if "hit" in self.keys:
            number = int(self.ask.prompt.split()[0])
            return "hit" if number < 16 else "stand"
        if "leave" in self.keys:
            gold = next((m.gold for m in people(self.s) if self.s.pastime is not None and m.id == self.s.pastime.player), 0)
            return (
                "leave" if gold < 10 or self.view.dice.below(3) == 0 else self.pick([key for key in self.keys if key != "leave"])
            )
        return self.pick(self.keys)

    def home(self) -> str:
        if self.tinker(2):
            return self.pick(self.keys)
        return self.first("pay", "coin", "ask", "no")


_PHASES = {
    "roll-call": "roll_call",
    "rise": "rise",
    "last rise": "rise",
    "store": "store",
    "muster": "muster",
    "line": "muster",
    "castle": "muster",
    "walk": "walk",
    "meeting": "meeting",
    "battle": "battle",
    "spoils": "spoils",
    "sage": "sage",
    "pastime": "pastime",
    "home": "home",
}


class Chart:
    """The party's sheet as a graph."""

    def __init__(self, sheet: Pencil) -> None:
        self.sheet = sheet
        self.cells: dict[tuple[int, int], str] = {}
        for spot, sign in sheet.cells.items():
            col, _, row = spot.partition(",")
            self.cells[int(col), int(row)] = sign

    def edge(self, cell: tuple[int, int], way: int) -> str:
        dx, dy = STEPS[way]
        return self.sheet.edges.get(f"{2 * cell[0] - 1 + dx},{2 * cell[1] - 1 + dy}", "?")

    def near(self, cell: tuple[int, int], way: int) -> tuple[int, int]:
        return cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]

    def towers(self) -> list[tuple[int, int]]:
        return self.signs("T")

    def signs(self, signs: str) -> list[tuple[int, int]]:
        return [cell for cell, sign in self.cells.items() if sign in signs]

    def frontier(self) -> list[tuple[int, int]]:
        """Squares from which something unknown can be tried."""
        found = []
        for cell, sign in self.cells.items():
            if sign in "~%o/":
                continue
            for way in range(4):
                edge = self.edge(cell, way)
                if edge in SHUT or (edge in OPEN and self.near(cell, way) not in self.cells):
                    found.append(cell)
                    break
        return found

    def distances(self, goals: list[tuple[int, int]]) -> dict[tuple[int, int], int]:
        """How far every known square is from the nearest goal, over open ways."""
        distance = dict.fromkeys(goals, 0)
        waiting = deque(goals)
        while waiting:
            cell = waiting.popleft()
            for way in range(4):
                near = self.near(cell, way)
                same_room = self.cells.get(cell) == "C" and self.cells.get(near) == "C" and self.edge(cell, way) == " "
                if near in distance or self.cells.get(near, "~") in "~%o/":
                    continue
                if self.edge(cell, way) in OPEN or same_room:
                    distance[near] = distance[cell] + 1
                    waiting.append(near)
        return distance
