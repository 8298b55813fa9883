import { expect, test } from "bun:test";
import { findMatch } from "./find-match.ts";

const gold = { title: "XAUUSDm", note: "Gold" };

test("letters are found in any case, and marked where they are", () => {
  expect(findMatch("GoL", gold)).toEqual({ rank: 3, title: [], note: [[0, 3]] });
  expect(findMatch("usd", gold)).toEqual({ rank: 2, title: [[3, 6]], note: [] });
  expect(findMatch("", gold)).toEqual({ rank: 0, title: [], note: [] });
});

test("every word must be somewhere, and may be in a word that is not shown", () => {
  const buy = { title: "Buy XAUUSDm", note: "opens the ticket", alias: "Gold" };
  expect(findMatch("buy gold", buy)).toEqual({ rank: 4, title: [[0, 3]], note: [] });
  expect(findMatch("buy silver", buy)).toBe(null);
});

test("the beginning of the title ranks before that of a word, and that before the middle", () => {
  const ranks = ["Sell ETHUSD", "ETHUSDm", "Methods"].map((title) => findMatch("eth", { title })?.rank);
  expect(ranks).toEqual([1, 0, 2]);
});

test("the beginning of a word is marked before the middle of an earlier one", () => {
  expect(findMatch("ar", { title: "Charts are" })?.title).toEqual([[7, 9]]);
});

test("words that overlap are marked once", () => {
  expect(findMatch("trad trading", { title: "Trading" })?.title).toEqual([[0, 7]]);
});

test("the marks between Khmer words and in compounds are ignored in the text and in the search", () => {
  const title = "ការ\u200Bដក\u2060ប្រាក់\u200Bថ្មី";
  expect(findMatch("ដកប្រាក់", { title })).toEqual({ rank: 1, title: [[4, title.indexOf("ថ្មី") - 1]], note: [] });
  expect(findMatch("ដក\u200Bប្រាក់ថ្មី", { title })?.title).toEqual([[4, title.length]]);
  expect(findMatch("ដក", { title: "សូមដាក់", alias: "ដក\u2060ប្រាក់" })?.rank).toBe(4);
  expect(findMatch("\u200B", { title })?.rank).toBe(0);
});

test("the second part of a compound ranks as the middle of a word", () => {
  expect(findMatch("ប្រាក់", { title: "ដក\u2060ប្រាក់" })?.rank).toBe(2);
});
