// Explains in the viewer's language that the board is out of reach, and returns once it answers.

import { TEXTS } from "./texts.js";

const EVERY_MS = 5000;
const KEPT = "pegboard.language";

function preferred() {
  try {
    const chosen = localStorage.getItem(KEPT);
    if (chosen && chosen in TEXTS) return chosen;
  } catch {
    // A browser without storage.
  }
  const wished = [document.documentElement.dataset.language ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wished.find((tag) => tag in TEXTS) ?? "en";
}

const language = preferred();
const { title, why, again, still } = TEXTS[language];
document.documentElement.lang = language;
/** @param {string} id @param {string} text */
const setText = (id, text) => { /** @type {HTMLElement} */ (document.getElementById(id)).textContent = text; };
setText("title", title);
setText("why", why);
setText("again", again);

async function retry() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) return location.pathname === "/offline" ? location.replace("/") : location.reload();
  } catch {
    // Try again later.
  }
  return setText("said", still);
}
document.getElementById("again")?.addEventListener("click", retry);
setInterval(retry, EVERY_MS);
export {};
