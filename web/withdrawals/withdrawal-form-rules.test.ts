import { describe, expect, test } from "bun:test";
import type { Destination } from "./payment-destination.ts";
import {
  type DraftProblem,
  dayLeftUsd,
  isFilled,
  maxAmountText,
  readDraft,
  type WithdrawalDraft,
} from "./withdrawal-form-rules.ts";

const BANK: Destination = {
  paymentMethod: "Bank Transfer",
  paymentDetails: { bankName: "ACLEDA Bank", accountId: "0123454471" },
};
const COMPLETE: WithdrawalDraft = { amountText: "80", paymentMethod: "Bank Transfer", requestMessage: "For rent" };

function read(change: Partial<WithdrawalDraft>, availableUsd = 350.55, leftUsd: number | null = null) {
  return readDraft({ ...COMPLETE, ...change }, { destinations: [BANK], availableUsd, leftUsd });
}

describe("a draft", () => {
  test.each<[string, Partial<WithdrawalDraft>, boolean]>([
    ["whole", {}, true],
    ["without an amount", { amountText: "" }, false],
    ["with a point alone", { amountText: "." }, false],
    ["with thousands", { amountText: "10,000" }, true],
    ["with a comma for decimals", { amountText: "1,5" }, false],
    ["with three decimals", { amountText: "1.500" }, false],
    ["with letters", { amountText: "1e3" }, false],
    ["without a method", { paymentMethod: null }, false],
    ["without a message", { requestMessage: "" }, false],
  ])("%s can be submitted only when no field is empty", (_, change, expected) => {
    expect(isFilled({ ...COMPLETE, ...change })).toBe(expected);
  });

  test.each<[string, Partial<WithdrawalDraft>, DraftProblem]>([
    ["without an amount", { amountText: "" }, { field: "amount", message: "All fields are required" }],
    ["without a method", { paymentMethod: null }, { field: "paymentMethod", message: "All fields are required" }],
    ["with an inactive one", { paymentMethod: "KHQR" }, { field: "paymentMethod", message: "All fields are required" }],
    ["with blanks", { requestMessage: "  \n" }, { field: "requestMessage", message: "All fields are required" }],
    ["of nothing", { amountText: "0" }, { field: "amount", message: "Amount must be greater than 0" }],
    ["of no cents", { amountText: "0.00" }, { field: "amount", message: "Amount must be greater than 0" }],
    [
      "of a cent too much",
      { amountText: "350.56" },
      { field: "amount", message: "You don't have enough money. Available: $350.55" },
    ],
    [
      "with a long message",
      { requestMessage: "x".repeat(501) },
      { field: "requestMessage", message: "The message can have up to 500 characters" },
    ],
  ])("%s is refused at the invalid field", (_, change, problem) => {
    expect(read(change)).toEqual({ problem });
  });

  test("above the limit of a request is refused, at the limit it is accepted", () => {
    expect(read({ amountText: "10000.01" }, 20_000)).toHaveProperty("problem.field", "amount");
    expect(read({ amountText: "10000" }, 20_000)).toHaveProperty("ask.amount", 10_000);
  });

  test.each([
    ["0.01", 0.01],
    ["350.55", 350.55],
    ["12.", 12],
    ["៥០.០០", 50],
    ["$50", 50],
  ])("of %p requests that amount, with the stored destination and the trimmed message", (text, amount) => {
    expect(read({ amountText: text, requestMessage: " For rent\n" })).toEqual({
      ask: { amount, ...BANK, requestMessage: "For rent" },
    });
  });
});

test("a draft above the remaining 24-hour allowance is refused with the allowance, at the allowance it is accepted", () => {
  expect(read({ amountText: "80.01" }, 350, 80)).toEqual({
    problem: {
      field: "amount",
      message: "You can withdraw at most $10,000.00 in 24 hours; $80.00 of it is left now",
    },
  });
  expect(read({ amountText: "80" }, 350, 80)).toHaveProperty("ask.amount", 80);
});

test.each([
  [350.55, null, "350.55"],
  [350.5, 9_000, "350.50"],
  [350.5, 80, "80.00"],
  [0, null, "0.00"],
  [25_000, null, "10000.00"],
])("Max of %p, with %p left of the day, fills in %p", (availableUsd, leftUsd, text) => {
  expect(maxAmountText(availableUsd, leftUsd)).toBe(text);
});

test("the remaining allowance is unknown before it is loaded and after it has grown", () => {
  const limits = { request: 10_000, day: 10_000, dayLeft: 80, moreAt: new Date(5_000).toISOString() };
  expect(dayLeftUsd(null, 0)).toBeNull();
  expect(dayLeftUsd(limits, 4_999)).toBe(80);
  expect(dayLeftUsd(limits, 5_000)).toBeNull();
  expect(dayLeftUsd({ ...limits, dayLeft: 10_000, moreAt: null }, 5_000)).toBe(10_000);
});
