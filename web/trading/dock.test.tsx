import { expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { demoLink, demoLostAt, demoRun, useDemoAccount } from "../demo/demo-account.ts";
import { DemoFigures } from "../runs/account-figures.tsx";
import { forgetPrices } from "../state/prices.ts";
import { arrive } from "../state/session.ts";
import { apiServer, refuse } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { bringPrices } from "../test/market.ts";
import { NO_NUMBERS, paste, typeKeys } from "../test/number-forms.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { Toaster } from "../ui/toast/toaster.tsx";
import { Dock } from "./dock.tsx";
import { useEventToasts } from "./use-event-toasts.ts";

setDefaultTimeout(600_000);

const ZONE = "Asia/Phnom_Penh";
const context = apiServer();

function Screen() {
  useDemoAccount();
  useEventToasts();
  return (
    <>
      <DemoFigures timeZone={ZONE} />
      <Dock timeZone={ZONE} />
      <Toaster />
    </>
  );
}

type Settings = { costs?: "none" | "typical"; leverage?: number | null };

/** Shows the lists to a trader whose account is known, with a price of BTC. */
async function show(settings: Settings = {}, person = trader()): Promise<FakeDemoAccount> {
  const account = new FakeDemoAccount(context.server, settings);
  arrive(person, null);
  render(<Screen />);
  await waitFor(() => expect(demoLink.value).toBe("live"));
  account.quote({ BTCUSDm: 67_000 });
  return account;
}

const PLACE = { type: "place", run: 1, symbol: "BTCUSD", side: "buy", orderType: "market", amount: 0.1 } as const;
const LIMIT = { ...PLACE, orderType: "limit", price: 60_000 } as const;

/** Lets another device place an order. */
async function place(account: FakeDemoAccount, order: object): Promise<void> {
  account.commandElsewhere({ ...PLACE, ...order });
  const { orders, positions } = account.state.run ?? { orders: [], positions: [] };
  await waitFor(() => {
    expect(demoRun.value?.orders).toHaveLength(orders.length);
    expect(demoRun.value?.positions).toHaveLength(positions.length);
  });
}

const rowsOf = (caption: string) => [
  ...(screen.getByText(caption, { selector: "caption" }).closest("table")?.querySelectorAll("tbody tr") ?? []),
];
const positions = () => rowsOf("Your open positions");
const orders = () => rowsOf("Your resting orders");
const fills = () => rowsOf("What was filled in this run, newest first");
const texts = (row: Element | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent);
const figure = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
const openTab = (name: RegExp) => fireEvent.click(screen.getByRole("tab", { name }));
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const dialog = () => within(screen.getByRole("dialog"));
const pressIn = (name: string) => fireEvent.click(dialog().getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(dialog().getByLabelText(label), { target: { value } });
const field = (label: string) => dialog().getByLabelText<HTMLInputElement>(label);

test("a position shows its figures as the market moves, and is closed whole into the balance to the cent", async () => {
  const account = await show();
  await screen.findByText("No open positions");
  await place(account, { stop: 66_600, target: 68_000 });
  // The list follows the account in a later render.
  await screen.findByText("Your open positions", { selector: "caption" });
  account.quote({ BTCUSDm: 67_120.5 });
  await waitFor(() =>
    expect(texts(positions()[0])).toEqual([
      "BTCUSD",
      "Buy",
      "0.10",
      "67,000.00",
      "67,120.50",
      "66,600.00",
      "68,000.00",
      "$6,700.00",
      "+$12.05",
      "+0.2%",
      "Close",
    ]),
  );
  expect(figure("PNL")).toBe("+$12.05");
  expect(figure("Equity")).toBe("$10,012.05");

  await press("Close BTCUSD buy 0.10");
  await screen.findByText("No open positions");
  expect(figure("Balance")).toBe("$10,012.05");
  expect(figure("PNL")).toBe("$0.00");
});

test("lists that are folded name the only position beside its result", async () => {
  const account = await show();
  render(<Dock timeZone="UTC" fold={{ isOpen: false, set: () => {} }} />);
  await place(account, {});
  const named = () => screen.queryAllByText("BTCUSD buy 0.10");
  await waitFor(() => expect(named().length).toBe(1));
  account.quote({ BTCUSDm: 67_120.5 });
  await waitFor(() => expect(named()[0]?.textContent).toBe("BTCUSD buy 0.10 +$12.05"));
  await place(account, { amount: 0.01 });
  await waitFor(() => expect(named().length).toBe(0));
});

test("amounts with different decimals have their points in one column", async () => {
  const account = await show();
  await place(account, { amount: 0.1 });
  await place(account, { amount: 0.00125 });
  await waitFor(() => expect(positions().map((row) => texts(row)[2])).toEqual(["0.00125", "0.10000"]));
  expect(positions()[1]?.querySelector('td [aria-hidden="true"]')?.textContent).toBe("000");
});

test("a part is closed, with its result before it happens, and the rest stays", async () => {
  const account = await show({ costs: "typical", leverage: 10 });
  await place(account, {});
  account.quote({ BTCUSDm: 67_500 });
  await press(/^Edit stop and target of BTCUSD/);
  fireEvent.click(await screen.findByRole("radio", { name: "Close a part" }));
  fireEvent.click(dialog().getByRole("radio", { name: "50%" }));
  expect(field("Amount").value).toBe("0.05");
  // 0.05 x 500, less half of both commissions: 0.05 % of 3,350 and of 3,375.
  expect(await dialog().findByText("+$21.63 at this price, with its costs")).toBeDefined();
  type("Amount", "0.2");
  pressIn("Close 0.20");
  expect(await dialog().findByText("At most what is still open can be closed")).toBeDefined();
  type("Amount", "0.05");
  pressIn("Close 0.05");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(texts(positions()[0])[2]).toBe("0.05"));
  openTab(/History/);
  await waitFor(() => expect(fills()).toHaveLength(2));
  expect(texts(fills()[0]).slice(1, 8)).toEqual([
    "BTCUSD",
    "Sell",
    "Closed by you",
    "0.05",
    "67,500.00",
    "$3.37",
    "+$21.63",
  ]);
});

test("stop, target and trailing distance are changed by price, with what they mean in money", async () => {
  const account = await show();
  await place(account, {});
  await press(/^Edit stop and target of BTCUSD/);
  expect((await screen.findByLabelText<HTMLInputElement>("Stop loss")).value).toBe("");
  type("Stop loss", "66600");
  type("Take profit", "67,900.00");
  type("Trailing stop, distance", "500");
  expect(dialog().getByText("−$40.00 when it is reached")).toBeDefined();
  expect(dialog().getByText("+$90.00 when it is reached")).toBeDefined();
  expect(dialog().getByText("Would close at 66,500.00 now")).toBeDefined();
  type("Stop loss", "68000");
  pressIn("Save");
  await dialog().findByText(/^A stop loss must be on the losing side/);
  expect(field("Stop loss").getAttribute("aria-invalid")).toBe("true");
  expect(field("Take profit").value).toBe("67,900.00");
  type("Stop loss", "66600.001");
  pressIn("Save");
  expect(dialog().getByText("At most 9,999,999, with up to 2 decimals")).toBeDefined();
  type("Stop loss", "66600");
  pressIn("Save");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(texts(positions()[0]).slice(5, 7)).toEqual(["66,600.00, trail 500.00", "67,900.00"]));
});

