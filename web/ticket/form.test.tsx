import { afterEach, beforeEach, describe, expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { forgetDemo } from "../demo/demo-account.ts";
import { tickClock } from "../state/prices.ts";
import { arrive } from "../state/session.ts";
import { apiServer, refuse } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { bringPrices } from "../test/market.ts";
import { NO_NUMBERS, NO_SUMS, ONE_AND_A_HALF, paste, typeKeys, WAYS } from "../test/number-forms.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { Toaster, toast } from "../ui/toast/toaster.tsx";
import { emptyTicket, enterSymbol, turnToSymbol } from "./draft.ts";
import { OrderForm } from "./form.tsx";

setDefaultTimeout(600_000);

const context = apiServer();
beforeEach(() => {
  emptyTicket();
  enterSymbol("BTCUSD");
});
afterEach(() => {
  act(() => toast.removeAll());
  forgetDemo();
});

let view: ReturnType<typeof render>;
const PLACE = "POST /api/demo/commands";

/** The ticket of a person's account, with Bitcoin at 67,000.00. */
async function openTicket(
  settings: ConstructorParameters<typeof FakeDemoAccount>[1] & { prices?: [number, number]; frozen?: boolean } = {},
): Promise<FakeDemoAccount> {
  const account = new FakeDemoAccount(context.server, settings);
  arrive(trader(settings.frozen ? { frozenAt: "2026-11-20T00:00:00.000Z" } : {}), null);
  view = show(<OrderForm symbol="BTCUSD" />);
  account.quote({ BTCUSDm: settings.prices ?? 67_000 });
  await waitFor(() => expect(screen.queryByText("Loading your demo account")).toBeNull());
  return account;
}

function show(form: ReactElement) {
  return render(
    <>
      {form}
      <Toaster />
    </>,
  );
}

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
/** Does something, and lets the screen follow: signals render it after the event. */
async function does(work: () => void): Promise<void> {
  work();
  await Bun.sleep(0);
}
const type = (label: string | RegExp, value: string) =>
  does(() => fireEvent.change(field(label), { target: { value } }));
const press = (element: Element) => does(() => fireEvent.click(element));
const choose = (name: string) => press(screen.getByText(name, { selector: "[role=radio]" }));
const pick = (side: "Buy" | "Sell") => press(field(new RegExp(`^${side}`)));
const fact = (name: string) => screen.getAllByText(name, { selector: "dt" })[0]?.nextElementSibling?.textContent;
/** Finds the ticket's button by its words. */
const button = (words: string | RegExp) =>
  screen.getByText<HTMLButtonElement>(
    (_, element) =>
      element?.tagName === "BUTTON" &&
      (typeof words === "string" ? element.textContent === words : words.test(element.textContent)),
  );
const place = (words: string | RegExp) => press(button(words));
/** What fields say is wrong with them. */
const alerts = () => [...document.querySelectorAll('form [role="alert"]')].map(({ textContent }) => textContent);
const positions = (account: FakeDemoAccount) => account.state.run?.positions ?? [];

test("an amount is bought at the market's price, the toast says at which, and what is typed stays", async () => {
  const account = await openTicket();
  await type("Amount", "0.10");
  expect(screen.getByText("$6,700.00", { selector: "b > span" })).toBeDefined();
  expect(fact("Margin, no leverage")).toBe("$6,700.00");
  expect(fact("Free margin")).toBe("$10,000.00 to $3,300.00");
  expect(fact("If it moves 1%")).toBe("±$67.00");
  expect(fact("Costs")).toBe("None in this run");
  await place("Buy 0.10 BTCUSD at 67,000.00");
  await screen.findByText("Order placed successfully! Bought 0.10 BTCUSD at 67,000.00.");
  expect(positions(account)).toMatchObject([{ side: "buy", units: 10_000_000, entryPrice: 6_700_000 }]);
  expect(field("Amount").value).toBe("0.10");
  await waitFor(() => expect(button("Needs $3,400.00 more margin").disabled).toBe(true));
});

test("a sell with typical costs fills at the bid; the ticket shows both prices, the spread and what it costs", async () => {
  const account = await openTicket({ costs: "typical", leverage: 30, prices: [66_998, 67_002.2] });
  // Of the source that tells only trades.
  const origin = { source: "finnhub", agreement: "alone", disagreesWith: null } as const;
  bringPrices({ BTCUSDm: [66_998, 67_002.2] }, { origin });
  expect([field(/^Sell/), field(/^Buy/)].map(({ parentElement }) => parentElement?.textContent)).toEqual([
    "Sell66,998.00",
    "Buy67,002.20",
  ]);
  expect(screen.getByText("4.20", { exact: false, selector: "fieldset + div > span" })).toBeDefined();
  await pick("Sell");
  await type("Amount", "0.1");
  expect(fact("Spread, modelled")).toBe("$0.42");
  expect(fact("Commission, in and out")).toBe("$6.70");
  expect(fact("Overnight, each day")).toBe("$3.72");
  expect(fact("Margin, 1:30")).toBe("$223.33");
  expect(fact("Margin level after")).toBe("4,476%");
  await place("Sell 0.10 BTCUSD at 66,998.00");
  await screen.findByText("Order placed successfully! Sold 0.10 BTCUSD at 66,998.00.");
  expect(positions(account)).toMatchObject([{ side: "sell", entryPrice: 6_699_800 }]);
});

describe("an order that waits", () => {
  test("is what a price makes of a market order: below the market a buy limit, above it a stop", async () => {
    const account = await openTicket();
    expect(field("Price, optional").placeholder).toBe("Market, 67,000.00");
    await type("Amount", "0.10");
    await type("Price, optional", "66400");
    expect(field("Buys at this price or lower").value).toBe("66400");
    expect(screen.getByText("−0.9% away")).toBeDefined();
    await type("Buys at this price or lower", "67400");
    expect(button("Place buy stop 0.10 at 67,400.00")).toBeDefined();
    // A tick beyond the price changes nothing.
    await does(() => account.quote({ BTCUSDm: 67_500 }));
    await type("Buys when the price reaches", "");
    expect(button("Buy 0.10 BTCUSD at 67,500.00")).toBeDefined();

    await type("Price, optional", "66400");
    await place("Place buy limit 0.10 at 66,400.00");
    await screen.findByText("Order placed successfully! Buy limit 0.10 BTCUSD waits at 66,400.00.");
    expect(account.state.run?.orders).toMatchObject([{ type: "limit", price: 6_640_000, expiresAt: null }]);
    await does(() => account.quote({ BTCUSDm: 66_390 }));
    await waitFor(() => expect(positions(account)).toMatchObject([{ entryPrice: 6_639_000 }]));
  });

  test("has a type of its own choice, and the day's end if it is good for the day", async () => {
    const account = await openTicket();
    await choose("Stop limit");
    await type("When the price reaches", "67500");
    await type("Then buys at or below", "67600");
    await type("Amount", "0.01");
    expect(screen.getByLabelText<HTMLSelectElement>("Good till").selectedOptions[0]?.text).toBe("You cancel it");
    await type("Good till", "day");
    await place("Place buy stop limit 0.01 at 67,600.00");
    await screen.findByText(/^Order placed successfully! Buy stop limit 0.01 BTCUSD waits at 67,500.00/);
    const [order] = account.state.run?.orders ?? [];
    expect(order).toMatchObject({ type: "stop_limit", price: 6_750_000, limitPrice: 6_760_000 });
    // Five in the afternoon in New York.
    expect(order?.expiresAt).toBe(Date.parse("2026-12-09T22:00:00Z"));
    await choose("Market");
    expect(field("Price, optional").value).toBe("");
    expect(screen.queryByLabelText("Good till")).toBeNull();
  });

  test("that is a limit beyond the market says that it fills at once, and does", async () => {
    const account = await openTicket();
    await choose("Limit");
    await type("Amount", "0.01");
    await type("Buys at this price or lower", "68000");
    expect(screen.getByText("Fills at once")).toBeDefined();
    expect(screen.getByText("Demo money. Filled at once, at the market price.")).toBeDefined();
    await place("Place buy limit 0.01 at 68,000.00");
    await screen.findByText("Order placed successfully! Bought 0.01 BTCUSD at 67,000.00.");
    expect(positions(account)).toMatchObject([{ entryPrice: 6_700_000 }]);
  });

  test("says at its price that the market is already there", async () => {
    const account = await openTicket();
    await choose("Stop");
    await type("Amount", "0.01");
    await type("Buys when the price reaches", "66000");
    await place("Place buy stop 0.01 at 66,000.00");
    expect(screen.getByText("The market has already reached this price")).toBeDefined();
    // Leaving the field, which writes the price in full, is no other price.
    await does(() => fireEvent.blur(field("Buys when the price reaches")));
    expect(screen.getByText("The market has already reached this price")).toBeDefined();
    await context.callsArrive();
    expect(account.commands).toEqual([]);
  });
});

describe("stop loss, take profit and trailing stop", () => {
  test("are prices, distances or money, and go with the order", async () => {
    const account = await openTicket();
    await type("Amount", "0.10");
    await type("Stop loss at", "66500");
    expect(screen.getByText("−$50.00 at most")).toBeDefined();
    await type("Take profit at", "68000");
    expect(screen.getByText("+$100.00")).toBeDefined();
    expect(screen.getByText("1 to 2.00")).toBeDefined();
    await type("Stop loss as", "distance");
    expect(field("Stop loss away by").value).toBe("500.00");
    expect(screen.getByText("66,500.00, −$50.00")).toBeDefined();
    await type("Take profit as", "money");
    expect(field("Take profit for").value).toBe("100.00");
    await type("Take profit for", "200");
    expect(screen.getByText("69,000.00")).toBeDefined();
    await press(field("Trailing stop"));
    await type("Distance of the trailing stop", "300");
    await place(/^Buy 0.10/);
    await screen.findByText(/^Order placed/);
    expect(positions(account)).toMatchObject([{ stop: 6_650_000, target: 6_900_000, trail: 30_000 }]);
    expect(field("Take profit for").value).toBe("200");
    // Off, the text is kept for the next time.
    await press(field("Take profit"));
    expect(field("Take profit for").value).toBe("");
    await press(field("Take profit"));
    expect(field("Take profit for").value).toBe("200");
  });

  test("on the wrong side are said so while they are typed, and not sent", async () => {
    const account = await openTicket();
    await type("Amount", "0.01");
    await type("Stop loss at", "67500");
    const words = "Must be below the price";
    expect(screen.getByText(words)).toBeDefined();
    await place(/^Buy 0.01/);
    expect(screen.getByText(/^A stop loss must be on the losing side of the price/)).toBeDefined();
    expect(field("Stop loss at").getAttribute("aria-invalid")).toBe("true");
    await context.callsArrive();
    expect(account.commands).toEqual([]);
    await pick("Sell");
    expect(screen.queryByText(words)).toBeNull();
  });
});

test("a risk gives the amount by the stop loss, which it needs first", async () => {
  const account = await openTicket();
  await choose("Risk");
  await press(screen.getByText("$50"));
  expect(button("Set a stop loss first").disabled).toBe(true);
  await type("Stop loss at", "66500");
  expect(screen.getByText("0.10 BTC")).toBeDefined();
  expect(screen.getByText("0.5%")).toBeDefined();
  await press(screen.getByText("1%"));
  expect(field("Lose at most").value).toBe("100.00");
  await type("Lose at most", "50");
  await place("Buy 0.10 BTCUSD at 67,000.00");
  await screen.findByText("Order placed successfully! Bought 0.10 BTCUSD at 67,000.00.");
  expect(positions(account)).toMatchObject([{ units: 10_000_000, stop: 6_650_000 }]);
});

describe("what is wrong is said at its field", () => {
  test.each(["", "0"])("an amount of %p", async (typed) => {
    const account = await openTicket();
    await type("Amount", typed);
    await place(/^Buy BTCUSD at/);
    expect(screen.getByText("Please enter a valid amount")).toBeDefined();
    expect(field("Amount").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field("Amount"));
    await context.callsArrive();
    expect(account.commands).toEqual([]);
    await type("Amount", "1");
    await waitFor(() => expect(screen.queryByText("Please enter a valid amount")).toBeNull());
  });

  test("a figure in a form that is no number: in words, and it arms no button", async () => {
    const account = await openTicket();
    await type("Amount", "0.01");
    await choose("Stop limit");
    await type("When the price reaches", "67500");
    await type("Then buys at or below", "67600");
    await press(field("Trailing stop"));
    await type("Distance of the trailing stop", "300");
    await type("Stop loss at", "66500");
    await type("Take profit at", "68000");
    await waitFor(() => expect(button("Place buy stop limit 0.01 at 67,600.00").disabled).toBe(false));

    async function refuses(label: string, forms: typeof NO_NUMBERS, enter = paste) {
      const input = field(label);
      const before = input.value;
      for (const [text, words] of forms) {
        await enter(input, text);
        await waitFor(() => expect([label, text, alerts()]).toEqual([label, text, [words]]));
        await does(() => fireEvent.blur(input));
        expect([label, text, input.value]).toEqual([label, text, text]);
        if (input.form) fireEvent.submit(input.form);
      }
      expect(button("Correct the number first").disabled).toBe(true);
      await enter(input, before);
      expect([label, alerts()]).toEqual([label, []]);
    }
    const currency = ["៛50000", "“៛” is another currency. Write US dollars"] as const;
    const dollars = ["$50", "“$” is not part of a number. Write it like 1,500.00"] as const;
    await refuses("Amount", [...NO_NUMBERS, dollars]);
    await refuses("Amount", NO_NUMBERS, typeKeys);
    await refuses("When the price reaches", [...NO_NUMBERS, currency]);
    await refuses("Then buys at or below", NO_NUMBERS);
    await refuses("Distance of the trailing stop", NO_NUMBERS);
    await refuses("Stop loss at", NO_NUMBERS);
    await refuses("Take profit at", NO_NUMBERS);
    await type("Take profit as", "money");
    await refuses("Take profit for", NO_SUMS);
    await choose("Risk");
    await type("Lose at most", "50");
    await refuses("Lose at most", NO_SUMS);
    await context.callsArrive();
    expect(account.commands).toEqual([]);
  });

  test("an amount or a price that is too large or too fine", async () => {
    await openTicket();
    await type("Amount", "1000000");
    await place(/^Buy/);
    expect(screen.getByText("At most 999,999, with up to 8 decimals")).toBeDefined();
    await type("Amount", "1");
    await type("Price, optional", "67000.123");
    await place(/^Place buy/);
    expect(screen.getByText("At most 9,999,999, with up to 2 decimals")).toBeDefined();
  });

  test("what only the account knows", async () => {
    const account = await openTicket();
    await type("Amount", "0.01");
    await type("Stop loss at", "66000");
    context.server.on(PLACE, () => refuse("invalid_input", "Too near", { field: "stop" }));
    await place(/^Buy/);
    await screen.findByText("Too near");
    expect(field("Stop loss at").getAttribute("aria-invalid")).toBe("true");
    context.server.on(PLACE, () => refuse("wrong_state", "Your demo account was reset elsewhere."));
    await place(/^Buy/);
    await screen.findByText("Failed to place order: Your demo account was reset elsewhere.");
    expect(positions(account)).toEqual([]);
    expect(field("Amount").value).toBe("0.01");
  });
});

describe("figures in every form of a number", () => {
  test.each(WAYS)("that are %s are the same amount, which the button says", async (_, enter) => {
    const account = await openTicket({ leverage: 100 });
    for (const text of ONE_AND_A_HALF) {
      await enter(field("Amount"), text);
      await waitFor(() => expect(button("Buy 1.50 BTCUSD at 67,000.00").disabled).toBe(false));
      expect([field("Amount").value, ...alerts()]).toEqual([text]);
    }
    await enter(field("Amount"), "១,០០០.៥០");
    await enter(field("Price, optional"), "៦៦,៤០០.៥");
    expect(field("Amount").value).toBe("១,០០០.៥០");
    expect(button(/Needs .* more margin/).disabled).toBe(true);
    await enter(field("Amount"), "០.០២");
    await place("Place buy limit 0.02 at 66,400.50");
    await screen.findByText(/^Order placed/);
    expect(account.state.run?.orders).toMatchObject([{ type: "limit", units: 2_000_000, price: 6_640_050 }]);
  });

  test("that are presets are marked as chosen", async () => {
    await openTicket();
    await type("Amount", "០.០២");
    expect(screen.getByText("0.02", { selector: "button" }).getAttribute("aria-pressed")).toBe("true");
    await choose("Risk");
    await type("Lose at most", "៥០");
    expect(screen.getByText("$50").getAttribute("aria-pressed")).toBe("true");
  });

  test("that are no number stay when they are stepped", async () => {
    await openTicket();
    await type("Amount", "1.500,00");
    await press(screen.getByLabelText("0.01 more"));
    expect(field("Amount").value).toBe("1.500,00");
    await type("Price, optional", "67.000,00");
    await press(screen.getByLabelText("Higher price"));
    expect(field("Buys at this price or lower").value).toBe("67.000,00");
  });
});

describe("an order is sent once", () => {
  test("by a double click, and while the answer is slow", async () => {
    const account = await openTicket();
    const { promise, resolve } = Promise.withResolvers<void>();
    const answer = context.server.answerOf(PLACE);
    context.server.on(PLACE, async (call) => {
      await promise;
      return answer(call);
    });
    await type("Amount", "0.01");
    const words = "Buy 0.01 BTCUSD at 67,000.00";
    const placing = button(words);
    await press(placing);
    await press(placing);
    await waitFor(() => expect(placing.textContent).toBe("Placing"));
    fireEvent.submit(placing.form ?? placing);
    resolve();
    await waitFor(() => expect(placing.textContent).toBe("Placed"));
    await press(placing);
    await waitFor(() => expect(button(words)).toBeDefined());
    expect(account.commands).toHaveLength(1);
    expect(positions(account)).toHaveLength(1);
    // A second order is a second press, with a key of its own.
    await place(words);
    await waitFor(() => expect(positions(account)).toHaveLength(2));
  });

  test("when its answer is lost: pressed again it is the same request, wherever the market is", async () => {
    const account = await openTicket();
    await type("Amount", "0.01");
    await type("Stop loss as", "distance");
    await type("Stop loss away by", "500");
    const answer = context.server.answerOf(PLACE);
    context.server.on(PLACE, async (call) => {
      await answer(call);
      return new Response("gone", { status: 502 });
    });
    await place(/^Buy/);
    await screen.findByText(/^Error placing order: there was no answer/);
    context.server.on(PLACE, answer);
    // Nor is it another one in a ticket that was closed and opened again.
    view.unmount();
    view = show(<OrderForm symbol="BTCUSD" />);
    await does(() => {});
    // Leaving a field writes its figure in full, which is no other order.
    await does(() => fireEvent.blur(field("Stop loss away by")));
    expect(field("Stop loss away by").value).toBe("500.00");
    // Nor is it another one once its stop was off and is on again.
    await press(field("Stop loss"));
    await press(field("Stop loss"));
    await does(() => account.quote({ BTCUSDm: 67_100 }));
    await place(/^Buy 0.01 BTCUSD at 67,100.00/);
    await screen.findByText("Order placed successfully! Bought 0.01 BTCUSD at 67,000.00.");
    const [first, second] = account.commands;
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get("Idempotency-Key")).toBe(first?.headers.get("Idempotency-Key") ?? "");
    expect(positions(account)).toHaveLength(1);
  });
});

