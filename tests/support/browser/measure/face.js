// Lists everything the page shows outside of its dialogs, line by line; hidden elements by name only.
() => {
  // Leftovers of a lazily loaded view that has nothing to show.
  const LATE = "#show[hidden], #company[hidden], #doorbell[hidden]";
  const lines = [];
  const rounded = (text) => text.replace(/\d+\.\d+/g, (number) => Number(number).toFixed(2));
  const tell = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (node.textContent.trim()) lines.push(node.textContent);
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(`dialog, script, noscript, #live, ${LATE}`)) return;
    if (node.hidden) {
      lines.push(`${node.tagName}#${node.id} hidden`);
      return;
    }
    const marks = [...node.attributes].filter(({ name, value }) => name !== "data-role" || value !== "board").map(({ name, value }) => `${name}=${rounded(value)}`);
    lines.push([node.tagName, ...marks.sort()].join(" "));
    for (const child of node.childNodes) tell(child);
  };
  tell(document.body);
  return lines.join("\n");
}
