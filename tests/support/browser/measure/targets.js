// Finds touch targets smaller than 48 px; links within sentences are exempt.
() => {
  const shown = (node) => node.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && node.getClientRects().length > 0;
  const modal = [...document.querySelectorAll("dialog[open]")].at(-1);
  const found = [];
  for (const node of (modal ?? document).querySelectorAll("button, a[href], summary, select, input, [role=button]")) {
    if (!shown(node) || node.closest(".unseen") || node.classList.contains("skip")) continue;
    if (node.matches("input[type=radio], input[type=checkbox]") && node.closest("label")) continue;
    const { width, height } = (node.closest("label") ?? node).getBoundingClientRect();
    if (node.matches("a") && getComputedStyle(node).display === "inline" && node.closest("p")?.textContent !== node.textContent) continue;
    if (width < 47.5 || height < 47.5) found.push(`${node.tagName}.${node.className}#${node.id} ${Math.round(width)}x${Math.round(height)} ${node.textContent.slice(0, 20)}`);
  }
  return found;
}
