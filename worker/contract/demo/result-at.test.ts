import { expect, test } from "bun:test";
import { initialDemoState } from "./demo-state.ts";
import type { DemoInput, MarketQuote } from "./demo-types.ts";
import { resultAtCents } from "./result-at.ts";
import { stepDemo } from "./step-demo.ts";

const AT = Date.UTC(2026, 10, 18, 15);
const quoteAt = (seq: number, bid: number): MarketQuote => {
  const at = AT + seq * 1_000;
  return {
    symbol: "BTCUSDm",
    bid,
    ask: bid + 420,
    at,
    heardAt: at,
    seq,
    source: "kraken",
    kind: "quoted",
    isHeld: false,
  };
};

/** A run with costs, with 0.1 BTC bought. */
function opened() {
  const [quote] = [quoteAt(1, 6_700_000)];
  const command = (input: Extract<DemoInput, { type: "command" }>["command"]): DemoInput => {
    return { type: "command", at: quote.at, seq: 1, quotes: [quote], command: input };
  };
  const reset = command({ type: "reset", run: 0, startCents: 1_000_000, costs: "typical", leverage: 10 });
  const place = command({
    type: "place",
    run: 1,
    order: {
      symbol: "BTCUSD",
      side: "buy",
      type: "market",
      units: 10_000_000,
      price: null,
      limitPrice: null,
      stop: null,
      target: null,
      trail: null,
      expiresAt: null,
    },
  });
  return stepDemo(stepDemo(initialDemoState(), reset).state, place).state;
}

test.each([10_000_000, 3_333_333])(
  "what %p units would bring at a price is what closing them there brings",
  (units) => {
    const state = opened();
    const position = state.run?.positions[0];
    if (!state.run || !position) throw new Error("nothing was opened");
    const expected = resultAtCents(state.run, position, 6_650_000, units);

    const quote = quoteAt(2, 6_650_000);
    const { events } = stepDemo(state, {
      type: "command",
      at: quote.at,
      seq: 2,
      quotes: [quote],
      command: { type: "close", positionId: position.id, version: position.version, units },
    });
    const fill = events.flatMap((event) => (event.type === "filled" ? event.fill : []))[0];
    if (!fill) throw new Error("nothing was closed");
    expect(expected).toBe((fill.profitCents ?? 0) - fill.commissionCents - (fill.attributedCostCents ?? 0));
  },
);
