// Written by `make words` from pegboard/i18n/fr.po: make changes there.

/** @type {import("./words.d.ts").Words} */
export const words = {
  title: "Suivre la donne",
  how: "Jouez avec vos propres cartes sous la caméra : la planche suit la donne et marque les points.",
  switch: "La caméra suit la donne",
  onlyBoard: "Activez-le à la planche.",
  views: {
    off: "Arrêté",
    starting: "La caméra démarre…",
    ok: "La caméra voit la table",
    blocked: "La caméra ne voit pas la table",
    moved: "La caméra a été déplacée",
  },
  picture: "La table, vue par la caméra",
  nothing: "Aucune carte n’est encore retournée.",
  next: (name) => `À ${name} de jouer`,
  right: "C’est juste",
  mendHow: "Touchez la bonne carte. Ce qui a été joué ensuite reste, et est recompté.",
  unsure: "pas certain",
  packs: {
    how: "Les as et les figures ont ces lettres.",
    yes: "Oui",
    no: "Non",
    asks: {
      english: "Est-ce un jeu anglais ?",
      french: "Est-ce un jeu français ?",
      german: "Est-ce un jeu allemand ?",
      dutch: "Est-ce un jeu néerlandais ?",
      scandinavian: "Est-ce un jeu scandinave ?",
      polish: "Est-ce un jeu polonais ?",
    },
  },
};
