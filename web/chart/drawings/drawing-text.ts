import type { DrawingKind, DrawingStyle } from "../../../worker/contract/terminal/terminal-schema.ts";

/** The text of the drawings. */
export const drawingText = {
  tools: "Drawing tools",
  cross: "Cross",
  kinds: {
    trend: "Trend line",
    ray: "Ray",
    horizontal: "Horizontal line",
    vertical: "Vertical line",
    channel: "Channel",
    rectangle: "Rectangle",
    fibonacci: "Fibonacci retracement",
    measure: "Measure",
    arrow: "Arrow",
    text: "Text",
    long: "Long position plan",
    short: "Short position plan",
  } satisfies Record<DrawingKind, string>,
  magnet: "Magnet: draw to open, high, low and close",
  hideAll: "Hide or show all drawings",
  lockAll: "Lock or unlock all drawings",
  removeAll: "Remove all drawings that are not locked",
  selection: (kind: string) => `${kind}, selected`,
  keys: "Arrow keys move it, Tab chooses a point of it, Delete removes it, Escape leaves it.",
  colour: { text: "Text", muted: "Grey", accent: "Accent", up: "Green", down: "Red", warn: "Amber" } satisfies Record<
    DrawingStyle["colour"],
    string
  >,
  width: (px: number) => `Line width: ${px}`,
  lock: "Lock",
  unlock: "Unlock",
  hide: "Hide",
  copy: "Copy",
  remove: "Remove",
  textField: "Text",
  riskField: "Risk, % of the balance",
  newText: "Text",
  bars: (count: number) => `${count} ${Math.abs(count) === 1 ? "bar" : "bars"}`,
} as const;