test("a trailing stop that stays is said to be where the server has it", async () => {
  const account = await show();
  await place(account, { trail: 500 });
  await press(/^Edit stop and target of BTCUSD/);
  await screen.findByText("Now at 66,500.00");
  account.quote({ BTCUSDm: 66_900 });
  expect(dialog().getByText("Now at 66,500.00")).toBeDefined();
  account.quote({ BTCUSDm: 67_300 });
  await screen.findByText("Now at 66,800.00");
  // Another distance begins anew, and what it is then has nothing of the one before.
  type("Trailing stop, distance", "200");
  expect(await dialog().findByText("Would close at 67,100.00 now")).toBeDefined();
  pressIn("Save");
  await waitFor(() => expect(texts(positions()[0])[5]).toBe("Trail 200.00"));
  await press(/^Edit stop and target of BTCUSD/);
  await screen.findByText("Now at 67,100.00");
});

test("what another device changes while a dialog is open is said, and nothing typed is lost", async () => {
  const account = await show();
  await place(account, {});
  await press(/^Edit stop and target of BTCUSD/);
  await screen.findByLabelText("Stop loss");
  type("Stop loss", "66000");
  account.commandElsewhere({
    type: "amend_position",
    positionId: 1,
    version: 1,
    stop: 66_500,
    target: null,
    trail: null,
  });
  await dialog().findByText(/Now: amount 0.10, stop 66,500.00, target —\./);
  expect(field("Stop loss").value).toBe("66000");
  fireEvent.click(dialog().getByRole("button", { name: "Use these" }));
  expect(field("Stop loss").value).toBe("66500.00");
  type("Stop loss", "66100");
  pressIn("Save");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(account.state.run?.positions[0]?.stop).toBe(6_610_000);

  await press(/^Edit stop and target of BTCUSD/);
  await screen.findByLabelText("Stop loss");
  type("Take profit", "69000");
  account.quote({ BTCUSDm: 66_050 });
  await dialog().findByText(
    /This position was closed meanwhile. Stop loss: sold 0.10 BTCUSD at 66,050.00, −\u2060\$95.00\./,
  );
  expect(field("Take profit").value).toBe("69000");
  expect(dialog().queryByRole("button", { name: "Save" })).toBeNull();
});

