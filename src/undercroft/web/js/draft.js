// @ts-check
/** Drafts: words half typed, kept by match and question until the answer was heard, so that nothing that moves can lose them. */

const KEPT = 40; // drafts, the oldest are forgotten first

/** @returns {Record<string, string>} */
function all() {
  try {
    return JSON.parse(sessionStorage.getItem("undercroft.drafts") ?? "{}");
  } catch {
    return {};
  }
}

export const drafts = {
  /** @param {string} of the match and the question */
  get(of) {
    return all()[of] ?? "";
  },
  /**
   * @param {string} of
   * @param {string} words empty: forget them
   */
  set(of, words) {
    const { [of]: _, ...others } = all();
    const entries = Object.entries(words ? { ...others, [of]: words } : others).slice(-KEPT);
    try {
      sessionStorage.setItem("undercroft.drafts", JSON.stringify(Object.fromEntries(entries)));
    } catch {
      // A private window may refuse; then a draft lives as long as its field.
    }
  },
};
