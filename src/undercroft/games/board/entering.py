"""Entering: a dungeon of another game's world on the printed board. It relabels cards and rooms and rebalances nothing."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from undercroft.engine import BadOpening, Opening
from undercroft.engine.site import LONGEST_TEXT, TWELFTHS, Entry, Hoard, People, Place, Site, Ticket
from undercroft.engine.words import capital, plain
from undercroft.site.account import HARMLESS, alone, dwelling, spread
from undercroft.site.bring import KEY, check_shape, read_brought, short
from undercroft.site.casting import cast, read_casting
from undercroft.site.cut import aim_of, door_of, told
from undercroft.site.telling import told_first
from undercroft.site.words import called, tale

from .board import SECRET, RoomNames, board_from, printed_board
from .content import DATA, LEVELS, Labels, deck_from, printed_deck
from .rules.pieces.odds import WAYS
from .state import Dungeon, Expedition

CARDS = 3  # that a bead of people takes over; a beast, a villain, a lone wanderer takes one
MOST = (3, 4)  # of a level's monsters that peoples take over at most
LONGEST_NAME = 60


class Brought(msgspec.Struct, forbid_unknown_fields=True):
    """What lies in an opening's `bring`: the expedition, and the names for cards and rooms."""

    expedition: Expedition
    cards: Labels
    rooms: RoomNames


def enter(site: Site, door: int, goal: int) -> Entry:
    """The whole dungeon, with no cut: one race is one expedition."""
    way_in = door_of(site, door)
    shares: dict[str, tuple[int, int]] = {}
    monsters = _people_the_cards(site, shares)
    prizes = _lay_hoards(site, shares)
    ticket = Ticket(site.world, site.version, site.year, door, goal, shares)
    spots, hidden = _name_rooms(site)
    rests = _rests(site)
    rumour = next((each for each in site.rumours if each.seq == goal), None)
    expedition = Expedition(
        ticket,
        short(site.title),
        short(way_in.town),
        short(way_in.kind.replace("_", " ")),
        short(aim_of(site, goal)),
        {address: place.id for address, place in spots.items()},
        {address: place.id for address, place in hidden.items()},
        rests,
        (rumour.seq, rumour.truth, rumour.about) if rumour is not None else None,
        told=told_first(site, way_in.town, goal),
    )
    rooms = {
        address: [_room_name(called(site, place), place, address), *filter(None, [short(tale(site, place))])]
        for address, place in spots.items()
    }
    brought = Brought(expedition, Labels(short(site.title), monsters, prizes), RoomNames(short(site.title), rooms))
    return Entry({KEY: msgspec.to_builtins(brought, str_keys=True)}, {}, ticket)


def bring_in(state: Dungeon, opening: Opening) -> None:
    """Lay out what an opening brings along, if it is an expedition; a BadOpening says what is wrong with it."""
    brought = read_brought(opening.bring, Brought)
    if brought is None:
        return
    for name in ("board", "deck"):
        if opening.options[name]:
            raise BadOpening(f"an expedition is played with the printed {name}; leave the option {name} empty")
    if opening.options["solo"] == "type_tour":
        raise BadOpening("an expedition is one race, not a tour of four; set solo to another value")
    check_shape(brought.expedition.ticket)
    _check(brought)
    state.expedition = brought.expedition
    state.deck_file = msgspec.json.encode(brought.cards)
    state.board_file = msgspec.json.encode(brought.rooms)
    deck_from(state.deck_file), board_from(state.board_file)


def _check(brought: Brought) -> None:
    """Names are for cards and rooms that there are, and tickets for cards that bear a name."""
    deck, board = printed_deck(), printed_board()
    for card in brought.cards.monsters:
        if not 0 <= card < len(deck.monsters) or deck.monsters[card].trap:
            raise BadOpening(f"the expedition names monster card {card}; there are 0 to {len(deck.monsters) - 1}, traps left out")
    for card in brought.cards.prizes:
        if not 0 <= card < len(deck.prizes) or deck.prizes[card].special:
            raise BadOpening(f"the expedition names prize card {card}; there are 0 to {len(deck.prizes) - 1}, plain ones alone")
    rooms = {board.address[space] for space in board.rooms}
    e = brought.expedition
    for address, names in brought.rooms.rooms.items():
        if address not in rooms or not names:
            raise BadOpening(f"the expedition names a room {address!r} that the board has not, or gives it no name")
    for address in (*e.spots, *e.hidden):
        if address not in rooms:
            raise BadOpening(f"the expedition speaks of a room {address!r}; the board has none of that address")
    if len(e.rests) != len(LEVELS):
        raise BadOpening(f"the expedition has places for {len(e.rests)} levels; the board has {len(LEVELS)}")
    if e.fallen:
        raise BadOpening("nobody has fallen on an expedition that has not begun")
    known = {f"monster {card}" for card in brought.cards.monsters} | {f"prize {card}" for card in brought.cards.prizes}
    for key in e.ticket.shares:
        if key not in known:
            raise BadOpening(f"the ticket has a share for {key!r}, which is no card that was named")