describe("the button says why it is disabled", () => {
  test("before the first price, and while the price is old; what is typed is kept", async () => {
    new FakeDemoAccount(context.server);
    arrive(trader(), null);
    show(<OrderForm symbol="ETHUSD" />);
    await waitFor(() => expect(button("Buy ETHUSD: no price yet").disabled).toBe(true));
    await does(() => bringPrices({ ETHUSDm: 3_300 }));
    await type("Amount", "0.7");
    expect(button("Buy 0.70 ETHUSD at 3,300.00").disabled).toBe(false);
    await does(() => bringPrices({ ETHUSDm: 3_301 }, { ageMs: 10_000 }));
    const locked = button("Buy 0.70 ETHUSD: price too old");
    expect(locked.disabled).toBe(true);
    fireEvent.submit(locked.form ?? locked);
    await context.callsArrive();
    expect(context.server.callsOf(PLACE)).toEqual([]);
    // A limit waits on the server, whatever the price here.
    await type("Price, optional", "3000");
    expect(button("Place buy limit 0.70 at 3,000.00").disabled).toBe(false);
  });

  test("while its market is closed, and until when in the trader's zone; a simulated price changes nothing", async () => {
    setSystemTime(new Date("2026-12-12T12:00:00Z"));
    const account = await openTicket();
    await turnTo("XAUUSDm");
    await does(() => account.quote({ XAUUSDm: 2_400 }));
    await waitFor(() => expect(button("Buy XAUUSDm: market closed").disabled).toBe(true));
    expect(screen.getByText("Opens Dec 14, 06:00. A limit or a stop can wait until then.")).toBeDefined();
  });

  test("when only the server knows that it is closed, with when it opens", async () => {
    const account = await openTicket();
    await turnTo("XAUUSDm");
    await does(() => account.quote({ XAUUSDm: 2_400 }));
    await type("Amount", "1");
    context.server.on(PLACE, () => {
      // It closes while the order is on its way.
      setSystemTime(new Date("2026-12-11T22:00:01Z"));
      tickClock();
      return refuse("no_fillable_price", "This market is closed at the moment");
    });
    await place(/^Buy 1.00 XAUUSDm/);
    await screen.findByText("Failed to place order: The market of XAUUSDm is closed. Opens Dec 14, 06:00.");
  });

  test("while two sources disagree", async () => {
    await openTicket();
    const origin = { source: "coinbase", agreement: "disagree", disagreesWith: "kraken" } as const;
    await does(() => bringPrices({ BTCUSDm: 67_000 }, { origin }));
    await waitFor(() => expect(button("Buy BTCUSD: sources disagree").disabled).toBe(true));
  });

  test("for a frozen account, and for one that cannot be read", async () => {
    await openTicket({ frozen: true });
    expect(button("Your account is frozen").disabled).toBe(true);
    act(() => forgetDemo());
  });

  test("for one that cannot be read, until it can", async () => {
    const account = new FakeDemoAccount(context.server);
    const answer = context.server.answerOf("GET /api/demo/state");
    context.server.on("GET /api/demo/state", () => refuse("internal", "Something went wrong"));
    arrive(trader(), null);
    show(<OrderForm symbol="BTCUSD" />);
    await waitFor(() => expect(button("Your demo account could not be loaded").disabled).toBe(true));
    expect(fact("Costs")).toBe("—");
    context.server.on("GET /api/demo/state", answer);
    await press(button("Try again"));
    await does(() => account.quote({ BTCUSDm: 67_000 }));
    await waitFor(() => expect(button("Buy BTCUSD at 67,000.00").disabled).toBe(false));
  });
});

