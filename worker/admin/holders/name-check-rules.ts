import { compareNames, isSameName } from "../../contract/compare-names.ts";
import { AppError } from "../../contract/errors.ts";
import { HOLDER_ADMIN_TEXT } from "./holder-admin-answers.ts";
import type { NameCheck } from "./name-check-store.ts";

/** The rule about a holder's name at an approval: pure, no I/O, no clock. The database checks the names again. */

/** What decides whether the names of a withdrawal are settled. */
export type NamesAsk = {
  paymentMethod: "KHQR" | "Bank Transfer";
  /** As the trader wrote it; null in a withdrawal of before holders were asked for. */
  holderName: string | null;
  /** The account's name as it is now. */
  accountName: string;
  /** The earlier checks of this withdrawal, newest first. */
  checks: readonly Pick<NameCheck, "holder" | "holderFrom" | "accountName" | "verdict">[];
  /** What the admin sends: the name that their browser read in the payment code or that they wrote, and their reason. Trimmed. */
  given: { holder: string; isRead: boolean; reason: string };
};

/** The names of an approval, to be recorded with it. */
export type SettledNames = Pick<NameCheck, "holder" | "holderFrom" | "accountName" | "verdict" | "reason">;

/**
 * Settles the names of a withdrawal for an approval: the same words in one script, or an admin's reason. Names in two scripts are
 * never compared, so they take a reason. An earlier admin's decision about the same two names stands.
 * @returns what is to be recorded; null when an earlier decision stands
 * @throws AppError `names_unchecked` naming the field that settles it: `holder` or `namesReason`
 */
export function settleNames({ paymentMethod, holderName, accountName, checks, given }: NamesAsk): SettledNames | null {
  const current = checks.filter((check) => check.accountName === accountName);
  const { holder, holderFrom } = holderOf({ paymentMethod, holderName, given }, current);
  const { verdict } = compareNames(holder, accountName);
  const names = { holder, holderFrom, accountName };
  if (verdict === "same") return { ...names, verdict, reason: null };
  if (given.reason !== "") return { ...names, verdict: "accepted", reason: given.reason };
  const isDecided = current.some(
    (check) => check.verdict === "accepted" && (check.holder === holder || isSameName(check.holder, holder)),
  );
  if (isDecided) return null;
  const { differs, notCompared } = HOLDER_ADMIN_TEXT;
  throw new AppError("names_unchecked", verdict === "differs" ? differs : notCompared, { field: "namesReason" });
}

function holderOf(
  { paymentMethod, holderName, given }: Pick<NamesAsk, "paymentMethod" | "holderName" | "given">,
  [newest]: readonly Pick<NameCheck, "holder" | "holderFrom">[],
): Pick<NameCheck, "holder" | "holderFrom"> {
  // What the trader wrote for a payment code proves nothing: the code says whose it is.
  if (paymentMethod === "Bank Transfer" && holderName !== null) return { holder: holderName, holderFrom: "client" };
  if (given.holder !== "") {
    const isRead = paymentMethod === "KHQR" && given.isRead;
    return { holder: given.holder, holderFrom: isRead ? "code" : "admin" };
  }
  if (newest) return newest;
  const { codeUnread, holderUnknown } = HOLDER_ADMIN_TEXT;
  throw new AppError("names_unchecked", paymentMethod === "KHQR" ? codeUnread : holderUnknown, { field: "holder" });
}
