"""The rules of How to Host a Dungeon, a file per chapter."""

from .alpha_villain import ALPHA_VILLAIN
from .alphas import ALPHAS
from .breeders import BREEDERS
from .custom import OWN_EFFECTS, OWN_PEOPLE
from .customs import CUSTOMS
from .dark_elves import DARK_ELVES
from .delvers import COURT, DELVERS
from .demons import DEMONS
from .disaster import great_disaster
from .dungeon_master import DUNGEON_MASTER, ENSLAVED
from .dwarves import DWARVES
from .features import TEMPLE
from .legions import UNDEAD_LEGION
from .liche_king import LICHE_KING, MINION
from .master_works import CAPTIVE, TRAP
from .natures import BONDS, NATURES
from .oddities import ODDITIES
from .own import EFFECTS, TABLES
from .primordial import primordial_event
from .surface import KINGDOM
from .thought_lords import INFILTRATED, THOUGHT_LORDS
from .villainies import VILLAINIES

TABLES.update({"primordial_events": primordial_event, "great_disaster": great_disaster})
EFFECTS.update(OWN_EFFECTS)
CUSTOMS.update({"dwarven": DWARVES, "dark_elf": DARK_ELVES, "demon": DEMONS, "custom": OWN_PEOPLE})
NATURES.update({"surface": KINGDOM, "delver": DELVERS, "breeder": BREEDERS, "alpha": ALPHAS, "wyrm": ALPHAS, "temple": TEMPLE})
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
