// Preferences of this screen alone: language, voice, sounds, automatic go.

import { h, setText } from "../core/dom.js";
import { store, stored } from "../core/storage.js";
import { pegSounds, setSounds, soundsOn } from "../play/sounds.js";
import { LANGUAGES, chooseLanguage, chosenLanguage, words } from "../core/words.js";

/** @import { Voice } from "../core/voice.js" */

const TRY_HOLES = 4;

function languages() {
  const now = chosenLanguage();
  return h("fieldset", { class: "choice" }, h("legend", { text: words.language }),
    ...Object.entries({ "": words.asTheBoard, ...LANGUAGES }).map(([tag, name]) => h("label", {},
      h("input", { type: "radio", name: "language", value: tag, checked: tag === now, onchange: () => chooseLanguage(tag) }),
      h("span", { text: name, lang: tag || null }))));
}

/** @param {() => void} onclick */
const button = (onclick) => h("button", { type: "button", onclick });

/**
 * A toggle button; `draw()` updates its label.
 *
 * @param {HTMLElement} node
 * @param {() => boolean} is
 * @param {() => [off: string, on: string]} texts
 */
function onOff(node, is, texts) {
  const draw = () => {
    node.setAttribute("aria-pressed", String(is()));
    setText(node, texts()[Number(is())]);
  };
  draw();
  return draw;
}

/**
 * The elements of the section; `voice` is the page's.
 *
 * @param {Voice} voice
 */
export function hearing(voice) {
  const speak = button(() => { voice.turn(!voice.on); drawVoice(); });
  const silent = h("p", { class: "how" });
  const drawOn = onOff(speak, () => voice.on, () => [words.voiceOff, words.voiceOn]);
  const drawVoice = () => {
    drawOn();
    speak.disabled = !voice.possible;
    setText(silent, voice.possible ? "" : words.noVoice);
  };
  const sounds = button(() => { setSounds(!soundsOn()); drawSounds(); pegSounds(TRY_HOLES); });
  const drawSounds = onOff(sounds, soundsOn, () => [words.soundsOff, words.soundsOn]);
  /** @type {HTMLInputElement} */
  const loud = h("input", {
    type: "range", min: 0, max: 1, step: 0.1, value: stored("volume", 0.6), "aria-label": words.volume,
    oninput: () => store("volume", Number(loud.value)),
    onchange: () => (voice.on ? voice.say(words.volume) : pegSounds(TRY_HOLES)),
  });
  const go = button(() => { store("autogo", !stored("autogo", false)); drawGo(); });
  go.append(words.scoring.autoGo);
  const drawGo = () => go.setAttribute("aria-pressed", String(stored("autogo", false)));
  drawGo();
  drawVoice();
  voice.ready(drawVoice); // browsers load their voices asynchronously
  return [
    languages(),
    h("div", { class: "hearing" }, speak, sounds, h("label", { class: "volume" }, h("span", { text: words.volume }), loud), go),
    silent,
  ];
}
