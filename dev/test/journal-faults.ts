/** How `faulty-journal-worker.ts` is told what its journal of money does. */

/** `away` answers nothing. `lost` appends, and its answer does not arrive. */
export type JournalFault = "none" | "away" | "lost";

/** The path that begins the address of a fault. */
export const FAULT_PATH = "/test/journal-fault/";
/** The path that ships the journal. */
export const SHIP_PATH = "/test/ship-journal";
