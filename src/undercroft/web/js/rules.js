// @ts-check
/** "Why?": any rule, in our words, with our ruling where the book is silent; and the whole rulebook to search. */

import { api } from "./api.js";
import { button, h, openDialog } from "./dom.js";

/** @typedef {import("./types.js").Rule} Rule */

/** @type {Map<string, Promise<Rule>>} */
const known = new Map();

/**
 * @param {string} game
 * @param {string} id
 */
function ruleOf(game, id) {
  const key = `${game} ${id}`;
  let found = known.get(key);
  if (!found) {
    found = api.rule(game, id);
    found.catch(() => known.delete(key));
    known.set(key, found);
  }
  return found;
}

/** @param {Rule} rule */
function ruleText(rule) {
  return [
    h("p", { class: "rule-part" }, `${rule.part} · ${rule.id} · ${rule.kind}`),
    h("p", { class: "rule-text" }, rule.rule),
    rule.ruling ? h("div", { class: "ruling" }, h("strong", {}, "Where the book is silent, we rule"), h("p", {}, rule.ruling)) : null,
  ];
}

/**
 * @param {string} game
 * @param {string} id
 */
export async function openRule(game, id) {
  if (!id) return;
  const body = h("div", { class: "rule dialog-part", "aria-live": "polite" }, h("p", {}, "Looking it up…"));
  const all = button("The whole rulebook", () => {
    dialog.close();
    void openRulebook(game, id.split("-").slice(0, 2).join("-"));
  });
  const dialog = openDialog("Why?", [body, h("div", { class: "row end" }, all)], { class: "rule-dialog", game });
  try {
    body.replaceChildren(...ruleText(await ruleOf(game, id)).filter((part) => part !== null));
  } catch (error) {
    body.replaceChildren(h("p", {}, `Rule ${id} could not be read: ${error instanceof Error ? error.message : error}`));
  }
}

/**
 * Why am I asked this? The case at hand first, then the rule behind it, and what the book says of each answer.
 *
 * @param {string} game
 * @param {import("./types.js").AskView|null} ask
 * @param {() => Promise<{lines: string[]}>} case_ what the server says of the case
 */
export async function openWhy(game, ask, case_) {
  if (!ask?.rule) return;
  const here = h("div", { class: "case dialog-part" });
  const body = h("div", { class: "rule dialog-part", "aria-live": "polite" }, h("p", {}, "Looking it up…"));
  const answers = h("div", { class: "rule dialog-part" });
  openDialog("Why am I asked this?", [h("p", { class: "why-asked" }, ask.prompt), here, body, answers], { class: "rule-dialog", game });
  const failed = (/** @type {unknown} */ error) => [h("p", {}, `The rule could not be read: ${error instanceof Error ? error.message : error}`)];
  const { lines } = await case_().catch(() => ({ lines: [] })); // the question may be over meanwhile
  here.replaceChildren(...lines.map((line) => h("p", {}, line)));
  body.replaceChildren(...(await ruleOf(game, ask.rule).then((rule) => ruleText(rule).filter((part) => part !== null), failed)));
  /** @type {Map<string, string[]>} */
  const behind = new Map();
  for (const { rule, label } of ask.options) if (rule && rule !== ask.rule) behind.set(rule, [...(behind.get(rule) ?? []), label]);
  for (const [rule, labels] of [...behind].slice(0, 8)) {
    const found = await ruleOf(game, rule).catch(() => null);
    if (found) answers.append(h("h3", {}, labels.slice(0, 3).join(", ") + (labels.length > 3 ? " …" : "")), h("p", { class: "rule-text" }, found.rule));
  }
}

/**
 * @param {string} game
 * @param {string} [words]
 */
export async function openRulebook(game, words = "") {
  const field = h("input", { type: "search", value: words, placeholder: "Words, or a rule's id", "aria-label": "Search the rules" });
  const list = h("ul", { class: "rule-list" });
  const terms = h("details", { class: "glossary", hidden: true }, h("summary", {}, "Words a newcomer may not know"));
  const dialog = openDialog("Rulebook", [field, terms, list], { class: "rulebook", game });
  /** @type {Rule[]} */
  let rules = [];
  const show = () => {
    const wanted = field.value.toLowerCase().trim();
    const parts = wanted.split(/\s+/);
    const found = rules.filter((rule) => rule.id.toLowerCase().startsWith(wanted) || parts.every((word) => `${rule.id} ${rule.part} ${rule.rule} ${rule.ruling ?? ""}`.toLowerCase().includes(word)));
    let part = "";
    list.replaceChildren(...found.slice(0, 80).map((rule) => {
      const head = rule.part === part ? null : h("h3", {}, rule.part);
      part = rule.part;
      return h("li", {}, head, h("button", { type: "button", onclick: () => openRule(game, rule.id) }, h("span", { class: "id" }, rule.id), h("span", { class: "first" }, rule.rule)));
    }));
    if (found.length === 0) list.append(h("li", { class: "empty" }, "No rule has these words. Try fewer."));
    if (found.length > 80) list.append(h("li", { class: "empty" }, `${found.length - 80} more; narrow it down.`));
  };
  field.addEventListener("input", show);
  field.focus();
  try {
    const book = await api.rulebook(game);
    rules = book.rules;
    dialog.querySelector("h2")?.replaceChildren(`Rulebook of ${book.title}`);
    show();
    const words = Object.entries(await api.glossary(game));
    terms.hidden = words.length === 0;
    terms.append(h("dl", { class: "lines" }, words.map(([term, line]) => h("div", { class: "wide" }, h("dt", {}, term), h("dd", {}, line)))));
  } catch (error) {
    list.replaceChildren(h("li", { class: "empty" }, `The rulebook could not be read: ${error instanceof Error ? error.message : error}`));
  }
}
