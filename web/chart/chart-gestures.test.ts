import { afterEach, expect, jest, test } from "bun:test";
import { plotAreas } from "../test/plot-area.ts";
import { finger, INTERRUPTIONS, pressSecond } from "../test/pointer.ts";
import { type ChartGestures, listenToGestures } from "./chart-gestures.ts";
import { LineHandles } from "./line-handles.ts";

const LINE_TOP_PX = 100;

afterEach(() => void jest.useRealTimers());

const plotArea = plotAreas();

/** A plot with a line that can be moved, and what input did to them. */
function plotWithLine() {
  const done: string[] = [];
  const lines = new LineHandles();
  lines.add({
    topPx: () => LINE_TOP_PX,
    hover: () => {},
    click: () => done.push("clicked"),
    drag: () => ({
      move: (topPx) => done.push(`line at ${topPx}`),
      drop: () => done.push("amended"),
      cancel: () => done.push("line back"),
    }),
  });
  const gestures: ChartGestures = {
    onPan: (px) => done.push(`pan ${px}`),
    onZoom: (factor) => done.push(`zoom ${factor.toFixed(2)}`),
    onReset: () => {},
    onMenu: ({ topPx }) => done.push(`menu at ${topPx}`),
  };
  return { area: plotArea((area) => listenToGestures(area, lines, gestures)), done };
}

test("a finger moves a line, and letting go amends it", () => {
  const { area, done } = plotWithLine();
  finger.press(area, 50, LINE_TOP_PX);
  finger.move(area, 50, 140);
  finger.lift(area, 50, 140);
  expect(done).toEqual(["line at 140", "amended"]);
});

test("a press on a line that moves nothing is a click", () => {
  const { area, done } = plotWithLine();
  finger.press(area, 50, LINE_TOP_PX + 3);
  finger.lift(area, 50, LINE_TOP_PX + 3);
  expect(done).toEqual(["clicked"]);
});

test("a finger that rests for 300 ms opens the menu there, on a line too, and clicks and moves nothing after it", () => {
  jest.useFakeTimers();
  const { area, done } = plotWithLine();
  finger.press(area, 50, LINE_TOP_PX + 3);
  jest.advanceTimersByTime(299);
  expect(done).toEqual([]);
  jest.advanceTimersByTime(1);
  finger.move(area, 50, 140);
  finger.lift(area, 50, 140);
  expect(done).toEqual(["menu at 103"]);
});

test.each(INTERRUPTIONS)("%s returns a line that is being moved, and amends nothing", (_, interrupt) => {
  const { area, done } = plotWithLine();
  finger.press(area, 50, LINE_TOP_PX);
  finger.move(area, 50, 140);
  interrupt(area);
  finger.lift(area, 50, 140);
  // A wheel zooms besides, as it does at any time.
  expect(done.filter((one) => !one.startsWith("zoom"))).toEqual(["line at 140", "line back"]);
});

test("a second finger makes a zoom of both, also where the first was on a line", () => {
  const { area, done } = plotWithLine();
  finger.press(area, 100, LINE_TOP_PX);
  pressSecond(area, 200, 300);
  finger.move(area, 0, LINE_TOP_PX);
  finger.lift(area, 0, LINE_TOP_PX);
  expect(done).toEqual(["zoom 0.50"]);
});

test("a second finger on a line moves no line", () => {
  const { area, done } = plotWithLine();
  finger.press(document.body, 0, 500);
  pressSecond(area, 50, LINE_TOP_PX);
  finger.lift(document.body, 0, 500);
  expect(done).toEqual([]);
});
