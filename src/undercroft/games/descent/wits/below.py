"""Below: what a bot does underground between battles - the way, errands, spoils, sages, games of chance."""

from __future__ import annotations

from ..arsenal import ARMOURS
from ..content import sages
from ..maze import COMPASS, HEADINGS, STEPS
from ..rules.basics.answers import Number
from ..rules.mapping.answers import Go
from ..rules.orders.answers import Heal, read
from ..rules.orders.walk import RAN_FROM
from ..rules.personas.people import chivalrous, full_body, may_use, people
from ..rules.sages.answers import read as read_sage
from ..state import GOLD_BAR, SILVER_PER_GOLD, Member, Pencil
from .chart import Cell, Chart
from .mind import Mind
from .surface import line, relief

ERRANDS = ("play", "show", "gum", "read", "trade", "glue", "patch", "hand", "bang", "scout", "climb", "search", "break", "whole")


def homeward(mind: Mind) -> bool:
    """Whether it is time to turn home."""
    s = mind.s
    lost = sum(1 for number in s.party if s.members[number].status in ("dead", "stone"))
    late = s.orders > 0.5 * s.dials.evening
    chest = s.chest.gold + GOLD_BAR * s.chest.gold_bars + s.chest.silver // SILVER_PER_GOLD
    if 0 < mind.temper.hoard <= chest:
        return True
    return (
        mind.strength() < mind.temper.home_at or s.tally.get("rooms", 0) >= mind.temper.rooms or late or lost * 2 >= len(s.party)
    )


def walk(mind: Mind) -> str:
    """Heal the hurt, do what is worth doing here, walk on."""
    s = mind.s
    if mind.ask.rule == "DES-BAT-01":
        return line(mind)
    if mind.ask.rule == "DES-SPCH-01":
        return gambler(mind)
    if mind.ask.rule == "DES-SPCH-04":
        return mind.first("rope", "back")
    if mind.ask.rule != "DES-MOVE-01":
        return (
            mind.pick([key for key in mind.keys if key not in ("never-mind", "leap")] or mind.keys) if mind.temper.tinkers else ""
        )
    hurt = {key: s.members[said.patient] for key, said in mind.heard(read).items() if isinstance(said, Heal)}
    if hurt and mind.temper.heals:
        worst = min(hurt, key=lambda key: hurt[key].body)
        patient = hurt[worst]
        if patient.body * 2 <= full_body(s, patient):
            return worst
    if mind.tinker(4):
        odd = mind.saying(read, *ERRANDS)
        if odd:
            return mind.pick(odd)
    if "line" in mind.keys and relief(mind) is not None and not mind.chance(3):
        return "line"
    if mind.temper.glory and "break" in mind.keys and mind.strength() > 0.5:
        return "break"
    if mind.temper.charts and "search" in mind.keys and mind.chance(3):
        return "search"
    if mind.temper.gambles and "play" in mind.keys and mind.chance(2):
        return "play"
    easy = mind.sooner(
        read, "whole", "" if mind.temper.thrifty else "show", "trade", "" if mind.temper.secretive else "read", "patch", "glue"
    )
    if easy and mind.chance(2):
        return easy
    return route(mind)


def pins(mind: Mind) -> str:
    """Powder if there is any; the curious and the thrifty sweep, the weak too. Aboard a raft: a cushion, or no pins."""
    if "risk" in mind.keys:
        reckless = mind.temper.collects or mind.temper.tinkers
        return "risk" if reckless and not mind.chance(4) else mind.first("cushion", "ashore")
    if "powder" in mind.keys:
        return "powder"
    if (mind.temper.collects or mind.temper.thrifty or mind.temper.tinkers) and mind.chance(2):
        return "sweep"
    return mind.first("sweep" if mind.strength() < 0.4 else "march")


def bold(mind: Mind) -> str:
    """The hazards this party can cross and would like to: water with a boat, chasms with rope and hook."""
    signs = ""
    if mind.temper.collects or mind.temper.charts:
        if not mind.s.boat and (mind.party_has("BOAT") or mind.party_has("INFLATABLE RUBBER RAFT")):
            signs += "~"  # once a descent
        if mind.fresh("ROPES") and mind.party_has("ROPES", 3) and mind.party_has("GRAPPLING HOOKS"):
            signs += "%"  # once in a lifetime
    return signs


