import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { CompactFrame } from "../../worker/contract/compact-frame.ts";

/** The probe's records since it was last emptied; times in ms. */
export type ProbeFigures = {
  /** Frames of the market's socket while ticks are timed. */
  messages: number;
  /** Frames of the page that show new prices in the watchlist while ticks are timed. */
  updates: number;
  /** From a tick's time to its frame's arrival at the page: what the price feed, the hub and the machine take. */
  tickToMessage: { p50: number; p99: number };
  /** From a tick's time to the end of the frame that shows it or a newer tick of its symbol. */
  tickToPixel: { p50: number; p99: number };
  /** From an input to the next paint, slowest first; browsers round to 8 ms. */
  interactions: { name: string; ms: number }[];
  /** Time between two animation frames. */
  frames: { count: number; p50: number; p95: number; max: number };
};

/**
 * Installs a probe in every document of a page before any other script. The probe is the same for every page and cheap:
 * it records times and computes nothing until figures are requested.
 */
export async function installProbe(page: Page): Promise<void> {
  const decoder = await Bun.build({
    entrypoints: [join(import.meta.dir, "decode-frames.ts")],
    target: "browser",
    format: "iife",
  });
  await page.addInitScript({ content: (await decoder.outputs[0]?.text()) ?? "" });
  await page.addInitScript(() => {
    const seen = {
      tickToMessage: [] as number[],
      tickToPixel: [] as number[],
      messages: 0,
      updates: 0,
      frames: [] as number[],
      pace: 0,
      interactions: new Map<string, number>(),
    };
    let onMessage = (_: MessageEvent): void => {};
    const PageSocket = WebSocket;
    window.WebSocket = class extends PageSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        // Registered before the page's own listener, which may draw the frame at once.
        this.addEventListener("message", (event) => onMessage(event));
      }
      override send(data: string) {
        const pace = /"pace","everyMs":(\d+)/.exec(data)?.[1];
        if (pace) seen.pace = Number(pace);
        super.send(data);
      }
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // The observer below requests only this type of entry.
        const { interactionId, duration, name, target } = entry as PerformanceEventTiming & { interactionId: number };
        if (!interactionId) continue;
        const label = target instanceof Element ? (target.getAttribute("aria-label") ?? target.textContent ?? "") : "";
        const key = `${name} ${label.slice(0, 40)}`;
        seen.interactions.set(key, Math.max(duration, seen.interactions.get(key) ?? 0));
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    Object.assign(window, {
      probe: {
        empty() {
          Object.assign(seen, {
            tickToMessage: [],
            tickToPixel: [],
            messages: 0,
            updates: 0,
            frames: [],
            interactions: new Map(),
          });
        },
        timeTicks(symbol: string, list: Node, figure: Node) {
          let waiting: number[] = [];
          let middle: number | undefined;
          // The decoder was installed before this script.
          const { decodeFrame } = window as unknown as { decodeFrame(data: ArrayBuffer): CompactFrame };
          onMessage = ({ data }) => {
            if (!(data instanceof ArrayBuffer)) return;
            seen.messages += 1;
            const quote = Object.entries(decodeFrame(data).quotes).find(([name]) => name === symbol)?.[1];
            if (!quote) return;
            seen.tickToMessage.push(Date.now() - quote.at);
            // Nothing shows a tick with the price of the one before.
            if (quote.bid + quote.ask !== middle) waiting.push(quote.at);
            middle = quote.bid + quote.ask;
          };
          const afterNextPaint = (callback: () => void) =>
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = callback;
              port2.postMessage(null);
            });
          const asPageShows = { subtree: true, characterData: true, childList: true };
          new MutationObserver(() => {
            seen.updates += 1;
          }).observe(list, asPageShows);
          new MutationObserver(() => {
            const shown = waiting;
            waiting = [];
            afterNextPaint(() => seen.tickToPixel.push(...shown.map((at) => Date.now() - at)));
          }).observe(figure, asPageShows);
        },
        pace: () => seen.pace,
        countFrames() {
          let before = performance.now();
          const next = (now: number) => {
            seen.frames.push(now - before);
            before = now;
            requestAnimationFrame(next);
          };
          requestAnimationFrame(next);
        },
        figures(): ProbeFigures {
          const quantile = (values: number[], share: number) =>
            values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
          const { tickToMessage, tickToPixel, messages, updates, frames, interactions } = seen;
          return {
            messages,
            updates,
            tickToMessage: { p50: quantile(tickToMessage, 0.5), p99: quantile(tickToMessage, 0.99) },
            tickToPixel: { p50: quantile(tickToPixel, 0.5), p99: quantile(tickToPixel, 0.99) },
            interactions: [...interactions].map(([name, ms]) => ({ name, ms })).toSorted((a, b) => b.ms - a.ms),
            frames: {
              count: frames.length,
              p50: quantile(frames, 0.5),
              p95: quantile(frames, 0.95),
              max: quantile(frames, 1),
            },
          };
        },
      },
    });
  });
}

type ProbedWindow = Window & {
  probe: {
    empty(): void;
    timeTicks(symbol: string, list: Node, figure: Node): void;
    pace(): number;
    countFrames(): void;
    figures(): ProbeFigures;
  };
};

/** Deletes what the probe has recorded. */
export async function emptyProbe(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as ProbedWindow).probe.empty());
}

/**
 * Starts to time a symbol's ticks until its figure in the list shows them. This itself costs the page some of the
 * measured time.
 */
export async function timeTicks(symbol: string, list: Locator, figure: Locator): Promise<void> {
  const handle = await figure.elementHandle();
  await list.evaluate(
    (node, { name, cell }) => cell && (window as unknown as ProbedWindow).probe.timeTicks(name, node, cell),
    { name: symbol, cell: handle },
  );
}

/** Starts to count animation frames. This makes the page draw sixty frames a second. */
export async function countFrames(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as ProbedWindow).probe.countFrames());
}

/** The pace that the page has requested last, ms; 0 for prices as they come. */
export async function requestedPace(page: Page): Promise<number> {
  return await page.evaluate(() => (window as unknown as ProbedWindow).probe.pace());
}

/** The figures recorded since the probe was last emptied. */
export async function readProbe(page: Page): Promise<ProbeFigures> {
  return await page.evaluate(() => (window as unknown as ProbedWindow).probe.figures());
}
