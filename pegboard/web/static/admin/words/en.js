// Keeping games safe, in English; the other two have the same keys.

/** @type {import("./words.d.ts").Words} */
export const words = {
  title: "Backup and restore",
  makeTitle: "Back up all games",
  makeHint: "One file with every game, the settings and the configuration. It holds everyone’s games and may hold passwords: keep it safe. Paired phones are not included.",
  make: "Make a backup",
  working: "Making the backup …",
  saved: "The backup is in your downloads.",
  failed: "That did not work.",
  restoreTitle: "Restore a backup",
  restoreHint: "The games in the file replace those on the board. The present ones are kept in a file beside them.",
  choose: "Choose a backup …",
  reading: "Checking the file, game by game …",
  gameOpen: "A game is in progress. It would no longer be on the board.",
  allTheSame: "Restore anyway",
  restored: ({ games, entries, made, aside }) => `Restored ${games} ${games === 1 ? "game" : "games"} with ${entries} entries, made on ${made} UTC, and verified.${aside ? ` The earlier games are kept as ${aside}.` : ""}`,
  copiesTitle: "Nightly copies",
  copiesHint: "The board copies its games every night and keeps seven. If its own file is ever damaged, it is repaired from the newest.",
  noCopies: "None yet: the first is made while nobody is playing.",
  newsTitle: "Please read this",
  seen: "I have read it",
};
