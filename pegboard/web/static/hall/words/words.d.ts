// Type of the catalogues of the hall's pages.

type Texts<Keys extends string> = Record<Keys, string>;
type OfNumber = (n: number) => string;
type OfName = (name: string) => string;

export type Words = Texts<
  "skip" | "scan" | "director" | "tables" | "standings" | "timeUp" | "hidden" | "player" | "nobody" | "soon" | "offline" | "noBoard" | "noGame" | "away" | "allTables"
> & {
  timeLeft: (left: string) => string;
  pauses: (left: string) => string;
  table: OfNumber;
  count: OfNumber;
  pegs: (front: number, rear: number) => string;
  chances: OfName;
  seats: string[];
  behind: OfNumber;
  bye: OfName;
  roundOf: (round: number, of: number) => string;
  wins: (name: string, skunk: string) => string;
  skunks: string[];
  stages: Texts<"deal" | "discard" | "cut" | "play" | "show" | "over">;
  columns: Texts<"place" | "player" | "points" | "won" | "net" | "plus" | "minus" | "games" | "grassRoots">;
  bracket: Texts<"title" | "bye" | "walkover" | "playOff"> & { rounds: string[]; round: OfNumber; bestOf: OfNumber };
  own: Texts<"skip" | "who" | "choose" | "noEvent" | "bye" | "notPlaying" | "wait" | "foeUnknown" | "card" | "game" | "opponent" | "signed"> & {
    against: OfName;
    live: OfName;
    scored: OfNumber;
    fromRound: OfNumber;
    place: (place: number, of: number) => string;
    total: (net: string) => string;
  };
  signs: Texts<"title" | "table" | "from" | "to" | "print" | "scan">;
  room: Texts<"show"> & { seats: OfNumber; next: OfNumber; stale: OfName };
  print: Texts<"title" | "pairings" | "cards" | "report" | "printPairings" | "printStandings" | "result" | "initials" | "total" | "noDecisions" | "signIn"> & { printed: OfName; players: OfNumber; round: OfNumber };
  seating: Texts<"title" | "hint" | "bye"> & { held: OfName; swapped: (one: string, other: string) => string };
  duplicate: Texts<"expert" | "score" | "mean" | "hint" | "over" | "reveal"> & { game: OfNumber; sealed: OfName; revealed: OfName };
  files: Texts<"title" | "proof" | "proofHint" | "results" | "settings" | "beginFrom" | "noJson"> & {
    bad: OfNumber;
    row: (line: number, why: string, text: string) => string;
    faults: Texts<"column" | "fields" | "name" | "long" | "letters" | "number" | "twice" | "quotes">;
    tables: Texts<"standings" | "cards" | "rounds" | "players">;
  };
  events: Texts<"title" | "all" | "beside" | "goOn" | "putAway" | "look" | "season">;
  start: Texts<"title" | "straight" | "lots"> & { steps: string[]; ready: OfNumber };
  entry: Texts<"paste" | "hint" | "file" | "workbook" | "last" | "all" | "addPicked" | "nobody" | "skip" | "tooLate" | "save"> & {
    added: OfNumber;
    leftOut: OfName;
    twice: (n: number, names: string) => string;
    addTwice: (n: number, names: string) => string;
    fromRound: OfNumber;
    correctName: OfName;
  };
  typed: Texts<"score" | "hint" | "change" | "reason" | "recordForfeit" | "cancel" | "close" | "oneCard"> & {
    won: OfName;
    meaning: (score: number, skunk: string, points: number) => string;
    recorded: (winner: string, loser: string, score: number) => string;
    sureForfeit: (late: string, winner: string) => string;
  };
  desk: Texts<
    "chime" | "timerMinutes" | "startTimer" | "endTimer" | "pause" | "goOnNow" | "away" | "comesBack" | "bestOf" | "seed" | "atTable" | "waits" | "beginConsolation" | "result" | "hideStandings" | "showStandings" | "title" | "back" | "skip" | "pin" | "pinHint" | "enter" | "leave" | "wrongPin" | "needsYou" | "nothing" | "event" |
    "eventName" | "usualName" | "rounds" | "kind" | "open" | "players" | "add" | "presentNow" | "leaves" | "rename" |
    "places" | "noBoardThere" | "results" | "accept" | "late" | "boards" | "newCode" | "endCode" | "codeHint" | "noCode" | "joinLine" |
    "connected" | "revoke" | "sureRevoke" | "log" | "undo" | "undone" | "correct" |
    "correctHint" | "player" | "round" | "points" | "plus" | "minus" | "rule" | "reason" | "save" | "check" | "checked" | "noBoards" | "another" | "use" | "lookOn" | "onlyHere" | "scanCode" | "letIt" | "notIt"
  > & {
    goOn: OfName;
    playOff: (one: string, other: string) => string;
    playedOff: OfName;
    match: (one: string, other: string) => string;
    matchScore: (name: string, won: number, lost: number) => string;
    noShow: OfName;
    consolation: OfNumber;
    draw: OfNumber;
    drawIt: OfNumber;
    over: (table: number, winner: string, loser: string, score: string) => string;
    lost: OfName;
    fork: OfName;
    clock: OfName;
    asks: (board: string, table: number, gone: string) => string;
    doubts: Texts<import("../messages.d.ts").Asked["doubt"]>;
    states: Record<string, (n: number) => string>;
    course: (entries: number, shared: number) => string;
    lateOne: OfName;
    minutes: OfNumber;
    tooManyPins: OfNumber;
    wrongCodes: (n: number, at: string) => string;
    wrongPins: (n: number, at: string) => string;
    early: (table: number, name: string) => string;
    quick: (table: number, n: number) => string;
    timing: (after: number, took: number) => string;
    kinds: Texts<"club" | "main" | "consolation" | "duplicate">;
    refused: (code: string) => string;
    /** By kind of decision; the facts are in `factsOf`, `../cards.js`. */
    did: Record<string, (facts: any) => string>;
  };
};
