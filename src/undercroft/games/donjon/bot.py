"""Five players of Donjon, each with a taste: bruiser, chainer, storyteller, caster and miser. They see only what a seat may see.

They read the odds that the asks show, so they know no more dice than a person at the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...engine import Answer, Ask, View
from .being import Being
from .rules.basics.answers import Said, read
from .rules.resolution.answers import read as brought
from .rules.running.scene_facts import SCENES
from .state import Donjon
from .tastes import STYLES, Style

_ODDS = re.compile(r"(\d+) (?:dice|die) against (\d+): (\d+)%")


def _odds(hint: str) -> float:
    found = _ODDS.search(hint)
    return int(found[3]) / 100 if found else 0.5


def _first(keys: Sequence[str], wanted: Sequence[str]) -> str | None:
    return next((key for key in wanted if key in keys), None)


def _about(keys: Sequence[str], verb: str) -> list[str]:
    """The answers of one word about somebody or something."""
    return [key for key in keys if (said := read(key)).verb == verb and said.on]


def _mine(view: View[Donjon]) -> Being | None:
    return next((b for b in view.state.pcs() if b.seat == view.seat), None)


def answer(view: View[Donjon], style: Style) -> Answer:
    """An answer to whatever is asked."""
    ask = view.ask
    if ask.kind == "text":
        return _text(view, ask, style)
    if ask.kind == "number":
        return _number(view, ask, style)
    if ask.kind == "many":
        return _many(view, ask)
    if ask.kind == "all":
        keys = ask.keys_for(view.seat)
        return keys[1 + view.dice.below(len(keys) - 1)] if len(keys) > 1 and view.dice.below(3) == 0 else "none"
    if ask.kind == "dice":
        assert ask.notation is not None
        return view.dice.faces(ask.notation)
    keys = ask.keys
    return keys[0] if len(keys) == 1 else _choose(view, ask, keys, style)


def _text(view: View[Donjon], ask: Ask, style: Style) -> str:
    ideas = [idea for idea in ask.suggestions if idea]
    if not ideas:
        return "" if ask.low == 0 else "something useful"
    if ask.rule in ("DON-LAW-10", "DON-LAW-08"):
        return ideas[0]
    if ask.rule == "DON-LAW-01":
        liked = {
            "storyteller": ("way", "cannot stand", "find", "hear"),
            "miser": ("find", "holds", "means"),
            "chainer": ("looking the other", "way"),
        }
        for word in liked.get(style.name, ()):
            fits = [idea for idea in ideas if word in idea]
            if fits and view.dice.below(2):
                return fits[0]
    return ideas[view.dice.below(len(ideas))]


def _number(view: View[Donjon], ask: Ask, style: Style) -> int:
    wanted = int(ask.suggestions[0]) if ask.suggestions else ask.low
    if ask.rule == "DON-LOOT-08":  # one curse die is worth the finding, to some always and to others now and then
        wanted = max(1, wanted) if style.name == "miser" or view.dice.below(2) else 0
    if ask.rule == "DON-SPEND-01":
        wanted += style.stake
    return max(ask.low, min(ask.high, wanted))


def _many(view: View[Donjon], ask: Ask) -> list[str]:
    keys = list(ask.keys)
    if ask.rule == "DON-SPELL-02":
        hurt = any(b.wounds * 2 < b.wounds_full for b in view.state.party())
        wanted = "heal" if hurt and view.dice.below(2) else "hurt" if view.state.fight is not None else ""
        best = sorted(keys, key=lambda k: 0 if wanted and wanted in ask.options[k].hint else 1 + view.dice.below(len(keys)))
        return best[:1]
    return keys[: ask.high] if ask.rule == "DON-SPELL-05" else keys[: max(ask.low, 0)] if ask.low else keys[: ask.high]


def _choose(view: View[Donjon], ask: Ask, keys: Sequence[str], style: Style) -> str:
    for rule in _RULES:
        found = rule(view, ask, keys, style)
        if found is not None:
            return found
    return keys[view.dice.below(len(keys))]


def _law(view: View[Donjon], ask: Ask, keys: Sequence[str], style: Style) -> str | None:
    """Facts or dice."""
    if read(keys[0]).verb == "facts":
        least, most = read(keys[0]).number, read(keys[-1]).number
        wanted = round(most * style.facts + (0.3 if view.dice.below(2) else -0.3))
        return Said("facts", str(max(least, min(most, wanted, 3)))).key
    if "keep" in keys and (gifts := _about(keys, "give")):
        return gifts[0] if style.name == "storyteller" and view.dice.below(2) else "keep"
    if list(keys[:3]) == ["damage", "facts", "keep"]:
        return "facts" if style.facts > 0.5 and view.dice.below(3) == 0 else "damage"
    if ask.rule == "DON-DMG-03":
        return "flesh"
    if "go" in keys and "back" in keys:  # an Intent as it was read
        return "go"
    if ask.rule == "DON-AGM-08" and "again" in keys:
        return keys[0]
    return None


def _dice_pool(view: View[Donjon], ask: Ask, keys: Sequence[str], style: Style) -> str | None:
    """Which dice to bring: the best odds, stretches last."""
    if "plain" in keys:
        shown = ask.options_for(view.seat)
        able = [k for k in keys if brought(k).how != "argue"] or list(keys)
        return max(able, key=lambda k: (_odds(shown[k].hint), _pool(shown[k].hint)))
    if "dodge" in keys and "parry" in keys:
        shown = ask.options_for(view.seat)
        return "parry" if _odds(shown["parry"].hint) >= _odds(shown["dodge"].hint) + 0.1 else "dodge"
    if list(keys) == ["let", "resist"]:
        return "resist" if _odds(ask.options_for(view.seat)["resist"].hint) >= 0.5 and view.dice.below(2) else "let"
    if list(keys) == ["take", "decline"]:
        return "take"
    return None


def _pool(hint: str) -> int:
    found = re.match(r"(\d+) (?:dice|die)\b", hint)
    return int(found[1]) if found else 0


def _standing(s: Donjon) -> tuple[float, float]:
    """How much of its strength each side of a fight has left, as far as a player can see."""
    assert s.fight is not None
    beings = [s.beings[f.id] for f in s.fight.fighters if f.id in s.beings]
    ours = [b for b in beings if b.pc]
    left = sum(b.wounds + b.now[4] for b in ours if b.up)
    whole = sum(b.wounds_full + b.full[4] for b in ours) or 1
    theirs = [b for b in beings if not b.pc and b.side == 1]
    able = sum(1.0 if b.wounds == 2 else 0.5 for b in theirs if b.up)
    return left / whole, able / max(1, len(theirs))


def _share(s: Donjon) -> float:
    """The party's share of the strength that is left in a fight; a half when it begins."""
    ours, theirs = _standing(s)
    return ours / (ours + theirs) if ours + theirs else 1.0


