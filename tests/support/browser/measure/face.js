// All that the page shows outside of its dialogues, line by line; what is hidden is only named.
() => {
  const lines = [];
  const rounded = (text) => text.replace(/\d+\.\d+/g, (number) => Number(number).toFixed(2));
  const tell = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (node.textContent.trim()) lines.push(node.textContent);
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches("dialog, script, noscript")) return;
    if (node.hidden) {
      lines.push(`${node.tagName}#${node.id} hidden`);
      return;
    }
    const marks = [...node.attributes].map(({ name, value }) => `${name}=${rounded(value)}`);
    lines.push([node.tagName, ...marks.sort()].join(" "));
    for (const child of node.childNodes) tell(child);
  };
  tell(document.body);
  return lines.join("\n");
}
