"""Small screens, and a check for horizontal overflow."""

SMALL = """() => [...document.querySelectorAll('button, input[type=text], label')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && (box.width < 47.5 || box.height < 47.5);
}).map(e => e.outerHTML.slice(0, 90))"""


OFF_SIDE = """() => [...document.querySelectorAll('main *, header *, dialog[open] *')].filter(e => {
    const box = e.getBoundingClientRect();
    // The row of combinations scrolls to the narrated one.
    return box.width && !e.closest('svg, .items') && (box.left < -1 || box.right > innerWidth + 1);
}).map(e => e.outerHTML.slice(0, 90))"""
