import { sql } from "drizzle-orm";
import type { Query, Statement } from "../../db/client.ts";
import { approvals, images, paymentMethods, userNotes, withdrawalImages } from "../../db/schema/index.ts";
import { cents, formatUsd } from "../../worker/contract/money.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { decideIdentity, submitIdentity } from "../../worker/identity/identity-store.ts";
import type { StoredImage } from "../../worker/images/store-image.ts";
import { insertAccounts } from "../../worker/ledger/ledger-store.ts";
import { audit } from "../../worker/platform/audit-log-store.ts";
import { approvalSums, type Settings } from "../../worker/platform/env.ts";
import { insertUser, noteSecurityChange } from "../../worker/platform/user-store.ts";
import type { SavedMethods } from "../../worker/profile/payment-method-rules.ts";
import { writePaymentMethods } from "../../worker/profile/payment-method-store.ts";
import { approvableAt, approvalsNeeded } from "../../worker/withdrawals/withdrawal-rules.ts";
import {
  approveWithdrawal,
  completeWithdrawal,
  insertWithdrawal,
  rejectWithdrawal,
  setPayment,
  UNPAID,
} from "../../worker/withdrawals/withdrawal-store.ts";
import { demoTrades } from "../demo-trades.ts";
import { importTrades } from "../import-trades.ts";
import { demoRequests } from "./demo-requests.ts";
import { oddPayments } from "./odd-payments.ts";
import { pastDeposit } from "./seed-deposit.ts";
import { ADMIN_NOTES, CHANGED_BANK, emailOf, type ListedPerson } from "./seed-people.ts";
import { specimenCard, specimenReceipt, specimenRefusal } from "./specimen-images.ts";

const TIME_ZONE = "Asia/Phnom_Penh";

/** Everything that the events of one trader are built from. */
export type ScenarioContext = {
  query: Query;
  settings: Settings;
  nowMs: number;
  person: ListedPerson;
  /** Index of the trader, from 0. All generated values depend on it alone. */
  number: number;
  userId: string;
  passwordHash: string;
  /** The two admins who take decisions alternately. */
  admins: readonly [string, string];
  /** Queues an image for the bucket; it is stored before any row is written. */
  keepImage: (png: Uint8Array<ArrayBuffer>) => StoredImage;
};

/** A past event, as the statements that the Worker would have written at that time. */
export type SeedEvent = { atMs: number; statements: readonly Statement[] };

/** The statements of a trader's history, oldest first, including their open request. */
export async function traderScenario(context: ScenarioContext): Promise<Statement[]> {
  const events = [
    signedUp(context),
    ...(await pastDeposits(context)),
    ...pastTrades(context),
    ...identityEvents(context),
    ...pastPayouts(context),
    ...rejectedRequests(context),
    ...securityEvents(context),
    ...(await oddPayments(context)),
    ...openRequest(context),
    ...adminNotes(context),
  ];
  return inOrder(events);
}

/** The demo trader's history besides deposits and trades, which the database has already: identity and withdrawals. */
export function demoTraderScenario(context: ScenarioContext): Statement[] {
  return inOrder([
    ...identityEvents(context),
    ...pastPayouts(context),
    ...rejectedRequests(context),
    ...demoRequests(context),
  ]);
}

function inOrder(events: readonly SeedEvent[]): Statement[] {
  return events.toSorted((a, b) => a.atMs - b.atMs).flatMap(({ statements }) => statements);
}

/** A time some days ago; the time of day varies by trader. */
function daysAgo({ nowMs, number }: ScenarioContext, days: number): number {
  return nowMs - days * DAY_MS + ((number * 37) % 240) * MINUTE_MS;
}

function signedUp(context: ScenarioContext): SeedEvent {
  const { query, person, userId, passwordHash, number } = context;
  const { firstName, lastName, bank, joinedDaysAgo } = person;
  const atMs = daysAgo(context, joinedDaysAgo);
  const username = `${firstName}.${lastName}`.toLowerCase();
  const subject = `user:${userId}` as const;
  return {
    atMs,
    statements: [
      insertUser(query, {
        id: userId,
        email: emailOf(person),
        username,
        usernameKey: username,
        firstName,
        lastName,
        phone: `+85512${400 + number * 7}${100 + number * 31}`,
        address: "Phnom Penh",
        passwordHash,
        timeZone: TIME_ZONE,
        createdAtMs: atMs,
        emailVerifiedAtMs: atMs,
      }),
      insertAccounts(query, userId),
      query
        .insert(paymentMethods)
        .values({ userId, ...bank, updatedAtMs: atMs + HOUR_MS, configuredAtMs: atMs + HOUR_MS }),
      audit(query, { actor: userId, action: "user.signed_up", subject }, atMs),
      audit(query, { actor: userId, action: "user.email_verified", subject }, atMs + 2 * MINUTE_MS),
      audit(query, { actor: userId, action: "payment_methods.saved", subject, detail: CHANGES.added }, atMs + HOUR_MS),
    ],
  };
}

