import { expect, test } from "bun:test";
import { nameKey } from "./name-key.ts";

test.each([
  [["Sokha", "SOKHA", " sokha ", "Sok-ha", "Ｓｏｋｈａ"], "sokha"],
  [["José", "Jose\u0301", "jose"], "jose"],
  [["O’Neil", "O'Neil", "o neil"], "oneil"],
  [["ម៉ាលី", "មាលី", "ម\u200Bាលី", "មល"], "មល"],
  [["ជ័យ", "ជយ"], "ជយ"],
  [["ស្រីពៅ", "ស្រី ពៅ"], "សរព"],
  [["។", "់", " "], ""],
])("%j are one name", (names, key) => {
  expect(names.map(nameKey)).toEqual(names.map(() => key));
});
