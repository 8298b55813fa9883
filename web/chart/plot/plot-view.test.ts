import { expect, test } from "bun:test";
import { liveRows, type PlotView, rowsInSight } from "./plot-view.ts";

const area = { left: 0, top: 0, width: 100, height: 100 };

/** A view of the rows from 0 on, each `stepPx` wide. */
function viewWith(stepPx: number): PlotView {
  const window = { from: 0, to: area.width / stepPx };
  return {
    area,
    priceAxis: area,
    timeAxis: area,
    ratio: 1,
    window,
    xOf: (row) => row * stepPx,
    yOf: (price) => price,
    priceAt: (y) => y,
  };
}

test("only the newest row changes with a price while each row has a pixel column of its own", () => {
  expect(liveRows(viewWith(7), 10)).toEqual({ first: 9, last: 9 });
  expect(liveRows(viewWith(1), 10)).toEqual({ first: 9, last: 9 });
});

test("rows that share the newest one's pixel column change with it", () => {
  // Rows 6 to 9 are at 1.5, 1.75, 2 and 2.25.
  expect(liveRows(viewWith(0.25), 10)).toEqual({ first: 6, last: 9 });
  expect(liveRows(viewWith(0.01), 10)).toEqual({ first: 0, last: 9 });
});

test("without rows there is none that changes, and none in sight", () => {
  const none = liveRows(viewWith(7), 0);
  expect(none.last).toBe(-1);
  expect(rowsInSight(viewWith(7), 0).last).toBe(-1);
});

test("rows are in sight as far as the window and the candles reach", () => {
  expect(rowsInSight({ ...viewWith(7), window: { from: 3.4, to: 7.2 } }, 100)).toEqual({ first: 3, last: 8 });
  expect(rowsInSight({ ...viewWith(7), window: { from: -5, to: 20 } }, 10)).toEqual({ first: 0, last: 9 });
});
