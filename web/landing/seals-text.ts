import { formatCount } from "../ui/format.ts";

/** The text of today's seals, used by both the page's document and its script. */
export const sealsText = {
  heading: "Today's seals",
  loading: "Fetching today's seals.",
  needsScript: "Your browser checks them here when JavaScript is on.",
  none: "No minute has been sealed today. A day begins at midnight UTC.",
  failed: "The seals cannot be loaded. Check your connection, then load the page again.",
  holds: (count: number) =>
    `${count === 1 ? "One minute is" : `${formatCount(count)} minutes are`} sealed since midnight UTC. Your browser has just checked ${count === 1 ? "its seal: it" : "their seals: each"} is the hash of what it says${count === 1 ? "." : ", and names the one before it."}`,
  broken: (time: string) =>
    `The seals do not fit together. The first that is wrong is that of ${time} UTC. Keep a copy of this page, and write to us.`,
  minute: "Newest minute",
  records: "Its records",
  seal: "Its seal",
} as const;
