// @ts-check
/** What can be done with a table besides playing: links, seats, forks, files. Whether it is allowed, the server says. */

import { api, wordsOf } from "./api.js";
import { ago, button, h, openDialog, saveBlob, toast } from "./dom.js";
import { openFork } from "./forking.js";
import { botWords } from "./newtable.js";
import { linkRow, send, shareLinks, ways } from "./links.js";
import { keys, me } from "./remember.js";

/** @typedef {import("./api.js").SeatInfo} SeatInfo */

/** What a game's files are, by their endings. @type {Record<string, string>} */
const FILES = {
  svg: "The map, as SVG", png: "The map, as a picture (PNG)", pdf: "The map, to print (PDF)", html: "All of it, as a page (HTML)", md: "The history, as Markdown", txt: "The map, in letters",
  "story.md": "The story, with its last page (Markdown)", json: "For other programs (JSON)", dd2vtt: "For a virtual tabletop (dd2vtt)", "campaign.svg": "The land around it, as SVG", "campaign.png": "The land around it, as a picture",
  "template.svg": "A bare page to draw on", "strata.zip": "Every layer by itself (ZIP)", "years.zip": "Every year by itself (ZIP)",
};

export class Deeds {
  #id;
  #key;
  #live;
  #go;

  /**
   * @param {string} id of the table
   * @param {string} key
   * @param {import("./live.js").Live} live
   * @param {(path: string) => void} go
   */
  constructor(id, key, live, go) {
    this.#id = id;
    this.#key = key;
    this.#live = live;
    this.#go = go;
  }

