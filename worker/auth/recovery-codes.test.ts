import { expect, test } from "bun:test";
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from "./recovery-codes.ts";

test("there are ten, all different, in three groups of four", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
});

test("a code is parsed as people type it", () => {
  for (const typed of ["7K2M-01XA-40TB", "7k2m01xa40tb", " 7K2M 01XA 40TB ", "7k2m-oixa-4otb", "7K2M-OLXA-40TB"]) {
    expect(readRecoveryCode(typed)).toBe("7K2M01XA40TB");
  }
});

test.each(["", "123456", "7K2M-01XA-40T", "7K2M-01XA-40TBB", "7K2M-01XA-40TU", "7K2M-01XA-40T!"])(
  "%p is not a recovery code",
  (typed) => {
    expect(readRecoveryCode(typed)).toBeNull();
  },
);

test("the same code of two users has different hashes", async () => {
  expect(await hashRecoveryCode("a", "7K2M01XA40TB")).not.toBe(await hashRecoveryCode("b", "7K2M01XA40TB"));
});
