// @ts-check
/** A new table: which game, which dials, who sits where. The quick way asks nothing. */

import { api, sitDown, wordsOf } from "./api.js";
import { button, h, openDialog, toast } from "./dom.js";
import { laid, lessons, settings } from "./remember.js";
import { openRule } from "./rules.js";

/** @typedef {import("./api.js").GameInfo} GameInfo */
/** @typedef {{kind: "person"|"bot", name: string, bot?: string, friend?: boolean, beside?: boolean}} NewSeat who is meant to sit there */
/** @typedef {import("./types.js").Setting} Setting */

const NAMES = ["Wren", "Ash", "Mabel", "Odo", "Tamsin", "Bram", "Isolde", "Perkin", "Sib", "Godric", "Hob", "Maud"];

/** The player's own name, or one found on the table. */
export function myName() {
  if (!settings.now.name) settings.set({ name: NAMES[Math.floor(Math.random() * NAMES.length)] });
  return settings.now.name;
}

/**
 * A name nobody has yet.
 *
 * @param {string[]} taken
 */
function another(taken) {
  return NAMES.find((name) => !taken.includes(name)) ?? `Guest ${taken.length + 1}`;
}

/** What each bot of a game is like, in a few words. @param {string} game @returns {Promise<Record<string, string>>} */
export const botWords = (game) => api.game(game).then((info) => info.bot_words ?? {}, () => ({}));

/**
 * Play at once: you, and bots where the game needs more; the set-up is answered as a friend would.
 *
 * @param {GameInfo} game
 * @param {(path: string) => void} go
 * @param {boolean} [guided] the first game, with a coach
 */
export async function playNow(game, go, guided = false) {
  if (guided) {
    lessons.forget(game.slug);
    settings.set({ coach: "on" });
  }
  /** @type {NewSeat[]} */
  const seats = [{ kind: "person", name: myName() }];
  while (seats.length < game.min_seats) seats.push({ kind: "bot", name: another(seats.map((seat) => seat.name)), bot: game.bots[0] ?? "random" });
  const opened = await api.open({ game: game.slug, seats: seats.map(({ name, bot }) => ({ name, bot: bot ?? "" })), quick: true, guided });
  laid.note(opened.table.id);
  go(sitDown(opened, 0));
}

/**
 * @param {GameInfo} game
 * @param {(path: string) => void} go
 */
