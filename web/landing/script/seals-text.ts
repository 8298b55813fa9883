/**
 * This page has no other formatted figures, and shares no module with the application: a shared one would be a further
 * file for every screen.
 */
const countText = (count: number) => count.toLocaleString("en-US");

/** The text of today's seals, used by both the page's document and its script. */
export const sealsText = {
  heading: "Today's seals",
  loading: "Fetching today's seals.",
  needsScript: "Your browser checks them here when JavaScript is on.",
  none: "No minute has been sealed today. A day begins at midnight UTC.",
  failed: "The seals cannot be loaded. Check your connection, then load the page again.",
  holds: (count: number) =>
    `${count === 1 ? "One minute is" : `${countText(count)} minutes are`} sealed since midnight UTC. Your browser has just checked ${count === 1 ? "its seal: it" : "their seals: each"} is the hash of what it says${count === 1 ? "." : ", and names the one before it."}`,
  broken: (time: string) =>
    `The chain of seals is broken, first at the seal of ${time} UTC. Keep a copy of this page, and write to us.`,
  minute: "Newest minute",
  records: "Its records",
  recordsFrom: (first: number, last: number) => `${countText(first)} to ${countText(last)}`,
  seal: "Its seal",
} as const;