test("buttons and arrow keys step the amount and the price", async () => {
  await openTicket();
  await press(screen.getByLabelText("0.01 more"));
  await does(() => fireEvent.keyDown(field("Amount"), { key: "ArrowUp" }));
  expect(field("Amount").value).toBe("0.02");
  await does(() => fireEvent.keyDown(field("Price, optional"), { key: "ArrowDown" }));
  expect(field("Buys at this price or lower").value).toBe("66990.00");
  await press(screen.getByLabelText("Higher price"));
  await press(screen.getByLabelText("Higher price"));
  expect(field("Buys when the price reaches").value).toBe("67010.00");
});

test("a left field writes its price in full", async () => {
  await openTicket();
  await type("Price, optional", "66400");
  await type("Stop loss at", "66000.5");
  await does(() => fireEvent.blur(field("Buys at this price or lower")));
  expect(field("Buys at this price or lower").value).toBe("66,400.00");
  await does(() => fireEvent.blur(field("Stop loss at")));
  expect(field("Stop loss at").value).toBe("66,000.50");
});

/** Chooses another symbol for the ticket. */
async function turnTo(symbol: TradedSymbol): Promise<void> {
  const { rerender } = view;
  await does(() => turnToSymbol(symbol));
  rerender(
    <>
      <OrderForm symbol={symbol} />
      <Toaster />
    </>,
  );
  await does(() => {});
}

