import type { Translation } from "../../worker/contract/languages.ts";

export const marketLabels: Translation<typeof import("./market-labels.ts").marketLabels> = {
  tabs: { watchlist: "បញ្ជីតាមដាន", positions: "ទីតាំងកំពុងបើក", chart: "ក្រាប", order: "បញ្ជា" },
  watchlist: "បញ្ជីតាមដាន",
  balance: "សមតុល្យ",
  equity: "មូលធន",
  pnl: "ចំណេញ/ខាត",
  order: "បញ្ជា",
  positions: "ទីតាំង",
};
