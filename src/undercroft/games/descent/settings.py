"""Settings: how long a campaign is, which maze, and every dial of the ledger (DES-DIAL)."""

from __future__ import annotations

from ...engine import Setting
from .content import dials

_WORDS = {
    "base_hits": ("Hits without armour", "DES-DIAL-01"),
    "dark_penalty": ("What the dark costs", "DES-DIAL-02"),
    "high_ground_bonus": ("High ground", "DES-DIAL-02"),
    "shield_penalty": ("Shield in front", "DES-DIAL-02"),
    "hit_rule": ("Reach or exceed the number", "DES-DIAL-03"),
    "minotaur_throws": ("The minotaur, who hits two at a time, throws", "DES-BST-11"),
    "starting_gold": ("Purse of a new persona", "DES-SETUP-07"),
    "doubles_chain": ("Extra throws breed further ones", "DES-DIAL-09"),
    "secret_doors": ("Who notices secret doors", "DES-MOVE-12"),
    "son_weapon_limit": ("Dearest weapon for a son", "DES-SON-03"),
    "priest_bonus_applies": ("A priest's bonus helps", "DES-PRI-08"),
    "priest_rank3_hits": ("Extra hits of a third-rank priest", "DES-PRI-13"),
    "spell_limit_counts": ("The spell limit counts", "DES-DIAL-04"),
    "mace_ball_blows": ("Blows of a mace ball", "DES-SUP-11"),
    "morning_star_ball_axe_rolls": ("Axe rolls of a morning star ball", "DES-SPELL-17"),
    "healing_restores": ("What healing restores", "DES-DIAL-05"),
    "medi_kit_bonus": ("Medi-kit", "DES-DIAL-05"),
    "child_death_loss": ("Karma lost with a child", "DES-DIAL-06"),
    "children": ("Sons and daughters", "DES-DIAL-06"),
    "cruelty": ("Peace is made at", "DES-PEACE-03"),
    "parting_blow_bonus": ("Parting blows", "DES-FLEE-02"),
    "thirty_silver": ("Thirty pieces of silver", "DES-TREAS-27"),
    "snake_venom": ("Venomous snakes", "DES-DIAL-10"),
    "exotic_personas": ("Exotic personas", "DES-DENOM-06"),
    "fall_hits": ("Hits from a fall", "DES-MAZE-23"),
    "simulacra_stock": ("Simulacra in the store", "DES-SIM-09"),
    "loan_limit_per_persona": ("Loan to a head", "DES-STORE-12"),
    "personas_per_player": ("Personas to a player (0: any number)", "DES-IDEA-09"),
    "baddies": ("Which baddies", "DES-DIAL-07"),
    "level_danger": ("More baddies with each level", "DES-DIAL-08"),
    "temperament": ("The gamesmaster's temper", "DES-GM-05"),
}
MAZES = ("crabgrass", "popnecker", "grandmother", "new", "model")
FIRST = (
    Setting("descents", "Descents in this campaign", 1, low=1, high=20, rule="DES-IDEA-08"),
    Setting("maze", "Maze", "crabgrass", choices=MAZES, help="new: dug afresh for this campaign", rule="DES-IDEA-11"),
    Setting(
        "maze_file",
        "A maze of your own",
        "",
        file=True,
        help="path of a maze file (see `undercroft maze check`); it takes the place of the maze above",
        rule="DES-IDEA-11",
    ),
    Setting("levels", "Levels of a new maze", 3, low=1, high=6, rule="DES-MAZE-12"),
    Setting(
        "evening",
        "Orders in an evening",
        240,
        low=5,
        high=5000,
        help="then the party is led out and the chest stays below",
        rule="DES-IDEA-12",
    ),
    Setting(
        "veterans",
        "New personas",
        "tenth rank",
        choices=("tenth rank", "mixed", "storied"),
        help="mixed: a die says how far each has come, with karma and gold for one rise; storied: two, and a die of finds",
        rule="DES-SETUP-05",
    ),
    Setting("mapping", "Who draws the party's map", "auto", choices=("auto", "own"), rule="DES-MAZE-33"),
)


def _settings() -> tuple[Setting, ...]:
    made = list(FIRST)
    for dial in dials().values():
        label, rule = _WORDS[dial.name]
        if dial.name == "base_hits":
            made += [
                Setting(f"base_hits_{kind}", f"{label}: {kind}", hits, low=1, high=20, rule=rule)
                for kind, hits in dial.default.items()
            ]
        elif isinstance(dial.default, bool):
            made.append(Setting(dial.name, label, dial.default, rule=rule))
        elif isinstance(dial.default, int):
            made.append(Setting(dial.name, label, dial.default, low=min(dial.options), high=max(dial.options), rule=rule))
        else:
            made.append(Setting(dial.name, label, dial.default, choices=tuple(dial.options), rule=rule))
    return tuple(made)


SETTINGS = _settings()
