import { describe, expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { AppError } from "../contract/errors.ts";
import { WITHDRAWAL } from "../contract/limits.ts";
import { cents } from "../contract/money.ts";
import { DAY_MS } from "../contract/time.ts";
import {
  approvableAt,
  approvalsNeeded,
  assertMayWithdraw,
  assertSecondFactor,
  payoutDestination,
  requestMessage,
  type WithdrawalAsk,
  withdrawalAmount,
  withdrawalLimits,
} from "./withdrawal-rules.ts";

function refusal(act: () => unknown): { code: string; message: string; field?: string; link?: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message, ...error.detail };
    throw error;
  }
  throw new Error("it was not refused");
}

describe("the amount", () => {
  test.each([
    [0.01, 1],
    [10, 1_000],
    [1234.56, 123_456],
    [10_000, 1_000_000],
  ])("%p dollars are %p cents", (dollars, amountCents) => {
    expect(withdrawalAmount(dollars)).toBe(cents(amountCents));
  });

  test.each([0, -0.01, -5, -1e9])("%p is not above 0", (dollars) => {
    expect(refusal(() => withdrawalAmount(dollars))).toEqual({
      code: "invalid_input",
      message: "Amount must be greater than 0",
      field: "amount",
    });
  });

  test.each([0.001, 10.005, 1e13])("%p is not an amount of money", (dollars) => {
    expect(refusal(() => withdrawalAmount(dollars)).message).toBe("Enter an amount with at most two decimals");
  });
});

test.each([
  ["optional", false, null],
  ["optional", true, null],
  ["required", true, null],
  ["required", false, "second_factor_needed"],
] as const)("where a second factor is %s, a trader with one (%p) is refused with %p", (setting, has, code) => {
  const ask = () => assertSecondFactor(setting, has);
  if (code === null) expect(ask).not.toThrow();
  else expect(refusal(ask).code).toBe(code);
});

describe("the request message", () => {
  test("is trimmed, and may have several lines", () => {
    expect(requestMessage(" Rent,\r\nplease ")).toBe("Rent,\nplease");
  });

  test.each(["", "  ", "\n"])("%j is missing", (text) => {
    expect(refusal(() => requestMessage(text))).toMatchObject({ message: "All fields are required" });
  });

  test("has at most 500 characters", () => {
    expect(requestMessage("x".repeat(500))).toHaveLength(500);
    expect(refusal(() => requestMessage("x".repeat(501))).field).toBe("requestMessage");
  });
});

