import { expect, test } from "bun:test";
import * as OTPAuth from "otpauth";
import { NO_STEP, newTotpSecret, otpauthUrl, readTotp, totpStep } from "./totp.ts";

/** RFC 6238, appendix B: the key is these 20 characters, and our codes are the last six of its eight digits. */
const RFC_SECRET = OTPAuth.Secret.fromUTF8("12345678901234567890").base32;

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %i s the RFC's code is correct, and belongs to that time step", (seconds, code) => {
  expect(totpStep(RFC_SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test("a clock may be one step early or late, to the millisecond, but not two", () => {
  const stepStartMs = 60_000_000;
  const step = stepStartMs / 30_000;
  const code = new OTPAuth.TOTP({ secret: RFC_SECRET }).generate({ timestamp: stepStartMs });
  for (const [nowMs, found] of [
    [stepStartMs - 30_001, null],
    [stepStartMs - 30_000, step],
    [stepStartMs, step],
    [stepStartMs + 59_999, step],
    [stepStartMs + 60_000, null],
  ] as const) {
    expect(totpStep(RFC_SECRET, code, nowMs)).toBe(found);
  }
});

test.each([
  ["right", 0, null],
  ["right", 1, 0],
  ["right", 0, -1],
  ["used", 0, 0],
  ["used", -1, 0],
  ["used", -1, 1],
  ["used", -2, -2],
  ["used", -20, -20],
  ["clock", -2, null],
  ["clock", -3, 0],
  ["clock", 2, 0],
  ["clock", -20, null],
  ["clock", 20, null],
  ["wrong", -21, null],
  ["wrong", 21, null],
] as const)("is %s: a code of %p steps from now, when the last accepted one was of %p", (is, steps, lastSteps) => {
  const nowMs = 1_800_000_015_000;
  const nowStep = Math.floor(nowMs / 30_000);
  const code = new OTPAuth.TOTP({ secret: RFC_SECRET }).generate({ timestamp: nowMs + steps * 30_000 });
  const reading = readTotp(RFC_SECRET, code, nowMs, lastSteps === null ? NO_STEP : nowStep + lastSteps);
  expect(reading).toEqual(is === "right" || is === "clock" ? { is, step: nowStep + steps } : { is });
});

test.each(["", "12345", "1234567", "abcdef", "28708²"])("%p is not a code", (code) => {
  expect(totpStep(RFC_SECRET, code, 59_000)).toBeNull();
});

test("keys are 160 random bits, and the app's URL names the account", () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  const url = new URL(otpauthUrl(secret, "sokha@example.com"));
  expect(url.protocol + url.host + decodeURIComponent(url.pathname)).toBe("otpauth:totp/Tonle:sokha@example.com");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ secret, issuer: "Tonle", digits: "6", period: "30" });
});
