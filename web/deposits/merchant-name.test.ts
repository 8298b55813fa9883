import { expect, test } from "bun:test";
import { merchantNameOf } from "./merchant-name.ts";

test("the name is read from a real payment code", () => {
  // The test vector of khqr-rs, docs/format.md.
  const code =
    "00020101021229180014jonhsmith@nbcq52045999530311654035005802KH5910Jonh Smith6010PHNOM PENH99170013173949577872263046894";
  expect(merchantNameOf(code)).toBe("Jonh Smith");
});

test("the length counts characters, so a non-Latin name is complete", () => {
  expect(merchantNameOf("5802KH5905ទន្លេ6010PHNOM PENH")).toBe("ទន្លេ");
});

test.each(["", "59", "000201", "not a payment code"])("there is no name in %p", (text) => {
  expect(merchantNameOf(text)).toBe("");
});
