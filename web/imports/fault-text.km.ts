import { DEMO_RESULTS_TEXT } from "../../worker/contract/demo/demo-results-text.km.ts";
import type { Translation } from "../../worker/contract/languages.ts";
import { formatCount } from "../ui/format.ts";

type English = typeof import("./fault-text.ts");

export const FILE_FAULT_TEXT: Translation<English["FILE_FAULT_TEXT"]> = {
  demo: `${DEMO_RESULTS_TEXT}។`,
  empty: "ឯកសារទទេ។",
  tooLarge: "ឯកសារធំជាង 20 MB។ សូមនាំចេញរយៈពេលខ្លីជាង។",
  tooManyRows: "ឯកសារមានជួរលើសចំនួនដែលអនុញ្ញាត។ សូមនាំចេញរយៈពេលខ្លីជាង។",
  tooManyColumns: "ជួរនេះមានជួរឈរលើសពីឯកសារនៃការជួញដូរណាមួយ។",
  unpackedTooLarge: "ឯកសារ Excel ធំជាងអ្វីដែលវាបង្ហាញឆ្ងាយណាស់។ សូមនាំចេញម្តងទៀត។",
  noTrade: "គ្មានការជួញដូរដែលបានបិទក្នុងឯកសារនេះទេ។",
  tooManyTrades: (most) => `ឯកសារមួយអាចមានការជួញដូរដល់ ${formatCount(most)}។ សូមបំបែកវាតាមរយៈពេល។`,
  oldExcel: "នេះជាឯកសារ Excel ចាស់។ សូមរក្សាទុកជា .xlsx ឬនាំចេញរបាយការណ៍ជា HTML។",
  pdf: "នេះជា PDF។ សូមនាំចេញប្រវត្តិជា HTML, XLSX ឬ CSV។",
  image: "នេះជារូបភាព។ សូមនាំចេញប្រវត្តិជា HTML, XLSX ឬ CSV។",
  encrypted: "ឯកសារ Excel មានពាក្យសម្ងាត់។ សូមរក្សាទុកដោយគ្មានពាក្យសម្ងាត់។",
  macros: "ឯកសារ Excel មានម៉ាក្រូ។ សូមរក្សាទុកជា .xlsx។",
  entities: "ឯកសារកំណត់អត្ថបទដោយខ្លួនឯង ដែលគ្មានការនាំចេញណាធ្វើទេ។ សូមនាំចេញម្តងទៀត។",
  notText: "នេះមិនមែនជាឯកសារ Excel ឬអត្ថបទទេ។",
  unknownFormat: "នេះមិនមែនជារបាយការណ៍ MetaTrader 4 ឬ 5 ឬតារាងដែលមានជួរឈរក្នុងការណែនាំទេ។",
  missingColumn: (name) => `បាត់ជួរឈរ “${name}”។`,
  repeatedColumn: (name) => `ជួរឈរ “${name}” មានពីរដង។`,
  noTable: "គ្មានតារាងក្នុងឯកសារនេះទេ។",

  quoteInside: "មានសញ្ញាសម្រង់ក្នុងក្រឡាដែលមិនចាប់ផ្តើម និងបញ្ចប់ដោយសញ្ញាសម្រង់។",
  quoteOpen: "សញ្ញាសម្រង់ដែលបើកក្នុងជួរនេះមិនបានបិទទេ។",

  damaged: "ឯកសារខូច។",
  cut: "របាយការណ៍ចប់នៅពាក់កណ្តាលការជួញដូរ។ តើឯកសារពេញលេញឬទេ?",
  currency: (currency) => `រូបិយប័ណ្ណគឺ “${currency}”។ អាចនាំចូលបានតែគណនីជា USD ប៉ុណ្ណោះ។`,
  noCurrency: "ឯកសារមិនបង្ហាញរូបិយប័ណ្ណនៃគណនីទេ។ អាចនាំចូលបានតែគណនីជា USD ប៉ុណ្ណោះ។",
  decimalMark: (text) =>
    `“${text}” មានក្បៀសសម្រាប់ខ្ទង់ពាន់ ឬទសភាគ ហើយគ្មានលេខផ្សេងក្នុងជួរឈរនេះបង្ហាញថាមួយណាទេ។ សូមសរសេរទសភាគដោយចំណុច។`,
  dateOrder: (text) => `“${text}” អាចចាប់ផ្តើមដោយថ្ងៃ ឬខែ ហើយគ្មានកាលបរិច្ឆេទផ្សេងក្នុងឯកសារបង្ហាញថាមួយណាទេ។ សូមសរសេរឆ្នាំមុន។`,
  pointValue: (symbol) => `ឯកសារមិនបង្ហាញថាមួយចំណុចនៃ ${symbol} មានតម្លៃប៉ុន្មានទេ។`,
};

export const CELL_FAULT_TEXT: Translation<English["CELL_FAULT_TEXT"]> = {
  missing: "មិនមាន",
  repeatedTicket: (text) => `${text} មានក្នុងបន្ទាត់មុនដែរ`,
  notNumber: (text) => `“${text}” មិនមែនជាលេខតាមទម្រង់នៃឯកសារនេះ`,
  tooManyCells: "បន្ទាត់នេះមានក្រឡាលើសបន្ទាត់ទីមួយ",
  tooFewCells: "បន្ទាត់នេះមានក្រឡាតិចជាងបន្ទាត់ទីមួយ",
  otherCurrency: (text) => `“${text}” ជារូបិយប័ណ្ណផ្សេងពីបន្ទាត់ដទៃ`,
  price: (text) => `${text} មិនមែនជាតម្លៃត្រឹមត្រូវ`,
  lotDecimals: (text) => `${text} មានទសភាគលើស 6 ខ្ទង់`,
  lots: (text) => `${text} មិនមែនជាបរិមាណត្រឹមត្រូវ`,
  result: (text) => `${text} មិនមែនជាលទ្ធផលត្រឹមត្រូវ`,
  resultDecimals: (text) => `${text} មានទសភាគលើស 2 ខ្ទង់`,
  direction: (text) => `“${text}” មិនមែនជា “buy” ឬ “sell”`,
  characters: (text) => `“${text}” មានតួអក្សរដែលមិនអនុញ្ញាត`,
  notTime: (text) => `“${text}” មិនមែនជាម៉ោងដូចជា 2026.03.02 10:15:30`,
  skipped: (text) => `${text} មិនមានក្នុងតំបន់ម៉ោងនោះ ព្រោះនាឡិកាត្រូវបានដើរមុខ`,
  ambiguous: (text, isEarlier) =>
    `${text} មានពីរដងក្នុងតំបន់ម៉ោងនោះ ព្រោះនាឡិកាត្រូវបានថយក្រោយ៖ បានប្រើម៉ោង${isEarlier ? "មុន" : "ក្រោយ"}`,
  tooOld: (text) => `${text} មុនឆ្នាំ 2000`,
  inFuture: (text) => `${text} ជាពេលអនាគត។ តើតំបន់ម៉ោងត្រឹមត្រូវឬទេ?`,
  beforeOpening: (text) => `${text} មុនម៉ោងបើក`,
};
