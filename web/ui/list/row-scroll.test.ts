import { describe, expect, test } from "bun:test";
import { fc } from "../../test/property.ts";
import { barTopFor, listTopAfter, listTopShowing, rowsInSight, scrollGeometry } from "./row-scroll.ts";

const ROW_PX = 40;
const VIEW_PX = 420;
const MILLION = scrollGeometry(1_000_000 * ROW_PX, VIEW_PX);
const END = 1_000_000 * ROW_PX - VIEW_PX;

describe("the scrollbar of a short list", () => {
  test("moves the list by the same distance", () => {
    const geometry = scrollGeometry(300 * ROW_PX, VIEW_PX);
    expect(geometry.barPx).toBe(300 * ROW_PX);
    expect(listTopAfter({ listTop: 0, barTop: 0 }, 5_000, geometry)).toBe(5_000);
    expect(barTopFor(5_000, geometry)).toBe(5_000);
  });
});

describe("the scrollbar of a million rows", () => {
  test("is within every browser's limit, and its ends are those of the list", () => {
    expect(MILLION.barPx).toBeLessThan(10_000_000);
    const barEnd = MILLION.barPx - VIEW_PX;
    expect(barTopFor(END, MILLION)).toBe(barEnd);
    expect(listTopAfter({ listTop: 0, barTop: 0 }, barEnd, MILLION)).toBe(END);
    expect(listTopAfter({ listTop: END, barTop: barEnd }, 0, MILLION)).toBe(0);
  });

  test("moves the list by one wheel step as far as the wheel scrolls", () => {
    const at = { listTop: 20_000_000, barTop: barTopFor(20_000_000, MILLION) };
    expect(listTopAfter(at, at.barTop + 100, MILLION)).toBe(20_000_100);
    expect(listTopAfter(at, at.barTop - 100, MILLION)).toBe(19_999_900);
  });

  test("stays within the list, whatever the steps", () => {
    const steps = fc.array(fc.double({ min: 0, max: MILLION.barPx - VIEW_PX, noNaN: true }), { maxLength: 50 });
    fc.assert(
      fc.property(steps, (places) => {
        let at = { listTop: 0, barTop: 0 };
        for (const barTop of places) {
          at = { listTop: listTopAfter(at, barTop, MILLION), barTop };
          expect(at.listTop).toBeGreaterThanOrEqual(0);
          expect(at.listTop).toBeLessThanOrEqual(END);
        }
      }),
    );
  });

  test("can be computed back from the position of the list", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: END, noNaN: true }), (listTop) => {
        const barTop = barTopFor(listTop, MILLION);
        expect(listTopAfter({ listTop: -1e9, barTop: -1e9 }, barTop, MILLION)).toBeCloseTo(listTop, 3);
      }),
    );
  });
});

describe("the visible rows", () => {
  test("cover the view and are not more than needed", () => {
    const count = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(count, fc.double({ min: 0, max: 1, noNaN: true }), (rows, share) => {
        const viewPx = Math.min(VIEW_PX, rows * ROW_PX);
        const listTop = share * (rows * ROW_PX - viewPx);
        const { from, to } = rowsInSight(listTop, ROW_PX, viewPx, rows);
        expect(from * ROW_PX).toBeLessThanOrEqual(listTop);
        expect(to * ROW_PX).toBeGreaterThanOrEqual(listTop + viewPx - 1e-6);
        expect(to - from).toBeLessThanOrEqual(Math.ceil(VIEW_PX / ROW_PX) + 1);
        expect(to).toBeLessThanOrEqual(rows);
      }),
    );
  });

  test("of an empty list are none", () => {
    expect(rowsInSight(0, ROW_PX, 0, 0)).toEqual({ from: 0, to: 0 });
  });

  test("move no further than needed to show a row fully", () => {
    expect(listTopShowing(3, 0, ROW_PX, VIEW_PX)).toBe(0);
    expect(listTopShowing(11, 0, ROW_PX, VIEW_PX)).toBe(12 * ROW_PX - VIEW_PX);
    expect(listTopShowing(2, 100, ROW_PX, VIEW_PX)).toBe(80);
  });
});
