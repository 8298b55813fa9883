import { expect, test } from "bun:test";
import fc from "fast-check";
import { CURRENCY, KHQR, type QRPayload, TAG } from "ts-khqr";
import { readKhqr } from "./khqr-reading.ts";

const IN_TEN_MINUTES = Date.now() + 600_000;

function makeCode(change: Partial<QRPayload> = {}): { qr: string; md5: string } {
  const { data } = KHQR.generate({
    tag: TAG.INDIVIDUAL,
    accountID: "tonle@aclb",
    merchantName: "Tonle Trading",
    currency: CURRENCY.USD,
    amount: 25.5,
    expirationTimestamp: IN_TEN_MINUTES,
    additionalData: { billNumber: "D7K3Q9XABCD" },
    ...change,
  });
  if (!data) throw new Error("the code could not be made");
  return data;
}

test("a code is read with all that a payer should see", () => {
  const { qr, md5 } = makeCode();
  expect(readKhqr(qr)).toEqual({
    md5,
    merchantName: "Tonle Trading",
    merchantCity: "Phnom Penh",
    accountId: "tonle@aclb",
    currency: "USD",
    amount: 25.5,
    isStatic: false,
    billNumber: "D7K3Q9XABCD",
    purpose: null,
    createdAtMs: expect.any(Number),
    expiresAtMs: IN_TEN_MINUTES,
    isExpired: false,
  });
});

test("the account is read from a merchant's code as from an individual's", () => {
  const merchant = { tag: TAG.MERCHANT, merchantID: "012345", acquiringBank: "ACLB" };
  expect(readKhqr(makeCode(merchant).qr).accountId).toBe("tonle@aclb");
});

test("a code without an amount is static and leaves the amount to the payer", () => {
  const { data } = KHQR.generate({ tag: TAG.INDIVIDUAL, accountID: "tonle@aclb", merchantName: "Tonle" });
  expect(readKhqr(data?.qr ?? "")).toMatchObject({ amount: null, isStatic: true, currency: "KHR", expiresAtMs: null });
});

test("any changed character makes a code invalid", () => {
  const { qr } = makeCode();
  fc.assert(
    fc.property(fc.nat(qr.length - 1), fc.constantFrom("0", "7", "K"), (at, character) => {
      fc.pre(qr[at] !== character);
      expect(() => readKhqr(qr.slice(0, at) + character + qr.slice(at + 1))).toThrow();
    }),
  );
});

test("a dynamic code without its expiry is no code that an app would pay", () => {
  const withoutExpiry =
    "00020101021229180014jonhsmith@nbcq52045999530311654035005802KH5910Jonh Smith6010PHNOM PENH99170013173949577872263046894";
  expect(() => readKhqr(withoutExpiry)).toThrow("Expiration timestamp is required");
});
