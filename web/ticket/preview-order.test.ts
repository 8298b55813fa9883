import { expect, test } from "bun:test";
import { equityCents, freeMarginCents, usedMarginCents } from "../../worker/contract/demo/demo-margin.ts";
import { sidePrice } from "../../worker/contract/demo/demo-quotes.ts";
import { type DemoState, initialDemoState } from "../../worker/contract/demo/demo-state.ts";
import type {
  DemoCommand,
  DemoOrderTerms,
  DemoRunSettings,
  DemoSide,
  MarketQuote,
} from "../../worker/contract/demo/demo-types.ts";
import { type DemoStep, stepDemo } from "../../worker/contract/demo/step-demo.ts";
import { fc } from "../test/property.ts";
import { previewOrder } from "./preview-order.ts";

const AT = Date.UTC(2026, 10, 18, 15);

function quoteOf(bid: number, spread: number): MarketQuote {
  const now = { at: AT, heardAt: AT, seq: 1 };
  return { symbol: "BTCUSDm", bid, ask: bid + spread, ...now, source: "kraken", kind: "quoted", isHeld: false };
}

function command(state: DemoState, quote: MarketQuote, one: DemoCommand): DemoStep {
  return stepDemo(state, { type: "command", at: AT, seq: 1, quotes: [quote], command: one });
}

/** A run with a bought position, as a page knows it. */
function runWith(settings: Omit<DemoRunSettings, "startCents">, quote: MarketQuote): DemoState {
  const { state } = command(initialDemoState(), quote, { type: "reset", run: 0, startCents: 10_000_000, ...settings });
  return command(state, quote, { type: "place", run: 1, order: market("buy", 5_000_000) }).state;
}

function market(side: DemoSide, units: number): DemoOrderTerms {
  const none = { price: null, limitPrice: null, stop: null, target: null, trail: null, expiresAt: null };
  return { symbol: "BTCUSD", side, type: "market", units, ...none };
}

const settings = fc.record({
  costs: fc.constantFrom("none" as const, "typical" as const),
  leverage: fc.constantFrom(null, 2, 30),
});
const side = fc.constantFrom<DemoSide>("buy", "sell");

test("what a market order would change is what it then changes, and it lacks margin exactly where it is refused", () => {
  fc.assert(
    fc.property(
      settings,
      side,
      fc.integer({ min: 1, max: 3_000_000_000 }),
      fc.integer({ min: 0, max: 2_000 }),
      (run, of, units, spread) => {
        const quote = quoteOf(6_700_000, spread);
        const state = runWith(run, quote);
        const order = market(of, units);
        const preview = previewOrder(state, order, sidePrice(quote, of, run.costs));
        if (!preview) throw new Error("no preview");
        const placed = command(state, quote, { type: "place", run: 1, order });
        expect(preview.refusal).toEqual(placed.refusal);
        expect(preview.lacksCents > 0).toBe(placed.refusal?.code === "not_enough");
        if (placed.refusal || !placed.state.run) return;
        expect(preview.fillsAtOnce).toBe(true);
        expect(preview.after.equityCents).toBe(equityCents(placed.state, placed.state.run));
        expect(preview.after.freeCents).toBe(freeMarginCents(placed.state, placed.state.run));
        const before = state.run ? usedMarginCents(state.run) : 0;
        expect(preview.marginCents).toBe(usedMarginCents(placed.state.run) - before);
        // Closing it at once loses the spread and both commissions.
        const closed = command(placed.state, quote, { type: "close", positionId: 2, version: 1, units: null });
        const lost = (state.run?.balanceCents ?? 0) - (closed.state.run?.balanceCents ?? 0);
        expect(lost).toBeWithin(
          preview.spreadCents + preview.commissionCents - 1,
          preview.spreadCents + preview.commissionCents + 2,
        );
      },
    ),
  );
});

test("an order that waits is tried out at its own price, and changes nothing", () => {
  const quote = quoteOf(6_700_000, 400);
  const state = runWith({ costs: "typical", leverage: 10 }, quote);
  const order = { ...market("buy", 10_000_000), type: "limit", price: 6_600_000 } as const;
  const preview = previewOrder(state, order, 6_600_000);
  expect(preview).toMatchObject({
    refusal: null,
    fillsAtOnce: false,
    notionalCents: 660_000,
    spreadCents: 40,
    marginCents: 66_000,
    lacksCents: 0,
  });
  // The open position of 0.05 is sold at 65,996.00 then, and was bought at 67,004.00.
  expect(preview?.before.equityCents).toBe(10_000_000 - 168 - 20);
  expect(preview?.after.equityCents).toBe(10_000_000 - 168 - 330 - 5_040 - 40);
});

test("an order whose stop the market has reached, or whose exits are on the wrong side, is refused by its field", () => {
  const quote = quoteOf(6_700_000, 400);
  const state = runWith({ costs: "none", leverage: null }, quote);
  const refusal = (order: DemoOrderTerms) => previewOrder(state, order, 6_700_000)?.refusal;
  expect(refusal({ ...market("buy", 1_000), type: "stop", price: 6_600_000 })).toEqual({
    code: "already_reached",
    field: "price",
  });
  expect(refusal({ ...market("sell", 1_000), target: 6_800_000 })).toEqual({ code: "wrong_side", field: "target" });
});