def route(mind: Mind) -> str:
    """Follow the party's own map: to the nearest unknown, or home; through chambers it ran from only if there is no other way."""
    s = mind.s
    home = homeward(mind)
    if home and "surface" in mind.keys:
        return "surface"
    sheet = s.sheets[s.sheet]
    ways: dict[str, tuple[Cell, bool]] = {}
    for key, said in mind.heard(read).items():
        if isinstance(said, Go):
            ways[key] = leads(mind, said, sheet)
    shy = Chart(sheet, bold(mind))
    calm = {key: to for key, to in ways.items() if to[0] not in shy.lairs and not warned(mind, key)}
    if s.orders > 70 and mind.chance(4):  # lost, perhaps: try another way
        return mind.pick([key for key in mind.keys if key in calm or key in ("up", "down")] or mind.keys)
    best = by_chart(mind, shy, calm, home=home)
    if best:
        return best
    stuck = mind.sooner(read, "up", "panel", "search", "climb", "tower", "bang", "wait" if s.orders > 70 else "")
    if stuck:
        return stuck
    if len(calm) < len(ways) or shy.lairs:  # rather a fall than a chamber it ran from; that only if it is strong
        daring = by_chart(mind, Chart(sheet, bold(mind) + "o/"), calm, home=home)
        if daring:
            return daring
        if mind.strength() > 0.5:
            back = by_chart(mind, Chart(sheet, bold(mind), shy=False), ways, home=home)
            if back:
                return back
    moves = mind.saying(read, "go", "open", "down", "up", "tower")
    return mind.pick([key for key in moves if key not in ways or key in calm] or moves or mind.keys)


def warned(mind: Mind, key: str) -> bool:
    """Whether the order itself says that somebody is there whom the party ran from; in the dark no map does."""
    return RAN_FROM in mind.ask.options[key].hint


def by_chart(mind: Mind, chart: Chart, ways: dict[str, tuple[Cell, bool]], *, home: bool) -> str:
    """What the map says: home if it is time, else the unknown, else deeper, else home all the same."""
    s = mind.s
    here = chart.sign((s.at[1], s.at[2]))
    if home:
        towers = chart.signs("T")
        if here in ("<", "X") and not towers:
            return mind.first("up")
        tower = mind.first(Number.say("tower", 1)) or mind.sooner(read, "tower")
        if here == "T" and tower:
            return tower
        best = towards(mind, chart, ways, towers or chart.signs("<X"))
        if best:
            return best
    best = onward(mind, chart, ways)
    if best:
        return best
    if not home and mind.strength() > 0.6 and (mind.temper.deep or s.tally.get("rooms", 0) < mind.temper.rooms):
        if "down" in mind.keys:
            return "down"
        stairs = towards(mind, chart, ways, chart.signs(">X"))
        if stairs:
            return stairs
    if "surface" in mind.keys:
        return "surface"
    goal = towards(mind, chart, ways, chart.signs("T") or chart.signs("<X"))
    return goal if here not in ("<", "X") else ""


def leads(mind: Mind, order: Go, sheet: Pencil) -> tuple[Cell, bool]:
    """To which square an order leads, and whether through a shut door."""
    col, row = order.spot or (mind.s.at[1], mind.s.at[2])
    dx, dy = STEPS[(COMPASS.index(order.way) + HEADINGS[sheet.north]) % 4]
    return (col + dx, row + dy), order.verb == "open"


def towards(mind: Mind, chart: Chart, ways: dict[str, tuple[Cell, bool]], goals: list[Cell]) -> str:
    """The order that brings the party nearest to one of these squares."""
    if not goals:
        return ""
    found = chart.soonest({key: to for key, (to, door) in ways.items() if not door}, lambda cell: cell in goals)
    return mind.pick(found) if found else ""


def onward(mind: Mind, chart: Chart, ways: dict[str, tuple[Cell, bool]]) -> str:
    """The order that brings the party nearest to anything unknown; who loves maps looks down every corridor first."""
    starts = {key: to for key, (to, door) in ways.items() if not door}
    if mind.temper.charts:
        found = [key for key, to in starts.items() if not chart.sign(to)] or chart.soonest(starts, chart.opens_on_blank)
        if found:
            return mind.pick(found)
    near = [key for key, (to, door) in ways.items() if door or not chart.sign(to) or chart.sign(to) in [*chart.bold]]
    if near:
        return mind.pick(near)
    found = chart.soonest(starts, chart.is_edge)
    return mind.pick(found) if found else ""


def spoils(mind: Mind) -> str:
    """Arms to the empty-handed, armour to the most battered, healing to the weakest."""
    rule = mind.ask.rule
    members = mind.whom()
    if rule == "DES-DIV-06":
        able = [key for key, m in members.items() if not m.hand]
        return able[0] if able else "chest"
    if rule == "DES-ARM-12":
        if "on" in mind.keys:
            return "on"
        return min(members, key=lambda key: members[key].armour_left) if members else "nobody"
    if rule == "DES-PRI-02":
        if mind.temper.collects and "water" in mind.keys and mind.chance(2):
            return "water"
        return min(members, key=lambda key: members[key].body) if members else "none"
    if mind.tinker(4):
        return mind.pick(mind.keys)
    return mind.first("take", "click", "heal")


