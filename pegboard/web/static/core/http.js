// Questions to the board beside the one connection: JSON out, JSON in, in the page's language.

import { inLanguage } from "./words.js";

/**
 * Sends an object to an address of the board, as the options of `fetch`.
 *
 * @param {object} body
 * @returns {RequestInit}
 */
export const posting = (body) => ({
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

/**
 * What the board answers to an address; with `body` it is posted.
 *
 * @template Answer
 * @param {string} address
 * @param {object} [body]
 * @returns {Promise<{ status: number, ok: boolean, answer: Answer }>} Fails where the board is out of reach.
 */
export async function ask(address, body) {
  const response = await fetch(inLanguage(address), body === undefined ? {} : posting(body));
  return { status: response.status, ok: response.ok, answer: await response.json() };
}

/** Loads the page again where the board was updated meanwhile: its new files do not fit those of an open page. */
export async function renew() {
  const script = document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
  const answer = await fetch(location.pathname).catch(() => null);
  if (answer?.ok && !(await answer.text()).includes(`"${script}"`)) location.reload();
}
