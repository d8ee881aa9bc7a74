// @ts-check
/** Links: to seats and to watch by, as text, as a picture for a phone, and by an address that others can use. */

import { api, wordsOf } from "./api.js";
import { button, copy, h, openDialog, toast } from "./dom.js";
import { keys } from "./remember.js";

/** @typedef {import("./api.js").SeatInfo} SeatInfo */
/** @typedef {{local: boolean, other: string, words: string}} Address */

/** @type {Promise<Address>|null} */
let asked = null;

/** Where this server can be reached, asked once. @returns {Promise<Address>} */
function address() {
  asked ??= api.address().catch(() => ({ local: false, other: "", words: "" }));
  return asked;
}

/** A path with the best address there is for others. @param {string} path */
export async function whole(path) {
  return ((await address()).other || location.origin) + path;
}

/** Put a link where it can be sent from. @param {string} path */
export async function send(path) {
  await copy(await whole(path));
}

/** A word on an address that works here only; nothing where it works for everybody. */
export function whereWord() {
  const word = h("p", { class: "where", role: "note", hidden: true });
  void address().then(({ words }) => {
    word.textContent = words;
    word.hidden = !words;
  });
  return word;
}

/**
 * A link as a picture: hold a phone to it.
 *
 * @param {string} path
 * @param {string} name whose link it is
 */
export async function openPicture(path, name) {
  try {
    const link = await whole(path);
    const url = URL.createObjectURL(await api.qr(link));
    const dialog = openDialog(`A link for ${name}`, [
      whereWord(),
      h("img", { class: "qr", src: url, alt: `QR code of the link for ${name}` }),
      h("p", {}, "Hold a phone's camera to it. Whoever reads it has the link."),
      h("p", { class: "link-text" }, link)]);
    dialog.addEventListener("close", () => URL.revokeObjectURL(url));
  } catch (error) {
    toast(wordsOf(error), "error");
  }
}

/**
 * What can be done with a link.
 *
 * @param {string} path
 * @param {string} name
 */
export function ways(path, name) {
  return [
    button("Copy link", () => void send(path), { "aria-label": `Copy link for ${name}` }),
    button("QR", () => void openPicture(path, name), { "aria-label": `QR code for ${name}` }),
    navigator.share === undefined ? null : button("Send…", async () => void navigator.share({ title: "Sit down", url: await whole(path) }).catch(() => {}), { "aria-label": `Send the link for ${name}` }),
  ];
}

/**
 * @param {SeatInfo} seat
 * @param {import("./remember.js").Key|undefined} hosted
 * @param {number|null} own
 */
export function linkRow(seat, hosted, own) {
  const link = hosted?.links?.find((each) => each.role === "seat" && each.seat === seat.seat);
  const bot = seat.kind === "bot" || seat.bot !== "";
  const state = bot ? `bot: ${seat.bot}` : seat.connected ? "is here" : "not here yet";
  return h("li", {}, h("span", { class: "who" }, seat.name, h("small", {}, [seat.kind === "gamesmaster" ? "gamesmaster" : "", state].filter(Boolean).join(", "))),
    ...(link && !bot && seat.seat !== own ? ways(link.path, seat.name) : []));
}

/**
 * A link for whoever only watches; made when there is none yet.
 *
 * @param {import("./api.js").TableInfo} table
 * @param {string} key
 * @param {string} role
 */
export function watchRow(table, key, role) {
  const known = keys.hosted(table.id)?.links?.find((link) => link.role === "spectator")?.path ?? (role === "spectator" ? `/t/${table.id}#${key}` : "");
  const row = h("li", {}, h("span", { class: "who" }, "Somebody who watches", h("small", {}, "sees what everyone sees, and no secrets")));
  if (known) row.append(...ways(known, "spectators").filter((each) => each !== null));
  else row.append(button("Make a link", async (event) => {
    try {
      const link = await api.watch(table.id, key);
      if (event.target instanceof HTMLElement) event.target.replaceWith(...ways(link.path, "spectators").filter((each) => each !== null));
    } catch (error) {
      toast(wordsOf(error), "error");
    }
  }, { "aria-label": "Make a link to watch by" }));
  return row;
}

/**
 * Everything that can be passed on: a host's links to all seats; a guest's own, and a link to watch by that is the guest's own too.
 *
 * @param {{table: import("./api.js").TableInfo, key: string, seat: number|null, role: string}} at
 */
export async function shareLinks({ table, key, seat, role }) {
  const hosted = keys.hosted(table.id);
  const others = hosted?.links ? table.seats.filter((each) => each.seat !== seat && hosted.links?.some((link) => link.seat === each.seat)) : [];
  const row = (/** @type {string} */ name, /** @type {string} */ what, /** @type {string} */ path) => h("li", {}, h("span", { class: "who" }, name, h("small", {}, what)), ...ways(path, name));
  const list = h("ul", { class: "links" }, ...others.map((each) => linkRow(each, hosted, seat)));
  if (role !== "spectator") list.append(row("This seat on another device", "your own link: whoever opens it sits in your seat", `/t/${table.id}#${key}`));
  list.append(watchRow(table, key, role));
  openDialog("Share", [
    h("p", {}, hosted?.links ? "Whoever has a seat's link plays that seat. Give it to one person only." : "These links are your own. The links of other seats are with the host."),
    whereWord(), list], { game: table.game });
}