def _nerve(s: Donjon, style: Style) -> float:
    """Everyone is braver in front of the Big Bad: running there costs as much as falling."""
    last = s.scene is not None and SCENES[s.scene.kind].climax
    return style.nerve * (0.3 if last else 1.0)


def _lull(s: Donjon, keys: Sequence[str], style: Style) -> str:
    """Between flurries: go on, offer terms to the losing, or break off, talk or yield before it is too late."""
    if s.fight is None:
        return "on"
    share = _share(s)
    nerve = _nerve(s, style)
    speak = "yield" in keys  # somebody over there understands words
    if share < nerve:
        if speak and share < nerve / 2 and style.yields:
            return "yield"
        return "talk" if speak and s.fight.flurry % 2 else "off"
    if speak and style.terms and share > 0.6:
        return "talk"
    return "on"


def _terms(view: View[Donjon], ask: Ask, keys: Sequence[str], style: Style) -> str:
    """Who speaks: the best talker. What for: the most that is likelier than not, by taste, else what is likeliest."""
    if "passage" not in keys:
        return keys[0]
    if "money" in keys and style.name == "miser" and view.dice.below(2):
        return "money"
    shown = ask.options_for(view.seat)
    wanted = {"storyteller": ("word", "surrender", "leave"), "miser": ("goods", "surrender", "leave")}.get(
        style.name, ("surrender", "goods", "leave")
    )
    able = [key for key in wanted if key in keys and _odds(shown[key].hint) >= 0.5]
    return able[0] if able else max((k for k in keys if k != "money"), key=lambda k: _odds(shown[k].hint))


