import { expect, test } from "bun:test";
import { isSameOrigin } from "./origin.ts";

const APP_ORIGIN = "https://tonle.example";

test.each([
  [true, { "Sec-Fetch-Site": "same-origin", Origin: APP_ORIGIN }],
  [true, { "Sec-Fetch-Site": "none" }],
  [true, { Origin: APP_ORIGIN }],
  [true, {}],
  [false, { "Sec-Fetch-Site": "cross-site", Origin: APP_ORIGIN }],
  [false, { "Sec-Fetch-Site": "same-site" }],
  [false, { Origin: "https://evil.example" }],
  [false, { Origin: "null" }],
  [false, { Origin: `${APP_ORIGIN}.evil.example` }],
] as const)("same origin is %p for %p", (expected, headers) => {
  expect(isSameOrigin(new Headers(headers), APP_ORIGIN)).toBe(expected);
});
