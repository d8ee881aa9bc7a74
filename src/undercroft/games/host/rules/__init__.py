"""The rules of How to Host a Dungeon, in the order of the book:

- `conventions`: how we measure, the order of play, making up your own
- `primordial`: the Primordial Age
- `civilization`, `dwarves`, `dark_elves`, `demons`: the Age of Civilization; `own`: a people, event or feature of your own
- `disaster`: the Great Disaster
- `encounters`, `kingdoms`, `monsters`, `adventurers`: the Age of Monsters, from what all groups share to each kind of them
- `villainy`: the Age of Villainy
- `advanced`: minor features and advanced rules

`history` is the turn; `hand` is the author's, at any time. Imports point one way (contracts/host.toml). What a low chapter leads
to in a high one is found in a record, by a name that is in the state; the records are filled here.
"""

from .advanced.minor import dropped_feature
from .civilization.customs import CUSTOMS
from .conventions.entries import EFFECTS, TABLES
from .dark_elves.dark_elves import DARK_ELVES
from .demons.demons import DEMONS
from .disaster.disaster import great_disaster
from .dwarves.dwarves import DWARVES
from .encounters.bonds import BONDS
from .encounters.encounters import NATURES, Nature
from .encounters.oddities import ODDITIES
from .encounters.villainies import VILLAINIES
from .kingdoms.kingdoms import surface_season
from .monsters.alphas import ALPHAS
from .monsters.breeders import BREEDERS
from .monsters.delvers import COURT, DELVERS, delver_meets
from .monsters.monsters import feature_roll, visitors
from .monsters.temple import TEMPLE
from .own.effects import OWN_EFFECTS
from .own.people import OWN_PEOPLE
from .primordial.caverns import one_cavern
from .primordial.primordial import primordial_event
from .villainy.alpha_villain import ALPHA_VILLAIN
from .villainy.dungeon_master import DUNGEON_MASTER, ENSLAVED
from .villainy.legions import UNDEAD_LEGION
from .villainy.liche_king import LICHE_KING, MINION
from .villainy.master_works import CAPTIVE, TRAP
from .villainy.thought_lords import INFILTRATED, THOUGHT_LORDS

TABLES.update({"primordial_events": primordial_event, "natural_cavern": one_cavern, "great_disaster": great_disaster})
TABLES.update({"minor_features": dropped_feature, "monster": visitors, "special_feature": feature_roll})
EFFECTS.update(OWN_EFFECTS)
CUSTOMS.update({"dwarven": DWARVES, "dark_elf": DARK_ELVES, "demon": DEMONS, "custom": OWN_PEOPLE})
NATURES.update({"delver": DELVERS, "breeder": BREEDERS, "alpha": ALPHAS, "wyrm": ALPHAS, "temple": TEMPLE})
NATURES.update({"surface": Nature(meets=delver_meets, season=surface_season), "villain": COURT, "minions": COURT})
BONDS.update({"enslaved": ENSLAVED, "infiltrated": INFILTRATED, "minion": MINION})
ODDITIES.update({"Trap": TRAP, "Captive": CAPTIVE, "Undead Legion": UNDEAD_LEGION})
VILLAINIES.update({"dungeon_master": DUNGEON_MASTER, "thought_lords": THOUGHT_LORDS})
VILLAINIES.update({"liche_king": LICHE_KING, "alpha_villain": ALPHA_VILLAIN})
