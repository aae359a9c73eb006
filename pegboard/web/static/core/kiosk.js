// The board's own screen: nobody owns it, it has no keyboard, and whoever walks away leaves it as it is.

const KEY = "pegboard.kiosk";
const ADDRESS = "#kiosk";

/** For so long nobody has touched what people read, until they are taken to have left. */
export const READING_MS = 300000;
/** The same of any other dialogue. */
export const LEFT_MS = 60000;

/** Whether this page is on it; the window remembers it over the other pages. */
export function isKiosk() {
  try {
    if (location.hash === ADDRESS) sessionStorage.setItem(KEY, ADDRESS);
    return sessionStorage.getItem(KEY) === ADDRESS;
  } catch {
    return location.hash === ADDRESS; // storage may be forbidden
  }
}

/** Goes back to the board's page, on its own screen, once nobody has touched this one for a while. */
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

/** Whether a page may be heard: once somebody has touched it, and on the board's own screen always. */
export const mayBeHeard = () => isKiosk() || navigator.userActivation?.hasBeenActive !== false;
