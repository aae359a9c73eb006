// The options of a game, from the engine's list: each with one sentence.

import { h } from "../core/dom.js";
import { words } from "../core/words.js";

/** @import { RuleOptions } from "../core/protocol.d.ts" */
/** @import { Option, OptionValue } from "./choices.d.ts" */
/** @typedef {{ node: HTMLElement, read: () => OptionValue | null }} Field */

const ELSEWHERE = ["players", "partners", "target"];

/**
 * Parses one number per seat, or a single one.
 *
 * @param {Option} option
 * @param {number} count
 * @param {OptionValue | undefined} value
 */
function numbers(option, count, value) {
  const usual = Array.isArray(option.usual) ? option.usual : Array(count).fill(option.usual);
  const known = Array.isArray(value) ? value : [value];
  return Array.from({ length: count }, (_, n) => h("input", {
    type: "text", inputmode: "numeric", pattern: "[0-9]*", maxlength: 3, autocomplete: "off",
    value: known[n], placeholder: String(usual[n] ?? 0), title: words.setup.usually(usual[n] ?? 0), "aria-label": words.setup.names[option.name],
  }));
}

/**
 * The number in a field; null if empty or not a number.
 *
 * @param {{ value: string }} input
 */
export const numberIn = (input) => (/^\d+$/.test(input.value.trim()) ? Number(input.value.trim()) : null);

/**
 * A field with its name and sentence; `read()` is the value, or null for the default.
 *
 * @param {Option} option
 * @param {OptionValue | undefined} value
 * @param {number} seats
 * @returns {Field}
 */
function field(option, value, seats) {
  const name = words.setup.names[option.name];
  const about = h("span", {}, h("b", { text: name }), h("small", { text: option.text }));
  if (typeof option.usual === "boolean") {
    const input = h("input", { type: "checkbox", checked: Boolean(value ?? option.usual) });
    return { node: h("label", { class: "option yes-no" }, input, about), read: () => (input.checked === option.usual ? null : input.checked) };
  }
  if (option.values.length) {
    const choice = h("select", { "aria-label": name }, ...option.values.map((each) =>
      h("option", { value: each, selected: each === (value ?? option.usual), text: words.setup.values[option.name]?.[String(each)] ?? each })));
    return { node: h("label", { class: "option" }, about, choice), read: () => (choice.value === option.usual ? null : choice.value) };
  }
  const perSeat = Array.isArray(option.usual);
  const inputs = numbers(option, perSeat ? seats : 1, value);
  const read = () => {
    const values = inputs.map(numberIn);
    if (values.every((each) => each === null)) return null;
    return perSeat ? values.map((each) => each ?? 0) : values[0];
  };
  return { node: h("label", { class: "option" }, about, h("span", { class: "numbers" }, ...inputs)), read };
}

/**
 * All options with their values; `read()` is the command's `rules`, `said()` names non-default ones.
 *
 * @param {Option[]} options
 * @param {RuleOptions} rules
 * @param {number} seats
 */
export function optionFields(options, rules, seats) {
  const fields = options.filter(({ name }) => !ELSEWHERE.includes(name))
    .map((option) => ({ name: option.name, ...field(option, rules[/** @type {keyof RuleOptions} */ (option.name)], seats) }));
  const read = () => {
    /** @type {Record<string, OptionValue>} */
    const chosen = {};
    for (const each of fields) {
      const value = each.read();
      if (value !== null) chosen[each.name] = value;
    }
    return chosen;
  };
  return { nodes: fields.map(({ node }) => node), read, said: () => Object.keys(read()).map((name) => words.setup.names[name]) };
}
