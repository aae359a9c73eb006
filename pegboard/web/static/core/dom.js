// Making and changing elements, in as few words as possible.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** An HTML element: h("button", {class: "big", onclick: f}, "OK"). */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** An SVG element. */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** Changes a text only if it differs, so that nothing is laid out or spoken again in vain. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets or removes a yes-or-no attribute. */
export function toggle(node, name, on) {
  if (node.hasAttribute(name) !== Boolean(on)) node.toggleAttribute(name, Boolean(on));
}

/** Calls `draw(value)` only when the value differs from the last one, by its JSON. */
export function onChange(draw) {
  let before;
  return (value) => {
    const now = JSON.stringify(value);
    if (now !== before) {
      before = now;
      draw(value);
    }
  };
}

export const byId = (id) => document.getElementById(id);

/** Whether the reader asked for little motion. */
export const stillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Loads a style sheet that is not part of the first page; the promise waits until it holds. */
export function style(name) {
  return new Promise((done, failed) => {
    document.head.append(h("link", { rel: "stylesheet", href: `/static/${name}`, onload: done, onerror: failed }));
  });
}
