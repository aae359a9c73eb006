// Phones, on the board's own page: invite one, list them, assign and reclaim seats.

import { drawn, h, onChange, setText, style, toggle } from "../core/dom.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { words } from "../core/words.js";
import { decide, devices } from "./devices.js";
import { networkSwitch } from "./network.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Asking, SeatInfo } from "../core/protocol.d.ts" */
/** @import { Decision, Devices, Invitation, PairedDevice } from "./devices_api.d.ts" */
/** @typedef {Pick<SeatInfo, "name" | "player">[]} Seats */
/** @typedef {Omit<PairedDevice, "seen">} Phone */

const texts = words.company;
const LOOK_MS = 1000;
const HALF_PIN = 3;

/** @param {number} seconds */
export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * The dialog.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view(page) {
  const { dispatch, notice } = page;
  style("admin/company.css");
  const dialog = dialogue("devices");
  const qr = h("div", { class: "qr" });
  const pin = h("output", { class: "pin" });
  const address = h("p", { class: "address" });
  const left = h("span", { class: "how", "aria-hidden": "true" });
  const shown = h("div", { class: "invitation", hidden: true }, qr,
    h("div", {}, h("p", { text: texts.scan }), address, h("p", { text: texts.orPin }), h("p", {}, pin, " ", left)));
  const invite = h("button", { type: "button", class: "primary", onclick: () => ask() }, texts.invite);
  const asking = h("ul", { class: "asking" });
  const list = h("ul", { class: "phones" });
  const network = networkSwitch(page, (on) => toggle(/** @type {HTMLElement} */ (invite.parentElement), "hidden", !on));
  frame(dialog, texts.devicesTitle, [network.node, h("div", { role: "alert" }, asking), shown, h("h3", { text: texts.paired }), list], [invite]);
  /** @type {SeatInfo[]} */
  let sitting = [];
  let timer = 0;
  let ends = 0;

  /** @param {Decision} what */
  const act = async (what) => {
    const answer = await decide(what);
    if (answer.ok) draw(answer);
    else notice(answer.error);
    return answer;
  };

  async function ask() {
    hide();
    const answer = /** @type {Invitation & { ok: boolean }} */ (await act({ invite: true }));
    if (!answer.ok) return;
    qr.replaceChildren(drawn(answer.svg));
    setText(pin, `${answer.pin.slice(0, HALF_PIN)} ${answer.pin.slice(HALF_PIN)}`);
    setText(address, answer.address);
    ends = performance.now() + 1000 * answer.expires_s;
    toggle(shown, "hidden", false);
    toggle(network.node, "data-brief", true); // one code at a time
    setText(invite, texts.another);
    clearTimeout(timer);
    watch();
  }

  /** @param {Asking} device */
  const waits = ({ id, name }) => h("li", {}, h("b", { text: texts.asks(name) }),
    h("button", { type: "button", class: "primary", onclick: async () => { if ((await act({ accept: id })).ok) hide(); } }, texts.letIn),
    h("button", { type: "button", onclick: () => act({ refuse: id }) }, texts.sendAway));

  /** @param {Phone} device @param {Seats} seats */
  const seatOf = ({ id, seat, name }, seats) => {
    let held = seat;
    /** @type {HTMLSelectElement} */
    const choice = h("select", {
      "aria-label": texts.seatOf(name),
      onchange: async () => {
        const to = choice.value === "" ? null : Number(choice.value);
        const from = held;
        if (to === from) return;
        held = to; // the next choice may come before the list is redrawn
        const gift = to !== null ? { seat: to, to: id } : { seat: /** @type {number} */ (from), to: null };
        if (!(await dispatch({ give: gift })).ok) {
          held = from;
          choice.value = `${from ?? ""}`;
        }
        refresh();
      },
    }, h("option", { value: "" }, texts.atNone),
    ...seats.flatMap((each, n) => (each.player === "person" ? [h("option", { value: n, selected: n === seat }, texts.plays(each.name))] : [])));
    return choice;
  };

  /** @param {Phone} device @param {Seats} seats */
  const phone = (device, seats) => h("li", { "data-here": device.here },
    h("b", { text: device.name }), h("span", { class: "how", text: device.here ? texts.here : texts.away }),
    seatOf(device, seats),
    h("label", { class: "may" }, h("input", { type: "checkbox", checked: device.board, onchange: () => act({ board: device.id, on: !device.board }) }), h("span", { text: texts.mayAll })),
    h("button", { type: "button", onclick: () => act({ revoke: device.id }) }, texts.remove));

  const drawAsking = onChange((/** @type {Asking[]} */ those) => asking.replaceChildren(...those.map(waits)));
  const drawList = onChange((/** @type {{ phones: Phone[], seats: Seats }} */ { phones, seats }) => list.replaceChildren(...(phones.length
    ? phones.map((each) => phone(each, seats)) : [h("li", { class: "how", text: texts.nobody })])));

  /** @param {Partial<Devices>} now */
  function draw({ devices: paired, asking: those = [] }) {
    if (!paired) return;
    const seats = sitting.map(({ name, player }) => ({ name, player }));
    const phones = paired.map(({ seen: _seen, ...rest }) => rest);
    drawAsking(those);
    drawList({ phones, seats });
  }

  const hide = () => {
    toggle(shown, "hidden", true);
    toggle(network.node, "data-brief", false);
    setText(pin, ""); // a used code must not be copied
    setText(invite, texts.invite);
  };

  async function refresh() {
    const now = await devices();
    if (now) draw(now);
  }

  async function watch() {
    if (!dialog.open) return;
    refresh();
    const seconds = Math.max(0, Math.round((ends - performance.now()) / 1000));
    setText(left, minutes(seconds));
    if (seconds === 0 && ends) hide();
    timer = setTimeout(watch, LOOK_MS);
  }

  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    hide();
    if (ends) decide({ revoke_code: true });
    ends = 0;
  });

  return {
    async open() {
      await network.refresh();
      open(dialog);
      watch();
    },
    show({ seats }) {
      sitting = seats;
    },
  };
}
