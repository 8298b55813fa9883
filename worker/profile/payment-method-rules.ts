/** A trader's payment methods. An empty text and null mean that a value is not set. */
export type PaymentMethods = {
  khqrImage: string | null;
  /** The person who owns what the code pays to, as the trader wrote it. */
  khqrHolder: string;
  bankName: string;
  accountId: string;
  /** The person who owns the bank account, as the trader wrote it. */
  bankHolder: string;
};

/** The payment methods of a trader who has set none. */
export const NOTHING_CONFIGURED: PaymentMethods = {
  khqrImage: null,
  khqrHolder: "",
  bankName: "",
  accountId: "",
  bankHolder: "",
};

/**
 * KHQR is active when its image is set, Bank Transfer when both of its fields are. A method without its holder is active too: it is
 * asked for before the next withdrawal. Source: design section 6
 */
export function activeMethods({
  khqrImage,
  bankName,
  accountId,
}: Pick<PaymentMethods, "khqrImage" | "bankName" | "accountId">) {
  return { khqr: khqrImage !== null, bankTransfer: bankName !== "" && accountId !== "" };
}

/** The change of each method by a save; `unchanged` also when an incomplete one stays incomplete. */
export type MethodChanges = {
  khqr: "unchanged" | "added" | "changed" | "removed";
  bankTransfer: "unchanged" | "added" | "changed" | "removed";
};

/**
 * Compares the current methods with the new ones. A holder that is written where none was changes nothing: the method pays to where
 * it paid. Another holder does.
 */
export function methodChanges(before: PaymentMethods, after: PaymentMethods): MethodChanges {
  const [was, is] = [activeMethods(before), activeMethods(after)];
  const isSameCode = before.khqrImage === after.khqrImage && isHolderKept(before.khqrHolder, after.khqrHolder);
  const isSameHolder = isHolderKept(before.bankHolder, after.bankHolder);
  return {
    khqr: changeOf(was.khqr, is.khqr, isSameCode),
    bankTransfer: changeOf(was.bankTransfer, is.bankTransfer, isSameAccount(before, after) && isSameHolder),
  };
}

function isHolderKept(before: string, after: string): boolean {
  return before === "" || before === after;
}

/** Whether two states of the methods have the same bank account. */
export function isSameAccount(
  before: Pick<PaymentMethods, "bankName" | "accountId">,
  after: Pick<PaymentMethods, "bankName" | "accountId">,
): boolean {
  return before.bankName === after.bankName && before.accountId === after.accountId;
}

/**
 * The holder of a method after a save. A client of before holders sends none: the one on record stays with the same destination, and
 * belongs to no other.
 */
export function holderAfter(given: string | undefined, before: string, isSameDestination: boolean): string {
  return given ?? (isSameDestination ? before : "");
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
