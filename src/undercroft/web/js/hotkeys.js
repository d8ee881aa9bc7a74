// @ts-check
/** The keyboard at a table: what a pressed key does, where nobody is typing. */

import { isTyping } from "./dom.js";
import { settings } from "./remember.js";

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} root the table
 * @param {import("./decision.js").UcDecision} decision
 * @param {Record<string, () => void>} deeds by key
 */
export function keyPressed(event, root, decision, deeds) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]") || isTyping(event.target) || !root.isConnected) return;
  if (settings.now.keys === "off" && event.key.length === 1) return; // such keys may be somebody's voice, or a slip
  const onControl = event.target instanceof HTMLElement && event.target.closest("button, a, summary, .spot");
  if (/^[0-9]$/.test(event.key)) {
    if (decision.digit(event.key)) event.preventDefault();
  } else if (event.key === "Enter") {
    if (!onControl && decision.confirm()) event.preventDefault();
  } else if (deeds[event.key]) {
    event.preventDefault();
    deeds[event.key]();
  }
}
