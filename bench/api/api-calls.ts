/** A measured call. */
export type ApiCall = {
  name: string;
  path: string;
  /** Sends the trader's session cookie. */
  isSignedIn: boolean;
  /** Its CPU time is compared with the hand-written round trip, or Hono alone for a route without database. */
  baseline: "hand-written" | "bare-hono";
};

/** The most frequent calls of the product: what its pages poll, and what they read when they open. */
export const API_CALLS: readonly ApiCall[] = [
  { name: "options", path: "/api/auth/options", isSignedIn: false, baseline: "bare-hono" },
  { name: "market prices", path: "/api/market/prices", isSignedIn: false, baseline: "bare-hono" },
  { name: "health", path: "/api/health", isSignedIn: false, baseline: "hand-written" },
  { name: "balance", path: "/api/user/balance", isSignedIn: true, baseline: "hand-written" },
  { name: "auth check", path: "/api/auth/check", isSignedIn: true, baseline: "hand-written" },
  { name: "profile", path: "/api/user/profile", isSignedIn: true, baseline: "hand-written" },
  { name: "deposits", path: "/api/deposit/history", isSignedIn: true, baseline: "hand-written" },
  { name: "withdrawals", path: "/api/withdrawal/history", isSignedIn: true, baseline: "hand-written" },
  { name: "trades", path: "/api/trade/history?limit=50", isSignedIn: true, baseline: "hand-written" },
  {
    name: "trades of a month",
    path: "/api/trade/history?year=2026&month=10",
    isSignedIn: true,
    baseline: "hand-written",
  },
  { name: "analytics", path: "/api/trade/analytics", isSignedIn: true, baseline: "hand-written" },
];
