import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, waitFor } from "@testing-library/react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { bringPrices } from "../test/market.ts";
import { render } from "../test/render.tsx";
import { useTabTitle } from "./use-tab-title.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

function Page({ symbol, readEveryMs }: { symbol: FeedSymbol; readEveryMs?: number }) {
  useTabTitle(symbol, readEveryMs);
  return null;
}

function hide(isHidden: boolean): void {
  Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

beforeEach(() => {
  document.title = "Trading · Tonle";
});
afterEach(() => Reflect.deleteProperty(document, "hidden"));

test("the title has the price and the symbol from the first price on, and is the page's again at the end", () => {
  const { rerender, unmount } = render(<Page symbol="BTCUSDm" />);
  expect(document.title).toBe("Trading · Tonle");
  bringPrices({ BTCUSDm: 67_120.5, XAUUSDm: 2_391.55 });
  expect(document.title).toBe("67,120.50 BTCUSDm · Tonle");
  rerender(<Page symbol="XAUUSDm" />);
  expect(document.title).toBe("2,391.55 XAUUSDm · Tonle");
  unmount();
  expect(document.title).toBe("Trading · Tonle");
});

test("a price soon after the last waits, and the newest is shown", async () => {
  render(<Page symbol="BTCUSDm" />);
  bringPrices({ BTCUSDm: 100 }, { ageMs: 30 });
  bringPrices({ BTCUSDm: 101 }, { ageMs: 20 });
  bringPrices({ BTCUSDm: 102 }, { ageMs: 10 });
  expect(document.title).toBe("100.00 BTCUSDm · Tonle");
  await waitFor(() => expect(document.title).toBe("102.00 BTCUSDm · Tonle"));
});

test("an old price says so", () => {
  bringPrices({ BTCUSDm: 100 }, { ageMs: 11_000 });
  render(<Page symbol="BTCUSDm" />);
  expect(document.title).toBe("Stale: 100.00 BTCUSDm · Tonle");
});

test("a hidden tab requests the price now and then, and one that cannot be read is stale", async () => {
  let price: number | null = 105.25;
  context.server.on("GET /api/market/poll", () => {
    const now = Date.now();
    if (price === null) return new Response(null, { status: 503 });
    const origin = { source: "kraken", agreement: "alone", disagreesWith: null };
    const quote = { price, bid: price, ask: price, at: now, dayOpen: 100, origin };
    return ok({ prices: { BTCUSDm: quote }, source: "simulated", seq: 1, now });
  });
  render(<Page symbol="BTCUSDm" readEveryMs={20} />);
  bringPrices({ BTCUSDm: 100 });
  hide(true);
  await waitFor(() => expect(document.title).toBe("105.25 BTCUSDm · Tonle"));
  expect(context.server.callsOf("GET /api/market/poll")[0]?.query.get("symbols")).toBe("BTCUSDm");
  price = null;
  await waitFor(() => expect(document.title).toBe("Stale: 100.00 BTCUSDm · Tonle"));
  hide(false);
  bringPrices({ BTCUSDm: 101 });
  await waitFor(() => expect(document.title).toBe("101.00 BTCUSDm · Tonle"));
});
