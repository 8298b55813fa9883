import { expect, test } from "bun:test";
import { statusNews } from "./status-news.ts";

const PENDING = { _id: "1", amount: 80, status: "pending", cancelledByUser: false, reviewedAt: null } as const;

test("an admin's action on a withdrawal is reported", () => {
  expect(statusNews([PENDING], [{ ...PENDING, status: "completed" }])).toEqual([
    { text: "Withdrawal of $80.00: Completed", status: "completed" },
  ]);
  expect(statusNews([PENDING], [{ ...PENDING, reviewedAt: "2026-11-12T07:02:00Z" }])[0]?.status).toBe("in_review");
});

test("new, unchanged and cancelled withdrawals are not reported", () => {
  expect(statusNews([], [{ ...PENDING, status: "completed" }])).toEqual([]);
  expect(statusNews([PENDING], [PENDING])).toEqual([]);
  expect(statusNews([PENDING], [{ ...PENDING, status: "rejected", cancelledByUser: true }])).toEqual([]);
});