def _runs(s: Donjon, mine: Being, style: Style) -> bool:
    """Whether a person would turn and run now: the fight is lost, or it is his own neck."""
    if s.fight is None:
        return False
    foes = [s.beings[f.id] for f in s.fight.fighters if f.id in s.beings and s.beings[f.id].side == 1 and s.beings[f.id].up]
    nerve = _nerve(s, style)
    neck = mine.wounds == 0 and mine.now[4] <= 2 and nerve > 0.2
    return bool(foes) and (_share(s) < nerve * (0.8 if s.fight.flurry > 1 else 0.6) or (neck and len(foes) > 1))


def _fight(view: View[Donjon], ask: Ask, keys: Sequence[str], style: Style) -> str | None:
    """An action in a fight."""
    if ask.rule != "DON-ACT-01":
        if ask.rule == "DON-DIST-02":
            mine = _mine(view)
            if "close" in keys:
                return "close"
            return "two" if mine is not None and mine.words else "one"
        if ask.rule == "DON-FLUR-03" and "off" in keys:
            return _lull(view.state, keys, style)
        if ask.rule == "DON-FLUR-03":
            return _terms(view, ask, keys, style)
        return None
    mine = _mine(view)
    assert mine is not None
    shown = ask.options_for(view.seat)
    if "rise" in keys:
        return "rise"
    if "away" in keys and _runs(view.state, mine, style):
        return "away"
    attacks = _about(keys, "attack")
    best = max(attacks, key=lambda k: _odds(shown[k].hint)) if attacks else None
    flasks = _about(keys, "drink")
    if flasks and mine.wounds * 2 <= mine.wounds_full and "Healing" in shown[flasks[0]].label:
        return flasks[0]
    if (mine.spell_dice >= style.spell or (mine.spell_dice and mine.strain >= 2)) and "release" in keys:
        return "release"
    skill = max((a.score for a in mine.abilities if a.spell), default=0) - mine.strain
    if (
        "gather" in keys
        and skill > 1
        and (style.name == "caster" or mine.words)
        and (best is None or _odds(shown[best].hint) < 0.6)
    ):
        return "gather"
    if "release" in keys:
        return "release"
    if "regenerate" in keys:
        return "regenerate"
    if style.name == "chainer" and "trick" in keys and best is not None and not mine.bonus and view.dice.below(3) == 0:
        return "trick"
    closing = _about(keys, "close")
    held = next((i for i in mine.items if i.id == mine.wielding), None)
    shooting = held is not None and held.reach != "melee"
    if best is not None and shooting and _odds(shown[best].hint) < 0.15 and not closing:  # a crossbow at arm's length
        blades = Said.keys("draw", (i.id for i in mine.items if i.reach == "melee"))
        other = _first(keys, (*blades, Said("draw", "none").key))
        if other is not None:
            return other
    if best is not None and not (closing and _odds(shown[best].hint) < 0.2):
        return best
    if closing and "rooted" not in keys:
        near = [k for k in closing if "one action" in shown[k].hint] or closing
        return near[view.dice.below(len(near))]
    return "wait"


