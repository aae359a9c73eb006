// What the page's modules expect of a browser when they are loaded, and no more: nothing is drawn
// here. Import it before anything of the page.

const stored = new Map();

export const localStorage = {
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, value) => { stored.set(name, String(value)); },
  removeItem: (name) => { stored.delete(name); },
  clear: () => stored.clear(),
};

const globals = {
  HTMLElement: class {},
  addEventListener() {},
  customElements: { define() {} },
  document: { documentElement: { dataset: { language: "en" } }, addEventListener() {} },
  localStorage,
  matchMedia: () => ({ matches: true }),
  navigator: { languages: ["en"] },
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** Where the page's files are, as the beginning of an address to import. */
export const STATIC = new URL("../../pegboard/web/static/", import.meta.url);
