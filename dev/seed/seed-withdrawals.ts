import type { Query, Statement } from "../../db/client.ts";
import { approvals, images, withdrawalImages } from "../../db/schema/index.ts";
import { cents, formatUsd } from "../../worker/contract/money.ts";
import { HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { audit } from "../../worker/platform/audit-log-store.ts";
import { operationOf } from "../../worker/platform/operation-settings.ts";
import { approvableAt, approvalsNeeded } from "../../worker/withdrawals/withdrawal-rules.ts";
import {
  approveWithdrawal,
  completeWithdrawal,
  insertWithdrawal,
  rejectWithdrawal,
  setPayment,
  UNPAID,
} from "../../worker/withdrawals/withdrawal-store.ts";
import { daysAgo, methodChangedAt, type ScenarioContext, type SeedEvent, spread } from "./scenario-context.ts";
import { CHANGED_BANK, holderOf, type ListedPerson } from "./seed-people.ts";
import { specimenReceipt, specimenRefusal } from "./specimen-images.ts";

/** The fields of a withdrawal that later events need. */
type RequestedWithdrawal = { id: string; userId: string; amountCents: number };

export function pastPayouts(context: ScenarioContext): SeedEvent[] {
  const { query, person, userId, number, admins } = context;
  const { paidOut: sums = [], bank } = person;
  return sums.map((dollars, i) => {
    const requestedAtMs = spread(context, i, { of: sums.length, from: 0.55, to: 0.99 });
    const row = requestOf(context, { dollars, atMs: requestedAtMs, message: "", approvableAtMs: null, bank });
    const actor = admins[(number + i) % 2] ?? admins[0];
    const payer = admins.find((admin) => admin !== actor) ?? actor;
    const paidAtMs = requestedAtMs + 4 * HOUR_MS;
    const paymentId = `FT26${String(310_000 + number * 97 + i * 13).padStart(6, "0")}`;
    const receipt = context.keepImage(
      specimenReceipt({ ...slipOf(context, { ...row, bank, atMs: paidAtMs }), paymentId }),
    );
    const { filename } = receipt;
    const proof = { filename, withdrawalId: row.id, kind: "proof" as const, message: "Sent today" };
    return {
      atMs: requestedAtMs,
      statements: [
        ...insertWithdrawal(query, row, userId),
        ...approvalStatements(query, row, actor, requestedAtMs + HOUR_MS),
        query.insert(images).values({ ...receipt, purpose: "proof", userId, uploadedBy: payer, createdAtMs: paidAtMs }),
        query.insert(withdrawalImages).values({ ...proof, uploadedAtMs: paidAtMs }),
        ...setPayment(
          query,
          { id: row.id, payerId: null },
          { ...UNPAID, payerId: payer, paymentStartedAtMs: paidAtMs - 5 * MINUTE_MS },
        ),
        insertApproval(query, row, { act: "complete", adminId: payer, detail: paymentId, atMs: paidAtMs }),
        ...completeWithdrawal(query, { ...row, version: 2 }, { decidedBy: payer, paymentId }, paidAtMs),
        ...(i === 0 ? secondPicture(context, row, actor, paidAtMs) : []),
      ],
    };
  });
}

/** A second picture of the first payout: the bank had refused the first attempt. */
function secondPicture(context: ScenarioContext, row: RequestedWithdrawal, actor: string, atMs: number): Statement[] {
  const { bank } = context.person;
  const picture = specimenRefusal(slipOf(context, { ...row, bank, atMs: atMs - HOUR_MS }), {
    because: "TRY AGAIN LATER",
  });
  return showImage(context, row, picture, { actor, message: "The first try, which the bank did not take", atMs });
}

/** Requests that an admin rejected, each with a picture of the bank's refusal. */
export function rejectedRequests(context: ScenarioContext): SeedEvent[] {
  const { query, person, userId, admins, number } = context;
  return (person.rejected ?? []).map(({ dollars, daysAgo: days, message, reason, notes, bankSays }, i) => {
    const atMs = daysAgo(context, days);
    const { bank } = person;
    const row = requestOf(context, { dollars, atMs, message, approvableAtMs: null, bank });
    const actor = admins[(number + i) % 2] ?? admins[0];
    const decidedAtMs = atMs + 3 * HOUR_MS;
    const picture = specimenRefusal(slipOf(context, { ...row, bank, atMs: decidedAtMs }), { because: bankSays });
    return {
      atMs,
      statements: [
        ...insertWithdrawal(query, row, userId),
        ...showImage(context, row, picture, { actor, message: "What the bank answered", atMs: decidedAtMs }),
        ...rejectWithdrawal(query, row, { decidedBy: actor, reason, notes }, decidedAtMs),
      ],
    };
  });
}

/** The fields of a bank's slip for a withdrawal. */
function slipOf(
  { person }: ScenarioContext,
  withdrawal: { amountCents: number; bank: ListedPerson["bank"]; atMs: number },
) {
  return {
    bank: withdrawal.bank.bankName.toUpperCase(),
    account: withdrawal.bank.accountId,
    amount: formatUsd(cents(withdrawal.amountCents)),
    holder: `${person.lastName} ${person.firstName}`.toUpperCase(),
    on: new Date(withdrawal.atMs).toISOString().slice(0, 10),
  };
}

/** The statements that attach a picture from an admin to a withdrawal. */
function showImage(
  { query, userId, keepImage }: ScenarioContext,
  { id }: RequestedWithdrawal,
  picture: Uint8Array<ArrayBuffer>,
  { actor, message, atMs }: { actor: string; message: string; atMs: number },
): Statement[] {
  const image = keepImage(picture);
  const row = { ...image, purpose: "admin_image" as const, userId, uploadedBy: actor, createdAtMs: atMs };
  const shown = { filename: image.filename, withdrawalId: id, kind: "admin" as const, message, uploadedAtMs: atMs };
  return [query.insert(images).values(row), query.insert(withdrawalImages).values(shown)];
}

export function openRequest(context: ScenarioContext): SeedEvent[] {
  const { query, person, userId, nowMs, admins } = context;
  const { request, scenario } = person;
  if (!request) return [];
  const isChanged = scenario === "method_changed";
  const atMs = nowMs - request.minutesAgo * MINUTE_MS;
  const approvableAtMs = approvableAt(isChanged ? methodChangedAt(nowMs) : null, atMs);
  const asked = requestOf(context, { ...request, atMs, approvableAtMs, bank: isChanged ? CHANGED_BANK : person.bank });
  // One that is approved already has no holder, as in a version that asked for none.
  const row = { ...asked, holderName: scenario === "approved" ? null : holderOf(person) };
  const laterMs = atMs + 20 * MINUTE_MS;
  const decided = {
    half_agreed: () => [
      insertApproval(query, row, { act: "approve", adminId: admins[1], detail: "", atMs: laterMs }),
      audit(query, { actor: admins[1], action: "withdrawal.approve_agreed", subject: `withdrawal:${row.id}` }, laterMs),
    ],
    approved: () => approvalStatements(query, row, admins[1], laterMs),
  };
  const isDecided = scenario === "half_agreed" || scenario === "approved";
  return [{ atMs, statements: [...insertWithdrawal(query, row, userId), ...(isDecided ? decided[scenario]() : [])] }];
}

/** A withdrawal row as the Worker would have stored it at that time. */
export function requestOf(
  { userId, settings }: Pick<ScenarioContext, "userId" | "settings">,
  input: {
    dollars: number;
    atMs: number;
    message: string;
    approvableAtMs: number | null;
    bank: ListedPerson["bank"];
  },
) {
  const { dollars, atMs, message, approvableAtMs, bank } = input;
  const amountCents = cents(dollars * 100);
  const { secondAdminAboveCents, adminAloneCentsMax } = operationOf([], settings);
  const sums = { secondAdminAboveCents, adminAloneCentsMax };
  return {
    id: crypto.randomUUID(),
    userId,
    amountCents,
    status: "pending" as const,
    ...bank,
    paymentMethod: "Bank Transfer" as const,
    requestMessage: message,
    approvableAtMs,
    approvalsNeeded: approvalsNeeded({ amountCents, lastDayCents: 0, ...sums }),
    ...sums,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    version: 1,
  };
}

export function approvalStatements(query: Query, row: RequestedWithdrawal, adminId: string, atMs: number) {
  return [
    insertApproval(query, row, { act: "approve", adminId, detail: "", atMs }),
    ...approveWithdrawal(query, { ...row, version: 1 }, { decidedBy: adminId }, atMs),
  ];
}

export function insertApproval(
  query: Query,
  { id }: RequestedWithdrawal,
  approval: { act: "approve" | "complete"; adminId: string; detail: string; atMs: number },
) {
  return query.insert(approvals).values({ subject: `withdrawal:${id}`, ...approval });
}
