import { describe, expect, test } from "bun:test";
import { initialDemoState } from "../../worker/contract/demo/demo-state.ts";
import type {
  DemoCommand,
  DemoEvent,
  DemoInput,
  DemoSide,
  MarketQuote,
} from "../../worker/contract/demo/demo-types.ts";
import { plannedResultCents } from "../../worker/contract/demo/result-at.ts";
import { stepDemo } from "../../worker/contract/demo/step-demo.ts";
import { TRADED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { fc } from "../test/property.ts";
import { priceAway, priceForGain, priceForLoss, roundUnitsDown, unitsForRisk } from "./sizes.ts";

const side = fc.constantFrom<DemoSide>("buy", "sell");
const symbol = fc.constantFrom(...TRADED_SYMBOL_LIST);
const costsVersion = fc.constantFrom(null, 1);
const entryPrice = fc.integer({ min: 1_000, max: 20_000_000 });
const units = fc.integer({ min: 1, max: 500 * 10 ** 8 });
const cents = fc.integer({ min: 1, max: 10_000_000 });
const market = fc.record({ symbol, side, costsVersion, entryPrice });
const planned = fc.record({ symbol, side, costsVersion, entryPrice, units });
/** A distance on the losing side that leaves a price. */
const withDistance = market.chain((one) =>
  fc.tuple(fc.constant(one), fc.integer({ min: 1, max: Math.min(one.entryPrice - 1, 1_000_000) })),
);

const BTC = { symbol: "BTCUSD", side: "buy", entryPrice: 6_740_000, costsVersion: 1 } as const;

describe("the amount for a risk", () => {
  test("has the costs in it, and is rounded to hundredths", () => {
    expect(unitsForRisk(BTC, 6_718_000, 5_000)).toBe(17_000_000);
    expect(plannedResultCents({ ...BTC, units: 17_000_000 }, 6_718_000)).toBe(-4_884);
    expect(unitsForRisk({ ...BTC, costsVersion: null }, 6_718_000, 5_000)).toBe(22_000_000);
  });

  test("is none without a stop on the losing side, or where the smallest amount loses more", () => {
    expect(unitsForRisk(BTC, 6_740_000, 5_000)).toBeNull();
    expect(unitsForRisk(BTC, 6_750_000, 5_000)).toBeNull();
    expect(unitsForRisk({ ...BTC, side: "sell" }, 6_718_000, 5_000)).toBeNull();
  });

  test("never loses more than the risk, and the next amount would", () => {
    fc.assert(
      fc.property(withDistance, cents, ([one, distance], riskCents) => {
        const stop = priceAway(one.side, one.entryPrice, -distance);
        const size = unitsForRisk(one, stop, riskCents);
        if (size === null) return;
        const loss = (amount: number) => -plannedResultCents({ ...one, units: amount }, stop);
        expect(loss(size)).toBeLessThanOrEqual(riskCents);
        // A tenth more is more than what rounding takes away.
        const more = Math.ceil(size * 1.1) + 1;
        if (more <= 999_999 * 10 ** 8) expect(loss(more)).toBeGreaterThan(riskCents);
      }),
    );
  });

  test("is rounded down by less than a tenth, and a rounded amount stays as it is", () => {
    fc.assert(
      fc.property(units, (amount) => {
        const rounded = roundUnitsDown(amount);
        expect(rounded).toBeWithin(Math.floor(amount * 0.9), amount + 1);
        expect(roundUnitsDown(rounded)).toBe(rounded);
      }),
    );
  });
});

describe("the price for a sum", () => {
  test("of a stop is the furthest that loses no more", () => {
    fc.assert(
      fc.property(planned, cents, (one, lossCents) => {
        const price = priceForLoss(one, lossCents);
        if (price === null) return;
        expect(-plannedResultCents(one, price)).toBeLessThanOrEqual(lossCents);
        // Not above: half a cent more may be rounded away.
        expect(-plannedResultCents(one, priceAway(one.side, price, -1))).toBeGreaterThanOrEqual(lossCents);
      }),
    );
  });

  test("of a target is the nearest that brings as much", () => {
    fc.assert(
      fc.property(planned, cents, (one, gainCents) => {
        const price = priceForGain(one, gainCents);
        if (price === null) return;
        expect(plannedResultCents(one, price)).toBeGreaterThanOrEqual(gainCents);
        expect(plannedResultCents(one, priceAway(one.side, price, -1))).toBeLessThanOrEqual(gainCents);
      }),
    );
  });

  test("is round for a round sum", () => {
    const tenth = { ...BTC, entryPrice: 6_700_000, units: 10_000_000, costsVersion: null };
    expect(priceForLoss(tenth, 5_000)).toBe(6_650_000);
    expect(priceForGain(tenth, 20_000)).toBe(6_900_000);
  });

  test("is none where the costs alone lose more, and where no price is as far", () => {
    const tenth = { ...BTC, units: 10_000_000 };
    expect(priceForLoss(tenth, 100)).toBeNull();
    expect(priceForLoss(tenth, 1_000_000)).toBeNull();
    expect(priceForGain({ ...tenth, side: "sell" }, 1_000_000)).toBeNull();
  });
});

/** A run with a market of which only the test makes the prices. */
function play(bid: number, ask: number) {
  const at = Date.UTC(2026, 10, 18, 15);
  const quote: MarketQuote = {
    symbol: "BTCUSDm",
    bid,
    ask,
    at,
    heardAt: at,
    seq: 1,
    source: "kraken",
    kind: "quoted",
    isHeld: false,
  };
  let state = initialDemoState();
  const step = (input: DemoInput): readonly DemoEvent[] => {
    const next = stepDemo(state, input);
    expect(next.refusal).toBeNull();
    state = next.state;
    return next.events;
  };
  const command = (one: DemoCommand) => step({ type: "command", at, seq: 1, quotes: [quote], command: one });
  const move = (toBid: number, spread: number) =>
    step({
      type: "quote",
      quote: { ...quote, seq: 2, at: at + 1, heardAt: at + 1, bid: toBid, ask: toBid + spread },
      context: [],
    });
  return { command, move, balanceCents: () => state.run?.balanceCents ?? 0 };
}

test("what the engine loses at the stop of an order of that amount is at most the risk, and what the ticket says", () => {
  fc.assert(
    fc.property(
      fc.record({
        side,
        spread: fc.integer({ min: 0, max: 2_000 }),
        distance: fc.integer({ min: 2_001, max: 500_000 }),
      }),
      fc.integer({ min: 100, max: 50_000 }),
      ({ side: of, spread, distance }, riskCents) => {
        const [bid, ask] = [6_700_000, 6_700_000 + spread];
        const entry = of === "buy" ? ask : bid;
        const stop = priceAway(of, entry, -distance);
        const plan = { symbol: "BTCUSD", side: of, entryPrice: entry, costsVersion: 1 } as const;
        const size = unitsForRisk(plan, stop, riskCents);
        if (size === null) return;
        const account = play(bid, ask);
        account.command({ type: "reset", run: 0, startCents: 100_000_000, costs: "typical", leverage: 500 });
        const terms = { symbol: "BTCUSD", side: of, type: "market", units: size, stop } as const;
        const none = { price: null, limitPrice: null, target: null, trail: null, expiresAt: null };
        account.command({ type: "place", run: 1, order: { ...terms, ...none } });
        const events = account.move(of === "buy" ? stop : stop - spread, spread);
        expect(events.map((event) => event.type === "filled" && event.fill.rule)).toEqual(["stop_loss"]);
        const lostCents = 100_000_000 - account.balanceCents();
        expect(lostCents).toBeLessThanOrEqual(riskCents);
        expect(-lostCents).toBe(plannedResultCents({ ...plan, units: size }, stop));
      },
    ),
  );
});
