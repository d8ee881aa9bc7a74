"""The rules, chapter by chapter in the order of the booklet. A chapter imports only from lower ones:

1. `personas` who goes down; `surface` the store, the muster, home and the newspaper (DES-IDEA, DES-SETUP, DES-STORE, DES-DIV)
2. `mapping` and `directions` the maze and the way through it (DES-MAZE, DES-MOVE); `orders` what the leader says (DES-LEAD)
3. `treasure` and `sages` what is found (DES-TREAS, DES-MAGW, DES-SPELL, DES-SAGE)
4. `company` who is met; `battle` blow by blow; `wounds` where hits go (DES-BAD, DES-BAT, DES-WZB, DES-ARM)
5. `ending` peace, flight, victory and what follows (DES-PEACE, DES-FLEE, DES-MOR, DES-AFT); `bestiary` the odd ones (DES-BST)
6. `campaign` the round of phases, and the gamesmaster (DES-GM, DES-DIAL); `basics` what all of them use (DES-DBL, DES-FLAV)

From low to high: basics, personas, mapping, company, wounds, treasure, directions, sages, battle, ending, bestiary, orders,
surface, campaign. Below the bestiary nobody knows a baddie: the rules ask `basics.deeds` at their moments, and what it answers
is filled in here.
"""

from .basics.deeds import DEEDS
from .bestiary.humanoids import HUMANOIDS
from .bestiary.mammals import MAMMALS
from .bestiary.mythical import MYTHICAL
from .bestiary.reptiles import REPTILES
from .bestiary.weirdies import WEIRDIES

DEEDS.update({**HUMANOIDS, **REPTILES, **WEIRDIES, **MAMMALS, **MYTHICAL})  # their order is the order of play
