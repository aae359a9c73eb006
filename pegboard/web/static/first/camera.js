// Set-up of the camera: its live picture, and the players around it.

import { h, setText, toggle } from "../core/dom.js";
import { ask } from "../core/http.js";
import { language } from "../core/words.js";
import { change, settings } from "../admin/board_settings.js";
import { places } from "../admin/places.js";

/** @import { Step, Tools } from "./steps.d.ts" */
/** @import { CameraAnswer } from "../admin/camera_check.d.ts" */
/** @import { SeatInfo } from "../core/protocol.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const { camera: say } = (await import(`./words/${language}.js`)).words;
const PAUSE_MS = 400;

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** @param {Tools} tools @returns {Step} */
export function camera({ page, refuse }) {
  const own = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("-");
  const image = h("img", { alt: say.picture });
  const seats = places(() => {});
  const view = h("figure", { class: "view" }, image, seats.names);
  const status = h("p", { class: "status", role: "status", text: say.waiting });
  const choice = h("div", { class: "choose", role: "group", "aria-label": say.which, hidden: true });
  const check = h("button", { type: "button", text: say.check, onclick: () => page.open("camera") });
  /** @type {string[]} */
  let called = [];
  let on = true;

  /** @param {SeatInfo[] | undefined} sitting */
  const sit = (sitting) => seats.show(sitting?.map((seat, n) => ({ ...seat, name: called[n] ?? seat.name })));

  /** The cameras, if there are several or none that works. */
  async function offer() {
    const now = await settings();
    if (!now) return;
    called = now.values["game.regulars"];
    sit(page.state?.seats);
    const key = "camera.source";
    const isFixed = now.fixed.includes(key);
    const all = [["auto", say.auto], ...now.cameras.map(({ address, name }) => [address, name]), ["none", say.none]];
    choice.replaceChildren(...all.map(([address, name]) => h("button", {
      type: "button", text: name, "aria-pressed": String(now.values[key] === address), disabled: isFixed,
      onclick: async () => {
        refuse(await change({ [key]: address }));
        await offer();
      },
    })));
    toggle(choice, "hidden", isFixed);
  }

  async function poll() {
    let wish = "start";
    while (on) {
      /** @type {CameraAnswer} */
      let answer = {};
      try {
        // oxlint-disable-next-line no-await-in-loop
        ({ answer } = await ask("/api/camera", { page: own, wish }));
        wish = "look";
      } catch {
        // The page itself reports that the board is out of reach.
      }
      if (!on) return;
      setText(status, answer.fault ?? answer.busy ?? (answer.number ? (answer.simulated ? say.simulated : say.works) : say.waiting));
      if (answer.number) image.src = `/api/camera/picture?${own}-${answer.number}`;
      if (answer.width) view.style.setProperty("--shape", `${answer.width} / ${answer.height}`);
      toggle(view, "hidden", answer.fault);
      toggle(seats.controls, "hidden", answer.fault);
      // oxlint-disable-next-line no-await-in-loop
      await wait(PAUSE_MS);
    }
  }

  return {
    nodes: [h("div", { class: "seen" }, view, h("div", { class: "facts" }, status, seats.controls, choice, check))],
    ready: offer,
    open() {
      poll();
    },
    close() {
      on = false;
    },
    show: ({ seats: sitting }) => sit(sitting),
  };
}
