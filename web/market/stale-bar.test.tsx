import { afterEach, expect, test } from "bun:test";
import { act } from "@testing-library/react";
import { setLink, setNextTry } from "../state/prices.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { StaleBar } from "./stale-bar.tsx";

const ALL = { US500: 100, USTECm: 100, XAUUSDm: 100, BTCUSDm: 100, ETHUSDm: 100 };

afterEach(() => {
  act(() => {
    setLink("idle");
    setNextTry(null);
  });
});

const words = () => document.querySelector("p")?.textContent;

test("a price that is too old to trade on says its age and that nothing was closed", () => {
  render(<StaleBar symbol="US500" />);
  bringPrices(ALL, { ageMs: 4_000 });
  expect(words()).toBeUndefined();
  bringPrices(ALL, { ageMs: 14 * 3_600_000 });
  expect(words()).toMatch(/^No price for 14 h\s+Nothing was closed\.$/);
  bringPrices(ALL);
  expect(words()).toBeUndefined();
});

test("so does one that stands still while others stream, over its own chart alone", () => {
  bringPrices(ALL);
  bringPrices({ US500: 101 }, { ageMs: 14 * 3_600_000 });
  const { rerender } = render(<StaleBar symbol="US500" />);
  bringPrices({ BTCUSDm: 101 });
  expect(words()).toMatch(/^No price for 14 h\s+Nothing was closed\.$/);
  rerender(<StaleBar symbol="BTCUSDm" />);
  expect(words()).toBeUndefined();
});

test("a lost connection says when it is tried again", () => {
  render(<StaleBar symbol="US500" />);
  bringPrices(ALL);
  act(() => {
    setLink("lost");
    setNextTry(Date.now() + 6_000);
  });
  expect(words()).toMatch(/Next try in [56] s\. Nothing was closed\./);
});
