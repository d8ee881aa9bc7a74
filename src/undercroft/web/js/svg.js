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
    .replace(/\sstyle\s*=\s*("[^"]*"|'[^']*')/gi, "");
  const page = new DOMParser().parseFromString(bare, "image/svg+xml");
  const root = page.documentElement;
  if (root.nodeName !== "svg" || page.querySelector("parsererror")) return null;
  clean(root);
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
  return { svg, css: css.join("\n") };
}

/** @param {Element} element */
function clean(element) {
  for (const { name, value } of [...element.attributes]) {
    const plain = name === "xlink:href" ? "href" : name;
    const known = ATTRIBUTES.has(plain) || name.startsWith("data-") || name.startsWith("aria-");
    const inside = plain === "href" ? value.startsWith("#") : !OUTSIDE.test(value);
    if (name === "xmlns" || name.startsWith("xmlns:")) continue;
    if (!known || !inside) element.removeAttribute(name);
  }
  for (const child of [...element.childNodes]) {
    if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) continue;
    if (!(child instanceof Element) || !ELEMENTS.has(child.localName) || child.namespaceURI !== "http://www.w3.org/2000/svg") {
      child.remove();
    } else {
      clean(child);
    }
  }
}

/**
 * Show what changed between two drawings: what has the same id walks from its old spot, what is new appears, what is gone
 * fades. Returns the running animations, so that they can be skipped.
 *
 * @param {SVGSVGElement} before still in the page
 * @param {() => void} swap puts `after` in its place
 * @param {SVGSVGElement} after
 * @param {number} duration
 * @returns {Animation[]}
 */
export function animateDifference(before, swap, after, duration) {
  /** @type {Map<string, SVGGraphicsElement>} */
  const old = new Map();
  for (const element of graphics(before)) old.set(element.id, element);
  if (old.size === 0) {
    swap(); // nothing to go by
    return [];
  }
  /** @type {SVGGraphicsElement[]} */
  const fresh = [];
  /** @type {{element: SVGGraphicsElement, from: DOMMatrix|null, box: DOMRect|null}[]} */
  const moved = [];
  for (const element of graphics(after)) {
    const was = old.get(element.id);
    old.delete(element.id);
    if (!was) fresh.push(element);
    else if (was.getAttribute("transform") !== element.getAttribute("transform")) moved.push({ element, from: matrixOf(was), box: null });
    else if (element.childElementCount === 0 && !was.isEqualNode(element)) moved.push({ element, from: null, box: boxOf(was) }); // measured only where something differs
  }
  swap();
  /** @type {Animation[]} */
  const running = [];
  if (old.size === 0 && fresh.length === 0 && moved.length === 0) return running;
  const easing = "cubic-bezier(.3,.1,.2,1)";
  for (const element of fresh.slice(0, 120)) running.push(element.animate([{ opacity: 0 }, { opacity: 1 }], { duration, easing }));
  for (const { element, from, box } of moved.slice(0, 130)) {
    if (from) {
      const to = matrixOf(element);
      if (to && !same(to, from)) running.push(element.animate([{ transform: from.toString() }, { transform: to.toString() }], { duration, easing }));
      continue;
    }
    const now = box && boxOf(element);
    if (!box || !now || element.hasAttribute("transform")) continue;
    const dx = box.x + box.width / 2 - (now.x + now.width / 2);
    const dy = box.y + box.height / 2 - (now.y + now.height / 2);
    if (Math.abs(dx) > 0.5 || Math.abs(dy) > 0.5) running.push(element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration, easing }));
  }
  if (old.size < 60 && before.getAttribute("viewBox") === after.getAttribute("viewBox")) {
    for (const element of old.values()) fadeOut(element, after, running, duration);
  }
  return running;
}

/**
 * @param {SVGGraphicsElement} element
 * @param {SVGSVGElement} after
 * @param {Animation[]} running
 * @param {number} duration
 */
function fadeOut(element, after, running, duration) {
  for (let up = element.parentElement; up && up.localName !== "svg"; up = up.parentElement) {
    if (up.hasAttribute("transform")) return;
  }
  const ghost = /** @type {SVGGraphicsElement} */ (element.cloneNode(true));
  ghost.removeAttribute("id");
  ghost.removeAttribute("data-place");
  for (const inner of ghost.querySelectorAll("[id], [data-place]")) {
    inner.removeAttribute("id");
    inner.removeAttribute("data-place");
  }
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("pointer-events", "none");
  after.append(ghost);
  const fading = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: duration * 0.7 });
  fading.finished.then(
    () => ghost.remove(),
    () => ghost.remove(),
  );
  running.push(fading);
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