describe("each symbol has an order of its own", () => {
  test("with its amount and its side: two of one are never two of another", async () => {
    const account = await openTicket();
    await turnTo("ETHUSD");
    await does(() => account.quote({ ETHUSDm: 3_000 }));
    await pick("Sell");
    await type("Amount", "2");
    await waitFor(() => expect(button("Sell 2.00 ETHUSD at 3,000.00").disabled).toBe(false));
    await turnTo("BTCUSD");
    expect(field("Amount").value).toBe("");
    expect(button("Buy BTCUSD at 67,000.00")).toBeDefined();
    await type("Amount", "0.10");
    await turnTo("MINIBTC");
    expect(field("Amount").value).toBe("");
    await turnTo("ETHUSD");
    expect(field("Amount").value).toBe("2");
    expect(button("Sell 2.00 ETHUSD at 3,000.00")).toBeDefined();
    await turnTo("BTCUSD");
    expect(button("Buy 0.10 BTCUSD at 67,000.00")).toBeDefined();
  });

  test("with the distances of its exits, or their money where that was chosen", async () => {
    const account = await openTicket();
    await type("Amount", "0.10");
    await type("Stop loss at", "66500");
    await type("Take profit as", "money");
    await type("Take profit for", "200");
    await turnTo("ETHUSD");
    expect([field("Stop loss at").value, field("Take profit at").value]).toEqual(["", ""]);
    await does(() => account.quote({ BTCUSDm: 68_000 }));
    await turnTo("BTCUSD");
    // What may be lost is the same, wherever the market is by then.
    expect(field("Stop loss away by").value).toBe("500.00");
    await waitFor(() => expect(screen.getByText("67,500.00, −$50.00")).toBeDefined());
    expect(field("Take profit for").value).toBe("200");
  });

  test("with its risk", async () => {
    await openTicket();
    await choose("Risk");
    await type("Lose at most", "50");
    await turnTo("ETHUSD");
    expect(field("Amount").value).toBe("");
    await turnTo("BTCUSD");
    expect(field("Lose at most").value).toBe("50");
  });

  test("with the price that it waits for, to which its stop keeps its distance", async () => {
    await openTicket();
    await type("Amount", "0.10");
    await type("Price, optional", "66400");
    await type("Stop loss at", "66000");
    await turnTo("ETHUSD");
    expect(field("Price, optional").value).toBe("");
    await turnTo("BTCUSD");
    expect(field("Buys at this price or lower").value).toBe("66400");
    expect(screen.getByText("66,000.00, −$40.00")).toBeDefined();
  });
});

