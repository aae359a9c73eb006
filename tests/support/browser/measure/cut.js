// Finds texts that are clipped, overflow their button, or lie beyond the edge of the page.
() => {
  const found = [];
  const modal = [...document.querySelectorAll("dialog[open]")].at(-1);
  for (const node of (modal ?? document.body).querySelectorAll("*")) {
    if (node.closest("svg, .unseen, .skip, noscript, peg-board") || !node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    // A line of a seat's history without room is in a clipped column: LOG has them all.
    const history = node.closest(".history");
    if (history && node.getBoundingClientRect().left >= history.getBoundingClientRect().right - 1) continue;
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    const style = getComputedStyle(node);
    // Texts with an ellipsis can be read elsewhere; one-pixel elements are for screen readers.
    if (style.textOverflow === "ellipsis" || node.clientWidth === 1) continue;
    let scrolls = false;
    for (let each = node; each; each = each.parentElement) scrolls ||= /auto|scroll/.test(getComputedStyle(each).overflowX);
    if (own && !scrolls && style.overflow !== "visible" && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 3)) found.push(`cut ${node.tagName}.${node.className} “${node.textContent.slice(0, 40)}”`);
    if (own && node.matches("button, button *, label *, h1, h2, h3") && !node.matches(".score")) {
      const range = document.createRange(); range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      const box = (node.closest("button, label") ?? node.parentElement).getBoundingClientRect();
      if (text.left < box.left - 1 || text.right > box.right + 1 || text.bottom > box.bottom + 2) found.push(`out ${node.tagName}.${node.className} “${node.textContent.slice(0, 40)}” ${Math.round(text.right - box.right)}`);
    }
    if (own && !scrolls && (node.getBoundingClientRect().right > innerWidth + 1)) found.push(`off ${node.tagName}.${node.className} “${node.textContent.slice(0, 40)}”`);
  }
  return found;
}