def _room_name(name: str, place: Place, address: str) -> str:
    """A name for a room, without when somebody died there if it is too long for the board; a mere cave keeps its address."""
    name = plain(name)
    if name == f"the {place.kind}":
        return f"{place.kind} {address}"
    return short(name if len(name) <= LONGEST_NAME else name.partition(", ")[0], LONGEST_TEXT)


def _band(level: int) -> int:
    """The board has six levels: what lies deeper lies on the sixth."""
    return min(max(level, LEVELS[0]), LEVELS[-1])


# Peoples.


def _people_the_cards(site: Site, shares: dict[str, tuple[int, int]]) -> dict[int, tuple[str, str, str]]:
    """Names for monster cards: a people takes over cards of its level, its cast first, then those nearest to the mean."""
    level_of = {place.id: _band(place.level) for place in site.places}
    there: dict[int, dict[int, int]] = defaultdict(dict)  # level -> people -> twelfths
    for (owner, place), twelfths in dwelling(site).items():
        if place in level_of:
            of_level = there[level_of[place]]
            of_level[owner] = of_level.get(owner, 0) + twelfths
    peoples = {people.id: people for people in site.peoples if people.flavour not in HARMLESS}
    names: dict[int, tuple[str, str, str]] = {}
    for level in sorted(there):
        living = {peoples[owner].id: twelfths for owner, twelfths in there[level].items() if owner in peoples}
        deck = printed_deck()
        free = [card for card in deck.monsters_by_level[level] if not deck.monsters[card].trap]
        for owner, heads in _heads(living, peoples, len(free) * MOST[0] // MOST[1]).items():
            people = peoples[owner]
            plays = cast(people.flavour, people.type, _CASTING)
            cards = _nearest(free, plays, level)[:heads]
            free = [card for card in free if card not in cards]
            for card, twelfths in zip(cards, spread(living[owner], heads), strict=True):
                shares[f"monster {card}"] = (owner, twelfths)
                names[card] = (*_card_name(people), plays)
    return names


def _heads(living: dict[int, int], peoples: dict[int, People], most: int) -> dict[int, int]:
    """How many cards each people of a level takes over: its own number, or its part of what there is, the strongest first."""
    wanted = {owner: -(-twelfths // TWELFTHS) * (1 if alone(peoples[owner]) else CARDS) for owner, twelfths in living.items()}
    order = sorted(wanted, key=lambda owner: (-wanted[owner], owner))
    total = sum(wanted.values())
    heads: dict[int, int] = {}
    for owner in order:
        fair = wanted[owner] if total <= most else max(1, wanted[owner] * most // total)
        heads[owner] = min(fair, most - sum(heads.values()), living[owner])
    return {owner: count for owner, count in heads.items() if count > 0}


def _mean(level: int) -> float:
    deck = printed_deck()
    cards = [deck.monsters[card] for card in deck.monsters_by_level[level] if not deck.monsters[card].trap]
    return sum(_hardness(card.needs) for card in cards) / len(cards)


def _hardness(needs: tuple[int, ...]) -> float:
    """How seldom the four adventurers kill it by hand, in 36ths."""
    return sum(36 - sum(WAYS[min(need, 13) :]) for need in needs[:4]) / 4


def _nearest(free: list[int], played: str, level: int) -> list[int]:
    deck, mean = printed_deck(), _mean(level)
    return sorted(
        free, key=lambda card: (deck.monsters[card].name != played, abs(_hardness(deck.monsters[card].needs) - mean), card)
    )


def _card_name(people: People) -> tuple[str, str]:
    """What the card is called, and whose they are: "Cave Giants" of the Long Swarm; "Ogre Lord Mossmother", who is nobody's."""
    flavour, name = plain(people.flavour), plain(people.name)
    if people.type == "wandering" or name.lower() in (flavour.lower(), f"a {flavour.lower()}", f"an {flavour.lower()}"):
        whose = name if name.startswith(("the ", "The ")) else ""
        return short(flavour, LONGEST_NAME), short(whose, LONGEST_NAME)
    if alone(people):
        bare = name.removeprefix("the ").removeprefix("The ")
        return short(bare if flavour.startswith("The ") else f"{flavour} {bare}", LONGEST_NAME), ""
    return short(flavour, LONGEST_NAME), short(name, LONGEST_NAME)


# Hoards.


def _lay_hoards(site: Site, shares: dict[str, tuple[int, int]]) -> dict[int, tuple[str, str, bool]]:
    """Names for prize cards: the most storied hoards take over the dearest plain prizes of their level."""
    deck = printed_deck()
    level_of = {place.id: _band(place.level) for place in site.places}
    names: dict[int, tuple[str, str, bool]] = {}
    for level in LEVELS:
        plain_ones = [card for card in deck.prizes_by_level[level] if not deck.prizes[card].special]
        dearest = sorted(plain_ones, key=lambda card: (-deck.prizes[card].value, card))
        lying = [hoard for hoard in site.hoards if level_of.get(hoard.place) == level]
        lying.sort(key=lambda hoard: (not hoard.name, -len(hoard.past), hoard.id))
        for hoard, card in zip(lying, dearest, strict=False):
            shares[f"prize {card}"] = (hoard.id, TWELFTHS - hoard.thin)
            names[card] = _prize_name(site, hoard, deck.prizes[card].name)
    return names


def _prize_name(site: Site, hoard: Hoard, printed: str) -> tuple[str, str, bool]:
    past = short(", ".join(hoard.past[-3:]))
    if hoard.name:
        return short(capital(hoard.name.removeprefix("the ")), LONGEST_NAME), past, True
    owner = next((people.name for people in site.peoples if people.id == hoard.owner), "")
    before = [name for name in hoard.past if name != "nobody"]
    place = next((called(site, place) for place in site.places if place.id == hoard.place), "")
    return short(f"{printed} of {owner or (before[-1] if before else place)}", LONGEST_NAME), past, False


# Rooms.


def _name_rooms(site: Site) -> tuple[dict[str, Place], dict[str, Place]]:
    """Which room of the board stands for which place: by level and from left to right. What is secret is behind secret doors
    and gives no name away."""
    board = printed_board()
    weight = _weights(site)
    shown: dict[str, Place] = {}
    hidden: dict[str, Place] = {}
    for level in LEVELS:
        rooms = sorted((space for space in board.rooms if board.level[space] == level), key=_across)
        places = [place for place in site.places if _band(place.level) == level and weight.get(place.id)]
        places.sort(key=lambda place: (-weight[place.id], place.id))
        places = places[: len(rooms)]
        behind = sorted(rooms, key=lambda space: (-_closed(space), _across(space)))
        for place in [place for place in places if place.secret]:
            hidden[board.address[behind[0]]] = place
            rooms.remove(behind.pop(0))
        open_ones = sorted((place for place in places if not place.secret), key=lambda place: (place.x, place.y, place.id))
        for index, place in enumerate(open_ones):
            shown[board.address[rooms[index * len(rooms) // len(open_ones)]]] = place
    return shown, hidden


def _across(space: int) -> tuple[int, int]:
    row = printed_board().rows[space]
    return row.x, row.y


def _closed(space: int) -> float:
    """How much of a room's way in is secret doors."""
    board = printed_board()
    vias = [via for _, via, _ in board.near[space]]
    return sum(via == SECRET for via in vias) / len(vias)


def _weights(site: Site) -> dict[int, int]:
    """How much there is to tell of a place: who lives there and what lies there count most."""
    weight = dict.fromkeys(sorted(told(site)), 1)
    for dweller in site.dwellers:
        weight[dweller.place] += 3
    for hoard in site.hoards:
        weight[hoard.place] += 2 + len(hoard.past)
    for place in site.places:
        if place.name:
            weight[place.id] += 2
    return weight


def _rests(site: Site) -> list[int]:
    """By level of the board, the place that stands for spaces of no name: its weightiest open one, or the nearest level's."""
    weight = _weights(site)
    open_ones = [place for place in site.places if not place.secret] or site.places
    if not open_ones:
        raise BadOpening(f"{site.title} has no places to go to")
    return [
        min(open_ones, key=lambda place: (abs(_band(place.level) - level), -weight.get(place.id, 0), place.id)).id
        for level in LEVELS
    ]


_CASTING = read_casting(DATA / "casting.toml")
