import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, render, waitFor } from "@testing-library/react";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { ChartController } from "../chart/chart-controller.ts";
import { fetchCandles } from "../chart/fetch-candles.ts";
import { CandlesBeforeChart, useEarlyCandles } from "../chart/use-early-candles.tsx";
import { dropPreloads, takeOverPreloads } from "../state/network/preloads.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { fixedWalk } from "../test/candle-walks.ts";
import { showEarlyCandles } from "./early-candles.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const CANDLES = "GET /api/market/candles";
const SIZE = { width: 390, height: 383 };

/** What was filled on canvases, by their canvas. */
let filled: Map<HTMLCanvasElement, string[]>;
let restore = () => {};

beforeEach(() => {
  filled = new Map();
  const { getContext } = HTMLCanvasElement.prototype;
  Object.assign(HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement) {
      const rects = filled.get(this) ?? [];
      filled.set(this, rects);
      const get = (_: object, name: string | symbol) => {
        if (name === "fillRect") return (...rect: number[]) => rects.push(rect.join());
        return name === "canvas" ? this : () => ({ width: 40, addColorStop() {} });
      };
      return new Proxy({}, { get, set: () => true });
    },
  });
  Object.assign(document, { fonts: { status: "loaded" } });
  const { prototype } = HTMLElement;
  const own = Object.getOwnPropertyDescriptors(prototype);
  Object.defineProperties(prototype, {
    clientWidth: { configurable: true, get: () => SIZE.width },
    clientHeight: { configurable: true, get: () => SIZE.height },
    getBoundingClientRect: { configurable: true, value: () => new DOMRect(0, 0, SIZE.width, SIZE.height) },
    getClientRects: { configurable: true, value: () => [new DOMRect()] },
  });
  restore = () => {
    Reflect.deleteProperty(document, "fonts");
    Object.assign(HTMLCanvasElement.prototype, { getContext });
    for (const name of ["clientWidth", "clientHeight", "getBoundingClientRect", "getClientRects"] as const) {
      Reflect.deleteProperty(prototype, name);
      const before = own[name];
      if (before) Object.defineProperty(prototype, name, before);
    }
  };
  document.head.innerHTML += '<link rel="preload" as="fetch" href="/api/auth/check">';
  document.body.innerHTML = '<div id="root"><div aria-busy="true"><canvas data-awaited="candles"></canvas></div></div>';
  const startMs = Date.now() - 500 * 15 * MINUTE_MS;
  const candles = fixedWalk(500).map(([, ...rest], row) => {
    // Prices have two decimals, as they are whole steps.
    return [startMs + row * 15 * MINUTE_MS, ...rest.map((value) => Math.round(value * 100) / 100)];
  });
  context.server.on("GET /api/auth/check", () => ok({ user: {}, token: "token" }));
  context.server.on(CANDLES, () => ok({ candles, isWhole: true }));
});
afterEach(() => {
  restore();
  dropPreloads();
  localStorage.clear();
  for (const link of document.head.querySelectorAll('link[rel="preload"]')) link.remove();
  document.body.innerHTML = "";
});

function Stage({ chart, shown }: { chart: ChartController; shown: string }) {
  return useEarlyCandles(chart, shown);
}

const early = () => document.querySelector("canvas");

test("the candles are where the chart draws them afterwards, and the chart asks no second time", async () => {
  takeOverPreloads();
  await showEarlyCandles();
  const canvas = early();
  if (!canvas) throw new Error("no canvas");
  expect(canvas.dataset.shows).toBe("candles");
  const drawn = filled.get(canvas) ?? [];
  expect(drawn.length).toBeGreaterThan(100);
  filled.clear();
  const element = document.createElement("div");
  document.body.append(element);
  const chart = new ChartController(element, fetchCandles);
  chart.open("BTCUSDm", "15m");
  await waitFor(() => expect([...filled.values()].flat().length).toBeGreaterThan(100));
  expect(drawn.filter((rect) => ![...filled.values()].flat().includes(rect))).toEqual([]);
  expect(context.server.callsOf(CANDLES).length).toBe(1);
  chart.destroy();
});

test.each([
  ["chart-type", "line"],
  ["chart-scale", "log"],
])("nothing is drawn for a browser whose %s is %s, nor without a session", async (key, choice) => {
  await showEarlyCandles();
  expect(early()?.dataset.shows).toBeUndefined();
  localStorage.setItem(key, choice);
  takeOverPreloads();
  await showEarlyCandles();
  expect(early()?.dataset.shows).toBeUndefined();
});

test("the chart shows them until it has drawn its own", async () => {
  takeOverPreloads();
  await showEarlyCandles();
  const canvas = early();
  const element = document.createElement("div");
  const chart = new ChartController(element, fetchCandles);
  const { container } = render(<Stage chart={chart} shown="BTCUSDm 15m" />);
  expect(container.querySelector("canvas")).toBe(canvas);
  chart.open("BTCUSDm", "15m");
  await waitFor(() => expect(chart.status.value).toBe("ready"));
  await waitFor(() => expect(container.querySelector("canvas")).toBeNull());
  // What is shown later loads without them.
  act(() => chart.open("XAUUSDm", "15m"));
  expect(chart.status.value).toBe("loading");
  expect(container.querySelector("canvas")).toBeNull();
  chart.destroy();
});

test("they go at once where the trader chooses other ones", async () => {
  takeOverPreloads();
  await showEarlyCandles();
  const chart = new ChartController(document.createElement("div"), fetchCandles);
  const { container, rerender } = render(<Stage chart={chart} shown="BTCUSDm 15m" />);
  expect(container.querySelector("canvas")).not.toBeNull();
  rerender(<Stage chart={chart} shown="BTCUSDm 1h" />);
  expect(container.querySelector("canvas")).toBeNull();
  rerender(<Stage chart={chart} shown="BTCUSDm 15m" />);
  expect(container.querySelector("canvas")).toBeNull();
  chart.destroy();
});

test("a pane whose chart comes later has them, and then the chart", async () => {
  takeOverPreloads();
  await showEarlyCandles();
  const canvas = early();
  const chart = new ChartController(document.createElement("div"), fetchCandles);
  const root = document.getElementById("root");
  if (!root || !canvas) throw new Error("no document");
  const { rerender } = render(<CandlesBeforeChart />, { container: root.appendChild(document.createElement("div")) });
  document.querySelector("[aria-busy]")?.remove();
  expect(canvas.isConnected).toBe(true);
  rerender(<Stage chart={chart} shown="BTCUSDm 15m" />);
  expect(canvas.isConnected).toBe(true);
  expect(document.querySelectorAll("canvas")).toHaveLength(1);
  chart.destroy();
});
