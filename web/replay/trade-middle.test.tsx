import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { blankCanvases } from "../test/canvas.ts";
import { render } from "../test/render.tsx";
import { type Happening, replayedTrade } from "../test/replayed-trade.ts";
import { trader } from "../test/trader.ts";
import { TradeMiddle } from "./trade-middle.tsx";

setDefaultTimeout(600_000);
afterEach(cleanup);
blankCanvases();
const context = apiServer();

type Trade = Parameters<typeof TradeMiddle>[0]["trade"];

const EXITS = { stop: 6_650_000, target: null, trail: null };
/** The stop is moved away, its first place comes, and it is closed lower. */
const MOVED: Happening[] = [67_000, 67_200, { stop: 66_000 }, 66_400, 66_300, 66_200, "close", 66_900];

beforeEach(() => {
  const person = trader({ _id: crypto.randomUUID() });
  context.server.on("GET /api/auth/check", () => ok({ user: person, token: "token-1" }));
  context.server.on("GET /api/user/profile", () => ok({ user: person }));
  context.server.on("GET /api/user/balance", () => ok({ balance: 0, held: 0 }));
});

/** A closed trade as the list of trades has it. The fields that the middle does not read may have any value. */
function listed(change: Partial<Trade> = {}): Trade {
  const demo = { run: 1, position: 1, openFill: 1, openTime: "2026-11-24T15:00:01.000Z", stopPrice: 66_500 };
  const prices = { lotSize: 1, entryPrice: 67_000, exitPrice: 66_200, profitLoss: -800 };
  const base = { id: "2", closeTime: "2026-11-24T15:00:06.000Z", symbol: "BTCUSD", direction: "Buy" as const };
  return { ...base, ...prices, demo: demo as Trade["demo"], ...change };
}

async function open(found: ReturnType<typeof replayedTrade>, change: Partial<Trade> = {}) {
  context.server.on("GET /api/replay/trade", () => ok({ trade: found.trade }));
  context.server.on("GET /api/replay/quotes", () => ok(found.piece));
  context.server.on("GET /api/trade/history", () => ok({ data: { trades: [] } }));
  await act(check);
  return render(<TradeMiddle account="run:1" trade={listed(change)} />);
}

const place = () => screen.getByRole<HTMLInputElement>("slider", { name: "Place in the trade" });

test("says what the kept stop would have brought, with the quote that it follows from", async () => {
  const found = replayedTrade(EXITS, MOVED);
  await open(found);
  await screen.findByRole("heading", { name: "Had you kept your stop: −$600.00 instead of −$800.00" });
  const quote = found.quotes.find(({ bid }) => bid === 6_640_000);
  screen.getByText(new RegExp(`the first quote at or through the stop at 66,500.00.*out at quote ${quote?.seq} `));
  expect(screen.getByRole("region", { name: "What if" }).textContent).toEndWith("+$200.00+0.4R");
  // In between: 200 up, 800 down of 500 at risk.
  expect(screen.getByText("Best", { selector: "dt" }).nextSibling?.textContent).toBe("+0.4R+$200.00");
  expect(screen.getByText("Worst", { selector: "dt" }).nextSibling?.textContent).toBe("−1.6R−$800.00");
});

test("steps by keys, one quote and ten, and says where it is", async () => {
  await open(replayedTrade(EXITS, MOVED));
  await screen.findByText("5 quotes");
  const end = Number(place().value);
  fireEvent.keyDown(document.body, { key: "ArrowLeft" });
  expect(Number(place().value)).toBe(end - 1);
  expect(place().getAttribute("aria-valuetext")).toEndWith("66,300.00");
  screen.getByText(`${end} of ${end + 1}`);
  fireEvent.keyDown(document.body, { key: "ArrowLeft", shiftKey: true });
  expect(Number(place().value)).toBe(0);
  fireEvent.keyDown(document.body, { key: "ArrowRight", shiftKey: true });
  expect(Number(place().value)).toBe(end);
  fireEvent.keyDown(document.body, { key: " " });
  screen.getByRole("button", { name: "Pause" });
  fireEvent.keyDown(document.body, { key: " " });
  screen.getByRole("button", { name: "Play" });
});

