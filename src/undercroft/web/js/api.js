// @ts-check
/** The HTTP side of the server: everything that is not live. Types follow server/wire/messages.py. */

import { keys } from "./remember.js";

/**
 * @typedef {import("./types.js").Setting} Setting
 * @typedef {import("./types.js").SettingValue} SettingValue
 * @typedef {import("./types.js").Memorial} Memorial
 * @typedef {import("./types.js").Rule} Rule
 * @typedef {import("./types.js").SeenEvent} SeenEvent
 * @typedef {import("./types.js").Screen} Screen
 * @typedef {import("./types.js").Drawing} Drawing
 *
 * @typedef {{slug: string, title: string, tagline: string, credit: string, min_seats: number, max_seats: number, takes_gamesmaster: boolean,
 *   bots: string[], settings: Setting[], rules_version: number, rules: number, glossary?: Record<string, string>, exports?: string[], dials?: boolean, tales?: boolean, hides?: boolean,
 *   aim?: string, stake?: string, step?: string, bot_words?: Record<string, string>}} GameInfo
 * @typedef {{seat: number, name: string, kind: string, bot: string, connected: boolean, waiting: boolean, muted?: boolean}} SeatInfo
 * @typedef {{id: string, game: string, title: string, match: string, created: number, seats: SeatInfo[], spectators: number, gathering: boolean,
 *   closed: boolean, locked?: boolean, quiet?: boolean, over: boolean, practice: boolean, physical_dice: boolean, options: Record<string, SettingValue>, earlier: string[],
 *   moves: number, touched: number, can_fork: boolean, seed: number|null, bots: string[], dice?: DiceInfo, guided?: boolean, advice?: boolean,
 *   clock?: ClockInfo|null, webhook?: boolean, day?: string, world?: string, goes_on?: string, standing?: number[], remarks?: {n: number, text: string}[]}} TableInfo
 * @typedef {{seconds: number, then: string, left: number, vote: {yes: number[], no: number[], serial: number}|null}} ClockInfo
 * @typedef {{id: string, path: string, game: string, title: string, heading: string, lines: string[], names: string[], scores: number[],
 *   winners: number[], at: number, moves: number, told: boolean, embeds: boolean, again: boolean, draws: boolean, text: string}} ShownInfo
 * @typedef {{n: number, seal: string, mixed: number[], why: string, moves: number, given_up: string}} EpochInfo
 * @typedef {{sealed: boolean, known: boolean, dealt_known: boolean, told: boolean, epochs: EpochInfo[]}} DiceInfo
 * @typedef {{role: string, seat: number|null, name: string, key: string, path: string}} Link
 * @typedef {{table: TableInfo, host: string, links: Link[], notice?: string}} TableOpened
 * @typedef {{key: number, role: string, seat: number|null, table: TableInfo, my_turn: boolean, line?: string}} LobbyLine
 * @typedef {{name: string, bot?: string}} SeatWish
 * @typedef {{game: string, seats: SeatWish[], gamesmaster?: string, options?: Record<string, SettingValue>, practice?: boolean,
 *   physical_dice?: boolean, odds?: boolean|null, seed?: number|null, bring?: Record<string, unknown>, title?: string, gather?: boolean, quick?: boolean, guided?: boolean}} TableWish
 * @typedef {{count: number, seat: number, name: string, at: number, answer: import("./types.js").Answer|null, events: number}} MoveInfo
 * @typedef {{match: string, game: string, names: string[], first: number, moves: MoveInfo[], events: SeenEvent[], over: boolean,
 *   seed: number|null, rules_version: number, summary?: string}} Replay
 * @typedef {{count: number, screen: Screen, drawing: Drawing|null, events: number, prompt?: string, said?: string, stage?: import("./types.js").Stage|null}} ReplayView
 * @typedef {{game: string, at: number, memorial: Memorial, match?: string, draws?: boolean}} MemorialInfo
 * @typedef {{match: string, game: string, title: string, names: string[], created: number, touched: number, moves: number, over: boolean,
 *   summary: string, waiting_for: string[], seated: boolean}} SavedLine
 */

/** A refusal, with words that can be shown. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** @param {unknown} error */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: unknown, key?: string}} [with_]
 */
async function call(method, path, with_ = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (with_.key) headers.Authorization = `Bearer ${with_.key}`;
  if (with_.body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(`/api/${path}`, { method, headers, body: with_.body === undefined ? undefined : typeof with_.body === "string" ? with_.body : JSON.stringify(with_.body) });
  } catch {
    throw new Refusal("offline", "The server does not answer. Is it running? Try again in a moment.");
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    throw new Refusal(problem.code ?? String(response.status), problem.message ?? `The server said ${response.status}.`);
  }
  return response;
}

