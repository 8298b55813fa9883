import { describe, expect, test } from "bun:test";
import { addressOf, readPush } from "./read-push.ts";

const MESSAGE = {
  tag: "alert:7",
  title: "BTCUSDm rose to 67,800.00",
  body: "67,801.30",
  path: "/trading/btc?alert=7",
  language: "en",
  receipt: "12.abc",
};

describe("a push", () => {
  test("is read as the account wrote it, and what a later version added is left out", () => {
    expect(readPush(JSON.stringify({ ...MESSAGE, sound: "bell" }))).toEqual(MESSAGE as ReturnType<typeof readPush>);
  });

  test.each([
    ["nothing", undefined],
    ["no text", ""],
    ["no JSON", "{"],
    ["null", "null"],
    ["a list", "[]"],
    ["a language that is none of ours", JSON.stringify({ ...MESSAGE, language: "xx" })],
    ["an empty title", JSON.stringify({ ...MESSAGE, title: "" })],
    ["a tag that is a number", JSON.stringify({ ...MESSAGE, tag: 7 })],
    ["no receipt", JSON.stringify({ ...MESSAGE, receipt: undefined })],
  ])("of %s cannot be read", (_, json) => expect(readPush(json)).toBe(null));
});

describe("its click", () => {
  const ORIGIN = "https://tonle.example";
  test.each([
    ["/trading/btc?alert=7", "/trading/btc?alert=7"],
    ["/notifications", "/notifications"],
    ["//evil.example/x", "/notifications"],
    ["https://evil.example/", "/notifications"],
    ["/\\evil.example", "/notifications"],
    ["javascript:alert(1)", "/notifications"],
    [undefined, "/notifications"],
    [7, "/notifications"],
  ])("of %p opens %s", (path, opened) => expect(addressOf(path, ORIGIN)).toBe(`${ORIGIN}${opened}`));
});
