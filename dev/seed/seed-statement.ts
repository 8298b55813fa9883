import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { matchStored } from "../../worker/admin/bank-statements/match-stored.ts";
import {
  insertLines,
  insertMatches,
  insertStatement,
  type NewLine,
} from "../../worker/bank-statements/bank-statement-store.ts";
import {
  type BankTransferRow,
  matchTransfer,
  selectBankTransfers,
} from "../../worker/bank-statements/open-money-store.ts";
import { insertBankAccount } from "../../worker/books/book-store.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { dayAt, dayStartMs } from "../../worker/contract/trade-calendar.ts";
import { withdrawalNumber } from "../../worker/contract/withdrawal-number.ts";
import { digestOf } from "../../worker/platform/digest-of-bytes.ts";

const TIME_ZONE = "Asia/Phnom_Penh";
/** So many days up to yesterday are on the statement. */
const DAYS = 21;
export const [DOLLARS, RIEL] = ["aba-usd", "canadia-khr"];

type SeedLine = Pick<NewLine, "atMs" | "amountCents" | "bankId" | "networkHash" | "payer" | "payerAccount" | "remark">;

/**
 * Adds bank accounts, and the statement of the days up to yesterday: each transfer has its line but the newest payout, and two lines of yesterday
 * have no transfer, a payment without a code and a fee.
 */
export async function seedStatement(
  db: Database,
  { admins: [admin], nowMs }: { admins: readonly [string, string]; nowMs: number },
): Promise<void> {
  const { query } = db;
  const today = dayAt(nowMs, TIME_ZONE);
  const [firstDay, lastDay] = [today - DAYS, today - 1];
  const [fromMs, toMs] = [dayStartMs(firstDay, TIME_ZONE), dayStartMs(today, TIME_ZONE)];
  const [all] = await db.read([selectBankTransfers(query, sql`${admin}`, { fromMs: 0, toMs, is: "open" })]);
  const dollars = all.filter(({ currency }) => currency === "USD");
  const before = dollars.filter(({ atMs }) => atMs < fromMs);
  const within = dollars.filter(({ atMs }) => atMs >= fromMs);
  const missing = within.findLast(({ kind }) => kind === "withdrawal");
  const eveningMs = toMs - 8 * HOUR_MS;
  const lines = [
    ...within.filter((transfer) => transfer !== missing).map(lineOfTransfer),
    ...openLines(eveningMs),
  ].toSorted((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
  const openingCents = before.reduce((sum, { amountCents }) => sum + amountCents, 0);
  let balanceCents = openingCents;
  const stored = lines.map((line, position): NewLine => {
    balanceCents += line.amountCents;
    return {
      ...line,
      ...{ id: crypto.randomUUID(), position, line: position + 7, day: dayAt(line.atMs ?? 0, TIME_ZONE) },
      ...{ reference: null, balanceCents, content: String(position), lineKey: `id ${line.bankId}` },
    };
  });
  const statementId = crypto.randomUUID();
  const { matches } = matchStored(
    stored.map((line) => ({ ...line, currency: "USD" as const })),
    within.map((row) => matchTransfer(row, (atMs) => dayAt(atMs, TIME_ZONE))),
  );
  const importedAtMs = Math.min(nowMs, toMs + 6 * HOUR_MS);
  const opened = { openedBy: admin, openedAtMs: fromMs };
  await db.write([
    insertBankAccount(query, { id: DOLLARS, name: "ABA Bank", currency: "USD", ...opened }),
    insertBankAccount(query, { id: RIEL, name: "Canadia Bank", currency: "KHR", ...opened }),
    insertStatement(query, {
      ...{ id: statementId, accountId: DOLLARS, profile: "aba", fileName: "statement.csv", accountNumber: "000124410" },
      ...{ digest: digestOf(new TextEncoder().encode(statementId)), firstDay, lastDay },
      ...{ openingCents, closingCents: balanceCents, lineCount: stored.length, knownCount: 0, repeatedCount: 0 },
      ...{ importedBy: admin, importedAtMs },
    }),
    ...insertLines(query, { statementId, accountId: DOLLARS, currency: "USD" }, stored),
    ...insertMatches(query, matches, importedAtMs),
  ]);
}

/** The bank's line of a transfer, which names its code. @param place its number, since the ids of two transfers may begin the same */
function lineOfTransfer(
  { kind, atMs, amountCents, settlementHash, billNumber, number, name }: BankTransferRow,
  place: number,
): SeedLine {
  return {
    // A payment that became an exception is known by its hash alone.
    networkHash: kind.startsWith("exception_") ? settlementHash : null,
    ...{ atMs, amountCents, bankId: `FT${String(place + 1).padStart(8, "0")}`, payer: name, payerAccount: null },
    remark: billNumber ?? (number === null ? null : withdrawalNumber(number)),
  };
}

function openLines(eveningMs: number): SeedLine[] {
  return [
    {
      ...{ atMs: eveningMs, amountCents: 15_000, bankId: "FT26112138806", networkHash: null },
      ...{ payer: "PHAN SREYLEAK", payerAccount: "Wing 5512", remark: "tonle top up" },
    },
    {
      ...{ atMs: eveningMs - 5 * HOUR_MS, amountCents: -1_750, bankId: "FT26112100090", networkHash: null },
      ...{ payer: null, payerAccount: null, remark: "Account fee" },
    },
  ];
}
