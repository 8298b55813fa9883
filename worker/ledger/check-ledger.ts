import type { Database } from "../../db/client.ts";
import { type CreditedCode, describeFaults, isCreditedOtherwise, type LedgerFaults } from "./ledger-faults.ts";
import { selectWholeLedger } from "./ledger-store.ts";

/** The result of a check of the whole ledger. */
export type LedgerCheck = LedgerFaults & {
  isClean: boolean;
  /** Codes that several payments were credited for, each by its own. No fault, but worth a look. */
  creditedSeveralTimes: CreditedCode[];
  accounts: number;
  transfers: number;
  entries: number;
  /** The newest entry that was checked; 0 when there is none. */
  lastEntryId: number;
};

/** Recomputes all balances from the entries and from the records behind them, in one consistent read. */
export async function checkLedger({ query, read }: Database): Promise<LedgerCheck> {
  const [[all], [transferCount], [accountCount], ...found] = await read(selectWholeLedger(query));
  const [differing, unfounded, unbalanced, belowFloor, oddCredits] = found;
  const faults = {
    totalCents: all?.cents ?? 0,
    differing,
    unfounded,
    unbalanced: unbalanced.map(({ id }) => id),
    belowFloor: belowFloor.map(({ id }) => id),
    creditedTwice: oddCredits.filter(isCreditedOtherwise),
  };
  return {
    ...faults,
    creditedSeveralTimes: oddCredits.filter((code) => !isCreditedOtherwise(code)),
    isClean: describeFaults(faults).length === 0,
    accounts: accountCount?.count ?? 0,
    transfers: transferCount?.count ?? 0,
    entries: all?.count ?? 0,
    lastEntryId: all?.lastEntryId ?? 0,
  };
}
