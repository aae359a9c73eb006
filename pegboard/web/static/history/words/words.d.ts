// Type of the catalogues of the history.

type Texts<Keys extends string> = Record<Keys, string>;
type OfNumber = (n: number) => string;
type OfName = (name: string) => string;

export type Words = Texts<
  "title" | "skip" | "back" | "roomsLabel" | "offline" | "fault" | "nothingLikeThis" | "showAll" |
  "filterMode" | "filterPlayer" | "everybody" | "pages" | "newer" | "older" | "unfinished" | "damaged" |
  "and" | "numbers"
> & {
  rooms: Record<string, string>;
  reading: (done: number, of: number) => string;
  computer: (level: string) => string;
  empty: Texts<"title" | "text" | "play">;
  allModes: string;
  gamesFound: OfNumber;
  pageOf: (page: number, of: number) => string;
  columns: Texts<"date">;
  skunks: string[];
  known: Record<string, string>;
  game: Texts<
    "curve" | "curveHint" | "after" | "start" | "deals" | "starter" | "crib" | "play" | "total" |
    "unknown" | "story" | "record" | "review" | "reviewTitle" | "choices" | "charts" | "none" | "hidden" |
    "pegsOnly" | "someByHand"
  > & {
    title: (number: number) => string;
    to: OfNumber;
    dealtFirst: OfName;
    dealBy: (n: number, name: string) => string;
    leftOut: Record<string, string>;
    working: (done: number, of: number) => string;
    best: (good: number, of: number) => string;
  };
  goingOn: Texts<"button" | "kept">;
  verdicts: Record<string, string>;
  choice: (deal: number, name: string, said: string) => string;
  players: Texts<
    "title" | "hint" | "name" | "games" | "won" | "skunks" | "dealer" | "pone" | "last" | "perDeal" |
    "computers" | "published"
  >;
  player: Texts<
    "none" | "perDeal" | "perDealHint" | "sureHint" | "yours" | "published" | "source" | "first" |
    "firstDealer" | "otherDealer" | "hands" | "cribs" | "points" | "here" | "share" | "expert" | "every" |
    "best" | "crib" | "starter" | "opponents" | "opponent" | "difference" | "highlights" | "course" |
    "courseHint" | "skill" | "luck" | "given" | "courseNone" | "notKnown" | "gamesOf" | "forget" |
    "forgetText" | "forgetDo" | "keep"
  > & {
    summary: (games: string, won: string, share: string) => string;
    gamesWon: OfNumber;
    streak: OfNumber;
    skunks: (plain: number, double: number) => string;
    skunked: (plain: number, double: number) => string;
    last: (date: string) => string;
    table: Record<string, string>;
    roles: Record<string, string>;
    whats: Record<string, string>;
    deals: OfNumber;
    sure: (error: string) => string;
    firstHint: (value: string) => string;
    handsHint: OfNumber;
    cribsHint: OfNumber;
    bestWin: (score: number, against: number) => string;
    worstLoss: (score: number, against: number) => string;
    bestDeal: (points: number) => string;
    courseProgress: (done: number, of: number) => string;
    pegsOnly: OfNumber;
    leftOut: Record<string, OfNumber>;
    forgetAsk: OfName;
    forgotten: OfNumber;
  };
  naming: Texts<"title" | "corrected" | "join" | "joinWith" | "joinText" | "joinDo" | "nobodyElse"> & { joinAsk: OfName; joined: OfNumber };
  matches: Texts<"title" | "hint" | "none" | "level"> & {
    firstTo: OfNumber;
    length: OfNumber;
    wonBy: OfName;
    ahead: OfName;
  };
  export: Texts<"title" | "hint" | "csv" | "csvHint" | "json" | "jsonHint" | "zip" | "zipHint" | "note" | "print">;
};
