import { expect, test } from "bun:test";
import { getTableColumns } from "drizzle-orm";
import { withdrawals } from "../../../db/schema/index.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { WithdrawalFacts } from "../../withdrawals/withdrawal-store.ts";
import { withdrawalView } from "../../withdrawals/withdrawal-view.ts";
import type { DeskWithdrawalRow } from "./withdrawal-desk-store.ts";
import { deskWithdrawalView } from "./withdrawal-desk-view.ts";

/** Columns that a trader does not see: an admin's, or what decides without being said. */
const HIDDEN_FROM_TRADER = [
  "userId",
  "secondAdminAboveCents",
  "adminAloneCentsMax",
  "unverifiedReason",
  "unverifiedPayout",
  "payerId",
  "paymentStartedAtMs",
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
  "unverifiedPayout",
  // Shown by name, which the store reads beside it.
  "decidedBy",
  "updatedAtMs",
];

const NOW_MS = Date.UTC(2026, 10, 21);
const EARLIER_MS = NOW_MS - HOUR_MS;

const BANK: WithdrawalFacts = {
  id: "7b1f4a52-0f6e-4c0e-9b51-2d7f7d8d4f10",
  userId: "trader",
  amountCents: 4_000,
  status: "completed",
  paymentMethod: "Bank Transfer",
  bankName: "ABA Bank",
  accountId: "000 123 456",
  paymentImage: null,
  requestMessage: "For the rent",
  approvableAtMs: null,
  approvalsNeeded: 1,
  secondAdminAboveCents: 100_000,
  adminAloneCentsMax: 1_000_000,
  unverifiedReason: null,
  unverifiedPayout: null,
  payerId: "admin",
  paymentStartedAtMs: EARLIER_MS,
  paymentId: "FT-1",
  adminNotes: null,
  rejectReason: null,
  cancelledByUser: false,
  decidedBy: "admin",
  claimedBy: "admin",
  claimedUntilMs: NOW_MS + HOUR_MS,
  reviewedAtMs: EARLIER_MS,
  approvedAtMs: EARLIER_MS,
  completedAtMs: EARLIER_MS,
  rejectedAtMs: null,
  createdAtMs: EARLIER_MS,
  updatedAtMs: EARLIER_MS,
  version: 3,
  approvalsHave: 1,
  securityChangedAtMs: null,
};
const ROWS: readonly WithdrawalFacts[] = [
  BANK,
  { ...BANK, paymentMethod: "KHQR", bankName: null, accountId: null, paymentImage: "code.png" },
  { ...BANK, status: "pending", approvedAtMs: null, completedAtMs: null, approvableAtMs: EARLIER_MS },
];
const ADMINS_PART: Omit<DeskWithdrawalRow, keyof WithdrawalFacts> = {
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
  identityStatus: "verified",
  words: [],
  rejectionWords: [],
};

/** Another value that the column can have. */
function changed(value: unknown): unknown {
  if (typeof value === "number") return value + HOUR_MS;
  if (typeof value === "boolean") return !value;
  return `${value ?? ""}x`;
}

/** The columns whose value changes nothing in what a view gives of any of the rows. */
function unseenBy(view: (row: WithdrawalFacts) => unknown): string[] {
  const columns = Object.entries(getTableColumns(withdrawals));
  const unseen = columns.filter(([name, { dataType }]) =>
    ROWS.every((row) => {
      const before = Reflect.get(row, name);
      const after = before === null && dataType === "number" ? NOW_MS : changed(before);
      return Bun.deepEquals(view({ ...row, [name]: after }), view(row));
    }),
  );
  return unseen.map(([name]) => name);
}

test("a trader sees every column of their withdrawal that is not named as hidden", () => {
  expect(unseenBy((row) => withdrawalView(row, []))).toEqual(HIDDEN_FROM_TRADER);
});

test("an admin sees every column of a withdrawal that is not named as hidden", () => {
  const seen = unseenBy((row) => deskWithdrawalView({ ...row, ...ADMINS_PART }, [], NOW_MS));
  expect(seen).toEqual(HIDDEN_FROM_ADMIN);
});
