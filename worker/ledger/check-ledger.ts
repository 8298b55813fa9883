import type { Database } from "../../db/client.ts";
import { describeFaults, type LedgerFaults } from "./ledger-faults.ts";
import { selectWholeLedger } from "./ledger-store.ts";

/** The result of a check of the whole ledger. */
export type LedgerCheck = LedgerFaults & {
  isClean: boolean;
  accounts: number;
  transfers: number;
  entries: number;
  /** The newest entry that was checked; 0 when there is none. */
  lastEntryId: number;
};

/** Recomputes all balances from the entries and from the records behind them, in one consistent read. */
export async function checkLedger({ query, read }: Database): Promise<LedgerCheck> {
  const [[all], [transferCount], [accountCount], differing, unfounded, unbalanced, belowFloor] = await read(
    selectWholeLedger(query),
  );
  const faults = {
    totalCents: all?.cents ?? 0,
    differing,
    unfounded,
    unbalanced: unbalanced.map(({ id }) => id),
    belowFloor: belowFloor.map(({ id }) => id),
  };
  return {
    ...faults,
    isClean: describeFaults(faults).length === 0,
    accounts: accountCount?.count ?? 0,
    transfers: transferCount?.count ?? 0,
    entries: all?.count ?? 0,
    lastEntryId: all?.lastEntryId ?? 0,
  };
}