def _meet(view: View[Donjon], ask: Ask, keys: Sequence[str], style: Style) -> str | None:
    """Strangers, obstacles, quiet hours."""
    s = view.state
    scene = s.scene
    if "fight" in keys and ("slip" in keys or "talk" in keys or "sense" in keys):
        if "sense" in keys:
            return "talk" if scene is not None and scene.rounds else "sense"
        weak = sum(b.wounds for b in s.party()) * 3 < sum(b.wounds_full for b in s.party())
        if weak and "slip" in keys:
            return "slip"
        rounds = scene.rounds if scene is not None else 0
        liked = [k for k in style.meet if k in keys]
        return liked[min(rounds, len(liked) - 1)] if liked else "fight"
    if "prepare" in keys and "self" in keys:  # hanging from a rope: the chainer thinks first, once
        return "prepare" if style.name == "chainer" and scene is not None and scene.rounds == 0 else "self"
    if "try" in keys:
        return "prepare" if style.name == "chainer" and scene is not None and scene.rounds == 0 else "try"
    if "inside" in keys:
        return "inside"
    if "outside" in keys:
        return "look"
    if "down" in keys and "look" in keys and "leave" in keys:
        return "look" if style.look and scene is not None and scene.rounds == 0 else "down"
    if "drink" in keys and "no" in keys:
        mine = _mine(view)
        return "drink" if mine is not None and mine.wounds * 2 < mine.wounds_full else "no"
    simple: dict[tuple[str, ...], str] = {
        ("use", "keep"): "use",
        ("use", "skip"): "use",
        ("yes", "no"): "yes",
        ("one", "all"): "one",
        ("crawl", "leave"): "crawl",
        ("free", "leave"): "free",
        ("sneak", "back"): "sneak",
        ("give", "keep"): "give",
        ("yes", "kind"): "yes",
        ("take", "own"): "take",
        ("take", "leave"): "take",
        ("reroll", "keep"): "reroll",
    }
    return simple.get(tuple(keys))


WEAPONS, ARMOR = Said.keys("shop", ("weapons", "armor"))
NIGHTS = 10  # unplanned scenes in a row after which even the careful press on


def _worn(s: Donjon) -> bool:
    """Whether the party wants a night's rest: a sixth of all its dice gone, or a third of what keeps it off the floor."""
    party = s.party()
    dice = sum(b.wounds + sum(b.now) for b in party) * 6 < 5 * sum(b.wounds_full + sum(b.full) for b in party)
    return dice or sum(b.wounds + b.now[4] for b in party) * 3 < 2 * sum(b.wounds_full + b.full[4] for b in party)


