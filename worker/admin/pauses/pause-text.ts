import { formatMoment } from "../commands/moment-text.ts";

/** What the answers to admins say about pauses of withdrawals. */
export const PAUSE_TEXT = {
  ended: "Withdrawals have been resumed already. Refresh to see it.",
  aloneLater: (fromMs: number, timeZone: string) =>
    `You are the only admin, so you can resume withdrawals from ${formatMoment(fromMs, timeZone)}. On the server "bun run admin resume" does it at once.`,
} as const;
