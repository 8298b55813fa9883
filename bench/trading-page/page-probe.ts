import type { Locator, Page } from "playwright-core";

/** What the probe has recorded since it was last emptied; times in ms. */
export type ProbeFigures = {
  /** Frames of the market's socket while ticks are timed. */
  messages: number;
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
  await page.addInitScript(() => {
    const seen = {
      tickToPixel: [] as number[],
      messages: 0,
      frames: [] as number[],
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
          Object.assign(seen, { tickToPixel: [], messages: 0, frames: [], interactions: new Map() });
        },
        timeTicks(symbol: string, figure: Node) {
          let waiting: number[] = [];
          onMessage = ({ data }) => {
            seen.messages += 1;
            const tick = new RegExp(`"${symbol}"[^}]*"at":(\\d+)`).exec(String(data));
            if (tick) waiting.push(Number(tick[1]));
          };
          const afterNextPaint = (callback: () => void) =>
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = callback;
              port2.postMessage(null);
            });
          new MutationObserver(() => {
            const shown = waiting;
            waiting = [];
            afterNextPaint(() => seen.tickToPixel.push(...shown.map((at) => Date.now() - at)));
          }).observe(figure, { subtree: true, characterData: true, childList: true });
        },
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
          const { tickToPixel, messages, frames, interactions } = seen;
          return {
            messages,
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
  probe: { empty(): void; timeTicks(symbol: string, figure: Node): void; countFrames(): void; figures(): ProbeFigures };
};

/** Deletes what the probe has recorded. */
export async function emptyProbe(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as ProbedWindow).probe.empty());
}

/**
 * Starts to time a symbol's ticks until its figure shows them. This itself costs the page some of the measured time.
 */
export async function timeTicks(symbol: string, figure: Locator): Promise<void> {
  await figure.evaluate((node, name) => (window as unknown as ProbedWindow).probe.timeTicks(name, node), symbol);
}

/** Starts to count animation frames. This makes the page draw sixty frames a second. */
export async function countFrames(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as ProbedWindow).probe.countFrames());
}

/** The figures recorded since the probe was last emptied. */
export async function readProbe(page: Page): Promise<ProbeFigures> {
  return await page.evaluate(() => (window as unknown as ProbedWindow).probe.figures());
}