test("a version that the server refuses is said, and the row shows the new state", async () => {
  const account = await show();
  await place(account, LIMIT);
  openTab(/Orders/);
  account.disconnect();
  account.commandElsewhere({ type: "cancel_order", orderId: 1, version: 1 });
  await press(/^Cancel BTCUSD buy 0.10/);
  await screen.findByText("This order was cancelled, or has expired");
  account.connect();
});

test("a position that its stop has just closed says so when it is closed by hand", async () => {
  const account = await show();
  await place(account, { ...LIMIT, orderType: "market", price: null, stop: 66_500 });
  account.disconnect();
  account.quote({ BTCUSDm: 66_400 });
  await press(/^Close BTCUSD buy 0.10/);
  await screen.findByText("Your stop loss has closed this position");
  account.connect();
});

test("figures of a position and of an order are refused in words, and say what they are in other forms", async () => {
  const account = await show({ leverage: 10 });
  await place(account, {});
  await place(account, LIMIT);
  const said = () => [...document.querySelectorAll('[role="dialog"] [role="alert"]')].map((one) => one.textContent);
  const sent = account.commands.length;
  async function refuses(label: string, submit: string): Promise<void> {
    const input = field(label);
    const before = input.value;
    for (const [text, words] of NO_NUMBERS) {
      await paste(input, text);
      expect([label, text, input.value, said()]).toEqual([label, text, text, [words]]);
      if (input.form) fireEvent.submit(input.form);
    }
    const send = document.querySelector<HTMLButtonElement>('[role="dialog"] [type="submit"]');
    expect([send?.textContent, send?.disabled]).toEqual([submit, true]);
    await paste(input, before);
  }

  await press(/^Edit stop and target of BTCUSD/);
  await screen.findByLabelText("Stop loss");
  for (const label of ["Stop loss", "Take profit", "Trailing stop, distance"]) await refuses(label, "Save");
  await typeKeys(field("Stop loss"), "៦៦,៦០០");
  expect(dialog().getByText("−$40.00 when it is reached")).toBeDefined();
  await typeKeys(field("Take profit"), "67 900.00");
  expect(dialog().getByText("+$90.00 when it is reached")).toBeDefined();
  fireEvent.click(dialog().getByRole("radio", { name: "Close a part" }));
  await refuses("Amount", "Close");
  await typeKeys(field("Amount"), "០.០៥០");
  expect(dialog().getByRole<HTMLButtonElement>("button", { name: "Close 0.05" }).disabled).toBe(false);
  pressIn("Cancel");

  openTab(/Orders/);
  await press("Change BTCUSD buy 0.10, limit");
  await screen.findByLabelText("Price");
  for (const label of ["Price", "Amount", "Stop loss", "Take profit", "Trailing stop, distance"]) {
    await refuses(label, "Save");
  }
  await context.callsArrive();
  expect(account.commands).toHaveLength(sent);
  await typeKeys(field("Price"), "៦១,០០០");
  await typeKeys(field("Amount"), "０．０５");
  pressIn("Save");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(account.state.run?.orders[0]).toMatchObject({ price: 6_100_000, units: 5_000_000 });
});

