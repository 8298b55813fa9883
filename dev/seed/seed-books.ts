import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { approvals } from "../../db/schema/index.ts";
import type { ActInput } from "../../worker/books/book-plan.ts";
import { factsOf, insertAct, postAct, selectFactsOf } from "../../worker/books/book-store.ts";
import { planAct } from "../../worker/books/plan-act.ts";
import { cents } from "../../worker/contract/money.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import type { Settings } from "../../worker/platform/env.ts";
import { pastDeposit } from "./seed-deposit.ts";

type SeedBooks = { settings: Settings; admins: readonly [string, string]; nowMs: number };

/**
 * Adds an act of each kind: money that an adjustment put onto a bank account, a deposit that the bank took back from a trader who had not all of it any
 * more, and what waits for a second operator. @param account the bank account in dollars
 */
export async function seedBooks(db: Database, account: string, { settings, admins, nowMs }: SeedBooks): Promise<void> {
  const { query } = db;
  const [admin, colleague] = admins;
  const before = (minutes: number) => nowMs - minutes * MINUTE_MS;
  const onBank = { kind: "adjustment", from: `house:bank:${account}`, to: "house:khqr", rateHundredths: null } as const;
  const put = { ...onBank, amountCents: cents(600_000), reason: "What came by codes up to yesterday" };
  await act(db, put, { proposedBy: admin, atMs: before(300) }, { by: colleague, atMs: before(280) });

  const [[owing], [regular]] = await db.read([
    query.all<{ userId: string; depositId: string }>(sql`
      SELECT deposits.user_id AS userId, deposits.id AS depositId FROM deposits
      JOIN accounts ON accounts.id = 'available:' || deposits.user_id
      WHERE deposits.status = 'paid' AND deposits.paid_cents > accounts.balance_cents AND NOT EXISTS (
        SELECT 1 FROM withdrawals WHERE withdrawals.user_id = deposits.user_id AND withdrawals.status = 'approved'
      )
      ORDER BY deposits.paid_cents, deposits.id LIMIT 1`),
    query.all<{ userId: string }>(sql`
      SELECT user_id AS userId FROM identities WHERE status = 'verified' ORDER BY decided_at_ms, user_id LIMIT 1`),
  ]);
  if (owing) {
    const { userId, depositId } = owing;
    const reversed = {
      kind: "deposit_reversed",
      depositId,
      bankReference: "RV 26 0412",
      reason: "Recalled by the payer's bank",
    } as const;
    await act(db, reversed, { proposedBy: colleague, atMs: before(200) }, { by: admin, atMs: before(180) });
    const paid = { id: crypto.randomUUID(), userId, dollars: 20, createdAtMs: before(100), end: "paid" as const };
    await db.write(await pastDeposit(query, settings, paid));
    const collected = {
      kind: "receivable_collected",
      userId,
      amountCents: cents(2_000),
      reason: "Out of what came today",
    } as const;
    await act(db, collected, { proposedBy: admin, atMs: before(60) });
  }
  if (regular) {
    const evidence = "Ticket 2231: the loss was imported twice";
    const corrected = {
      kind: "correction",
      userId: regular.userId,
      direction: "credit",
      amountCents: cents(450),
      evidence,
    } as const;
    await act(
      db,
      { ...corrected, reason: "Gives back what was taken twice" },
      { proposedBy: colleague, atMs: before(50) },
    );
  }
  const fee: ActInput = {
    ...{ kind: "fee", bankAccount: account, amountCents: cents(500), rateHundredths: null },
    ...{ bankReference: "FEE 4711", reason: "Transfer fees of last week" },
  };
  await act(db, fee, { proposedBy: admin, atMs: before(40) });
}

/** Proposes an act, and posts it where a second operator does. */
export async function act(
  db: Database,
  input: ActInput,
  { proposedBy, atMs }: { proposedBy: string; atMs: number },
  posted?: { by: string; atMs: number },
): Promise<void> {
  const { query } = db;
  const [[facts]] = await db.read([selectFactsOf(query, input, atMs)]);
  const plan = planAct(input, factsOf(facts));
  const id = crypto.randomUUID();
  const approve = (adminId: string, at: number) =>
    query.insert(approvals).values({
      ...{ subject: `book:${id}`, act: "approve" as const, adminId, detail: String(plan.terms.amountCents), atMs: at },
    });
  await db.write([
    insertAct(query, { ...plan.terms, id, reason: input.reason, foundFor: null, proposedBy, proposedAtMs: atMs }),
    approve(proposedBy, atMs),
    ...(posted ? [approve(posted.by, posted.atMs), ...postAct(query, id, plan, posted.by, posted.atMs)] : []),
  ]);
}
