import { expect, test } from "bun:test";
import { findCode } from "./find-code.ts";

test.each([
  ["a code alone on its line", "Hello\n\n  7K3Q9X  \n\nIt works for ten minutes.", "7K3Q9X"],
  ["a code of letters alone on its line", "Your code:\nABCDEF\n", "ABCDEF"],
  ["a code after the word", "Your verification code is 0A1B2C.", "0A1B2C"],
  ["the line before the sentence", "Your code is below, THANKS\n123456\n", "123456"],
])("finds %s", (_case, text, code) => {
  expect(findCode(text)).toBe(code);
});

test.each([
  ["an ordinary mail", "Hello, your deposit of $100.00 was credited."],
  ["lower case after the word", "Enter the code within ten minutes."],
  ["letters that codes never use", "Your code is ILOUIL"],
  ["more characters than a code has", "Your code is 7K3Q9XX"],
])("finds none in %s", (_case, text) => {
  expect(findCode(text)).toBeNull();
});
