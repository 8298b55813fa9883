/**
 * The answers and messages of a demo account. All of it has the engine's whole numbers (steps, units, cents, epoch ms): pages
 * and checkers compute with the same engine. `version` is the number of the newest row of the account's log, 0 before the
 * first.
 * Source: docs/demo-engine.md
 */

import type { Proof, SealedProof } from "../tape/tape-proof.ts";
import type { BasedFill } from "./demo-fill-basis.ts";
import type { DemoExtreme, DemoState } from "./demo-state.ts";
import type { DemoEvent, DemoFill, DemoRunFigures, DemoRunSettings } from "./demo-types.ts";

/** Where a position's trailing stop counts its distance from. */
export type DemoTrail = { positionId: number; extreme: DemoExtreme };

/**
 * Events of the account's log up to the row `version`, and where trailing stops have got to, which no event says. Without
 * `trails` no position has a trailing stop, or nothing is said about them.
 */
export type DemoEvents = { version: number; events: DemoEvent[]; trails?: DemoTrail[] | undefined };

/** The result of a command that was carried out: the events of the log's row `version`. */
export type DemoCommandAnswer = DemoEvents;

/** The state, or, for a caller that has an earlier version, the events since. Extremes are those of the trigger book. */
export type DemoStateAnswer = { version: number; state: DemoState } | DemoEvents;

/** A run: its settings, and its final figures once it is archived. Epoch ms. */
export type DemoRunRecord = DemoRunSettings & {
  run: number;
  costsVersion: number | null;
  startedAt: number;
  archivedAt: number | null;
  figures: DemoRunFigures | null;
};

/**
 * The proofs of a fill's quote, of the quotes of its symbol around it, under the same seal and in their order, and of the
 * quote that set a trailing stop's extreme.
 */
export type FillProofs = { quote: SealedProof; neighbours: Proof[]; extreme: SealedProof | null };

/**
 * A fill with what it follows from. `proofs` is null until the minute of its quote is sealed; with `isLost` for good, since
 * the tape has lost the quote.
 */
export type DemoReceiptRecord = BasedFill & { proofs: FillProofs | null; isLost?: true };

/** A page of fills, newest first. `nextCursor` continues with older ones; null on the last page. */
export type DemoFillPage = { fills: DemoFill[]; nextCursor: string | null };

/** A page of runs, newest first. */
export type DemoRunPage = { runs: DemoRunRecord[]; nextCursor: string | null };

/**
 * A frame of the private socket: the events of the log's row `version`. Its first frame says the current version and has
 * no events, and nor has a frame that says where trailing stops have got to meanwhile. A client that has not received the
 * row before has missed something, and reads the state since its version.
 */
export type DemoSocketMessage = { type: "demo" } & DemoEvents;