test("orders are amended and cancelled, one and all", async () => {
  const account = await show();
  await place(account, { ...LIMIT, stop: 59_000 });
  await place(account, { ...PLACE, orderType: "stop_limit", price: 70_000, limitPrice: 70_010 });
  openTab(/Orders 2/);
  await waitFor(() =>
    expect(texts(orders()[0])).toEqual([
      "BTCUSD",
      "Buy",
      "Stop-limit",
      "0.10",
      "70,000.00, limit 70,010.00",
      "+4.5%",
      "—",
      "—",
      "You cancel it",
      "Cancel",
    ]),
  );
  await press("Change BTCUSD buy 0.10, limit");
  await screen.findByLabelText("Price");
  expect(field("Price").value).toBe("60000.00");
  expect(field("Amount").value).toBe("0.1");
  type("Price", "61000");
  type("Amount", "0.05");
  fireEvent.change(dialog().getByLabelText("Good till"), { target: { value: "day" } });
  pressIn("Save");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(account.state.run?.orders[0]).toMatchObject({ price: 6_100_000, units: 5_000_000, stop: 5_900_000 });
  // Five in the afternoon in New York.
  expect(account.state.run?.orders[0]?.expiresAt).toBe(Date.parse("2026-12-09T22:00:00Z"));

  await press("Cancel BTCUSD buy 0.10, stop-limit");
  await waitFor(() => expect(orders()).toHaveLength(1));
  await place(account, LIMIT);
  await press("Cancel all");
  fireEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Cancel all" }));
  await screen.findByText("No resting orders");
});

test("after closing by keyboard the focus moves to the next position, and after the last to the lists", async () => {
  const account = await show();
  for (const amount of [0.01, 0.02, 0.03]) await place(account, { amount });
  await waitFor(() => expect(positions()).toHaveLength(3));
  const close = (row: number) => [...(positions()[row]?.querySelectorAll("button") ?? [])].at(-1) ?? document.body;
  fireEvent.click(close(1));
  await waitFor(() => expect(positions().map((row) => texts(row)[2])).toEqual(["0.03", "0.01"]));
  await waitFor(() => expect(document.activeElement).toBe(close(1)));
  fireEvent.click(close(1));
  await waitFor(() => expect(positions()).toHaveLength(1));
  await waitFor(() => expect(document.activeElement).toBe(close(0)));
  fireEvent.click(close(0));
  await screen.findByText("No open positions");
  await waitFor(() => expect(document.activeElement?.id).toBe("positions"));
});

test("all positions close at once after a confirmation, and one sentence says with what result", async () => {
  const account = await show();
  for (const amount of [0.01, 0.02, 0.03, 0.04]) await place(account, { amount });
  await press("Close all");
  const asked = within(screen.getByRole("alertdialog"));
  expect(asked.getByText("Close 4 positions?")).toBeDefined();
  account.quote({ BTCUSDm: 67_100 });
  await waitFor(() => expect(figure("PNL")).toBe("+$10.00"));
  fireEvent.click(asked.getByRole("button", { name: "Close all" }));
  await screen.findByText("4 positions closed, +$10.00");
  await screen.findByText("No open positions");
});

test("with the market of one position closed, all others close at once", async () => {
  const account = await show();
  account.quote({ US500: 5_000 });
  for (const order of [{ amount: 0.01 }, { amount: 0.02 }, { symbol: "US500", amount: 1 }]) await place(account, order);
  await screen.findByRole("button", { name: "Close US500 buy 1.00" });
  // An hour ago was its last price.
  account.quote({ US500: 5_000 }, { ageMs: 3_600_000 });
  account.quote({ BTCUSDm: 67_100 });
  await waitFor(() => expect(button("Close all").disabled).toBe(false));
  await press("Close all");
  const asked = within(screen.getByRole("alertdialog"));
  expect(asked.getByText("Close 2 positions?")).toBeDefined();
  // Of those alone; results follow prices at most four times a second.
  const lead = asked.getByText(/^One stays open, since its price is old or its market closed\./);
  await waitFor(() => expect(lead.textContent).toMatch(/They close .* The result is now \+\$3\.00$/));
  fireEvent.click(asked.getByRole("button", { name: "Close all" }));
  await waitFor(() => expect(positions()).toHaveLength(1));
  await screen.findByText(/^Closed: sold 0.02 BTCUSD at 67,100.00/);
  // That it stays open was said before.
  expect(screen.queryByText(/not closed/)).toBeNull();
});

