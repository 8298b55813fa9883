import { expect, test } from "bun:test";
import { PONG } from "../../worker/contract/market-messages.ts";
import { readServerFrame } from "./server-frame.ts";

const STAMP = '"seq":3,"now":1000';

test.each([
  `{"type":"market-data","prices":{"US500":{"price":1,"at":2,"dayOpen":3}},"source":"live",${STAMP}}`,
  `{"type":"market-data","prices":{},"source":"simulated",${STAMP}}`,
  `{"type":"price_update","symbol":"BTCUSDm","price":1.5,"at":2,${STAMP}}`,
  `{"type":"error","code":"bad_json","message":"no",${STAMP}}`,
])("%s is parsed unchanged", (frame) => {
  expect(readServerFrame(frame)).toEqual(JSON.parse(frame));
});

test.each([
  PONG,
  "",
  "{",
  "null",
  "7",
  '{"type":"price_update","symbol":"BTCUSDm","price":1,"at":2}',
  `{"type":"price_update","symbol":"DOGE","price":1,"at":2,${STAMP}}`,
  `{"type":"price_update","symbol":"BTCUSDm","price":"1","at":2,${STAMP}}`,
  `{"type":"market-data","prices":{"US500":{"price":null,"at":2,"dayOpen":3}},"source":"live",${STAMP}}`,
  `{"type":"market-data",${STAMP}}`,
  `{"type":"from the future",${STAMP}}`,
])("%s is ignored", (frame) => {
  expect(readServerFrame(frame)).toBeNull();
});

test("binary data is ignored", () => {
  expect(readServerFrame(new ArrayBuffer(2))).toBeNull();
});
