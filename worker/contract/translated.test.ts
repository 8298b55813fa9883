import { expect, test } from "bun:test";
import { joinLanguages, saidIn, translated } from "./translated.ts";

const TEXT = joinLanguages({
  en: { paid: "Paid", of: (name: string, count: number) => `${count} of ${name}`, deep: { no: "No" } },
  km: { paid: "បានបង់", of: (name, count) => `${name} ចំនួន ${count}`, deep: { no: "ទេ" } },
});

test("each text and what a function builds is there in every language", () => {
  expect(TEXT.paid).toEqual({ en: "Paid", km: "បានបង់" });
  expect(TEXT.of("Dara", 2)).toEqual({ en: "2 of Dara", km: "Dara ចំនួន 2" });
  expect(saidIn("km", TEXT.deep.no)).toBe("ទេ");
});

test("texts are put together in every language, with those of one language as they are", () => {
  expect(translated`${TEXT.paid}: ${"KHQR"} ${3}`).toEqual({ en: "Paid: KHQR 3", km: "បានបង់: KHQR 3" });
});

test("a function takes a text in every language", () => {
  expect(TEXT.of(TEXT.paid, 2)).toEqual({ en: "2 of Paid", km: "បានបង់ ចំនួន 2" });
});
