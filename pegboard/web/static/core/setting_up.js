// Progress of the board's set-up, for the pages that lead to it.
//
// The board remembers that it has been set up. This stores only the step, so that a page that
// reloads, as it does in another language, continues there.

const KEY = "pegboard.first";

let later = false;

/** Whether somebody at this page has postponed the set-up. */
export const postponed = () => later;

/** @param {boolean} is */
export const postpone = (is) => { later = is; };

/** The step to continue with; empty for none. */
export function interrupted() {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} step empty for none */
export function remember(step) {
  try {
    if (step) sessionStorage.setItem(KEY, step);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Then a reloaded page starts at the first step.
  }
}
