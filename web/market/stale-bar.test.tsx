import { afterEach, expect, test } from "bun:test";
import { act, screen } from "@testing-library/react";
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

test("a price that is too old to trade on is said once, with its age and that nothing was closed", () => {
  render(<StaleBar />);
  bringPrices(ALL, { ageMs: 4_000 });
  expect(screen.queryByRole("status")).toBeNull();
  bringPrices(ALL, { ageMs: 47_000 });
  const words = screen.getByRole("status").textContent;
  expect(words).toContain("Prices are too old to trade on. Nothing was closed.");
  expect(words).toContain("No price for 47 s");
  bringPrices(ALL);
  expect(screen.queryByRole("status")).toBeNull();
});

test("a lost connection says when it is tried again", () => {
  render(<StaleBar />);
  bringPrices(ALL);
  act(() => {
    setLink("lost");
    setNextTry(Date.now() + 6_000);
  });
  expect(screen.getByRole("status").textContent).toMatch(/Next try in [56] s\. Nothing was closed\./);
});
