import { expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { tickClock } from "../../state/prices.ts";
import { bringPrices } from "../../test/market.ts";
import { render } from "../../test/render.tsx";
import { MiniTerminal } from "../mini-terminal.tsx";
import { LIVE_ATTRIBUTES } from "../static-document.ts";
import { greetKnownVisitor } from "./arrival.ts";
import { startChart } from "./live-chart.ts";
import { startQuotes } from "./live-quotes.ts";
import { startFeedState, startLiveTerminal } from "./live-terminal.ts";

setDefaultTimeout(600_000);

function tick(price: number, source: "live" | "simulated" = "simulated"): void {
  bringPrices({ BTCUSDm: price }, { dayOpen: 50_000, source });
}

test("the rules for every attribute that the script writes are in the static document", () => {
  render(<MiniTerminal />);
  const observer = new MutationObserver(() => {});
  observer.observe(document.body, { attributes: true, subtree: true });
  startFeedState();
  startQuotes();
  startLiveTerminal(startChart());
  tick(50_500);
  fireEvent.click(screen.getByRole("button", { name: /^Bitcoin/ }));
  const written = new Set(observer.takeRecords().map(({ attributeName }) => attributeName));
  observer.disconnect();
  expect([...written].filter((name) => !LIVE_ATTRIBUTES.includes(name ?? ""))).toEqual([]);
  expect(written).toContain("data-tone");
});

function startTerminal() {
  const { container } = render(<MiniTerminal />);
  startFeedState();
  startQuotes();
  startLiveTerminal(startChart());
  const order = container.querySelector<HTMLButtonElement>("[data-place-order]");
  const balance = container.querySelector("[data-demo-balance]");
  if (!order || !balance) throw new Error("the terminal is not whole");
  const rows = () =>
    within(container.querySelector("tbody") as HTMLElement)
      .getAllByRole("row")
      .map((row) => row.textContent);
  return { container, order, balance, rows };
}

test("a visitor buys and sells with demo money at the price shown, and closes to the cent", async () => {
  await greetKnownVisitor();
  const { container, order, balance, rows } = startTerminal();
  const bitcoin = screen.getByRole("button", { name: /^Bitcoin/ }) as HTMLButtonElement;
  expect(order.textContent).toBe("Waiting for a price");
  expect(order.disabled).toBe(true);
  expect(bitcoin.disabled).toBe(true);
  expect(screen.getByText("Connecting")).toBeDefined();
  expect(rows()).toEqual(["Your demo positions appear here. Leaving this page ends them."]);

  tick(50_500);
  expect(bitcoin.disabled).toBe(false);
  expect(bitcoin.textContent).toContain("50,500.00");
  expect(bitcoin.textContent).toContain("+1.0%");
  expect(screen.getByText("Streaming")).toBeDefined();
  expect(container.querySelector("[data-simulated]")?.hasAttribute("hidden")).toBe(false);

  expect(order.textContent).toBe("Buy 0.05 BTCUSD at 50,500.00");
  // The order waits for what trades to be loaded.
  fireEvent.click(order);
  expect(order.textContent).toBe("Loading");
  expect(order.disabled).toBe(true);
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining("Close")]));
  tick(50_600);
  expect(balance.textContent).toContain("$10,005.00");

  fireEvent.click(screen.getByLabelText(/^Sell/));
  expect(order.textContent).toBe("Sell 0.05 BTCUSD at 50,600.00");
  fireEvent.click(order);
  tick(50_400.37, "live");
  expect(rows()).toEqual([
    "Sell BTCUSD0.0550,600.0050,400.37+$9.98Close",
    "Buy BTCUSD0.0550,500.0050,400.37−$4.98Close",
  ]);
  expect(balance.textContent).toContain("$10,005.00");
  expect(container.querySelector("[data-simulated]")?.hasAttribute("hidden")).toBe(true);
  // The price has fallen since the page was opened but is above the day's open: the colour is that of the day's change.
  expect(bitcoin.textContent).toContain("+0.8%");
  expect(bitcoin.querySelector<SVGElement>('[data-part="spark"]')?.dataset.tone).toBe("up");
  expect(screen.getByRole("link", { name: "Create account to keep a balance" }).getAttribute("href")).toBe("/signup");

  const [closeNewest] = screen.getAllByRole("button", { name: "Close BTCUSD" });
  closeNewest?.focus();
  if (closeNewest) fireEvent.click(closeNewest);
  expect(screen.getByRole("status").textContent).toBe("Closed 0.05 BTCUSD at 50,400.37: +$9.98");
  const left = screen.getByRole("button", { name: "Close BTCUSD" });
  expect(document.activeElement).toBe(left);
  fireEvent.click(left);
  expect(document.activeElement).toBe(order);
  expect(rows()).toEqual(["Your demo positions appear here. Leaving this page ends them."]);
  expect(balance.textContent).toContain("$10,005.00");
});

test("an old price locks orders and positions until the next one", async () => {
  const { order, rows } = startTerminal();
  tick(50_500);
  fireEvent.click(order);
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining("Close")]));
  setSystemTime(Date.now() + 10_001);
  act(tickClock);
  const close = screen.getByRole("button", { name: "Close BTCUSD" }) as HTMLButtonElement;
  expect([order.disabled, order.textContent, close.disabled]).toEqual([true, "Waiting for a price", true]);
  tick(50_501);
  expect([order.disabled, order.textContent, close.disabled]).toEqual([false, "Buy 0.05 BTCUSD at 50,501.00", false]);
});

test("a closed market says until when, in the zone of the browser", async () => {
  // A Saturday.
  setSystemTime(Date.parse("2026-12-05T12:00:00Z"));
  const { order } = startTerminal();
  tick(50_500);
  bringPrices({ XAUUSDm: 4_100 }, { dayOpen: 4_000 });
  fireEvent.click(screen.getByRole("button", { name: /^Gold/ }));
  fireEvent.click(order);
  // 18:00 in New York, as the browser's zone has it.
  await waitFor(() => expect(order.textContent).toBe("Closed until Dec 6, 13:30"));
  expect(order.disabled).toBe(true);
});

test("the ticket follows the chart, and says when there is not enough demo money", async () => {
  const { order, rows } = startTerminal();
  tick(120_000);
  bringPrices({ XAUUSDm: 4_100 }, { dayOpen: 4_000, source: "live" });
  fireEvent.click(screen.getByRole("button", { name: /^Gold/ }));
  expect(order.textContent).toBe("Buy 0.05 XAUUSDm at 4,100.00");
  expect(screen.getByRole("form", { name: "Demo order" }).textContent).toContain("XAUUSDm");
  expect(screen.getByLabelText(/^Buy/).closest("label")?.textContent).toContain("4,100.00");
  fireEvent.click(screen.getByRole("button", { name: /^Bitcoin/ }));
  fireEvent.click(order);
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining("Close")]));
  expect([order.disabled, order.textContent]).toEqual([true, "Not enough demo money"]);
});
