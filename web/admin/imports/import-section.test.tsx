import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { type ApiServer, apiServer, refuse } from "../../test/api-server.ts";
import { expectRetyped } from "../../test/expect-retyped.ts";
import { goldenCsv } from "../../test/golden-reports.ts";
import { ImportApi } from "../../test/import-api.ts";
import { openApp } from "../../test/open-app.tsx";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

let adminApi: AdminApi;
let imports: ImportApi;
beforeEach(() => {
  adminApi = new AdminApi(context.server);
  imports = new ImportApi(context.server);
});

const button = (name: string | RegExp) => screen.findByText(name, { selector: "button" });
const openAdmin = (at = `/admin/imports?trader=${imports.trader.email}`) =>
  openApp(context.server, { at, as: adminApi.admin });

/** Chooses a file and its zone, and reads it. */
async function read(file: Blob, name = "trades.csv"): Promise<void> {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!found) throw new Error("no place for a file yet");
    return found;
  });
  fireEvent.change(input, { target: { files: [new File([file], name)] } });
  fireEvent.change(screen.getByLabelText("The broker's time zone"), { target: { value: "Europe/Athens" } });
  fireEvent.click(await button("Read the file"));
}

const openCalls = (server: ApiServer) => server.callsOf("POST /api/admin/imports");

test("a trader is found by typing, and stays in the address", async () => {
  const { history } = await openAdmin("/admin/imports");
  fireEvent.change(await screen.findByRole("combobox", { name: "Trader" }), { target: { value: " bopha " } });
  fireEvent.click(await screen.findByText(imports.trader.email));
  await screen.findByText("Nothing was imported yet");
  expect(history.at(-1)).toBe(`/admin/imports?trader=${encodeURIComponent(imports.trader.email)}`);
  expect(context.server.callsOf("GET /api/admin/users").map(({ query }) => query.get("search"))).toEqual(["bopha"]);
  fireEvent.click(await button("Change trader"));
  await screen.findByRole("combobox", { name: "Trader" });
});

test("a search that finds nobody, or that fails, says so", async () => {
  await openAdmin("/admin/imports");
  const field = await screen.findByRole("combobox", { name: "Trader" });
  fireEvent.change(field, { target: { value: "nobody" } });
  await screen.findByText("No e-mail or username begins with this", { selector: "p" });
  context.server.on("GET /api/admin/users", () => refuse("internal", "Something went wrong. Please try again."));
  fireEvent.change(field, { target: { value: "nobody at" } });
  await screen.findByText(/The search failed/, { selector: "p" });
});

test("an admin cannot import for themselves", async () => {
  imports.trader = { ...imports.trader, _id: adminApi.admin._id };
  await openAdmin();
  await screen.findByText(/You cannot import for yourself/);
  expect(document.querySelectorAll('input[type="file"]')).toHaveLength(0);
});

test("nothing is read without a file or with an unknown zone", async () => {
  await openAdmin();
  fireEvent.click(await button("Read the file"));
  await screen.findByText("Choose a file", { selector: "[role=alert] *" });
  await screen.findByText("Enter the time zone of the times in the file");
  fireEvent.change(screen.getByLabelText("The broker's time zone"), { target: { value: "Mars/Olympus" } });
  await screen.findByText("There is no time zone with this name");
  fireEvent.submit(screen.getByLabelText("The broker's time zone"));
  expectRetyped(screen.getByLabelText("The broker's time zone"));
  await context.callsArrive();
  expect(openCalls(context.server)).toEqual([]);
});

