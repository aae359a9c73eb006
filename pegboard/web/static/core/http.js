// HTTP requests to the board besides the socket: JSON in and out, in the page's language.

import { inLanguage } from "./words.js";

/**
 * Options of `fetch` that post an object to the board.
 *
 * @param {object} body
 * @returns {RequestInit}
 */
export const posting = (body) => ({
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

/**
 * Requests JSON from the board; with `body` by POST.
 *
 * @template Answer
 * @param {string} address
 * @param {object} [body]
 * @returns {Promise<{ status: number, ok: boolean, answer: Answer }>} Rejects if the board is out of reach.
 */
export async function ask(address, body) {
  const response = await fetch(inLanguage(address), body === undefined ? {} : posting(body));
  return { status: response.status, ok: response.ok, answer: await response.json() };
}

/** Reloads the page after an update of the board: its new files do not match an open page. */
export async function renew() {
  const script = document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
  const answer = await fetch(location.pathname).catch(() => null);
  if (answer?.ok && !(await answer.text()).includes(`"${script}"`)) location.reload();
}
