import { expect, test } from "bun:test";
import { type CompactFrame, encodeCompactFrame } from "../../worker/contract/compact-frame.ts";
import { PONG } from "../../worker/contract/market-messages.ts";
import { readServerFrame } from "./server-frame.ts";

const origin = { source: "coinbase", agreement: "disagree", disagreesWith: "kraken" } as const;

function read(frame: CompactFrame) {
  return readServerFrame(encodeCompactFrame(frame).buffer);
}

test("a snapshot has whole steps, as it was sent", () => {
  const quotes = { BTCUSDm: { bid: 6_712_049, ask: 6_712_052, at: 990, dayOpen: 6_700_000, origin } };
  expect(read({ source: "live", seq: 3, now: 1_000, after: null, quotes })).toEqual({
    type: "prices",
    source: "live",
    seq: 3,
    now: 1_000,
    after: null,
    quotes,
  });
});

test("a change says what is unchanged", () => {
  const quotes = { US500: { bid: 548_210, ask: 548_210, at: 990, dayOpen: null, origin: null } };
  expect(read({ source: "simulated", seq: 3, now: 1_000, after: 2, quotes })).toMatchObject({
    after: 2,
    quotes: { US500: { bid: 548_210, dayOpen: null, origin: null } },
  });
});

test("an error is text", () => {
  expect(readServerFrame('{"type":"error","code":"bad_json","message":"no","seq":3,"now":1000}')).toEqual({
    type: "error",
    code: "bad_json",
  });
});

test.each([
  PONG,
  "",
  "{",
  "null",
  "7",
  '{"type":"error"}',
  '{"type":"error","code":7}',
  '{"type":"market-data","prices":{},"source":"live","seq":3,"now":1000}',
  new ArrayBuffer(0),
  new ArrayBuffer(20),
])("%p is ignored", (frame) => {
  expect(readServerFrame(frame)).toBeNull();
});
