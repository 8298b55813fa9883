import { eq, sql } from "drizzle-orm";
import { type Database, openDatabase } from "../../db/client.ts";
import { deposits, identities, images, nameChecks, paymentMethods, users } from "../../db/schema/index.ts";
import { cents } from "../../worker/contract/money.ts";
import type { TypedCard } from "../../worker/contract/read-card.ts";
import { creditDeposit } from "../../worker/deposits/deposit-store.ts";
import { decideIdentity, submitIdentity } from "../../worker/identity/identity-store.ts";
import { insertAccounts } from "../../worker/ledger/ledger-store.ts";
import type { Stack } from "../stack.ts";
import { LONG_DATABASE_LIMIT_MS } from "./long-database-limits.ts";

/** Set-up for tests about money. It writes directly to the database what other tests reach through the API. */

/** The address and token of a stack's database. */
export type DatabaseAccess = Pick<Stack, "settings"> & { urls: Pick<Stack["urls"], "libsql"> };

/** The database of a stack, for tests that check what the API has stored. */
export function databaseOf({ urls, settings }: DatabaseAccess): Database {
  return openDatabase({ url: urls.libsql, authToken: settings.DATABASE_AUTH_TOKEN, timeoutMs: LONG_DATABASE_LIMIT_MS });
}

/** The body that asks for a withdrawal to the bank. @param more changes it */
export const withdrawalAsk = (amount: number, more: object = {}) => ({
  amount,
  currency: "USD" as const,
  requestMessage: "For the rent",
  paymentMethod: "Bank Transfer" as const,
  ...more,
});

/** Credits a trader with a paid deposit. @param dollars between 10 and 10,000, as every deposit */
export async function fundTrader(stack: Stack, { userId }: { userId: string }, dollars: number): Promise<void> {
  await creditTrader(databaseOf(stack), userId, dollars);
}

/** The same in a database without a stack. @param nowMs when it was paid @returns the deposit's id */
export async function creditTrader(
  { query, write }: Database,
  userId: string,
  dollars: number,
  nowMs = Date.now(),
): Promise<string> {
  const unique = crypto.randomUUID().replaceAll("-", "");
  const deposit = {
    id: crypto.randomUUID(),
    userId,
    amountCents: cents(Math.round(dollars * 100)),
    status: "pending" as const,
    billNumber: unique,
    qrString: unique,
    md5Hash: unique,
    deeplink: null,
    settlementHash: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    expiresAtMs: nowMs,
    paidAtMs: null,
    paidCents: null,
    bankReference: null,
    reversedAtMs: null,
    askedAtMs: 0,
    nextAskAtMs: null,
  };
  const payment = { settlementHash: unique, toAccountId: "", currency: "USD", amount: dollars, atMs: nowMs };
  await write([query.insert(deposits).values(deposit), ...creditDeposit(query, deposit, payment, nowMs)]);
  return deposit.id;
}

/** Inserts a person with their accounts. They have no password and cannot log in. */
export async function addPerson({ query, write }: Database, id: string, role: "trader" | "admin" = "trader") {
  const names = { username: id, usernameKey: id, firstName: id, lastName: id };
  await write([
    query.insert(users).values({
      id,
      email: `${id}@example.com`,
      ...names,
      role,
      roleGivenBy: role === "admin" ? "system" : null,
      passwordHash: "-",
      timeZone: "UTC",
      createdAtMs: 0,
    }),
    insertAccounts(query, id),
  ]);
}

/** The statement by which an admin finds the names of a withdrawal to a bank account the same, as an approval has it. */
export function namesChecked(
  { query }: Pick<Database, "query">,
  { id, userId, holderName }: { id: string; userId: string; holderName: string | null },
  adminId: string,
) {
  return query.insert(nameChecks).values({
    id: crypto.randomUUID(),
    withdrawalId: id,
    holder: holderName ?? "",
    holderFrom: "client",
    accountName: nameInAccount(userId),
    verdict: "same",
    decidedBy: adminId,
    decidedAtMs: Date.now(),
  });
}

const nameInAccount = (userId: string) =>
  sql<string>`(SELECT users.first_name || ' ' || users.last_name FROM users WHERE users.id = ${userId})`;

/** Gives a trader a verified identity whose image has been erased, so that no object in the bucket is needed. */
export async function verifyTrader({ query, write }: Database, userId: string): Promise<void> {
  const nowMs = Date.now();
  const filename = `${crypto.randomUUID()}.png`;
  const id = "reviewer-of-tests";
  const reviewer = { email: `${id}@example.com`, username: id, usernameKey: id, firstName: "Rith", lastName: "Chea" };
  await write([
    query
      .insert(users)
      .values({
        id,
        ...reviewer,
        role: "admin",
        roleGivenBy: "system",
        passwordHash: "-",
        timeZone: "UTC",
        createdAtMs: 0,
      })
      .onConflictDoNothing(),
    query.insert(images).values({
      filename,
      userId,
      purpose: "id_card",
      objectKey: filename,
      contentType: "image/png",
      sizeBytes: 1,
      widthPx: 20,
      heightPx: 20,
      uploadedBy: userId,
      createdAtMs: nowMs,
    }),
    ...submitIdentity(query, { userId, image: filename, seenVersion: 0 }, nowMs),
    ...decideIdentity(
      query,
      { userId, version: 1, status: "pending" },
      { status: "verified", rejectReason: null, note: null, decidedBy: id, decidedAtMs: nowMs },
    ),
    query.update(identities).set({ image: null }).where(eq(identities.userId, userId)),
    query.delete(images).where(eq(images.filename, filename)),
  ]);
}

/**
 * What an admin types from the card of a trader when they verify it: a number of the trader's own. The pictures of tests are the same
 * few, so there is a reason for that.
 */
export function typedCard(userId: string, change: Partial<TypedCard & { cardReason: string }> = {}) {
  const number = Number.parseInt(userId.replaceAll("-", "").slice(0, 12), 16) % 1_000_000_000;
  return {
    cardName: "KEO BOPHA",
    cardNumber: String(number).padStart(9, "0"),
    birthDate: "1.5.1990",
    expiresOn: "",
    hasNoExpiry: true,
    cardReason: "The same picture",
    ...change,
  };
}

/** Gives a trader an active Bank Transfer method, by default to an account in their own name. */
export async function configureBank(
  stack: Stack,
  { userId }: { userId: string },
  bank: { bankName?: string; accountId?: string; bankHolder?: string } = {},
): Promise<void> {
  const { query, write } = databaseOf(stack);
  const account = { bankName: "ABA Bank", accountId: "000 123 456", ...bank };
  const method = { bankHolder: nameInAccount(userId), ...account, updatedAtMs: Date.now(), configuredAtMs: Date.now() };
  await write([
    query
      .insert(paymentMethods)
      .values({ userId, ...method })
      .onConflictDoUpdate({ target: paymentMethods.userId, set: method }),
  ]);
}
