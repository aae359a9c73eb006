// Type of the catalogues of the set-up.

type Texts<Keys extends string> = Record<Keys, string>;

export type Words = Texts<"title" | "begin" | "later" | "back" | "skip" | "next" | "finish" | "done"> & {
  of: (step: number, all: number) => string;
  steps: Texts<keyof import("../steps.d.ts").Steps>;
  hello: Texts<"address" | "alone" | "steps">;
  languages: Texts<"ask">;
  names: Texts<"ask"> & { nth: (n: number) => string; twice: (name: string) => string };
  phones: Texts<"ask">;
  camera: Texts<"picture" | "waiting" | "which" | "check" | "auto" | "none" | "simulated" | "works">;
  board: Texts<"which" | "driven" | "test" | "wait" | "notThere" | "again" | "other" | "ask" | "yes" | "none" | "colors" | "places" | "look" | "mixed" | "own" | "scoreboard" | "simulated"> & {
    strips: Record<string, string>;
    /** What to check if nothing lights up, other places light up, or the colours are mixed up. */
    dark: string[];
    elsewhere: string[];
    rgbw: string[];
    /** Asks for the colour seen for red, and for green. */
    seen: string[];
    /** Red, green, blue. */
    names: string[];
    fixed: (file: string) => string;
    tracks: (n: number) => string;
    size: (wide: number, high: number) => string;
    dense: (n: number) => string;
    picture: (rows: number) => string;
  };
  voice: Texts<"ask" | "listen" | "heard" | "yes" | "no" | "check" | "which" | "own" | "volume" | "fixed">;
};
