// Finds texts with less contrast than WCAG AA against the worst possible background. Disabled controls
// are exempt. axe gives up on gradients, which most of our backgrounds are.
() => {
  const parse = (text) => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return text.startsWith("color(") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const light = ([r, g, b]) => {
    const [R, G, B] = [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * R + 0.7152 * G + 0.0722 * B;
  };
  const ratio = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  // Possible backgrounds of a node: the colours of its ancestors, each stop of a gradient separately.
  const grounds = (node) => {
    const layers = [];
    for (let each = node; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      const stops = style.backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g)?.map(parse) ?? [];
      const plain = parse(style.backgroundColor);
      const all = stops.length ? stops.map((stop) => (stop[3] < 1 && plain[3] ? over(stop, plain) : stop)) : [plain];
      if (all.some((color) => color[3] > 0)) layers.push(all);
      if (all.every((color) => color[3] >= 1) || each.matches("dialog")) break;
    }
    let found = [[23, 16, 11, 1]];
    for (const layer of layers.reverse()) found = layer.flatMap((color) => found.map((below) => over(color, below)));
    return found;
  };
  const seen = new Set();
  const bad = [];
  const modal = [...document.querySelectorAll("dialog[open]")].at(-1);
  const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || seen.has(node) || node.closest("svg, .unseen, .skip, script, noscript, :disabled, label:has(:disabled)")) continue;
    if (!node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    seen.add(node);
    const style = getComputedStyle(node);
    let alpha = 1;
    for (let each = node; each; each = each.parentElement) alpha *= Number(getComputedStyle(each).opacity);
    const color = parse(style.color);
    color[3] *= alpha;
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const worst = Math.min(...grounds(node).map((ground) => ratio(over(color, ground), ground)));
    if (worst < (large ? 3 : 4.5)) bad.push(`${worst.toFixed(2)} ${node.tagName}.${node.className}#${node.id} “${node.textContent.trim().slice(0, 30)}” ${style.color} ${alpha < 1 ? `opacity ${alpha}` : ""}`);
  }
  return { bad, seen: seen.size };
}
