import { beforeEach, expect, setDefaultTimeout, setSystemTime, spyOn, test } from "bun:test";
import { fireEvent, screen } from "@testing-library/react";
import { arrive } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { OwnReceiptDialog } from "./receipt-dialog.tsx";

setDefaultTimeout(600_000);

const context = apiServer();
const FILL = "GET /api/demo/fills/1";
let account: FakeDemoAccount;

/** A trader whose first order was filled between two other quotes. */
beforeEach(() => {
  account = new FakeDemoAccount(context.server);
  arrive(trader({ _id: "trader-1" }), null);
  account.quote({ BTCUSDm: 66_990 });
  account.quote({ BTCUSDm: 67_000 });
  account.commandElsewhere({ type: "place", run: 1, symbol: "BTCUSD", side: "buy", orderType: "market", amount: 0.1 });
  account.quote({ BTCUSDm: 67_010 });
});

function open({ fillId = 1, linkedTrader = null }: { fillId?: number; linkedTrader?: string | null } = {}): void {
  render(
    <OwnReceiptDialog fillId={fillId} linkedTrader={linkedTrader} timeZone="Asia/Phnom_Penh" onClose={() => {}} />,
  );
}

test("a sealed receipt is verified in the browser, and shows its quotes, its rule and its costs", async () => {
  account.isSealed = true;
  open();
  await screen.findByText("Verified in this browser");
  screen.getByText(/^Buy 0.10 BTCUSD, filled at 67,000.00/);
  screen.getByText(/^A market buy fills at the price that is shown/);
  screen.getByRole("row", { name: /used$/ });
  screen.getByText("Seal of the minute");
});

/** The cells of each row of the table of quotes, and its column names. */
function quoteRows() {
  const table = screen.getByRole("table");
  const texts = (row: Element, cells: string) => [...row.querySelectorAll(cells)].map((cell) => cell.textContent ?? "");
  const [head, ...rows] = table.querySelectorAll("tr");
  if (!head) throw new Error("no head");
  return { names: texts(head, "th"), rows: rows.map((row) => texts(row, "th, td")) };
}

test("a receipt has one age of its quote: that of the rule, in its facts and in its table", async () => {
  // The source's time is 165 ms before the quote was heard, and 247 ms before the order.
  account.quote({ BTCUSDm: 67_000 }, { ageMs: 165 });
  setSystemTime(Date.now() + 82);
  account.commandElsewhere({ type: "place", run: 1, symbol: "BTCUSD", side: "buy", orderType: "market", amount: 0.01 });
  // Its source's time is before the order too, but it was heard after it.
  setSystemTime(Date.now() + 20);
  account.quote({ BTCUSDm: 67_020 }, { ageMs: 60 });
  account.isSealed = true;
  open({ fillId: 2 });
  await screen.findByText("Verified in this browser");
  const age = screen.getByText("Age of the quote").nextSibling?.textContent ?? "";
  expect(age).toMatch(/^\d+ ms$/);
  // Time passes between the quote, the order and the next quote.
  expect(Number.parseInt(age, 10)).toBeGreaterThanOrEqual(247);
  const { rows } = quoteRows();
  expect(rows.find((row) => row.at(-1)?.endsWith("used"))?.at(-1)).toBe(`${age} before, used`);
  expect(rows.at(-1)?.at(-1)).toMatch(/^\d+ ms after$/);
});

test.each(["none", "typical"] as const)(
  "with costs %s the price of a fill stands in the row of its quote",
  async (costs) => {
    account = new FakeDemoAccount(context.server, { costs });
    account.quote({ BTCUSDm: [66_990, 67_011] });
    account.commandElsewhere({
      type: "place",
      run: 1,
      symbol: "BTCUSD",
      side: "buy",
      orderType: "market",
      amount: 0.1,
    });
    account.isSealed = true;
    open();
    await screen.findByText("Verified in this browser");
    const { names, rows } = quoteRows();
    const used = rows.find((row) => row.at(-1)?.endsWith("used"));
    const price = costs === "none" ? "67,000.50" : "67,011.00";
    screen.getByText(new RegExp(`filled at ${price}`));
    expect(used?.[names.indexOf(costs === "none" ? "Shown" : "Ask")]).toBe(price);
  },
);

test("a receipt whose minute is not sealed says so, with nothing to verify", async () => {
  open();
  await screen.findByText("Not sealed yet");
  expect(screen.getByRole("button", { name: "Verify" }).hasAttribute("disabled")).toBe(true);
});

test("a receipt whose quote the tape has lost says so, and waits for nothing", async () => {
  const receipt = account.receipt(1);
  if (!receipt) throw new Error("no receipt");
  context.server.on(FILL, () => ok({ ...receipt, isLost: true }));
  open();
  await screen.findByText("The tape no longer has this quote");
  expect(["Copy link", "Verify", "Copy proof"].filter((name) => screen.queryByRole("button", { name }))).toEqual([
    "Copy link",
  ]);
});

test("a receipt that does not match the tape says at which step, and leads to support", async () => {
  account.isSealed = true;
  const receipt = account.receipt(1);
  if (!receipt) throw new Error("no receipt");
  context.server.on(FILL, () => ok({ ...receipt, fill: { ...receipt.fill, price: receipt.fill.price + 100 } }));
  open();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe(
    "This receipt does not match the tapeThe check fails at: The fill. Contact support with the proof.",
  );
  screen.getByRole("link", { name: "Contact support" });
});

test("a receipt that cannot be loaded is loaded again", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  const answer = context.server.answerOf(FILL);
  context.server.on(FILL, () => refuse("internal", "Something went wrong."));
  open();
  await screen.findByText("The receipt could not be loaded");
  context.server.on(FILL, answer);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Not sealed yet");
});

test("the link that is copied names the trader by the trader's own id", async () => {
  const write = spyOn(navigator.clipboard, "writeText").mockResolvedValue(undefined);
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Copy link" }));
  expect(write.mock.calls).toEqual([[`${location.origin}/trading/fills/1?trader=trader-1`]]);
});

test("one's own link opens; the link of another trader is refused as an unknown fill is, and nothing is requested", async () => {
  open({ linkedTrader: "trader-1" });
  await screen.findByText("Not sealed yet");
  const before = context.server.callsOf(FILL).length;

  spyOn(console, "warn").mockImplementation(() => {});
  open({ fillId: 7 });
  const unknown = (await screen.findByRole("alert")).closest("[role=dialog]")?.textContent;
  expect(unknown).toContain("There is no such fill in your demo account");
  open({ linkedTrader: "trader-2" });
  const [, others] = screen.getAllByRole("alert");
  expect(others?.closest("[role=dialog]")?.textContent).toBe(unknown ?? "");
  await context.callsArrive();
  expect(context.server.callsOf(FILL)).toHaveLength(before);
});
