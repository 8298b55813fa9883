import type { AlertFiring, AlertTerms } from "../../contract/alerts/price-alerts.ts";

/**
 * An alert that is on, as the database has it. `armedSeq` is the record after which it counts quotes, of the version
 * `armedVersion`; null before the trigger book has armed it.
 */
export type BookAlert = Pick<AlertTerms, "symbol" | "condition" | "repeat" | "expiresAt"> & {
  id: number;
  version: number;
  armedVersion: number | null;
  armedSeq: number | null;
};

/** An alert that the trigger book has armed, or armed again after the price had gone back: it counts the quotes after `armedSeq`. */
export type ArmedAlert = { id: number; version: number; armedSeq: number };

/** A firing on its way into the database. */
export type BookFiring = Omit<AlertFiring, "id"> & { owner: string };

/** An alert whose time is over, on its way into the database. */
export type ExpiredAlert = { id: number; version: number; owner: string };

/** What the trigger book reads of alerts in the database, and writes there. Each write can be repeated. */
export type AlertRecords = {
  alertsOf(owner: string): Promise<BookAlert[]>;
  /** Some of those whose alerts were armed after a record, that come after an owner in the order of their names. */
  ownersArmedAfter(seq: number, after: string): Promise<string[]>;
  recordArmed(owner: string, armed: readonly ArmedAlert[]): Promise<unknown>;
  /** Leaves out those of alerts that were changed, paused or removed before. */
  recordFirings(firings: readonly BookFiring[]): Promise<unknown>;
  recordExpired(expired: readonly ExpiredAlert[]): Promise<unknown>;
};
