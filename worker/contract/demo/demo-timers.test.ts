import { expect, test } from "bun:test";
import { DemoDriver, fillsOf } from "../../../dev/test/demo-driver.ts";
import { nextDemoTimer } from "./demo-timers.ts";

const at = (text: string) => Date.parse(text);

test("open positions are charged at 17:00 in New York, also on a weekend and across a change of the clocks", () => {
  const demo = new DemoDriver({ startCents: 10_000_000, costs: "typical" });
  demo.now = at("2027-03-12T10:00:00-05:00");
  demo.quote("BTCUSDm", 6_000_000);
  demo.place();
  expect(nextDemoTimer(demo.state)).toBe(at("2027-03-12T17:00:00-05:00"));
  demo.now = at("2027-03-14T18:00:00-04:00");
  // 60,000.00 dollars x 20 % / 360 are 33.333 dollars a day.
  const charges = demo.wait(0);
  expect(charges).toEqual(
    ["2027-03-12T17:00:00-05:00", "2027-03-13T17:00:00-05:00", "2027-03-14T17:00:00-04:00"].map((time) => ({
      type: "overnight_charged" as const,
      at: at(time),
      positionId: 1,
      cents: 3_333,
    })),
  );
  expect(demo.run).toMatchObject({ balanceCents: 10_000_000 - 3_000 - 9_999, overnightCents: 9_999 });
  demo.quote("BTCUSDm", 6_000_000);
  const [fill] = fillsOf(demo.command({ type: "close_all", run: 1 }).events);
  expect(fill).toMatchObject({ attributedCostCents: 3_000 + 9_999, profitCents: 0 });
});

test("a position that is opened at that moment is not charged, one that is open is", () => {
  const end = at("2026-11-23T17:00:00-05:00");
  for (const [openedAt, charges] of [
    [end - 1, 1],
    [end, 0],
  ] as const) {
    const demo = new DemoDriver({ startCents: 10_000_000, costs: "typical" });
    demo.now = openedAt - 1_000;
    demo.quote("BTCUSDm", 6_000_000);
    demo.place();
    demo.now = end;
    expect(demo.wait(0).length).toBe(charges);
    expect(demo.wait(0)).toEqual([]);
  }
});

test("without costs time charges nothing; a cent that rounds to zero is still stated", () => {
  const free = new DemoDriver();
  free.quote("BTCUSDm", 6_000_000);
  free.place({ units: 1_000 });
  expect(nextDemoTimer(free.state)).toBeNull();
  expect(free.wait(10 * 86_400_000)).toEqual([]);

  const cheap = new DemoDriver({ costs: "typical" });
  cheap.quote("BTCUSDm", 6_000_000);
  cheap.place({ units: 1 });
  expect(cheap.wait(86_400_000)).toMatchObject([{ type: "overnight_charged", cents: 0 }]);
});

test("what is due at one time comes in order: orders that expire, then charges", () => {
  const end = at("2026-11-23T17:00:00-05:00");
  const demo = new DemoDriver({ startCents: 10_000_000, costs: "typical" });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ units: 1_000 });
  demo.place({ type: "limit", price: 5_000_000, units: 1_000, expiresAt: end + 5 });
  demo.place({ type: "limit", price: 5_000_000, units: 1_000, expiresAt: end });
  demo.now = end + 10;
  expect(demo.wait(0).map((event) => [event.type, event.at - end])).toEqual([
    ["order_ended", 0],
    ["overnight_charged", 0],
    ["order_ended", 5],
  ]);
});
