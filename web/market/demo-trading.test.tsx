import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { DemoFigures } from "./demo-figures.tsx";
import { closeTrade, demoBalance, openTrades } from "./demo-trading.ts";
import { OrderPane } from "./order-pane.tsx";
import { PositionsPane } from "./positions-pane.tsx";
import { ResetDemo } from "./reset-demo.tsx";
import { EMPTY_DRAFT } from "./trading-state.ts";

setDefaultTimeout(600_000);

function Screen() {
  const [symbol, setSymbol] = useState<TradedSymbol>("BTCUSD");
  const [order, setOrder] = useState(EMPTY_DRAFT);
  return (
    <>
      <DemoFigures reset={<ResetDemo />} />
      <OrderPane symbol={symbol} onSymbol={setSymbol} order={order} onOrder={setOrder} aside={null} />
      <PositionsPane timeZone="Asia/Phnom_Penh" />
      <Toaster />
    </>
  );
}

// The trades live as long as the page, which all tests share, so each test leaves none open.
function closeAll(): void {
  bringPrices({ BTCUSDm: 67_000, ETHUSDm: 3_300 });
  act(() => {
    for (const { id } of openTrades.value) closeTrade(id);
  });
}
beforeEach(closeAll);
afterEach(closeAll);

const amount = () => screen.getByLabelText<HTMLInputElement>("Amount");
const price = () => screen.getByLabelText<HTMLInputElement>("Price, optional");
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });
const figure = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
/** Finds the order button by its label. */
const orderButton = (label: string | RegExp) =>
  screen.getByText<HTMLButtonElement>(
    (_, element) => element?.tagName === "BUTTON" && isText(element.textContent, label),
  );
const isText = (text: string, label: string | RegExp) =>
  typeof label === "string" ? text === label : label.test(text);
const submit = (label: string | RegExp = /^(Buy|Sell) .*USD at/) => fireEvent.click(orderButton(label));
/** The body rows of the table with a caption. */
const rowsOf = (caption: string) => [
  ...(screen.getByText(caption, { selector: "caption" }).closest("table")?.querySelectorAll("tbody tr") ?? []),
];
const openRows = () => rowsOf("Your open positions");
const texts = (row: Element | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent);

test("a buy fills at the market price, gains as the price rises, and is closed into the balance to the cent", async () => {
  bringPrices({ BTCUSDm: 67_000 });
  render(<Screen />);
  const before = demoBalance.value;
  expect(screen.getByText("No open positions")).toBeDefined();

  type(amount(), "0.10");
  expect(figure("Notional")).toBe("$6,700.00");
  submit("Buy 0.10 BTCUSD at 67,000.00");
  await screen.findByText("Order placed successfully!");
  expect(amount().value).toBe("");

  bringPrices({ BTCUSDm: 67_120.5 });
  expect(texts(openRows()[0])).toEqual([
    "BTCUSD",
    "Buy",
    "0.10",
    "67,000.00",
    "67,120.50",
    "+$12.05",
    "+0.2%",
    "Close",
  ]);
  await waitFor(() => expect(figure("PNL")).toBe("+$12.05"));
  expect(figure("Equity")).toBe(`$${(before + 12.05).toLocaleString("en-US", { minimumFractionDigits: 2 })}`);

  fireEvent.click(screen.getByLabelText("Close BTCUSD"));
  expect(screen.getByText("No open positions")).toBeDefined();
  expect(demoBalance.value).toBeCloseTo(before + 12.05, 8);
  expect(figure("PNL")).toBe("$0.00");
  expect(texts(rowsOf("Closed since you opened this page")[0]).slice(0, 6)).toEqual([
    "BTCUSD",
    "Buy",
    "0.10",
    "67,000.00",
    "67,120.50",
    "+$12.05",
  ]);
});

