"""The rules of How to Host a Dungeon, a file per chapter."""

from .civilization.customs import CUSTOMS
from .conventions.entries import EFFECTS, TABLES
from .dark_elves.dark_elves import DARK_ELVES
from .demons.demons import DEMONS
from .disaster.disaster import great_disaster
from .dwarves.dwarves import DWARVES
from .encounters.natures import BONDS, NATURES, Nature
from .encounters.oddities import ODDITIES
from .encounters.villainies import VILLAINIES
from .kingdoms.kingdoms import surface_season
from .monsters.alphas import ALPHAS
from .monsters.breeders import BREEDERS
from .monsters.delvers import COURT, DELVERS, delver_meets
from .monsters.temple import TEMPLE
from .own.effects import OWN_EFFECTS
from .own.people import OWN_PEOPLE
from .primordial.primordial import primordial_event
from .villainy.alpha_villain import ALPHA_VILLAIN
from .villainy.dungeon_master import DUNGEON_MASTER, ENSLAVED
from .villainy.legions import UNDEAD_LEGION
from .villainy.liche_king import LICHE_KING, MINION
from .villainy.master_works import CAPTIVE, TRAP
from .villainy.thought_lords import INFILTRATED, THOUGHT_LORDS

TABLES.update({"primordial_events": primordial_event, "great_disaster": great_disaster})
EFFECTS.update(OWN_EFFECTS)
CUSTOMS.update({"dwarven": DWARVES, "dark_elf": DARK_ELVES, "demon": DEMONS, "custom": OWN_PEOPLE})
NATURES.update(
    {
        "surface": Nature(meets=delver_meets, season=surface_season),
        "delver": DELVERS,
        "breeder": BREEDERS,
        "alpha": ALPHAS,
        "wyrm": ALPHAS,
        "temple": TEMPLE,
    }
)
NATURES.update({"villain": COURT, "minions": COURT})
BONDS.update({"enslaved": ENSLAVED, "infiltrated": INFILTRATED, "minion": MINION})
ODDITIES.update({"Trap": TRAP, "Captive": CAPTIVE, "Undead Legion": UNDEAD_LEGION})
VILLAINIES.update(
    {
        "dungeon_master": DUNGEON_MASTER,
        "thought_lords": THOUGHT_LORDS,
        "liche_king": LICHE_KING,
        "alpha_villain": ALPHA_VILLAIN,
    }
)
