"""How long a text may be that is asked for, in characters: a matter of room on the page, not of rules."""

from __future__ import annotations

SOMETHING = 2  # the least that names anything
WORD, NAME, TITLE, IDEA, THING, PURPOSE = 20, 30, 40, 48, 60, 80
LINE, SENTENCE, FACT, FRAME, STORY, TALE = 120, 160, 200, 300, 400, 600