/** @param {string} path @param {string} [key] */
const get = async (path, key) => (await call("GET", path, { key })).json();
/** @param {string} path @param {unknown} body @param {string} [key] */
const post = async (path, body, key) => (await call("POST", path, { body, key })).json();

export const api = {
  /** @returns {Promise<{version: string, home: boolean, games: string[]}>} */
  server: () => get("server"),
  /** @returns {Promise<GameInfo[]>} */
  games: () => get("games"),
  /** @param {string} slug @returns {Promise<GameInfo>} */
  game: (slug) => get(`games/${slug}`),
  /** @param {string} game @param {string} id @returns {Promise<Rule>} */
  rule: (game, id) => get(`games/${game}/rules/${encodeURIComponent(id)}`),
  /** @param {string} game @returns {Promise<{title: string, credit: string, rules: Rule[]}>} */
  rulebook: (game) => get(`games/${game}/rules`),
  /** @param {string} game @returns {Promise<Record<string, string>>} */
  glossary: async (game) => (await get(`games/${game}`)).glossary ?? {},
  /** @param {string} [game] @returns {Promise<MemorialInfo[]>} */
  memorials: async (game = "") => (await get(`memorials${game ? `?game=${game}` : ""}`)).memorials,
  /** The map at the end of a match that is remembered. @param {string} match @returns {Promise<string>} */
  memorialPicture: async (match) => (await call("GET", `memorials/${match}/drawing`)).text(),

  /** @param {TableWish} wish @returns {Promise<TableOpened>} */
  open: (wish) => post("tables", wish),
  /** Your tables, each once. @returns {Promise<(LobbyLine & {with: string})[]>} */
  async lobby() {
    const mine = keys.all().slice(0, 190);
    if (mine.length === 0) return [];
    /** @type {LobbyLine[]} */
    const lines = (await post("lobby", { keys: mine.map((key) => key.key) })).tables;
    /** @type {Map<string, LobbyLine & {with: string}>} */
    const once = new Map();
    for (const line of lines) {
      const before = once.get(line.table.id);
      const beside = line.table.seats.some((seat) => seat.waiting && !seat.bot && mine[line.key].here?.includes(seat.seat)); // before this screen, too
      if (!before || (before.seat === null && line.seat !== null)) once.set(line.table.id, { ...line, my_turn: line.my_turn || beside, with: mine[line.key].key });
    }
    return [...once.values()];
  },
  /** @param {string} table @param {string} key @returns {Promise<TableInfo>} */
  table: (table, key) => get(`tables/${table}`, key),
  /** What a link is for. @param {string} table @param {string} key @returns {Promise<import("./invite.js").Invitation>} */
  invitation: (table, key) => get(`tables/${table}/invitation`, key),
  /** A link of one's own to watch by. @param {string} table @param {string} key @returns {Promise<Link>} */
  watch: (table, key) => post(`tables/${table}/watch`, {}, key),
  /** Whether others can use this page's address. @returns {Promise<{local: boolean, other: string, words: string}>} */
  address: () => get("address"),
  /** A link as a QR code. @param {string} text @returns {Promise<Blob>} */
  qr: async (text) => (await call("POST", "qr", { body: { text } })).blob(),
  /** Which notices this server can send. @returns {Promise<{push: string, calls: boolean}>} */
  notices: () => get("notices"),
  /** Tell this device. @param {string} table @param {{endpoint: string, p256dh: string, auth: string}} wish @param {string} key */
  want: (table, wish, key) => post(`tables/${table}/want`, wish, key),
  /** Tell it no more. @param {string} table @param {string} endpoint @param {string} key */
  unwant: (table, endpoint, key) => post(`tables/${table}/unwant`, { endpoint }, key),
  /** @param {string} table @param {string} url @param {string} key */
  webhook: (table, url, key) => post(`tables/${table}/webhook`, { url }, key),
  /** @param {string} table @param {{seconds: number, then: string}} wish @param {string} key @returns {Promise<TableInfo>} */
  clock: (table, wish, key) => post(`tables/${table}/clock`, wish, key),
  /** Whether a bot is to move for whoever is late. @param {string} table @param {boolean} yes @param {string} key */
  vote: (table, yes, key) => post(`tables/${table}/vote`, { yes }, key),
  /** If nothing happens, go on. @param {string} table @param {boolean} yes @param {string} key */
  standing: (table, yes, key) => post(`tables/${table}/standing`, { yes }, key),
  /** Show a finished game to everybody. @param {string} table @param {{told: boolean, embeds: boolean, again: boolean}} wish @param {string} key @returns {Promise<ShownInfo>} */
  show: (table, wish, key) => post(`tables/${table}/show`, wish, key),
  /** @param {string} table @param {string} key */
  hide: (table, key) => post(`tables/${table}/hide`, {}, key),
  /** How a table's game is shown, if it is. @param {string} table @param {string} key @returns {Promise<ShownInfo|null>} */
  shownOf: async (table, key) => (await get(`tables/${table}/shown`, key)).page,
  /** @param {string} page @returns {Promise<ShownInfo>} */
  shown: (page) => get(`shown/${page}`),
  /** @param {string} page @returns {Promise<Replay>} */
  shownReplay: (page) => get(`shown/${page}/replay`),
  /** @param {string} page @param {number} count @returns {Promise<ReplayView>} */
  shownView: (page, count) => get(`shown/${page}/replay/${count}`),
  /** Play the same dungeon. @param {string} page @param {string} name @returns {Promise<TableOpened>} */
  shownAgain: (page, name) => post(`shown/${page}/again`, { name }),
  /** Today's dungeons. @param {string} me @returns {Promise<import("./daily.js").Daily>} */
  daily: (me) => post("daily", { me }),
  /** One try that counts. @param {string} game @param {string} me @param {string} name @returns {Promise<TableOpened>} */
  tryDaily: (game, me, name) => post(`daily/${game}/try`, { me, name }),
  /** @param {string} me @returns {Promise<import("./daily.js").DailyTry[]>} */
  myTries: async (me) => (await post("daily/mine", { me })).tries,
  /** Off all walls. @param {string} me */
  forgetTries: (me) => post("daily/forget", { me }),
  /** The worlds of this server, and one's own. @param {string} me @returns {Promise<import("./worlds.js").WorldLine[]>} */
  worlds: async (me) => (await post("worlds", { me })).worlds,
  /** @param {string} world @param {string} me @param {boolean} author all of it @returns {Promise<import("./worlds.js").WorldPage>} */
  world: (world, me, author) => post(`worlds/${encodeURIComponent(world)}`, { me, author }),
  /** Go down. @param {string} world @param {{game: string, name: string, door?: number, goal?: number, friends?: number, me?: string}} wish @returns {Promise<TableOpened>} */
  enterWorld: (world, wish) => post(`worlds/${world}/enter`, wish),
  /** @param {string} world @param {string} me @returns {Promise<import("./worlds.js").WorldPage>} */
  nextYear: (world, me) => post(`worlds/${world}/next`, { me }),
  /** The author's own season. @param {string} world @param {string} me @param {string} name @returns {Promise<TableOpened>} */
  writeWorld: (world, me, name) => post(`worlds/${world}/write`, { me, name }),
  /** @param {string} world @param {string} me @returns {Promise<string>} */
  forkWorld: async (world, me) => (await post(`worlds/${world}/fork`, { me })).id,
  /** A world from its first day. @param {string} me @param {string} name @returns {Promise<TableOpened>} */
  beginWorld: (me, name) => post("begin-world", { me, name }),
  /** A history that has come to its end, as a world. @param {string} table @param {string} me @param {string} key @returns {Promise<string>} */
  keepWorld: async (table, me, key) => (await post(`tables/${table}/world`, { me }, key)).id,
  /** Strike out what a visitor said. @param {string} world @param {number} line @param {string} me @returns {Promise<import("./worlds.js").WorldPage>} */
  strike: (world, line, me) => post(`worlds/${world}/strike`, { line, me }),
  /** @param {string} world @param {string} ending @param {string} me */
  worldFile: async (world, ending, me) => (await call("POST", `worlds/${world}/exports/${ending}`, { body: { me } })).blob(),
  /** @param {string} table @param {string} key @returns {Promise<TableInfo>} */
  start: (table, key) => post(`tables/${table}/start`, {}, key),
  /** @param {string} table @param {number} seat @param {{bot?: string, name?: string}} change @param {string} key @returns {Promise<TableInfo>} */
  seat: (table, seat, change, key) => post(`tables/${table}/seats/${seat}`, change, key),
  /** Leave for good. @param {string} table @param {number} seat @param {string} key @returns {Promise<TableInfo>} */
  leave: (table, seat, key) => post(`tables/${table}/leave/${seat}`, {}, key),
  /** @param {string} table @param {number|"spectator"} seat @param {string} key @returns {Promise<Link>} */
  link: (table, seat, key) => post(`tables/${table}/links/${seat}`, {}, key),
  /** Ask somebody to leave; the fresh link is for somebody else. @param {string} table @param {number|"spectator"} seat @param {string} key @returns {Promise<Link>} */
  kick: (table, seat, key) => post(`tables/${table}/kick/${seat}`, {}, key),
  /** @param {string} table @param {{locked?: boolean, quiet?: boolean, muted?: number[]}} wish @param {string} key @returns {Promise<TableInfo>} */
  order: (table, wish, key) => post(`tables/${table}/order`, wish, key),
  /** @param {string} table @param {string} key @returns {Promise<TableInfo>} */
  rematch: (table, key) => post(`tables/${table}/rematch`, {}, key),
  /** @param {string} table @param {string} key @returns {Promise<TableInfo>} */
  close: (table, key) => post(`tables/${table}/close`, {}, key),
  /** @param {string} table @param {{at: number|null, other_dice: boolean, match?: string, seat?: number|null, alone?: boolean}} wish @param {string} key @returns {Promise<TableOpened>} */
  fork: (table, wish, key) => post(`tables/${table}/fork`, wish, key),
  /** @param {string} table @param {string} key @param {string} [match] @returns {Promise<Replay>} */
  replay: (table, key, match = "") => get(`tables/${table}/replay${match ? `?match=${match}` : ""}`, key),
  /** @param {string} table @param {number} count @param {string} key @param {string} [match] @returns {Promise<ReplayView>} */
  replayView: (table, count, key, match = "") => get(`tables/${table}/replay/${count}${match ? `?match=${match}` : ""}`, key),
  /** Why one is asked this, in the case at hand. @param {string} table @param {string} key @returns {Promise<{lines: string[]}>} */
  case: (table, key) => get(`tables/${table}/case`, key),
  /** What a bot would do, and why. @param {string} table @param {string} key @returns {Promise<{answer: import("./types.js").Answer, label: string, reason: string}>} */
  advice: (table, key) => get(`tables/${table}/advice`, key),
  /** Go on until something changes. @param {string} table @param {string} key @returns {Promise<{answers: number}>} */
  onward: (table, key) => post(`tables/${table}/on`, {}, key),
  /** How its drawing can be turned now. @param {string} table @param {string} key @returns {Promise<import("./types.js").Dial[]>} */
  dials: async (table, key) => (await get(`tables/${table}/dials`, key)).dials,
  /** The drawing, turned. @param {string} table @param {Record<string, string|number>} turned @param {string} key @returns {Promise<Drawing>} */
  drawing: async (table, turned, key) => (await get(`tables/${table}/drawing?${new URLSearchParams({ turned: Object.entries(turned).map(([name, value]) => `${name}=${value}`).join(",") })}`, key)) ?? {},
  /** What happened at a place. @param {string} table @param {string} place @param {string} key @returns {Promise<import("./types.js").Tale>} */
  tale: (table, place, key) => get(`tables/${table}/tale?${new URLSearchParams({ place })}`, key),
  /** @param {string} table @param {string} key @returns {Promise<string[]>} */
  exports: async (table, key) => (await get(`tables/${table}/exports`, key)).exports,
  /** A file to take away. @param {string} table @param {string} what "save" or "exports/svg" @param {string} key */
  async file(table, what, key) {
    const response = await call("GET", `tables/${table}/${what}`, { key });
    const name = /filename="?([^";]+)"?/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? `undercroft-${table}.${what.split("/").pop()}`;
    return { name, data: await response.blob() };
  },
  /** Open a save file as a table. @param {string} text @returns {Promise<TableOpened>} */
  openSave: (text) => post("saves", text),
  /** @returns {Promise<SavedLine[]>} */
  saved: async () => (await get("saved")).matches,
  /** @param {string} match @returns {Promise<TableOpened>} */
  continueSaved: (match) => post(`saved/${match}/table`, {}),
};

/**
 * Keep all the keys of a table that was opened here, and sit down in the seat that is meant.
 *
 * @param {TableOpened} opened
 * @param {number|null} [seat] where you sit; null: you only watch
 * @param {number[]} [here] all seats that are played on this screen
 * @returns {string} the path of the table
 */
export function sitDown(opened, seat, here = []) {
  const seats = opened.links.filter((link) => link.role === "seat");
  const mine = seat === null ? undefined : (seats.find((link) => link.seat === seat) ?? seats[0]);
  keys.keep({
    table: opened.table.id, key: mine?.key ?? opened.host, role: mine ? "seat" : "host", seat: mine?.seat ?? null, at: Date.now(), host: opened.host, links: opened.links, ...(here.length > 1 ? { here } : {}),
  });
  return `/t/${opened.table.id}`;
}