def sage(mind: Mind) -> str:
    """Homage within reason, then the best he will do."""
    s = mind.s
    if mind.temper.thrifty and mind.ask.rule == "DES-SAGE-08":
        return mind.first("quills", "joke", "enough")
    if mind.temper.collects and "attack" in mind.keys and mind.chance(12):
        return "attack"
    if "vegas" in mind.keys and (mind.temper.collects or mind.temper.gambles):
        return "vegas"
    if (mind.tinker(3) or (mind.temper.collects and mind.chance(3))) and "attack" not in mind.keys:
        return mind.pick(mind.keys)
    if mind.ask.rule == "DES-SAGE-08":
        homage = s.sage.homage if s.sage is not None else 0
        offer = mind.sooner(read_sage, "quills", "joke", "brandy", "relic", "jewels", "gold") if homage < 4 else ""
        return offer or "enough"
    if mind.temper.tinkers:
        return mind.pick(mind.keys)
    if mind.sooner(read_sage, "wish"):
        return wish(mind)
    grieved = s.curses or any(s.members[number].status == "dead" for number in s.party)
    return mind.first("lift", "wishes" if grieved else "", "favour", "wishes", "new", "plan", "tower", "stairs", "GOLD", "done")


def wish(mind: Mind) -> str:
    """The dead first, while greed is still forgiven, then curses, wounds, balls and armour; gold when nothing ails."""
    s = mind.s
    keys = {entry.name: Number.say("wish", index) for index, entry in enumerate(sages().wish)}
    hurt = any(m.body < full_body(s, m) for m in people(s))
    battered = any(m.armour_left * 2 < ARMOURS.get(m.armour, 0) for m in people(s))
    fresh = s.sage is not None and s.sage.greed == 0
    return mind.first(
        keys["raise a companion killed this descent"] if fresh else "",
        keys["lift a curse"],
        keys["be healed"] if hurt else "",
        keys["one die of charges of a spell already known"],
        keys["armour made whole"] if battered else "",
        keys["ten gold"],
        "none",
    )


def crooked(m: Member) -> list[str]:
    """What he could cheat with, if he is not above it."""
    if chivalrous(m):
        return []
    mine = ("LOADED DICE", "UNDETECTABLE LOADED DICE", "UNDETECTABLE STACKED DECK")
    return [name for name in mine if m.goods.get(name) and may_use(m, name)]


def gambler(mind: Mind) -> str:
    """Who sits down: somebody with the means to win, else whoever has most gold."""
    able = mind.whom()
    cheats = [key for key, m in able.items() if crooked(m)] if cheating(mind) else []
    return mind.pick(cheats) if cheats else max(mind.keys, key=lambda key: able[key].gold)


def cheating(mind: Mind) -> bool:
    """Whether this bot would rather win than play."""
    return mind.temper.collects or mind.temper.tinkers or mind.temper.gambles


def pastime(mind: Mind) -> str:
    """The best box at Yahtzee, cards to sixteen, and up from the table while there is money left."""
    if mind.ask.rule == "DES-SPCH-07":
        scores = {key: int(mind.ask.options[key].hint.split()[0]) for key in mind.keys}
        return max(scores, key=lambda key: (scores[key], key))
    if "honest" in mind.keys:
        return mind.pick([key for key in mind.keys if key != "honest"]) if cheating(mind) else "honest"
    if "Yahtzee" in mind.keys:
        return "Yahtzee" if mind.temper.glory else mind.pick([key for key in mind.keys if key != "leave"])
    if "karma" in mind.keys and mind.temper.glory:
        return "karma"
    if "hit" in mind.keys:
        return "hit" if int(mind.ask.prompt.split()[0]) < 16 else "stand"
    if "leave" in mind.keys:
        player = mind.s.members[mind.s.pastime.player] if mind.s.pastime is not None else None
        if player is not None and cheating(mind) and crooked(player) and not mind.chance(4):
            return "craps" if any(name.endswith("DICE") for name in crooked(player)) and mind.chance(2) else "black-jack"
        if player is None or player.gold < 10 or mind.chance(3):
            return "leave"
        return mind.pick([key for key in mind.keys if key != "leave"])
    if "7" in mind.keys:  # undetectable dice: the total is his to name
        point = mind.s.pastime.point if mind.s.pastime is not None else 0
        return str(point or 7)
    return mind.pick(mind.keys)
