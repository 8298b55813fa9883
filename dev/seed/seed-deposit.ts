import { eq } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { deposits } from "../../db/schema/index.ts";
import { cents } from "../../worker/contract/money.ts";
import { creditDeposit, endUnpaid } from "../../worker/deposits/deposit-store.ts";
import { newDeposit } from "../../worker/deposits/new-deposit.ts";
import type { Settings } from "../../worker/platform/env.ts";
import { sha256Hex } from "../../worker/platform/secrets.ts";

/** A closed deposit of the seed: paid after 95 s, or cancelled then, or expired after 10 minutes. */
export type PastDeposit = {
  id: string;
  userId: string;
  dollars: number;
  createdAtMs: number;
  end: "paid" | "cancelled" | "expired";
};

const OPEN_MS = 10 * 60_000;
const UNTIL_PAID_MS = 95_000;

/** The statements of a deposit from its creation to its end, as the Worker writes them. */
export async function pastDeposit(query: Query, settings: Settings, { id, userId, dollars, ...past }: PastDeposit) {
  const { createdAtMs, end } = past;
  const amountCents = cents(dollars * 100);
  const expiresAtMs = createdAtMs + OPEN_MS;
  const row = {
    ...newDeposit(settings, { id, amountCents, createdAtMs, expiresAtMs }),
    ...{ userId, deeplink: null, settlementHash: null, bankReference: null, askedAtMs: 0, nextAskAtMs: null },
  };
  const opened = query.insert(deposits).values(row);
  const endedAtMs = createdAtMs + UNTIL_PAID_MS;
  if (end === "paid") {
    const settlementHash = await settlementHashOf(id);
    return [opened, ...creditDeposit(query, row, { settlementHash }, endedAtMs)];
  }
  const how = { status: end, actor: end === "cancelled" ? userId : "system" };
  return [opened, ...endUnpaid(query, eq(deposits.id, id), how, end === "expired" ? expiresAtMs : endedAtMs)];
}

/** The settlement hash of the payment that a seeded deposit was credited for. */
export function settlementHashOf(depositId: string): Promise<string> {
  return sha256Hex(`seed ${depositId}`);
}
