import type { Translation } from "../../worker/contract/languages.ts";

export const dashboardLabels: Translation<typeof import("./dashboard-labels.ts").dashboardLabels> = {
  totalBalance: "សមតុល្យសរុប",
  todayPnl: "ចំណេញ/ខាតថ្ងៃនេះ",
  openPositions: "ទីតាំងកំពុងបើក",
  winRate: "អត្រាឈ្នះ",
  demoBalance: "សមតុល្យសាកល្បង",
  recentTrades: "ការជួញដូរថ្មីៗ",
  quickActions: "សកម្មភាពរហ័ស",
  firstSteps: "ជំហានដំបូង",
  marketsNow: "ទីផ្សារឥឡូវនេះ",
};
