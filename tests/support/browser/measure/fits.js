// Texts that do not fit a screen of this size: each is looked at where it is drawn, line by line.
//   off      beyond the edge of the screen, and nothing scrolls there
//   cut      behind the edge of something that hides what stands out of it
//   out      beyond the edge of the button, label or badge it is written on
//   broken   a word parted without a hyphen
//   over     upon another text
//   wide     the page is wider than the screen
async ([width, height]) => {
  const SLACK = 1.5; // pixels
  const AIR = 0.2; // of a line's height is empty above its letters, and as much below
  const LABELS = "button, label, legend, summary, select, th, td, .badge, .chip, .button, .bubble";
  const ELSEWHERE = ".unseen, .skip, script, style, noscript, option, svg"; // heard, or drawn
  const UNSPOKEN = "code, .whole, .address"; // made of no words: they break anywhere
  // Names that people gave and accounts of the game, of any length: they stand elsewhere in full.
  const ENDS_IN_DOTS = ".last, .name, .names, .who b, .dealing b, .badge.warn";
  const LEAVES_OUT = ".history";
  const SIDEWAYS = ".items, .wide, pre"; // rows that are meant to be scrolled
  const frame = () => new Promise(requestAnimationFrame);
  // A dialogue that rises is invisible until its motion has begun: long, where the machine is busy.
  for (const each of document.getAnimations()) if (Number.isFinite(each.effect.getComputedTiming().endTime)) each.finish();
  const root = document.documentElement;
  for (let frames = 0; (root.clientWidth !== width || root.clientHeight !== height) && frames < 300; frames += 1) await frame();
  // What is asked of the size of the screen is answered with the next frame.
  for (let frames = 0; frames < 2; frames += 1) await frame();
  const wide = () => root.scrollWidth - width;
  // What follows the size of the screen by an observer does so some frames later.
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
  /** How far a line stands out of a box, across or along; its empty rims do not count. */
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

  /** A text with the lines it is drawn in; what hides a part of it is reported, what scrolls is not. */
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

  /** Texts of which one lies upon the other. */
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
  // What is written on the board itself.
  const marks = modal ? [] : [...document.querySelectorAll("peg-board .marks text")].filter((mark) => box(mark).width > 0);
  collide(marks.map((mark) => ({ node: mark, text: mark.textContent, floats: false, lines: [box(mark)] })));
  for (const mark of marks) if (across(box(mark), box(mark.ownerSVGElement)) > 0) report("off", mark, mark.textContent, "the board");
  if (wide() > 0) found.push(`wide ${wide()}`);
  return { found, lines };
}
