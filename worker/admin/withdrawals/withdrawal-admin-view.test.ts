import { expect, test } from "bun:test";
import { getTableColumns } from "drizzle-orm";
import { withdrawals } from "../../../db/schema/index.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { WithdrawalFacts } from "../../withdrawals/withdrawal-store.ts";
import { withdrawalView } from "../../withdrawals/withdrawal-view.ts";
import { withdrawalFileColumns } from "./list-withdrawals.ts";
import type { AdminWithdrawalRow } from "./withdrawal-admin-store.ts";
import { adminWithdrawalView } from "./withdrawal-admin-view.ts";

/** Columns that a trader does not see: an admin's, or what decides without being said. */
const HIDDEN_FROM_TRADER = [
  "userId",
  "secondAdminAboveCents",
  "adminAloneCentsMax",
  "secondFactor",
  "unverifiedReason",
  "unverifiedPayout",
  "payerId",
  "paymentStartedAtMs",
  "payerBeforeId",
  "soleApproverPayout",
  "decidedBy",
  "claimedBy",
  "claimedUntilMs",
  "updatedAtMs",
  "version",
];
/** Columns that no admin sees. */
const HIDDEN_FROM_ADMIN = [
  "secondAdminAboveCents",
  "adminAloneCentsMax",
  "secondFactor",
  "unverifiedPayout",
  // Shown by name, which the store reads beside it.
  "payerBeforeId",
  "soleApproverPayout",
  // As the payer before.
  "decidedBy",
  "updatedAtMs",
];
/** Columns that are not in the admins' file. */
const NOT_IN_FILE = [
  // Its trader's names are.
  "userId",
  "requestMessage",
  "approvableAtMs",
  "approvalsNeeded",
  "secondAdminAboveCents",
  "adminAloneCentsMax",
  "secondFactor",
  "unverifiedReason",
  "unverifiedPayout",
  "payerId",
  "paymentStartedAtMs",
  "payerBeforeId",
  "soleApproverPayout",
  "adminNotes",
  "decidedBy",
  "claimedBy",
  "claimedUntilMs",
  "reviewedAtMs",
  "updatedAtMs",
  "version",
];

const NOW_MS = Date.UTC(2026, 10, 21);
const RULES = { nowMs: NOW_MS, unverifiedPayout: "refused" } as const;
const EARLIER_MS = NOW_MS - HOUR_MS;

const COLUMNS = Object.entries(getTableColumns(withdrawals));
/** A value for every column, so that a new one needs none here. */
const blank = COLUMNS.map(([name, { dataType, notNull }]) => {
  if (!notNull) return [name, null];
  return [name, dataType === "number" ? 1 : dataType === "boolean" ? false : name];
});
const BANK = {
  // The columns are those of the row.
  ...(Object.fromEntries(blank) as WithdrawalFacts),
  status: "completed" as const,
  paymentMethod: "Bank Transfer" as const,
  paymentStartedAtMs: EARLIER_MS,
  claimedBy: "admin",
  claimedUntilMs: NOW_MS + HOUR_MS,
  approvedAtMs: EARLIER_MS,
  completedAtMs: EARLIER_MS,
};
const ROWS: readonly WithdrawalFacts[] = [
  BANK,
  { ...BANK, paymentMethod: "KHQR", paymentImage: "code.png" },
  { ...BANK, status: "pending", approvedAtMs: null, completedAtMs: null, approvableAtMs: EARLIER_MS },
  { ...BANK, status: "approved", completedAtMs: null },
  { ...BANK, status: "approved", completedAtMs: null, paymentMethod: "KHQR", paymentImage: "code.png" },
];
const ADMINS_PART: Omit<AdminWithdrawalRow, keyof WithdrawalFacts> = {
  user: {
    _id: "trader",
    email: "bopha@example.com",
    username: "bopha",
    firstName: "Bopha",
    lastName: "Chan",
    frozenAtMs: null,
    closedAtMs: null,
  },
  claimedByName: "Ana Admin",
  decidedByName: "Ana Admin",
  payerName: "Ana Admin",
  isPayerOperator: 1,
  isClaimerOperator: 1,
  payerBeforeName: null,
  identityStatus: "verified",
  unverifiedPayoutInForce: null,
  owedCents: 0,
  isSaidPaid: 0,
  isSecurityChanged: 0,
  isRenamed: 0,
  approvedBy: [],
  rejectionApprovedBy: [],
  atClientSinceMs: null,
  clientWaits: [],
  clientAnsweredAtMs: null,
  clientReturnedAtMs: null,
};

/** Another value that the column can have. */
function changed(value: unknown): unknown {
  if (typeof value === "number") return value + HOUR_MS;
  if (typeof value === "boolean") return !value;
  return `${value ?? ""}x`;
}

/** The columns whose value changes nothing in what a view gives of any of the rows. */
function unseenBy(view: (row: WithdrawalFacts) => unknown): string[] {
  const unseen = COLUMNS.filter(([name, { dataType }]) =>
    ROWS.every((row) => {
      const before = Reflect.get(row, name);
      const after = before === null && dataType === "number" ? NOW_MS : changed(before);
      return Bun.deepEquals(view({ ...row, [name]: after }), view(row));
    }),
  );
  return unseen.map(([name]) => name);
}

test("a trader sees every column of their withdrawal that is not named as hidden", () => {
  expect(unseenBy((row) => withdrawalView({ ...row, isAtClient: 0 }, []))).toEqual(HIDDEN_FROM_TRADER);
});

test("an admin sees every column of a withdrawal that is not named as hidden", () => {
  const seen = unseenBy((row) => adminWithdrawalView({ ...row, ...ADMINS_PART }, [], RULES));
  expect(seen).toEqual(HIDDEN_FROM_ADMIN);
});

test("the admins' file has every column of a withdrawal that is not named as left out", () => {
  const columns = withdrawalFileColumns("https://trade.example.com");
  const seen = unseenBy((row) => {
    const view = adminWithdrawalView({ ...row, ...ADMINS_PART }, [], RULES);
    return columns.map(([, field]) => field(view));
  });
  expect(seen).toEqual(NOT_IN_FILE);
});