describe("a file", () => {
  test("that is valid is sent with its times in UTC, shown, and imported after confirmation", async () => {
    await openAdmin();
    await read(await goldenCsv());
    fireEvent.click(await button(/^Import 10 trades, \+\$1,348\.97$/));
    expect(openCalls(context.server)[0]?.body).toEqual({
      userId: imports.trader._id,
      fileName: "trades.csv",
      format: "csv",
      currency: "USD",
      timeZone: "Europe/Athens",
      rowCount: 10,
    });
    expect(imports.staged[1]).toEqual({
      ticket: "50900102",
      symbol: "BTCUSDm",
      direction: "Sell",
      lotSize: 0.01,
      entryPrice: 67_120.5,
      exitPrice: 66_020.5,
      stopPrice: null,
      profitLoss: 7.4,
      openTime: "2026-02-27T09:00:00.000Z",
      closeTime: "2026-02-28T07:30:11.000Z",
    });
    // The file's clock time, and the trading day in the trader's zone.
    const row = within(screen.getByText("50900115").closest("tr") ?? document.body);
    for (const cell of ["Mar 5, 2026, 23:59:59", "Mar 6", "+$48.45", "New"]) row.getByText(cell);
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText("Bopha Keo's balance goes from $500.00 to $1,848.97, and all their figures change with it.");
    fireEvent.click(dialog.getByText(/^Import 10 trades/, { selector: "button" }));
    await button("Take back");
    await screen.findByText("Imported 10 trades for Bopha Keo");
    expect(context.server.callsOf("POST /api/admin/imports/import-1/commit")).toHaveLength(1);
  });

  test("that is invalid lists its faults by line, and nothing of it is sent", async () => {
    await openAdmin();
    await read(await goldenCsv(["US500;Buy", "US500;Hold"], [";0.20;", ";0,20;"]));
    await screen.findByText("trades.csv has 2 errors");
    const cells = [...document.querySelectorAll("tbody tr")].map((line) =>
      [...line.children].map(({ textContent }) => textContent),
    );
    expect(cells).toEqual([
      ["4", "Direction", "“Hold” is neither buy nor sell"],
      ["5", "Lots", "“0,20” is not a number in the form of this file"],
    ]);
    await context.callsArrive();
    expect(openCalls(context.server)).toEqual([]);
  });

  test("of a demo account says why it is not imported, and does not ask to correct it", async () => {
    await openAdmin();
    await read(await goldenCsv(["50900107", "demo-3-1-2"]));
    await screen.findByText("trades.csv is of a demo account");
    screen.getByText("Line 4: These are results of a demo account, which are not money: they cannot be imported.");
    screen.getByText("Nothing was sent. Choose the file of a real account.");
    await context.callsArrive();
    expect(openCalls(context.server)).toEqual([]);
  });

  test("that cannot be read says where reading ended", async () => {
    await openAdmin();
    await read(new Blob(['a,b\n1,"2\n']), "notes.csv");
    await screen.findByText("notes.csv cannot be read");
    await screen.findByText("Line 2: A quote that begins in this row does not end.");
  });

  test("whose sending is interrupted resumes where it stopped, as the same import", async () => {
    await openAdmin();
    imports.lostRequests = 1;
    await read(await goldenCsv());
    await screen.findByText("Sending stopped");
    await screen.findByText("0 of 10 rows have arrived. Nothing is imported. Continue where it stopped.");
    fireEvent.click(await button("Continue"));
    await button(/^Import 10 trades/);
    await context.callsArrive();
    expect(openCalls(context.server)).toHaveLength(1);
    expect(imports.staged).toHaveLength(10);
  });

  test("that is given up leaves the page as it was", async () => {
    await openAdmin();
    imports.lostRequests = 1;
    await read(await goldenCsv());
    fireEvent.click(await button("Give up"));
    await screen.findByText("What can be imported");
  });

  test("with an hour that the clock showed twice says which instant was taken", async () => {
    await openAdmin();
    await read(await goldenCsv(["2026.02.27 10:15:30", "2025.10.26 03:30:00"]));
    await screen.findByText("1 time is ambiguous");
    screen.getByText(/the earlier time was used. Lines 2\./);
  });
});

