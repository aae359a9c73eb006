// Finds texts that do not fit a screen of this size, checking each where it is drawn, line by line.
// off      beyond the edge of the screen, where nothing scrolls
// cut      clipped by a container
// out      beyond the edge of its button, label or badge
// broken   a word split without a hyphen
// over     overlapping another text
// wide     the page is wider than the screen
async ([width, height]) => {
  const SLACK = 1.5; // pixels
  const AIR = 0.2; // fraction of a line's height that is empty above its letters, and below
  const LABELS = "button, label, legend, summary, select, th, td, .badge, .chip, .button, .bubble";
  const ELSEWHERE = ".unseen, .skip, script, style, noscript, option, svg"; // for screen readers, or drawn
  const UNSPOKEN = "code, .whole, .address"; // not words: they break anywhere
  // Names given by people and logs of any length: their full text is available elsewhere.
  const ENDS_IN_DOTS = ".last, .name, .names, .who b, .dealing b, .badge.warn";
  const LEAVES_OUT = ".history";
  const SIDEWAYS = ".items, .wide, pre"; // rows that are meant to scroll
  const frame = () => new Promise(requestAnimationFrame);
  // A rising dialog is invisible until its animation starts, which takes long on a busy machine.
  for (const each of document.getAnimations()) if (Number.isFinite(each.effect.getComputedTiming().endTime)) each.finish();
  const root = document.documentElement;
  for (let frames = 0; (root.clientWidth !== width || root.clientHeight !== height) && frames < 300; frames += 1) await frame();
  // Media queries take effect in the next frame.
  for (let frames = 0; frames < 2; frames += 1) await frame();
  const wide = () => root.scrollWidth - width;
  // Size observers take effect a few frames later.
  for (let frames = 0; wide() > 0 && frames < 60; frames += 1) await frame();

  const remembering = (ask) => {
    const known = new Map();
    return (node) => {
      if (!known.has(node)) known.set(node, ask(node));
      return known.get(node);
    };
  };
  const style = remembering((node) => getComputedStyle(node));
  const box = remembering((node) => node.getBoundingClientRect());
  const found = [];
  const named = (node) => `${node.tagName.toLowerCase()}${[...node.classList].map((name) => `.${name}`).join("")}`;
  const where = (node) => (node.id ? `#${node.id}` : `#${node.closest("[id]")?.id ?? ""} ${named(node)}`);
  const report = (kind, node, text, more) => found.push(`${kind} ${where(node)} “${text.trim().slice(0, 40)}” ${more}`);
  const hides = (value) => value !== "visible";
  const scrolls = (value) => value === "auto" || value === "scroll";
  /** How far a line extends beyond a box, horizontally or vertically; its empty margins do not count. */
  const across = (line, edge) => Math.max(edge.left - line.left, line.right - edge.right);
  const along = (line, edge) => Math.max(edge.top - line.top, line.bottom - edge.bottom) - AIR * line.height;
  const within = (line, edge) => {
    const [left, right] = [Math.max(line.left, edge.left), Math.min(line.right, edge.right)];
    const [top, bottom] = [Math.max(line.top, edge.top), Math.min(line.bottom, edge.bottom)];
    return { left, right, top, bottom, width: right - left, height: bottom - top };
  };
  const screen = { left: 0, top: 0, right: width, bottom: height };
  const modal = [...document.querySelectorAll("dialog[open]")].at(-1);
  const still = modal || style(document.body).overflowY === "hidden";

  /** A text with its drawn lines; reports clipping containers, except scrolling ones. */
  function look(text) {
    const node = text.parentElement;
    const range = document.createRange();
    range.selectNodeContents(text);
    const drawn = [...range.getClientRects()].filter((line) => line.width > 0.5 && line.height > 1);
    if (!drawn.length) return null;
    const free = { x: false, y: false };
    let seen = drawn;
    const most = (by) => Math.max(0, ...seen.map(by));
    let floats = false;
    for (let each = node; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY, position } = style(each);
      const edge = box(each);
      if (hides(overflowX) && each.clientWidth <= 1) return null;
      if (each.matches(ENDS_IN_DOTS) || (scrolls(overflowX) && each.matches(SIDEWAYS))) free.x = true;
      free.y ||= scrolls(overflowY);
      const by = Math.max(
        hides(overflowX) && !free.x ? most((line) => across(line, edge)) : 0,
        hides(overflowY) && !free.y ? most((line) => along(line, edge)) : 0);
      const inside = seen.map((line) => within(line, edge)).filter((line) => line.width > 1 && line.height > AIR * drawn[0].height);
      const meant = each.matches(ENDS_IN_DOTS) || (each.matches(LEAVES_OUT) && !inside.length);
      if (by > SLACK && !meant) report("cut", node, text.data, `${Math.round(by)} by ${where(each)}`);
      if (overflowX !== "visible") seen = inside;
      if (!seen.length) return null;
      floats ||= position === "fixed" || position === "sticky";
      if (each === modal) break;
    }
    const off = Math.max(free.x ? 0 : most((line) => across(line, screen)), free.y || !still ? 0 : most((line) => along(line, screen)));
    if (off > SLACK) report("off", node, text.data, Math.round(off));
    const label = node.closest(LABELS);
    const out = label && !free.x ? most((line) => Math.max(across(line, box(label)), along(line, box(label)))) : 0;
    if (out > SLACK) report("out", node, text.data, Math.round(out));
    if (new Set(drawn.map(({ top }) => Math.round(top))).size > 1 && !node.closest(UNSPOKEN)) {
      for (const { index, 0: word } of text.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const parts = new Set([...range.getClientRects()].filter((line) => line.width > 0.5).map(({ top }) => Math.round(top)));
        if (parts.size > 1) report("broken", node, word, "");
      }
    }
    return { node, text: text.data, floats, lines: seen };
  }

  /** Overlapping texts. */
  function collide(texts) {
    const all = texts.flatMap((text) => text.lines.map((line) => ({ text, line })));
    all.forEach(({ text, line }, n) => {
      for (const other of all.slice(n + 1)) {
        if (other.text === text || other.text.floats !== text.floats) continue;
        const x = Math.min(line.right, other.line.right) - Math.max(line.left, other.line.left);
        if (x < SLACK) continue;
        const y = Math.min(line.bottom - AIR * line.height, other.line.bottom - AIR * other.line.height)
          - Math.max(line.top + AIR * line.height, other.line.top + AIR * other.line.height);
        if (y > SLACK) report("over", text.node, text.text, `and “${other.text.text.trim().slice(0, 30)}” ${Math.round(x)}x${Math.round(y)}`);
      }
    });
    return all.length;
  }

  const texts = [];
  const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const node = text.parentElement;
    if (!text.data.trim() || node.closest(ELSEWHERE)) continue;
    if (!node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    texts.push(look(text));
  }
  const lines = collide(texts.filter(Boolean));
  // Text on the board itself.
  const marks = modal ? [] : [...document.querySelectorAll("peg-board .marks text")].filter((mark) => box(mark).width > 0);
  collide(marks.map((mark) => ({ node: mark, text: mark.textContent, floats: false, lines: [box(mark)] })));
  for (const mark of marks) if (across(box(mark), box(mark.ownerSVGElement)) > 0) report("off", mark, mark.textContent, "the board");
  if (wide() > 0) found.push(`wide ${wide()}`);
  return { found, lines };
}
