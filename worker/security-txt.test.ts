import { expect, test } from "bun:test";
import { settingsSchema } from "./platform/env.ts";
import { securityTxt } from "./security-txt.ts";

const APP_ORIGIN = "https://trade.example.com";
const NOW_MS = Date.parse("2026-12-31T23:59:59Z");

test("it has what RFC 9116 asks for, and the page about weaknesses where no address is set", () => {
  expect(securityTxt({ APP_ORIGIN, SECURITY_CONTACT: "" }, NOW_MS)).toBe(
    [
      "Contact: https://trade.example.com/contact",
      "Expires: 2027-01-07T00:00:00.000Z",
      "Preferred-Languages: en, km",
      "Canonical: https://trade.example.com/.well-known/security.txt",
      "Policy: https://trade.example.com/contact",
      "",
    ].join("\n"),
  );
});

test.each([
  ["security@example.com", "Contact: mailto:security@example.com"],
  ["mailto:security@example.com", "Contact: mailto:security@example.com"],
  ["https://example.com/report", "Contact: https://example.com/report"],
])("the contact %s comes first, as an address", (contact, line) => {
  const text = securityTxt({ APP_ORIGIN, SECURITY_CONTACT: contact }, NOW_MS);
  expect(text.split("\n")[0]).toBe(line);
});

test("whenever it is read it expires within a week, and not within six days", () => {
  for (let hour = 0; hour < 48; hour += 1) {
    const nowMs = NOW_MS + hour * 3_600_000;
    const [, at = ""] = /^Expires: (.+)$/m.exec(securityTxt({ APP_ORIGIN, SECURITY_CONTACT: "" }, nowMs)) ?? [];
    const days = (Date.parse(at) - nowMs) / 86_400_000;
    expect(days).toBeGreaterThan(6);
    expect(days).toBeLessThanOrEqual(7);
  }
});

test("a contact that is no address is refused", () => {
  const { SECURITY_CONTACT } = settingsSchema.shape;
  for (const text of [
    "us",
    "http://example.com",
    "security@example.com\nContact: mailto:them@example.com",
    "javascript:alert(1)",
  ]) {
    expect([text, SECURITY_CONTACT.safeParse(text).success]).toEqual([text, false]);
  }
  for (const text of ["", "security@example.com", "mailto:security@example.com", "https://example.com/report"]) {
    expect([text, SECURITY_CONTACT.safeParse(text).success]).toEqual([text, true]);
  }
});