describe("whether a withdrawal may be requested", () => {
  const may: WithdrawalAsk = {
    ...{ amountCents: 5_000, availableCents: 10_000, pendingCount: 0, lastDayCents: 0 },
    dayCentsMax: WITHDRAWAL.dailyCentsMax,
  };

  test("the whole balance may be requested, and a cent more may not", () => {
    expect(() => assertMayWithdraw({ ...may, amountCents: 10_000 })).not.toThrow();
    expect(refusal(() => assertMayWithdraw({ ...may, amountCents: 10_001 }))).toEqual({
      code: "insufficient_funds",
      message: "You don't have enough money. Available: $100.00",
      field: "amount",
    });
  });

  test("a fifth request may be pending, a sixth may not", () => {
    expect(() => assertMayWithdraw({ ...may, pendingCount: 4 })).not.toThrow();
    expect(refusal(() => assertMayWithdraw({ ...may, pendingCount: 5 })).code).toBe("too_many_pending");
  });

  test("ten thousand dollars in a day may be requested, and a cent more may not", () => {
    const rich = { ...may, availableCents: 5_000_000 };
    expect(() => assertMayWithdraw({ ...rich, amountCents: 1_000_000 })).not.toThrow();
    expect(refusal(() => assertMayWithdraw({ ...rich, amountCents: 1_000_001 }))).toEqual({
      code: "over_daily_sum",
      message: "You can withdraw at most $10,000.00 in 24 hours",
      field: "amount",
    });
    const later = { ...rich, lastDayCents: 700_000 };
    expect(() => assertMayWithdraw({ ...later, amountCents: 300_000 })).not.toThrow();
    expect(refusal(() => assertMayWithdraw({ ...later, amountCents: 300_001 })).message).toBe(
      "You can withdraw at most $10,000.00 in 24 hours; $3,000.00 of it is left now",
    );
    const lowered = { ...later, dayCentsMax: 500_000 };
    expect(refusal(() => assertMayWithdraw({ ...lowered, amountCents: 1 })).message).toBe(
      "You can withdraw at most $5,000.00 in 24 hours; $0.00 of it is left now",
    );
  });

  test("an accepted request never exceeds the balance, the daily limit or five pending requests", () => {
    const requestFacts = fc.record({
      amountCents: fc.integer({ min: 1, max: 2_000_000 }),
      availableCents: fc.nat({ max: 2_000_000 }),
      pendingCount: fc.nat({ max: 7 }),
      lastDayCents: fc.nat({ max: 1_000_000 }),
      dayCentsMax: fc.nat({ max: 1_000_000 }),
    });
    const isAllowed = ({ amountCents, availableCents, pendingCount, lastDayCents, dayCentsMax }: WithdrawalAsk) =>
      amountCents <= availableCents &&
      pendingCount < WITHDRAWAL.pendingMax &&
      amountCents + lastDayCents <= dayCentsMax;
    fc.assert(
      fc.property(requestFacts, (one) => {
        if (isAllowed(one)) expect(() => assertMayWithdraw(one)).not.toThrow();
        else expect(() => assertMayWithdraw(one)).toThrow(AppError);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("the payment destination", () => {
  const stored = {
    khqrImage: "code.png",
    khqrHolder: "SOKHA CHAN",
    bankName: "ABA Bank",
    accountId: "000 123",
    bankHolder: "CHAN SOKHA",
  };
  const khqr = {
    paymentMethod: "KHQR" as const,
    paymentImage: "code.png",
    bankName: null,
    accountId: null,
    holderName: "SOKHA CHAN",
  };
  const bank = {
    paymentMethod: "Bank Transfer" as const,
    paymentImage: null,
    bankName: "ABA Bank",
    accountId: "000 123",
    holderName: "CHAN SOKHA",
  };

  test("is a copy of the stored method", () => {
    expect(payoutDestination("KHQR", stored, undefined)).toEqual(khqr);
    expect(payoutDestination("Bank Transfer", stored, undefined)).toEqual(bank);
  });

  test("may be repeated by the client, exactly", () => {
    expect(payoutDestination("KHQR", stored, { image: "/api/image/code.png" })).toEqual(khqr);
    expect(payoutDestination("Bank Transfer", stored, { bankName: "ABA Bank", accountId: "000 123" })).toEqual(bank);
  });

  test.each([
    ["KHQR", { image: "/api/image/other.png" }],
    ["KHQR", { bankName: "ABA Bank", accountId: "000 123" }],
    ["Bank Transfer", { bankName: "ABA Bank", accountId: "000 124" }],
    ["Bank Transfer", { bankName: "Aba Bank", accountId: "000 123" }],
    ["Bank Transfer", { image: "/api/image/code.png" }],
  ] as const)("is refused when the client believes %s to be %p", (method, given) => {
    expect(refusal(() => payoutDestination(method, stored, given)).field).toBe("paymentDetails");
  });

  test.each([
    ["KHQR", null],
    ["KHQR", { ...stored, khqrImage: null }],
    ["Bank Transfer", null],
    ["Bank Transfer", { ...stored, bankName: "" }],
    ["Bank Transfer", { ...stored, accountId: "" }],
  ] as const)("is refused when %s of %p is not active", (method, methods) => {
    expect(refusal(() => payoutDestination(method, methods, undefined))).toMatchObject({
      code: "invalid_input",
      field: "paymentMethod",
      message: `${method} is not active. Please set up payment methods in your profile first`,
    });
  });
});

test.each([
  ["KHQR", { khqrHolder: "" }],
  ["Bank Transfer", { bankHolder: "" }],
] as const)("a request to a %s of before holders asks for the holder, and leads to the profile", (method, without) => {
  const holders = { khqrHolder: "Sokha Chan", bankHolder: "Sokha Chan", ...without };
  const methods = { khqrImage: "code.png", bankName: "ABA Bank", accountId: "000 123", ...holders };
  expect(refusal(() => payoutDestination(method, methods, undefined))).toMatchObject({
    code: "holder_needed",
    field: "paymentMethod",
    link: "/profile",
  });
  const other = method === "KHQR" ? "Bank Transfer" : "KHQR";
  expect(payoutDestination(other, methods, undefined).holderName).toBe("Sokha Chan");
});

describe("the hold after a change of security", () => {
  test.each([
    [null, 5 * DAY_MS, null],
    [4 * DAY_MS, 4 * DAY_MS, 5 * DAY_MS],
    [4 * DAY_MS, 5 * DAY_MS - 1, 5 * DAY_MS],
    [4 * DAY_MS, 5 * DAY_MS, null],
    [0, 5 * DAY_MS, null],
  ])("changed at %p, requested at %p: approvable at %p", (changedAtMs, nowMs, expected) => {
    expect(approvableAt(changedAtMs, nowMs)).toBe(expected);
  });
});

test.each([
  [1, 0, 100_000, 1],
  [100_000, 0, 100_000, 1],
  [100_001, 0, 100_000, 2],
  [1, 99_999, 100_000, 1],
  [1, 100_000, 100_000, 2],
  [1, 0, 0, 2],
])(
  "a request of %p cents after %p within 24 hours, with one admin up to %p: %p",
  (amountCents, lastDayCents, secondAdminAboveCents, needed) => {
    expect(approvalsNeeded({ amountCents, lastDayCents, secondAdminAboveCents })).toBe(needed as 1 | 2);
  },
);

test("the remaining daily allowance, and when it grows", () => {
  const [requestCents, dayCents, dayCentsMax] = [1_000_000, 1_000_000, 1_000_000] as const;
  expect(withdrawalLimits({ sumCents: 0, firstAtMs: null, dayCentsMax })).toEqual({
    requestCents,
    dayCents,
    dayLeftCents: 1_000_000,
    moreAtMs: null,
  });
  expect(withdrawalLimits({ sumCents: 250_050, firstAtMs: 5, dayCentsMax })).toEqual({
    requestCents,
    dayCents,
    dayLeftCents: 749_950,
    moreAtMs: 5 + DAY_MS,
  });
  expect(withdrawalLimits({ sumCents: 1_000_000, firstAtMs: 5, dayCentsMax }).dayLeftCents).toBe(0);
  // The limit was lowered below what was requested already.
  expect(withdrawalLimits({ sumCents: 250_050, firstAtMs: 5, dayCentsMax: 20_000 })).toMatchObject({
    ...{ requestCents: 20_000, dayCents: 20_000, dayLeftCents: 0 },
  });
});
