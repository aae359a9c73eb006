// A view outside of the first page, mostly a dialog: it is loaded when first needed.

/** @import { State } from "./protocol.d.ts" */
/** @import { Page, View } from "./page.d.ts" */

/** @typedef {{ view: (page: Page) => View | Promise<View> }} Module */

export class LazyView {
  /** @type {View | null} */
  #view = null;
  /** @type {Promise<View> | null} */
  #loading = null;
  #page;
  #load;
  #needs;

  /**
   * @param {Page} page
   * @param {() => Promise<Module>} load
   * @param {(state: State) => unknown} needs whether a state requires the view
   */
  constructor(page, load, needs = () => false) {
    this.#page = page;
    this.#load = load;
    this.#needs = needs;
  }

  /** @param {State} state */
  needs(state) {
    return Boolean(this.#needs(state));
  }

  /** @param {State} state */
  show(state) {
    this.#view?.show?.(state);
  }

  /** Preloads the view; if the board is out of reach, another time. */
  async load() {
    await this.#ready().catch(() => {});
  }

  /** @param {unknown[]} what */
  async open(...what) {
    await (await this.#ready()).open?.(...what);
  }

  #ready() {
    this.#loading ??= this.#begin().catch((error) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  async #begin() {
    const view = await (await this.#load()).view(this.#page);
    this.#view = view;
    if (this.#page.state) view.show?.(this.#page.state);
    return view;
  }
}
