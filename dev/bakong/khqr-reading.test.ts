import { expect, test } from "bun:test";
import { TAG } from "ts-khqr";
import { fc } from "../../web/test/property.ts";
import { cents } from "../../worker/contract/money.ts";
import { encodeKhqr, khqrMd5 } from "../../worker/deposits/khqr.ts";
import { readKhqr } from "./khqr-reading.ts";
import { makeExpiredKhqr, makeSampleKhqr } from "./sample-khqr.ts";

test("a code is read with everything that a payer sees", () => {
  const expiresAtMs = Date.now() + 600_000;
  const code = { amount: 25.5, expirationTimestamp: expiresAtMs, additionalData: { billNumber: "D7K3Q9XABCD" } };
  const { qr, md5 } = makeSampleKhqr(code);
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
    expiresAtMs,
    isExpired: false,
  });
});

test("the account is read from a merchant's code as from an individual's", () => {
  const merchant = { tag: TAG.MERCHANT, merchantID: "012345", acquiringBank: "ACLB" };
  expect(readKhqr(makeSampleKhqr(merchant).qr).accountId).toBe("tonle@aclb");
});

test("a code without an amount is static and leaves the amount to the payer", () => {
  const { qr } = makeSampleKhqr({ amount: 0, additionalData: {} });
  expect(readKhqr(qr)).toMatchObject({ amount: null, isStatic: true, expiresAtMs: null, isExpired: false });
});

test("an expired code is read and reported as expired", () => {
  expect(readKhqr(makeExpiredKhqr().qr)).toMatchObject({ amount: 100, isExpired: true });
});

test("every code that the product makes is read back with the same values", () => {
  const text = (max: number) => fc.stringMatching(new RegExp(`^[A-Za-z0-9][A-Za-z0-9 ]{0,${max - 2}}[A-Za-z0-9]$`));
  const code = fc.record({
    accountId: fc.stringMatching(/^[a-z_]{1,20}@[a-z]{2,8}$/),
    merchantName: text(25),
    merchantCity: text(15),
    amountCents: fc.integer({ min: 1, max: 1_000_000 }).map(cents),
    billNumber: fc.stringMatching(/^D[0-9A-Z]{10}$/),
    expiresAtMs: fc.integer({ min: Date.now() + 60_000, max: Date.now() + 600_000 }),
  });
  fc.assert(
    fc.property(code, (made) => {
      const qr = encodeKhqr({ ...made, createdAtMs: Date.now() });
      const { amountCents, ...same } = made;
      expect(readKhqr(qr)).toMatchObject({ ...same, md5: khqrMd5(qr), amount: amountCents / 100, currency: "USD" });
    }),
    { numRuns: 200 },
  );
});

test("a checksum that begins with zeros is valid", () => {
  const code = {
    accountId: "tonle@aclb",
    merchantName: "Tonle",
    merchantCity: "Phnom Penh",
    amountCents: cents(1_00),
    createdAtMs: Date.now(),
    expiresAtMs: Date.now() + 600_000,
  };
  const make = (bill: number) => encodeKhqr({ ...code, billNumber: `D${bill}` });
  const bill = Array.from({ length: 100_000 }, (_, index) => index).find((one) => /000[0-9A-F]$/.test(make(one)));
  const qr = make(bill ?? 0);
  expect(readKhqr(qr).billNumber).toBe(`D${bill}`);
  expect(() => readKhqr(`${qr.slice(0, -1)}${qr.endsWith("1") ? "2" : "1"}`)).toThrow("not a valid KHQR");
});

test("any changed character makes a code invalid", () => {
  const { qr } = makeSampleKhqr();
  fc.assert(
    fc.property(fc.nat(qr.length - 1), fc.constantFrom("0", "7", "K"), (at, character) => {
      fc.pre(qr[at] !== character);
      expect(() => readKhqr(qr.slice(0, at) + character + qr.slice(at + 1))).toThrow();
    }),
  );
});

test("a dynamic code without an expiry is refused", () => {
  const withoutExpiry =
    "00020101021229180014jonhsmith@nbcq52045999530311654035005802KH5910Jonh Smith6010PHNOM PENH99170013173949577872263046894";
  expect(() => readKhqr(withoutExpiry)).toThrow("Expiration timestamp is required");
});
