import type { Translation } from "../contract/languages.ts";

export const TRADE_TEXT: Translation<typeof import("./trade-text.ts").TRADE_TEXT> = {
  noSuchRun: "គ្មានជុំសាកល្បងនេះទេ",
  noSuchBrokerAccount: "គ្មានគណនីឈ្មួញជើងសានេះទេ",
  formatOfRuns: (format) => `ទម្រង់ ${format} មានតែសម្រាប់ជុំសាកល្បង`,
  reportTooLarge: (max) => `របាយការណ៍មួយអាចមានទីតាំងដែលបានបិទ ${max}។ សូមជ្រើសរើសរយៈពេលខ្លីជាងនេះ។`,
  foreignCursor: "ទីតាំងទំព័រនេះមិនមែនជាទីតាំងដែលយើងបានផ្តល់ទេ",
  dateAlone: "ថ្ងៃមិនអាចប្រើជាមួយលក្ខខណ្ឌផ្សេងបានទេ",
  noSuchDate: "គ្មានថ្ងៃនេះទេ",
  monthOrWeek: "សូមជ្រើសរើសខែ ឬសប្តាហ៍",
  yearMissing: "សូមជ្រើសរើសឆ្នាំ",
  noSuchWeek: (year, week) => `ឆ្នាំ ${year} គ្មានសប្តាហ៍ទី ${week} ទេ`,
  monthMissing: "សូមជ្រើសរើសខែ ឬសប្តាហ៍",
  ofList: (field) => `${field} ប្រើបានតែក្នុងបញ្ជីការជួញដូរទាំងអស់`,
};
