import type { Page } from "playwright-core";

/** The keys under which the API's replies carry dollars. */
const DOLLARS = [
  "amount",
  "avgLoss",
  "avgWin",
  "balance",
  "belowPeak",
  "bestDayAmount",
  "drawdown",
  "expectancy",
  "grossLoss",
  "grossProfit",
  "heldBalance",
  "monthlyPnL",
  "pnl",
  "profitLoss",
  "todayPnL",
  "total",
  "totalDeposits",
  "totalPnL",
  "totalWithdrawals",
  "usd",
];

/**
 * Makes every sum that the API answers to pages opened from now on, but nothing and what is not known, this many dollars, each
 * with its own sign: screens are drawn with the longest money without a ledger that holds it.
 */
export async function widenMoney(page: Page, dollars: number): Promise<void> {
  // In the page: a request that playwright holds up costs several times as much, and leaves the browser without its cache.
  await page.addInitScript(widenAnswers, { dollars, keys: DOLLARS });
}

/** Runs in the page before its own scripts. */
function widenAnswers({ dollars, keys }: { dollars: number; keys: readonly string[] }): void {
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
 * Each amount of dollars on the page that cannot be read as a whole: cut off or shortened by what it stands in, reaching
 * out of it, broken into two lines, lying over other words, or set too small. Amounts in what scrolls sideways by itself can
 * be reached, and are measured against what scrolls.
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
    /** What is left of it by those around that cut off what reaches out of them. */
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
    /** The bar around it that the rest of the page scrolls behind, and may lie behind. */
    const layerOf = (node: Node) => {
      for (let at = node.parentElement; at; at = at.parentElement) {
        if (["sticky", "fixed"].includes(getComputedStyle(at).position)) return at;
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
