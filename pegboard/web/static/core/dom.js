// Short helpers to create and change elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | number | boolean | null | undefined} Attribute
 * @typedef {string | Node | null | undefined} Child
 */
/**
 * Attributes by name, `text` for the content, `onclick` and the like for listeners.
 *
 * @typedef {Record<string, Attribute | ((event: any) => unknown)>} Properties
 */

/**
 * @template {Element} Made
 * @param {Made} node
 * @param {Properties} properties
 * @param {(Child | Child[])[]} children
 * @returns {Made}
 */
function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = String(value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) if (child !== null && child !== undefined) node.append(child);
  return node;
}

/**
 * An HTML element: h("button", {class: "big", onclick: f}, "OK").
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * An SVG element.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/**
 * Changes a text only if it differs, to avoid needless layout and announcements.
 *
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Sets or removes a boolean attribute.
 *
 * @param {Element} node
 * @param {string} name
 * @param {unknown} on
 */
export function toggle(node, name, on) {
  if (node.hasAttribute(name) !== Boolean(on)) node.toggleAttribute(name, Boolean(on));
}

/**
 * Returns a function that calls `draw(value)` only if the value's JSON has changed.
 *
 * @template Value
 * @param {(value: Value) => void} draw
 * @returns {(value: Value) => void}
 */
export function onChange(draw) {
  /** @type {string | undefined} */
  let before;
  return (value) => {
    const now = JSON.stringify(value);
    if (now !== before) {
      before = now;
      draw(value);
    }
  };
}

/**
 * An element of the initial page, by id.
 *
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * A dialog of the initial page, by id.
 *
 * @param {string} id
 */
export const dialogById = (id) => /** @type {HTMLDialogElement} */ (document.getElementById(id));

/**
 * The first matching element inside another one, which must exist.
 *
 * @template {Element} [Found=HTMLElement]
 * @param {ParentNode} inside
 * @param {string} selector
 */
export const find = (inside, selector) => /** @type {Found} */ (inside.querySelector(selector));

/**
 * All matching elements inside another one.
 *
 * @param {ParentNode} inside
 * @param {string} selector
 * @returns {NodeListOf<HTMLElement>}
 */
export const findAll = (inside, selector) => inside.querySelectorAll(selector);

/** Whether the viewer prefers reduced motion. */
export const stillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Parses an SVG text into an element.
 *
 * @param {string} svg
 */
export const drawn = (svg) => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);

/** @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/**
 * Loads an additional style sheet once; resolves when it is applied.
 *
 * @param {string} name its path below the folder of all sources
 */
export function style(name) {
  const href = new URL(`../${name}`, import.meta.url).pathname;
  const loaded = styles.get(name) ?? new Promise((done, failed) => {
    if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) done(undefined);
    else document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: failed }));
  });
  styles.set(name, loaded);
  loaded.catch(() => styles.delete(name));
  return loaded;
}
