"""The rules of Donjon, chapter by chapter as the book has them; what a chapter leads to later hangs in the tables below.

1. `concepts`: the Test and its dice, the ledger of facts, the Law of Successes
2. `characters`: making them, their Abilities and Magic Words, going up in Level
3. `goods`: Wealth, Worth and Provisions, vendors, the pack
4. `resolution` and `tasks`: pools and Abilities brought up; tasks, contests and tricks
5. `harm` and `combat`: Damage Tests, initiative, odd powers; attacks, moves, flurries, lulls and parley
6. `magic`: gathering, spells and their release; loot and magic items
7. `creatures`, `bestiary` and `running`: creatures made flesh, and healing; odd powers; adventures, scenes, meetings, Town
8. `fungus`: the scenes of the sample adventure

`basics` is below them all: words read and told, the Game Master's calls, distances. `flow` is above: what comes next, the
journey, the desk, and the order of play.
"""

from __future__ import annotations

from .basics.tales import TALES
from .bestiary import beasts, fungi, horrors, people
from .combat.tactics import REPORTING
from .creatures.odd import POWERS
from .fungus import crimson_forest, emerald, fungus_caves, grakvar, spores_below
from .harm.damage import AFTER_BLOW
from .magic.magic import shaken
from .magic.spells import WONDERS
from .running import climax, common_scenes, meetings
from .running.scene_facts import SCENES, SceneRule

AFTER_BLOW += [shaken]
REPORTING += ["sentries"]
TALES |= {"fungus": emerald.FUNGUS}
WONDERS |= {"emerald": emerald.EMERALD, "heart_of_nok": climax.HEART}

POWERS |= {
    "spore_cloud": fungi.CLOUD,
    "worship": fungi.WORSHIP,
    "toad_jump": beasts.JUMP,
    "toad_cling": beasts.CLING,
    "toad_leap": beasts.LEAP,
    "howl": beasts.HOWL,
    "hrrmph": beasts.HRRMPH,
    "hypnotize": beasts.HYPNOTIZE,
    "spit": beasts.SPIT,
    "blast": fungi.BLAST,
    "eat_and_heal": fungi.EAT_AND_HEAL,
    "paralyze": horrors.PARALYZE,
    "destroy_items": horrors.DESTROY_ITEMS,
    "poison_save": beasts.POISON,
    "retaliate": fungi.RETALIATE,
    "track_blood": beasts.TRACK_BLOOD,
    "regenerate_adr": people.REGENERATE,
}

SCENES |= {
    "foes": SceneRule(meetings.foes_scene, "meet", foes=True),
    "wander": SceneRule(meetings.wander),
    "creature": SceneRule(meetings.creature),
    "rescue": SceneRule(meetings.rescue),
    "obstacle": SceneRule(common_scenes.obstacle, "try"),
    "trap": SceneRule(common_scenes.trap, "notice"),
    "talk": SceneRule(common_scenes.talking),
    "quiet": SceneRule(common_scenes.quiet),
    "cache": SceneRule(common_scenes.cache),
    "rotten_log": SceneRule(common_scenes.rotten_log),
    "big_bad": SceneRule(climax.big_bad, climax=True),
    "hollow_tree": SceneRule(crimson_forest.hollow_tree),
    "surrounded": SceneRule(crimson_forest.surrounded),
    "rope_trap": SceneRule(crimson_forest.rope_trap, "notice"),
    "wolf_ambush": SceneRule(crimson_forest.wolf_ambush),
    "followed": SceneRule(crimson_forest.followed, "notice", foes=True),
    "nylo": SceneRule(crimson_forest.nylo),
    "cave_in": SceneRule(fungus_caves.cave_in, "notice"),
    "spore_well": SceneRule(fungus_caves.spore_well, "drink"),
    "toads": SceneRule(fungus_caves.toads),
    "chasm": SceneRule(fungus_caves.chasm, "jump"),
    "light_tunnel": SceneRule(fungus_caves.light_tunnel),
    "snake_pit": SceneRule(fungus_caves.snake_pit),
    "grakvar": SceneRule(grakvar.grakvar),
    "grakvar_returns": SceneRule(grakvar.grakvar_returns),
    "sentries": SceneRule(spores_below.sentries),
    "current": SceneRule(spores_below.current, "wave"),
    "tending_room": SceneRule(spores_below.tending_room, "stuck", foes=True),
    "mushroom_king": SceneRule(spores_below.mushroom_king, climax=True),
}
