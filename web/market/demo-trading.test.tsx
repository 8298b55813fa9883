import { expect, setDefaultTimeout, test } from "bun:test";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { demoLink, useDemoAccount } from "../demo/demo-account.ts";
import { arrive } from "../state/session.ts";
import { apiServer } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { Toaster } from "../ui/toaster.tsx";
import { DemoFigures } from "./demo-figures.tsx";
import { closeTrade, openTrades } from "./demo-trading.ts";
import { OrderPane } from "./order-pane.tsx";
import { PositionsPane } from "./positions-pane.tsx";
import { ResetDemo } from "./reset-demo.tsx";
import { EMPTY_DRAFT } from "./trading-state.ts";

setDefaultTimeout(600_000);

function Screen() {
  useDemoAccount();
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

const context = apiServer();

/** Shows the screen to a trader whose account is known. */
async function show(): Promise<FakeDemoAccount> {
  const account = new FakeDemoAccount(context.server);
  arrive(trader(), null);
  render(<Screen />);
  await waitFor(() => expect(demoLink.value).toBe("live"));
  return account;
}

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

/** Opens positions, as another device would. */
async function open(account: FakeDemoAccount, sizes: readonly number[]): Promise<void> {
  for (const amount of sizes) {
    const order = { type: "place", run: 1, symbol: "BTCUSD", side: "buy", orderType: "market", amount };
    account.commandElsewhere(order);
  }
  await waitFor(() => expect(openTrades.value).toHaveLength(sizes.length));
}

test("a buy fills at the market price, gains as the price rises, and is closed into the balance to the cent", async () => {
  const account = await show();
  account.quote({ BTCUSDm: 67_000 });
  expect(screen.getByText("No open positions")).toBeDefined();

  type(amount(), "0.10");
  expect(figure("Notional")).toBe("$6,700.00");
  submit("Buy 0.10 BTCUSD at 67,000.00");
  await screen.findByText("Order placed successfully!");
  expect(amount().value).toBe("0.10");

  account.quote({ BTCUSDm: 67_120.5 });
  await waitFor(() =>
    expect(texts(openRows()[0])).toEqual([
      "BTCUSD",
      "Buy",
      "0.10",
      "67,000.00",
      "67,120.50",
      "+$12.05",
      "+0.2%",
      "Close",
    ]),
  );
  await waitFor(() => expect(figure("PNL")).toBe("+$12.05"));
  expect(figure("Equity")).toBe("$10,012.05");

  fireEvent.click(screen.getByLabelText("Close BTCUSD"));
  await screen.findByText("No open positions");
  expect(figure("Balance")).toBe("$10,012.05");
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

test.each([
  ["3310.5", "limit"],
  ["3290.5", "stop"],
])("a sell at the own price %s waits as a %s", async (text, orderType) => {
  const account = await show();
  account.quote({ ETHUSDm: 3_300 });
  fireEvent.change(screen.getByLabelText("Symbol"), { target: { value: "ETHUSD" } });
  fireEvent.click(screen.getByLabelText(/Sell/));
  type(amount(), "2");
  type(price(), text);
  expect(screen.getByText("Demo money. Waits on the server for your price.")).toBeDefined();
  submit(/^Sell 2 ETHUSD at/);
  await screen.findByText("Order placed successfully!");
  expect(account.state.run?.orders).toMatchObject([{ type: orderType, side: "sell", price: Number(text) * 100 }]);
  account.quote({ ETHUSDm: Number(text) });
  await waitFor(() => expect(openRows()).toHaveLength(1));
});

test("MINIBTC trades at Bitcoin's price and counts as a hundredth of it", async () => {
  const account = await show();
  account.quote({ BTCUSDm: 67_000 });
  fireEvent.change(screen.getByLabelText("Symbol"), { target: { value: "MINIBTC" } });
  fireEvent.click(screen.getByText("0.05"));
  expect(figure("Notional")).toBe("$33.50");
  submit("Buy 0.05 MINIBTC at 67,000.00");
  await waitFor(() => expect(openRows()).toHaveLength(1));
  account.quote({ BTCUSDm: 73_700 });
  await waitFor(() =>
    expect(texts(openRows()[0]).slice(0, 7)).toEqual([
      "MINIBTC",
      "Buy",
      "0.05",
      "67,000.00",
      "73,700.00",
      "+$3.35",
      "+10.0%",
    ]),
  );
});

test.each(["", "0", "abc"])("an amount of %p is refused at its field, and no order is placed", async (text) => {
  const account = await show();
  account.quote({ BTCUSDm: 67_000 });
  type(amount(), text);
  submit();
  expect(screen.getByText("Please enter a valid amount")).toBeDefined();
  expect(amount().getAttribute("aria-invalid")).toBe("true");
  expect(account.commands).toEqual([]);
  type(amount(), "1");
  expect(screen.queryByText("Please enter a valid amount")).toBeNull();
});

test("an amount that does not fit is refused by the account, at its field", async () => {
  const account = await show();
  account.quote({ BTCUSDm: 67_000 });
  type(amount(), "1");
  submit();
  await screen.findByText("Your demo balance is not enough for this. Available: $10,000.00");
  expect(amount().getAttribute("aria-invalid")).toBe("true");
});

test("an amount or a price that is too large or too fine is refused at its field, with the accepted range", async () => {
  const account = await show();
  account.quote({ BTCUSDm: 67_000 });
  type(amount(), "1000000");
  submit();
  expect(screen.getByText("At most 999,999, with up to 8 decimals")).toBeDefined();
  type(amount(), "1");
  type(price(), "67000.123456789");
  submit();
  expect(screen.getByText("At most 9,999,999, with up to 8 decimals")).toBeDefined();
  expect(price().getAttribute("aria-invalid")).toBe("true");
  type(price(), "0");
  submit();
  expect(screen.getByText("Please enter a valid price")).toBeDefined();
  expect(account.commands).toEqual([]);
});

test("buttons and arrow keys change the amount, and the order shows the value of one percent", async () => {
  const account = await show();
  account.quote({ BTCUSDm: 67_000 });
  expect(price().placeholder).toBe("Market, 67,000.00");
  fireEvent.click(screen.getByLabelText("0.01 more"));
  fireEvent.keyDown(amount(), { key: "ArrowUp" });
  expect(amount().value).toBe("0.02");
  expect(figure("If it moves 1%")).toBe("±$13.40");
  fireEvent.click(screen.getByLabelText("0.01 less"));
  fireEvent.keyDown(amount(), { key: "ArrowDown" });
  expect(amount().value).toBe("0.01");
  account.quote({ BTCUSDm: 68_000 });
  expect(price().placeholder).toBe("Market, 68,000.00");
  expect(figure("If it moves 1%")).toBe("±$6.80");
});

test("with a price 10 s old no order is placed or closed; the next price allows both, and the input is kept", async () => {
  const account = await show();
  account.quote({ BTCUSDm: 67_000 });
  await open(account, [0.05]);
  type(amount(), "0.07");

  bringPrices({ BTCUSDm: 67_010 }, { ageMs: 10_000 });
  expect(orderButton("Buy 0.07 BTCUSD: price too old").disabled).toBe(true);
  const close = screen.getByLabelText<HTMLButtonElement>("Close BTCUSD");
  expect(close.disabled).toBe(true);

  account.quote({ BTCUSDm: 67_020 });
  expect(close.disabled).toBe(false);
  expect(orderButton("Buy 0.07 BTCUSD at 67,020.00")).toBeDefined();
});

test("after closing by keyboard the focus moves to the next position, and after the last to the pane's head", async () => {
  const account = await show();
  account.quote({ BTCUSDm: 67_000 });
  await open(account, [0.01, 0.02, 0.03]);
  await waitFor(() => expect(openRows()).toHaveLength(3));
  const close = (row: number) => openRows()[row]?.querySelector("button") ?? document.body;
  fireEvent.click(close(1));
  await waitFor(() => expect(openRows().map((row) => texts(row)[2])).toEqual(["0.03", "0.01"]));
  await waitFor(() => expect(document.activeElement).toBe(close(1)));
  fireEvent.click(close(1));
  await waitFor(() => expect(openRows()).toHaveLength(1));
  await waitFor(() => expect(document.activeElement).toBe(close(0)));
  fireEvent.click(close(0));
  await screen.findByText("No open positions");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Open positions"));
});

test("all positions close at once after a confirmation", async () => {
  const account = await show();
  account.quote({ BTCUSDm: 67_000 });
  await open(account, [0.01, 0.02]);
  fireEvent.click(await screen.findByText("Close all"));
  expect(openTrades.value).toHaveLength(2);
  const dialog = screen.getByRole("alertdialog");
  expect(dialog.textContent).toContain("Close 2 positions?");
  fireEvent.click(
    [...dialog.querySelectorAll("button")].find((button) => button.textContent === "Close all") ?? dialog,
  );
  await waitFor(() => expect(openTrades.value).toEqual([]));
});

test("the demo account is reset after a confirmation", async () => {
  const account = await show();
  account.quote({ BTCUSDm: 67_000 });
  await open(account, [0.1]);
  account.quote({ BTCUSDm: 66_000 });
  await act(async () => void (await closeTrade(openTrades.value[0]?.id ?? "")));
  expect(figure("Balance")).toBe("$9,900.00");
  fireEvent.click(screen.getByText("Reset"));
  const dialog = screen.getByRole("alertdialog");
  fireEvent.click([...dialog.querySelectorAll("button")].find((button) => button.textContent === "Reset") ?? dialog);
  await waitFor(() => expect(figure("Balance")).toBe("$10,000.00"));
  expect(screen.getByText("No open positions")).toBeDefined();
  expect(screen.queryByText("Reset")).toBeNull();
});
