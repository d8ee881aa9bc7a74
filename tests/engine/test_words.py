"""Words: lists, numbers of things, one line."""

from __future__ import annotations

import msgspec
import pytest

from undercroft.engine.event import Event
from undercroft.engine.words import Noun, article, capital, fill, listed, many, ordinal, plain, plural, sentence, some


@pytest.mark.parametrize(
    ("parts", "text"), [([], "nothing"), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_a_list_is_read_aloud(parts: list[str], text: str) -> None:
    assert listed(parts) == text


def test_a_list_may_end_otherwise() -> None:
    assert listed(iter(["Ada", "Bo", "Cy"]), "or") == "Ada, Bo or Cy"
    assert listed([], none="nobody") == "nobody"


def test_numbers_of_things() -> None:
    assert [some(n, "answer") for n in (0, 1, 2)] == ["0 answers", "1 answer", "2 answers"]
    assert some(3, "foot", "feet") == "3 feet"


def test_a_first_letter_is_large_and_a_line_is_one_line() -> None:
    assert capital("a door") == "A door"
    assert capital("") == ""
    assert plain("a\n  b\x1b[2J\tc") == "a b [2J c"
    family = "\U0001f469\U0001f3fd\u200d\U0001f469\u200d\U0001f467"
    assert plain(f" Cy {family}\n") == f"Cy {family}", "a joined picture is one picture"
    assert plain("A\u200dda \u200d\U0001f467\u200d") == "A da \U0001f467", "a joiner that joins nothing is not seen"


ORC, GOBLINS, GOLD = Noun("orc"), Noun("Goblins", plural=True), Noun("gold", mass=True)
HELSING = Noun("van Helsing", proper=True, pronoun="he")


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{orc:The} {orc:has|have} {one:count coin|coins}.", "The orc has one coin."),
        ("{goblins:The} {goblins:has|have} {none:count coin|coins}.", "The Goblins have no coins."),
        ("{many:count coin|coins} and {many:,}", "1,200 coins and 1,200"),
        ("{orc:A} and {gold:a} and {who:a} and {goblins:a}", "An orc and gold and Bo and Goblins"),
        ("{orc:The's} {who:'s} {goblins:the's}", "The orc's Bo's the Goblins'"),
        ("{helsing:The} and {helsing:its} kit; {orc:It}; {goblins:them}", "Van Helsing and his kit; It; them"),
        ("{names:and} {names:is|are} here, {names:or}", "Ada, Bo and Cy are here, Ada, Bo or Cy"),
        ("{names}; {alone:and} {alone:is|are}; {orc}", "Ada, Bo and Cy; Ada is; orc"),
        ("{one:Words} or {many:words}; {small:^}", "One or 1,200; A door"),
    ],
)
def test_a_template_asks_for_the_word_that_agrees(template: str, text: str) -> None:
    values = {
        "orc": ORC, "goblins": GOBLINS, "gold": GOLD, "helsing": HELSING, "who": "Bo", "names": ["Ada", "Bo", "Cy"],
        "alone": ["Ada"], "one": 1, "none": 0, "many": 1200, "small": "a door",
    }  # fmt: skip
    assert fill(template, values) == text


def test_templates_without_a_wish_are_as_they_were() -> None:
    assert fill("{a} {{b}} {c:>3}", {"a": 1, "c": "x"}) == "1 {b}   x"
    with pytest.raises(KeyError):
        fill("{nobody}", {"a": 1})


def test_more_than_one_of_them() -> None:
    singles = "witch wolf thief mummy dwarf man mouse human elf knife fox boy chief giant rat"
    plurals = "witches wolves thieves mummies dwarves men mice humans elves knives foxes boys chiefs giants rats"
    assert " ".join(map(plural, singles.split())) == plurals
    assert plural("Wererat") == "Wererats" and plural("rolling die") == "rolling dice"
    assert many(Noun("ox")) == "oxen" and many(Noun("simulacrum", "simulacra")) == "simulacra" and many(GOLD) == "gold"


@pytest.mark.parametrize(
    "noun", ["orc", "hour", "uncle", "unlucky gambler", "honest man", "uninvited guest", "8-foot pole", "elf"]
)
def test_an(noun: str) -> None:
    assert article(noun) == "an"


@pytest.mark.parametrize("noun", ["rat", "unicorn", "one-eyed man", "euphoric bard", "uniform", "helm", "useful thing"])
def test_a(noun: str) -> None:
    assert article(noun) == "a"


def test_nouns_and_lists_are_kept_with_an_event() -> None:
    event = Event(0, "{who:The} {who:is|are} seen by {names:and}.", "R", {"who": ORC, "names": ["Ada", "Bo"], "n": 3})
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(event), type=Event)
    assert again == event and again.text == "The orc is seen by Ada and Bo."


def test_a_sentence_is_closed_once() -> None:
    assert [sentence(text) for text in ("a door", "A door!", "", " he said 'no'")] == ["A door.", "A door!", "", "He said 'no'"]


@pytest.mark.parametrize(("n", "text"), [(1, "first"), (12, "twelfth"), (13, "13th"), (21, "21st"), (22, "22nd"), (111, "111th")])
def test_which_one_it_is(n: int, text: str) -> None:
    assert ordinal(n) == text
