import { beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
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
import { emptyTicket } from "./order-draft.ts";
import { OrderForm, OrderPane } from "./order-pane.tsx";
import { PositionsPane } from "./positions-pane.tsx";
import { ResetDemo } from "./reset-demo.tsx";

setDefaultTimeout(600_000);

function Screen() {
  useDemoAccount();
  const [symbol, setSymbol] = useState<TradedSymbol>("BTCUSD");
  return (
    <>
      <DemoFigures reset={<ResetDemo />} />
      <OrderPane symbol={symbol} onSymbol={setSymbol} aside={null} />
      <PositionsPane timeZone="Asia/Phnom_Penh" />
      <Toaster />
    </>
  );
}

const context = apiServer();
// Loading it takes as long as the machine is busy.
beforeAll(OrderForm.preload);
beforeEach(emptyTicket);

/** Shows the screen to a trader whose account is known. */
async function show(): Promise<FakeDemoAccount> {
  const account = new FakeDemoAccount(context.server);
  arrive(trader(), null);
  render(<Screen />);
  await waitFor(() => expect(demoLink.value).toBe("live"));
  await screen.findByLabelText("Amount");
  return account;
}

const amount = () => screen.getByLabelText<HTMLInputElement>("Amount");
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });
const figure = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
/** Finds the order button by its label. */
const findButton = (label: string) =>
  screen.findByText<HTMLButtonElement>((_, element) => element?.tagName === "BUTTON" && element.textContent === label);
const submit = (button: HTMLElement) => fireEvent.click(button);
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
  submit(await findButton("Buy 0.10 BTCUSD at 67,000.00"));
  await screen.findByText("Order placed successfully! Bought 0.10 BTCUSD at 67,000.00.");

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

test("MINIBTC trades at Bitcoin's price and counts as a hundredth of it", async () => {
  const account = await show();
  account.quote({ BTCUSDm: 67_000 });
  fireEvent.change(screen.getByLabelText("Symbol"), { target: { value: "MINIBTC" } });
  fireEvent.click(screen.getByText("0.05"));
  submit(await findButton("Buy 0.05 MINIBTC at 67,000.00"));
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

test("with a price 10 s old no order is placed or closed; the next price allows both, and the input is kept", async () => {
  const account = await show();
  account.quote({ BTCUSDm: 67_000 });
  await open(account, [0.05]);
  type(amount(), "0.04");

  bringPrices({ BTCUSDm: 67_010 }, { ageMs: 10_000 });
  expect((await findButton("Buy 0.04 BTCUSD: price too old")).disabled).toBe(true);
  const close = screen.getByLabelText<HTMLButtonElement>("Close BTCUSD");
  expect(close.disabled).toBe(true);

  account.quote({ BTCUSDm: 67_020 });
  expect(close.disabled).toBe(false);
  await findButton("Buy 0.04 BTCUSD at 67,020.00");
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
