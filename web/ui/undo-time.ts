/** How long what was done can be undone, ms: the same everywhere, so that a hand need not know where it is. */
export const UNDO_MS = 8_000;