test("the question before the only position closes that can be closed speaks of one", async () => {
  const account = await show();
  account.quote({ US500: 5_000 });
  for (const order of [{ amount: 0.01 }, { symbol: "US500", amount: 1 }]) await place(account, order);
  await screen.findByRole("button", { name: "Close US500 buy 1.00" });
  bringPrices({ US500: 5_010 }, { ageMs: 3_600_000 });
  await press("Close all");
  const asked = within(screen.getByRole("alertdialog"));
  expect(asked.getByText("Close one position?")).toBeDefined();
  expect(asked.getByText(/It closes at the current market price/)).toBeDefined();
});

test("a price 10 s old closes nothing", async () => {
  const account = await show();
  await place(account, {});
  await screen.findByRole("button", { name: "Close BTCUSD buy 0.10" });
  bringPrices({ BTCUSDm: 67_010 }, { ageMs: 10_000 });
  expect(button("Close BTCUSD buy 0.10").disabled).toBe(true);
  account.quote({ BTCUSDm: 67_020 });
  expect(button("Close BTCUSD buy 0.10").disabled).toBe(false);
});

test("a result above the display cap is capped", async () => {
  const account = await show({ leverage: 500 });
  await place(account, { amount: 70, symbol: "MINIBTC" });
  account.quote({ BTCUSDm: 9_999_999 });
  await waitFor(() => expect(figure("PNL")).toBe("+$6,953,099.30"));
});

test("what this page may have commanded itself, without an answer, is not told as another device's", async () => {
  const account = await show();
  await place(account, {});
  context.server.on("POST /api/demo/commands", () => new Response("Bad gateway", { status: 502 }));
  await press("Close BTCUSD buy 0.10");
  await screen.findByText("This could not be sent. Check your connection and try again.");
  account.commandElsewhere({ type: "close", positionId: 1, version: 1, amount: null });
  await screen.findByText(/^Carried out: sold 0\.10 BTCUSD at 67,000\.00/);
});

test("events of the server give one toast each, with price and result, and so does what this page closes", async () => {
  const account = await show();
  await place(account, { stop: 66_600 });
  await screen.findByText("In another tab or device: bought 0.10 BTCUSD at 67,000.00");
  await place(account, { ...LIMIT, amount: 0.05 });
  await screen.findByText("In another tab or device: order placed, BTCUSD buy 0.05, limit");
  account.quote({ BTCUSDm: 66_590 });
  await screen.findByText("Stop loss: sold 0.10 BTCUSD at 66,590.00, −\u2060$41.00");
  account.quote({ BTCUSDm: 59_990 });
  const filled = await screen.findByText("Limit order: bought 0.05 BTCUSD at 59,990.00");
  expect(filled.closest("[role=status]")?.getAttribute("aria-live")).toBe("polite");
  const offers = () => screen.queryAllByRole("button", { name: "Why this price?", hidden: true });
  expect(offers().map((offer) => offer.closest("[role=status]")?.textContent)).toEqual([
    "Limit order: bought 0.05 BTCUSD at 59,990.00 Why this price? AltW",
    "Stop loss: sold 0.10 BTCUSD at 66,590.00, −\u2060$41.00 Why this price? Note AltW",
    "In another tab or device: bought 0.10 BTCUSD at 67,000.00 Why this price? AltW",
  ]);
  await press("Close BTCUSD buy 0.05");
  await screen.findByText("Closed: sold 0.05 BTCUSD at 59,990.00, $0.00");
  expect(screen.getAllByText(/sold 0.05 BTCUSD/)).toHaveLength(1);
});

