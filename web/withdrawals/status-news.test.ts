import { expect, test } from "bun:test";
import { statusNews } from "./status-news.ts";

const ASKED = { _id: "1", amount: 80, status: "pending", cancelledByUser: false, reviewedAt: null } as const;

test("what an admin did to a request is news", () => {
  expect(statusNews([ASKED], [{ ...ASKED, status: "completed" }])).toEqual([
    { text: "Withdrawal of $80.00: Completed", status: "completed" },
  ]);
  expect(statusNews([ASKED], [{ ...ASKED, reviewedAt: "2026-11-12T07:02:00Z" }])[0]?.status).toBe("in_review");
});

test("what is new, unchanged or done by its owner is none", () => {
  expect(statusNews([], [{ ...ASKED, status: "completed" }])).toEqual([]);
  expect(statusNews([ASKED], [ASKED])).toEqual([]);
  expect(statusNews([ASKED], [{ ...ASKED, status: "rejected", cancelledByUser: true }])).toEqual([]);
});
