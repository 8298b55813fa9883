import { sql } from "drizzle-orm";
import type { Query, Statement } from "../../db/client.ts";
import {
  accounts,
  approvals,
  images,
  paymentMethods,
  userNotes,
  users,
  withdrawalImages,
} from "../../db/schema/index.ts";
import { decideIdentity } from "../../worker/admin/identities/identity-admin-store.ts";
import { cents, formatUsd } from "../../worker/contract/money.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { submitIdentity } from "../../worker/identity/identity-store.ts";
import type { StoredImage } from "../../worker/images/store-image.ts";
import { accountsOfTrader } from "../../worker/ledger/ledger-store.ts";
import { audit } from "../../worker/platform/audit.ts";
import { approvalSums, type Settings } from "../../worker/platform/env.ts";
import { noteSecurityChange } from "../../worker/platform/security-change.ts";
import type { SavedMethods } from "../../worker/profile/payment-method-rules.ts";
import { writePaymentMethods } from "../../worker/profile/payment-method-store.ts";
import { approvableAt, approvalsNeeded } from "../../worker/withdrawals/withdrawal-rules.ts";
import {
  approveWithdrawal,
  completeWithdrawal,
  insertWithdrawal,
  rejectWithdrawal,
} from "../../worker/withdrawals/withdrawal-store.ts";
import { demoTrades } from "../demo-trades.ts";
import { importTrades } from "../import-trades.ts";
import { demoRequests } from "./demo-requests.ts";
import { oddPayments } from "./odd-payments.ts";
import { pastDeposit } from "./seed-deposit.ts";
import { ADMIN_NOTES, CHANGED_TO, emailOf, type ListedPerson } from "./seed-people.ts";
import { specimenCard, specimenReceipt, specimenRefusal } from "./specimen-images.ts";

const TIME_ZONE = "Asia/Phnom_Penh";

/** What a person's story is told with. */
export type Telling = {
  query: Query;
  settings: Settings;
  nowMs: number;
  person: ListedPerson;
  /** Which of the people it is, from 0: what is made up for them depends on it alone. */
  number: number;
  userId: string;
  passwordHash: string;
  /** Who decide, in turns. */
  admins: readonly [string, string];
  /** Has an image put into the bucket, before anything is written. */
  keep: (png: Uint8Array<ArrayBuffer>) => StoredImage;
};

/** Something that happened, in the statements that the Worker would have written then. */
export type Event = { atMs: number; statements: readonly Statement[] };

/** A person's past, oldest first, up to what they wait for now. */
export async function adminStory(telling: Telling): Promise<Statement[]> {
  const events = [
    signedUp(telling),
    ...(await paidIn(telling)),
    ...traded(telling),
    ...identified(telling),
    ...paidOut(telling),
    ...refused(telling),
    ...toldOf(telling),
    ...(await oddPayments(telling)),
    ...asked(telling),
    ...noted(telling),
  ];
  return inOrder(events);
}

/** The past of the demo trader besides their deposits and trades, which are there already: an identity, and withdrawals. */
export function demoTraderStory(telling: Telling): Statement[] {
  return inOrder([...identified(telling), ...paidOut(telling), ...refused(telling), ...demoRequests(telling)]);
}

function inOrder(events: readonly Event[]): Statement[] {
  return events.toSorted((a, b) => a.atMs - b.atMs).flatMap(({ statements }) => statements);
}

/** A moment of the past in which people are awake. */
function daysAgo({ nowMs, number }: Telling, days: number): number {
  return nowMs - days * DAY_MS + ((number * 37) % 240) * MINUTE_MS;
}

