import type { Translation } from "../../worker/contract/languages.ts";

export const performanceLabels: Translation<typeof import("./performance-labels.ts").performanceLabels> = {
  totalPnl: "ចំណេញ/ខាតសរុប",
  todayPnl: "ចំណេញ/ខាតថ្ងៃនេះ",
  winRate: "អត្រាឈ្នះ",
  averages: "ចំណេញមធ្យម / ខាតមធ្យម",
  profitFactor: "កត្តាចំណេញ",
  bestDay: "ថ្ងៃល្អបំផុត",
  buyTrades: "ការជួញដូរទិញ",
  sellTrades: "ការជួញដូរលក់",
  progression: "វឌ្ឍនភាពគណនីប្រចាំថ្ងៃ",
};
