// Written by `make words` from pegboard/i18n/de.po: make changes there.

/** @type {import("./words.d.ts").Words} */
export const words = {
  title: "Der Runde folgen",
  how: "Spielt mit euren eigenen Karten unter der Kamera: Das Brett folgt der Runde und steckt die Punkte.",
  switch: "Die Kamera folgt der Runde",
  onlyBoard: "Schalte es am Brett ein.",
  views: {
    off: "Aus",
    starting: "Die Kamera startet …",
    ok: "Die Kamera sieht den Tisch",
    blocked: "Die Kamera sieht den Tisch nicht",
    moved: "Die Kamera wurde verschoben",
  },
  picture: "Der Tisch, wie ihn die Kamera sieht",
  nothing: "Noch liegt keine Karte offen.",
  next: (name) => `${name} spielt aus`,
  right: "Stimmt",
  mendHow: "Tippe auf die richtige Karte. Was danach gespielt wurde, bleibt und wird neu gezählt.",
  unsure: "nicht sicher",
  packs: {
    how: "Asse und Bilder haben diese Buchstaben.",
    yes: "Ja",
    no: "Nein",
    asks: {
      english: "Ist das ein englisches Blatt?",
      french: "Ist das ein französisches Blatt?",
      german: "Ist das ein deutsches Blatt?",
      dutch: "Ist das ein niederländisches Blatt?",
      scandinavian: "Ist das ein skandinavisches Blatt?",
      polish: "Ist das ein polnisches Blatt?",
    },
  },
};
