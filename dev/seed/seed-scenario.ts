import { sql } from "drizzle-orm";
import type { Statement } from "../../db/client.ts";
import { images, paymentMethods, userNotes } from "../../db/schema/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { insertCardFields } from "../../worker/identity/card-fields-store.ts";
import { encryptCard } from "../../worker/identity/card-secrets.ts";
import { decideIdentity, submitIdentity } from "../../worker/identity/identity-store.ts";
import { insertAccounts } from "../../worker/ledger/ledger-store.ts";
import { audit } from "../../worker/platform/audit-log-store.ts";
import { insertUser, noteSecurityChange } from "../../worker/platform/user-store.ts";
import { NOTHING_CONFIGURED, type SavedMethods } from "../../worker/profile/payment-method-rules.ts";
import { writePaymentMethods } from "../../worker/profile/payment-method-store.ts";
import { demoTrades } from "../demo-trades.ts";
import { importTrades } from "../import-trades.ts";
import { demoRequests } from "./demo-requests.ts";
import { oddPayments } from "./odd-payments.ts";
import { daysAgo, methodChangedAt, type ScenarioContext, type SeedEvent, spread } from "./scenario-context.ts";
import { pastDeposit } from "./seed-deposit.ts";
import { ADMIN_NOTES, CHANGED_BANK, emailOf, holderOf } from "./seed-people.ts";
import { openRequest, pastPayouts, rejectedRequests } from "./seed-withdrawals.ts";
import { specimenCard } from "./specimen-images.ts";

const TIME_ZONE = "Asia/Phnom_Penh";

/** The statements of a trader's history, oldest first, including their open request. */
export async function traderScenario(context: ScenarioContext): Promise<Statement[]> {
  const events = [
    signedUp(context),
    ...(await pastDeposits(context)),
    ...pastTrades(context),
    ...(await identityEvents(context)),
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
export async function demoTraderScenario(context: ScenarioContext): Promise<Statement[]> {
  return inOrder([
    ...(await identityEvents(context)),
    ...pastPayouts(context),
    ...rejectedRequests(context),
    ...demoRequests(context),
  ]);
}

function inOrder(events: readonly SeedEvent[]): Statement[] {
  return events.toSorted((a, b) => a.atMs - b.atMs).flatMap(({ statements }) => statements);
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
      query.insert(paymentMethods).values({
        userId,
        ...bank,
        bankHolder: holderOf(person),
        updatedAtMs: atMs + HOUR_MS,
        configuredAtMs: atMs + HOUR_MS,
      }),
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

async function identityEvents(context: ScenarioContext): Promise<SeedEvent[]> {
  const { query, settings, person, userId, nowMs, number, admins, keepImage } = context;
  if (person.card === null) return [];
  const actor = admins[(number + 1) % 2] ?? admins[0];
  // A verified identity was verified before the first withdrawal.
  const submittedAtMs = {
    pending: nowMs - (40 + number * 23) * MINUTE_MS,
    verified: daysAgo(context, person.joinedDaysAgo - 1),
    rejected: daysAgo(context, 6),
    reopened: daysAgo(context, person.joinedDaysAgo - 1),
  }[person.card];
  const [day, month, year, lastYear] = [10 + (number % 18), 1 + (number % 9), 1978 + number, 2029 + (number % 6)];
  const card = {
    name: `${person.lastName} ${person.firstName}`.toUpperCase(),
    number: String(11_482_937 + number * 7_213_511).padStart(9, "0"),
  };
  const image = keepImage(specimenCard({ ...card, born: `${day}.0${month}.${year}`, validUntil: `02.08.${lastYear}` }));
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
  const outcome = { status: "verified" as const, rejectReason: null, note: null, isCardRead: true };
  const decision = { ...outcome, decidedBy: actor, decidedAtMs };
  const says = { ...card, birthDate: `${year}-0${month}-${day}`, expiresOn: `${lastYear}-08-02` };
  const fields = await encryptCard(settings.TOTP_ENCRYPTION_KEYS, userId, says);
  const { filename } = image;
  const verified = {
    atMs: decidedAtMs,
    statements: [
      insertCardFields(query, { ...fields, filename, usedReason: null, readBy: actor, readAtMs: decidedAtMs }),
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
      ...writePaymentMethods(
        query,
        me,
        { ...NOTHING_CONFIGURED, ...CHANGED_BANK, bankHolder: holderOf(person) },
        { seenAtMs, nowMs: atMs },
      ),
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
