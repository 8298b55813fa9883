import { afterEach, expect, setSystemTime, test } from "bun:test";
import { KHQR } from "ts-khqr";
import { fc } from "../../web/test/property.ts";
import { accountIdOf, crc16, khqrOwner } from "../contract/khqr-fields.ts";
import { cents } from "../contract/money.ts";
import { encodeKhqr, type Khqr, khqrMd5 } from "./khqr.ts";

const code: Khqr = {
  accountId: "tonle_trading@aclb",
  merchantName: "Tonle Trading",
  merchantCity: "Phnom Penh",
  amountCents: cents(25_50),
  billNumber: "D7KQ4M2XPRA",
  createdAtMs: 1_800_000_000_000,
  expiresAtMs: 1_800_000_600_000,
};

afterEach(() => void setSystemTime());

test("the checksum is CRC-16/CCITT-FALSE", () => {
  // The check value of the CRC catalogue.
  expect(crc16("123456789")).toBe("29B1");
});

test("the MD5 of a published code is the published one", () => {
  const qr =
    "00020101021229180014jonhsmith@nbcq52045999530311654035005802KH5910Jonh Smith6010PHNOM PENH99170013173949577872263046894";
  expect(khqrMd5(qr)).toBe("b1c250304b8594e4c6b53dd44791b57a");
});

test("another implementation decodes the same values", () => {
  // The other implementation rejects an expired code.
  setSystemTime(code.createdAtMs);
  fc.assert(
    fc.property(
      fc.integer({ min: 10_00, max: 10_000_00 }),
      fc.stringMatching(/^D[2-9A-Z]{10}$/),
      (amount, billNumber) => {
        const qr = encodeKhqr({ ...code, amountCents: cents(amount), billNumber });
        // The other implementation rejects a checksum below 0x0010.
        fc.pre(!qr.slice(-4).startsWith("000"));
        expect(KHQR.verify(qr)).toEqual({ isValid: true });
        const { data, status } = KHQR.parse(qr);
        expect(status.code).toBe(0);
        expect(Number(data?.transactionAmount)).toBe(amount / 100);
        expect(data).toMatchObject({
          bakongAccountID: code.accountId,
          merchantName: code.merchantName,
          merchantCity: code.merchantCity,
          transactionCurrency: "840",
          billNumber,
        });
      },
    ),
  );
});

test("the account is read back from a code, also behind a Khmer name, and from nothing else", () => {
  expect(accountIdOf(encodeKhqr({ ...code, merchantName: "ទន្លេ" }))).toBe(code.accountId);
  for (const text of ["", "000201", "2930", "29xx0014jonhsmith@nbcq"]) expect(accountIdOf(text)).toBeNull();
});

test("lengths count characters, so a Khmer name stays readable", () => {
  const { data } = KHQR.parse(encodeKhqr({ ...code, merchantName: "ទន្លេ" }));
  expect(data?.merchantName).toBe("ទន្លេ");
});

test("the owner is read from a whole code alone: a changed name, a cut code or another text says nothing", () => {
  const text = encodeKhqr({ ...code, merchantName: "ញ៉ែម ពិសី" });
  expect(khqrOwner(text)).toEqual({ name: "ញ៉ែម ពិសី", account: code.accountId });
  const named = encodeKhqr({ ...code, merchantName: "NHEM PISEY" });
  for (const other of [named.replace("NHEM", "KHEM"), named.slice(0, -1), `${named}x`, "https://example.com", ""]) {
    expect(khqrOwner(other)).toBeNull();
  }
});