test("a margin call and a stop-out are announced before they happen, and said when they do", async () => {
  const account = await show({ leverage: 10 });
  await place(account, { amount: 1 });
  expect(figure("Margin level")).toBe("149%");
  expect(
    screen.getByText(/A margin call comes at an equity of \$6,700.00. At \$3,350.00 positions are closed/),
  ).toBeDefined();
  expect(screen.getByText(/That would be BTCUSD buy 1.00, now at \$0.00. Your equity is \$10,000.00./)).toBeDefined();
  account.quote({ BTCUSDm: 63_000 });
  await screen.findByText("Margin call: your equity of $6,000.00 is at or below the used margin of $6,700.00");
  await screen.findByText("Margin call.");
  account.quote({ BTCUSDm: 65_000 });
  await screen.findByText("Your margin is nearly used up.");
  account.quote({ BTCUSDm: 60_000 });
  await screen.findByText("Stop-out: sold 1.00 BTCUSD at 60,000.00, −\u2060$7,000.00");
  await waitFor(() => expect(screen.queryByText("Margin call.")).toBeNull());
  expect(screen.queryByText("Margin level")).toBeNull();
});

test("without a connection the figures stay, with the time that they are of", async () => {
  const account = await show();
  await place(account, {});
  account.disconnect();
  await screen.findByText(/^No connection to your demo account since \d\d:\d\d:\d\d\./);
  // The rows follow the run in a frame of their own.
  await waitFor(() => expect(texts(positions()[0])[0]).toBe("BTCUSD"));
  account.connect();
  await press("Try now");
  await waitFor(() => expect(screen.queryByText(/^No connection to your demo account/)).toBeNull());
});

test("without a connection from the beginning nothing is said to be as it was", async () => {
  const account = new FakeDemoAccount(context.server);
  account.disconnect();
  context.server.on("GET /api/demo/state", () => refuse("internal", "Not now"));
  arrive(trader(), null);
  render(<Screen />);
  await screen.findByText("Your demo account could not be loaded");
  // How many positions it has is not known either.
  for (const name of ["Positions", "Orders", "History"]) screen.getByRole("tab", { name });
  await waitFor(() => expect(demoLostAt.value).not.toBeNull());
  expect(screen.queryByText(/^No connection to your demo account/)).toBeNull();
  // Figures that cannot be loaded do not look as if they were still loading.
  expect(figure("Balance")).toBe("—");
});

test("before a position has a price, nothing is said of its result or of what follows from it", async () => {
  const account = new FakeDemoAccount(context.server, { leverage: 30 });
  account.quote({ BTCUSDm: 67_000 });
  account.commandElsewhere(PLACE);
  forgetPrices();
  arrive(trader(), null);
  render(<Screen />);
  await waitFor(() =>
    expect(["Balance", "Equity", "PNL", "Margin level"].map(figure)).toEqual(["$10,000.00", "—", "—", "—"]),
  );
  expect(screen.getByText("PNL", { selector: "span" }).textContent).toBe("PNL —");
  account.quote({ BTCUSDm: 67_120.5 });
  await waitFor(() => expect(figure("PNL")).toBe("+$12.05"));
  expect([figure("Equity"), figure("Margin level")]).toEqual(["$10,012.05", "4,483%"]);
});

test("while the account is read, nothing is said of how much is in it", async () => {
  const account = new FakeDemoAccount(context.server);
  account.disconnect();
  const answer = Promise.withResolvers<Response>();
  context.server.on("GET /api/demo/state", () => answer.promise);
  arrive(trader(), null);
  render(<Screen />);
  for (const name of ["Positions", "Orders", "History"]) screen.getByRole("tab", { name });
  answer.resolve(refuse("internal", "Not now"));
  await screen.findByText("Your demo account could not be loaded");
});

test("a frozen account is shown, and nothing in it can be changed", async () => {
  const account = await show({}, trader({ frozenAt: new Date(0).toISOString() }));
  await place(account, {});
  expect(screen.getByText(/^Your account is frozen/)).toBeDefined();
  await screen.findByRole("button", { name: "Close BTCUSD buy 0.10" });
  expect(button("Close BTCUSD buy 0.10").disabled).toBe(true);
});