test("a kept stop is said, and that there was none", async () => {
  const { unmount } = await open(replayedTrade(EXITS, [67_000, 66_900, "close"]));
  await screen.findByRole("heading", { name: "You kept your stop" });
  unmount();
  await open(replayedTrade({ ...EXITS, stop: null }, [67_000, 66_900, "close"]), { id: "2" });
  await screen.findByRole("heading", { name: "There was no stop to keep" });
});

test("what is not on the tape is shown by candles, with the reason", async () => {
  const candles = [[Date.UTC(2026, 10, 24, 15), 67_000, 67_300, 66_100, 66_200, 0]];
  context.server.on("GET /api/market/candles", () => ok({ candles, isWhole: true }));
  const found = replayedTrade(EXITS, MOVED);
  await open({ ...found, trade: { ...found.trade, tapeFromMs: Date.UTC(2026, 10, 25) } });
  await screen.findByText(/^The tape is kept from Nov 25, 2026 on/);
  await screen.findByText(/^From candles, not from ticks/);
  // At least the exit, at most the candle's low and high.
  expect(screen.getByText("Worst", { selector: "dt" }).nextSibling?.textContent).toStartWith("−1.6R to −1.8R");
  expect(screen.getByText("Best", { selector: "dt" }).nextSibling?.textContent).toStartWith("0.0R to +0.6R");
});

test("a tape with a gap says so, and no figure is called exact", async () => {
  const candles = [[Date.UTC(2026, 10, 24, 15), 67_000, 67_300, 66_100, 66_200, 0]];
  context.server.on("GET /api/market/candles", () => ok({ candles, isWhole: true }));
  const found = replayedTrade(EXITS, MOVED);
  await open({ ...found, piece: { ...found.piece, isWhole: false } });
  await screen.findByText(/^The tape has a gap in this trade/);
  await screen.findByText(/^From candles, not from ticks/);
});

test("an imported trade in a symbol that is not ours says that nothing is known", async () => {
  await act(check);
  const imported = { openTime: "2026-11-24T14:00:00.000Z", stopPrice: null } as Trade["imported"];
  render(<TradeMiddle account="broker:1" trade={{ ...listed({ symbol: "EURUSD" }), imported }} />);
  screen.getByText(/^There are no prices of EURUSD here/);
});

test("an imported trade is measured by candles, unless they are those of another market", async () => {
  const candles = [[Date.UTC(2026, 10, 24, 14, 10), 67_000, 67_300, 66_100, 66_200, 0]];
  context.server.on("GET /api/market/candles", () => ok({ candles, isWhole: true }));
  await act(check);
  const times = { closeTime: "2026-11-24T14:10:40.000Z", symbol: "BTCUSDm" };
  const imported = { openTime: "2026-11-24T14:10:10.000Z", stopPrice: "66500" } as Trade["imported"];
  const { unmount } = render(<TradeMiddle account="broker:1" trade={{ ...listed(times), imported }} />);
  await screen.findByText(/^From candles, not from ticks/);
  unmount();
  // The same name with another price: a future, or an index in another unit.
  const apart = { ...listed({ ...times, entryPrice: 69_000, exitPrice: 68_200 }), id: "3", imported };
  render(<TradeMiddle account="broker:1" trade={apart} />);
  await screen.findByText(/^The prices of this trade are not those of BTCUSDm here/);
  expect(screen.queryByText("Best", { selector: "dt" })).toBeNull();
});

test("a trade that cannot be loaded is asked for again", async () => {
  context.server.on("GET /api/replay/trade", () => refuse("service_down", "later"));
  await act(check);
  render(<TradeMiddle account="run:1" trade={listed()} />);
  await screen.findByText("This trade could not be loaded");
  const found = replayedTrade(EXITS, MOVED);
  context.server.on("GET /api/replay/quotes", () => ok(found.piece));
  context.server.on("GET /api/trade/history", () => ok({ data: { trades: [] } }));
  context.server.on("GET /api/replay/trade", () => ok({ trade: found.trade }));
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => screen.getByRole("heading", { name: /^Had you kept your stop/ }));
});
