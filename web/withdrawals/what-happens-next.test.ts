import { expect, test } from "bun:test";
import { type Decidable, whatHappensNext } from "./what-happens-next.ts";

const NOW = Date.parse("2026-11-12T12:00:00Z");
const PENDING: Decidable = {
  amount: 80,
  status: "pending",
  cancelledByUser: false,
  reviewedAt: null,
  returnedAt: null,
  approvableAt: null,
  approvals: { have: 0, need: 1 },
};

function sentences(change: Partial<Decidable>): string[] {
  return whatHappensNext({ ...PENDING, ...change }, { nowMs: NOW, timeZone: "Asia/Phnom_Penh" });
}

test.each<[string, Partial<Decidable>, string[]]>([
  ["pending", {}, ["$80.00 is on hold until it is decided."]],
  ["completed", { status: "completed" }, ["$80.00 was sent to you."]],
  [
    "returned",
    { status: "completed", returnedAt: "2026-11-12T11:00:00Z" },
    ["$80.00 is back in your available balance."],
  ],
  ["rejected", { status: "rejected" }, ["$80.00 is back in your available balance."]],
  ["cancelled", { status: "rejected", cancelledByUser: true }, ["$80.00 is back in your available balance."]],
  ["approved", { status: "approved" }, ["$80.00 is sent to you next. The request can no longer be cancelled."]],
])("a request that is %s says where its money is", (_, change, expected) => {
  expect(sentences(change)).toEqual(expected);
});

test("a request after a security change shows the time before which it cannot be approved", () => {
  const [first] = sentences({ approvableAt: "2026-11-13T03:00:00Z" });
  expect(first).toContain("cannot be approved before Nov 13, 2026, 10:00 AM");
  expect(sentences({ approvableAt: "2026-11-12T11:59:59Z" })).toHaveLength(1);
});

test("a large amount shows that two admins must approve, and how many have", () => {
  expect(sentences({ approvals: { have: 1, need: 2 } })[0]).toBe(
    "Large sums, also of several requests within 24 hours, need the approval of 2 different admins; 1 of 2 so far.",
  );
});
