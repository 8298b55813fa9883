import { beforeEach, expect, test } from "bun:test";
import { act, renderHook } from "@testing-library/react";
import { useChartInterval, useHiddenAverages } from "./chart-choices.ts";

beforeEach(() => localStorage.clear());

test("a chart opens with the interval and the averages chosen last", () => {
  const interval = renderHook(useChartInterval);
  expect(interval.result.current[0]).toBe("15m");
  act(() => interval.result.current[1]("4h"));
  expect(interval.result.current[0]).toBe("4h");
  expect(renderHook(useChartInterval).result.current[0]).toBe("4h");

  const hidden = renderHook(useHiddenAverages);
  expect([...hidden.result.current[0]]).toEqual([]);
  act(() => hidden.result.current[1](21));
  expect([...renderHook(useHiddenAverages).result.current[0]]).toEqual([21]);
  act(() => hidden.result.current[1](21));
  expect([...renderHook(useHiddenAverages).result.current[0]]).toEqual([]);
});

test("unknown stored values are ignored", () => {
  localStorage.setItem("chart-interval", "2m");
  localStorage.setItem("chart-hidden-averages", "9,200,x");
  expect(renderHook(useChartInterval).result.current[0]).toBe("15m");
  expect([...renderHook(useHiddenAverages).result.current[0]]).toEqual([9]);
});
