import { expect, test } from "bun:test";
import { isSameOrigin } from "./origin.ts";

const ours = "https://tonle.example";

test.each([
  [true, { "Sec-Fetch-Site": "same-origin", Origin: ours }],
  [true, { "Sec-Fetch-Site": "none" }],
  [true, { Origin: ours }],
  [true, {}],
  [false, { "Sec-Fetch-Site": "cross-site", Origin: ours }],
  [false, { "Sec-Fetch-Site": "same-site" }],
  [false, { Origin: "https://evil.example" }],
  [false, { Origin: "null" }],
  [false, { Origin: `${ours}.evil.example` }],
] as const)("same origin is %p for %p", (expected, headers) => {
  expect(isSameOrigin(new Headers(headers), ours)).toBe(expected);
});
