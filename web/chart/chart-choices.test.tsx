import { beforeEach, expect, test } from "bun:test";
import { act, renderHook } from "@testing-library/react";
import {
  beginComparison,
  chartScale,
  comparedSymbol,
  endComparison,
  useChartInterval,
  usePaneHeights,
} from "./chart-choices.ts";

beforeEach(() => localStorage.clear());

test("a chart opens with the interval chosen last", () => {
  const interval = renderHook(useChartInterval);
  expect(interval.result.current[0]).toBe("15m");
  act(() => interval.result.current[1]("4h"));
  expect(interval.result.current[0]).toBe("4h");
  expect(renderHook(useChartInterval).result.current[0]).toBe("4h");
});

test("a pane keeps its height until it is the standard one again", () => {
  const heights = renderHook(usePaneHeights);
  act(() => heights.result.current[1]("a", 120));
  act(() => heights.result.current[1]("b", 80));
  expect(renderHook(usePaneHeights).result.current[0]).toEqual({ a: 120, b: 80 });
  act(() => heights.result.current[1]("a", null));
  expect(renderHook(usePaneHeights).result.current[0]).toEqual({ b: 80 });
});

test("after a comparison the scale is the one before it, unless another one was chosen meanwhile", () => {
  chartScale.choose("log");
  beginComparison("XAUUSDm");
  expect(chartScale.value).toBe("percent");
  // A reload ends the comparison and reads what is stored.
  expect(localStorage.getItem("chart-scale")).toBe("log");
  beginComparison("US500");
  endComparison();
  expect([comparedSymbol.value, chartScale.value]).toEqual([null, "log"]);
  beginComparison("US500");
  chartScale.choose("linear");
  endComparison();
  expect(chartScale.value).toBe("linear");
});

test("unknown stored values are ignored", () => {
  localStorage.setItem("chart-interval", "2m");
  localStorage.setItem("chart-panes", '{"a":"x","b":60}');
  expect(renderHook(useChartInterval).result.current[0]).toBe("15m");
  expect(renderHook(usePaneHeights).result.current[0]).toEqual({ b: 60 });
  localStorage.setItem("chart-panes", "[");
  expect(renderHook(usePaneHeights).result.current[0]).toEqual({});
});
