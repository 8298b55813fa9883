import { expect, test } from "bun:test";
import { DemoDriver, fillsOf, refusalText } from "../../../dev/test/demo-driver.ts";
import type { DemoExits, DemoOrderTerms, DemoRule } from "./demo-types.ts";

const BTC = 10 ** 8;
const NO_EXITS: DemoExits = { stop: null, target: null, trail: null };

/** A run with a position opened at 60,000.00, with quotes without a spread. */
function run(order: Partial<DemoOrderTerms>): DemoDriver {
  const demo = new DemoDriver({ startCents: 20_000_000 });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place(order);
  return demo;
}

test("a stop, a target or a trail closes the position at the price that reaches it", () => {
  type Case = [order: Partial<DemoOrderTerms>, prices: number[], rule: DemoRule | null, asked: number | null];
  const cases: Case[] = [
    [{ stop: 5_900_000 }, [5_900_001], null, null],
    [{ stop: 5_900_000 }, [5_900_000], "stop_loss", 5_900_000],
    [{ stop: 5_900_000 }, [5_800_000], "stop_loss", 5_900_000],
    [{ target: 6_100_000 }, [6_099_999], null, null],
    [{ target: 6_100_000 }, [6_150_000], "take_profit", 6_100_000],
    [{ side: "sell", stop: 6_100_000 }, [6_099_999], null, null],
    [{ side: "sell", stop: 6_100_000 }, [6_150_000], "stop_loss", 6_100_000],
    [{ side: "sell", target: 5_900_000 }, [5_900_001], null, null],
    [{ side: "sell", target: 5_900_000 }, [5_900_000], "take_profit", 5_900_000],
    [{ trail: 50_000 }, [5_950_001], null, null],
    [{ trail: 50_000 }, [5_950_000], "trailing_stop", 5_950_000],
    [{ trail: 50_000 }, [6_200_000, 6_150_001, 6_190_000], null, null],
    [{ trail: 50_000 }, [6_200_000, 6_150_000], "trailing_stop", 6_150_000],
    [{ side: "sell", trail: 50_000 }, [5_800_000, 5_850_000], "trailing_stop", 5_850_000],
    [{ trail: 50_000, stop: 5_950_000 }, [5_940_000], "stop_loss", 5_950_000],
    [{ trail: 50_000, stop: 5_949_999 }, [5_940_000], "trailing_stop", 5_950_000],
    [{ trail: 50_000, stop: 5_960_000 }, [6_020_000, 5_960_000], "trailing_stop", 5_970_000],
  ];
  for (const [order, prices, rule, asked] of cases) {
    const demo = run(order);
    const [fill] = prices.flatMap((price) => fillsOf(demo.quote("BTCUSDm", price)));
    const found = { rule: fill?.rule ?? null, asked: fill?.asked ?? null };
    expect({ order, prices, ...found }).toEqual({ order, prices, rule, asked });
    if (fill) expect(fill.price).toBe(prices.at(-1) ?? 0);
    expect(demo.run.positions.length).toBe(rule ? 0 : 1);
  }
});

test("a quote that comes late is not measured by an extreme that a later quote set", () => {
  const demo = run({ trail: 50_000 });
  const late = demo.unseen("BTCUSDm", 6_000_000);
  demo.quote("BTCUSDm", 6_200_000);
  expect(demo.step({ type: "quote", quote: late, context: [] }).events).toEqual([]);
  expect(fillsOf(demo.quote("BTCUSDm", 6_150_000))).toMatchObject([{ rule: "trailing_stop", asked: 6_150_000 }]);
});

test("the fill of a trailing stop names the quote that set its extreme", () => {
  const demo = run({ trail: 50_000 });
  demo.quote("BTCUSDm", 6_200_000);
  const { seq } = demo;
  demo.quote("BTCUSDm", 6_200_000);
  expect(fillsOf(demo.quote("BTCUSDm", 6_000_000))[0]).toMatchObject({
    extreme: { price: 6_200_000, seq },
    slippageSteps: 150_000,
  });
});

