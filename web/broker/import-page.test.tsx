import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { apiServer, refuse } from "../test/api-server.ts";
import { BrokerApi } from "../test/broker-api.ts";
import { openApp } from "../test/open-app.tsx";
import { TradeApi } from "../test/trade-api.ts";
import { trader } from "../test/trader.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let broker: BrokerApi;
beforeEach(() => {
  // The performance page of the account that the import makes.
  new TradeApi(context.server).addBroker();
  broker = new BrokerApi(context.server);
});

const GOLDEN = join(import.meta.dir, "..", "imports", "golden");
const golden = async (name: string) => new File([await Bun.file(join(GOLDEN, name)).arrayBuffer()], name);
const textFile = (name: string, ...lines: readonly string[]) => new File([`${lines.join("\n")}\n`], name);

async function open(at = "/performance/import") {
  return await openApp(context.server, { at, as: trader({ _id: crypto.randomUUID() }) });
}

async function choose(...files: readonly File[]): Promise<void> {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!found) throw new Error("no place for a file yet");
    return found;
  });
  fireEvent.change(input, { target: { files } });
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
/** The value of a fact, with what is said about it. */
const fact = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

const CSV = "Ticket,Symbol,Direction,Lots,Open time,Entry price,Close time,Exit price,Profit,Currency";

/** Whether the text stands in the node itself, and not only in one of its children. */
const isTextOf = (node: Element | null, text: string) =>
  node !== null && node.children.length === 0 && (node.textContent ?? "").includes(text);

