import { approvals } from "../../db/schema/index.ts";
import { cents } from "../../worker/contract/money.ts";
import { HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import {
  decideException,
  type ExceptionReason,
  noteException,
  queueException,
} from "../../worker/deposits/payment-exception-store.ts";
import { audit } from "../../worker/platform/audit-log-store.ts";
import { sha256Hex } from "../../worker/platform/secrets.ts";
import type { ScenarioContext, SeedEvent } from "./scenario-context.ts";
import { pastDeposit, settlementHashOf } from "./seed-deposit.ts";
import type { OddPaymentScenario, Scenario } from "./seed-people.ts";

type OddPayment = {
  reason: ExceptionReason;
  /** The amount of the code. */
  dollars: number;
  /** The amount paid, in units of its currency. */
  amount: number;
  currency: "USD" | "KHR";
  hoursAgo: number;
  /** @property decided.reference the bank's, of a refund of all that came */
  decided?: { how: "matched" | "refunded" | "dismissed"; reference?: string; note: string };
};

const ODD_PAYMENTS: Record<OddPaymentScenario, OddPayment> = {
  paid_too_little: { reason: "wrong_amount", dollars: 50, amount: 45, currency: "USD", hoursAgo: 5 },
  paid_riel: { reason: "wrong_currency", dollars: 100, amount: 400_000, currency: "KHR", hoursAgo: 27 },
  paid_too_early: { reason: "paid_before_created", dollars: 70, amount: 70, currency: "USD", hoursAgo: 9 },
  paid_again: { reason: "paid_twice", dollars: 60, amount: 60, currency: "USD", hoursAgo: 14 },
  paid_with_a_used_one: { reason: "settlement_used", dollars: 40, amount: 40, currency: "USD", hoursAgo: 31 },
  credited_after_review: {
    reason: "wrong_amount",
    dollars: 200,
    amount: 180,
    currency: "USD",
    hoursAgo: 190,
    decided: { how: "matched", note: "The bank took its fee out of the sum." },
  },
  refunded_after_review: {
    reason: "wrong_currency",
    dollars: 120,
    amount: 480_000,
    currency: "KHR",
    hoursAgo: 260,
    decided: {
      how: "refunded",
      reference: "RF 2026 0311",
      note: "Sent back to the account it came from; please pay in dollars.",
    },
  },
  dismissed_after_review: {
    reason: "settlement_used",
    dollars: 90,
    amount: 90,
    currency: "USD",
    hoursAgo: 400,
    decided: { how: "dismissed", note: "This payment was credited for the code before." },
  },
};

/** The events of a payment that matches no deposit, from its code to the admins' decision. */
export async function oddPayments(context: ScenarioContext): Promise<SeedEvent[]> {
  const { query, settings, userId, nowMs, person } = context;
  const { scenario } = person;
  if (!isOddPayment(scenario)) return [];
  const { reason, dollars, amount, currency, hoursAgo, decided } = ODD_PAYMENTS[scenario];
  const createdAtMs = nowMs - hoursAgo * HOUR_MS;
  // A used settlement has already credited a deposit made an hour earlier.
  const earlierDeposit = {
    id: crypto.randomUUID(),
    userId,
    dollars,
    createdAtMs: createdAtMs - HOUR_MS,
    end: "paid" as const,
  };
  const isUsed = reason === "settlement_used";
  const end = reason === "paid_twice" ? ("paid" as const) : ("expired" as const);
  const deposit = { id: crypto.randomUUID(), userId, dollars, createdAtMs, end };
  const payment = {
    settlementHash: isUsed ? await settlementHashOf(earlierDeposit.id) : await sha256Hex(`odd ${deposit.id}`),
    fromAccountId: `${person.firstName}_${person.lastName}@mekong`.toLowerCase(),
    toAccountId: settings.BAKONG_ACCOUNT_ID,
    amount,
    currency,
    atMs: createdAtMs + (reason === "paid_before_created" ? -50 : 2) * MINUTE_MS,
  };
  const id = crypto.randomUUID();
  const queued = {
    atMs: createdAtMs,
    statements: [
      ...(isUsed ? await pastDeposit(query, settings, earlierDeposit) : []),
      ...(await pastDeposit(query, settings, deposit)),
      ...queueException(query, deposit.id, payment, reason, createdAtMs + 12 * MINUTE_MS, id),
    ],
  };
  return decided === undefined ? [queued] : [queued, decision(context, id, amount, decided)];
}

function isOddPayment(scenario: Scenario | undefined): scenario is OddPaymentScenario {
  return scenario !== undefined && Object.hasOwn(ODD_PAYMENTS, scenario);
}

/** The admins' decision, which moves the money; a match and a refund have the approvals of both. */
function decision(
  { query, nowMs, admins }: ScenarioContext,
  id: string,
  amount: number,
  { how, reference, note }: NonNullable<OddPayment["decided"]>,
): SeedEvent {
  const subject = `exception:${id}` as const;
  const [first, second] = admins;
  const atMs = nowMs - 120 * HOUR_MS;
  const isMatch = how === "matched";
  const amountCents = cents(amount * 100);
  const made = {
    status: how,
    version: 2,
    creditedCents: isMatch ? amountCents : null,
    refundedCents: reference === undefined ? null : amountCents,
    refundReference: reference ?? null,
    decidedBy: second,
    decidedAtMs: atMs,
  };
  const approval =
    reference === undefined
      ? { subject, act: "match" as const, detail: String(amountCents) }
      : { subject: `refund:${id}` as const, act: "approve" as const, detail: `${amountCents} ${reference}` };
  const detail = isMatch
    ? { amountCents, note }
    : { ...(reference === undefined ? {} : { bankReference: reference }), note };
  const agreed = isMatch ? ("exception.match_agreed" as const) : ("exception.refund_agreed" as const);
  return {
    atMs,
    statements: [
      ...noteException(query, { id, version: 1 }, note),
      ...(how === "dismissed"
        ? []
        : [
            query.insert(approvals).values({ ...approval, adminId: first, atMs: atMs - HOUR_MS }),
            audit(query, { actor: first, action: agreed, subject, detail }, atMs - HOUR_MS),
            query.insert(approvals).values({ ...approval, adminId: second, atMs }),
          ]),
      decideException(query, id, made),
      audit(query, { actor: second, action: `exception.${how}` as const, subject, detail }, atMs),
    ],
  };
}
