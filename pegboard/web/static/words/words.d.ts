// Type of the page's catalogues. The checks make sure that no text is missing.

type Texts<Keys extends string> = Record<Keys, string>;
type OfNumber = (n: number) => string;
type OfName = (name: string) => string;
type OfPart = (n: number, of: number) => string;

export type Words = Texts<
  "language" | "asTheBoard" | "skip" | "nextLabel" | "tableLabel" | "logLabel" | "keysLabel" | "simulated" |
  "newGame" | "menu" | "demo" |
  "computer" | "howStrong" | "deals" | "crib" | "starter" | "count" |
  "pile" | "ok" | "undo" | "countKey" | "cardsKey" | "countHint" | "countSamples" | "counting" | "watchTable" | "watchOn" | "watchOff" | "watchKey" |
  "cardsHint" | "nothingToUndo" | "skunkLine" | "doubleSkunkLine" | "lurchLine" | "out" | "lost" | "checking" | "back" |
  "offline" | "noAnswer" | "close" | "cancel" | "yourHand" | "tapToPlay" | "wait" | "waitsForOk" | "go" | "pickerTitle" |
  "pickerHow" | "slotEmpty" | "deck" | "lookAgain" | "countThem" | "clear" | "swapStarter" | "offerWhose" |
  "notSure" | "asksStarter" | "hintStarter" | "hintProblem" | "hintMissing" | "hintTap" | "yes" | "otherCard" | "addTitle" |
  "oneHow" | "takeAway" | "save" | "saveHint" | "saved" | "pegsItself" | "holdOn" | "change" | "dismiss" |
  "start" | "yourName" | "you" | "length" | "firstDeal" | "name" | "voiceOff" |
  "voiceOn" | "noVoice" | "volume" | "soundsOff" | "soundsOn" | "backup" |
  "keyboard" | "keyboardHint" | "log" | "record" | "rules" | "hint" | "hinting" | "hinted" |
  "reviewGame" | "pendingCalm" | "everyDiscard" | "and" | "or"
