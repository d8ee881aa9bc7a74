// @ts-check
/** Drawings come from the server as SVG text. Only what is listed here reaches the page, whatever was in it. */

const ELEMENTS = new Set(
  (
    "svg g path rect circle ellipse line polyline polygon text tspan textPath title desc defs use symbol marker " +
    "linearGradient radialGradient stop pattern clipPath mask filter feTurbulence feDisplacementMap feGaussianBlur feColorMatrix " +
    "feOffset feBlend feMerge feMergeNode feFlood feComposite feComponentTransfer feFuncR feFuncG feFuncB feFuncA feMorphology"
  ).split(" "),
);

const ATTRIBUTES = new Set(
  (
    "id class role lang viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry dx dy rotate width height d points pathLength transform " +
    "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray " +
    "stroke-dashoffset vector-effect paint-order opacity color display visibility clip-path clip-rule mask filter marker-start marker-mid " +
    "marker-end shape-rendering text-rendering mix-blend-mode font-family font-size font-style font-weight font-variant font-stretch " +
    "letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode textLength " +
    "lengthAdjust startOffset offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod fx fy patternUnits " +
    "patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient " +
    "filterUnits primitiveUnits in in2 result type baseFrequency numOctaves seed stitchTiles scale xChannelSelector yChannelSelector " +
    "pointer-events stdDeviation values mode operator k1 k2 k3 k4 flood-color flood-opacity slope intercept amplitude exponent tableValues radius href xml:space"
  ).split(" "),
);

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 26; // units: a pawn stands so far from the middle of its space, at most
const OUTSIDE = /url\(\s*(?!['"]?#)|javascript:|expression\(|@import|\\/i;

/**
 * The drawing as safe elements, or null when it is not SVG at all.
 *
 * @param {string} text
 * @returns {{svg: SVGSVGElement, css: string}|null}
 */
export function readSvg(text) {
  if (!/^\s*</.test(text)) return null;
  /** @type {string[]} */
  const css = [];
  // Style sheets are taken out before parsing: the content policy forbids them inline, and ours are adopted instead.
  const bare = text
    .replace(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi, (_, /** @type {string} */ rules) => {
      const plain = rules.replace(/<!\[CDATA\[|\]\]>/g, "");
      if (!OUTSIDE.test(plain)) css.push(plain);
      return "";
    })
    // So are inline styles and handlers, because browsers report them at parsing already. The guard is the list above, in `clean`.
    .replace(/\s(?:style|on[a-z]+)\s*=\s*("[^"]*"|'[^']*')(?=[^<]*>)/gi, "");
  const page = new DOMParser().parseFromString(bare, "image/svg+xml");
  const root = page.documentElement;
  if (root.nodeName !== "svg" || page.querySelector("parsererror")) return null;
  clean(root);
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(root)));
  return { svg, css: css.join("\n") };
}

/** @param {Element} element */
function clean(element) {
  const attributes = element.attributes;
  for (let at = attributes.length - 1; at >= 0; at -= 1) {
    const { name, value } = attributes[at];
    if (name === "xmlns" || name.startsWith("xmlns:")) continue;
    const plain = name === "xlink:href" ? "href" : name;
    const known = ATTRIBUTES.has(plain) || name.startsWith("data-") || name.startsWith("aria-");
    const inside = plain === "href" ? value.startsWith("#") : plain === "d" || plain === "points" || !OUTSIDE.test(value); // a line leads nowhere
    if (!known || !inside) element.removeAttribute(name);
  }
  let child = element.firstChild;
  while (child) {
    const here = child;
    child = child.nextSibling;
    if (here.nodeType === Node.TEXT_NODE || here.nodeType === Node.CDATA_SECTION_NODE) continue;
    if (here.nodeType === Node.ELEMENT_NODE && ELEMENTS.has(/** @type {Element} */ (here).localName) && /** @type {Element} */ (here).namespaceURI === SVG) clean(/** @type {Element} */ (here));
    else here.remove();
  }
}

/**
 * Make one drawing into another, touching only what differs: a large map changes little from move to move, and what is left alone
 * need not be laid out or painted again. What has an id keeps its element.
 *
 * @param {Element} drawn in the page
 * @param {Element} wanted its parts are moved over, so it is of no use afterwards
 */
export function redraw(drawn, wanted) {
  for (const { name } of [...drawn.attributes]) if (!wanted.hasAttribute(name) && name !== "viewBox") drawn.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (drawn.getAttribute(name) !== value && !(name === "viewBox" && drawn.localName === "svg")) drawn.setAttribute(name, value);
  /** @type {Map<string, Element>} */
  const known = new Map();
  for (const child of drawn.children) if (child.id) known.set(child.id, child);
  let at = drawn.firstChild;
  for (const part of [...wanted.childNodes]) {
    const id = part instanceof Element ? part.id : "";
    while (at instanceof Element && at.id && at.id !== id && !wanted.querySelector(`:scope > [id="${CSS.escape(at.id)}"]`)) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
    const old = id ? (known.get(id) ?? null) : at;
    if (!old || old.nodeName !== part.nodeName || (!id && old instanceof Element && old.id)) {
      drawn.insertBefore(part, at);
    } else {
      if (old === at) at = at.nextSibling;
      else drawn.insertBefore(old, at);
      if (old.isEqualNode(part)) continue;
      if (old instanceof Element && part instanceof Element) redraw(old, part);
      else old.replaceWith(part);
    }
  }
  while (at) {
    const rest = at;
    at = at.nextSibling;
    rest.remove();
  }
}

/**
 * Show what changed between two drawings: what has the same id walks from its old spot, what is new appears, what is gone
 * fades. Returns the running animations, so that they can be skipped.
 *
 * @param {SVGSVGElement} drawn in the page
 * @param {SVGSVGElement} wanted what it is to become
 * @param {number} duration
 * @returns {Animation[]}
 */
export function animateDifference(drawn, wanted, duration) {
  /** @type {Map<string, SVGGraphicsElement>} */
  const old = new Map();
  for (const element of graphics(drawn)) old.set(element.id, element);
  const any = old.size > 0; // else there is nothing to go by
  /** @type {string[]} */
  const fresh = [];
  /** @type {{id: string, from: DOMMatrix|null, box: DOMRect|null}[]} */
  const moved = [];
  for (const element of graphics(wanted)) {
    const was = old.get(element.id);
    old.delete(element.id);
    if (!was) fresh.push(element.id);
    else if (was.getAttribute("transform") !== element.getAttribute("transform")) moved.push({ id: element.id, from: matrixOf(was), box: null });
    else if (element.childElementCount === 0 && !was.isEqualNode(element)) moved.push({ id: element.id, from: null, box: boxOf(was) }); // measured only where something differs
  }
  const ghosts = old.size < 60 ? [...old.values()].flatMap((element) => ghostOf(element)) : [];
  redraw(drawn, wanted);
  /** @type {Animation[]} */
  const running = [];
  if (!any) return running;
  const easing = "cubic-bezier(.3,.1,.2,1)";
  const named = new Map(fresh.length + moved.length ? graphics(drawn).map((element) => [element.id, element]) : []);
  for (const id of fresh.slice(0, 120)) {
    const appears = named.get(id)?.animate([{ opacity: 0 }, { opacity: 1 }], { duration, easing });
    if (appears) running.push(appears);
  }
  for (const { id, from, box } of moved.slice(0, 130)) {
    const element = named.get(id);
    if (!element) continue;
    if (from) {
      const to = matrixOf(element);
      if (to && !same(to, from)) running.push(element.animate(wayOf(element, from, to).map((matrix) => ({ transform: matrix.toString() })), { duration, easing }));
      continue;
    }
    const now = box && boxOf(element);
    if (!box || !now || element.hasAttribute("transform")) continue;
    const dx = box.x + box.width / 2 - (now.x + now.width / 2);
    const dy = box.y + box.height / 2 - (now.y + now.height / 2);
    if (Math.abs(dx) > 0.5 || Math.abs(dy) > 0.5) running.push(element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration, easing }));
  }
  for (const ghost of ghosts) {
    drawn.append(ghost);
    const fading = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: duration * 0.7 });
    fading.finished.then(
      () => ghost.remove(),
      () => ghost.remove(),
    );
    running.push(fading);
  }
  return running;
}

