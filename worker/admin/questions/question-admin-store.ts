import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { deposits, identities, paymentExceptions, users, withdrawals } from "../../../db/schema/index.ts";
import type { QuestionKind } from "../../contract/client-questions.ts";
import { nameOf } from "../lists/person-sql.ts";

/** The SQL that reads what a question can be about. */

const claimer = alias(users, "claimer");

const TRADER = { userId: users.id, email: users.email, closedAtMs: users.closedAtMs };
const NOBODY = {
  payerId: sql<string | null>`NULL`,
  claimedBy: sql<string | null>`NULL`,
  claimedByName: sql<string | null>`NULL`,
  claimedUntilMs: sql<number | null>`NULL`,
};
const waits = (subject: SQL) =>
  sql<number>`EXISTS (SELECT 1 FROM client_questions WHERE client_questions.subject = ${subject} AND client_questions.answered_at_ms IS NULL AND client_questions.closed_at_ms IS NULL AND client_questions.returned_at_ms IS NULL)`;

/** An item as {@link selectAskable} reads it. */
export type AskableRow = {
  userId: string;
  email: string;
  closedAtMs: number | null;
  /** 1 while it can still be decided about. */
  isOpen: number;
  /** 1 while a question about it waits for its answer. */
  waits: number;
  number: number | null;
  bill: string | null;
  payerId: string | null;
  claimedBy: string | null;
  claimedByName: string | null;
  claimedUntilMs: number | null;
};

/** The statement that reads an item and its trader. @returns rows of {@link AskableRow} */
export function selectAskable(query: Query, kind: QuestionKind, id: string) {
  if (kind === "withdrawal") {
    return query
      .select({
        ...TRADER,
        isOpen: sql<number>`${withdrawals.status} IN ('pending', 'approved')`,
        waits: waits(sql`'withdrawal:' || withdrawals.id`),
        number: withdrawals.number,
        bill: sql<string | null>`NULL`,
        payerId: withdrawals.payerId,
        claimedBy: withdrawals.claimedBy,
        claimedByName: nameOf(claimer),
        claimedUntilMs: withdrawals.claimedUntilMs,
      })
      .from(withdrawals)
      .innerJoin(users, eq(users.id, withdrawals.userId))
      .leftJoin(claimer, eq(claimer.id, withdrawals.claimedBy))
      .where(eq(withdrawals.id, id));
  }
  if (kind === "identity") {
    return query
      .select({
        ...TRADER,
        isOpen: sql<number>`${identities.status} = 'pending'`,
        waits: waits(sql`'identity:' || identities.user_id`),
        number: sql<number | null>`NULL`,
        bill: sql<string | null>`NULL`,
        ...NOBODY,
      })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(eq(identities.userId, id));
  }
  return query
    .select({
      ...TRADER,
      isOpen: sql<number>`${paymentExceptions.status} = 'open'`,
      waits: waits(sql`'exception:' || payment_exceptions.id`),
      number: sql<number | null>`NULL`,
      bill: deposits.billNumber,
      ...NOBODY,
    })
    .from(paymentExceptions)
    .innerJoin(deposits, eq(deposits.id, paymentExceptions.depositId))
    .innerJoin(users, eq(users.id, deposits.userId))
    .where(eq(paymentExceptions.id, id));
}