export function openNewTable(game, go) {
  const bots = game.bots.includes("random") ? game.bots : [...game.bots, "random"];
  /** @type {NewSeat[]} */
  const seats = [{ kind: "person", name: myName() }];
  while (seats.length < game.min_seats) seats.push({ kind: "bot", name: another(seats.map((seat) => seat.name)), bot: bots[0] });
  let master = "nobody";
  const rows = h("div", { class: "seat-rows" });
  const more = button("Add a seat", () => {
    seats.push({ kind: "bot", name: another(seats.map((seat) => seat.name)), bot: bots[0] });
    showSeats();
  }, { class: "quiet" });
  const showSeats = () => {
    rows.replaceChildren(...seats.map((seat, index) => seatRow(seat, index)));
    more.hidden = seats.length >= game.max_seats;
  };
  /**
   * @param {NewSeat} seat
   * @param {number} index
   */
  const seatRow = (seat, index) => {
    const name = h("input", { type: "text", value: seat.name, maxlength: 40, "aria-label": `Name in seat ${index + 1}` });
    name.addEventListener("input", () => (seat.name = name.value));
    const kind = h("select", { "aria-label": `Who sits in seat ${index + 1}` },
      h("option", { value: "you" }, "You, here"), h("option", { value: "beside" }, "Somebody beside you, on this screen"), h("option", { value: "person" }, "A friend, by link"), ...bots.map((bot) => h("option", { value: `bot:${bot}` }, `Bot: ${game.bot_words?.[bot] ?? bot}`)));
    kind.value = seat.kind === "bot" ? `bot:${seat.bot}` : index === mine() ? "you" : seat.beside ? "beside" : "person";
    kind.addEventListener("change", () => {
      if (kind.value === "you") {
        const before = mine();
        if (before >= 0 && before !== index) seats[before].friend = true;
        Object.assign(seat, { kind: "person", bot: undefined, friend: undefined, beside: undefined });
      } else if (kind.value === "beside") {
        Object.assign(seat, { kind: "person", bot: undefined, friend: undefined, beside: true });
      } else if (kind.value === "person") {
        Object.assign(seat, { kind: "person", bot: undefined, friend: true, beside: undefined });
      } else {
        Object.assign(seat, { kind: "bot", bot: kind.value.slice(4), friend: undefined, beside: undefined });
      }
      showSeats();
    });
    const away = button("×", () => {
      seats.splice(index, 1);
      showSeats();
    }, { class: "quiet", "aria-label": `Take seat ${index + 1} away` });
    away.disabled = seats.length <= 1;
    return h("div", { class: "seat-row" }, h("span", { class: "number", "aria-hidden": "true" }, String(index + 1)), name, kind, away);
  };
  const mine = () => seats.findIndex((seat) => seat.kind === "person" && !seat.friend && !seat.beside);
  showSeats();

  const masterField = game.takes_gamesmaster
    ? h("fieldset", {}, h("legend", {}, "Gamesmaster"),
        h("div", { class: "choices" }, [["nobody", "The rules judge by themselves"], ["me", "I judge"], ["friend", "A friend judges, by link"]].map(([value, label]) =>
          h("label", {}, h("input", { type: "radio", name: "master", value, checked: value === "nobody", onchange: () => (master = value) }), label))))
    : null;
  const dials = game.settings.map((setting) => dial(game, setting));
  const brought = bringing(game);
  const practice = h("input", { type: "checkbox", id: "practice" });
  const physical = h("input", { type: "checkbox", id: "physical" });
  const odds = h("select", { id: "odds" }, [["", "as the game has it"], ["told", "told"], ["hidden", "not told"]].map(([value, label]) => h("option", { value }, label)));
  const seed = h("input", { type: "text", inputmode: "numeric", id: "seed", placeholder: "by chance", pattern: "[0-9]*" });
  const begin = h("button", { type: "submit", class: "primary" }, "Open the table");
  const form = h("form", { class: "new-table" },
    h("p", {}, game.tagline),
    h("fieldset", {}, h("legend", {}, "Seats"), rows, more,
      game.max_seats > 1 ? h("p", { class: "aside" }, "A seat for a friend gets a secret link; you find it under Share at the table. Whoever sits beside you plays on this screen, with a curtain between you where the game has secrets.") : null),
    masterField,
    brought.root,
    dials.length ? h("details", { class: "desk", open: dials.length <= 6 }, h("summary", {}, `House rules (${dials.length})`), ...dials.map((each) => each.row)) : null,
    h("fieldset", {}, h("legend", {}, "Table manners"),
      h("div", { class: "setting" }, h("label", { for: "practice" }, "Practice"), practice, h("p", { class: "help" }, "Anything may be taken back, dice or no dice.")),
      h("div", { class: "setting" }, h("label", { for: "physical" }, "Real dice"), physical, h("p", { class: "help" }, "You throw your own dice and tell the table what fell.")),
      game.settings.some((setting) => setting.name === "odds_shown") ? null
        : h("div", { class: "setting" }, h("label", { for: "odds" }, "Odds"), odds, h("p", { class: "help" }, "Whether the answers to choose from tell their odds.")),
      h("div", { class: "setting" }, h("label", { for: "seed" }, "Seed"), seed, h("p", { class: "help" }, "The same number gives the same dice and the same dungeon."))),
    h("div", { class: "row end sticky" }, begin));
  const dialog = openDialog(`A table of ${game.title}`, [form], { game: game.slug });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    begin.disabled = true;
    const own = seats[mine()];
    if (own?.name.trim() && settings.now.name !== own.name.trim()) settings.set({ name: own.name.trim() });
    try {
      const opened = await api.open({
        game: game.slug,
        seats: seats.map(({ name, bot }) => ({ name: name.trim() || "Somebody", bot: bot ?? "" })),
        options: Object.fromEntries(dials.map((each) => [each.name, each.read()])),
        gamesmaster: master === "nobody" ? "" : master === "me" ? myName() : "Gamesmaster",
        practice: practice.checked,
        physical_dice: physical.checked,
        odds: odds.value ? odds.value === "told" : null,
        seed: seed.value.trim() ? Number(seed.value) : null,
        bring: brought.read(),
        gather: seats.some((seat) => seat.friend) || master === "friend",
      });
      const place = master === "me" ? seats.length : mine();
      const here = [...seats.keys()].filter((index) => seats[index].beside || index === mine());
      const path = sitDown(opened, place >= 0 ? place : (here[0] ?? null), master === "me" ? [...here, seats.length] : here);
      if (opened.notice) toast(opened.notice);
      dialog.close();
      go(path);
    } catch (error) {
      toast(wordsOf(error), "error");
      begin.disabled = false;
    }
  });
}

