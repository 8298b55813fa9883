import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, screen, waitFor } from "@testing-library/react";
import { useLocation } from "wouter";
import { demoRun, followDemo, forgetDemo } from "../demo/demo-account.ts";
import { arrive } from "../state/session.ts";
import { apiServer } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { useShownView } from "./use-shown-view.ts";

setDefaultTimeout(600_000);
const context = apiServer();
let stop = () => {};
afterEach(() => {
  stop();
  act(() => forgetDemo());
});

function View({ hasListBeside = false }: { hasListBeside?: boolean }) {
  const [path] = useLocation();
  return <main>{useShownView(path, hasListBeside)}</main>;
}

const AT = { at: "/trading" };

const view = () => screen.getByRole("main").textContent;
const ORDER = {
  type: "place",
  run: 1,
  symbol: "BTCUSD",
  side: "buy",
  orderType: "market",
  amount: 0.1,
  price: null,
  limitPrice: null,
  stop: null,
  target: null,
  trail: null,
  expiresAt: null,
} as const;

/** The account of a trader, with a position or without. */
async function followAccount({ hasPosition }: { hasPosition: boolean }): Promise<FakeDemoAccount> {
  const account = new FakeDemoAccount(context.server);
  account.quote({ BTCUSDm: 67_000 });
  if (hasPosition) account.commandElsewhere(ORDER);
  arrive(trader(), null);
  stop = followDemo();
  return account;
}

test("a trader with a position comes to the chart, which the watchlist would cover", async () => {
  await followAccount({ hasPosition: true });
  const { navigate, unmount } = render(<View />, AT);
  // Before the account is known, and nothing of it from before.
  expect(view()).toBe("watchlist");
  await waitFor(() => expect(view()).toBe("chart"));
  act(() => navigate("/trading/watchlist"));
  expect(view()).toBe("watchlist");
  unmount();
  render(<View hasListBeside />, AT);
  expect(view()).toBe("watchlist");
});

test("a position that is opened meanwhile closes no watchlist, until the trader comes again", async () => {
  const account = await followAccount({ hasPosition: false });
  const { navigate } = render(<View />, AT);
  await waitFor(() => expect(demoRun.value).not.toBe(null));
  act(() => void account.commandElsewhere(ORDER));
  await waitFor(() => expect(demoRun.value?.positions).toHaveLength(1));
  expect(view()).toBe("watchlist");
  act(() => navigate("/trading/orders"));
  expect(view()).toBe("orders");
  act(() => navigate("/trading"));
  expect(view()).toBe("chart");
});
