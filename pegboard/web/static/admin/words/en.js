// Keeping games safe, in English; the other two have the same keys.

/** @type {import("./words.d.ts").Words} */
export const words = {
  title: "Backup and restore",
  makeTitle: "Take all games with you",
  makeHint: "One file with every game, the settings and the configuration. It holds everybody’s games and may hold passwords: keep it safe. Paired phones are not in it.",
  make: "Make a backup",
  working: "The backup is being made …",
  saved: "The backup is in your downloads.",
  failed: "That did not work.",
  restoreTitle: "Put a backup back",
  restoreHint: "The games in the file take the place of those on the board. What is there now is kept beside them.",
  choose: "Choose a backup …",
  reading: "The file is being looked at, game by game …",
  gameOpen: "A game is open. It would no longer be on the board.",
  allTheSame: "Restore all the same",
  restored: ({ games, entries, made, aside }) => `Restored ${games} ${games === 1 ? "game" : "games"} with ${entries} entries, as of ${made} UTC, and compared.${aside ? ` What was there before lies as ${aside}.` : ""}`,
  copiesTitle: "Copies made by night",
  copiesHint: "The board copies its games every night and keeps seven. If its own file is ever damaged, it mends itself from the newest.",
  noCopies: "None yet: the first is made when nobody plays.",
  newsTitle: "Please read this",
  seen: "I have read it",
};