const CHANGES = {
  added: { khqr: "unchanged", bankTransfer: "added", holdsWithdrawals: false },
  changed: { khqr: "unchanged", bankTransfer: "changed", holdsWithdrawals: true },
} satisfies Record<string, SavedMethods>;

/** The time of one of several events that are spread over a part of the time since the trader joined. */
function spread(
  context: ScenarioContext,
  i: number,
  { of, from, to }: { of: number; from: number; to: number },
): number {
  const { joinedDaysAgo } = context.person;
  return daysAgo(context, joinedDaysAgo * (1 - (from + ((to - from) * (i + 0.7)) / of)));
}

function pastDeposits(context: ScenarioContext): Promise<SeedEvent[]> {
  const { query, settings, userId, person, nowMs, number } = context;
  const past = person.paidIn.map((dollars, i) => {
    return { dollars, atMs: spread(context, i, { of: person.paidIn.length, from: 0, to: 0.8 }) };
  });
  const today = { dollars: person.paidInToday ?? 0, atMs: nowMs - (10 + number * 3) * MINUTE_MS };
  return Promise.all(
    [...past, ...(person.paidInToday === undefined ? [] : [today])].map(async ({ dollars, atMs }) => {
      const deposit = { id: crypto.randomUUID(), userId, dollars, createdAtMs: atMs, end: "paid" as const };
      return { atMs, statements: await pastDeposit(query, settings, deposit) };
    }),
  );
}

/** One statement of a broker, imported two days ago. */
function pastTrades(context: ScenarioContext): SeedEvent[] {
  const { query, person, userId, admins, number } = context;
  if (person.tradedDays === undefined) return [];
  const atMs = daysAgo(context, 2);
  const amountCents = person.paidIn.reduce((sum, dollars) => sum + dollars * 100, 0);
  const startedAtMs = atMs - person.tradedDays * DAY_MS;
  const trades = demoTrades({
    nowMs: atMs,
    timeZone: TIME_ZONE,
    seed: number + 1,
    paidIn: [{ atMs: startedAtMs, amountCents }],
  });
  const [adminId, committedBy] = number % 2 === 0 ? admins : ([admins[1], admins[0]] as const);
  const base = { id: crypto.randomUUID(), userId, adminId, committedBy, timeZone: TIME_ZONE };
  return [{ atMs, statements: importTrades(query, { ...base, fileName: "statement.csv" }, trades, atMs) }];
}

function identityEvents(context: ScenarioContext): SeedEvent[] {
  const { query, person, userId, nowMs, number, admins, keepImage } = context;
  if (person.card === null) return [];
  const actor = admins[(number + 1) % 2] ?? admins[0];
  // A verified identity was verified before the first withdrawal.
  const submittedAtMs = {
    pending: nowMs - (40 + number * 23) * MINUTE_MS,
    verified: daysAgo(context, person.joinedDaysAgo - 1),
    rejected: daysAgo(context, 6),
    reopened: daysAgo(context, person.joinedDaysAgo - 1),
  }[person.card];
  const image = keepImage(
    specimenCard({
      name: `${person.lastName} ${person.firstName}`.toUpperCase(),
      number: String(11_482_937 + number * 7_213_511).padStart(9, "0"),
      born: `${10 + (number % 18)}.0${1 + (number % 9)}.${1978 + number}`,
      validUntil: `02.08.${2029 + (number % 6)}`,
    }),
  );
  const sent = {
    atMs: submittedAtMs,
    statements: [
      query
        .insert(images)
        .values({ ...image, purpose: "id_card", userId, uploadedBy: userId, createdAtMs: submittedAtMs }),
      ...submitIdentity(query, { userId, image: image.filename, seenVersion: 0 }, submittedAtMs),
      audit(
        query,
        {
          actor: userId,
          action: "identity.submitted",
          subject: `identity:${userId}`,
          detail: { filename: image.filename },
        },
        submittedAtMs,
      ),
    ],
  };
  if (person.card === "pending") return [sent];
  const subject = `identity:${userId}` as const;
  const decidedAtMs = submittedAtMs + 5 * HOUR_MS;
  if (person.card === "rejected") {
    const refusal = { rejectReason: "unclear" as const, note: "Part of the photograph is cut off." };
    const decision = { status: "rejected" as const, ...refusal, decidedBy: actor, decidedAtMs };
    const detail = { reason: refusal.rejectReason, note: refusal.note };
    const rejected = [
      ...decideIdentity(query, { userId, version: 1, status: "pending" }, decision),
      audit(query, { actor, action: "identity.rejected", subject, detail }, decidedAtMs),
    ];
    return [sent, { atMs: decidedAtMs, statements: rejected }];
  }
  const decision = { status: "verified" as const, rejectReason: null, note: null, decidedBy: actor, decidedAtMs };
  const verified = {
    atMs: decidedAtMs,
    statements: [
      ...decideIdentity(query, { userId, version: 1, status: "pending" }, decision),
      audit(query, { actor, action: "identity.verified", subject }, decidedAtMs),
    ],
  };
  return person.card === "reopened" ? [sent, verified, reopened(context)] : [sent, verified];
}

