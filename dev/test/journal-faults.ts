/** The setting by which a test chooses how the journal in `faulty-journal-worker.ts` fails. */

/** `away` answers nothing. `lost` appends, and its answer does not arrive. */
export type JournalFault = "none" | "away" | "lost";

/** The path that begins the address of a fault. */
export const FAULT_PATH = "/test/journal-fault/";
/** The path that ships the journal. */
export const SHIP_PATH = "/test/ship-journal";
