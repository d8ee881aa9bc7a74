"""Movement: what a pawn can do from where it stands, and walking there (BRD-MOVE, -STAIR, -DOOR, -SEC)."""

from __future__ import annotations

from collections.abc import Callable

from undercroft.engine import Option, Table

from ..board import CHAMBER, ROOM, SECRET, STEP, Board
from ..content import BALL, FIREBALL, LIGHTNING, MEDALLION, SPELL_NAMES, SPELLS, WIZARD, Deck, tables
from ..state import Dungeon, Pawn, board_of, deck_of
from . import ambush, combat, ending, losing, prizes, spells
from .deeds import pawns_meet
from .movement.landmarks import Road, landmarks_of
from .movement.reach import Reach, reaches_of
from .table import bears, cards, guarded, has_entrance, learn_door, open_by_card, pawns_at, put, stack_at, sword_bonus, the

ALLOWANCE = 5  # BRD-MOVE-01


def reach_of(s: Dungeon, board: Board, deck: Deck, pawn: Pawn) -> Reach:
    """What the mover can reach with the movement it has left."""
    moves = 0 if s.now.ball else s.now.moves
    all_doors = bool(pawn.prizes) and has_entrance(deck, pawn)
    return reaches_of(board).reach(pawn.space, moves, s.stacks, pawn.doors, all_doors=all_doors)


def turn_keys(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, reach: Reach) -> list[str]:
    """Every legal action of a free turn, by key."""
    now = s.now
    if now.looked >= 0:
        return _keys_after_look(s, board, pawn)
    keys: list[str] = []
    wizard = pawn.kind == WIZARD
    attack = [spell for spell in (FIREBALL, LIGHTNING) if spell in pawn.spells] if wizard and not now.spell_used else []
    if reach.tries and not (s.dials.introductory and now.tried):
        moves = 0 if now.ball else now.moves
        for key, _link, _near, far, cost in reach.tries:
            site = board.site[far]
            stocked = site >= 0 and s.stacks[site]
            if cost < moves or (stocked and (board.kind[far] == ROOM or attack)):  # BRD-SEC-11
                keys.append(key)
    for place, _near, _cost in reach.sights:
        for spell in attack:
            keys.append(f"cast:{SPELLS[spell]}@{board.address[place]}")
    if pawn.prizes:
        if reach.sights and bears(deck, pawn, MEDALLION) >= 0:
            keys += [f"look:{board.address[place]}" for place, _near, _cost in reach.sights]
        if not now.moved and not now.ball and bears(deck, pawn, BALL) >= 0 and not _must_fight_in_introductory(s, board, pawn):
            keys.append("ball")
    if attack and s.dials.ambush:
        for victim in spells.spell_victims(s, pawn):
            keys += [f"cast:{SPELLS[spell]}@pawn-{victim.seat}" for spell in attack]
    if wizard and not now.ball and spells.may_transfer(s, pawn):
        keys += [f"transfer:{board.address[space]}" for space in spells.transfer_targets(s, pawn)]
    if s.dials.safe_keeping and pawn.space == board.start and not now.banked and (pawn.prizes or pawn.stored):
        keys.append("bank")
    if not now.moved and not now.ball:
        keys += roads(s, board, pawn, reach)
    return [*reach.keys, *keys, *reach.corridors, "end"]


def roads(s: Dungeon, board: Board, pawn: Pawn, reach: Reach) -> list[str]:
    """Keys for landmarks out of this turn's reach: the nearest places with cards, stairs, home."""
    places, others = landmarks_of(board).far_marks(pawn.space, ALLOWANCE)
    open_key = reaches_of(board).open_key
    keys: list[str] = []
    for mark, site, key in places:
        if s.stacks[site] and open_key[mark] not in reach.act:
            keys.append(key)
            if len(keys) == 3:
                break
    if board.gallery >= 0 and guarded(s, board, board.gallery):  # a road that the monster there bars at once is none
        return [key for key in keys + others if road(s, board, pawn, board.number[key[8:]])]
    return keys + others


def _must_fight_in_introductory(s: Dungeon, board: Board, pawn: Pawn) -> bool:
    """The introductory ball allows no combat that turn, so it is not offered where a fight is due (BRD-INT-12)."""
    due = guarded(s, board, pawn.space) or (pawn.standoff >= 0 and guarded(s, board, pawn.standoff))
    return s.dials.introductory and due


def _keys_after_look(s: Dungeon, board: Board, pawn: Pawn) -> list[str]:
    """After a look through the medallion: attack that monster, or the turn is over (BRD-ESP-03)."""
    place = s.now.looked
    address = board.address[place]
    keys = []
    if board.kind[place] == ROOM:
        keys.append(f"open:{address}")
    elif s.now.moves > 0 and not s.now.ball:
        keys.append(f"go:{address}")
    if pawn.kind == WIZARD and not s.now.spell_used:
        keys += [f"cast:{SPELLS[spell]}@{address}" for spell in (FIREBALL, LIGHTNING) if spell in pawn.spells]
    return [*keys, "end"]