/**
 * Those who lived through earlier games of this kind and may come along.
 *
 * @param {GameInfo} game
 * @returns {{root: HTMLElement, read: () => Record<string, unknown>}}
 */
function bringing(game) {
  const root = h("fieldset", { hidden: true }, h("legend", {}, "Bring along"));
  /** @type {{box: HTMLInputElement, kind: string, data: unknown}[]} */
  const offers = [];
  api.memorials(game.slug).then(
    (all) => {
      for (const { memorial } of all.filter((each) => PORTABLE.has(each.memorial.kind) && Object.keys(each.memorial.data ?? {}).length > 0).slice(0, 12)) {
        const box = h("input", { type: "checkbox", id: `bring-${offers.length}` });
        root.append(h("div", { class: "setting" }, h("label", { for: box.id }, memorial.name), box, h("p", { class: "help" }, `${memorial.kind}: ${memorial.line}`)));
        offers.push({ box, kind: memorial.kind, data: memorial.data });
      }
      root.hidden = offers.length === 0;
    },
    () => {},
  );
  const read = () => {
    /** @type {Record<string, unknown[]>} */
    const chosen = {};
    for (const { box, kind, data } of offers) if (box.checked) (chosen[kind] ??= []).push(data);
    return chosen;
  };
  return { root, read };
}

const PORTABLE = new Set(["survivor", "persona", "character", "solo", "world", "dungeon", "party"]);

/**
 * One dial, by the type of its default.
 *
 * @param {GameInfo} game
 * @param {Setting} setting
 * @returns {{row: HTMLElement, name: string, read: () => import("./types.js").SettingValue}}
 */
function dial(game, setting) {
  const id = `set-${setting.name}`;
  /** @type {HTMLInputElement|HTMLSelectElement} */
  let field;
  /** @type {() => import("./types.js").SettingValue} */
  let read;
  if (typeof setting.default === "boolean") {
    const box = h("input", { type: "checkbox", id, checked: setting.default });
    field = box;
    read = () => box.checked;
  } else if (typeof setting.default === "number") {
    field = h("input", { type: "number", id, min: setting.low ?? 0, max: setting.high ?? 0, value: setting.default });
    read = () => Number(field.value);
  } else if (setting.choices?.length) {
    field = h("select", { id }, setting.choices.map((each) => h("option", { value: each, selected: each === setting.default }, each)));
    read = () => field.value;
  } else {
    field = h("input", { type: "text", id, value: setting.default });
    read = () => field.value;
  }
  const row = h("div", { class: "setting" }, h("label", { for: id }, setting.label), field,
    h("p", { class: "help" }, setting.help || "", setting.rule ? button("why?", () => openRule(game.slug, setting.rule ?? ""), { class: "why", "aria-label": `why? The rule on ${setting.label}` }) : null));
  return { row, name: setting.name, read };
}
