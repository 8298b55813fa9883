import { ROUTE } from "../../worker/contract/addresses.ts";
import type { Awaited } from "./measure-load.ts";

/** A page as its visitor opens it. */
export type BenchPage = {
  path: string;
  isPublic?: boolean;
  /** The elements for which it is opened, in the order in which they matter. */
  awaited: readonly Awaited[];
  /** Measured in another time zone than the account has, so that the notice about it appears. */
  timeZone?: string;
};

const FIGURE = /\d[.,]\d/;
/** In the document until the application runs, and then in the page. */
const BALANCE: Awaited = { name: "balance", selector: '[data-awaited="balance"], [data-size="hero"]', text: FIGURE };
const PRICE: Awaited = { name: "price", selector: '[data-awaited="price"], header:has(#chart)', text: FIGURE };
const CANDLES: Awaited = { name: "candles", selector: '[data-shows="candles"]' };

export const PAGES = {
  landing: { path: ROUTE.landing, isPublic: true, awaited: [{ name: "headline", selector: "h1" }] },
  dashboard: { path: ROUTE.dashboard, awaited: [BALANCE] },
  performance: {
    path: ROUTE.performance,
    awaited: [
      { name: "cards", selector: '[data-awaited="totalPnl"], main [role="group"][aria-busy="false"]', text: FIGURE },
      { name: "all of them", selector: 'main [role="group"][aria-busy="false"]', text: FIGURE },
    ],
  },
  trading: { path: ROUTE.trading, awaited: [PRICE, CANDLES] },
  ticket: {
    path: ROUTE.tradingOrders,
    awaited: [PRICE, CANDLES, { name: "ticket", selector: 'form button[type="submit"]:enabled' }],
  },
  account: {
    path: ROUTE.account,
    awaited: [
      BALANCE,
      {
        name: "movements",
        selector: `main section:has(a[href="${ROUTE.accountHistory}"]):not(:has([aria-busy="true"]))`,
      },
    ],
  },
  elsewhere: { path: ROUTE.dashboard, awaited: [BALANCE], timeZone: "Europe/Berlin" },
  login: { path: ROUTE.login, isPublic: true, awaited: [{ name: "form", selector: "form input" }] },
} as const satisfies Record<string, BenchPage>;

export type PageName = keyof typeof PAGES;
export const isPage = (name: string): name is PageName => name in PAGES;