describe("a staged import", () => {
  test("that loses more than the balance says what is missing, and cannot be imported", async () => {
    imports.add({ summary: { profitLoss: -620, balanceAfter: -120 }, shortBy: 120 });
    await openAdmin(`/admin/imports?trader=${imports.trader.email}&item=import-1`);
    await screen.findByText("$120.00 short");
    expect((await button(/^Import 3 trades/)).hasAttribute("disabled")).toBe(true);
  });

  test("cannot be opened for import before the trader of the address is found, so that no dialog is lost", async () => {
    imports.add({});
    const search = Promise.withResolvers<void>();
    imports.untilFound = search.promise;
    await openAdmin(`/admin/imports?trader=${imports.trader.email}&item=import-1`);
    await screen.findByText("Loading imports");
    await context.callsArrive();
    expect(context.server.callsOf("GET /api/admin/imports")).toEqual([]);
    search.resolve();
    fireEvent.click(await button(/^Import 3 trades/));
    await screen.findByRole("dialog");
  });

  test("that needs another admin says so before a button is pressed", async () => {
    const notYours = "This moves $1,500.00. Above $1,000.00 another admin has to import it.";
    imports.add({ summary: { profitLoss: 1_500, balanceAfter: 2_000 }, notYours });
    await openAdmin(`/admin/imports?item=import-1`);
    await screen.findByText("Needs another admin");
    screen.getByText(/Above \$1,000\.00 another admin has to import it\. Send them the address of this page/);
    expect((await button(/^Import 3 trades/)).hasAttribute("disabled")).toBe(true);
  });

  test("without new trades, or with tickets that have other figures, says so", async () => {
    imports.add({ summary: { fresh: 0, duplicates: 3, differing: 2, profitLoss: 0 } });
    await openAdmin(`/admin/imports?trader=${imports.trader.email}&item=import-1`);
    await screen.findByText("Nothing new");
    await screen.findByText("2 tickets have other figures");
    expect((await button(/^Import 0 trades/)).hasAttribute("disabled")).toBe(true);
  });

  test("that is incomplete requests the file again", async () => {
    imports.add({ summary: { staged: 2 } });
    await openAdmin(`/admin/imports?trader=${imports.trader.email}&item=import-1`);
    await screen.findByText("The file has not arrived in full");
    expect((await button(/^Import/)).hasAttribute("disabled")).toBe(true);
  });

  test("shows rows of one kind, and more of them", async () => {
    imports.add({});
    await openAdmin(`/admin/imports?trader=${imports.trader.email}&item=import-1`);
    fireEvent.click(await screen.findByRole("tab", { name: /Already here/ }));
    fireEvent.click(await button("Show more rows"));
    await waitFor(() => expect(screen.queryAllByText("Show more rows")).toHaveLength(0));
    const queries = context.server.callsOf("GET /api/admin/imports/import-1").map(({ query }) => query.toString());
    expect([...new Set(queries)]).toEqual(["", "fate=duplicate", "fate=duplicate&cursor=1"]);
  });

  test("that another admin has already committed says so, and shows its current status", async () => {
    imports.add({});
    await openAdmin(`/admin/imports?trader=${imports.trader.email}&item=import-1`);
    context.server.on("POST /api/admin/imports/import-1/commit", () => {
      imports.change("import-1", { status: "committed", tradeCount: 3, profitLoss: 3 });
      return refuse("wrong_state", "This file was already imported");
    });
    await button(/^Import 3 trades/);
    // A read that is answered after the other admin's commit would close the dialog.
    await context.callsArrive();
    fireEvent.click(await button(/^Import 3 trades/));
    fireEvent.click(within(await screen.findByRole("dialog")).getByText(/^Import 3/, { selector: "button" }));
    await screen.findByText("This file was already imported");
    await button("Take back");
  });
});

