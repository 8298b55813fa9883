const LINES = { level: "your line", trend: "your trend line" } as const;
type Line = keyof typeof LINES;

/** The texts of price alerts that the chart and the toasts have too. */
export const alertText = {
  hours: (count: number) => `${count} h`,
  minutes: (count: number) => `${count} min`,
  to: { rises: (level: string) => `Rises to ${level}`, falls: (level: string) => `Falls to ${level}` },
  toShort: { rises: "Rises to", falls: "Falls to" },
  through: {
    rises: (line: Line) => `Rises through ${LINES[line]}`,
    falls: (line: Line) => `Falls through ${LINES[line]}`,
  },
  moves: {
    up: (percent: string, time: string) => `Rises ${percent} within ${time}`,
    down: (percent: string, time: string) => `Falls ${percent} within ${time}`,
    either: (percent: string, time: string) => `Moves ${percent} within ${time}`,
  },
  wentTo: { rises: (level: string) => `rose to ${level}`, falls: (level: string) => `fell to ${level}` },
  wentThrough: {
    rises: (line: Line) => `rose through ${LINES[line]}`,
    falls: (line: Line) => `fell through ${LINES[line]}`,
  },
  moved: {
    up: (percent: string, time: string) => `rose ${percent} within ${time}`,
    down: (percent: string, time: string) => `fell ${percent} within ${time}`,
    either: (percent: string, time: string) => `moved ${percent} within ${time}`,
  },
  atPrice: "The price is here now. Move the level up or down.",
  set: (level: string) => `Alert set at ${level}`,
  setFor: (condition: string) => `Alert set: ${condition}`,
  removed: (what: string) => `Alert removed: ${what}`,
  undo: "Undo",
  edit: "Edit",
  notSent: "This could not be sent. Check your connection and try again.",
} as const;
