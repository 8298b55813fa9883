import type { Translation } from "../../worker/contract/languages.ts";

export const performanceTabsText: Translation<typeof import("./performance-tabs-text.ts").performanceTabsText> = {
  pages: "ទំព័រអំពីការជួញដូរ",
  overview: "ទិដ្ឋភាពទូទៅ",
  journal: "កំណត់ហេតុ",
  breakdown: "តាមក្រុម",
  insights: "ការយល់ដឹង",
};
