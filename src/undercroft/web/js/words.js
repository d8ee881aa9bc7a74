// @ts-check
/** The small words of the page: so many of something, lists, figures. What a game says comes ready from the server. */

/** So many of something: "1 answer", "1,200 answers". @param {number} n @param {string} one @param {string} [many] */
export const some = (n, one, many = `${one}s`) => `${figures(n)} ${n === 1 ? one : many}`;

/** A number with its thousands marked; one that is not whole to two places. @param {number} n */
export const figures = (n) => (Number.isInteger(n) ? n.toLocaleString("en") : n.toFixed(2));

/** "a", "a and b", "a, b and c". @param {string[]} parts @param {string} [none] */
export const listed = (parts, none = "") => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? none));

/** The same with a large first letter. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The value of a line as it is read, and what it is out of.
 *
 * @param {import("./types.js").Line} line
 * @param {string} [between]
 */
export function reading(line, between = " / ") {
  const value = /^\d+$/.test(line.value) ? figures(Number(line.value)) : line.value;
  return line.of ? `${value}${between}${figures(line.of)}` : line.value;
}
