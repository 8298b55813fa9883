/** A trader's payment methods. An empty text and null mean that a value is not set. */
export type PaymentMethods = { khqrImage: string | null; bankName: string; accountId: string };

/** The payment methods of a trader who has set none. */
export const NOTHING_CONFIGURED: PaymentMethods = { khqrImage: null, bankName: "", accountId: "" };

/** KHQR is active when its image is set, Bank Transfer when both of its fields are. Source: design section 6 */
export function activeMethods({ khqrImage, bankName, accountId }: PaymentMethods) {
  return { khqr: khqrImage !== null, bankTransfer: bankName !== "" && accountId !== "" };
}

/** The change of each method by a save; `unchanged` also when an incomplete one stays incomplete. */
export type MethodChanges = {
  khqr: "unchanged" | "added" | "changed" | "removed";
  bankTransfer: "unchanged" | "added" | "changed" | "removed";
};

/** Compares the current methods with the new ones. */
export function methodChanges(before: PaymentMethods, after: PaymentMethods): MethodChanges {
  const [was, is] = [activeMethods(before), activeMethods(after)];
  const isSameBank = before.bankName === after.bankName && before.accountId === after.accountId;
  return {
    khqr: changeOf(was.khqr, is.khqr, before.khqrImage === after.khqrImage),
    bankTransfer: changeOf(was.bankTransfer, is.bankTransfer, isSameBank),
  };
}

function changeOf(wasActive: boolean, isActive: boolean, isSame: boolean) {
  if (!wasActive) return isActive ? "added" : "unchanged";
  if (!isActive) return "removed";
  return isSame ? "unchanged" : "changed";
}

/** The facts about an account whose methods are saved. */
export type Configured = {
  /** True if a method was ever active before. */
  wasConfigured: boolean;
  hasPaidDeposit: boolean;
  /** True if somebody logged in within a day on another device than the account's first. */
  hasOtherDevice: boolean;
};

/**
 * Whether a save holds withdrawals for a day: an attacker in the account would do exactly this, change a method or add
 * one of their own. A first configuration holds nothing if the account has no paid deposit and no recent log-in from
 * another device.
 * Source: `security.md` section 5, rule 5
 */
export function holdsWithdrawals({ khqr, bankTransfer }: MethodChanges, account: Configured): boolean {
  const isSuspect = account.wasConfigured || account.hasPaidDeposit || account.hasOtherDevice;
  return isSuspect && [khqr, bankTransfer].some((change) => change !== "unchanged");
}

/** The details of a save in the audit log. */
export type SavedMethods = MethodChanges & { holdsWithdrawals: boolean };
