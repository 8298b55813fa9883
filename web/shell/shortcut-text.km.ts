import type { Translation } from "../../worker/contract/languages.ts";

/** Khmer of what each shortcut does. */
export const SHORTCUT_WORDS: typeof import("./shortcut-text.ts").SHORTCUT_WORDS = {
  palette: "ស្វែងរកនិមិត្តសញ្ញា ទំព័រ សកម្មភាព",
  help: "បង្ហាញគ្រាប់ចុចទាំងអស់",
  toDashboard: "ទៅកាន់ផ្ទាំងគ្រប់គ្រង",
  toTrading: "ទៅកាន់ការជួញដូរ",
  toAccount: "ទៅកាន់គណនី",
  toPerformance: "ទៅកាន់លទ្ធផល",
  toNotifications: "ទៅកាន់ការជូនដំណឹង",
  nextNotification: "ការជូនដំណឹងបន្ទាប់ក្នុងបញ្ជី",
  previousNotification: "ការជូនដំណឹងមុន",
  readNotification: "សម្គាល់ការជូនដំណឹងថាបានអាន",
  close: "បិទ ឬចេញពីប្រអប់ក្នុងទម្រង់បញ្ជា",
  buy: "ជ្រើសទិញក្នុងទម្រង់បញ្ជា ដោយមិនផ្ញើអ្វីទេ",
  sell: "ជ្រើសលក់ក្នុងទម្រង់បញ្ជា ដោយមិនផ្ញើអ្វីទេ",
  plan: "សរសេរផែនការក្នុងទម្រង់បញ្ជា ឬបិទវា",
  timeframe: "ចន្លោះពេលនៃទៀន ចាប់ពី 1m",
  watchlistRow: "និមិត្តសញ្ញាបន្ទាប់ក្នុងបញ្ជីតាមដាន",
  receipt: "ហេតុអ្វីបានជាតម្លៃនេះ? នៃការបំពេញបញ្ជាថ្មីបំផុត",
  alert: "កំណត់ការជូនដំណឹងនៅសញ្ញាខ្វែង ឬក្បែរតម្លៃ",
  trendLine: "គូរបន្ទាត់និន្នាការ",
  horizontalLine: "គូរបន្ទាត់ផ្តេក",
  fibonacci: "គូរកម្រិតថយ Fibonacci",
  undoDrawing: "មិនធ្វើវិញ និងធ្វើវិញ",
  removeDrawing: "លុបគំនូសដែលបានជ្រើស",
  logScale: "មាត្រដ្ឋានតម្លៃលោការីត",
  percentScale: "មាត្រដ្ឋានភាគរយ",
  backToLive: "ត្រឡប់ទៅទៀនថ្មីបំផុត",
  fullScreen: "ពង្រីកក្រាបឱ្យពេញផ្ទាំង ហើយត្រឡប់វិញ",
};

/** Khmer of the list of all keys. */
export const shortcutText: Translation<typeof import("./shortcut-text.ts").shortcutText> = {
  title: "ផ្លូវកាត់ក្តារចុច",
  where: { everywhere: "គ្រប់ទីកន្លែង", trading: "ការជួញដូរ" },
  or: "ឬ",
  to: "ដល់",
  areOff: "ផ្លូវកាត់ក្តារចុចត្រូវបានបិទ។ មានតែ Esc និងគ្រាប់ចុចព្រួញ និង Delete លើអ្វីដែលបានជ្រើស ដែលនៅដំណើរការ។",
  switchLabel: "ផ្លូវកាត់ក្តារចុច",
  switchDetail: "រក្សាទុកក្នុងកម្មវិធីរុករកនេះ សម្រាប់គណនីរបស់អ្នក។ អក្សរមិនដំណើរការពេលអ្នកកំពុងវាយទេ។",
  notSaved: "រក្សាទុកការកំណត់មិនបាន",
};
