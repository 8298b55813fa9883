import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { apiServer } from "../test/api-server.ts";
import { BrokerApi } from "../test/broker-api.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
let broker: BrokerApi;
beforeEach(() => {
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

test("a MetaTrader file is checked, imported into a new account and shown as done", async () => {
  const { history } = await open();
  await choose(await golden("mt5-russian.html"));
  await button("Import 4 trades");
  expect(fact("Platform")).toBe("MetaTrader 5Known by its tables");
  expect(fact("Currency")).toBe("USD");
  expect(fact("Clock")).toContain("New York + 7 h");
  expect(fact("Clock")).toContain("No trade falls on a weekend");
  expect(fact("Trades")).toContain("4 closed");
  screen.getByRole("img", { name: "equal" });
  expect(context.server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  await press("Import 4 trades");
  await waitFor(() => expect(history.at(-1)).toBe("/performance?account=broker:1"));
  const { head, rows } = broker.only;
  expect(head).toMatchObject({ account: 1, format: "mt5", clock: { kind: "new_york_close" }, statedTotal: "120.9" });
  expect(head.rows).toEqual({ kind: "trades", count: 4 });
  expect(rows).toHaveLength(4);
  expect(context.server.callsOf("POST /api/broker/imports/import-1/commit")[0]?.body).toEqual({ changed: "keep" });
});
