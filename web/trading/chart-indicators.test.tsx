import { expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { DEFAULT_CHART } from "../../worker/contract/terminal/terminal-defaults.ts";
import { addIndicator, changeIndicator } from "../chart/indicators/chosen-indicators.ts";
import { arrive } from "../state/session.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { areSettingsRead, useTerminalSettings } from "../terminal/drawings-and-settings.ts";
import { apiServer } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { chartIndicators } from "./chart-indicators.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const STANDARD = DEFAULT_CHART.indicators;
const WITH_RSI = addIndicator(STANDARD, "rsi", "a");
const storedIn = (userId: string) => localStorage.getItem(accountKey("chart-indicators", userId));

function Follower(): null {
  useTerminalSettings();
  return null;
}

/** A signed-in person's page. @param seen what the browser stored of their indicators before */
function openPage(seen: string | null = null) {
  const account = new FakeDemoAccount(context.server);
  const person = trader();
  if (seen !== null) localStorage.setItem(accountKey("chart-indicators", person._id), seen);
  arrive(person, null);
  const open = async () => {
    render(<Follower />);
    await waitFor(() => expect(areSettingsRead.value).toBe(true));
  };
  return { terminal: account.terminal, person, open };
}

test("the indicators are those of the account, and a change is kept there and told to other tabs", async () => {
  const { terminal, open } = openPage();
  await open();
  expect(chartIndicators.list.value).toEqual(STANDARD);
  chartIndicators.keep(WITH_RSI);
  expect(chartIndicators.list.value).toEqual(WITH_RSI);
  await waitFor(() =>
    expect<unknown>(terminal.records[0]?.body).toEqual({ ...DEFAULT_CHART, indicators: [...WITH_RSI] }),
  );
  const elsewhere = changeIndicator(WITH_RSI, "a", { settings: { period: 7 } });
  const body = { ...DEFAULT_CHART, indicators: JSON.parse(JSON.stringify(elsewhere)) };
  terminal.changeElsewhere({ kind: "chart", version: 9, body });
  await waitFor(() => expect(chartIndicators.list.value).toEqual(elsewhere));
});

test("until the account answers they are those that the browser saw last, and then those of the account", async () => {
  const { person, open } = openPage(JSON.stringify(WITH_RSI));
  expect(chartIndicators.list.value).toEqual(WITH_RSI);
  await open();
  expect(chartIndicators.list.value).toEqual(STANDARD);
  expect(JSON.parse(storedIn(person._id) ?? "")).toEqual(STANDARD);
});

test.each(["{", "7", '{"kind":"rsi"}'])("a stored value that is no list, %p, is ignored", (seen) => {
  openPage(seen);
  expect(chartIndicators.list.value).toEqual(STANDARD);
});
