export const performanceTabsText = {
  pages: "Pages about trades",
  overview: "Overview",
  journal: "Journal",
  breakdown: "Breakdown",
  insights: "Insights",
} as const;
