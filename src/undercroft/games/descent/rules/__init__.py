"""The rules, chapter by chapter in the order of the booklet. A chapter imports only from lower ones:

1. `personas` who goes down; `surface` the store, the muster, home and the newspaper (DES-IDEA, DES-SETUP, DES-STORE, DES-DIV)
2. `mapping` and `directions` the maze and the way through it (DES-MAZE, DES-MOVE); `orders` what the leader says (DES-LEAD)
3. `treasure` and `sages` what is found (DES-TREAS, DES-MAGW, DES-SPELL, DES-SAGE)
4. `company` who is met; `battle` blow by blow; `wounds` where hits go (DES-BAD, DES-BAT, DES-WZB, DES-ARM)
5. `ending` peace, flight, victory and what follows (DES-PEACE, DES-FLEE, DES-MOR, DES-AFT)
6. `campaign` the round of phases, and the gamesmaster (DES-GM, DES-DIAL); `basics` what all of them use (DES-DBL, DES-FLAV)

From low to high: basics, personas, mapping, company, wounds, treasure, directions, sages, battle, ending, orders, surface,
campaign.
"""
