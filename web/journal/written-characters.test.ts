import { expect, test } from "bun:test";

import { isDisplayable } from "../../worker/contract/displayable.ts";
import { labelSchema } from "../../worker/contract/trade-journal/journal-schema.ts";
import { fc } from "../test/property.ts";
import { writtenLine, writtenLines } from "./written-characters.ts";

/** All 65,536 UTF-16 code units, also those that no text has. */
const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });

test("the account takes every text that was written, and what it takes stays as it is", () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const one = String.fromCharCode(code);
    const lines = writtenLines(one);
    expect(lines.split("\n").every(isDisplayable)).toBe(true);
    if (isDisplayable(one)) expect(lines).toBe(one);
  }
  fc.assert(
    fc.property(anyText, (text) => {
      expect(writtenLines(text).split("\n").every(isDisplayable)).toBe(true);
      const name = writtenLine(text);
      expect(name === "" || isDisplayable(name)).toBe(true);
      expect(name.trim()).toBe(name);
    }),
  );
});

test("a name that was pasted is one line", () => {
  expect(labelSchema.shape.name.parse(writtenLine("\u200E News\ttrade\r\n"))).toBe("News trade");
  expect(writtenLine("\u200E\n")).toBe("");
});
