import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import { iso } from "../../contract/iso-time.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import type { IdentityRejectReason } from "../../identity/identity-rules.ts";
import { identityView } from "../../identity/identity-view.ts";
import type { SavedMethods } from "../../profile/payment-method-rules.ts";
import { paymentMethodsView } from "../../profile/payment-method-view.ts";
import { paymentDetails } from "../../withdrawals/withdrawal-rules.ts";
import type { SecurityAction, TraderContextRows } from "./trader-context-store.ts";
import { traderMoneyView } from "./trader-money.ts";
import { adminSessionView } from "./user-admin-view.ts";

export type TraderContext = ReturnType<typeof traderContextView>;

/**
 * The trader behind an item of a queue, as an admin weighs them beside it: what they have, what they paid in and were
 * paid, who they are, what was written about them, and what changed of their account's security. Money in dollars.
 * @throws AppError `not_found` when there is nobody
 */
export function traderContextView(rows: TraderContextRows) {
  const [
    [person],
    [deposits],
    lastDeposits,
    [withdrawals],
    lastWithdrawals,
    changes,
    identityEvents,
    sessions,
    notes,
    [renamed],
  ] = rows;
  if (!person) throw new AppError("not_found", ERROR_TEXT.not_found);
  const identity = identityView(person.identity);
  return {
    _id: person.id,
    phone: person.phone,
    createdAt: iso(person.createdAtMs),
    frozen:
      person.frozenAtMs === null
        ? null
        : { at: iso(person.frozenAtMs), reason: person.frozenReason, by: person.frozenByName },
    money: traderMoneyView(person),
    identity: {
      status: identity.idVerificationStatus,
      image: identity.idCardImage,
      submittedAt: identity.idSubmittedAt,
      decidedAt: identity.idDecidedAt,
      decidedBy: person.identityDecidedByName,
      rejectReason: person.identity?.rejectReason ?? null,
      note: person.identity?.note ?? null,
    },
    /** When the name was changed last in the last thirty days, what it was before them and what it is; null where it stayed. */
    nameChange: renamed ? { at: iso(renamed.lastAtMs), from: renamed.from, to: person.name } : null,
    /** Those of today; a withdrawal keeps the one that it was asked for with. */
    paymentMethods: {
      ...paymentMethodsView(person.paymentMethods),
      savedAt: person.paymentMethods ? iso(person.paymentMethods.updatedAtMs) : null,
    },
    /** `count` has all of them, `last` the newest. */
    deposits: {
      count: deposits?.count ?? 0,
      last: lastDeposits.map(({ id, amountCents, createdAtMs, ...row }) => ({
        _id: id,
        ...row,
        amount: dollarsFromCents(amountCents),
        createdAt: iso(createdAtMs),
      })),
    },
    withdrawals: {
      count: withdrawals?.count ?? 0,
      last: lastWithdrawals.map(({ id, amountCents, createdAtMs, ...row }) => ({
        _id: id,
        amount: dollarsFromCents(amountCents),
        status: row.status,
        cancelledByUser: row.cancelledByUser,
        paymentMethod: row.paymentMethod,
        paymentDetails: paymentDetails(row),
        requestMessage: row.requestMessage,
        rejectReason: row.rejectReason,
        adminNotes: row.adminNotes,
        createdAt: iso(createdAtMs),
      })),
    },
    /** What admins wrote down about them for one another, the newest first. */
    notes: notes.map(({ id, createdAtMs, ...note }) => ({ _id: id, ...note, createdAt: iso(createdAtMs) })),
    /** Where they are signed in now, the last used first. */
    sessions: sessions.map(adminSessionView),
    /** Of the last thirty days, the newest first. */
    securityChanges: changes.map(({ sequence, action, atMs, detail }) => {
      // The one act of this kind whose record says what of it changed.
      const saved = action === "payment_methods.saved" ? (JSON.parse(detail) as SavedMethods) : null;
      const methods = saved && { khqr: saved.khqr, bankTransfer: saved.bankTransfer };
      // A log-in and the session that it began are written at once.
      const session =
        action === "user.logged_in" ? sessions.find(({ createdAtMs }) => createdAtMs === atMs) : undefined;
      return {
        sequence,
        action,
        at: iso(atMs),
        methods,
        holdsWithdrawals: isHolding(action, saved),
        /** On which device, for a log-in whose session still stands. */
        device: session ? adminSessionView(session).device : null,
      };
    }),
    /** ID cards that were sent and what became of them, the newest first. */
    identityEvents: identityEvents.map(({ sequence, action, atMs, by, detail }) => {
      // Written by `audit` alone: a rejection says why, and so does whoever reopens a verification, in their own words.
      const said = JSON.parse(detail) as { reason?: string; note?: string };
      const { reason, note } =
        action === "identity.reopened"
          ? { reason: "reopened" as const, note: said.reason ?? "" }
          : { reason: (said.reason ?? null) as IdentityRejectReason | null, note: said.note ?? "" };
      return { sequence, action, at: iso(atMs), by: action === "identity.submitted" ? null : by, reason, note };
    }),
  };
}

/** After these, and the first payment method of all, withdrawals do not wait. */
const HOLDS_NOTHING: ReadonlySet<SecurityAction> = new Set([
  "user.logged_in",
  "user.google_linked",
  "user.login_alerts",
]);

/** Whether no withdrawal is approved in the day after it. */
function isHolding(action: SecurityAction, saved: SavedMethods | null): boolean {
  return saved ? saved.holdsWithdrawals : !HOLDS_NOTHING.has(action);
}