async def act(t: Table[Dungeon], pawn: Pawn, key: str, reach: Reach, board: Board) -> None:
    """Do what was chosen."""
    s = t.state
    verb, _, what = key.partition(":")
    if verb == "go":
        target, near, cost = reach.act[key]
        await go(t, pawn, reach, target, near)
    elif verb == "open":
        target, near, cost = reach.act[key]
        if not cost or await walk(t, pawn, reach.path_to(near), on_to=True):
            await open_door(t, pawn, target)
    elif verb == "try":
        link, near, far = next((link, near, far) for name, link, near, far, _cost in reach.tries if name == key)
        if near == pawn.space or await walk(t, pawn, reach.path_to(near), on_to=True):
            await try_secret_door(t, pawn, link, far)
    elif verb == "cast":
        if "@pawn-" in what:
            spell, victim = ambush.parse_blast(s, key)
            await spells.blast(t, pawn, spell, victim)
            return
        name, _, address = what.partition("@")
        place = board.number[address]
        near = _near(reach, place)
        if near == pawn.space or await walk(t, pawn, reach.path_to(near), on_to=True):
            await spells.cast(t, pawn, SPELLS.index(name), place)
    elif verb == "look":
        place = board.number[what]
        near = _near(reach, place)
        if near == pawn.space or await walk(t, pawn, reach.path_to(near), on_to=True):
            await prizes.look(t, pawn, place)
    elif verb == "transfer":
        await spells.transfer(t, pawn, board.number[what])
    elif verb == "towards":
        await walk(t, pawn, road(s, board, pawn, board.number[what]))
    elif verb == "ball":
        await prizes.gaze(t, pawn)
        if s.dials.introductory:
            s.now.over = True  # BRD-INT-12
    elif verb == "bank":
        await prizes.bank(t, pawn)
    else:
        s.now.over = True


def road(s: Dungeon, board: Board, pawn: Pawn, mark: int) -> list[int]:
    """As much of the way towards a landmark as the movement allows, and not into a monster."""
    path: list[int] = []
    for space in landmarks_of(board).way_to(pawn.space, mark, s.now.moves):
        if guarded(s, board, space):
            break
        path.append(space)
    return path


def _near(reach: Reach, place: int) -> int:
    return next(near for other, near, _cost in reach.sights if other == place)


async def go(t: Table[Dungeon], pawn: Pawn, reach: Reach, target: int, near: int) -> None:
    """Walk to a space; a chamber with cards ends the movement and starts a fight (BRD-MOVE-09, BRD-DOOR-10)."""
    if target == near:
        await walk(t, pawn, reach.path_to(target))
        return
    if near != pawn.space and not await walk(t, pawn, reach.path_to(near), on_to=True):
        return
    if await walk(t, pawn, [target]):
        t.state.now.over = True
        await combat.enter_chamber(t, pawn)


async def walk(t: Table[Dungeon], pawn: Pawn, path: list[int], *, on_to: bool = False) -> bool:
    """Move along a path, space by space. False: something ended or turned the walk - victory, an ambush.

    `on_to`: more follows at once - a door, a spell - so the log need not say where the space lies.
    """
    s, board = t.state, board_of(t.state)
    now = s.now
    for space in path:
        link = board.link_between[pawn.space, space]
        if board.via[link] == SECRET and link not in pawn.doors:
            open_by_card(t, pawn, link)
        put(s, pawn, space)
        now.moves -= 1
        now.moved = True
        if space == board.start:
            if pawn.wounded:
                losing.cure(t, pawn)
            if ending.check_win(t, pawn):
                return False
        if s.loose and space in s.loose and not guarded(s, board, space):
            await prizes.offer_loose(t, pawn)
        if s.dials.ambush and await pawns_meet(t, pawn):
            return False
    if not t.light:
        here = pawn.space
        if board.site[here] >= 0:
            t.tell("{name} enters {where}.", rule="BRD-MOVE-01", name=pawn.name, where=board.label(here))
        elif here in board.stair_of:
            t.tell("{name} moves to {where} of the {stair}.", rule="BRD-MOVE-01", name=pawn.name, where=board.label(here),
                   stair=board.stair_of[here].name)  # fmt: skip
        elif on_to or here == board.start:
            t.tell("{name} moves to {where}.", rule="BRD-MOVE-01", name=pawn.name, where=board.label(here))
        else:
            t.tell("{name} moves to {where}, {beside}.", rule="BRD-MOVE-01", name=pawn.name, where=board.label(here),
                   beside=landmarks_of(board).beside(here) or "far from anything")  # fmt: skip
    return True


