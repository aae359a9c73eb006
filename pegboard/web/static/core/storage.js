// Choices of the viewer stored in this browser, if it allows storage.

/**
 * Returns a stored choice, or the default.
 *
 * @template Value
 * @param {string} name
 * @param {Value} usual
 * @returns {Value}
 */
export function stored(name, usual) {
  try {
    return JSON.parse(localStorage.getItem(`pegboard.${name}`) ?? "null") ?? usual;
  } catch {
    return usual; // private windows may refuse, or the value is not ours
  }
}

/**
 * Stores a choice; if that is refused, it lasts until the page is left.
 *
 * @param {string} name
 * @param {unknown} value
 */
export function store(name, value) {
  try {
    localStorage.setItem(`pegboard.${name}`, JSON.stringify(value));
  } catch {
    // Then the viewer must choose again next time.
  }
}
