import type { SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { entries, transfers } from "../../db/schema/index.ts";
import type { Cents } from "../contract/money.ts";

/** A place where money stands. A trader has two, the house one for each way in and out. */
export type AccountId = `available:${string}` | `held:${string}` | "house:khqr" | "house:payout" | "house:trading";

export type Transfer = {
  kind: "deposit" | "withdrawal" | "trades";
  /** What the money moves for; a kind and reference happen once, whoever tries again. */
  reference:
    | `deposit:${string}`
    | `exception:${string}`
    | `withdrawal:${string}:${"request" | "complete" | "reject"}`
    | `import:${string}:${"commit" | "reverse"}`;
  memo: string;
  /** A user's id, or `system`; the caller of a batch as SQL, whom the database refuses when there is none. */
  actor: SQL<string> | string;
  /** At least two, in cents, summing to zero; a positive amount raises the account's balance. */
  entries: ReadonlyArray<{ accountId: AccountId; amountCents: Cents }>;
};

/**
 * The only way to change a balance: the statements of one double-entry transfer, for the batch that also writes why.
 *
 * The database refuses the batch when an account would fall below its floor (`insufficient_funds`), when the entries
 * do not sum to zero (`transfer_unbalanced`) and when kind and reference happened before (`UNIQUE transfers.kind, transfers.reference`).
 * Entries come first and the transfer closes them: only then can a trigger see them all.
 */
export function postTransfer(query: Query, transfer: Transfer, nowMs: number) {
  const transferId = crypto.randomUUID();
  const { kind, reference, memo, actor } = transfer;
  return [
    query.insert(entries).values(transfer.entries.map((entry) => ({ transferId, ...entry }))),
    query.insert(transfers).values({ id: transferId, kind, reference, memo, actor, atMs: nowMs }),
  ] as const;
}