async def open_door(t: Table[Dungeon], pawn: Pawn, room: int) -> None:
    """Open a door upon a monster: the card is turned up and the fight begins, movement or no (BRD-DOOR-01 to 04)."""
    s, board = t.state, board_of(t.state)
    open_by_card(t, pawn, board.link_between[pawn.space, room])
    t.tell("{name} opens the door of {where}.", rule="BRD-DOOR-03", name=pawn.name, where=the(s, room))
    await combat.fight(t, pawn, room)


async def try_secret_door(t: Table[Dungeon], pawn: Pawn, link: int, far: int) -> None:
    """One die at a secret door: 1 or 2 opens it, for an Elf 1 to 4; a failure ends the turn then and there (BRD-SEC-01 to 04)."""
    s, board = t.state, board_of(t.state)
    s.now.tried = True
    die = await t.roll("1d6", f"{pawn.name} at a secret door", rule="BRD-SEC-01", seat=pawn.seat)
    if die <= tables().finds[pawn.kind]:
        learn_door(s, board, pawn, link)
        t.tell("{name} finds the secret door to {where}.", rule="BRD-SEC-03", name=pawn.name, where=the(s, far))
    else:
        s.now.over = True
        t.tell("{name} feels along the wall and finds nothing.", rule="BRD-SEC-04", name=pawn.name)


# Words for the options, built only when somebody looks.


def describer(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, reach: Reach) -> Callable[[str], Option]:
    """A function that labels the keys of a turn."""
    plain = reach.labels if not s.dials.ambush else {}

    def describe(key: str) -> Option:
        known = plain.get(key)
        if known is not None and known[0] not in s.loose:
            return known[1]
        walk = reach.act.get(key)
        if walk is not None and walk[0] == walk[1] and walk[0] not in s.loose and not s.dials.ambush:
            walks = landmarks_of(board).walks(pawn.space, s.now.moves)
            option = walks.get(walk)
            if option is None:
                option = walks[walk] = _describe_go(s, board, pawn, reach, key)
            plain[key] = (walk[0], option)
            return option
        verb, _, what = key.partition(":")
        if verb == "go":
            return _describe_go(s, board, pawn, reach, key)
        if verb == "open":
            place = board.number[what]
            cost = reach.act[key][2]
            hint = f"{_walk(cost)}{card_line(s, board, deck, pawn, place)}"
            return Option(f"Open {board.label(place)}", hint=hint, place=what, rule="BRD-DOOR-01")
        if verb == "try":
            entry = next(entry for entry in reach.tries if entry[0] == key)
            hint = f"{_walk(entry[4])}opens on 1-{tables().finds[pawn.kind]}; a failure ends your turn"
            return Option(
                f"Try the secret door to {board.label(entry[3])}", hint=hint, place=board.address[entry[3]], rule="BRD-SEC-01"
            )
        if verb == "cast":
            return ambush.describe_blast(s, key) if "@pawn-" in what else _describe_cast(s, board, deck, pawn, reach, what)
        if verb == "look":
            place = board.number[what]
            cost = next((cost for other, _near, cost in reach.sights if other == place), 0)
            return Option(
                f"Look into {board.label(place)}",
                hint=f"{_walk(cost)}ESP Medallion; then attack it or end",
                place=what,
                rule="BRD-ESP-01",
            )
        if verb == "transfer":
            return spells.describe_transfer(s, key)
        if verb == "towards":
            return _describe_road(s, board, deck, pawn, board.number[what])
        if verb == "ball":
            return Option("Gaze into the Crystal Ball", hint="no movement this turn", rule="BRD-BALL-01")
        if verb == "bank":
            return Option("Safe keeping", hint="leave or fetch prizes; leaving any ends the turn", rule="BRD-SAFE-01")
        return _describe_end(s, board, deck, pawn)

    return describe


def _walk(cost: int) -> str:
    return f"{cost} space{'s' if cost != 1 else ''} to walk; " if cost else ""


def _describe_go(s: Dungeon, board: Board, pawn: Pawn, reach: Reach, key: str) -> Option:
    space = board.number[key[3:]]
    target, near, cost = reach.act.get(key, (space, pawn.space, 0))
    hints = [f"{cost + (target != near)} of {s.now.moves} {board.compass(pawn.space, space)}"]
    if target != near:
        hints.append(f"stops you: {card_line(s, board, deck_of(s), pawn, target)}")
    elif s.loose.get(space):
        hints.append(f"{cards(len(s.loose[space]))} without a guard")
    if s.dials.ambush:
        path = [*reach.path_to(near), target]
        met = [other.name for step in path for other in pawns_at(s, step, pawn) if step != board.start]
        if met:
            hints.append(f"meets {', '.join(dict.fromkeys(met))}")
    hints.append(landmarks_of(board).beside(space))
    return Option(f"Go to {board.label(space)}", hint="; ".join(hints), place=board.address[space], rule="BRD-MOVE-01")


