import { GlobalRegistrator } from "@happy-dom/global-registrator";

/**
 * What Bun does better than a simulated browser: the network, bytes and timers. API tests share this process, and
 * happy-dom's `fetch` and `Headers` lose cookies, its timers ignore Bun's fake ones.
 */
const BUN_OWN = [
  "fetch",
  "Request",
  "Response",
  "Headers",
  "FormData",
  "Blob",
  "File",
  "URL",
  "URLSearchParams",
  "WebSocket",
  "MessageEvent",
  "CloseEvent",
  "MessagePort",
  "AbortController",
  "AbortSignal",
  "DOMException",
  "ReadableStream",
  "WritableStream",
  "TransformStream",
  "TextEncoder",
  "TextDecoder",
  "PerformanceObserver",
  "PerformanceObserverEntryList",
  "crypto",
  "performance",
  "structuredClone",
  "atob",
  "btoa",
  "queueMicrotask",
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "setImmediate",
  "clearImmediate",
] as const;

const own = BUN_OWN.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

GlobalRegistrator.register({ url: "http://localhost" });

for (const [name, descriptor] of own) {
  if (descriptor) Object.defineProperty(globalThis, name, descriptor);
}

// Browsers show an element that has an id on the window, and goober looks there for its style element: without, it would
// make a new one for each style of each component.
Object.defineProperty(globalThis, "_goober", { configurable: true, get: () => document.getElementById("_goober") });
