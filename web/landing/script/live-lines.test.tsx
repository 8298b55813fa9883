import { afterEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import type { Candle } from "../../../worker/contract/candles.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { bringPrices } from "../../test/market.ts";
import { render } from "../../test/render.tsx";
import { MiniTerminal } from "../mini-terminal.tsx";
import { startLines } from "./live-lines.ts";
import { startQuotes } from "./live-quotes.ts";
import { MINI_WATCHLIST } from "./mini-symbols.ts";

setDefaultTimeout(600_000);

const CANDLES = "GET /api/market/candles";
const MINUTE_MS = 60_000;
const context = apiServer();
let stop = () => {};
afterEach(() => stop());

/** Minute candles before an instant, each one price unit higher than the last. */
function minutesBefore(nowMs: number, count: number): Candle[] {
  const runningMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  return Array.from({ length: count }, (_, index) => {
    const close = 50_000 + index;
    return [runningMs - (count - index) * MINUTE_MS, close, close, close, close, 0] as const;
  });
}

// Must be the first test: the page keeps what it has loaded.
test("without a history the line starts with the visit's own prices", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  context.server.on(CANDLES, () => refuse("service_down", "Service temporarily unavailable. Please try again."));
  const { container } = render(<MiniTerminal />);
  startQuotes();
  stop = startLines();
  await waitFor(() => expect(context.server.callsOf(CANDLES)).toHaveLength(MINI_WATCHLIST.length));
  bringPrices({ US500: 5_400 });
  const spark = container.querySelector('[data-quote="US500"] path');
  expect(spark?.getAttribute("d")).toStartWith("M0 12");
});

test("the small lines start with the half hour before the visit, before any tick", async () => {
  const now = Date.now();
  context.server.on(CANDLES, () => ok({ candles: minutesBefore(now, 29), isWhole: true }));
  const { container } = render(<MiniTerminal />);
  startQuotes();
  stop = startLines();
  const lineOf = (symbol: string) => container.querySelector(`[data-quote="${symbol}"] path`)?.getAttribute("d") ?? "";
  await waitFor(() => expect(lineOf("XAUUSDm").split("L")).toHaveLength(29));
  for (const { query } of context.server.callsOf(CANDLES)) expect(query.get("interval")).toBe("1m");

  // A tick is the newest point of the same line.
  bringPrices({ XAUUSDm: 50_100 });
  expect(lineOf("XAUUSDm").split("L")).toHaveLength(30);
  expect(lineOf("XAUUSDm")).toEndWith("L48 0");
});