test("a sell at an own price fills at that price and loses as the market rises", async () => {
  bringPrices({ ETHUSDm: 3_300 });
  render(<Screen />);
  fireEvent.change(screen.getByLabelText("Symbol"), { target: { value: "ETHUSD" } });
  fireEvent.click(screen.getByLabelText(/Sell/));
  type(amount(), "2");
  type(price(), "3290.5");
  expect(screen.getByText("Demo money. Filled at once, at your price.")).toBeDefined();
  submit("Sell 2 ETHUSD at 3,290.50");
  expect(texts(openRows()[0])).toEqual(["ETHUSD", "Sell", "2.00", "3,290.50", "3,300.00", "−$19.00", "−0.3%", "Close"]);
});

test("MINIBTC trades at Bitcoin's price and counts as a hundredth of it", () => {
  bringPrices({ BTCUSDm: 67_000 });
  render(<Screen />);
  fireEvent.change(screen.getByLabelText("Symbol"), { target: { value: "MINIBTC" } });
  fireEvent.click(screen.getByText("0.05"));
  expect(figure("Notional")).toBe("$33.50");
  submit("Buy 0.05 MINIBTC at 67,000.00");
  bringPrices({ BTCUSDm: 73_700 });
  expect(texts(openRows()[0]).slice(0, 7)).toEqual([
    "MINIBTC",
    "Buy",
    "0.05",
    "67,000.00",
    "73,700.00",
    "+$3.35",
    "+10.0%",
  ]);
});

test.each(["", "0", "abc"])("an amount of %p is refused at its field, and no order is placed", (text) => {
  bringPrices({ BTCUSDm: 67_000 });
  render(<Screen />);
  type(amount(), text);
  submit();
  expect(screen.getByText("Please enter a valid amount")).toBeDefined();
  expect(amount().getAttribute("aria-invalid")).toBe("true");
  expect(openTrades.value).toEqual([]);
  type(amount(), "1");
  expect(screen.queryByText("Please enter a valid amount")).toBeNull();
});

test("an amount or a price that is too large or too fine is refused at its field, with the accepted range", () => {
  bringPrices({ BTCUSDm: 67_000 });
  render(<Screen />);
  type(amount(), "1000000");
  submit();
  expect(screen.getByText("At most 999,999, with up to 8 decimals")).toBeDefined();
  type(amount(), "1");
  type(price(), "67000.123456789");
  submit();
  expect(screen.getByText("At most 9,999,999, with up to 8 decimals")).toBeDefined();
  expect(price().getAttribute("aria-invalid")).toBe("true");
  expect(openTrades.value).toEqual([]);
});

test("buttons and arrow keys change the amount, and the order shows the value of one percent", () => {
  bringPrices({ BTCUSDm: 67_000 });
  render(<Screen />);
  expect(price().placeholder).toBe("Market, 67,000.00");
  fireEvent.click(screen.getByLabelText("0.01 more"));
  fireEvent.keyDown(amount(), { key: "ArrowUp" });
  expect(amount().value).toBe("0.02");
  expect(figure("If it moves 1%")).toBe("±$13.40");
  fireEvent.click(screen.getByLabelText("0.01 less"));
  fireEvent.keyDown(amount(), { key: "ArrowDown" });
  expect(amount().value).toBe("0.01");
  bringPrices({ BTCUSDm: 68_000 });
  expect(price().placeholder).toBe("Market, 68,000.00");
  expect(figure("If it moves 1%")).toBe("±$6.80");
});

test("an invalid price is refused at its field", () => {
  bringPrices({ BTCUSDm: 67_000 });
  render(<Screen />);
  type(amount(), "1");
  type(price(), "0");
  submit();
  expect(screen.getByText("Please enter a valid price")).toBeDefined();
  expect(openTrades.value).toEqual([]);
});

