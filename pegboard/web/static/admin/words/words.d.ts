// Type of the catalogues of backup, restore, menu and settings.

type Texts<Keys extends string> = Record<Keys, string>;

export type Words = Texts<
  "title" | "makeTitle" | "makeHint" | "make" | "working" | "saved" | "failed" | "restoreTitle" |
  "restoreHint" | "choose" | "reading" | "gameOpen" | "lock" | "key" | "replace" | "keep" | "copiesTitle" | "copiesHint" |
  "noCopies" | "newsTitle" | "seen"
> & {
  places: Texts<"how" | "half" | "quarter"> & {
    sits: (name: string) => string;
    swap: (one: string, other: string) => string;
  };
  network: Texts<"allow" | "find" | "watchOnly" | "waits" | "askOpen" | "openHint" | "askClose" | "closeHint" | "yes" | "no">;
  menu: Texts<
    "brightness" | "layout" | "change" | "boardLanguage" | "dials" | "noDials" | "twoDials" | "otherDials" | "setUp" | "people" | "machine" | "night" | "noNight" | "from" | "to" |
    "nightBrightness" | "screenOff" | "never" | "speaker" | "volume" | "sound" | "soundDefault" | "soundTest" | "soundSaid" | "pace" | "commit" | "colors" |
    "camera" | "rotation" | "deck" | "auto" | "noCamera" | "watch" | "watchOff" | "watchOn" | "regularsHint" | "addName" | "add" | "saved" | "onlyBoard" | "restart" | "shutDown" |
    "sureRestart" | "sureShutDown" | "notPossible" | "hall" | "hallHint" | "hallAddress" | "hallCode" | "hallTable" | "hallScan" | "hallStop" | "hallSeen" | "hallAim" | "hallNone" | "hallFound" | "hallJoin" | "hallConnected"
  > & {
    tiles: Texts<"history" | "phones" | "settings" | "camera" | "check" | "help">;
    tabs: Record<import("../../core/page.d.ts").SettingsTab, string>;
    paces: Record<number, string>;
    decks: Record<"english" | "french" | "german" | "dutch" | "scandinavian" | "polish", string>;
    fixedIn: (file: string) => string;
    oClock: (hour: number) => string;
    hallAway: (n: number) => string;
    hallLeaves: (url: string) => string;
    hallTaken: (table: number) => string;
    hallAsked: (table: number) => string;
    hallSign: (table: number) => string;
    degrees: (n: number) => string;
    minutes: (n: number) => string;
    seconds: (n: string) => string;
    side: (n: number) => string;
    removeName: (name: string) => string;
  };
  replaceAsk: (file: string) => string;
  restored: (done: { n: number; entries: number; made: string }) => string;
  keptAside: (aside: string) => string;
};