def _grown(s: Donjon) -> bool:
    """Whether half the party could go up a Level in Town (DON-UP-01)."""
    base = s.options.advancement
    due = sum(b.xp >= base * (b.level + 1) * b.level // 2 for b in s.party())
    return 2 * due >= len(s.party())


def _road(view: View[Donjon], ask: Ask, keys: Sequence[str], style: Style) -> str | None:
    """Between scenes."""
    s = view.state
    if ("on" in keys or "chapter" in keys) and "town" in keys:
        if style.nerve > 0.2 and _grown(s):  # a prudent player goes home to learn what he has lived through
            return "town"
        if "chapter" in keys:
            return "chapter"
        hurt = _worn(s) and s.made_in_row < NIGHTS and (not s.rested or view.dice.below(4) > 0)
        if hurt and "rest" in keys:
            return "rest"
        mine = _mine(view)
        able = style.name == "caster" and "magic" in keys and mine is not None and bool(mine.words)
        if able and mine is not None and (mine.spell_dice or (mine.strain == 0 and view.dice.below(4) == 0)):
            return "magic"
        return "look" if style.look and s.town_turns <= style.look else "on"
    if ask.rule == "DON-GATH-01" and "none" in keys:
        return [*_about(keys, "release"), *_about(keys, "gather"), "none"][0]
    if set(keys) >= {"look", "rest", "on"}:
        tired = any(b.strain for b in s.party())
        return "rest" if tired and view.dice.below(2) else "look" if style.look else "declare"
    return None


def _town(view: View[Donjon], ask: Ask, keys: Sequence[str], style: Style) -> str | None:
    """Errands."""
    mine = _mine(view)
    if "ready" in keys and mine is not None:
        if "hook" in keys:
            return "hook"
        if "paid" in keys:
            return "paid"
        if "hire" in keys and len(view.state.players) == 1 and view.state.town_turns <= 3:
            return "hire"
        armed = any(i.sort == "weapon" for i in mine.items)
        if not armed and WEAPONS in keys and mine.wealth:
            return WEAPONS
        arm = max((i.dr for i in mine.items if i.sort == "weapon"), default=0)
        bigger = arm < min(4, mine.now[0]) and mine.wealth >= 6 and view.state.town_turns <= 4
        if style.name == "bruiser" and bigger and WEAPONS in keys:
            return WEAPONS
        if not any(i.sort == "armor" for i in mine.items) and ARMOR in keys and mine.wealth:
            return ARMOR
        spare = [i for i in mine.items if i.sort != "other" and i.id != mine.wielding and i.id not in mine.worn]
        if style.name == "miser" and "trade" in keys and spare:  # arms and armor, which smiths take
            return "trade"
        if "make" in keys and style.name == "caster" and mine.wealth >= 4:
            return "make"
        if style.name == "storyteller" and "ask" in keys:
            return "ask"
        return "ready"
    if ask.rule == "DON-SELL-01" and mine is not None:
        arms = [k for k in keys if any(i.id == k and i.sort != "other" for i in mine.items)]
        return arms[0] if arms else None
    if ask.rule == "DON-BUY-03":
        if style.name == "bruiser" and view.dice.below(2):  # the biggest thing he can lift
            shown = ask.options_for(view.seat)
            light = {k: shown[k].hint.split(",")[0] for k in keys if "DR" in shown[k].hint and "heavy" not in shown[k].hint}
            big = [k for k, rating in light.items() if rating == max(light.values())]
            if "more" in keys and view.dice.below(3):
                return "more"
            if big:
                return big[view.dice.below(len(big))]
        return keys[0] if view.dice.below(2) else keys[view.dice.below(len(keys))]
    if ask.rule in ("DON-LOOT-02", "DON-LOOT-04") and "money" in keys:
        poor = mine is None or mine.wealth < 3
        return "money" if poor and view.dice.below(3) else "item"
    if ask.rule == "DON-LOOT-04":
        able = _about(keys, "wish")
        return able[2 + view.dice.below(len(able) - 2)]
    return None


def _make(view: View[Donjon], ask: Ask, keys: Sequence[str], style: Style) -> str | None:
    """Making a character, and going up."""
    if "invent" in keys:
        liked = [k if k in keys else "ready" for k in style.start if k in keys or read(k).verb == "ready"]
        choice = liked[view.dice.below(len(liked))] if liked else "ready"
        return choice if choice in keys else "invent"
    if ask.rule == "DON-CLASS-05":
        liked = [k for k in style.start if k in keys] or [k for k in keys if k != "back"]
        return liked[view.dice.below(len(liked))]
    if "spread" in keys:
        return "spread"
    if read(keys[0]).verb == "slot":
        return "word" if "word" in keys else keys[view.dice.below(len(keys))]
    if "even" in keys and "own" in keys:
        return {"bruiser": "swinger", "caster": "thinker", "storyteller": "scout", "miser": "talker", "chainer": "scout"}[
            style.name
        ]
    if read(keys[0]).verb == "attr" and keys[-1] == "ability":
        return Said("attr", "adr" if style.name != "caster" else "cer").key
    if "dial" in keys:
        return "dial"
    if ask.rule == "DON-SPELL-03":
        if view.dice.below(6) == 0:
            return keys[view.dice.below(len(keys))]
        return _first(keys, ("hurt", "heal", "hinder-body", "hinder-mind", "help")) or keys[0]
    if ask.rule == "DON-SPELL-06":
        return "scene" if "scene" in keys else keys[0]
    if ask.rule == "DON-ABIL-07":
        return _manner(view, keys)
    return None


def _manner(view: View[Donjon], keys: Sequence[str]) -> str:
    mine = _mine(view)
    words = " ".join(w.words for a in (mine.abilities if mine else []) if "social" in a.adds for w in a.when if w.key == "manner")
    return next((k for k in keys if k in words), keys[0])


_RULES: tuple[Callable[[View[Donjon], Ask, Sequence[str], Style], str | None], ...] = (
    _law,
    _dice_pool,
    _fight,
    _meet,
    _road,
    _town,
    _make,
)


def _player(name: str) -> Callable[[View[Donjon]], Answer]:
    style = STYLES[name]

    def play(view: View[Donjon]) -> Answer:
        return answer(view, style)

    play.__name__ = name
    return play


BOTS = {name: _player(name) for name in STYLES}
