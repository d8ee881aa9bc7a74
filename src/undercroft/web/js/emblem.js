// @ts-check
/** Small drawings, one for each way to be remembered: a stone, a tankard, a laurel, a lantern. */

import { s } from "./dom.js";

/** Strokes of a pen, on a sheet of 48 by 48. @type {Record<string, string[]>} */
const STROKES = {
  grave: ["M11 42 C11.5 31 10.6 24 11.4 17 C12.5 8.6 18 5 24.2 5.2 C31 5.4 36.2 9.4 36.8 17.4 C37.3 25 36.4 33 37 42", "M5 42.4 C15 41.4 33 43 43.4 42", "M24 12 L23.8 25", "M18.6 16.4 L29.4 16", "M8 42 L6.4 37 M40 42 L41.4 36.6 M38.6 42 L38 38.4"],
  retired: ["M12 14 C12.6 24 12 34 13 42 C20 43.4 27 43.2 33 42 C33.6 33 33.2 23 34 14", "M33.8 20 C41 18.6 43 23 42 28 C41 33 37.6 34.6 33.6 34", "M11 14 C9 9.4 14 7 17 9.4 C18 5 25 4.4 27 8.6 C31 5.6 37 8.6 34.6 13.6 C28 15.6 18 15.6 11 14", "M18.6 19 L18.8 37 M27.4 19 L27.2 37"],
  fame: ["M24 43 C12 41 6.4 31 8.4 17", "M24 43 C36 41 41.6 31 39.6 17", "M8.6 18 C5 15 5 10 8 6.6 C11 10 11.4 14.6 8.6 18", "M39.4 18 C43 15 43 10 40 6.6 C37 10 36.6 14.6 39.4 18", "M9 27 C4.6 26 2.6 22 3.4 18.4 C7.4 19.6 9.4 23 9 27 M39 27 C43.4 26 45.4 22 44.6 18.4 C40.6 19.6 38.6 23 39 27", "M13 35 C8.6 36 5 33.6 4 30 C8 29 11.6 31 13 35 M35 35 C39.4 36 43 33.6 44 30 C40 29 36.4 31 35 35", "M24 12 L26.6 19.4 L34.4 19.6 L28.2 24.4 L30.4 32 L24 27.6 L17.6 32 L19.8 24.4 L13.6 19.6 L21.4 19.4 Z"],
  lantern: ["M17 11 C17 4 31 4 31 11", "M15 11 L33 11 L35.6 17 L12.4 17 Z", "M14.6 17 L15.6 38 L32.4 38 L33.4 17", "M12.6 38 L35.4 38 L34.6 43 L13.4 43 Z", "M24 34 C18.6 31 21 26 24 21.4 C27 26 29.4 31 24 34", "M24 34 L24 38"],
};

/** @type {Record<string, keyof typeof STROKES>} */
const KINDS = { grave: "grave", retired: "retired", "hall of fame": "fame", solo: "fame" };

/** @param {string} kind of a memorial */
export function emblem(kind) {
  const picture = s("svg", { class: "emblem", viewBox: "0 0 48 48", "aria-hidden": "true" });
  for (const d of STROKES[KINDS[kind] ?? "lantern"]) picture.append(s("path", { d }));
  return picture;
}
