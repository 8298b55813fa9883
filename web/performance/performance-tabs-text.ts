export const performanceTabsText = {
  pages: "Pages about trades",
  overview: "Overview",
  journal: "Journal",
  insights: "Insights",
} as const;
