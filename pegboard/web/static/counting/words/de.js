// Am Tisch zusehen, auf Deutsch.

/** @type {import("./words.d.ts").Words} */
export const words = {
  title: "Am Tisch zusehen",
  how: "Spielt mit euren eigenen Karten unter der Kamera: Das Brett folgt der Runde und steckt die Punkte.",
  switch: "Die Kamera folgt der Runde",
  onlyBoard: "Eingeschaltet wird es am Brett.",
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
};
