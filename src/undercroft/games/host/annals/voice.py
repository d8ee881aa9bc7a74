"""The voice of the chronicle: the first time is told at length, later ones briefly, and never in the same words too often."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from ....engine.words import Noun, fill, pronoun, sentence
from .facts import RUN, Fact, short_name
from .tellings import Telling, tellings

KILLS = {"loser-killed": "other", "party-slew": "other", "slain": "other", "two-eaten": "who"}  # who is dead after it
EMPTIED = (
    "{place:^} fell silent.", "{place:^} stood empty.", "Nobody lived in {place} any more.",
    "The lamps in {place} went out.",
    "{place:^} was anybody's now.", "Dust settled in {place}.", "So {place} was quiet.", "And {place} was a ruin again.",
)  # fmt: skip
LAST = (  # who won, and was gone with it
    "That was the last of {who}, and {place} fell silent.", "Nobody of {who} was left to be glad of it; {place} stood empty.",
    "And so {who} had won, and {who:was|were} no more.",
    "There was nobody of {who} left to tell it in {place}.",
)  # fmt: skip
OVER = ("That was the end of {who}.", "And that was that of {who}, after all the fear.")
MARGINS = {  # how narrowly or how easily it was won, now and then
    " by a hair": (" by a hair", "", " in the end", "", ""),
    " with ease": (" with ease", "", "", " without much trouble", ""),
}  # fmt: skip
STAYED = (  # of whoever was there for long
    "For {stayed:words} years {who:it|they} had been there.", "That was after {stayed:words} years.",
    "{stayed:Words} years {who:it|they} had lasted.", "So {stayed:words} years were over in a day.",
)  # fmt: skip
BEFORE = ("{before:^} had ended there before them.", "They might have asked after {before}.")
AVENGED = ("That was for {avenged}, if anybody still remembered them.", "With that {avenged} were avenged.")
ALONE = (  # a company of one
    "{who} went down. It was one torch, and a large name.", "All there was of {who} was one, and that one went down.",
)  # fmt: skip
ENOUGH = 2  # pronouns in a row, then the name again
_SUBJECT = re.compile(r"^(?:(?:For|Every year for|In) \{years:words\} years |Then |Again )?\{who(?::\^)?\} ")
_NAMED = ("end-", "came", "woke", "raised")  # lines that name whom they are about, whatever was said before


class Voice:
    """Somebody telling: what was said already, and of whom."""

    def __init__(self, turn: int = 0) -> None:
        self.turn = turn  # where each set of sentences is begun, so that no two worlds are told alike
        self.spoken: dict[str, int] = {}  # how often each sentence was used
        self.topics: set[str] = set()
        self.chapter()

    def chapter(self) -> None:
        """A new age: everybody is told by the whole name once."""
        self.met: dict[str, str] = {}  # who was named, by what they may be called for short
        self.pause()

    def pause(self, subject: str = "") -> None:
        """A new paragraph: everybody is named again, but for whom it is about."""
        self.subject, self.again = subject, 0
        self.others: list[Noun] = []
        self.slain: Noun | None = None  # whom the last sentence killed
        self.winner: tuple[Noun | None, ...] = (None,)  # who paid for winning in the last sentence, and over whom

    def tell(self, fact: Fact) -> str:
        """The fact as a sentence."""
        if fact.how is None:
            self.pause()
            self.spoken[fact.text] = self.spoken.get(fact.text, 0) + 1
            return sentence(plain(fact.text))
        how = tellings()[fact.topic]
        template, values = self._choose(fact, how)
        if self.slain is not None and self.slain == values.get("who"):
            if how.id.startswith("end-"):
                template = self._least("after", EMPTIED)
            elif how.id == "fell":
                template = self._least("over", OVER)
        elif how.id == "end-killed" and values.get("who") == self.winner[0] and values.get("other") in self.winner[1:]:
            template = self._least("last", LAST)
        self.slain = values.get(KILLS.get(how.id, ""))
        self.winner = (values.get("who"), *(item["what"] for item in fact.items or [values])) if how.id == "made-end" else (None,)
        who = values.get("who")
        if isinstance(who, Noun):
            template = self._they(how, template, values, who)
        self.others = [noun for key in ("other", "what", "a", "b") if isinstance(noun := values.get(key), Noun)]
        self.subject = who.one if isinstance(who, Noun) else ""
        for more, ways in (("stayed", STAYED), ("before", BEFORE), ("avenged", AVENGED)):
            if more in values:
                template += " " + self._least(more, ways)
        return sentence(fill(template, {key: self._called(value) for key, value in values.items()}))

    def _called(self, value: Any) -> Any:
        """A name in full the first time, in short afterwards, unless somebody else could be meant."""
        if not isinstance(value, Noun) or (short := short_name(value.one)) == value.one:
            return value
        known = self.met.setdefault(short, "")
        if not known:
            self.met[short] = value.one
        return msgspec.structs.replace(value, one=short) if known == value.one else value

    def _choose(self, fact: Fact, how: Telling) -> tuple[str, dict[str, Any]]:
        values = {**fact.values, "years": fact.years, "count": max(1, len(fact.items))}
        who = values.get("who")
        alone = isinstance(who, Noun) and not who.plural
        if fact.years >= RUN and how.run:
            form, every = "run", how.run
        elif len(fact.items) > 1 and how.many:
            values["items"] = list(dict.fromkeys(fill(how.item, item) for item in fact.items)) if how.item else []
            form, every = "many", how.many
        elif how.id not in self.topics or not how.again:
            form, every = ("first_one", how.first_one) if alone and how.first_one else ("first", how.first)
        else:
            form, every = ("again_one", how.again_one) if alone and how.again_one else ("again", how.again)
        self.topics.add(how.id)
        if how.id == "party" and values["n"] == 1:
            return self._least("alone", ALONE), values
        if margin := values.get("margin"):
            values["margin"] = self._least(margin, MARGINS[margin])
        if (cause := values.get("cause_of")) and fact.years < RUN:
            ways = [said for said in every if _SUBJECT.match(said) and "{who} and {other}" not in said]
            if ways:
                template = self._least(f"{how.id} {form} paid back", ways)
                self.others = [values["other"]]  # whoever is named in the cause may not be a "they" after it
                before = f"{cause[:1].upper()}{cause[1:]}"
                return f"{before}, {template.replace('{who:^}', '{who}').replace('{other}', '{other:them}')}", values
        return self._least(f"{how.id} {form}", every), values

    def _least(self, name: str, every: Sequence[str]) -> str:
        """Of several sentences the one that was used least."""
        least = min(range(len(every)), key=lambda n: (self.spoken.get(f"{name} {n}", 0), (n - self.turn) % len(every)))
        key = f"{name} {least}"
        self.spoken[key] = self.spoken.get(key, 0) + 1
        return every[least]

    def _they(self, how: Telling, template: str, values: dict[str, Any], who: Noun) -> str:
        """A sentence that goes on about those the last one told of says "they", where nobody else could be meant."""
        doubtful = any(other.plural == who.plural for other in self.others)
        if (
            who.one != self.subject
            or doubtful
            or self.again >= ENOUGH
            or how.id.startswith(_NAMED)
            or how.id == "party"
            or not _SUBJECT.match(template)
        ):
            self.again = 0
            return template
        self.again += 1
        return template.replace("{who:^}", "{who}").replace("{who}", values.get("epithet") or pronoun(who))


def plain(text: str) -> str:
    """A line of the record that has no telling, without dice."""
    return re.sub(r" \(\d+ to \d+\)", "", text)
