import { expect, test } from "bun:test";
import type { FeedSymbol } from "../contract/symbols.ts";
import {
  changeSocketState,
  countMessage,
  isFlood,
  isHuge,
  MESSAGE_WINDOW_MS,
  MESSAGES_MAX,
  newSocketState,
  readClientFrame,
} from "./socket-state.ts";

const NOW = 1_000_000;
const newState = (symbols: readonly FeedSymbol[]) => newSocketState({ symbols, format: "json" }, NOW);

test("a frame with known symbols is accepted", () => {
  expect(readClientFrame('{"type":"subscribe","symbols":["US500","BTCUSDm"]}')).toEqual({
    type: "subscribe",
    symbols: ["US500", "BTCUSDm"],
  });
});

test("a frame with a known pace is accepted", () => {
  expect(readClientFrame('{"type":"pace","everyMs":250}')).toEqual({ type: "pace", everyMs: 250 });
});

const REFUSED = [
  ["{", "bad_json"],
  ["", "bad_json"],
  [new Uint8Array([1, 2]).buffer, "bad_json"],
  ["null", "bad_message"],
  ["[]", "bad_message"],
  ['{"type":"publish","symbols":[]}', "bad_message"],
  ['{"type":"subscribe"}', "bad_message"],
  ['{"type":"subscribe","symbols":"US500"}', "bad_message"],
  ['{"type":"subscribe","symbols":[1]}', "bad_message"],
  ['{"type":"subscribe","symbols":["US500"],"admin":true}', "bad_message"],
  [JSON.stringify({ type: "subscribe", symbols: Array(21).fill("US500") }), "bad_message"],
  ['{"type":"pace"}', "bad_message"],
  ['{"type":"pace","everyMs":251}', "bad_message"],
  ['{"type":"pace","everyMs":-50}', "bad_message"],
  ['{"type":"pace","everyMs":250,"symbols":["US500"]}', "bad_message"],
  ['{"type":"subscribe","symbols":["US500","us500"]}', "unknown_symbol"],
  ['{"type":"unsubscribe","symbols":["__proto__"]}', "unknown_symbol"],
  [" ".repeat(1_025), "frame_too_large"],
  ["៛".repeat(342), "frame_too_large"],
] as const;

for (const [frame, code] of REFUSED) {
  test(`${JSON.stringify(frame).slice(0, 60)} is refused as ${code}`, () => {
    expect(readClientFrame(frame)).toMatchObject({ code });
  });
}

test("a frame of exactly 1,024 bytes is accepted", () => {
  const frame = '{"type":"subscribe","symbols":["US500"]}'.padEnd(1_024);
  expect(readClientFrame(frame)).toEqual({ type: "subscribe", symbols: ["US500"] });
});

test("a frame is huge above 64 KiB, text or bytes", () => {
  expect(["x".repeat(65_536), "x".repeat(65_537)].map(isHuge)).toEqual([false, true]);
  expect([new ArrayBuffer(65_536), new ArrayBuffer(65_537)].map(isHuge)).toEqual([false, true]);
});

test("symbols are added and removed, each once, in the order of the feed", () => {
  const state = newState(["XAUUSDm", "US500", "US500"]);
  expect(state.symbols).toEqual(["US500", "XAUUSDm"]);
  const more = changeSocketState(state, { type: "subscribe", symbols: ["BTCUSDm", "US500"] });
  expect(more.symbols).toEqual(["US500", "XAUUSDm", "BTCUSDm"]);
  const fewer = changeSocketState(more, { type: "unsubscribe", symbols: ["US500", "ETHUSDm"] });
  expect(fewer.symbols).toEqual(["XAUUSDm", "BTCUSDm"]);
});

test("a pace changes nothing else, and stays when symbols change", () => {
  const state = changeSocketState(newState(["US500"]), { type: "pace", everyMs: 400 });
  expect(state).toEqual({ ...newState(["US500"]), everyMs: 400 });
  expect(changeSocketState(state, { type: "subscribe", symbols: ["ETHUSDm"] }).everyMs).toBe(400);
});

test("the twentieth frame in ten seconds is accepted, the next one is a flood, and a new window resets the count", () => {
  let state = newState([]);
  for (let count = 0; count < MESSAGES_MAX; count++) state = countMessage(state, NOW + count);
  expect(isFlood(state)).toBe(false);
  expect(isFlood(countMessage(state, NOW + MESSAGE_WINDOW_MS - 1))).toBe(true);
  expect(isFlood(countMessage(state, NOW + MESSAGE_WINDOW_MS))).toBe(false);
});
