"""Donjon (Nixon, 2002): a narrative game in which each success is a fact you state or a die you keep."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from ...engine import (
    Answer,
    Ask,
    BadOpening,
    Bot,
    Dice,
    Drama,
    Drawing,
    Exporter,
    Game,
    Guide,
    Lesson,
    Odds,
    Opening,
    Options,
    Outcome,
    Screen,
    SettingValue,
    Spot,
    Stage,
    Table,
    Told,
    View,
    read_opponents,
    read_settings,
)
from ...engine.site import Entry, Site
from ...engine.structs import convert
from . import content
from .being import Being
from .state import Donjon, Draft, Secret, Settings
from .state_quest import Quest


class DonjonGame(Game[Donjon]):
    """The game object."""

    # late: start-up time. All imports inside the methods below; rules and screens are read when a game is played.

    slug = "donjon"
    title = "Donjon"
    tagline = "Each success is a fact you state, or a die you keep."
    credit = "Follows Donjon by Clinton R. Nixon (2002)."
    state_type = Donjon
    minor = frozenset(
        [
            "DON-HEAL-01",
            "DON-INI-04",
            "DON-XP-02",
            "DON-XP-04",
            "DON-DMG-03",
            "DON-DMG-04",
            "DON-DEF-03",
            "DON-LAW-07",
            "DON-ABIL-11",
            "DON-ATTR-01",
            "DON-MOVE-03",
            "DON-WEAK-03",
            "DON-LAW-14",
        ]
    )
    min_seats = 1
    max_seats = 8
    rules_version = 9
    minutes = (45, 180)  # 450 to 1,700 decisions of three, six seconds each
    hides_between_seats = False
    takes_gamesmaster = True
    longest = 60_000
    guide = Guide(
        seed=143,
        aim="You are a hero sent to bring back a stolen emerald from the caves beyond this forest; every success you throw lets "
        "you say what is true.",
        stake="Your Flesh Wounds, then the dice of your Attributes: when those are gone, so are you.",
        step="Throw the most dice you can bring, and look before you leap: what you notice first, you may turn to your good.",
    )
    opponents = read_opponents(Path(__file__).with_name("bots.toml"))
    bots = tuple(one.key for one in opponents)
    cover_rounds: ClassVar[tuple[Mapping[str, SettingValue], ...]] = (
        {"adventure": "fungus"},
        {"adventure": "fungus", "heroes": "samples", "adventures": 2},
        {"adventure": "fungus", "starting_level": 3},
        {"adventure": "temple", "starting_level": 9},
        {"adventure": "nok", "starting_level": 13},
        {"adventure": "sketch", "starting_level": 4, "adventures": 3},  # towns with better smiths
    )
    settings = read_settings(Path(__file__).with_name("settings.toml"))

    def setup(self, opening: Opening, dice: Dice) -> Donjon:
        """The table before the first character is made."""
        options = opening.chosen(Settings)
        s = Donjon(options, players=list(opening.seats))
        s.seed = dice.below(1 << 30, "narrator")
        s.town_law = options.town_law
        s.secret.recurring = options.recurring
        s.brought = [convert(entry, Being) for entry in [*opening.bring.get("persona", []), *opening.bring.get("personas", [])]]
        seats = list(range(len(opening.seats)))
        if options.heroes == "samples":
            from .rules.characters.callings import from_sample, from_set

            rows = list(content.samples().values())
            others = [row for row in content.callings().set if row.name not in [r.calling for r in rows]]
            for seat in seats:
                b = Being(f"pc{seat}", "", seat=seat, player=opening.seats[seat], side=0)
                if seat < len(rows):
                    from_sample(b, rows[seat])
                else:
                    from_set(b, others[seat - len(rows)])
                    b.name = opening.seats[seat]
                    b.wealth, b.provisions = 5, 3
                s.beings[b.id] = b
                if options.starting_level > 1:
                    from .rules.characters.experience import starting_level

                    starting_level(s, b, options.starting_level)
        else:
            s.drafts = [Draft(seat, "start") for seat in seats]
        brought = opening.bring.get("adventure")
        if brought is not None:
            from .adventure_check import brought as checked

            s.adventure = checked(brought)  # DON-ADV-09: written by players themselves
            if "expedition" in opening.bring:
                from .questing import begin_quest

                begin_quest(s, opening.bring)
        elif options.adventure == "sketch":
            from .rules.running.sketch import sketch

            s.adventure = sketch(dice, max(1, options.starting_level), len(seats))
        else:
            s.adventure = content.adventure(options.adventure)
        if "expedition" in opening.bring and brought is None:
            raise BadOpening("an expedition belongs to the adventure made from it, and bring['adventure'] is not there")
        return s

    def migrate(self, state: Any, rules_version: int) -> Any:
        """A step that has begun under older rules ends under them: before version 7 dice were asked for at every throw, before
        version 9 nobody was out of reach, and nothing stopped for a wound."""
        if rules_version >= 9:
            return state
        return {**state, "older": 6 if state.get("older") else max(1, rules_version)}

    def step(self, t: Table[Donjon]) -> Coroutine[Any, Any, None]:
        """One phase of about a dozen decisions."""
        from .rules.flow.flow import step

        return step(t)

    def is_over(self, state: Donjon) -> bool:
        """The campaign is over."""
        return state.phase == "over"

    def drama(self, state: Donjon) -> Drama:
        from .rules.flow.flow import drama

        return drama(state)

    def outcome(self, state: Donjon) -> Outcome:
        """How it ended."""
        from .rules.flow.flow import outcome

        return outcome(state)

    def anytime(self, t: Table[Donjon], ask: Ask) -> Mapping[int, Options]:
        """The Game Master's desk, and the ledger of facts for whoever is at a menu."""
        from .rules.concepts.facts import LEAF, MENUS

        found: dict[int, Options] = {}
        if t.state.facts and ask.kind == "choose" and ask.rule in MENUS:
            found = dict.fromkeys((seat for seat in ask.seats if seat != t.gamesmaster), LEAF)
        if t.gamesmaster is not None and not t.state.desk.busy:
            from .rules.flow import desk

            found[t.gamesmaster] = desk.DESK
        return found

    async def act_anytime(self, t: Table[Donjon], seat: int, key: str) -> None:
        """Something from the desk, or a look into the ledger."""
        from .rules.concepts.facts import SEARCH, leaf
        from .rules.flow import desk

        if key == SEARCH.key:
            await leaf(t, seat)
            return
        t.state.desk.busy = True
        await desk.act(t, seat, key)
        t.state.desk.busy = False

    def mask(self, state: Donjon, seat: int | None) -> Donjon:
        """Players do not see NPC sheets, the deck, curses, or the Big Bad's flag (DON-AGM-18)."""
        if seat == len(state.players):
            return state
        beings = {i: (b if b.pc else _masked(b)) for i, b in state.beings.items()}
        adventure = state.adventure
        if adventure is not None:
            been = [n for n, scenes in enumerate(state.scenes_done, start=1) if scenes] if state.phase == "over" else []
            seen = max(1, state.chapter, *been)
            shown = [
                msgspec.structs.replace(
                    c,
                    encounters=[],
                    opponents=[],
                    quota=0,
                    exit="",
                    donjon_level=c.donjon_level if n <= state.chapter else 0,
                    name=c.name if n <= seen else "?",
                    senses=[],
                )
                for n, c in enumerate(adventure.chapters, start=1)
            ]
            bad = msgspec.structs.replace(
                adventure.big_bad, level=0, guards=[], place="", prize="", key="", archetype="", scene=""
            )
            adventure = msgspec.structs.replace(adventure, chapters=shown, big_bad=bad)
        scene = state.scene
        if scene is not None:
            scene = msgspec.structs.replace(scene, encounter="", data={}, caches=list(scene.caches))
        return msgspec.structs.replace(
            state,
            beings=beings,
            adventure=adventure,
            secret=Secret(),
            seed=0,
            lines={},
            openings=[],
            scene=scene,
            options=msgspec.structs.replace(state.options, recurring=False),
            desk=msgspec.structs.replace(state.desk, framed=[]),
            quest=_as_told(state.quest) if state.quest is not None else None,
        )

    def determinise(self, start: Donjon, now: Donjon, seat: int, dice: Dice) -> Donjon:
        """Draw anew what a player cannot know: deck, the Big Bad's flag, creatures' sheets; curses that never bit are none."""
        if seat == len(start.players):
            return start
        from .secrets import redrawn

        return redrawn(start, now, dice)

    def screen(self, masked: Donjon, seat: int | None) -> Screen:
        """Sheets, the ledger and the tracker."""
        from .screen import screen

        return screen(masked, seat)

    def stage(self, masked: Donjon, seat: int | None, told: Sequence[Told]) -> Stage | None:
        """Who tests against whom, and what hangs on it."""
        from .stage import stage

        return stage(masked, seat, told)

    def begin(self, view: View[Donjon]) -> Answer | None:
        """A ready hero, out of the gate."""
        from .first import begin

        return begin(view)

    def case(self, masked: Donjon, seat: int, ask: Ask) -> Sequence[str]:
        from .first import case

        return case(masked, seat, ask)

    def lesson(self, masked: Donjon, seat: int, ask: Ask) -> Lesson | None:
        """What a coach says of the newest thing."""
        from .first import lesson

        return lesson(masked, seat, ask)

    def because(self, view: View[Donjon], answer: Answer) -> str:
        """Why a bot would do it."""
        from .first import because

        return because(view, answer)

    def lid(self) -> str:
        from .lid import lid

        return lid()

    def draw(self, masked: Donjon, seat: int | None) -> Drawing | None:
        """The scene with its fact cards, dice, rail and rings."""
        from .draw import draw

        return draw(masked, seat)

    def spots(self, masked: Donjon, seat: int | None) -> Mapping[str, Spot]:
        """The fighters, by their lines."""
        from .draw import spots

        return spots(masked)

    def exports(self) -> Mapping[str, Exporter]:
        """Character sheets to print, the chronicle of facts, personas to bring again."""
        from .sheets import exports

        return exports()

    def odds(self, question: Sequence[str]) -> Odds:
        """Exact odds of one pool against another (DON-ODDS-01)."""
        from .odds import answer

        return answer(question)

    def enter(self, site: Site, door: int, goal: int, dice: Dice) -> Entry:
        """An adventure in somebody's world."""
        from .entering import enter

        return enter(site, door, goal, dice)

    def bot(self, name: str) -> Bot:
        """A player by name."""
        from .bot import BOTS

        if name not in BOTS:
            raise BadOpening(f"donjon has no bot named {name!r}; it has {', '.join((*self.bots, 'random'))}")
        return BOTS[name]

    def content(self) -> Mapping[str, Sequence[str]]:
        """What play can meet."""
        return {
            "creature": [
                key for key in content.bestiary() if key not in ("minotaur", "mayor_grizzold")
            ],  # an example, and the mayor
            "archetype": [row.key for row in content.gm().archetypes],
            "power": [a.power for row in content.bestiary().values() for a in row.abilities if a.power],
            "curse": [row.activity for row in content.gm().curses],
            "effect": list(content.gm().magic.effects),
            "goods": [
                *(key for key in content.goods().weapons if key != "flame_breath"),
                *(key for key, row in content.goods().armor.items() if not row.special),
            ],
            "encounter": [e.id for key in content.ADVENTURES for c in content.adventure(key).chapters for e in c.encounters],
            "sample": list(content.samples()),
            "calling": [row.name for row in content.callings().set],
        }


def _as_told(quest: Quest) -> Quest:
    """A world as players know it: places they saw, rumours without their truth, no counts and no ticket."""
    seen = [
        msgspec.structs.replace(stop, met=[], number=0, prizes=[prize for prize in stop.prizes if prize.seat >= 0])
        for stop in quest.stops
        if stop.seen
    ]
    rumours = [msgspec.structs.replace(rumour, truth="", place=0) for rumour in quest.rumours]
    ticket = msgspec.structs.replace(quest.ticket, shares={})
    return msgspec.structs.replace(quest, ticket=ticket, stops=seen, rumours=rumours, gate=0)


def _masked(b: Being) -> Being:
    """A creature as players see it: name, wounds in words only, what it holds in hand, where it stands."""
    return Being(
        b.id,
        b.name,
        kind=b.kind,
        calling=b.calling,
        level=0,
        status=b.status,
        role="",
        natural=b.natural,
        side=b.side,
        leader=b.leader,
        spell_dice=b.spell_dice,
        frozen=b.frozen,
        wounds=0 if b.wounds == 0 else 1 if b.wounds < b.wounds_full else 2,
        wounds_full=2,
        look=b.look,
        penalties=list(b.penalties),
    )


GAME: Game[Any] = DonjonGame()