  get #game() {
    return this.#live.model.table?.game ?? "";
  }

  /**
   * @param {SeatInfo} seat
   * @param {import("./remember.js").Key|undefined} hosted
   */
  linkRow(seat, hosted) {
    return linkRow(seat, hosted, this.#live.model.seat);
  }

  share() {
    const table = this.#live.model.table;
    if (table) void shareLinks({ table, key: this.#key, seat: this.#live.model.seat, role: this.#live.model.role });
  }

  /** @param {SeatInfo} seat */
  openSeat(seat) {
    const model = this.#live.model;
    const hosted = keys.hosted(this.#id);
    const mayChange = Boolean(hosted) || model.seat === seat.seat;
    const bots = model.table?.bots ?? [];
    const isBot = seat.kind === "bot" || seat.bot !== "";
    const own = model.seat === seat.seat;
    const link = isBot || own ? undefined : hosted?.links?.find((each) => each.role === "seat" && each.seat === seat.seat);
    const which = h("select", { "aria-label": "Which bot" }, bots.map((bot) => h("option", { value: bot, selected: bot === seat.bot }, bot)));
    void botWords(this.#game).then((words) => { for (const option of which.options) option.textContent = words[option.value] ?? option.value; });
    const dialog = openDialog(seat.name, [
      h("p", {}, isBot ? `A bot plays here (${seat.bot}).` : own ? "This is your seat." : seat.connected ? "Is here." : "Is away; the seat waits."),
      link ? h("div", { class: "row" }, ...ways(link.path, seat.name)) : null,
      mayChange && !model.outcome && !model.table?.day && seat.kind !== "gamesmaster"
        ? h("div", { class: "row bot-choice" },
            isBot ? button(own ? "Take the seat back" : "A person again", () => { dialog.close(); void this.giveSeat(seat.seat, ""); }, { class: "primary" }) : null,
            which, button(isBot ? "Let this one play" : "Let a bot play", () => { dialog.close(); void this.giveSeat(seat.seat, which.value); }))
        : null,
      hosted && seat.seat !== model.seat
        ? h("div", { class: "row" },
            button("Make a new link (the old one stops working)", () => void this.freshLink(seat.seat)),
            isBot ? null : button("Ask to leave", () => { dialog.close(); void this.freshLink(seat.seat, true); }),
            isBot ? null : button(seat.muted ? "Let talk again" : "Mute", () => { dialog.close(); void this.mute(seat.seat, !seat.muted); }))
        : null,
    ], { game: this.#game });
  }

  /** A host's evening: who comes in, who talks. */
  keepOrder() {
    const table = this.#live.model.table;
    if (!table) return;
    if (!keys.hosted(this.#id)?.host) return toast("Only the host keeps order at a table.", "error");
    const then = (/** @type {() => Promise<unknown>} */ deed) => () => { dialog.close(); void deed(); };
    const dialog = openDialog("Keep order", [
      h("p", {}, table.locked ? "The table is locked: nobody new comes in to watch, and names stay as they are. Players come and go as they like." : "Whoever has a link comes in."),
      h("div", { class: "row" },
        button(table.locked ? "Unlock the table" : "Lock the table", then(() => this.#order({ locked: !table.locked }))),
        button(table.quiet ? "Let those who watch talk" : "Mute all who watch", then(() => this.#order({ quiet: !table.quiet }))),
        button("Ask all who watch to leave", then(() => this.freshLink("spectator", true)))),
      h("p", { class: "aside" }, "To mute somebody, to ask somebody to leave or to replace a link, choose the seat's name at the top."),
    ], { game: this.#game });
  }

  /** @param {{locked?: boolean, quiet?: boolean, muted?: number[]}} wish */
  async #order(wish) {
    await api.order(this.#id, wish, keys.hosted(this.#id)?.host ?? "").catch((error) => toast(wordsOf(error), "error"));
  }

  /** @param {number} seat @param {boolean} muted */
  async mute(seat, muted) {
    const others = (this.#live.model.table?.seats ?? []).filter((each) => each.muted && each.seat !== seat).map((each) => each.seat);
    await this.#order({ muted: muted ? [...others, seat] : others });
  }

  /** @param {number|"spectator"} seat @param {boolean} [leave] whoever is there is asked to go */
  async freshLink(seat, leave = false) {
    const hosted = keys.hosted(this.#id);
    if (!hosted?.host) return;
    try {
      const link = await (leave ? api.kick : api.link)(this.#id, seat, hosted.host);
      keys.keep({ ...hosted, links: [...(hosted.links ?? []).filter((each) => each.seat !== link.seat || each.role !== link.role), link] });
      if (leave) toast("Asked to leave. The link they had opens nothing any more.");
      else await send(link.path);
    } catch (error) {
      toast(wordsOf(error), "error");
    }
  }

  /**
   * @param {number} seat
   * @param {string} bot
   */
  async giveSeat(seat, bot) {
    try {
      await api.seat(this.#id, seat, { bot }, keys.hosted(this.#id)?.host ?? this.#key);
    } catch (error) {
      toast(wordsOf(error), "error");
    }
  }

  async leaveSeat() {
    const model = this.#live.model;
    if (model.seat === null) return this.#go("/");
    await this.giveSeat(model.seat, model.table?.bots[0] ?? "random");
    toast("A bot plays for you. Your seat stays yours: come back and take it whenever you like.");
    this.#go("/");
  }

  async close() {
    const host = keys.hosted(this.#id)?.host;
    if (!host) return toast("Only the host can close the table.", "error");
    const sure = openDialog("Close the table?", [
      h("p", {}, "Nobody can answer after that. The game stays in your list and can be replayed."),
      h("div", { class: "row end" }, button("Close it", async () => {
        sure.close();
        await api.close(this.#id, host).catch((error) => toast(wordsOf(error), "error"));
      }, { class: "primary" })),
    ]);
  }

  async fork() {
    if (!this.#live.model.table?.can_fork) return toast("A game with secrets can be forked only when it is over, or in practice.", "error");
    const { table, seat } = this.#live.model;
    openFork({ id: this.#id, key: this.#key, match: "", at: null, seats: table.seats, own: seat, game: this.#game, go: this.#go });
  }

  /** Leave for good: asked once more, because the link dies with it. */
  leaveForGood() {
    const seat = this.#live.model.seat;
    if (seat === null) {
      keys.forget(this.#id);
      return this.#go("/");
    }
    const sure = openDialog("Leave for good?", [
      h("p", {}, "A bot plays your seat to the end, and in the next games at this table too. Your link opens nothing any more; only the host can give you a new one."),
      h("div", { class: "row end" }, button("Stay", () => sure.close()), button("Leave for good", async () => {
        sure.close();
        try {
          await api.leave(this.#id, seat, this.#key);
          keys.forget(this.#id);
          this.#go("/");
        } catch (error) {
          toast(wordsOf(error), "error");
        }
      }, { class: "primary" })),
    ], { game: this.#game });
  }

  async again() {
    try {
      await api.rematch(this.#id, keys.hosted(this.#id)?.host ?? this.#key);
    } catch (error) {
      toast(wordsOf(error), "error");
    }
  }

  /** Into the dungeon that was made here: it is kept as a world. @returns {Promise<string>} the way to its page, "" if there is none */
  async descend() {
    try {
      return `/w/${await api.keepWorld(this.#id, me.made, keys.hosted(this.#id)?.host ?? this.#key)}`;
    } catch (error) {
      toast(wordsOf(error), "error");
      return "";
    }
  }

  async takeAway() {
    const model = this.#live.model;
    const save = (/** @type {string} */ what) => async () => {
      try {
        const { name, data } = await api.file(this.#id, what, this.#key);
        saveBlob(name, data);
      } catch (error) {
        toast(wordsOf(error), "error");
      }
    };
    const endings = await api.exports(this.#id, this.#key).catch(() => /** @type {string[]} */ ([]));
    openDialog("Take it away", [
      h("div", { class: "row" },
        model.drawing?.svg && !endings.includes("svg") ? button("The map, as SVG", () => saveBlob(`${this.#game}-map.svg`, new Blob([model.drawing?.svg ?? ""], { type: "image/svg+xml" }))) : null,
        ...endings.map((ending) => button(FILES[ending] ?? `As .${ending}`, save(`exports/${ending}`))),
        model.table?.can_fork ? button("The save file", save("save")) : null,
        button("Print", () => window.print())),
      h("p", { class: "aside" }, model.table?.touched ? `Last answer ${ago(model.table.touched)}.` : ""),
    ], { game: this.#game });
  }
}
