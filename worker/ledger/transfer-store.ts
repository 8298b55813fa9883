import type { SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { prepared, preparedInsert, type Value } from "../../db/prepared.ts";
import { type bookActs, entries, transfers } from "../../db/schema/index.ts";
import type { Cents } from "../contract/money.ts";

/** A ledger account. A trader has two; the company has one for each way that money comes in and goes out. */
export type AccountId =
  | `${"available" | "held" | "receivable"}:${string}`
  | `house:${"payout" | "trading" | `${"khqr" | "suspense" | "fees" | "exchange"}${"" | ":khr"}` | `bank:${string}`}`;

/** The kinds of acts on the books, and of their transfers. */
export type BookActKind = (typeof bookActs.$inferSelect)["kind"];

/** The kinds of the transfers of a payment that waits for a decision, which triggers post with its row (`exception_entries`). */
export type ExceptionKind = Exclude<
  (typeof transfers.$inferSelect)["kind"],
  "deposit" | "withdrawal" | "trades" | BookActKind
>;

/** A double-entry transfer. */
export type Transfer = {
  kind: "deposit" | "withdrawal" | "trades" | BookActKind | ExceptionKind;
  /** The purpose of the transfer. The pair of kind and reference is unique, so a retry cannot post it twice. */
  reference:
    | `deposit:${string}`
    | `exception:${string}`
    | `withdrawal:${string}:${"request" | "complete" | "reject"}`
    | `import:${string}:${"commit" | "reverse"}`
    | `book:${string}`;
  memo: string;
  /** A user id, or `system`; the caller id of a batch as SQL, which the database refuses when it is NULL. */
  actor: SQL<string> | string;
  /** At least two entries, in cents, summing to zero; a positive amount raises the account's balance. */
  entries: ReadonlyArray<{ accountId: AccountId; amountCents: Cents; rateHundredths?: number | null }>;
};

/**
 * The only way of the Worker to change a balance: the statements of one double-entry transfer, for the batch that also writes its
 * cause.
 *
 * The database refuses the batch when an account would fall below its floor (`insufficient_funds`), when the entries
 * do not sum to zero (`transfer_unbalanced`) and when kind and reference happened before (`UNIQUE transfers.kind, transfers.reference`).
 * Entries come first and the transfer closes them: only then can a trigger see them all.
 */
export function postTransfer(query: Query, transfer: Transfer, nowMs: number) {
  const transferId = crypto.randomUUID();
  const { kind, reference, memo, actor } = transfer;
  return [
    insertEntries(query, transferId, transfer.entries),
    insertTransfer(query, { id: transferId, kind, reference, memo, actor, atMs: nowMs }),
  ] as const;
}

const insertTransfer = preparedInsert(transfers);

function insertEntries(query: Query, transferId: string, both: Transfer["entries"]) {
  const [first, second, ...more] = both;
  if (!first || !second || more.length > 0 || both.some(({ rateHundredths }) => rateHundredths != null))
    return query.insert(entries).values(both.map((entry) => ({ transferId, ...entry })));
  return insertTwoEntries(query, transferId, first.accountId, first.amountCents, second.accountId, second.amountCents);
}

const insertTwoEntries = prepared(
  (
    query,
    transferId: Value<string>,
    firstAccount: Value<AccountId>,
    firstCents: Value<number>,
    secondAccount: Value<AccountId>,
    secondCents: Value<number>,
  ) =>
    query.insert(entries).values([
      { transferId, accountId: firstAccount, amountCents: firstCents },
      { transferId, accountId: secondAccount, amountCents: secondCents },
    ]),
);
