import { TERMINAL } from "./terminal-limits.ts";

/** Answers of the API about drawings and settings. */
export const TERMINAL_TEXT = {
  frozen:
    "Your account is frozen: you can look at your drawings and settings, but not change them. Please contact support.",
  tooManyDrawings: (symbol: string) => `${symbol} has ${TERMINAL.drawingsMax} drawings. Remove some to draw more.`,
} as const;
