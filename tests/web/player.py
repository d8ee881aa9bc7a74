"""A player at a browser: looks at what is asked and answers it with the controls on the page."""

from __future__ import annotations

from typing import Any


class Player:
    """One page at one table. Whatever the page complains about is kept in `problems`."""

    def __init__(self, page: Any, home: str) -> None:
        self.page = page
        self.home = home
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on(
            "console",
            lambda line: self.problems.append(f"console: {line.text} {line.location}") if line.type == "error" else None,
        )

    def _heard(self, line: Any) -> None:
        if line.type == "error":
            self.problems.append(f"console: {line.text} {line.location.get('url')}")

    def sit(self, path: str) -> Player:
        """Go to a table by its link, and sit down where it asks one to (or watch, if that is what it is for)."""
        self.page.goto(self.home + path)
        self.page.wait_for_selector("uc-decision, .gather, .over, .invitation", state="attached")
        if self.page.locator(".invitation").count():
            self.page.locator(".invitation .primary").click()
        self.page.wait_for_selector("uc-decision, .gather, .over", state="attached")
        return self

    def wait_asked(self, timeout: float = 30_000) -> str:
        """Wait until this player is asked or the game is over; say which."""
        try:
            state = self.page.wait_for_function(ASKED, timeout=timeout)
        except Exception as error:
            raise AssertionError(f"not asked: {self.page.evaluate(STANDING)}; {self.problems}") from error
        return str(state.json_value())

    @property
    def prompt(self) -> str:
        return str(self.page.locator("h2.prompt").text_content())

    def take(self, choice: int | str = 0) -> None:
        """Answer what is asked: an option by its key or its number (any number will do), or something fitting its kind."""
        before = self.page.evaluate("() => document.querySelector('uc-decision').dataset.serial")
        self.page.evaluate(TAKE, choice)
        self.page.wait_for_function(
            """before => document.querySelector('.over') || document.querySelector('uc-decision').dataset.serial !== before
            || document.querySelector('uc-decision .note')?.textContent""",
            arg=before,
        )

    def story(self) -> list[str]:
        """The lines of the story."""
        lines: list[str] = self.page.evaluate(
            "() => [...document.querySelectorAll('.story .line')].map(l => l.querySelector('.told, h3').textContent)"
        )
        return lines


ASKED = """() => document.querySelector('.over .summary') ? 'over'
  : document.querySelector('uc-decision:not(.waiting):not(.sent) .ask-body > *') ? 'asked' : null"""

# For the message when a test waits in vain.
STANDING = """() => ['uc-decision', '.banner', '#toasts', '.story'].map(part => {
  const element = document.querySelector(part);
  return `${part}: ${element?.className} ${element?.dataset.serial ?? ''} ${element?.textContent.slice(-300)}`;
}).concat(JSON.stringify(document.querySelector('.table-page')?.live?.model,
  (key, value) => ['events', 'drawing', 'table'].includes(key) ? undefined : value).slice(0, 1500))"""

# What a hand would do: press the buttons that are there.
TAKE = """choice => {
  const body = document.querySelector('uc-decision .ask-body');
  const options = [...body.querySelectorAll('button.option')].filter(o => !o.closest('details'));
  const confirm = body.querySelector('button.confirm');
  const form = body.querySelector('form');
  if (confirm) {
    for (const option of options) { if (!confirm.disabled) break; option.click(); }
    confirm.click();
  } else if (form) {
    const field = form.querySelector('input[type=text], textarea');
    const chip = body.querySelector('.chip');
    if (field && chip) chip.click();
    else if (field) field.value = 'Something worth saying'.slice(0, field.maxLength > 0 ? field.maxLength : 99);
    form.requestSubmit();
  } else if (body.querySelector('.throws')) {
    [...body.querySelectorAll('button')].at(-1).click();
  } else if (typeof choice === 'string') {
    const wanted = [...body.querySelectorAll('button.option')].find(o => o.dataset.key === choice);
    if (!wanted) throw new Error(`no option ${choice} among ${options.map(o => o.dataset.key)}`);
    wanted.click();
  } else {
    options[choice % options.length]?.click(); // none: the question went to somebody else meanwhile
  }
}"""