describe("a committed import", () => {
  test("says who sent and who committed it, and what only another admin may reverse", async () => {
    const dates = { committedAt: "2026-11-20T04:20:00Z", committedByName: "Maly Sok" };
    const notYours = "This moves $1,500.00. Above $1,000.00 another admin has to take it back.";
    imports.add({ import: { status: "committed", tradeCount: 3, profitLoss: 1_500, ...dates }, notYours });
    await openAdmin(`/admin/imports?item=import-1`);
    await screen.findByText(notYours);
    screen.getByText(/by Dara Kim/);
    screen.getByText(/by Maly Sok/);
    expect((await button("Take back")).hasAttribute("disabled")).toBe(true);
  });

  test("is reversed with a reason", async () => {
    imports.add({ import: { status: "committed", tradeCount: 3, profitLoss: 3 } });
    await openAdmin(`/admin/imports?trader=${imports.trader.email}&item=import-1`);
    fireEvent.click(await button("Take back"));
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText("All of this import leaves Bopha Keo's history, and $3.00 leaves their balance.");
    fireEvent.click(dialog.getByText("Take back 3 trades", { selector: "button" }));
    await dialog.findByText("Say why: colleagues read it later");
    fireEvent.change(dialog.getByLabelText("Why"), { target: { value: "The wrong trader " } });
    fireEvent.click(dialog.getByText("Take back 3 trades", { selector: "button" }));
    await screen.findByText("Took back 3 trades");
    await screen.findByText("The wrong trader");
    const [call] = context.server.callsOf("POST /api/admin/imports/import-1/reverse");
    expect(call?.body).toEqual({ reason: "The wrong trader" });
    expect(call?.headers.get("Idempotency-Key")).toBeTruthy();
    expect(screen.queryAllByText("Take back", { selector: "button" })).toHaveLength(0);
  });

  test("whose profit is gone says what is missing, and stays committed", async () => {
    imports.add({ import: { status: "committed", tradeCount: 3, profitLoss: 700 }, shortBy: 200 });
    await openAdmin(`/admin/imports?trader=${imports.trader.email}&item=import-1`);
    await screen.findByText("$200.00 short");
    expect((await button("Take back")).hasAttribute("disabled")).toBe(true);
  });

  test("that cannot be loaded can be loaded again", async () => {
    imports.add({ import: { status: "committed", tradeCount: 3, profitLoss: 3 } });
    const answer = () => imports.show("import-1");
    context.server.on("GET /api/admin/imports/import-1", () => refuse("internal", "Something went wrong."));
    await openAdmin(`/admin/imports?trader=${imports.trader.email}&item=import-1`);
    await screen.findByText("This list could not be loaded");
    context.server.on("GET /api/admin/imports/import-1", answer);
    fireEvent.click(await button("Try again"));
    await button("Take back");
  });

  test("is opened from the trader's list", async () => {
    imports.add({ import: { status: "reversed", tradeCount: 3, profitLoss: 3, reason: "Twice" } });
    await openAdmin();
    fireEvent.click(await screen.findByText("ReportHistory.html"));
    await screen.findByText("Twice");
  });
});

test("an import that waits for another admin is in the default list with its badge, its amount and its count", async () => {
  imports.add({ import: { waitsForColleague: true, moves: 1_000.01 } });
  imports.add({ import: { status: "committed", profitLoss: 3, createdAt: "2026-11-19T03:20:00Z" } });
  adminApi.waitingImports = 1;
  await openAdmin("/admin/imports");
  const rows = await waitFor(() => {
    const found = screen.getAllByRole("button", { name: /Bopha Keo/ });
    expect(found).toHaveLength(2);
    return found;
  });
  expect(rows[0]?.textContent).toContain("+$1,000.01");
  expect(rows[0]?.textContent).toContain("Waiting");
  expect(rows[1]?.textContent).not.toContain("Waiting");
  const tab = screen.getByRole("link", { name: /^Imports/ });
  await waitFor(() => expect(tab.textContent).toBe("Imports1"));
});

test("J and K move through the imports, and L leads to their filter", async () => {
  const { _id: newer } = imports.add({ import: { status: "committed", profitLoss: 3 } }).import;
  const { _id: older } = imports.add({ import: { status: "committed", profitLoss: 4 } }).import;
  const { history } = await openAdmin("/admin/imports");
  await screen.findByText("+$4.00");
  for (const [key, id] of [
    ["j", newer],
    ["j", older],
    ["k", newer],
  ] as const) {
    fireEvent.keyDown(document.body, { key });
    await waitFor(() => expect(history.at(-1)).toBe(`/admin/imports?item=${id}`));
  }
  fireEvent.keyDown(document.body, { key: "l" });
  expect(document.activeElement === screen.getByLabelText("Status")).toBe(true);
});
