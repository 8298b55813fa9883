import { AppError } from "../../contract/errors.ts";
import { iso } from "../../contract/iso-time.ts";
import type { Language } from "../../contract/languages.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import type { IdentityRejectReason } from "../../identity/identity-rules.ts";
import { identityView } from "../../identity/identity-view.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import type { SavedMethods } from "../../profile/payment-method-rules.ts";
import { paymentMethodsView } from "../../profile/payment-method-view.ts";
import { paymentDetails } from "../../withdrawals/withdrawal-rules.ts";
import type { SecurityAction, TraderContextRows } from "./trader-context-store.ts";
import { traderMoneyView } from "./trader-money.ts";
import { adminSessionView } from "./user-admin-view.ts";

/** The trader of a queue item, as the API shows them. */
export type TraderContext = ReturnType<typeof traderContextView>;

/**
 * The trader of a queue item, as admins see them beside it: balances, payments, identity, notes, and security changes
 * of the account. Money in dollars.
 * @param language of the admin who reads it
 * @throws AppError `not_found` without a trader
 */
export function traderContextView(rows: TraderContextRows, language: Language) {
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
  const identity = identityView(person.identity, language);
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
    /**
     * The last change of the name in the last thirty days, the name before the first one, and the current name; null
     * without a change.
     */
    nameChange: renamed ? { at: iso(renamed.lastAtMs), from: renamed.from, to: person.name } : null,
    /** The current methods; a withdrawal keeps a copy of the one it was requested with. */
    paymentMethods: {
      ...paymentMethodsView(person.paymentMethods),
      savedAt: person.paymentMethods ? iso(person.paymentMethods.updatedAtMs) : null,
    },
    /** `count` is the number of all, `last` are the newest. */
    deposits: {
      count: deposits?.count ?? 0,
      last: lastDeposits.map(({ id, amountCents, paidCents, createdAtMs, ...row }) => ({
        _id: id,
        ...row,
        amount: dollarsFromCents(amountCents),
        /** The sum credited for it; null while it is not paid. */
        paidAmount: paidCents === null ? null : dollarsFromCents(paidCents),
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
    /** Notes of admins for other admins, newest first. */
    notes: notes.map(({ id, createdAtMs, ...note }) => ({ _id: id, ...note, createdAt: iso(createdAtMs) })),
    /** Current sessions, last used first. */
    sessions: sessions.map((row) => adminSessionView(row, language)),
    /** Of the last thirty days, newest first. */
    securityChanges: changes.map(({ sequence, action, atMs, detail }) => {
      // The only action of this kind whose audit row says what changed.
      const saved = action === "payment_methods.saved" ? (JSON.parse(detail) as SavedMethods) : null;
      const methods = saved && { khqr: saved.khqr, bankTransfer: saved.bankTransfer };
      // A log-in and the session that it started have the same time.
      const session =
        action === "user.logged_in" ? sessions.find(({ createdAtMs }) => createdAtMs === atMs) : undefined;
      return {
        sequence,
        action,
        at: iso(atMs),
        methods,
        holdsWithdrawals: holdsWithdrawals(action, saved),
        /** The device of a log-in whose session still exists. */
        device: session ? adminSessionView(session, language).device : null,
      };
    }),
    /** Submitted ID cards and the decisions about them, newest first. */
    identityEvents: identityEvents.map(({ sequence, action, atMs, by, detail }) => {
      // Written only by `audit`: a rejection has a reason, and reopening a verification has the admin's text.
      const parsed = JSON.parse(detail) as { reason?: string; note?: string };
      const { reason, note } =
        action === "identity.reopened"
          ? { reason: "reopened" as const, note: parsed.reason ?? "" }
          : { reason: (parsed.reason ?? null) as IdentityRejectReason | null, note: parsed.note ?? "" };
      return { sequence, action, at: iso(atMs), by: action === "identity.submitted" ? null : by, reason, note };
    }),
  };
}

/** These actions do not hold withdrawals; neither does the first payment method of an account. */
const NON_HOLDING_ACTIONS: ReadonlySet<SecurityAction> = new Set([
  "user.logged_in",
  "user.google_linked",
  "user.telegram_linked",
  "user.login_alerts",
]);

/** Returns true if no withdrawal is approved in the day after this change. */
function holdsWithdrawals(action: SecurityAction, saved: SavedMethods | null): boolean {
  return saved ? saved.holdsWithdrawals : !NON_HOLDING_ACTIONS.has(action);
}