function signedUp(telling: Telling): Event {
  const { query, person, userId, passwordHash, number } = telling;
  const { firstName, lastName, bank, joinedDaysAgo } = person;
  const atMs = daysAgo(telling, joinedDaysAgo);
  const username = `${firstName}.${lastName}`.toLowerCase();
  const subject = `user:${userId}` as const;
  return {
    atMs,
    statements: [
      query.insert(users).values({
        id: userId,
        email: emailOf(person),
        username,
        usernameKey: username,
        firstName,
        lastName,
        phone: `+855 12 ${400 + number * 7} ${100 + number * 31}`,
        address: "Phnom Penh",
        passwordHash,
        timeZone: TIME_ZONE,
        createdAtMs: atMs,
        emailVerifiedAtMs: atMs,
      }),
      query.insert(accounts).values(accountsOfTrader(userId)),
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

/** The moment of one of several things that were spread over the time since the person joined. */
function spread(telling: Telling, i: number, { of, from, to }: { of: number; from: number; to: number }): number {
  const { joinedDaysAgo } = telling.person;
  return daysAgo(telling, joinedDaysAgo * (1 - (from + ((to - from) * (i + 0.7)) / of)));
}

function paidIn(telling: Telling): Promise<Event[]> {
  const { query, settings, userId, person, nowMs, number } = telling;
  const past = person.paidIn.map((dollars, i) => {
    return { dollars, atMs: spread(telling, i, { of: person.paidIn.length, from: 0, to: 0.8 }) };
  });
  const today = { dollars: person.paidInToday ?? 0, atMs: nowMs - (10 + number * 3) * MINUTE_MS };
  return Promise.all(
    [...past, ...(person.paidInToday === undefined ? [] : [today])].map(async ({ dollars, atMs }) => {
      const deposit = { id: crypto.randomUUID(), userId, dollars, createdAtMs: atMs, end: "paid" as const };
      return { atMs, statements: await pastDeposit(query, settings, deposit) };
    }),
  );
}

/** One broker's statement, brought in the day before yesterday. */
function traded(telling: Telling): Event[] {
  const { query, person, userId, admins, number } = telling;
  if (person.tradedDays === undefined) return [];
  const atMs = daysAgo(telling, 2);
  const amountCents = person.paidIn.reduce((sum, dollars) => sum + dollars * 100, 0);
  const startedAtMs = atMs - person.tradedDays * DAY_MS;
  const trades = demoTrades({
    nowMs: atMs,
    timeZone: TIME_ZONE,
    seed: number + 1,
    paidIn: [{ atMs: startedAtMs, amountCents }],
  });
  const [adminId, committedBy] = number % 2 === 0 ? admins : ([admins[1], admins[0]] as const);
  const head = { id: crypto.randomUUID(), userId, adminId, committedBy, timeZone: TIME_ZONE };
  return [{ atMs, statements: importTrades(query, { ...head, fileName: "statement.csv" }, trades, atMs) }];
}

function identified(telling: Telling): Event[] {
  const { query, person, userId, nowMs, number, admins, keep } = telling;
  if (person.card === null) return [];
  const actor = admins[(number + 1) % 2] ?? admins[0];
  // Who is verified was so before they took money out.
  const submittedAtMs = {
    pending: nowMs - (40 + number * 23) * MINUTE_MS,
    verified: daysAgo(telling, person.joinedDaysAgo - 1),
    rejected: daysAgo(telling, 6),
    reopened: daysAgo(telling, person.joinedDaysAgo - 1),
  }[person.card];
  const image = keep(
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
  return person.card === "reopened" ? [sent, verified, reopened(telling)] : [sent, verified];
}

/** A verification that an admin took back, yesterday. */
function reopened(telling: Telling): Event {
  const { query, userId, admins } = telling;
  const [actor] = admins;
  const atMs = daysAgo(telling, 1);
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

/** A request and all that an admin decides about it. */
type Asked = { id: string; userId: string; amountCents: number };

function paidOut(telling: Telling): Event[] {
  const { query, person, userId, number, admins } = telling;
  const { paidOut: sums = [], bank } = person;
  return sums.map((dollars, i) => {
    const askedAtMs = spread(telling, i, { of: sums.length, from: 0.55, to: 0.99 });
    const row = requestOf(telling, { dollars, atMs: askedAtMs, message: "", approvableAtMs: null, bank });
    const actor = admins[(number + i) % 2] ?? admins[0];
    const paidAtMs = askedAtMs + 4 * HOUR_MS;
    const paymentId = `FT26${String(310_000 + number * 97 + i * 13).padStart(6, "0")}`;
    const receipt = telling.keep(specimenReceipt({ ...slipOf(telling, { ...row, bank, atMs: paidAtMs }), paymentId }));
    const { filename } = receipt;
    const proof = { filename, withdrawalId: row.id, kind: "proof" as const, message: "Sent today" };
    return {
      atMs: askedAtMs,
      statements: [
        ...insertWithdrawal(query, row, userId),
        ...approved(query, row, actor, askedAtMs + HOUR_MS),
        query.insert(images).values({ ...receipt, purpose: "proof", userId, uploadedBy: actor, createdAtMs: paidAtMs }),
        query.insert(withdrawalImages).values({ ...proof, uploadedAtMs: paidAtMs }),
        agreed(query, row, { act: "complete", adminId: actor, detail: paymentId, atMs: paidAtMs }),
        ...completeWithdrawal(query, { ...row, version: 2 }, { decidedBy: actor, paymentId }, paidAtMs),
        ...(i === 0 ? shownBesides(telling, row, actor, paidAtMs) : []),
      ],
    };
  });
}

/** A second picture of the first payment: that the bank had asked for the holder's name once more. */
function shownBesides(telling: Telling, row: Asked, actor: string, atMs: number): Statement[] {
  const { bank } = telling.person;
  const picture = specimenRefusal(slipOf(telling, { ...row, bank, atMs: atMs - HOUR_MS }), {
    because: "TRY AGAIN LATER",
  });
  return showImage(telling, row, picture, { actor, message: "The first try, which the bank did not take", atMs });
}

/** Requests that an admin rejected, each with the bank's answer as a picture. */
function refused(telling: Telling): Event[] {
  const { query, person, userId, admins, number } = telling;
  return (person.refused ?? []).map(({ dollars, daysAgo: days, message, reason, notes, bankSays }, i) => {
    const atMs = daysAgo(telling, days);
    const { bank } = person;
    const row = requestOf(telling, { dollars, atMs, message, approvableAtMs: null, bank });
    const actor = admins[(number + i) % 2] ?? admins[0];
    const decidedAtMs = atMs + 3 * HOUR_MS;
    const picture = specimenRefusal(slipOf(telling, { ...row, bank, atMs: decidedAtMs }), { because: bankSays });
    return {
      atMs,
      statements: [
        ...insertWithdrawal(query, row, userId),
        ...showImage(telling, row, picture, { actor, message: "What the bank answered", atMs: decidedAtMs }),
        ...rejectWithdrawal(query, row, { decidedBy: actor, reason, notes }, decidedAtMs),
      ],
    };
  });
}

/** What a bank's slip says about a request. */
function slipOf({ person }: Telling, ask: { amountCents: number; bank: ListedPerson["bank"]; atMs: number }) {
  return {
    bank: ask.bank.bankName.toUpperCase(),
    account: ask.bank.accountId,
    amount: formatUsd(cents(ask.amountCents)),
    holder: `${person.lastName} ${person.firstName}`.toUpperCase(),
    on: new Date(ask.atMs).toISOString().slice(0, 10),
  };
}

/** The statements that show a trader a picture about a request. */
function showImage(
  { query, userId, keep }: Telling,
  { id }: Asked,
  picture: Uint8Array<ArrayBuffer>,
  { actor, message, atMs }: { actor: string; message: string; atMs: number },
): Statement[] {
  const image = keep(picture);
  const row = { ...image, purpose: "admin_image" as const, userId, uploadedBy: actor, createdAtMs: atMs };
  const shown = { filename: image.filename, withdrawalId: id, kind: "admin" as const, message, uploadedAtMs: atMs };
  return [query.insert(images).values(row), query.insert(withdrawalImages).values(shown)];
}

function asked(telling: Telling): Event[] {
  const { query, person, userId, nowMs, admins } = telling;
  const { asks, story } = person;
  if (!asks) return [];
  const isChanged = story === "method_changed";
  const atMs = nowMs - asks.minutesAgo * MINUTE_MS;
  const approvableAtMs = approvableAt(isChanged ? methodChangedAt(nowMs) : null, atMs);
  const row = requestOf(telling, { ...asks, atMs, approvableAtMs, bank: isChanged ? CHANGED_TO : person.bank });
  const laterMs = atMs + 20 * MINUTE_MS;
  const decided = {
    half_agreed: () => [
      agreed(query, row, { act: "approve", adminId: admins[1], detail: "", atMs: laterMs }),
      audit(query, { actor: admins[1], action: "withdrawal.approve_agreed", subject: `withdrawal:${row.id}` }, laterMs),
    ],
    approved: () => approved(query, row, admins[1], laterMs),
  };
  const isDecided = story === "half_agreed" || story === "approved";
  return [{ atMs, statements: [...insertWithdrawal(query, row, userId), ...(isDecided ? decided[story]() : [])] }];
}

/** A request as the Worker would have stored it then. */
export function requestOf(
  { userId, settings }: Telling,
  ask: {
    dollars: number;
    atMs: number;
    message: string;
    approvableAtMs: number | null;
    bank: ListedPerson["bank"];
  },
) {
  const { dollars, atMs, message, approvableAtMs, bank } = ask;
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

function approved(query: Query, row: Asked, adminId: string, atMs: number) {
  return [
    agreed(query, row, { act: "approve", adminId, detail: "", atMs }),
    ...approveWithdrawal(query, { ...row, version: 1 }, { decidedBy: adminId }, atMs),
  ];
}

function agreed(
  query: Query,
  { id }: Asked,
  word: { act: "approve" | "complete"; adminId: string; detail: string; atMs: number },
) {
  return query.insert(approvals).values({ subject: `withdrawal:${id}`, ...word });
}

/** What happened shortly before the request, which an admin looks at twice. */
function toldOf(telling: Telling): Event[] {
  const { nowMs } = telling;
  switch (telling.person.story) {
    case "method_changed":
      return [loggedInElsewhere(telling, methodChangedAt(nowMs) - 6 * MINUTE_MS), methodChanged(telling)];
    case "new_device":
      return [loggedInElsewhere(telling, nowMs - 30 * HOUR_MS)];
    default:
      return [];
  }
}

function methodChangedAt(nowMs: number): number {
  return nowMs - 3 * HOUR_MS;
}

function loggedInElsewhere({ query, userId }: Telling, atMs: number): Event {
  const detail = { by: "password", isNewDevice: true };
  return {
    atMs,
    statements: [audit(query, { actor: userId, action: "user.logged_in", subject: `user:${userId}`, detail }, atMs)],
  };
}

function methodChanged(telling: Telling): Event {
  const { query, userId, nowMs, person } = telling;
  const me = sql<string>`${userId}`;
  const atMs = methodChangedAt(nowMs);
  const seenAtMs = daysAgo(telling, person.joinedDaysAgo) + HOUR_MS;
  const detail = CHANGES.changed;
  return {
    atMs,
    statements: [
      ...writePaymentMethods(query, me, { khqrImage: null, ...CHANGED_TO }, { seenAtMs, nowMs: atMs }),
      noteSecurityChange(query, me, atMs),
      audit(query, { actor: userId, action: "payment_methods.saved", subject: `user:${userId}`, detail }, atMs),
    ],
  };
}

function noted({ query, userId, nowMs, person, admins }: Telling): Event[] {
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
