// Stubs of the browser API that the page's modules expect when loaded; nothing is drawn. Import it
// before any module of the page.

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

/** Base address of the page's files, for imports. */
export const STATIC = new URL("../../pegboard/web/static/", import.meta.url);
