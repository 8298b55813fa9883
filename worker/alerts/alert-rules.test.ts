import { expect, test } from "bun:test";
import type { AlertCondition } from "../contract/alerts/price-alerts.ts";
import { AppError } from "../contract/errors.ts";
import { assertNotAtPrice } from "./alert-rules.ts";

const level = (direction: "rises" | "falls", price: number): AlertCondition => ({ type: "level", direction, price });
const point = { atMs: 1, price: 1 };
/** A middle between two steps. */
const quote = { bid: 6_820_000, ask: 6_820_001 };

test.each<[string, AlertCondition, { bid: number; ask: number } | null, string | null]>([
  ["a level to rise to above the price", level("rises", 6_820_001), quote, null],
  [
    "a level to rise to below the price",
    level("rises", 6_820_000),
    quote,
    "Bitcoin is at 68,200.01. Choose a level above it.",
  ],
  ["a level to fall to below the price", level("falls", 6_820_000), quote, null],
  [
    "a level to fall to above the price",
    level("falls", 6_820_001),
    quote,
    "Bitcoin is at 68,200.01. Choose a level below it.",
  ],
  [
    "a level to rise to at the price",
    level("rises", 500),
    { bid: 499, ask: 501 },
    "Bitcoin is at 5.00. Choose a level above it.",
  ],
  [
    "a level to fall to at the price",
    level("falls", 500),
    { bid: 499, ask: 501 },
    "Bitcoin is at 5.00. Choose a level below it.",
  ],
  ["any level without a price", level("rises", 1), null, null],
  ["a line", { type: "line", direction: "rises", a: point, b: { ...point, atMs: 2 } }, quote, null],
  ["a move", { type: "move", direction: "up", basisPoints: 1, windowMs: 60_000 }, quote, null],
])("%s", (_, condition, now, message) => {
  const refused = () => {
    try {
      assertNotAtPrice("BTCUSDm", condition, now);
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return `${error.code}: ${error.message}`;
    }
  };
  expect(refused()).toBe(message && `alert_at_price: ${message}`);
});
