// On the board's own page: invite a phone, see who is in, give seats and take them back.

import { h, onChange, setText, toggle } from "../core/dom.js";
import { decide, style } from "./company.js";
import { frame, open } from "../core/dialog.js";
import { inLanguage, words } from "../core/words.js";

const say = words.company;
const LOOK_MS = 1000;

async function look() {
  try {
    const answer = await fetch(inLanguage("/api/devices"));
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** The drawing of a QR code as an element. */
const drawn = (svg) => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);

const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** The dialogue; `tell(command)` asks the board, `notice(text)` says what was refused. */
export function deviceView(tell, notice) {
  style("admin/company.css");
  const dialog = h("dialog", { id: "devices", "aria-labelledby": "devices-title" });
  document.body.append(dialog);
  const qr = h("div", { class: "qr" });
  const pin = h("output", { class: "pin" });
  const address = h("p", { class: "address" });
  const left = h("span", { class: "how", "aria-hidden": "true" });
  const shown = h("div", { class: "invitation", hidden: true }, qr,
    h("div", {}, h("p", { text: say.scan }), address, h("p", { text: say.orPin }), h("p", {}, pin, " ", left)));
  const far = h("p", { class: "problem" });
  const invite = h("button", { type: "button", class: "primary", onclick: () => ask() }, say.invite);
  const asking = h("ul", { class: "asking" });
  const list = h("ul", { class: "phones" });
  frame(dialog, say.devicesTitle, [far, h("div", { role: "alert" }, asking), shown, h("h3", { text: say.paired }), list], [invite]);
  let state = null;
  let timer = 0;
  let ends = 0;

  const act = async (what) => {
    const answer = await decide(what);
    if (answer.ok) draw(answer);
    else notice(answer.error);
    return answer;
  };

  async function ask() {
    hide();
    const answer = await act({ invite: true });
    if (!answer.ok) return;
    qr.replaceChildren(drawn(answer.svg));
    setText(pin, `${answer.pin.slice(0, 3)} ${answer.pin.slice(3)}`);
    setText(address, answer.address);
    ends = performance.now() + 1000 * answer.expires_s;
    toggle(shown, "hidden", false);
    setText(invite, say.another);
    clearTimeout(timer);
    watch();
  }

  const waits = ({ id, name }) => h("li", {}, h("b", { text: say.asks(name) }),
    h("button", { type: "button", class: "primary", onclick: () => act({ accept: id }).then(({ ok }) => ok && hide()) }, say.letIn),
    h("button", { type: "button", onclick: () => act({ refuse: id }) }, say.sendAway));

  const seatOf = ({ id, seat, name }, seats) => {
    const choice = h("select", {
      "aria-label": say.seatOf(name),
      onchange: async () => {
        const to = choice.value;
        await tell(to === "" ? { give: { seat, to: null } } : { give: { seat: Number(to), to: id } });
        refresh();
      },
    }, h("option", { value: "" }, say.atNone),
    ...seats.flatMap((each, n) => (each.player === "person" ? [h("option", { value: n, selected: n === seat }, say.plays(each.name))] : [])));
    return choice;
  };

  const phone = (device, seats) => h("li", { "data-here": device.here },
    h("b", { text: device.name }), h("span", { class: "how", text: device.here ? say.here : say.away }),
    seatOf(device, seats),
    h("label", { class: "may" }, h("input", { type: "checkbox", checked: device.board, onchange: () => act({ board: device.id, on: !device.board }) }), h("span", { text: say.mayAll })),
    h("button", { type: "button", onclick: () => act({ revoke: device.id }) }, say.remove));

  const drawAsking = onChange((those) => asking.replaceChildren(...those.map(waits)));
  const drawList = onChange(({ devices, seats }) => list.replaceChildren(...(devices.length
    ? devices.map((each) => phone(each, seats)) : [h("li", { class: "how", text: say.nobody })])));

  function draw({ devices, asking: those, reachable }) {
    if (!devices) return;
    const seats = (state?.seats ?? []).map(({ name, player }) => ({ name, player }));
    drawAsking(those);
    drawList({ devices: devices.map(({ seen, ...rest }) => rest), seats });
    setText(far, reachable ? "" : say.unreachable);
  }

  const hide = () => {
    toggle(shown, "hidden", true);
    setText(pin, ""); // nobody copies a code that is used up
    setText(invite, say.invite);
  };

  async function refresh() {
    const now = await look();
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
    if (ends) decide({ uninvite: true });
    ends = 0;
  });

  return {
    open() {
      open(dialog);
      watch();
    },
    show(next) {
      state = next;
    },
  };
}
