// Appearance of an LED on a screen.
//
// A frame holds drive values: linear light, after gamma and brightness. A screen applies its own
// curve, and an LED driven at a tenth still looks bright in a room. So the hue goes through the
// inverse curve, and the brightness is lifted.

const SCREEN_GAMMA = 2.2;
const DIMMEST = 0.22;

const curve = Array.from({ length: 256 }, (_, v) => (v / 255) ** (1 / SCREEN_GAMMA));
const hex = Array.from({ length: 256 }, (_, v) => v.toString(16).padStart(2, "0"));

/**
 * The screen colour of one pixel: `fill` "#rrggbb", `tone` 0 to 1; null for a dark one.
 *
 * @param {number} red
 * @param {number} green
 * @param {number} blue
 */
export function screenColor(red, green, blue) {
  const most = Math.max(red, green, blue);
  if (most === 0) return null;
  const tone = DIMMEST + (1 - DIMMEST) * curve[most];
  /** @param {number} v */
  const part = (v) => hex[Math.min(255, Math.round((255 * curve[v] * tone) / curve[most]))];
  return { fill: `#${part(red)}${part(green)}${part(blue)}`, tone };
}