test("with a price 10 s old no order is placed or closed; the next price allows both, and the input is kept", async () => {
  bringPrices({ BTCUSDm: 67_000 });
  render(<Screen />);
  type(amount(), "0.5");
  submit();
  type(amount(), "0.7");

  bringPrices({ BTCUSDm: 67_010 }, { ageMs: 10_000 });
  const locked = orderButton("Buy 0.7 BTCUSD: price too old");
  expect(locked.disabled).toBe(true);
  fireEvent.submit(locked.form ?? locked);
  await screen.findByText("Failed to place order: the price is too old");
  expect(openTrades.value).toHaveLength(1);
  const close = screen.getByLabelText<HTMLButtonElement>("Close BTCUSD");
  expect(close.disabled).toBe(true);
  expect(closeTrade(openTrades.value[0]?.id ?? "")).toBe(false);

  bringPrices({ BTCUSDm: 67_020 });
  expect(close.disabled).toBe(false);
  expect(orderButton("Buy 0.7 BTCUSD at 67,020.00")).toBeDefined();
});

test("an order that the browser cannot create shows an error, and the input is kept", async () => {
  bringPrices({ BTCUSDm: 67_000 });
  render(<Screen />);
  type(amount(), "0.5");
  // As on a page without HTTPS.
  const random = spyOn(crypto, "randomUUID").mockImplementation(() => {
    throw new TypeError("no random names here");
  });
  try {
    submit();
    await screen.findByText("Error placing order: no random names here");
  } finally {
    random.mockRestore();
  }
  expect(openTrades.value).toEqual([]);
  expect(amount().value).toBe("0.5");
});

test("after closing by keyboard the focus moves to the next position, and after the last to the pane's head", async () => {
  bringPrices({ BTCUSDm: 67_000 });
  render(<Screen />);
  for (const count of ["1", "2", "3"]) {
    type(amount(), count);
    submit();
  }
  await waitFor(() => expect(openRows()).toHaveLength(3));
  const close = (row: number) => openRows()[row]?.querySelector("button") ?? document.body;
  fireEvent.click(close(1));
  await waitFor(() => expect(openRows().map((row) => texts(row)[2])).toEqual(["3.00", "1.00"]));
  expect(document.activeElement).toBe(close(1));
  fireEvent.click(close(1));
  await waitFor(() => expect(openRows()).toHaveLength(1));
  expect(document.activeElement).toBe(close(0));
  fireEvent.click(close(0));
  await screen.findByText("No open positions");
  expect(document.activeElement?.textContent).toBe("Open positions");
});

test("a result above the display cap is capped, in the row and in the total", async () => {
  bringPrices({ BTCUSDm: 67_000 });
  render(<Screen />);
  type(amount(), "999999");
  expect(figure("Notional")).toBe("$999,999,999.00");
  submit();
  bringPrices({ BTCUSDm: 69_000 });
  await waitFor(() => expect(figure("PNL")).toBe("+$999,999,999.00"));
  expect(texts(openRows()[0])[5]).toBe("+$999,999,999.00");
  bringPrices({ BTCUSDm: 67_000 });
});

test("all positions close at once after a confirmation", async () => {
  bringPrices({ BTCUSDm: 67_000, ETHUSDm: 3_300 });
  render(<Screen />);
  for (const count of ["1", "2"]) {
    type(amount(), count);
    submit();
  }
  fireEvent.click(await screen.findByText("Close all"));
  expect(openTrades.value).toHaveLength(2);
  const dialog = screen.getByRole("alertdialog");
  expect(dialog.textContent).toContain("Close 2 positions?");
  fireEvent.click(
    [...dialog.querySelectorAll("button")].find((button) => button.textContent === "Close all") ?? dialog,
  );
  expect(openTrades.value).toEqual([]);
});

test("the demo account is reset after a confirmation", async () => {
  bringPrices({ BTCUSDm: 67_000 });
  render(<Screen />);
  type(amount(), "1");
  submit();
  bringPrices({ BTCUSDm: 66_000 });
  act(() => void closeTrade(openTrades.value[0]?.id ?? ""));
  expect(figure("Balance")).not.toBe("$10,000.00");
  fireEvent.click(screen.getByText("Reset"));
  const dialog = screen.getByRole("alertdialog");
  fireEvent.click([...dialog.querySelectorAll("button")].find((button) => button.textContent === "Reset") ?? dialog);
  expect(figure("Balance")).toBe("$10,000.00");
  expect(screen.getByText("No open positions")).toBeDefined();
  expect(screen.queryByText("Reset")).toBeNull();
});
