// Spiele aufbewahren, auf Deutsch.

/** @type {import("./words.d.ts").Words} */
export const words = {
  title: "Sichern und zurückspielen",
  makeTitle: "Alle Spiele mitnehmen",
  makeHint: "Eine Datei mit allen Spielen, den Einstellungen und der Konfiguration. Sie enthält die Spiele aller und vielleicht Passwörter: Bewahre sie gut auf. Verbundene Handys sind nicht darin.",
  make: "Sicherung anlegen",
  working: "Die Sicherung wird angelegt …",
  saved: "Die Sicherung liegt bei deinen Downloads.",
  failed: "Das hat nicht geklappt.",
  restoreTitle: "Eine Sicherung zurückspielen",
  restoreHint: "Die Spiele der Datei ersetzen die auf dem Brett. Die jetzigen werden in einer Datei daneben aufbewahrt.",
  choose: "Sicherung wählen …",
  reading: "Die Datei wird geprüft, Spiel für Spiel …",
  gameOpen: "Ein Spiel läuft. Es wäre danach nicht mehr auf dem Brett.",
  allTheSame: "Trotzdem zurückspielen",
  restored: ({ games, entries, made, aside }) => `${games} ${games === 1 ? "Spiel" : "Spiele"} mit ${entries} Einträgen vom ${made} UTC zurückgespielt und geprüft.${aside ? ` Was vorher da war, liegt als ${aside} daneben.` : ""}`,
  copiesTitle: "Nächtliche Kopien",
  copiesHint: "Das Brett kopiert seine Spiele jede Nacht und behält sieben Kopien. Ist seine eigene Datei einmal beschädigt, stellt es sie aus der neuesten wieder her.",
  noCopies: "Noch keine: Die erste entsteht, wenn niemand spielt.",
  newsTitle: "Bitte lesen",
  seen: "Gelesen",
};
