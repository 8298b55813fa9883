import { describe, expect, test } from "bun:test";
import { AppError } from "../contract/errors.ts";
import { cents } from "../contract/money.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { depositAmount, judgePayment, nextAskAt, type Payment } from "./deposit-rules.ts";
import { encodeKhqr } from "./khqr.ts";

describe("the amount", () => {
  test.each([
    [10, 1_000],
    [10_000, 1_000_000],
    [25.5, 2_550],
  ])("%p dollars are %p cents", (dollars, expected) => {
    expect<number>(depositAmount(dollars)).toBe(expected);
  });

  test.each([
    [9.99, "Minimum deposit is $10 USD"],
    [0, "Minimum deposit is $10 USD"],
    [-50, "Minimum deposit is $10 USD"],
    [10_000.01, "Maximum deposit is $10,000 USD"],
    [10.001, "Enter an amount with at most two decimals"],
  ])("%p dollars are refused", (dollars, message) => {
    expect(() => depositAmount(dollars)).toThrow(new AppError("invalid_input", message, { field: "amount" }));
  });
});

describe("a payment pays a deposit when everything agrees", () => {
  const qrString = encodeKhqr({
    accountId: "tonle@aclb",
    merchantName: "Tonle",
    merchantCity: "Phnom Penh",
    billNumber: "D2222222222",
    amountCents: cents(100_00),
    createdAtMs: 1_000_000,
    expiresAtMs: 1_600_000,
  });
  const deposit = { amountCents: 100_00, createdAtMs: 1_000_000, qrString };
  const payment: Payment = {
    settlementHash: "abcdef0123456789",
    toAccountId: "tonle@aclb",
    currency: "USD",
    amount: 100,
    atMs: 1_005_000,
  };

  test.each([
    ["credit", {}],
    ["credit", { atMs: null }],
    ["credit", { toAccountId: "Tonle@ACLB" }],
    ["wrong_account", { toAccountId: "other@aclb" }],
    ["wrong_account", { toAccountId: "tonle@aclb2" }],
    ["wrong_currency", { currency: "KHR" }],
    ["wrong_amount", { amount: 99.99 }],
    ["wrong_amount", { amount: 100.01 }],
    ["wrong_amount", { amount: 100.001 }],
    ["paid_before_created", { atMs: 1_000_000 - 60_001 }],
    ["credit", { atMs: 1_000_000 - 60_000 }],
  ] as const)("%s for %p", (verdict, change) => {
    expect(judgePayment({ ...payment, ...change }, deposit)).toBe(verdict);
  });
});

describe("the sweep asks again", () => {
  test("a minute later while the deposit is pending", () => {
    expect(nextAskAt(null, 5_000)).toBe(5_000 + MINUTE_MS);
  });

  test("at 1, 5, 15 and 60 minutes and then each hour after it ended, up to 48 hours", () => {
    const asks: number[] = [];
    for (let at = nextAskAt(0, 0); at !== null; at = nextAskAt(0, at)) asks.push(at);
    expect(asks.slice(0, 6)).toEqual([MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS]);
    expect(asks.at(-1)).toBe(48 * HOUR_MS);
  });
});
