import type { Translation } from "../../worker/contract/languages.ts";

export const noteChartText: Translation<typeof import("./note-chart-text.ts").noteChartText> = {
  attach: "ភ្ជាប់ក្រាហ្វ",
  attachOf: (symbol) => `ភ្ជាប់ ${symbol}`,
  loading: "កំពុងផ្ទុកគំនូររបស់អ្នក",
  notRead: "មិនអាចផ្ទុកគំនូររបស់អ្នកបានទេ។ អាចភ្ជាប់ក្រាហ្វបាន នៅពេលផ្ទុករួច។",
  chart: "ក្រាហ្វ",
  open: (symbol, timeframe) => `${symbol}, ${timeframe}`,
  what: (drawings, indicators) => `គំនូរ ${drawings}, សូចនាករ ${indicators}`,
  remove: "ដកក្រាហ្វចេញ",
  removed: "បានដកក្រាហ្វចេញពីកំណត់ចំណាំ។",
  undo: "មិនធ្វើវិញ",
  staysHere: "អ្វីដែលអ្នកគូរនៅទីនេះ នៅជាមួយកំណត់ចំណាំ។",
  full: "ក្រាហ្វនៃកំណត់ចំណាំនេះ មានគំនូរពេញហើយ។",
  beforeHistory: "លែងមានទៀននៃពេលនោះទៀតហើយ។ ទាំងនេះជាទៀនចាស់បំផុត។",
  notLoaded: "មិនអាចផ្ទុកទៀននៃពេលនោះបានទេ។",
};
