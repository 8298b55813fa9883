import { expect, setSystemTime, test } from "bun:test";
import { act, screen } from "@testing-library/react";
import { apiServer, ok } from "../test/api-server.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { PriceHead } from "../trading/price-head.tsx";
import { loadDayHistory } from "./day-history.ts";
import { SymbolToday } from "./symbol-today.tsx";

const context = apiServer();

/** The figures of the day by name. */
const figures = () =>
  screen.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);

test("the day of a symbol appears with its first price, although the component was mounted before", () => {
  // This symbol has no price yet when the file runs alone.
  render(<SymbolToday symbol="ETHUSDm" timeZone="UTC" />);
  bringPrices({ ETHUSDm: 3_300 }, { dayOpen: 3_000 });
  expect(screen.getByText("ETHUSDm today")).toBeDefined();
  expect(figures()).toEqual([
    ["Source", "Kraken"],
    ["Open", "3,000.00"],
    ["High", "3,300.00"],
    ["Low", "3,000.00"],
    ["Previous close", "—"],
  ]);
});

test("the source of the prices is named, and that another one disagrees with it", () => {
  const origin = { source: "coinbase", agreement: "agree", disagreesWith: null } as const;
  bringPrices({ BTCUSDm: 65_000 }, { origin });
  render(<SymbolToday symbol="BTCUSDm" timeZone="UTC" />);
  expect(figures()[0]).toEqual(["Source", "Coinbase"]);
  bringPrices({ BTCUSDm: 65_000 }, { origin: { ...origin, agreement: "disagree", disagreesWith: "kraken" } });
  expect(figures()[0]).toEqual(["Source", "Coinbase and Kraken disagree"]);
});

test("the short form shows its time once the price is stale", () => {
  setSystemTime(new Date("2026-11-21T12:00:00Z"));
  bringPrices({ US500: 101 });
  render(<SymbolToday symbol="US500" timeZone="UTC" isShort />);
  expect(screen.queryByText(/as of/)).toBeNull();
  bringPrices({ US500: 101 }, { ageMs: 60_000 });
  expect(screen.getByText(/as of 11:59:00/)).toBeDefined();
});

test("prices seen before the day began are not part of its range", () => {
  setSystemTime(new Date("2026-11-21T00:10:00Z"));
  bringPrices({ XAUUSDm: 2_300 }, { dayOpen: 2_300, ageMs: 20 * 60_000 });
  bringPrices({ XAUUSDm: 2_410 }, { dayOpen: 2_400 });
  render(<SymbolToday symbol="XAUUSDm" timeZone="UTC" />);
  expect(figures()).toEqual([
    ["Source", "Kraken"],
    ["Open", "2,400.00"],
    ["High", "2,410.00"],
    ["Low", "2,400.00"],
    ["Previous close", "—"],
  ]);
});

test("where it does not say since when, a range is shown once the day's candles are there", async () => {
  const dayStartMs = Date.UTC(2026, 10, 21);
  setSystemTime(dayStartMs + 12 * 3_600_000);
  bringPrices({ BTCUSDm: 65_000 }, { dayOpen: 64_900 });
  const { container } = render(
    <>
      <PriceHead symbol="BTCUSDm" />
      <SymbolToday symbol="BTCUSDm" timeZone="UTC" isShort />
    </>,
  );
  const edges = () => container.textContent?.match(/(High|Low) ?(—|[\d,.]+\d)/g);
  expect(edges()).toEqual(["High—", "Low—", "Low —", "High —"]);
  context.server.on("GET /api/market/candles", () =>
    ok({ candles: [[dayStartMs, 64_900, 65_500, 64_000, 65_000, 1]], isWhole: true }),
  );
  await act(() => loadDayHistory(["BTCUSDm"]));
  expect(edges()).toEqual(["High65,500.00", "Low64,000.00", "Low 64,000.00", "High 65,500.00"]);
});
