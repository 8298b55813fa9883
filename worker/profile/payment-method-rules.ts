/** What a trader has configured. An empty text and null stand for what is not there. */
export type PaymentMethods = { khqrImage: string | null; bankName: string; accountId: string };

export const NOTHING_CONFIGURED: PaymentMethods = { khqrImage: null, bankName: "", accountId: "" };

/** KHQR is active when its image is there, Bank Transfer when both of its fields are. Source: design section 6 */
export function activeMethods({ khqrImage, bankName, accountId }: PaymentMethods) {
  return { khqr: khqrImage !== null, bankTransfer: bankName !== "" && accountId !== "" };
}

/** What saving does to each method; `unchanged` also where an incomplete one stays incomplete. */
export type MethodChanges = {
  khqr: "unchanged" | "added" | "changed" | "removed";
  bankTransfer: "unchanged" | "added" | "changed" | "removed";
};

/** Compares what is configured with what is to be. */
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

/** What is known of an account whose methods are saved. */
export type Configured = {
  /** Whether a method was active at any time before. */
  wasConfigured: boolean;
  hasPaidDeposit: boolean;
  /** Whether somebody logged in within a day on another device than the account's first. */
  hasOtherDevice: boolean;
};

/**
 * Whether withdrawals must wait a day: somebody who got into the account would do just this, change a method or put one of
 * their own beside it. A first configuration is no change where the account has no money of a deposit to lose, and nobody
 * came from elsewhere.
 * Source: `security.md` section 5, rule 5
 */
export function holdsWithdrawals({ khqr, bankTransfer }: MethodChanges, account: Configured): boolean {
  const isSuspect = account.wasConfigured || account.hasPaidDeposit || account.hasOtherDevice;
  return isSuspect && [khqr, bankTransfer].some((change) => change !== "unchanged");
}

/** What the audit log keeps of a saving. */
export type SavedMethods = MethodChanges & { holdsWithdrawals: boolean };
