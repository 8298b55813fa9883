import { describe, expect, test } from "bun:test";
import type { Review } from "./deposit-calls.ts";
import { broughtUsd, depositCredits } from "./deposit-sums.ts";

const PAID_AT = "2026-11-21T15:00:00.000Z";
const DECIDED_AT = "2026-11-22T09:00:00.000Z";
const open: Review = {
  ...{ status: "open", reason: "wrong_amount", paidAmount: 90, paidCurrency: "USD" },
  ...{ creditedAmount: null, note: null, decidedAt: null },
};
const matched: Review = { ...open, status: "matched", creditedAmount: 90, decidedAt: DECIDED_AT };

describe("a deposit brings into the balance", () => {
  test.each([
    ["nothing while it is not paid", { paymentVerifiedAt: null, review: null }, []],
    ["nothing while its payment is under review", { paymentVerifiedAt: null, review: open }, []],
    ["its amount when it is paid", { paymentVerifiedAt: PAID_AT, review: null }, [{ usd: 100, at: PAID_AT }]],
    ["what a review credited", { paymentVerifiedAt: null, review: matched }, [{ usd: 90, at: DECIDED_AT }]],
    [
      "both, when it was paid twice",
      { paymentVerifiedAt: PAID_AT, review: matched },
      [
        { usd: 100, at: PAID_AT },
        { usd: 90, at: DECIDED_AT },
      ],
    ],
  ])("%s", (_, deposit, credits) => {
    expect(depositCredits({ amount: 100, ...deposit })).toEqual(credits);
    expect(broughtUsd({ amount: 100, ...deposit })).toBe(credits.reduce((sum, { usd }) => sum + usd, 0));
  });
});
