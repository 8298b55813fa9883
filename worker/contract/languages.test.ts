import { expect, test } from "bun:test";
import { acceptedLanguage, languageCookieValue, languageOf, readLanguageCookie } from "./languages.ts";

test.each<[string | null, "en" | "km" | null]>([
  ["km", "km"],
  ["km-KH,km;q=0.9,en-US;q=0.8", "km"],
  ["en-US,en;q=0.9,km;q=0.8", "en"],
  ["en;q=0.3, km;q=0.7", "km"],
  ["fr-FR,fr;q=0.9,km;q=0.2", "km"],
  ["km;q=0, en", "en"],
  ["fr", null],
  ["*", null],
  ["km;q=nonsense", null],
  ["", null],
  [null, null],
])("Accept-Language %p asks for %p", (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test("the cookie says whether its language is a choice that the account does not have yet", () => {
  expect(readLanguageCookie(languageCookieValue("km", true))).toEqual({ language: "km", isChosen: true });
  expect(readLanguageCookie(languageCookieValue("en", false))).toEqual({ language: "en", isChosen: false });
  for (const value of ["fr", ".chosen", "", "km.other", null]) expect(readLanguageCookie(value)).toBe(null);
});

test("a code that is none of ours is English", () => {
  expect(languageOf("km")).toBe("km");
  expect(languageOf("fr")).toBe("en");
});
