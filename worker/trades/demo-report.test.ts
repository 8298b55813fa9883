import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { Stack } from "../../dev/stack.ts";
import { recordDemoLog, TestDemoLog } from "../../dev/test/test-demo.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { foldDemoResults, NO_RESULTS_MEMORY } from "../demo/demo-results.ts";
import { demoReport } from "./demo-report.ts";

setDefaultTimeout(600_000);

/** The files that admins must not be able to import; the tests of the admin's import read them. */
const GOLDEN = join(import.meta.dir, "../../web/admin/imports/golden");
const STARTED_MS = Date.UTC(2026, 2, 2, 8);
const BEGUN = { run: 1, startCents: 1_000_000, startedAtMs: STARTED_MS };
const NOW_MS = Date.UTC(2026, 2, 6, 9);

function log(): TestDemoLog {
  const demo = new TestDemoLog();
  demo.start(STARTED_MS, { costs: "typical", leverage: 20 });
  const at = (hours: number) => STARTED_MS + hours * 3_600_000 + 15_250;
  const buy = { symbol: "BTCUSD", direction: "Buy", openedAtMs: at(1), closedAtMs: at(20) } as const;
  const id = demo.open({ ...buy, units: 5_000_000, entryPrice: 6_712_050, stop: 6_650_000, openCommissionCents: 168 });
  demo.charge(id, at(14), 186);
  demo.close(id, { ...buy, units: 2_000_000, exitPrice: 6_790_000, profitCents: 1559, closeCommissionCents: 68 }, 142);
  const rest = { units: 3_000_000, exitPrice: 6_650_000, profitCents: -1861, closeCommissionCents: 100 };
  demo.close(id, { ...buy, ...rest, closedAtMs: at(26), closeRule: "stop_loss" }, 212);
  const sell = { symbol: "MINIBTC", direction: "Sell", openedAtMs: at(27), closedAtMs: at(30) } as const;
  demo.trade({ ...sell, units: 1, entryPrice: 6_700_000, exitPrice: 6_600_000, closeRule: "take_profit" });
  return demo;
}

const parts = () =>
  foldDemoResults(NO_RESULTS_MEMORY, log().events).results.parts.map((part) => ({ userId: "me", ...part }));
const textOf = (given = parts()) => [...demoReport(BEGUN, given, NOW_MS)].join("");

/** The cells of the rows of a section. */
function section(report: string, title: string): string[][] {
  const from = report.indexOf(`<b>${title}</b>`);
  const rest = report.slice(from).split("</tr>").slice(1);
  const end = rest.findIndex((row) => row.includes("<th"));
  return rest
    .slice(0, end === -1 ? -1 : end)
    .map((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = ""]) => cell.replaceAll(/<\/?b>/g, "")));
}

let stack: Stack;
let trader: Trader;
beforeAll(async () => {
  stack = await apiStack();
  trader = await newTrader(stack);
  await recordDemoLog(databaseOf(stack), trader.userId, log());
}, 600_000);

const fetchText = async (path: string) => {
  const Cookie = [...trader.cookies].map((pair) => pair.join("=")).join("; ");
  return (await fetch(`${stack.origin}${path}`, { headers: { Cookie } })).text();
};

