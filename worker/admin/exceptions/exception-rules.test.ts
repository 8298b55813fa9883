import { describe, expect, test } from "bun:test";
import { cents } from "../../contract/money.ts";
import { creditable, matchAmount, refundAmount } from "./exception-rules.ts";

const waits = { creditedTo: null, deposit: { status: "expired" as const } };
const usd = (paidAmount: number) => ({ ...waits, paidAmount, paidCurrency: "USD", reason: "wrong_amount" });
const khr = { ...waits, paidAmount: 100_000, paidCurrency: "KHR", reason: "wrong_currency" };

describe("what a match may credit", () => {
  test.each([
    [0.01, usd(25.5), 1],
    [25.5, usd(25.5), 2550],
    [19.99, usd(19.99), 1999],
    [4_096.29, usd(4_096.29), 409_629],
    [10.01, usd(10.019), 1001],
    [12_000, usd(12_000), 1_200_000],
    [25, khr, 2500],
    [10_000, khr, 1_000_000],
  ])("%p dollars of %p", (dollars, paid, expected) => {
    expect<number>(matchAmount(dollars, paid)).toBe(expected);
  });

  test.each([
    [25.51, usd(25.5), "Only $25.50 was paid; more cannot be credited"],
    [10.02, usd(10.019), "Only $10.01 was paid; more cannot be credited"],
    [0, usd(25.5), "Amount must be greater than 0"],
    [-1, usd(25.5), "Amount must be greater than 0"],
    [1.005, usd(25.5), "Enter an amount with at most two decimals"],
    [10_000.01, khr, "At most $10,000.00 can be credited"],
  ])("not %p dollars of %p", (dollars, paid, message) => {
    expect(() => matchAmount(dollars, paid)).toThrow(message);
  });

  test.each([
    ["less than a cent", usd(0.009), "less_than_a_cent"],
    ["nothing", usd(0), "less_than_a_cent"],
    ["nothing in another currency", { ...khr, paidAmount: 0 }, "less_than_a_cent"],
    ["what another deposit was credited for", { ...usd(25.5), reason: "settlement_used" }, "settlement_used"],
    ["what another deposit has the hash of", { ...usd(25.5), creditedTo: { id: "d" } }, "settlement_used"],
    ["a second payment for a code", { ...usd(25.5), deposit: { status: "paid" } }, "code_credited"],
  ] as const)("nothing of %s, whatever is asked", (_, paid, obstacle) => {
    expect(creditable(paid)).toEqual({ mostCents: cents(0), obstacle });
    expect(() => matchAmount(0.01, paid)).toThrow();
  });
});

describe("what a refund may send back", () => {
  test.each([
    [0.01, usd(25.5), 1],
    [25.5, usd(25.5), 2_550],
    [10.01, usd(10.019), 1_001],
    [100_000, khr, 10_000_000],
    [25.5, { ...usd(25.5), deposit: { status: "paid" as const } }, 2_550],
  ])("%p of %p", (amount, paid, hundredths) => {
    expect<number>(refundAmount(amount, paid)).toBe(hundredths);
  });

  test.each([
    [25.51, usd(25.5), "Only $25.50 came; more cannot be sent back"],
    [100_000.01, khr, "Only 100,000 KHR came; more cannot be sent back"],
    [0, usd(25.5), "Amount must be greater than 0"],
    [1.005, usd(25.5), "Enter an amount with at most two decimals"],
    [25.5, { ...usd(25.5), reason: "settlement_used" }, "This payment was already processed"],
    [25.5, { ...usd(25.5), creditedTo: { id: "d" } }, "This payment was already processed"],
  ])("not %p of %p", (amount, paid, message) => {
    expect(() => refundAmount(amount, paid)).toThrow(message);
  });
});
