import { expect, test } from "bun:test";
import { deliveryState } from "./delivery-state.ts";

const NOW = Date.UTC(2026, 10, 29, 12);
const at = (ms: number) => new Date(NOW + ms).toISOString();
const waiting = { createdAtMs: NOW - 90_000, dueAtMs: NOW, sentAtMs: null, shownAtMs: null, status: null };
const sent = { ...waiting, dueAtMs: null, status: 201 };

test.each([
  ["waits for its first attempt", waiting, { state: "sending" }],
  [
    "waits for another attempt",
    { ...waiting, status: 500 },
    { state: "sending", waits: { status: 500, until: at(0) } },
  ],
  ["is in doubt", { ...waiting, status: -1 }, { state: "sending" }],
  ["was accepted just now", { ...sent, sentAtMs: NOW - 59_999 }, { state: "accepted", at: at(-59_999) }],
  ["was accepted a minute ago", { ...sent, sentAtMs: NOW - 60_000 }, { state: "silent", at: at(-60_000) }],
  [
    "was shown",
    { ...sent, sentAtMs: NOW - 80_000, shownAtMs: NOW - 79_000 },
    { state: "shown", at: at(-79_000), afterMs: 11_000 },
  ],
  ["was refused", { ...sent, status: 410 }, { state: "failed", at: at(-90_000), status: 410 }],
  ["was never answered", { ...sent, status: 0 }, { state: "failed", at: at(-90_000), status: 0 }],
] as const)("a delivery that %s", (_, row, state) => {
  expect(deliveryState(row, NOW)).toEqual(state);
});
