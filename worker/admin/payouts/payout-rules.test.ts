import { expect, test } from "bun:test";
import {
  assertMayMoveTogether,
  assertPayable,
  closedBecause,
  itemState,
  type Payable,
  type PayingAdmin,
} from "./payout-rules.ts";

const approval = (adminId: string) => ({ act: "approve" as const, adminId, name: adminId, detail: "", atMs: 1 });
const ROW: Payable = {
  ...{ number: 2261, userId: "trader", amountCents: 10_000, adminAloneCentsMax: 1_000_000, approvalsNeeded: 1 },
  ...{ approvedBy: [approval("dara")], paymentMethod: "Bank Transfer" as const, holderName: "Vannak Prum" },
  ...{ nameVerdict: "same" as const, payerId: null, batchId: null, isFrozen: false, owes: false },
  ...{ claimedBy: null, claimedUntilMs: null, isClaimerOperator: false },
};
const ADMIN: PayingAdmin = {
  ...{ id: "phalla", countsFromMs: null, movedCents: 0, soleApproverPayout: "refused", isPaused: false, nowMs: 100 },
};

test.each<[string, Partial<Payable>, Partial<PayingAdmin>]>([
  ["in_batch", { batchId: "b", payerId: "maly", isFrozen: true }, {}],
  ["being_paid", { payerId: "maly" }, {}],
  ["frozen", { isFrozen: true }, {}],
  ["owes", { owes: true }, {}],
  ["by_code", { paymentMethod: "KHQR" }, {}],
  ["holder_differs", { nameVerdict: null }, {}],
  ["holder_differs", { holderName: null }, {}],
  ["own_account", {}, { id: "trader" }],
  ["claimed", { claimedBy: "maly", claimedUntilMs: 101, isClaimerOperator: true }, {}],
  ["too_new", {}, { countsFromMs: 200 }],
  ["you_approved", {}, { id: "dara" }],
  ["you_approved", { approvalsNeeded: 2 }, { id: "dara", soleApproverPayout: "allowed" }],
  ["moved_alone", {}, { id: "dara", soleApproverPayout: "allowed", movedCents: 990_001 }],
  ["paused", {}, { isPaused: true }],
])("a withdrawal is closed to an admin because %s", (why, row, admin) => {
  expect(closedBecause({ ...ROW, ...row }, { ...ADMIN, ...admin })).toBe(why as ReturnType<typeof closedBecause>);
  expect(() => assertPayable({ ...ROW, ...row }, { ...ADMIN, ...admin })).toThrow(/^WD-2261: /);
});

test.each<[string, Partial<Payable>, Partial<PayingAdmin>]>([
  ["another admin approved it", {}, {}],
  ["a reviewer accepted the holder's other name", { nameVerdict: "accepted" }, {}],
  ["the claim is the admin's own", { claimedBy: "phalla", claimedUntilMs: 101, isClaimerOperator: true }, {}],
  ["a colleague's claim has ended", { claimedBy: "maly", claimedUntilMs: 100, isClaimerOperator: true }, {}],
  ["two approved it, the admin among them", { approvedBy: [approval("dara"), approval("maly")] }, { id: "dara" }],
  ["the operator allows it", {}, { id: "dara", soleApproverPayout: "allowed", movedCents: 990_000 }],
])("a withdrawal is open to an admin where %s", (_, row, admin) => {
  expect(closedBecause({ ...ROW, ...row }, { ...ADMIN, ...admin })).toBe(null);
});

test("what one admin alone approved counts together in a batch, with what else they move", () => {
  const own = { ...ROW, amountCents: 400_000, adminAloneCentsMax: 1_000_000 };
  const others = { ...own, id: "d", approvedBy: [approval("maly")] };
  const two = [
    { ...own, id: "a" },
    { ...own, id: "b" },
  ];
  const moved = [{ id: "a", cents: 400_000 }];
  expect(() => assertMayMoveTogether([...two, others], [...moved, { id: "x", cents: 200_000 }], "dara")).not.toThrow();
  expect(() => assertMayMoveTogether([...two, others], [{ id: "x", cents: 200_001 }], "dara")).toThrow("$10,000.01");
  expect(() => assertMayMoveTogether([...two, { ...own, id: "c" }], [], "dara")).toThrow("$12,000.00");
  expect(() => assertMayMoveTogether([...two, { ...own, id: "c" }], [], "phalla")).not.toThrow();
});

test("an item is where its withdrawal and the bank's word say", () => {
  const item = {
    status: "approved",
    outcome: null,
    takenBackAtMs: null,
    returnedAtMs: null,
    hasResult: false,
  } as const;
  const states = [
    item,
    { ...item, hasResult: true },
    { ...item, status: "completed", outcome: "completed" } as const,
    // By hand.
    { ...item, status: "completed" } as const,
    { ...item, status: "completed", outcome: "bounced" } as const,
    { ...item, status: "completed", outcome: "bounced", returnedAtMs: 1 } as const,
    { ...item, takenBackAtMs: 1 },
    { ...item, status: "rejected", takenBackAtMs: 1, hasResult: true } as const,
  ].map(itemState);
  expect(states).toEqual([
    ...["with_bank", "unmatched", "completed", "completed", "bounced", "returned", "taken_back", "taken_back"],
  ] as typeof states);
});