test("a report has positions, orders and deals as MetaTrader writes them, and says that it is a demo", async () => {
  const report = textOf();
  expect(report).toBe(await Bun.file(join(GOLDEN, "tonle-demo-run-1.html")).text());
  expect(section(report, "Positions").slice(1)).toEqual([
    [
      ...["2026.03.02 09:00:15", "demo-1-1-2", "BTCUSD", "buy", "0.02", "67120.50", "66500.00", ""],
      ...["2026.03.03 04:00:15", "67900.00", "-1.36", "-0.74", "15.59"],
    ],
    [
      ...["2026.03.02 09:00:15", "demo-1-1-3", "BTCUSD", "buy", "0.03", "67120.50", "66500.00", ""],
      ...["2026.03.03 10:00:15", "66500.00", "-2.00", "-1.12", "-18.61"],
    ],
    [
      ...["2026.03.03 11:00:15", "demo-1-2-5", "MINIBTC", "sell", "0.00000001", "67000.00", "", ""],
      ...["2026.03.03 14:00:15", "66000.00", "0.00", "0.00", "0.00"],
    ],
    [...Array.from({ length: 10 }, () => ""), "-3.36", "-1.86", "-3.02"],
  ]);
  expect(section(report, "Orders").slice(1)).toEqual([
    [
      ...["2026.03.02 09:00:15", "demo-1-1", "BTCUSD", "buy", "0.05", "market", "66500.00", ""],
      ...["2026.03.02 09:00:15", "filled", "demo"],
    ],
    [
      ...["2026.03.03 11:00:15", "demo-1-2", "MINIBTC", "sell", "0.00000001", "market", "", ""],
      ...["2026.03.03 11:00:15", "filled", "demo"],
    ],
  ]);
  const deals = section(report, "Deals").slice(1);
  expect(deals.map(([, deal, , type, direction, volume]) => [deal, type, direction, volume])).toEqual([
    ["", "balance", "", ""],
    ["demo-1-1", "buy", "in", "0.05"],
    ["demo-1-2", "sell", "out", "0.02"],
    ["demo-1-3", "sell", "out", "0.03"],
    ["demo-1-4", "sell", "in", "0.00000001"],
    ["demo-1-5", "buy", "out", "0.00000001"],
  ]);
  // Each result and cost moves the balance to what the log says it was.
  const amounts = deals.map((deal) => [8, 9, 10, 11].reduce((sum, at) => sum + Math.round(Number(deal[at]) * 100), 0));
  const balances = deals.map((deal) => Math.round(Number(deal[12]) * 100));
  expect(balances.at(-1)).toBe(amounts.reduce((sum, cents) => sum + cents, 0));
  expect(deals.at(-1)?.[12]).toBe("9991.76");
  expect(section(report, "Results").slice(1)).toEqual([["-8.24", "3"]]);
  expect(report).toContain("<b>Demo: Trade History Report</b>");
  expect(report).toContain("(USD, Tonle-Demo, demo, Hedge)");
  expect(report).toContain('<meta name="tonle-account" content="demo">');
});

test("every position, order and deal of a report carries the mark of a demo in its ticket", () => {
  const report = textOf();
  for (const title of ["Positions", "Orders", "Deals"]) {
    const tickets = section(report, title)
      .slice(1)
      .map(([, ticket = ""]) => ticket);
    expect(tickets.filter((ticket) => ticket !== "" && !/^demo-1-\d+(-\d+)?$/.test(ticket))).toEqual([]);
  }
  const positions = section(report, "Positions")
    .slice(1, -1)
    .map(([, ticket]) => ticket);
  expect(new Set(positions).size).toBe(positions.length);
});

test("a run without closed positions is a report with its start balance", () => {
  const report = textOf([]);
  expect(section(report, "Positions").slice(1)).toHaveLength(1);
  expect(section(report, "Deals").slice(1)).toHaveLength(1);
  expect(section(report, "Results").slice(1)).toEqual([["0.00", "0"]]);
});

test("it is downloaded in one round trip, of what matches a filter", async () => {
  const path = "/api/trade/export?account=run:1&format=mt5_html";
  const { status, headers, dbTrips } = await trader.get(path);
  expect([status, dbTrips]).toEqual([200, 1]);
  expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="tonle-demo-run-1-trades-[\d-]+\.html"$/);
  const [whole, ofOne] = await Promise.all([fetchText(path), fetchText(`${path}&symbol=MINIBTC`)]);
  expect(section(whole, "Positions")).toEqual(section(textOf(), "Positions"));
  expect(section(whole, "Deals")).toEqual(section(textOf(), "Deals"));
  expect(
    section(ofOne, "Positions")
      .slice(1, -1)
      .map(([, ticket]) => ticket),
  ).toEqual(["demo-1-2-5"]);
});

test("the CSV file of a run is the one that the admin's import is tested with", async () => {
  const csv = await fetchText("/api/trade/export?account=run:1");
  expect(csv).toBe(await Bun.file(join(GOLDEN, "tonle-demo-run-1.csv")).text());
});

test.each([
  ["account=cash&format=mt5_html", 400, "format"],
  ["format=mt5_html", 400, "format"],
  ["account=run:1&format=pdf", 400, "format"],
  ["account=run:2&format=mt5_html", 404, "account"],
])("?%s is refused with %d by its field", async (search, expected, field) => {
  const { status, body } = await trader.get(`/api/trade/export?${search}`);
  expect([status, body.field]).toEqual([expected, field]);
});
