import type { Database } from "../../db/client.ts";
import { selectNewFaults } from "./account-mark-store.ts";
import { isCreditedOtherwise, type LedgerFaults } from "./ledger-faults.ts";

/**
 * Checks what is newer than the marks: the new transfers, and the traders' accounts that they changed. The company's
 * accounts are left to the whole check, because their records are those of all traders.
 * @returns `lastEntryId`: the newest entry that was checked, up to which the marks may move
 */
export async function checkNewEntries({ query, read }: Database): Promise<LedgerFaults & { lastEntryId: number }> {
  const [[newest], differing, unfounded, unbalanced, belowFloor, oddCredits] = await read(selectNewFaults(query));
  return {
    lastEntryId: newest?.id ?? 0,
    totalCents: newest?.cents ?? 0,
    differing,
    unfounded,
    unbalanced: unbalanced.map(({ id }) => id),
    belowFloor: belowFloor.map(({ id }) => id),
    creditedTwice: oddCredits.filter(isCreditedOtherwise),
  };
}
