// Where somebody is in the set-up of the board, for the pages that lead there.
//
// That a board has been set up is remembered by the board. Here is only the step, so that a page
// which loads again, as it does in another language, continues there.

const KEY = "pegboard.first";

let later = false;

/** Whether somebody at this page has put the set-up off. */
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
    // Then a page that begins anew begins with the first step.
  }
}
