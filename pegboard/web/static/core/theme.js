// Sets the theme before the first paint: dark, light, or as the device prefers. It is not a module,
// so that it runs before the first style is used. The board's own screen is dark unless somebody has
// chosen otherwise.

(() => {
  const KEY = "pegboard.theme"; // written by storage.js
  const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
  const GROUNDS = { dark: "#17100b", light: "#efe3cd" };
  const root = document.documentElement;
  const device = matchMedia("(prefers-color-scheme: light)");

  function chosen() {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? "null");
    } catch {
      return null; // private windows may refuse, or the value is not ours
    }
  }

  function paint() {
    const usual = LOOPBACK.includes(location.hostname) ? "dark" : "auto";
    const wish = chosen() ?? usual;
    const theme = wish === "light" || (wish !== "dark" && device.matches) ? "light" : "dark";
    if (root.dataset.theme === theme) return;
    root.dataset.theme = theme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.setAttribute("content", GROUNDS[theme]);
  }
  paint();
  device.addEventListener("change", paint);
  addEventListener("storage", paint); // chosen in another window
  addEventListener("theme", paint); // chosen in this one
})();
