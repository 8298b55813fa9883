import { describe, expect, test } from "bun:test";
import type { Review } from "./deposit-calls.ts";
import { reviewNews, reviewNote } from "./review-text.ts";

function review(change: Partial<Review>): Review {
  return {
    status: "open",
    reason: "wrong_amount",
    paidAmount: 90,
    paidCurrency: "USD",
    creditedAmount: null,
    note: null,
    decidedAt: null,
    ...change,
  };
}

const riel = { reason: "wrong_currency", paidAmount: 410_000, paidCurrency: "KHR" } as const;

describe("the note about a mismatched payment in the history", () => {
  test.each([
    [{}, "Payment under review: you paid $90.00 instead of $100.00. Nothing is lost."],
    [riel, "Payment under review: you paid 410,000 KHR instead of $100.00. Nothing is lost."],
    [{ reason: "paid_twice", paidAmount: 100 }, "Second payment of $100.00 under review. Nothing is lost."],
    [{ reason: "settlement_used", paidAmount: 100 }, "Payment of $100.00 under review. Nothing is lost."],
    [{ status: "matched", creditedAmount: 99.5 }, "Credited $99.50 after review"],
    [{ status: "refunded", ...riel, note: "Sent back to ABA" }, "Payment of 410,000 KHR refunded: Sent back to ABA"],
    [{ status: "dismissed", note: "It was a test" }, "Payment of $90.00 reviewed and not credited: It was a test"],
  ] as const)("%p: %s", (change, note) => {
    expect(reviewNote(review(change), 100)).toBe(note);
  });
});

describe("the message about a mismatched payment in the dialog", () => {
  test.each([
    [{}, "Payment under review", "does not match this deposit. Our team will review it. Nothing is lost."],
    [{ reason: "settlement_used" }, "Payment under review", "Our team will review it. Nothing is lost."],
    [{ status: "matched", creditedAmount: 90 }, "Credited $90.00 after review", "It is in your balance."],
    [{ status: "refunded", note: "Sent back" }, "Payment refunded", "Sent back"],
    [{ status: "dismissed", note: "It was a test" }, "Payment not credited", "It was a test"],
  ] as const)("%p: %s", (change, title, detail) => {
    const news = reviewNews(review(change));
    expect(news.title).toBe(title);
    expect(news.detail).toEndWith(detail);
  });
});