> & {
  /** By mode of a game; `played` names such games in the history. */
  modes: Record<string, Texts<"name" | "hint" | "played">>;
  setup: Texts<"another" | "anotherHint" | "cut" | "endIt" | "players" | "partners" | "person" | "usual" | "play" | "single" | "firstTo" | "games" | "begun" | "begunHow"> & {
    begunAt: (stand: string) => string;
    begunMost: (target: number) => string;
    /** Values of options that are words. */
    values: Record<string, Record<string, string> | undefined>;
    keepTitle: (stand: string) => string;
    keepIt: (stand: string) => string;
    options: (chosen: string) => string;
    counts: Record<string, string>;
    tracks: OfNumber;
    colors: Record<string, string>;
    colorOf: (name: string, color: string) => string;
    who: OfName;
    usually: (value: number | string) => string;
    names: Record<string, string>;
    matchOf: Record<string, (n: number | string) => string>;
  };
  letters: Texts<"label" | "space" | "erase" | "done" | "names">;
  home: Texts<
    "title" | "found" | "count" | "countHint" | "camera" | "cameraHint" | "samples" | "samplesHint" |
    "cards" | "cardsHint" | "goOn" | "learn" | "rules" | "watch" | "back" | "sample" | "setUp"
  > & {
    again: (names: string) => string;
    begin: (names: string) => string;
    players: (counts: string) => string;
    side: (name: string, score: number) => string;
  };
  learn: Texts<"title" | "goOn" | "tapTwo" | "layAway" | "tapOne" | "anyway" | "again" | "other" | "playNow" | "once"> & {
    step: OfPart;
    pegsAt: (name: string, n: number) => string;
  };
  attract: Texts<"title" | "touch"> & {
    lines: string[];
  };
  levels: Record<string, [name: string, about: string]>;
  seal: Texts<"next" | "phrase" | "bound" | "check" | "title" | "commitment" | "later" | "seed" | "how" | "none"> & {
    yourPhrase: (phrase: string) => string;
  };
  turns: Record<string, string>;
  lastDeal: Texts<"label" | "hand" | "crib" | "pegging">;
  theCrib: OfName;
  theHand: OfName;
  earlierWrong: OfName;
  hidden: OfNumber;
  toGo: OfNumber;
  pendingHint: (seconds: number) => string;
  onBoard: (name: string, front: number, rear: number) => string;
  boardOf: OfNumber;
  skunks: string[];
  pegs: OfNumber;
  okPegs: (points: string) => string;
  pendingUndo: (points: string) => string;
  undoes: Record<"peg" | "correct" | "penalty" | "claim" | "muggins", (name: string, n: number) => string>
    & Record<"play" | "hand", (name: string, cards: string) => string>
    & Record<"go" | "discard", OfName> & Record<"cut" | "crib", (cards: string) => string> & { deal: () => string };
  names: Record<"door" | "title" | "how" | "swap" | "save", string> & { of: OfNumber; undo: (names: string) => string };
  lampsOf: Record<string, string>;
  layAway: OfNumber;
  layAwayNow: (names: string) => string;
  slot: OfNumber;
  forHand: (points: string, name: string) => string;
  forCrib: (points: string, name: string) => string;
  asksClaim: (name: string) => string;
  asksCribClaim: (name: string) => string;
  claimed: (name: string, n: number) => string;
  claimedWrong: (name: string, n: number, worth: number) => string;
  claimHow: string;
  leaveMissed: string;
  asksKnown: (card: string) => string;
  asksCard: (card: string) => string;
  noItIs: (card: string) => string;
  itIs: (card: string) => string;
  cardTitle: (card: string) => string;
  pictureOf: (cards: string) => string;
  savedAs: OfName;
  offerPeg: (n: number, name: string) => string;
  offerPegNone: OfName;
  player: OfNumber;
  doctor: Texts<"open" | "title" | "looking" | "nothing" | "rest" | "again"> & {
    found: OfNumber;
    states: Record<string, string>;
    fixes: Record<string, string>;
  };
  version: Texts<"title" | "update" | "wished" | "away"> & {
    runs: (version: string) => string;
    rollback: (version: string) => string;
  };
  camera: Texts<
    "open" | "title" | "fine" | "first" | "next" | "anyway" | "back" | "again" | "other" | "finish" |
    "waiting" | "still" | "simulated" | "noAnswer" | "freeFocus" | "letters"
  > & Record<"keepFocus" | "focusFixed", (distance: string) => string> & {
    steps: Record<string, string>;
    tasks: Record<string, string>;
    taskNumber: OfPart;
    verdicts: Record<string, string>;
    signs: Record<string, string>;
    picture: (names: string) => string;
    reading: (done: number, of: number) => string;
    should: (limit: string) => string;
  };
  review: Texts<"open" | "title" | "working" | "whose" | "everybody" | "nothing" | "print" | "list" | "more"> & {
    sum: (good: number, of: number) => string;
    choice: (deal: number, name: string, said: string) => string;
    verdicts: Record<string, string>;
    charts: (scores: string) => string;
    notJudged: (sentence: string) => string;
  };
  far: Texts<
    "open" | "label" | "title" | "hint" | "name" | "nameFirst" | "looking" | "noHall" | "nobody" | "choose" | "invite" | "waiting" | "cancel" |
    "accept" | "decline" | "shuffling" | "leave" | "sure" | "stay"
  > & Record<"joining" | "with" | "away", (who: string) => string> & {
    asks: (who: string, target: number) => string;
    checked: (n: number) => string;
  };
  signing: { hold: (name: string) => string, done: (name: string) => string };
  scoring: Texts<
    "back" | "quick" | "typeHow" | "dragHow" | "logKey" | "logHint" | "boardKey" | "boardTitle" | "wholeBoard" | "storyTitle" | "takeBackOne" | "claimHow" |
    "claimOpen" | "fine" | "autoGo" | "goOn" | "nextGame" | "nextMatch"
  > & {
    backTo: (stand: string) => string;
    changeFrom: (n: number) => string;
    changeTo: (n: number) => string;
    redo: (what: string) => string;
    correctThis: (name: string, n: number) => string;
    short: (left: number, n: number, lines: number) => string;
    pass: OfName;
    games: OfNumber;
    seatTitle: (name: string, n: number) => string;
    putAt: (n: number | string) => string;
    pegs: (n: number | string) => string;
    penalty: (name: string, n: number | string) => string;
    muggins: (n: number | string) => string;
    dragged: (name: string, from: number, to: number) => string;
    goes: (line: string, n: number) => string;
    takeBack: OfNumber;
    claimTitle: (whose: string) => string;
    callTitle: (whose: string) => string;
    said: (whose: string, points: string) => string;
    missed: (name: string | null) => string;
    tooMuch: (card: string, n: number, most: number) => string;
    wins: (name: string, n: number) => string;
    counts: OfNumber;
    match: (stand: string, how: string) => string;
    firstTo: OfNumber;
    gamesOf: OfPart;
    matchOver: (names: string) => string;
  };
  company: Texts<
    "label" | "open" | "watching" | "playHere" | "takeSeat" | "noSeat" | "standUp" | "covered" | "cover" |
    "letIn" | "sendAway" | "missed" | "pairTitle" | "pairHint" | "yourName" | "namePlace" | "pin" |
    "pinHint" | "ask" | "noCode" | "devicesTitle" | "scan" | "orPin" | "paired" | "invite" | "another" |
    "here" | "away" | "phoneAway" | "atNone" | "mayAll" | "remove" | "nobody"
  > & {
    youPlay: OfName;
    show: OfName;
    handOf: OfName;
    asks: OfName;
    waits: OfName;
    seatOf: OfName;
    plays: OfName;
  };
  ranks: Record<string, string>;
  suits: Record<string, string>;
  card: (rank: string, suit: string) => string;
  theme: Texts<"title" | "dark" | "light" | "auto">;
  versus: (one: string, other: string) => string;
};
