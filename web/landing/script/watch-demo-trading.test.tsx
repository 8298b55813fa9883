import { expect, setSystemTime, test } from "bun:test";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import type { FeedSymbol } from "../../../worker/contract/symbols.ts";
import { tickClock } from "../../state/prices.ts";
import { bringPrices } from "../../test/market.ts";
import { NO_NUMBERS, paste, typeKeys } from "../../test/number-forms.ts";
import { render } from "../../test/render.tsx";
import { VisitorPositions } from "./visitor-positions.tsx";
import { VisitorTicket } from "./visitor-ticket.tsx";

function tick(price: number): void {
  bringPrices({ BTCUSDm: price }, { dayOpen: 50_000 });
}

function show() {
  return render(
    <>
      <VisitorTicket symbol="BTCUSDm" />
      <VisitorPositions />
    </>,
  );
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const place = () => fireEvent.submit(screen.getByRole("form", { name: "Demo order" }));
const figure = (name: string) => screen.getByText(name).closest("div")?.querySelector("dd")?.textContent;

test("the dialog's ticket trades with a stop and a target, and its figures follow to the cent", () => {
  show();
  const button = screen.getByRole("button", { name: "Waiting for a price" }) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  tick(50_500);
  type("Amount", "0.1");
  type("Stop loss", "50000");
  type("Take profit", "50750.50");
  expect(button.textContent).toBe("Buy 0.10 BTCUSD at 50,500.00");
  place();
  expect(screen.getByRole("status").textContent).toBe("Bought 0.10 BTCUSD at 50,500.00");
  tick(50_600);
  expect([figure("Balance"), figure("Equity"), figure("PNL")]).toEqual(["$10,000.00", "$10,010.00", "+$10.00"]);
  const row = within(screen.getByRole("list", { name: "Your demo positions" })).getByRole("listitem");
  expect(row.textContent).toBe("Buy 0.10 BTCUSD50,500.00 → 50,600.00+$10.00Close");
  tick(50_750.5);
  expect(screen.getByRole("status").textContent).toBe("Take profit 0.10 BTCUSD at 50,750.50: +$25.05");
  expect(figure("Balance")).toBe("$10,025.05");
  expect(screen.getByText("Your demo positions appear here.")).toBeDefined();
  expect((screen.getByLabelText("Amount") as HTMLInputElement).value).toBe("0.1");
});

test("each field says what is wrong with it, in the server's words, and nothing is filled", () => {
  show();
  tick(50_500);
  const faults: [string, string, string][] = [
    ["Amount", "", "Please enter a valid amount"],
    ["Amount", "1000000", "At most 999,999, with up to 8 decimals"],
    ["Amount", "1", "Your demo balance is not enough for this. Available: $10,000.00"],
    ["Stop loss", "x", "“x” is not part of a number. Write it like 1,500.00"],
    ["Stop loss", "0", "Please enter a valid price"],
    ["Stop loss", "50600", "A stop loss must be on the losing side of the price, and away from the take profit"],
    ["Take profit", "50400", "A take profit must be on the winning side of the price"],
    ["Take profit", "50600.001", "At most 9,999,999, with up to 2 decimals"],
  ];
  for (const [label, typed, message] of faults) {
    type(label, typed);
    place();
    expect(screen.getByRole("alert").textContent).toBe(message);
    expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    type(label, label === "Amount" ? "0.05" : "");
    expect(screen.queryByRole("alert")).toBeNull();
  }
  expect(screen.queryByRole("listitem")).toBeNull();
});

test("a number in another form is that number, and one that is none is refused in words and locks the button", async () => {
  show();
  tick(50_500);
  const button = () => document.querySelector<HTMLButtonElement>("form button[type=submit]");
  for (const label of ["Amount", "Stop loss", "Take profit"]) {
    const input = screen.getByLabelText<HTMLInputElement>(label);
    const before = input.value;
    for (const [text, words] of NO_NUMBERS) {
      await typeKeys(input, text);
      expect([label, text, input.value, screen.getByRole("alert").textContent]).toEqual([label, text, text, words]);
      expect([button()?.textContent, button()?.disabled]).toEqual(["Correct the number first", true]);
    }
    await paste(input, before);
  }
  type("Amount", "០.០២");
  type("Stop loss", "៥០,០០០");
  expect(button()?.textContent).toBe("Buy 0.02 BTCUSD at 50,500.00");
  place();
  expect(screen.getByRole("status").textContent).toBe("Bought 0.02 BTCUSD at 50,500.00");
});

test("the button names no amount where none is typed", () => {
  show();
  tick(50_500);
  type("Amount", "");
  expect(screen.getByRole("button", { name: /^Buy/ }).textContent).toBe("Buy BTCUSD at 50,500.00");
});

test("an old price locks the ticket and Close; closing one position moves the focus to the next", () => {
  show();
  tick(50_500);
  place();
  place();
  setSystemTime(Date.now() + 10_001);
  act(tickClock);
  const closes = () => screen.getAllByRole<HTMLButtonElement>("button", { name: "Close BTCUSD" });
  expect(closes().map(({ disabled }) => disabled)).toEqual([true, true]);
  expect((screen.getByRole("button", { name: "Waiting for a price" }) as HTMLButtonElement).disabled).toBe(true);
  tick(50_501);
  const [first, second] = closes();
  if (first) fireEvent.click(first);
  expect(document.activeElement).toBe(second ?? null);
  if (second) fireEvent.click(second);
  expect(document.activeElement?.textContent).toContain("Balance");
  expect(figure("Balance")).toBe("$10,000.10");
});

function Dialog() {
  const [symbol, setSymbol] = useState<FeedSymbol>("XAUUSDm");
  return (
    <>
      <button type="button" onClick={() => setSymbol(symbol === "XAUUSDm" ? "BTCUSDm" : "XAUUSDm")}>
        Other
      </button>
      <VisitorTicket symbol={symbol} />
    </>
  );
}

test("each symbol has an amount of its own", () => {
  render(<Dialog />);
  const amount = () => screen.getByLabelText<HTMLInputElement>("Amount").value;
  const turn = () => fireEvent.click(screen.getByRole("button", { name: "Other" }));
  type("Amount", "2");
  turn();
  expect(amount()).toBe("0.05");
  turn();
  expect(amount()).toBe("2");
});
