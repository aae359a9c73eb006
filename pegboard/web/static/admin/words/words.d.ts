// What every catalogue of backup and restore has.

type Texts<Keys extends string> = Record<Keys, string>;

export type Words = Texts<
  "title" | "makeTitle" | "makeHint" | "make" | "working" | "saved" | "failed" | "restoreTitle" |
  "restoreHint" | "choose" | "reading" | "gameOpen" | "allTheSame" | "copiesTitle" | "copiesHint" |
  "noCopies" | "newsTitle" | "seen"
> & {
  restored: (done: { games: number; entries: number; made: string; aside: string }) => string;
};
