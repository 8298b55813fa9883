import type { SlowPageOptions } from "../slow-page.ts";
import type { PlainBrowser, PlainPage } from "./plain-browser.ts";

/** One cold load. Times are ms since the navigation. */
export type Load = {
  firstPaintMs: number;
  largestPaintMs: number;
  /** The element of the largest paint, with the beginning of its text. */
  largest: string;
  /** Sum of all layout shifts. */
  shift: number;
  /** The time of the main thread's tasks above 50 ms each, after the first paint, in ms. */
  blockingMs: number;
  /** When each thing that is waited for was painted, by its name. */
  shownMs: Readonly<Record<string, number>>;
  requests: LoadedRequest[];
};

/** An element that the visitor of a page waits for: the first visible element of a selector, with a text that matches. */
export type Awaited = { name: string; selector: string; text?: RegExp };

/** A request of a page, as the network sends it. */
export type LoadedRequest = {
  path: string;
  kind: string;
  startMs: number;
  endMs: number;
  bytes: number;
  priority: string;
};

/** All is shown that is waited for, and no request and no larger paint for this long: the page has loaded. */
const QUIET_MS = 1_200;
const LONGEST_MS = 40_000;

/** Loads a page in a new browser context, with empty caches, and waits until it is quiet. */
export async function measureLoad(
  browser: PlainBrowser,
  { awaited, ...options }: SlowPageOptions & { awaited: readonly Awaited[] },
): Promise<Load> {
  const page = await browser.openPage(options);
  try {
    await page.runFirst(watchPaints, null);
    await page.runFirst(
      watchAwaited,
      awaited.map(({ text, ...one }) => ({ ...one, text: text?.source ?? "" })),
    );
    const requests = recordRequests(page);
    await page.goTo(options.url);
    await untilQuiet(page, requests, awaited.length);
    const paints = await page.read<Window["paints"]>("window.paints");
    if (!paints) throw new Error(`${options.url} has not loaded`);
    return { ...paints, requests: [...requests.values()].filter(({ endMs }) => endMs > 0) };
  } finally {
    await page.close();
  }
}

declare global {
  interface Window {
    paints: Omit<Load, "requests">;
  }
}

/** Runs in the page, before its own scripts. */
function watchPaints(): void {
  const paints = { firstPaintMs: 0, largestPaintMs: 0, largest: "", shift: 0, blockingMs: 0, shownMs: {} };
  window.paints = paints;
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") paints.firstPaintMs = startTime;
  });
  watch("largest-contentful-paint", (entry) => {
    paints.largestPaintMs = entry.startTime;
    // The types of the DOM lack this property.
    const element = (entry as PerformanceEntry & { element: Element | null }).element;
    paints.largest = `${element?.tagName.toLowerCase()} ${element?.textContent?.slice(0, 40)}`;
  });
  watch("layout-shift", (entry) => {
    // The types of the DOM lack this property.
    paints.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  watch("longtask", ({ startTime, duration }) => {
    if (startTime + duration > paints.firstPaintMs) paints.blockingMs += duration - 50;
  });
}

/**
 * Runs in the page, before its own scripts: looks for the elements once in each frame in which the document has changed, when the
 * browser computes the layout anyway. A search after each change forces layouts that no visitor has, 60 ms of a slowed processor.
 */
function watchAwaited(awaited: { name: string; selector: string; text: string }[]): void {
  const waiting = new Set(awaited);
  let isAsked = false;
  const isShown = ({ selector, text }: { selector: string; text: string }) =>
    [...document.querySelectorAll(selector)].some(
      (one) => one.getClientRects().length > 0 && new RegExp(text).test(one.textContent ?? ""),
    );
  const look = () => {
    isAsked = false;
    for (const one of waiting) {
      if (!isShown(one)) continue;
      waiting.delete(one);
      // After the paint of this frame.
      setTimeout(() => {
        window.paints.shownMs = { ...window.paints.shownMs, [one.name]: performance.now() };
      });
    }
    if (waiting.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(() => {
    if (!isAsked) requestAnimationFrame(look);
    isAsked = true;
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

function recordRequests(page: PlainPage): Map<string, LoadedRequest> {
  const requests = new Map<string, LoadedRequest>();
  let firstS = 0;
  page.onNetwork(({ method, params }) => {
    if (method === "Network.requestWillBeSent") {
      const { requestId, request, timestamp, type } = params;
      firstS ||= timestamp;
      const { pathname, search } = new URL(request.url);
      requests.set(requestId, {
        path: pathname + search,
        kind: type ?? "Other",
        startMs: (timestamp - firstS) * 1_000,
        endMs: 0,
        bytes: 0,
        priority: request.initialPriority,
      });
    } else if (method === "Network.loadingFinished") {
      const { requestId, timestamp, encodedDataLength } = params;
      const request = requests.get(requestId);
      if (request) Object.assign(request, { endMs: (timestamp - firstS) * 1_000, bytes: encodedDataLength });
    }
  });
  return requests;
}

async function untilQuiet(page: PlainPage, requests: Map<string, LoadedRequest>, awaited: number): Promise<void> {
  let last = "";
  let quietSince = performance.now();
  const deadline = performance.now() + LONGEST_MS;
  while (performance.now() < deadline && performance.now() - quietSince < QUIET_MS) {
    await Bun.sleep(100);
    const paints = await page.read<Window["paints"]>("window.paints");
    const largestMs = paints?.largestPaintMs ?? 0;
    const shown = Object.keys(paints?.shownMs ?? {}).length;
    const now = `${requests.size} ${[...requests.values()].filter(({ endMs }) => endMs > 0).length} ${largestMs}`;
    if (now !== last || largestMs === 0 || shown < awaited) quietSince = performance.now();
    last = now;
  }
}
