// Says in the reader's language that there is no board, and goes back to it once it answers.

const EVERY_MS = 5000;
/** @type {Record<string, string[]>} */
const TEXTS = {
  en: ["The board cannot be reached", "Is it switched on, and are you in its network? This page tries again by itself.", "Try again", "Still no answer."],
  fr: ["La planche est injoignable", "Est-elle allumée, et êtes-vous sur son réseau ? Cette page réessaie d’elle-même.", "Réessayer", "Toujours pas de réponse."],
  de: ["Das Brett ist nicht erreichbar", "Ist es an, und bist du in seinem Netz? Diese Seite versucht es von selbst wieder.", "Noch einmal versuchen", "Noch keine Antwort."],
};
const KEPT = "pegboard.language";

function preferred() {
  try {
    const chosen = localStorage.getItem(KEPT);
    if (chosen && chosen in TEXTS) return chosen;
  } catch {
    // A browser that keeps nothing.
  }
  const wished = [document.documentElement.dataset.language ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wished.find((tag) => tag in TEXTS) ?? "en";
}

const language = preferred();
const [title, why, again, still] = TEXTS[language];
document.documentElement.lang = language;
/** @param {string} id @param {string} text */
const say = (id, text) => { /** @type {HTMLElement} */ (document.getElementById(id)).textContent = text; };
say("title", title);
say("why", why);
say("again", again);

async function look() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) return location.pathname === "/offline" ? location.replace("/") : location.reload();
  } catch {
    // Another time.
  }
  return say("said", still);
}
document.getElementById("again")?.addEventListener("click", look);
setInterval(look, EVERY_MS);
export {};