/**
 * The places something passes on its way: its own path, where the drawing tells it and it leads from where it was; else straight.
 *
 * @param {SVGGraphicsElement} element
 * @param {DOMMatrix} from
 * @param {DOMMatrix} to
 */
function wayOf(element, from, to) {
  const points = (element.dataset.path ?? "").split(" ").map((pair) => pair.split(",").map(Number)).filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const near = (/** @type {number[]} */ [x, y], /** @type {DOMMatrix} */ at) => Math.hypot(x - at.e, y - at.f);
  const start = points.findLastIndex((point) => near(point, from) < NEAR);
  if (start < 0) return [from, to];
  return [from, ...points.slice(start + 1, -1).map(([x, y]) => new DOMMatrix([to.a, to.b, to.c, to.d, x, y])), to];
}

/**
 * What is left of something that goes away; nothing, where it lay in something that is itself elsewhere.
 *
 * @param {SVGGraphicsElement} element
 */
function ghostOf(element) {
  for (let up = element.parentElement; up && up.localName !== "svg"; up = up.parentElement) {
    if (up.hasAttribute("transform")) return [];
  }
  const ghost = /** @type {SVGGraphicsElement} */ (element.cloneNode(true));
  for (const part of [ghost, ...ghost.querySelectorAll("[id], [data-place]")]) {
    part.removeAttribute("id");
    part.removeAttribute("data-place");
  }
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("pointer-events", "none");
  return [ghost];
}

/** @param {SVGSVGElement} svg */
function graphics(svg) {
  return /** @type {SVGGraphicsElement[]} */ ([...svg.querySelectorAll("[id]")].filter((e) => e instanceof SVGGraphicsElement && !e.closest("defs")));
}

/** @param {SVGGraphicsElement} element */
function matrixOf(element) {
  const list = element.transform.baseVal;
  if (list.numberOfItems === 0) return null;
  let product = new DOMMatrix();
  for (let index = 0; index < list.numberOfItems; index += 1) {
    const { a, b, c, d, e, f } = list.getItem(index).matrix;
    product = product.multiply(new DOMMatrix([a, b, c, d, e, f]));
  }
  return product;
}

/** @param {SVGGraphicsElement} element */
function boxOf(element) {
  if (element.childElementCount > 0) return null;
  try {
    return element.getBBox();
  } catch {
    return null;
  }
}

/**
 * @param {DOMMatrix} a
 * @param {DOMMatrix} b
 */
function same(a, b) {
  return (
    Math.abs(a.a - b.a) + Math.abs(a.b - b.b) + Math.abs(a.c - b.c) + Math.abs(a.d - b.d) < 1e-4 && Math.abs(a.e - b.e) + Math.abs(a.f - b.f) < 1e-3
  );
}