def _describe_road(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, mark: int) -> Option:
    around = landmarks_of(board).surroundings(pawn.space)
    words = around.roads.get(mark)
    if words is None:
        words = around.roads[mark] = _road_words(board, pawn.space, mark)
    ends = words.ends
    end = ends[min(s.now.moves, len(ends) - 1)] if ends else board.address[(road(s, board, pawn, mark) or [pawn.space])[-1]]
    hint = f"{words.distance}; {words.what or card_line(s, board, deck, pawn, mark, far=True)}; this turn to {end}"
    return Option(words.label, hint=hint, place=board.address[mark], rule="BRD-MOVE-01")


def _road_words(board: Board, space: int, mark: int) -> Road:
    """A far landmark as all see it."""
    if board.kind[mark] == STEP:
        name, what = landmarks_of(board).stairs_from(space, mark), board.stair_of[mark].name
    elif mark == board.start:
        name, what = "the Main Staircase", "the way out"
    else:
        name, what = board.label(mark), ""
    cost = landmarks_of(board).surroundings(space).marks[mark]
    way = landmarks_of(board).way_to(space, mark, ALLOWANCE)
    ends = () if any(board.site[at] >= 0 for at in way) else tuple(board.address[at] for at in (space, *way))
    distance = f"{cost} spaces, {-(-cost // ALLOWANCE)} turns {board.compass(space, mark)}"
    return Road(f"Walk on towards {name}", distance, what, ends)


def _describe_cast(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, reach: Reach, what: str) -> Option:
    name, _, address = what.partition("@")
    spell, place = SPELLS.index(name), board.number[address]
    cost = next((cost for other, _near, cost in reach.sights if other == place), 0)
    card = known_top(s, board, pawn, place)
    line = f"unknown card: {losing.about(losing.mean_chance(deck, board.level[place], 3 + spell, 0))}"
    if card >= 0:
        monster = deck.monsters[card]
        need = 13 if monster.trap else monster.needs[4 if spell == LIGHTNING else 5]
        line = f"{monster.name}: no effect" if need > 12 else f"{monster.name}: {need} or more, {losing.chance(need)} in 36"
    left = pawn.spells.count(spell)
    return Option(
        f"{SPELL_NAMES[spell]} into {board.label(place)}",
        hint=f"{_walk(cost)}{line}; you hold {left}",
        place=address,
        rule="BRD-ATK-02",
    )


def known_top(s: Dungeon, board: Board, pawn: Pawn, place: int) -> int:
    """The top card of a place if this pawn knows it, else -1."""
    stack = stack_at(s, board, place)
    if not stack:
        return -1
    card = stack[0].card
    mine = card in pawn.knows_monsters or (card in s.peeked_monsters and s.order[s.turn] == pawn.seat)
    return card if mine or card in s.shown or card in s.facing else -1


def card_line(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, place: int, *, far: bool = False) -> str:
    """What this pawn knows of the top card of a place, with its odds; in fewer words when it is far."""
    card = known_top(s, board, pawn, place)
    if card >= 0:
        return losing.odds_line(s, pawn, card)
    count = len(stack_at(s, board, place))
    level = board.level[place]
    mean = losing.about(losing.mean_chance(deck, level, pawn.kind, sword_bonus(s, deck, pawn)))
    if far:
        return f"level {level}: {mean}"
    what = f"{count} face-down card{'s' if count > 1 else ''}" if board.kind[place] == CHAMBER else "a face-down card"
    return f"{what} of level {level}: {mean}"


def _describe_end(s: Dungeon, board: Board, deck: Deck, pawn: Pawn) -> Option:
    if guarded(s, board, pawn.space) and not s.now.fought:
        return Option("Stay and fight", hint=card_line(s, board, deck, pawn, pawn.space), rule="BRD-CMB-10")
    if pawn.standoff >= 0 and guarded(s, board, pawn.standoff) and not s.now.met_duty:
        return Option(
            "Stay in the doorway and fight again", hint=card_line(s, board, deck, pawn, pawn.standoff), rule="BRD-NOEF-05"
        )
    if pawn.kind == WIZARD and pawn.space == board.start and not s.now.moved and len(pawn.spells) < pawn.spell_limit:
        return Option("Rest here and regain a spell", rule="BRD-REG-01")
    return Option("End the turn here", hint="" if s.now.moved else "you have not moved", rule="BRD-TURN-03")