test("a MetaTrader file is checked, imported into a new account and shown as done", async () => {
  const { history } = await open();
  await choose(await golden("mt4-statement-ansi.htm"));
  await button("Import 3 trades");
  expect(fact("Platform")).toBe("MetaTrader 4Known by its tables");
  expect(fact("Account")).toBe("Account ••4411. Your name is not kept.");
  expect(fact("Goes to")).toBe("MetaTrader 4 4411A new account");
  expect(fact("Clock")).toBe("New York + 7 hNo trade falls on a weekend. File 08:15 is your Sep 2, 12:15 PM");
  expect(fact("Skipped")).toBe("4 rowsNone of them changes the total");
  expect(fact("Deposits")).toBe("$1,000.00 in, $0.00 outAs the file says. They are no result, and no money here");
  screen.getByRole("img", { name: "equal" });
  expect(context.server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  await press("Import 3 trades");
  await screen.findByText("3 trades are in your journal.");
  expect(history.at(-1)).toBe("/performance?account=broker:1");
  const { head, rows, open: positions } = broker.only;
  expect(broker.accounts).toMatchObject([{ name: "MetaTrader 4 4411", currency: "USD", accountNumber: "4411" }]);
  expect(head).toMatchObject({
    account: 1,
    fileName: "mt4-statement-ansi.htm",
    format: "mt4",
    clock: { kind: "new_york_close" },
    rows: { kind: "trades", count: 3 },
    leftOut: [
      { reason: "totals", count: 2 },
      { reason: "balance", count: 1 },
      { reason: "cancelled", count: 1 },
    ],
    statedTotal: "36.77",
    deposits: { in: "1000", out: "0" },
  });
  expect(head.fileHash).toMatch(/^[0-9a-f]{64}$/);
  expect([rows.length, positions]).toEqual([3, []]);
  expect(context.server.callsOf("POST /api/broker/imports/import-1/commit")[0]?.body).toEqual({
    changed: "keep",
    version: 0,
  });

  // Taken back whole, after one question.
  await press("Take back");
  const dialog = within(await screen.findByRole("alertdialog"));
  dialog.getByText(/All trades of mt4-statement-ansi.htm leave this account/);
  fireEvent.click(dialog.getByRole("button", { name: "Take back" }));
  await waitFor(() => expect(screen.queryByText("3 trades are in your journal.")).toBeNull());
  expect(context.server.callsOf("POST /api/broker/imports/import-1/reverse")).toHaveLength(1);
});

test("an account that a closed page left without a file is that of the file again", async () => {
  broker.add({ name: "trades", platform: "Tonle" });
  broker.add({ name: "trades 2", platform: "Tonle", currency: "EUR" });
  await open();
  await choose(
    textFile("trades.csv", CSV, "1,XAUUSD,Buy,0.1,2026-09-14 08:00:00,1900,2026-09-14 09:00:00,1901,10.00,USD"),
  );
  await waitFor(() => expect(fact("Goes to")).toBe("trades0 trades are in it"));
});

test("a platform whose files have no number of an account goes on in the account that has them", async () => {
  broker.add({ name: "My coins", platform: "Binance Spot", currency: "USDT" });
  await open();
  await choose(await golden("binance-spot-trades.csv"));
  await waitFor(() => expect(fact("Goes to")).toBe("My coins0 trades are in it"));
});

test("an account that was deleted elsewhere is not offered again", async () => {
  broker.add({ name: "MetaTrader 4 4411", platform: "MetaTrader 4", accountNumber: "4411" });
  context.server.on("POST /api/broker/imports", () => {
    broker.accounts = [];
    return refuse("not_found", "There is no such broker account");
  });
  await open();
  await choose(await golden("mt4-statement-ansi.htm"));
  await button("Import 3 trades");
  expect(fact("Goes to")).toBe("MetaTrader 4 44110 trades are in it");
  // Also where it was chosen by hand.
  const line = screen.getByText("Goes to", { selector: "dt" }).parentElement ?? document.body;
  fireEvent.click(within(line).getByRole("button", { name: "Change" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Use this account" }));
  await press("Import 3 trades");
  await screen.findByText("There is no such broker account");
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
  await press("Start again");
  await waitFor(() => expect(fact("Goes to")).toBe("MetaTrader 4 4411A new account"));
});

describe("a file that cannot be read is refused by name, and the next one is read", () => {
  test.each<[name: string, content: string, ...says: string[]]>([
    ["statement.pdf", "%PDF-1.4", "This is a PDF. Export the history as HTML, XLSX or CSV."],
    [
      "old.xls",
      "\u00d0\u00cf\u0011\u00e0",
      "This is an old Excel file. Save it as .xlsx, or export the report as HTML.",
    ],
    ["empty.csv", "", "The file is empty."],
    [
      "quote.csv",
      'Ticket;Symbol\n1;"GOLD\n',
      "Line 2: There is a quote inside a cell that does not begin and end with one.",
      '1;"GOLD',
    ],
    ["run.csv", "Account,Ticket\nDemo run 3,1\n", "Line 2:", "Demo run 3,1", "Your demo runs are here already"],
    [
      "notes.xml",
      "<notes></notes>",
      "No platform that we know writes a file like this",
      "Export the history as CSV or XLSX",
    ],
  ])("%s", async (name, content, ...says) => {
    await open();
    await choose(new File([Uint8Array.from(content, (letter) => letter.charCodeAt(0))], name));
    const alert = within(await screen.findByRole("alert", undefined, { timeout: 60_000 }));
    alert.getByRole("heading", { name: new RegExp(`^${name} (?:cannot be read|is of a demo run of Tonle)$`) });
    for (const text of [...says, "Nothing was stored or sent."]) alert.getByText((_, node) => isTextOf(node, text));
    expect(context.server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
    await choose(await golden("own-sep-line.csv"));
    await screen.findByRole("heading", { name: "own-sep-line.csv" });
  });
});

test("files are read one after the other, and one of them can be skipped", async () => {
  await open();
  await choose(
    textFile("bad.csv", "Ticket;Symbol", '1;"GOLD'),
    await golden("own-sep-line.csv"),
    await golden("own-drawdown.csv"),
  );
  await screen.findByRole("heading", { name: "bad.csv cannot be read" });
  screen.getByText("2 more files wait");
  await press("Skip this file");
  await screen.findByRole("heading", { name: "own-sep-line.csv" });
  screen.getByText("1 more file waits");
});

test("a file may be dropped anywhere on the page", async () => {
  await open();
  await button("Choose a file");
  const files = [await golden("mt4-statement-ansi.htm")];
  fireEvent.drop(document.body, { dataTransfer: { files } });
  await button("Import 3 trades");
});

describe("what a file does not say is asked with its line, and it is read again", () => {
  test("the mark of decimals", async () => {
    await open();
    await choose(await golden("small/comma-three-places.csv"));
    await screen.findByText("What does “147,215” mean?");
    screen.getByText(/^Line 2\. Its comma/);
    await press("Read the file again");
    await screen.findByText("1 answer is missing");
    fireEvent.click(screen.getByRole("radio", { name: "147.215" }));
    await press("Read the file again");
    await screen.findByRole("heading", { name: "small/comma-three-places.csv" });
    expect(screen.getAllByText("147.215").length).toBeGreaterThan(0);
  });

  test("the currency and the value of a point", async () => {
    await open();
    await choose(await golden("tradingview-paper-orders.csv"));
    const point = await screen.findByLabelText(/^Value of 1\.00 in /);
    const currency = screen.queryByLabelText("Currency");
    if (currency) fireEvent.change(currency, { target: { value: "USD" } });
    fireEvent.change(point, { target: { value: "0" } });
    await press("Read the file again");
    await screen.findByText("A number above zero, such as 50");
    fireEvent.change(point, { target: { value: "50" } });
    await press("Read the file again");
    await screen.findByRole("heading", { name: "tradingview-paper-orders.csv" });
    // 8.00 points of three contracts.
    expect(screen.getAllByText("+$1,200.00").length).toBeGreaterThan(0);
  });

  test("the currency of a report without one", async () => {
    await open();
    await choose(await golden("small/currency-none.html"));
    const field = await screen.findByLabelText("Currency");
    fireEvent.change(field, { target: { value: "$" } });
    await press("Read the file again");
    await screen.findByText("2 to 12 letters, such as USD");
    fireEvent.change(field, { target: { value: "mBTC" } });
    await press("Read the file again");
    await button("Import 1 trade");
    expect(fact("Currency")).toBe("mBTCShown as it is, never added to dollars");
    expect(screen.getAllByText("+10.00000 mBTC").length).toBeGreaterThan(0);
  });
});

test("a file whose fills only close what an earlier one opened is imported, and says fills", async () => {
  await open();
  const lines = (await (await golden("binance-futures/opened-before.csv")).text()).split("\n");
  await choose(textFile("closings.csv", ...lines.slice(0, 2)));
  await button("Import 1 fill");
  expect(fact("Trades")).toBe("1 fillThey are paired with those of your other files");
  await press("Import 1 fill");
  await waitFor(() => expect(broker.only.rows).toHaveLength(1));
});

test("a file of fills is sent as fills, oldest first, for the account to pair over all of its files", async () => {
  await open();
  await choose(await golden("binance-spot-trades.csv"));
  expect(await screen.findByText("The file says so", { exact: false })).toBeDefined();
  await press(/^Import \d trades$/);
  await waitFor(() => expect(context.server.callsOf("POST /api/broker/imports/import-1/commit")).toHaveLength(1));
  const { head, rows, open: positions } = broker.only;
  expect(head).toMatchObject({
    format: "binance_spot",
    clock: { kind: "offset", minutes: 0 },
    rows: { kind: "fills" },
  });
  expect(positions).toEqual([]);
  const times = rows.map((row) => ("atMs" in row ? Number(row.atMs) : 0));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

describe("a table of an unknown form", () => {
  const table = (name = "my-trades.csv") =>
    textFile(
      name,
      "Nr;Market;What;Open time;Close time;Qty;First;Last;Profit;Fee;Memo",
      "80114;GOLD;L;02/04/2026 14:05;02/04/2026 15:12;0,10;4.611,20;4.615,80;46,00;0,70;",
      "80115;GOLD;S;24/03/2026 15:40;24/03/2026 16:02;0,10;4.618,90;4.621,40;-25,00;0,70;fomc",
    );
  const say = async (head: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(`Meaning of the column ${head}`), { target: { value } });

  test("is read by the columns that the trader says, which the account remembers", async () => {
    await open();
    await choose(table());
    fireEvent.click(await screen.findByRole("radio", { name: "A closed trade" }));
    await say("What", "side");
    await say("First", "entryPrice");
    const missing = await button(/^Still needed: Exit$/);
    expect(missing).toHaveProperty("disabled", true);
    await say("Last", "exitPrice");
    await say("Nr", "id");
    await say("Profit", "profit");
    await say("Open time", "opened");
    await screen.findByText("0.10 at 4,611.2");
    await press("Check 2 lines");
    fireEvent.change(await screen.findByLabelText("Currency"), { target: { value: "USD" } });
    await press("Read the file again");
    // No clock fits better than another one, so that it is asked for.
    await screen.findByText("In whose clock are the times?");
    expect(await button("Choose the clock first")).toHaveProperty("disabled", true);
    expect(fact("Clock")).toContain("line 3 was at 15:40. Was that your time?");
    await press("Choose");
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText("26.03.24 15:40");
    dialog.getByText("Mar 24, 3:40 PM");
    fireEvent.change(dialog.getByLabelText("Clock of the file"), { target: { value: "new_york_close" } });
    await dialog.findByText("Mar 24, 7:40 PM");
    fireEvent.click(dialog.getByRole("button", { name: "Use this clock" }));
    await press("Import 2 trades");
    await screen.findByText("2 trades are in your journal.");
    expect(broker.accounts[0]).toMatchObject({ name: "my-trades", currency: "USD" });
    expect(broker.accounts[0]?.mapping).toMatchObject({ kind: "trades", columns: { id: 0, side: 2, exitPrice: 7 } });
    expect(broker.only.rows[1]).toMatchObject({ ticket: "80115", profit: "-25", fees: "-0.7" });
  });
});

describe("the total of a statement", () => {
  const report = async (from: string, to: string) => {
    const text = await Bun.file(join(GOLDEN, "mt4-statement-ansi.htm")).bytes();
    // A letter for each byte, so that the others stay as they are.
    const letters = [...text].map((byte) => String.fromCharCode(byte)).join("");
    if (!letters.includes(from)) throw new Error(`${from} is not in the file`);
    return new File([Uint8Array.from(letters.replace(from, to), (letter) => letter.charCodeAt(0))], "changed.htm");
  };

  test("that is not that of the trades keeps the import off until the trader says so", async () => {
    await open();
    await choose(await report("36.77", "37.77"));
    screen.getByRole("img", { name: await screen.findByText(/Difference/).then(() => "not equal") });
    screen.getByText(/Difference \+\$1\.00\. No line of the file explains it\./);
    expect(await button("Look at the total first")).toHaveProperty("disabled", true);
    fireEvent.click(screen.getByLabelText("Import anyway"));
    await press("Import 3 trades");
    await screen.findByText("3 trades are in your journal.");
    expect(screen.queryByText(/The sum is the statement's/)).toBeNull();
  });

  test("a line that cannot be read is quoted, and left out when the trader says so", async () => {
    await open();
    await choose(
      textFile(
        "own.csv",
        CSV,
        "1,XAUUSD,Buy,0.1,2026-01-05 10:00,1,2026-01-05 11:00,2,x1,USD",
        "2,XAUUSD,Buy,0.1,2026-01-05 10:00,1,2026-01-05 11:00,2,1,USD",
      ),
    );
    await screen.findByText("1 line cannot be read, and the file has no total that proves the rest.");
    fireEvent.click(screen.getByText("Line 2 cannot be read").closest("button") ?? document.body);
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText("x1");
    dialog.getByText("Profit: “x1” is not a number in the form of this file");
    fireEvent.click(dialog.getAllByRole("button", { name: "Close" })[0] ?? document.body);
    fireEvent.click(screen.getByLabelText("Import without them"));
    await press("Choose");
    fireEvent.click(await screen.findByRole("button", { name: "Use this clock" }));
    fireEvent.click(screen.getByLabelText("Import without them"));
    await press("Import 1 trade");
    await screen.findByText("1 trade is in your journal.");
    expect(broker.only.head.leftOut).toEqual([{ reason: "unread", count: 1 }]);
  });
});

describe("an account that is there", () => {
  const known = { platform: "MetaTrader 4", accountNumber: "4411", name: "My broker" };

  test("is proposed by platform, number and currency, and one in another currency is refused", async () => {
    broker.add({ ...known, currency: "EUR", name: "Euros" });
    broker.add(known);
    await open();
    await choose(await golden("mt4-statement-ansi.htm"));
    await button("Import 3 trades");
    expect(fact("Goes to")).toBe("My broker0 trades are in it");
    fireEvent.click(screen.getByText("Goes to").parentElement?.querySelector("button") ?? document.body);
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole("option", { name: "Euros, EUR" })).toHaveProperty("disabled", true);
    fireEvent.change(dialog.getByLabelText("Account"), { target: { value: "new" } });
    fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "My broker" } });
    dialog.getByText("Another of your accounts has this name");
    fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "Second" } });
    fireEvent.click(dialog.getByRole("button", { name: "Use this account" }));
    await waitFor(() => expect(fact("Goes to")).toBe("SecondA new account"));
  });

  test("in another currency takes no file, also where the trader adds one to it", async () => {
    broker.add({ ...known, currency: "EUR" });
    await open("/performance/import?account=broker:1");
    await choose(await golden("mt4-statement-ansi.htm"));
    expect(await button("Choose the account first")).toHaveProperty("disabled", true);
    expect(fact("Goes to")).toContain("My broker is in EUR: choose another account");
  });

  test("that has all of the file says so, and keeps nothing of it", async () => {
    await open();
    await choose(await golden("mt4-statement-ansi.htm"));
    await press("Import 3 trades");
    await screen.findByText("3 trades are in your journal.");
    cleanup();
    await open();
    await choose(await golden("mt4-statement-ansi.htm"));
    await press("Import 3 trades");
    await screen.findByText("0 new");
    await screen.findByText("All 3 trades of this file are in your journal already. Nothing was added.");
    await waitFor(() => expect(context.server.callsOf("DELETE /api/broker/imports/import-2")).toHaveLength(1));
    expect(context.server.callsOf("POST /api/broker/imports/import-2/commit")).toEqual([]);
  });

  test("that has a ticket with other figures keeps them, or takes the file's", async () => {
    await open();
    await choose(await golden("mt4-statement-ansi.htm"));
    await press("Import 3 trades");
    await screen.findByText("3 trades are in your journal.");
    cleanup();
    const [first] = broker.tickets.get(1)?.values() ?? [];
    if (!first) throw new Error("no ticket");
    broker.tickets.get(1)?.set(first.ticket, { ...first, profit: "1.5" });
    await open();
    await choose(await golden("mt4-statement-ansi.htm"));
    await press("Import 3 trades");
    await screen.findByText("1 trade is here with other figures");
    const row = within(screen.getByText(first.ticket).closest("tr") ?? document.body);
    for (const cell of ["Profit", "1.5", first.profit]) row.getByText(cell);
    // Another tab imports a file, after this one has been looked at.
    broker.version += 1;
    await press("Take the file's");
    await screen.findByText("The account was changed meanwhile");
    await press("Continue");
    await screen.findByText("1 trade is here with other figures");
    await press("Take the file's");
    await waitFor(() =>
      expect(context.server.callsOf("POST /api/broker/imports/import-2/commit")[1]?.body).toEqual({
        changed: "take",
        version: 2,
      }),
    );
    const banner = await screen.findByText("No trade of the file is new.");
    expect(banner.parentElement?.textContent).toContain("2 were there before. 1 has the file's figures now.");
  });

  test("that does not exist has no place for a file", async () => {
    await open("/performance/import?account=broker:7");
    await screen.findByText("There is no such account");
  });
});

describe("where no answer comes", () => {
  const keys = (route: string) => context.server.callsOf(route).map(({ headers }) => headers.get("Idempotency-Key"));

  test.each(["POST /api/broker/accounts", "POST /api/broker/imports", "PUT /api/broker/imports/import-1/rows"])(
    "to %s, sending goes on with the same key",
    async (route) => {
      broker.lost.set(route, 1);
      await open();
      await choose(await golden("mt4-statement-ansi.htm"));
      await press("Import 3 trades");
      await screen.findByText("Sending stopped");
      screen.getByText(/^0 of 3 rows have arrived/);
      await press("Continue");
      await screen.findByText("3 trades are in your journal.");
      const [first, second] = keys(route);
      expect(second).toBe(first ?? "none");
      expect(broker.accounts).toHaveLength(1);
    },
  );

  test("to the commit, going on asks for it again", async () => {
    const route = "POST /api/broker/imports/import-1/commit";
    broker.lost.set(route, 1);
    await open();
    await choose(await golden("mt4-statement-ansi.htm"));
    await press("Import 3 trades");
    await screen.findByText(/^The answer did not come\. Your trades may be in the journal already/);
    expect(screen.queryByRole("button", { name: "Give up" })).toBeNull();
    await press("Continue");
    await screen.findByText("3 trades are in your journal.");
    expect(new Set(keys(route)).size).toBe(1);
  });

  test("giving up removes what was staged, with the account that was made for it", async () => {
    broker.lost.set("PUT /api/broker/imports/import-1/rows", 1);
    await open();
    await choose(await golden("mt4-statement-ansi.htm"));
    await press("Import 3 trades");
    await press("Give up");
    await button("Import 3 trades");
    await waitFor(() => expect(broker.accounts).toEqual([]));
    expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
  });

  test("closing the page is asked for while a file is on its way", async () => {
    broker.lost.set("PUT /api/broker/imports/import-1/rows", 1);
    await open();
    await choose(await golden("mt4-statement-ansi.htm"));
    await press("Import 3 trades");
    await screen.findByText("Sending stopped");
    expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
  });
});
