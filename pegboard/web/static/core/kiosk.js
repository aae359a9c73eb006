// The board's own screen: shared, without a keyboard, and left in any state.

const KEY = "pegboard.kiosk";
const ADDRESS = "#kiosk";

/** Idle time after which a page that is being read counts as abandoned. */
export const READING_MS = 300000;
/** The same for any other dialog. */
export const LEFT_MS = 60000;

/** Whether this page is on the board's own screen; the window remembers it across pages. */
export function isKiosk() {
  try {
    if (location.hash === ADDRESS) sessionStorage.setItem(KEY, ADDRESS);
    return sessionStorage.getItem(KEY) === ADDRESS;
  } catch {
    return location.hash === ADDRESS; // storage may be forbidden
  }
}

/** Returns to the board's page after a while without a touch, on its own screen. */
export function comeHome() {
  if (!isKiosk()) return;
  let timer = 0;
  const here = () => {
    clearTimeout(timer);
    timer = setTimeout(() => location.assign(`/${ADDRESS}`), READING_MS);
  };
  for (const kind of ["pointerdown", "keydown", "scroll", "hashchange"]) addEventListener(kind, here, { capture: true, passive: true });
  here();
}

/** Whether a page may play sound: after a touch, and on the board's own screen always. */
export const mayBeHeard = () => isKiosk() || navigator.userActivation?.hasBeenActive !== false;
