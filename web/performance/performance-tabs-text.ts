export const performanceTabsText = { pages: "Pages about trades", overview: "Overview", insights: "Insights" } as const;
