import { describe, expect, test } from "bun:test";
import { AppError } from "../contract/errors.ts";
import { cents } from "../contract/money.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { depositAmount, judgePayment, nextPollAt, type Payment } from "./deposit-rules.ts";
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

describe("a payment is credited when it matches its deposit", () => {
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
    fromAccountId: "sokha_chan@mekong",
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

describe("the sweep polls again", () => {
  test("at the next minute while the deposit is pending, whenever in the minute it was polled", () => {
    const tickMs = 60 * MINUTE_MS;
    // A run of the cron polls in the first 50 seconds of its minute; a code may be opened at any time.
    for (const ageMs of [0, 1, 10_000, 30_000, 50_000, 54_999]) {
      const nextMs = nextPollAt(null, tickMs + ageMs) ?? 0;
      expect(nextMs).toBe(tickMs + MINUTE_MS - 5_000);
    }
    // In the last seconds, at the minute after the next one: the network was polled a moment ago.
    expect(nextPollAt(null, tickMs + 55_000)).toBe(tickMs + 2 * MINUTE_MS - 5_000);
  });

  test("at 1, 5, 15 and 60 minutes after it ended and then at growing intervals, up to 48 hours", () => {
    const polls: number[] = [];
    for (let at = nextPollAt(0, 0); at !== null; at = nextPollAt(0, at)) polls.push(at);
    expect(polls.slice(0, 4)).toEqual([MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS]);
    expect(polls.slice(4).map((ms) => ms / HOUR_MS)).toEqual([2, 4, 8, 16, 32, 48]);
  });
});
