// Garder les parties, en français.

/** @type {import("./words.d.ts").Words} */
export const words = {
  title: "Sauvegarder et restaurer",
  makeTitle: "Emporter toutes les parties",
  makeHint: "Un seul fichier avec toutes les parties, les réglages et la configuration. Il contient les parties de tout le monde et peut-être des mots de passe : gardez-le en lieu sûr. Les téléphones associés n’y sont pas.",
  make: "Faire une sauvegarde",
  working: "La sauvegarde est en cours …",
  saved: "La sauvegarde est dans vos téléchargements.",
  failed: "Cela n’a pas marché.",
  restoreTitle: "Restaurer une sauvegarde",
  restoreHint: "Les parties du fichier remplacent celles de la planche. Ce qui s’y trouve maintenant est gardé à côté.",
  choose: "Choisir une sauvegarde …",
  reading: "Le fichier est vérifié, partie par partie …",
  gameOpen: "Une partie est en cours. Elle ne serait plus sur la planche.",
  allTheSame: "Restaurer quand même",
  restored: ({ games, entries, made, aside }) => `${games} ${games === 1 ? "partie restaurée" : "parties restaurées"}, ${entries} entrées, du ${made} UTC, et vérifiées.${aside ? ` Ce qui s’y trouvait est gardé sous le nom ${aside}.` : ""}`,
  copiesTitle: "Copies de nuit",
  copiesHint: "La planche copie ses parties chaque nuit et garde sept copies. Si son propre fichier est un jour abîmé, elle se répare à partir de la plus récente.",
  noCopies: "Aucune encore : la première se fait quand personne ne joue.",
  newsTitle: "À lire, s’il vous plaît",
  seen: "J’ai lu",
};
