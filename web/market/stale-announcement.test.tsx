import { expect, test } from "bun:test";
import { act, screen } from "@testing-library/react";
import { tickClock } from "../state/prices.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { StaleAnnouncement } from "./stale-announcement.tsx";

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
  bringPrices({ BTCUSDm: 101 });
  expect(announcement()).toBe("");
});
