// The board's own screen: nobody owns it, it has no keyboard, and whoever walks away leaves it as it is.

const KEY = "pegboard.kiosk";
const ADDRESS = "#kiosk";

/** Whether this page is on it; the window remembers it over the other pages. */
export function isKiosk() {
  try {
    if (location.hash === ADDRESS) sessionStorage.setItem(KEY, ADDRESS);
    return sessionStorage.getItem(KEY) === ADDRESS;
  } catch {
    return location.hash === ADDRESS; // storage may be forbidden
  }
}

/** Whether a page may be heard: once somebody has touched it, and on the board's own screen always. */
export const mayBeHeard = () => isKiosk() || navigator.userActivation?.hasBeenActive !== false;