describe("a stop or a target that is switched on is filled in", () => {
  test("with a usual distance, its worth and what is risked for what", async () => {
    const account = await openTicket();
    await type("Amount", "0.10");
    await press(field("Stop loss"));
    expect(field("Stop loss at").value).toBe("66330.00");
    expect(screen.getByText("−$67.00 at most")).toBeDefined();
    await press(field("Take profit"));
    expect(field("Take profit at").value).toBe("68340.00");
    expect(screen.getByText("+$134.00")).toBeDefined();
    expect(screen.getByText("1 to 2.00")).toBeDefined();
    await press(field("Trailing stop"));
    expect(field("Distance of the trailing stop").value).toBe("670.00");
    await place(/^Buy 0.10/);
    await screen.findByText(/^Order placed/);
    expect(positions(account)).toMatchObject([{ stop: 6_633_000, target: 6_834_000, trail: 67_000 }]);
  });

  test("on the losing side of a sell, with how far it is before the amount is known", async () => {
    await openTicket();
    await pick("Sell");
    await press(field("Stop loss"));
    expect(field("Stop loss at").value).toBe("67670.00");
    expect(screen.getByText("+1.0% away")).toBeDefined();
  });

  test("with the distance that it had last, or its money", async () => {
    const account = await openTicket();
    await type("Amount", "0.10");
    await type("Stop loss at", "66800");
    await type("Take profit as", "money");
    await type("Take profit for", "50");
    await press(field("Stop loss"));
    await press(field("Take profit"));
    expect([field("Stop loss at").value, field("Take profit for").value]).toEqual(["", ""]);
    await does(() => account.quote({ BTCUSDm: 68_000 }));
    await waitFor(() => expect(fact("Margin, no leverage")).toBe("$6,800.00"));
    await press(field("Stop loss"));
    await press(field("Take profit"));
    expect([field("Stop loss at").value, field("Take profit for").value]).toEqual(["67800.00", "50"]);
  });

  test("and off again where it is emptied", async () => {
    const account = await openTicket();
    await type("Amount", "0.10");
    await type("Stop loss at", "66500");
    expect(field("Stop loss").getAttribute("aria-checked")).toBe("true");
    await type("Stop loss at", "");
    expect(field("Stop loss").getAttribute("aria-checked")).toBe("false");
    await place("Buy 0.10 BTCUSD at 67,000.00");
    await screen.findByText(/^Order placed/);
    expect(positions(account)).toMatchObject([{ stop: null }]);
  });
});

test("another person begins with an empty ticket, and who comes back has what they typed", async () => {
  await openTicket();
  await type("Amount", "0.10");
  await does(() => arrive(trader({ _id: "trader-2" }), null));
  await waitFor(() => expect(field("Amount").value).toBe(""));
  await does(() => arrive(trader(), null));
  await waitFor(() => expect(field("Amount").value).toBe("0.10"));
});
