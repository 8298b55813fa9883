import type { Page } from "playwright-core";

/** Keys of dollar amounts in the API's responses. */
const DOLLARS = [
  "amount",
  "avgLoss",
  "avgWin",
  "balance",
  "belowPeak",
  "bestDayAmount",
  "commission",
  "drawdown",
  "expectancy",
  "grossLoss",
  "grossProfit",
  "heldBalance",
  "monthlyPnL",
  "pnl",
  "profitLoss",
  "result",
  "startBalance",
  "todayPnL",
  "total",
  "totalDeposits",
  "totalPnL",
  "totalWithdrawals",
  "usd",
];

/**
 * Replaces every non-zero amount in the API's responses by this many dollars with the same sign, for pages opened from
 * now on: screens can be tested with the longest amounts without a ledger that contains them.
 */
export async function widenMoney(page: Page, dollars: number): Promise<void> {
  // Inside the page: intercepting requests with playwright is several times slower, and disables the browser's cache.
  await page.addInitScript(widenResponses, { dollars, keys: DOLLARS });
}

/** Runs inside the page before its own scripts. */
function widenResponses({ dollars, keys }: { dollars: number; keys: readonly string[] }): void {
  const { fetch } = window;
  const widened = async (...call: Parameters<typeof fetch>) => {
    const { method, url } = new Request(...call);
    const response = await fetch(...call);
    const isJson = response.headers.get("Content-Type")?.includes("json");
    if (method !== "GET" || !new URL(url).pathname.startsWith("/api/") || !isJson) return response;
    const json = JSON.parse(await response.text(), (key, value) =>
      keys.includes(key) && typeof value === "number" && value !== 0 ? Math.sign(value) * dollars : value,
    );
    return new Response(JSON.stringify(json), response);
  };
  Object.assign(window, { fetch: widened });
}

/**
 * The amounts on the page that are not fully visible: cut off, shortened, overflowing, broken into two lines,
 * overlapped by other text, or too small. An amount in an element that scrolls sideways counts as reachable, and is
 * measured against that element.
 */
export function amountFaults(page: Page, leastPx = 10): Promise<string[]> {
  return page.evaluate((leastPx) => {
    const AMOUNT = /[+−±]?\$\d[\d,]*(?:\.\d+)?[kMB]?/g;
    const faults = new Set<string>();
    type Side = "left" | "right" | "top" | "bottom";
    type Drawn = { text: string; node: Node; rect: Record<Side, number>; layer: Element | null };
    const words: Drawn[] = [];
    const amounts: (Drawn & { rect: DOMRect })[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const isShown = (element: Element) => {
      if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { clipPath, width, height } = getComputedStyle(at);
        if (clipPath.startsWith("inset(50%") || (width === "1px" && height === "1px")) return false;
        // Behind an open dialog.
        if (at.hasAttribute("inert")) return false;
      }
      return true;
    };
    /** The visible part of a rectangle after clipping by its ancestors. */
    const seenOf = (element: Element, { left, right, top, bottom }: DOMRect) => {
      const seen = { left, right, top, bottom };
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowX === "visible") continue;
        const box = at.getBoundingClientRect();
        seen.left = Math.max(seen.left, box.left);
        seen.right = Math.min(seen.right, box.right);
        seen.top = Math.max(seen.top, box.top);
        seen.bottom = Math.min(seen.bottom, box.bottom);
      }
      return seen;
    };
    /** The sticky or fixed ancestor, behind which the rest of the page scrolls, or the sheet over the chart. */
    const layerOf = (node: Node) => {
      for (let at = node.parentElement; at; at = at.parentElement) {
        const { position, zIndex } = getComputedStyle(at);
        if (["sticky", "fixed"].includes(position)) return at;
        if (at.hasAttribute("data-area") && zIndex !== "auto") return at;
      }
      return null;
    };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent ?? "";
      if (!parent || text.trim() === "" || !isShown(parent)) continue;
      const layer = layerOf(node);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) words.push({ text, node, rect: seenOf(parent, rect), layer });
      for (const match of text.matchAll(AMOUNT)) {
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (new Set(rects.map(({ top }) => Math.round(top))).size > 1) faults.add(`broken: ${text}`);
        amounts.push({ text: match[0], node, rect: range.getBoundingClientRect(), layer });
      }
    }
    for (const { text, node, rect, layer } of amounts) {
      const parent = node.parentElement as HTMLElement;
      const where = `${text} of ${parent.closest("section, [role=group], [role=dialog], header, nav, table, li, main")?.textContent?.slice(0, 48)}`;
      if (Number.parseFloat(getComputedStyle(parent).fontSize) < leastPx) faults.add(`small: ${where}`);
      for (let at: HTMLElement | null = parent; at && at !== document.body; at = at.parentElement) {
        const { overflowX, display, position } = getComputedStyle(at);
        if (display === "inline" || display === "contents") continue;
        if (overflowX === "auto" || overflowX === "scroll") break;
        const box = at.getBoundingClientRect();
        const isOut = rect.left < box.left - 1 || rect.right > box.right + 1;
        if (isOut && overflowX !== "visible") faults.add(`cut: ${where}`);
        else if (isOut) faults.add(`out: ${where}`);
        if (overflowX !== "visible" && at.scrollWidth > at.clientWidth + 1) faults.add(`shortened: ${where}`);
        if (position === "absolute" || position === "fixed") break;
      }
      const shown = seenOf(parent, rect);
      for (const other of words) {
        if (other.node === node || other.layer !== layer) continue;
        const overX = Math.min(shown.right, other.rect.right) - Math.max(shown.left, other.rect.left);
        const overY = Math.min(shown.bottom, other.rect.bottom) - Math.max(shown.top, other.rect.top);
        if (overX > 1.5 && overY > 4) faults.add(`over "${other.text.slice(0, 24)}": ${where}`);
      }
    }
    if (document.documentElement.scrollWidth > innerWidth)
      faults.add(`the page is ${document.documentElement.scrollWidth} px wide`);
    return [...faults];
  }, leastPx);
}
