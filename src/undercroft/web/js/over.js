// @ts-check
/** Game over: a small page worth keeping. */

import { dayName } from "./daily.js";
import { button, h, way } from "./dom.js";
import { memorialCard } from "./memorials.js";
import { UcPicture } from "./picture.js";
import { UcStage } from "./stage.js";
import { figures, listed } from "./words.js";

/**
 * @typedef {object} Ways
 * @property {(path: string) => void} go
 * @property {(() => void)|null} again
 * @property {() => void} look
 * @property {(() => void)|null} descend into what was made here
 * @property {() => void} replay
 * @property {() => void} share
 * @property {(() => void)|null} show to everybody
 * @property {() => void} takeAway
 * @property {(() => void)|null} check
 * @property {(rule: string) => void} why
 */

/** @param {string} name "rooms_entered" reads as "rooms entered" */
const plain = (name) => name.replaceAll("_", " ");

/** @param {string|number|boolean} value */
function shown(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return plain(value);
  if (typeof value !== "number") return String(value);
  return figures(value);
}

/** What says little at the end of a game: nothing, nobody, none of it. @type {Set<string|number|boolean>} */
const DULL = new Set([false, 0, "", "nobody", "none", "-"]);

/**
 * @param {import("./live.js").Model} model
 * @param {Ways} ways
 */
export function overPage(model, ways) {
  const outcome = model.outcome;
  const table = model.table;
  if (!outcome || !table) return h("main", { id: "main" });
  const names = new Map(table.seats.map((seat) => [seat.seat, seat.name]));
  const stoodIn = Boolean(table.seats.find((seat) => seat.seat === model.seat)?.bot); // a bot played to the end in this seat
  const won = model.seat !== null && outcome.winners.includes(model.seat) && !stoodIn;
  const alone = table.seats.filter((seat) => seat.kind !== "gamesmaster").length === 1;
  const title = outcome.winners.length === 0
    ? alone ? "It is over" : "Nobody won"
    : alone
      ? won || model.seat === null ? "It is done" : "It is over"
      : won ? "You won" : stoodIn && model.seat !== null && outcome.winners.includes(model.seat) ? "The bot in your seat won" : `${listed(outcome.winners.map((seat) => names.get(seat) ?? "somebody"))} won`;
  const picture = new UcPicture();
  const drawn = Boolean(model.drawing?.svg) && picture.show(model.drawing?.svg ?? "", model.drawing?.alt || "The map at the end");
  const end = model.stage?.moment === "death" ? new UcStage() : null; // what one died of is seen before it is counted
  end?.show(model.stage, true);
  const facts = Object.entries(outcome.facts ?? {});
  const telling = facts.filter(([, value]) => !DULL.has(value)).slice(0, 10);
  const number = (/** @type {[string, string|number|boolean]} */ [name, value]) => h("div", {}, h("dt", {}, plain(name)), h("dd", {}, shown(value)));
  const remembered = outcome.memorials.length
    ? h("section", {}, h("h2", {}, "To be remembered"), h("ul", { class: "wall" }, outcome.memorials.map((memorial) => h("li", {}, memorialCard(memorial, table.game)))))
    : null;
  const parts = (outcome.page ?? []).filter((part) => part.title !== "To be remembered").map((part) =>
    h("section", { class: "told-part" }, h("h2", {}, part.title), part.lines.length > 1 ? h("ul", { class: "points" }, part.lines.map((line) => h("li", {}, line))) : h("p", {}, part.lines[0] ?? "")));
  const inWords = (outcome.page ?? []).some((part) => part.title === "In figures");
  const crowd = outcome.memorials.length > 3;
  const again = ways.again ? button("Again", ways.again, { class: "primary" }) : null;
  const page = h("main", { class: "over", id: "main", "data-game": table.game },
    h("article", { class: "page" },
      h("header", {},
        h("p", { class: "kicker" }, [model.screen?.title, table.day ? `the dungeon of ${dayName(table.day)}` : new Date((table.touched || Date.now() / 1000) * 1000).toLocaleDateString(undefined, { dateStyle: "long" })].filter(Boolean).join(" · ")),
        h("h1", { tabindex: "-1" }, title)),
      end,
      h("div", {}, h("p", { class: "summary" }, outcome.summary), " ", outcome.rule ? button("why?", () => ways.why(outcome.rule), { class: "why", "aria-label": "why? Show the rule by which it ended" }) : null),
      h("div", { class: "row" }, again, table.world ? way("To the world", `/w/${table.world}`, ways.go, "button primary") : null, ways.descend ? button("Go down yourself", ways.descend, { title: "Keep this dungeon as a world, and enter it in the other games" }) : null, button("Replay", ways.replay), button("Share", ways.share), ways.show ? button("Show it to everybody…", ways.show) : null, button("Take it away", ways.takeAway), ways.check ? button("Check the dice", ways.check) : null, button("Look at the table", ways.look), way("Front page", "/", ways.go)),
      drawn ? picture : null,
      h("div", { class: "two" },
        parts.length || (remembered && !crowd) ? h("div", { class: "stack" }, parts, crowd ? null : remembered) : null,
        h("section", {}, h("h2", {}, "The score"),
          h("dl", { class: "lines" },
            outcome.scores.map((score, seat) =>
              h("div", {}, h("dt", { class: outcome.winners.includes(seat) ? "winner" : "" }, names.get(seat) ?? `Seat ${seat + 1}`), h("dd", {}, shown(score)))),
            inWords ? null : telling.map(number),
            h("div", {}, h("dt", {}, "answers"), h("dd", {}, String(model.moves))),
            table.seed !== null && table.seed !== undefined ? h("div", {}, h("dt", {}, "seed"), h("dd", {}, String(table.seed))) : null),
          inWords || facts.length > telling.length ? h("details", { class: "desk" }, h("summary", {}, `All ${facts.length} numbers`), h("dl", { class: "lines" }, facts.map(number))) : null)),
      crowd ? remembered : null));
  requestAnimationFrame(() => page.querySelector("h1")?.focus({ preventScroll: true }));
  return page;
}
