import { expect, test } from "bun:test";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { takePrices } from "../state/prices.ts";
import { render } from "../test/render.tsx";
import { startChart } from "./live-chart.ts";
import { startQuotes } from "./live-quotes.ts";
import { startFeedState, startLiveTerminal } from "./live-terminal.ts";
import { MiniTerminal } from "./mini-terminal.tsx";
import { LIVE_ATTRIBUTES } from "./static-document.ts";

function tick(price: number, source: "live" | "simulated" = "simulated"): void {
  const now = Date.now();
  const quote = { price, bid: price, ask: price, at: now, dayOpen: 50_000, origin: null };
  act(() => takePrices({ quotes: { BTCUSDm: quote }, source, now }, now));
}

test("the rules for every attribute that the script writes are in the static document", () => {
  render(<MiniTerminal />);
  const observer = new MutationObserver(() => {});
  observer.observe(document.body, { attributes: true, subtree: true });
  startFeedState();
  startQuotes();
  startChart();
  startLiveTerminal();
  tick(50_500);
  fireEvent.click(screen.getByRole("button", { name: /^Bitcoin/ }));
  const written = new Set(observer.takeRecords().map(({ attributeName }) => attributeName));
  observer.disconnect();
  expect([...written].filter((name) => !LIVE_ATTRIBUTES.includes(name ?? ""))).toEqual([]);
  expect(written).toContain("data-tone");
});

// A single test: the demo account belongs to the page and cannot be reset.
test("a visitor buys and sells with demo money at the price shown, twice, and is then asked to sign up", () => {
  const { container } = render(<MiniTerminal />);
  startFeedState();
  startQuotes();
  startLiveTerminal();

  const order = screen.getByRole("button", { name: "Waiting for a price" }) as HTMLButtonElement;
  const balance = container.querySelector("[data-demo-balance]");
  const bitcoin = screen.getByRole("button", { name: /^Bitcoin/ }) as HTMLButtonElement;
  expect(order.disabled).toBe(true);
  expect(bitcoin.disabled).toBe(true);
  expect(screen.getByText("Connecting")).toBeDefined();

  tick(50_500);
  expect(bitcoin.disabled).toBe(false);
  expect(bitcoin.textContent).toContain("50,500.00");
  expect(bitcoin.textContent).toContain("+1.0%");
  expect(screen.getByText("Streaming")).toBeDefined();
  expect(container.querySelector("[data-simulated]")?.hasAttribute("hidden")).toBe(false);

  expect(order.textContent).toBe("Buy 0.10 BTCUSD at 50,500.00");
  fireEvent.click(order);
  tick(50_600);
  expect(balance?.textContent).toContain("$10,010.00");

  fireEvent.click(screen.getByLabelText(/^Sell/));
  expect(order.textContent).toBe("Sell 0.10 BTCUSD at 50,600.00");
  fireEvent.click(order);
  tick(50_400, "live");
  const rows = within(container.querySelector("tbody") as HTMLElement).getAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual([
    "Sell BTCUSD0.1050,600.0050,400.00+$20.00",
    "Buy BTCUSD0.1050,500.0050,400.00−$10.00",
  ]);
  expect(balance?.textContent).toContain("$10,010.00");
  expect(container.querySelector("[data-simulated]")?.hasAttribute("hidden")).toBe(true);

  // The price has fallen since the page was opened but is above the day's open: the colour is that of the day's change.
  expect(bitcoin.textContent).toContain("+0.8%");
  expect(bitcoin.querySelector<SVGElement>('[data-part="spark"]')?.dataset.tone).toBe("up");

  expect(order.hidden).toBe(true);
  expect(screen.getByRole("link", { name: "Create account to continue" }).getAttribute("href")).toBe("/signup");
});
