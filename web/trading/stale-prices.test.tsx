import { afterEach, expect, setSystemTime, test } from "bun:test";
import { act, screen } from "@testing-library/react";
import { setLink, setNextTry, tickClock } from "../state/prices.ts";
import { arrive } from "../state/session.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { StaleAnnouncement, StaleBar } from "./stale-prices.tsx";

const ALL = { US500: 100, USTECm: 100, XAUUSDm: 100, BTCUSDm: 100, ETHUSDm: 100 };

afterEach(() => {
  act(() => {
    setLink("idle");
    setNextTry(null);
  });
});

const text = () => document.querySelector("p")?.textContent;

test("a stale price shows its age and that no position was closed", () => {
  render(<StaleBar symbol="US500" />);
  bringPrices(ALL, { ageMs: 4_000 });
  expect(text()).toBeUndefined();
  bringPrices(ALL, { ageMs: 14 * 3_600_000 });
  expect(text()).toMatch(/^No price for 14\sh\.\s+Nothing was closed\.$/);
  bringPrices(ALL);
  expect(text()).toBeUndefined();
});

test("a price that is stale while others stream does so too, above its own chart only", () => {
  bringPrices(ALL);
  bringPrices({ US500: 101 }, { ageMs: 14 * 3_600_000 });
  const { rerender } = render(<StaleBar symbol="US500" />);
  bringPrices({ BTCUSDm: 101 });
  expect(text()).toMatch(/^No price for 14\sh\.\s+Nothing was closed\.$/);
  rerender(<StaleBar symbol="BTCUSDm" />);
  expect(text()).toBeUndefined();
});

test("a lost connection shows the time of the next attempt", () => {
  render(<StaleBar symbol="US500" />);
  bringPrices(ALL);
  act(() => {
    setLink("lost");
    setNextTry(Date.now() + 6_000);
  });
  expect(text()).toMatch(/Next try in [56] s\. Your stops still work\.$/);
});

const announcement = () => screen.getByRole("status").textContent;

test("a price that becomes stale is announced, without its age, while others stream", () => {
  render(<StaleAnnouncement symbols={["US500", "BTCUSDm"]} />);
  expect(announcement()).toBe("");
  bringPrices({ US500: 100, BTCUSDm: 100, XAUUSDm: 100 });
  expect(announcement()).toBe("");
  bringPrices({ BTCUSDm: 100, XAUUSDm: 100 }, { ageMs: 10_000 });
  bringPrices({ US500: 101 });
  expect(announcement()).toBe("The price of BTCUSDm is too old to trade on. Nothing was closed.");
  act(() => tickClock());
  expect(announcement()).toBe("The price of BTCUSDm is too old to trade on. Nothing was closed.");
  // What the server closes meanwhile is not known here.
  act(() => setLink("lost"));
  expect(announcement()).toBe("The price of BTCUSDm is too old to trade on. Your stops still work.");
  bringPrices({ BTCUSDm: 101 });
  expect(announcement()).toBe("");
});

test("a closed market says so and when it opens in the trader's zone, while a price goes on", () => {
  setSystemTime(new Date("2026-12-12T12:00:00Z"));
  arrive(trader(), null);
  bringPrices(ALL);
  const { unmount } = render(<StaleBar symbol="US500" />);
  // Sunday at 18:00 in New York is Monday morning in Phnom Penh.
  const words = "Market closed. Opens Dec 14, 06:00. Limits and stops wait until then.";
  expect(text()).toBe(words);
  bringPrices({ US500: 101 });
  expect(text()).toBe(words);
  unmount();
  render(<StaleAnnouncement symbols={["US500", "BTCUSDm"]} />);
  expect(announcement()).toBe("The market of US500 is closed. Opens Dec 14, 06:00.");
});

test("a market that opens on the same day says the hour, and a market without hours is never closed", () => {
  setSystemTime(new Date("2026-12-09T22:30:00Z"));
  arrive(trader(), null);
  bringPrices(ALL);
  const { unmount } = render(<StaleBar symbol="XAUUSDm" />);
  expect(text()).toContain("Opens 06:00.");
  unmount();
  render(<StaleBar symbol="BTCUSDm" />);
  expect(text()).toBeUndefined();
});
