// What this browser remembers of its viewer's choices, where it may remember anything.

/**
 * A choice that was kept, or what is usual.
 *
 * @template Value
 * @param {string} name
 * @param {Value} usual
 * @returns {Value}
 */
export function kept(name, usual) {
  try {
    return JSON.parse(localStorage.getItem(`pegboard.${name}`) ?? "null") ?? usual;
  } catch {
    return usual; // private windows may refuse, or it is not ours
  }
}

/**
 * Keeps a choice; where that is refused, it holds until the page is left.
 *
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`pegboard.${name}`, JSON.stringify(value));
  } catch {
    // Then it is chosen again the next time.
  }
}
