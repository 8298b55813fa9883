import { afterEach, expect, test } from "bun:test";
import { act, screen } from "@testing-library/react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { setLink } from "../state/prices.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { FeedState } from "./feed-state.tsx";
import { useFeedOrigin } from "./use-feed-origin.ts";

afterEach(() => act(() => setLink("idle")));

function Charted({ symbol }: { symbol: FeedSymbol }) {
  useFeedOrigin(symbol);
  return <FeedState />;
}

const ALL = { US500: 100, USTECm: 100, XAUUSDm: 100, BTCUSDm: 100, ETHUSDm: 100 };

test("fresh prices are shown as streaming, and simulated ones are marked", () => {
  render(<FeedState />);
  bringPrices(ALL);
  expect(screen.getByText("Streaming")).toBeDefined();
  expect(screen.getByText("SIMULATED")).toBeDefined();
});

test("the source of the chart's symbol is named, and one that disagrees with it", () => {
  render(<Charted symbol="BTCUSDm" />);
  const origin = { source: "coinbase", agreement: "agree", disagreesWith: null } as const;
  bringPrices(ALL, { origin });
  expect(screen.getByText("Streaming from Coinbase")).toBeDefined();
  bringPrices(ALL, { origin: { ...origin, source: "finnhub", agreement: "alone" } });
  expect(screen.getByText("Streaming from Finnhub")).toBeDefined();
  bringPrices(ALL, { origin: { ...origin, agreement: "disagree", disagreesWith: "kraken" } });
  expect(screen.getByText("Coinbase and Kraken disagree")).toBeDefined();
});

test("the source of a stale price is not named, while other prices stream", () => {
  render(<Charted symbol="US500" />);
  const origin = { source: "finnhub", agreement: "alone", disagreesWith: null } as const;
  bringPrices({ US500: 100 }, { origin, ageMs: 60_000 });
  bringPrices({ BTCUSDm: 101 }, { origin: { ...origin, source: "coinbase" } });
  expect(screen.getByText("Streaming")).toBeDefined();
});

test("prices that are polled are not shown as streaming, but with how often they come", () => {
  render(<FeedState />);
  bringPrices(ALL);
  act(() => setLink("polled"));
  expect(screen.getByText("Updated every 1 s")).toBeDefined();
  bringPrices(ALL);
  expect(screen.getByText("Streaming")).toBeDefined();
});

test("while sources disagree about a polled price, that is said", () => {
  render(<Charted symbol="BTCUSDm" />);
  const origin = { source: "coinbase", agreement: "disagree", disagreesWith: "kraken" } as const;
  bringPrices(ALL, { origin });
  act(() => setLink("polled"));
  expect(screen.getByText("Coinbase and Kraken disagree")).toBeDefined();
});

test.each([
  [7_000, "Delayed, 7 s old"],
  [47_000, "Stale, 47 s old"],
  [3_600_000, "Stale, 1 h old"],
])("prices %p ms old show %p", (ageMs, text) => {
  render(<FeedState />);
  bringPrices(ALL, { ageMs });
  expect(screen.getByText(text)).toBeDefined();
});

test("a lost connection shows offline with the age of the prices", () => {
  render(<FeedState />);
  bringPrices(ALL, { ageMs: 3_000 });
  act(() => setLink("lost"));
  expect(screen.getByText("Offline, 3 s old")).toBeDefined();
});

test("the short form shows a dot or an icon, and its text is for screen readers alone", () => {
  const { container } = render(<FeedState isShort />);
  bringPrices(ALL, { ageMs: 7_000 });
  // The badge holds the icon; the text is in an element of its own, which is visually hidden.
  const badge = container.querySelector<HTMLElement>('[data-tone="warn"]:not([data-caps])');
  expect(badge?.querySelector("svg")).not.toBeNull();
  expect(screen.getByText("Delayed, 7 s old").parentElement).toBe(badge);
});