/** The reversal of a verification by an admin, yesterday. */
function reopened(context: ScenarioContext): SeedEvent {
  const { query, userId, admins } = context;
  const [actor] = admins;
  const atMs = daysAgo(context, 1);
  const reason = "You have a new name since your marriage. Please send your new card.";
  const decision = {
    status: "rejected" as const,
    rejectReason: "reopened" as const,
    note: reason,
    decidedBy: actor,
    decidedAtMs: atMs,
  };
  const subject = `identity:${userId}` as const;
  return {
    atMs,
    statements: [
      ...decideIdentity(query, { userId, version: 2, status: "verified" }, decision),
      audit(query, { actor, action: "identity.reopened", subject, detail: { reason } }, atMs),
    ],
  };
}

/** The fields of a withdrawal that later events need. */
type RequestedWithdrawal = { id: string; userId: string; amountCents: number };

function pastPayouts(context: ScenarioContext): SeedEvent[] {
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
function rejectedRequests(context: ScenarioContext): SeedEvent[] {
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

function openRequest(context: ScenarioContext): SeedEvent[] {
  const { query, person, userId, nowMs, admins } = context;
  const { request, scenario } = person;
  if (!request) return [];
  const isChanged = scenario === "method_changed";
  const atMs = nowMs - request.minutesAgo * MINUTE_MS;
  const approvableAtMs = approvableAt(isChanged ? methodChangedAt(nowMs) : null, atMs);
  const row = requestOf(context, { ...request, atMs, approvableAtMs, bank: isChanged ? CHANGED_BANK : person.bank });
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
  { userId, settings }: ScenarioContext,
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
  const sums = approvalSums(settings);
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

function approvalStatements(query: Query, row: RequestedWithdrawal, adminId: string, atMs: number) {
  return [
    insertApproval(query, row, { act: "approve", adminId, detail: "", atMs }),
    ...approveWithdrawal(query, { ...row, version: 1 }, { decidedBy: adminId }, atMs),
  ];
}

function insertApproval(
  query: Query,
  { id }: RequestedWithdrawal,
  approval: { act: "approve" | "complete"; adminId: string; detail: string; atMs: number },
) {
  return query.insert(approvals).values({ subject: `withdrawal:${id}`, ...approval });
}

/** Security events shortly before the request, which an admin has to check. */
function securityEvents(context: ScenarioContext): SeedEvent[] {
  const { nowMs } = context;
  switch (context.person.scenario) {
    case "method_changed":
      return [loggedInElsewhere(context, methodChangedAt(nowMs) - 6 * MINUTE_MS), methodChanged(context)];
    case "new_device":
      return [loggedInElsewhere(context, nowMs - 30 * HOUR_MS)];
    default:
      return [];
  }
}

function methodChangedAt(nowMs: number): number {
  return nowMs - 3 * HOUR_MS;
}

function loggedInElsewhere({ query, userId }: ScenarioContext, atMs: number): SeedEvent {
  const detail = { by: "password", isNewDevice: true };
  return {
    atMs,
    statements: [audit(query, { actor: userId, action: "user.logged_in", subject: `user:${userId}`, detail }, atMs)],
  };
}

function methodChanged(context: ScenarioContext): SeedEvent {
  const { query, userId, nowMs, person } = context;
  const me = sql<string>`${userId}`;
  const atMs = methodChangedAt(nowMs);
  const seenAtMs = daysAgo(context, person.joinedDaysAgo) + HOUR_MS;
  const detail = CHANGES.changed;
  return {
    atMs,
    statements: [
      ...writePaymentMethods(query, me, { khqrImage: null, ...CHANGED_BANK }, { seenAtMs, nowMs: atMs }),
      noteSecurityChange(query, me, atMs),
      audit(query, { actor: userId, action: "payment_methods.saved", subject: `user:${userId}`, detail }, atMs),
    ],
  };
}

function adminNotes({ query, userId, nowMs, person, admins }: ScenarioContext): SeedEvent[] {
  return ADMIN_NOTES.filter(({ about }) => about === person.firstName).map(({ hoursAgo, text }, i) => {
    const atMs = nowMs - hoursAgo * HOUR_MS;
    const note = { id: crypto.randomUUID(), userId, authorId: admins[i % 2] ?? admins[0], text, createdAtMs: atMs };
    const entry = { actor: note.authorId, action: "user.noted" as const, subject: `user:${userId}` as const };
    return {
      atMs,
      statements: [query.insert(userNotes).values(note), audit(query, { ...entry, detail: { note: note.id } }, atMs)],
    };
  });
}
