import { formatMoment } from "../commands/moment-text.ts";

/** Answers to admins about pauses of withdrawals. */
export const PAUSE_TEXT = {
  ended: "This has been resumed already. Refresh to see it.",
  aloneLater: (fromMs: number, timeZone: string) =>
    `You are the only admin, so you can resume from ${formatMoment(fromMs, timeZone)}. On the server "bun run admin resume" does it at once.`,
} as const;
