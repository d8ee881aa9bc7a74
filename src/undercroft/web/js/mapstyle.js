// @ts-check
/** The look of the map's frame. It stands apart in the map's own shadow tree, so that no drawing can reach the page. */

export const MAP_STYLE = `
:host { display: block; position: relative; min-height: 0; min-width: 0; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.stage { position: absolute; inset: 0 3.5rem 0 0; overflow: hidden; touch-action: none; cursor: grab; border-radius: 3px; }
.stage.dragging { cursor: grabbing; }
.stage:focus-visible { outline: 3px solid var(--focus); outline-offset: -3px; }
svg.drawing { display: block; width: 100%; height: 100%; color: #1c1710; user-select: none; -webkit-user-select: none; }
pre { position: absolute; inset: 0 3.5rem 0 0; margin: 0; overflow: auto; padding: 1rem; background: var(--sheet); color: var(--pen);
  font: 0.9375rem/1.25 "DejaVu Sans Mono", Menlo, Consolas, monospace; }
.tools { position: absolute; right: .5rem; top: .5rem; display: flex; flex-direction: column; gap: .25rem; }
.tools button { min-width: 2.75rem; min-height: 2.75rem; padding: 0; font: 600 1.125rem/1 var(--sans); color: var(--ink); background: var(--surface);
  border: 1px solid var(--edge); border-radius: 6px; cursor: pointer; opacity: .94; }
.tools button.word { font-size: .8125rem; padding: 0 .375rem; }
.tools button:hover { background: var(--surface-2); opacity: 1; }
.tools button:focus-visible { outline: 3px solid var(--focus); outline-offset: 1px; }
:host([tales]) [data-place] { cursor: help; }
.spot { cursor: pointer; outline: none; }
.spot rect { fill: var(--spot); fill-opacity: .13; stroke: var(--spot); stroke-width: 2.5px; stroke-dasharray: 6 4; vector-effect: non-scaling-stroke; }
.spot:hover rect, .spot.near rect { fill-opacity: .3; stroke-width: 4px; stroke-dasharray: none; }
.spot:focus-visible rect { fill-opacity: .3; stroke: #0b57d0; stroke-width: 5px; stroke-dasharray: none; }
.spot.chosen rect { fill-opacity: .45; stroke-dasharray: none; }
.several { position: absolute; z-index: 3; min-width: 12rem; max-width: min(20rem, 90%); max-height: 70%; overflow: auto; margin: 0; padding: .375rem; list-style: none;
  background: var(--surface); color: var(--ink); border: 1px solid var(--edge); border-radius: 8px; box-shadow: var(--shadow); }
.several button { display: block; width: 100%; min-height: 2.75rem; padding: .375rem .625rem; text-align: left; font: 1rem/1.3 var(--sans); color: inherit;
  background: none; border: 0; border-radius: 5px; cursor: pointer; }
.several button:hover, .several button:focus-visible { background: var(--surface-2); outline: 2px solid var(--focus); }
.several small { display: block; color: var(--ink-soft); font-size: .875rem; }
.blank { position: absolute; inset: 0; display: grid; place-content: center; text-align: center; padding: 2rem; font: italic 1.125rem/1.5 var(--serif); color: var(--pen-soft); }
:host([narrow]) .tools { flex-direction: row; top: 4px; right: 4px; gap: 4px; } :host([narrow]) .tools button { min-width: 44px; min-height: 44px; padding: 0; font-size: 18px; } :host([narrow]) .tools button.word { font-size: 14px; } :host([narrow]) .stage { inset: 0; } :host([narrow]) pre { inset: 52px 0 0 0; }
@media print { .tools, .spots, .several { display: none; } .stage, pre { inset: 0; } }
@media (forced-colors: active) { .spot rect { stroke: Highlight; } }
`;
