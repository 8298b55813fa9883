import { describe, expect, test } from "bun:test";
import { AppError } from "../contract/errors.ts";
import {
  mailAddress,
  normaliseEmail,
  personName,
  phoneNumber,
  timeZoneOrDefault,
  usernameKey,
} from "./person-rules.ts";

describe("e-mail", () => {
  test("case, spaces around it and compatibility forms do not matter", () => {
    expect(normaliseEmail("  Sokha.Chan@Example.COM ")).toBe("sokha.chan@example.com");
    expect(normaliseEmail("ｓokha@example.com")).toBe("sokha@example.com");
  });

  test.each([
    "",
    "a",
    "a@",
    "@b.c",
    "a@b",
    "a@b@c.d",
    "a b@c.d",
    "a@b..c",
    "a\u0000@b.c",
    "a\u202e@b.c",
    "<a@b.cd>",
    "a@b.cd;c",
    `${"a".repeat(250)}@b.cd`,
  ])("%p is not an address", (text) => {
    expect(() => normaliseEmail(text)).toThrow(AppError);
  });
});

test.each(["Sokha@BÜCHER.example", " sokha@bu\u0308cher.example", "SOKHA@XN--BCHER-KVA.example"])(
  "%j is one mailbox, and keeps the spelling that was typed",
  (text) => {
    const { typed, mailbox } = mailAddress(text);
    expect(mailbox).toBe("sokha@xn--bcher-kva.example");
    expect(typed).toBe(text.toLowerCase().includes("xn--") ? mailbox : "sokha@bücher.example");
  },
);

describe("a phone number", () => {
  test("is kept in one form, and an empty text clears it", () => {
    expect(phoneNumber(" 012 345 678 ")).toBe("+85512345678");
    // The space bar of Khmer keyboards.
    expect(phoneNumber("០១២\u200B៣៤៥\u200B៦៧៨")).toBe("+85512345678");
    expect(phoneNumber(" ")).toBe("");
  });

  test.each(["call me maybe", "012 345 67", "12345", "+"])("%j is refused in words", (text) => {
    expect(() => phoneNumber(text)).toThrow("Enter a phone number such as 012 345 678");
  });
});

describe("username", () => {
  test("is unique regardless of case", () => {
    expect(usernameKey("Sokha.Chan")).toBe("sokha.chan");
  });

  test.each(["ab", "a".repeat(33), "with space", "dash-ed", "សុខា", ""])("%p has an invalid form", (name) => {
    expect(() => usernameKey(name)).toThrow("Use 3 to 32");
  });

  test.each(["admin", "Admin", "t0nle", "t_o_n_l_e", "T0N1E", "supp0rt", "adm1n"])(
    "%p looks like a reserved name",
    (name) => {
      expect(() => usernameKey(name)).toThrow("This username is taken");
    },
  );
});

describe("names and time zone", () => {
  test("a name is trimmed and may be in any script", () => {
    expect(personName(" សុខា ", "firstName")).toBe("សុខា");
  });

  test.each(["", "   ", "x".repeat(61), "a\u202eb"])("%p is not a name", (name) => {
    expect(() => personName(name, "lastName")).toThrow(AppError);
  });

  test("a time zone must exist; the default is Phnom Penh", () => {
    expect(timeZoneOrDefault("Europe/Berlin")).toBe("Europe/Berlin");
    expect(timeZoneOrDefault(undefined)).toBe("Asia/Phnom_Penh");
    for (const zone of ["Mars/Olympus", "+00:07", "-05:00"]) expect(() => timeZoneOrDefault(zone)).toThrow("not known");
  });
});
