// @ts-check
/** What this browser remembers: settings, the player's name, and the keys to tables. Nothing of it leaves without need. */

/**
 * @typedef {{theme: string, dice: string, motion: string, size: string, name: string, pace: number, sound: string, bell: string, notify: string, keys: string, ear: string, coach: string}} Settings
 * @typedef {import("./api.js").Link} Link
 * @typedef {{table: string, key: string, role: string, seat: number|null, at: number, host?: string, links?: Link[], here?: number[]}} Key a table, and what opens it here
 */

/** @type {Settings} */
const DEFAULTS = { theme: "auto", dice: "fall", motion: "auto", size: "small", name: "", pace: 900, sound: "off", bell: "off", notify: "off", keys: "on", ear: "mine", coach: "on" };

/**
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
function read(name, fallback) {
  try {
    const text = localStorage.getItem(`undercroft.${name}`);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function write(name, value) {
  try {
    localStorage.setItem(`undercroft.${name}`, JSON.stringify(value));
  } catch {
    // A private window may refuse; the table works without a memory.
  }
}

class SettingsStore extends EventTarget {
  /** @type {Settings} */
  #now = { ...DEFAULTS, ...read("settings", {}) };

  get now() {
    return this.#now;
  }

  /** @param {Partial<Settings>} change */
  set(change) {
    this.#now = { ...this.#now, ...change };
    write("settings", this.#now);
    this.apply();
    this.dispatchEvent(new Event("change"));
  }

  /** Whether things may move on the screen. */
  moves() {
    if (this.#now.motion === "none") return false;
    return this.#now.motion === "full" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  apply() {
    const root = document.documentElement;
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = this.#now.theme === "auto" ? (dark ? "dark" : "paper") : this.#now.theme;
    root.dataset.size = this.#now.size;
    root.dataset.motion = this.moves() ? "full" : "none";
    const letter = Number.parseFloat(getComputedStyle(root).fontSize); // everything is counted in the player's own letters
    const wide = root.clientWidth / letter;
    const low = innerHeight / letter <= 31 && wide > 40; // a phone on its side
    root.dataset.layout = wide <= 47.5 || low ? "phone" : wide <= 77.5 ? "tablet" : "desktop";
    root.toggleAttribute("data-low", low);
    root.toggleAttribute("data-tight", wide < 20);
  }
}

export const settings = new SettingsStore();
addEventListener("resize", () => settings.apply());
for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
  matchMedia(query).addEventListener("change", () => settings.apply());
}

export const keys = {
  /** @returns {Key[]} the newest first */
  all() {
    /** @type {Key[]} */
    const found = read("keys", []);
    return found.sort((a, b) => b.at - a.at);
  },
  /**
   * The key this tab uses at a table: its own if it came by a link, else the newest one kept.
   *
   * @param {string} table
   * @returns {Key|undefined}
   */
  of(table) {
    let own = null;
    try {
      own = sessionStorage.getItem(`undercroft.tab.${table}`);
    } catch {
      // No session memory: the newest key will do.
    }
    const here = keys.all().filter((key) => key.table === table);
    return here.find((key) => key.key === own) ?? here[0];
  },
  /** The host's key and links of a table, if this tab is the host's. A tab that came by a guest's link is a guest's. @param {string} table */
  hosted(table) {
    const own = keys.of(table);
    return own?.host ? own : undefined;
  },
  /** @param {Key} key */
  keep(key) {
    const before = keys.all().find((other) => other.key === key.key);
    write("keys", [{ ...before, ...key }, ...keys.all().filter((other) => other.key !== key.key)].slice(0, 190));
    keys.use(key.table, key.key);
  },
  /**
   * @param {string} table
   * @param {string} key
   */
  use(table, key) {
    try {
      sessionStorage.setItem(`undercroft.tab.${table}`, key);
    } catch {
      // As above.
    }
  },
  /** @param {string} table */
  forget(table) {
    write("keys", keys.all().filter((other) => other.table !== table));
  },
};

/** What a coach has said already, by game: it is said once. */
export const lessons = {
  /**
   * @param {string} game
   * @param {string} key
   */
  heard(game, key) {
    return read(`lessons.${game}`, /** @type {string[]} */ ([])).includes(key);
  },
  /**
   * @param {string} game
   * @param {string} key
   */
  hear(game, key) {
    write(`lessons.${game}`, [...read(`lessons.${game}`, /** @type {string[]} */ ([])), key].slice(-80));
  },
  /** A first game begins anew. @param {string} game */
  forget(game) {
    write(`lessons.${game}`, []);
  },
};

/** Tables of this tab whose set-up was answered for the player: how many answers that took. */
export const laid = {
  /** It was opened so, and nobody has counted yet. @param {string} table */
  note(table) {
    laid.write(table, "new");
  },
  /**
   * Whether the player stands just where the set-up ended.
   *
   * @param {string} table
   * @param {number} moves
   */
  at(table, moves) {
    let known = null;
    try {
      known = sessionStorage.getItem(`undercroft.laid.${table}`);
    } catch {
      // No session memory: then nothing was laid here.
    }
    if (known === "new") laid.write(table, String((known = String(moves))));
    return known === String(moves);
  },
  /**
   * @param {string} table
   * @param {string} moves
   */
  write(table, moves) {
    try {
      sessionStorage.setItem(`undercroft.laid.${table}`, moves);
    } catch {
      // As above.
    }
  },
};

/**
 * @typedef {{match: string, table: string, game: string, title: string, names: string[], at: number, won: boolean, score: number|null, line: string,
 *   rank: string, moves: number}} Played a finished game of one's own, as this browser keeps it
 */

/** Whether something from a file is a game as we keep it. @param {any} game */
const isPlayed = (game) => ["match", "table", "game", "title", "line", "rank"].every((name) => typeof game?.[name] === "string") && Math.abs(game.at) < 1e11 && Number.isInteger(game.moves)
  && (game.score === null || Number.isFinite(game.score)) && Array.isArray(game.names) && game.names.every((/** @type {unknown} */ name) => typeof name === "string");

/** One's own finished games. They stay in this browser. */
export const played = {
  /** @returns {Played[]} the newest first */
  all() {
    return read("played", /** @type {Played[]} */ ([])).sort((a, b) => b.at - a.at);
  },
  /** @param {Played} game */
  keep(game) {
    if (!played.all().some((each) => each.match === game.match)) write("played", [game, ...played.all()].slice(0, 2000));
  },
  /** Games from a file; how many of them were none. @param {any[]} games */
  add(games) {
    const whole = games.filter(isPlayed);
    whole.forEach(played.keep);
    return games.length - whole.length;
  },
  /** @param {string} [match] this one only */
  forget(match) {
    write("played", match ? played.all().filter((each) => each.match !== match) : []);
  },
};

/** By what this browser is known on the wall of the day: a secret of its own, made when it is first needed. */
export const me = {
  /** "" while there is none. */
  get now() {
    return read("me", "");
  },
  get made() {
    if (!me.now) write("me", [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
    return me.now;
  },
  forget() {
    write("me", "");
  },
};
