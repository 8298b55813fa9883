export const performanceTabsText = {
  pages: "Pages about trades",
  overview: "Overview",
  breakdown: "Breakdown",
  insights: "Insights",
} as const;
