// Written by `make words` from texts.json and pegboard/i18n: make changes there.

/** @type {Record<string, Record<string, string>>} */
export const TEXTS = {
  en: {
    title: "The board cannot be reached",
    why: "Is it switched on, and are you in its network? This page tries again by itself.",
    again: "Try again",
    still: "Still no answer.",
  },
  fr: {
    title: "La planche est injoignable",
    why: "Est-elle allumée, et êtes-vous sur son réseau ? Cette page réessaie d’elle-même.",
    again: "Réessayer",
    still: "Toujours pas de réponse.",
  },
  de: {
    title: "Das Brett ist nicht erreichbar",
    why: "Ist es an, und bist du in seinem Netz? Diese Seite versucht es von selbst wieder.",
    again: "Noch einmal versuchen",
    still: "Noch keine Antwort.",
  },
};
