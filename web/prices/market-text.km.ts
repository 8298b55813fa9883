import type { Translation } from "../../worker/contract/languages.ts";
import { formatCount } from "../ui/format.ts";
import { marketLabels } from "./market-labels.km.ts";

/** Khmer of `market-text.ts`. */
export const marketText: Translation<typeof import("./market-text.ts").marketText> = {
  notKept: (reason) => `ការផ្លាស់ប្តូរនេះមិនបានរក្សាទុកទេ។ ${reason}`,
  notReadYet: "អ្វីដែលមានក្នុងគណនីរបស់អ្នកមិនទាន់ផ្ទុករួចទេ។",
  unread: (what) => `ផ្ទុក${what}របស់អ្នកមិនបាន។ គ្មានអ្វីបាត់ទេ។`,
  unreadParts: {
    drawings: "គំនូស",
    indicators: "សូចនាករ",
    both: "គំនូស និងសូចនាករ",
    watchlist: "បញ្ជីតាមដាន",
  },
  planRatio: (ratio) => `${ratio} ធៀប 1`,
  ...marketLabels,
  tabTitle: (price, symbol) => `${price} ${symbol}`,
  staleTitle: (price, symbol) => `ហួសសម័យ៖ ${price} ${symbol}`,
  today: (symbol) => `${symbol} ថ្ងៃនេះ`,
  since: (time) => `ចាប់ពី ${time}`,
  asOf: (clock) => `គិតត្រឹម ${clock}`,
  dayOpen: "តម្លៃបើក",
  high: "ខ្ពស់បំផុត",
  low: "ទាបបំផុត",
  previousClose: "តម្លៃបិទមុន",
  source: "ប្រភព",
  chartOf: (symbol) => `ក្រាប ${symbol}`,
  closeSheet: "បិទ",
  limitStopTarget: "កំណត់តម្លៃ កាត់ខាត យកចំណេញ",
  openCount: (count) => `កំពុងបើក ${formatCount(count)}`,
  orderCount: (count) => `ការបញ្ជា ${formatCount(count)}`,
  spread: (spread) => `គម្លាតតម្លៃ ${spread}`,
  margin: (margin) => `ប្រាក់ធានា ${margin}`,
  noneOpen: "គ្មានទីតាំងកំពុងបើក",
  old: (age) => `ចាស់ ${age}`,
  noPrices: "គ្មានតម្លៃ",
  noPriceFor: (age) => `គ្មានតម្លៃ ${age} មកហើយ`,
  nextTry: (seconds) => (seconds > 0 ? `ព្យាយាមម្តងទៀតក្នុង ${seconds} វិនាទី។` : "កំពុងព្យាយាម។"),
  meanwhile: (isOffline) => (isOffline ? "ការកាត់ខាតរបស់អ្នកនៅដំណើរការ។" : "គ្មានអ្វីត្រូវបានបិទទេ។"),
  changesKept: "អ្វីដែលអ្នកប្ដូរលើក្រាហ្វ ត្រូវបានទុក ហើយរក្សាទុកពេលក្រោយ។",
  tooOldToTrade: (symbol) => `តម្លៃ ${symbol} ចាស់ពេក មិនអាចជួញដូរបានទេ។`,
  tryNow: "ព្យាយាមឥឡូវនេះ",
  closed: "បិទ",
  marketClosed: "ទីផ្សារបិទ។",
  opens: (when) => `បើក ${when}`,
  ordersWait: "បញ្ជាកំណត់តម្លៃ និងបញ្ជាឈប់ រង់ចាំរហូតដល់ពេលនោះ។",
  closedNow: (symbol, opens) => `ទីផ្សារ ${symbol} បិទ។ ${opens}។`,

  demoAccount: "គណនីសាកល្បង",

  side: "ទិសដៅ",
  sides: {
    buy: { word: "ទិញ" },
    sell: { word: "លក់" },
  },

  compare: "ប្រៀបធៀប",
  compareTitle: "ប្រៀបធៀបជាមួយ",
  comparedWith: (symbol) => `ធៀប ${symbol}`,
  endCompare: (symbol) => `ធៀប ${symbol} បញ្ឈប់ការប្រៀបធៀប`,
  close: "បិទ",
  closeOnChart: (symbol) => `បិទ ${symbol} នៅបន្ទាត់នេះ`,
};