test("parts that are closed at different prices add up to the whole, to the cent", () => {
  const demo = run({ units: 3 });
  const third = (version: number) => demo.command({ type: "close", positionId: 1, version, units: 1 });
  demo.quote("BTCUSDm", 56_000_000);
  // Each part earns half a cent: 0.00000001 x 500,000 dollars.
  const profits = [third(1), third(2), third(3)].map(({ events }) => fillsOf(events)[0]?.profitCents);
  expect(profits).toEqual([1, 0, 1]);
  expect(demo.run.balanceCents).toBe(20_000_002);
});

test("costs fall on the closed parts in proportion, and the rest on the last", () => {
  const demo = new DemoDriver({ startCents: 20_000_000, costs: "typical" });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place();
  const close = (version: number, units: number | null) =>
    fillsOf(demo.command({ type: "close", positionId: 1, version, units }).events)[0];
  expect(close(1, 33_333_334)).toMatchObject({ attributedCostCents: 1_000, commissionCents: 1_000 });
  expect(close(2, null)).toMatchObject({ attributedCostCents: 2_000, commissionCents: 2_000, marginAfterCents: 0 });
  expect(demo.run.balanceCents).toBe(20_000_000 - 6_000);
});

test("closing is refused with the reason", () => {
  const demo = run({});
  const close = (positionId: number, version: number, units: number | null) =>
    refusalText(demo.command({ type: "close", positionId, version, units }).refusal);
  expect(close(2, 1, null)).toBe("not_found positionId");
  expect(close(1, 2, null)).toBe("version_changed version");
  expect(close(1, 1, 0)).toBe("out_of_range units");
  expect(close(1, 1, BTC + 1)).toBe("out_of_range units");
  demo.now += 10_000;
  expect(close(1, 1, BTC)).toBe("no_price");
  expect(refusalText(demo.command({ type: "close_all", run: 1 }).refusal)).toBe("no_price");
  demo.quote("BTCUSDm", 6_000_000);
  expect(close(1, 1, BTC)).toBeNull();
  expect(refusalText(demo.command({ type: "close_all", run: 1 }).refusal)).toBe("nothing_to_do");
});

test("amending a position sets its exits anew and keeps the extreme of a distance that stays", () => {
  const demo = run({ trail: 50_000 });
  demo.quote("BTCUSDm", 6_200_000);
  const { seq } = demo;
  demo.quote("BTCUSDm", 6_180_000);
  const amend = (version: number, exits: Partial<DemoExits>) =>
    demo.command({ type: "amend_position", positionId: 1, version, ...NO_EXITS, ...exits });
  expect(refusalText(amend(1, { stop: 6_180_000 }).refusal)).toBe("wrong_side stop");
  expect(refusalText(amend(1, { target: 6_180_000 }).refusal)).toBe("wrong_side target");
  expect(refusalText(amend(1, { target: 0 }).refusal)).toBe("out_of_range target");
  expect(amend(1, { target: 6_300_000, trail: 50_000 }).events).toEqual([
    { type: "position_amended", at: demo.now, positionId: 1, version: 2, stop: null, target: 6_300_000, trail: 50_000 },
  ]);
  expect(demo.run.positions[0]).toMatchObject({ extreme: { price: 6_200_000, seq }, armedSeq: demo.seq });
  expect(amend(2, { trail: 40_000 }).refusal).toBeNull();
  expect(demo.run.positions[0]?.extreme).toEqual({ price: 6_180_000, seq: demo.seq });

  demo.now += 20_000;
  expect(refusalText(amend(3, { trail: 30_000 }).refusal)).toBe("no_price");
  expect(refusalText(amend(3, { stop: 7, target: 7 }).refusal)).toBe("wrong_side stop");
  expect(amend(3, { stop: 7_000_000, target: 7_000_001 }).refusal).toBeNull();
  expect(demo.run.positions[0]?.extreme).toBeNull();
});
