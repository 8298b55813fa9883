import { GlobalRegistrator } from "@happy-dom/global-registrator";
import { RuleSheet } from "../ui/rule-sheet.ts";

/**
 * Globals for which Bun's own implementation is kept instead of happy-dom's: network, bytes and timers. API tests share
 * this process, happy-dom's `fetch` and `Headers` lose cookies, and its timers ignore Bun's fake timers.
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

// The sheet into which goober writes its rules, outside of the document. Otherwise happy-dom would match each element
// of a query by role against every rule of every screen. Journeys check styles, in a browser.
window._goober = {
  parentNode: document.head,
  firstChild: new RuleSheet({ cssRules: { length: 0 }, insertRule: () => 0, deleteRule: () => {} }, ""),
};

const WORDS_MAX = 120;

// Without it Bun prints a node with all it leads to, the page and React's tree: a failed `toBe` took a minute to print.
Object.defineProperty(Node.prototype, Symbol.for("nodejs.util.inspect.custom"), {
  value(this: Node): string {
    const words = (this.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, WORDS_MAX);
    // A copy without what is in it: the tag and its attributes.
    const copy = this.cloneNode(false);
    return copy instanceof Element ? copy.outerHTML.replace(/(?=<\/[^<]*$)|$/, words) : `${this.nodeName} ${words}`;
  },
});

// happy-dom 21 has no popovers; what is one is rendered in its place.
HTMLElement.prototype.showPopover ??= () => {};

/** The display of each tag without a style of its own. */
const displayOfTag = new Map<string, string>();

/** What queries by role read of an element; undefined where happy-dom has to compute it. */
function readByQueries(element: Element, name: string, compute: () => CSSStyleDeclaration): string | undefined {
  if (name === "visibility") {
    const hiding = element.closest<HTMLElement>('[style*="visibility"]');
    return hiding === null ? "visible" : undefined;
  }
  if (name !== "display" || !element.isConnected || element.hasAttribute("style") || element.hasAttribute("hidden"))
    return;
  const known = displayOfTag.get(element.tagName) ?? compute().display;
  displayOfTag.set(element.tagName, known);
  return known;
}

// For each of them happy-dom computes all properties of the element and its ancestors: a tenth of the time of all component
// tests. The document has no sheets, so display and visibility follow from tags and style attributes.
const { getComputedStyle } = window;
window.getComputedStyle = (element, pseudo) => {
  let computed: CSSStyleDeclaration | undefined;
  const compute = () => {
    computed ??= getComputedStyle.call(window, element, pseudo);
    return computed;
  };
  const read = (name: string) => (pseudo ? undefined : readByQueries(element, name, compute));
  return new Proxy<CSSStyleDeclaration>(Object.create(null), {
    get(_, name) {
      if (name === "getPropertyValue") return (asked: string) => read(asked) ?? compute().getPropertyValue(asked);
      return read(String(name)) ?? Reflect.get(compute(), name);
    },
  });
};
