import { DEMO_RESULTS_TEXT } from "../../../worker/contract/demo/demo-results-text.km.ts";
import type { Translation } from "../../../worker/contract/languages.ts";
import { formatCount } from "../../ui/format.ts";

type English = typeof import("./fault-text.ts");

const EXPORT_ADVICE =
  "ក្នុង MetaTrader 5 ជាភាសាអង់គ្លេស៖ Toolbox, History រួចចុចកណ្តុរខាងស្តាំ Positions, Report ជា HTML ឬ Open XML។";

export const FILE_FAULT_TEXT: Translation<English["FILE_FAULT_TEXT"]> = {
  demo: `${DEMO_RESULTS_TEXT}។`,
  empty: "ឯកសារទទេ។",
  tooLarge: "ឯកសារធំជាង 256 MB។ សូមនាំចេញរយៈពេលខ្លីជាង។",
  noTrade: "គ្មានការជួញដូរដែលបានបិទក្នុងឯកសារនេះទេ។",
  tooManyTrades: (most) => `ឯកសារមួយអាចមានការជួញដូរដល់ ${formatCount(most)}។ សូមបំបែកវាតាមរយៈពេល។`,
  oldExcel: "នេះជាឯកសារ Excel ចាស់។ សូមរក្សាទុកជា .xlsx ឬនាំចេញរបាយការណ៍ជា HTML។",
  xml: "នេះជាឯកសារ XML។ សូមនាំចេញរបាយការណ៍ជា HTML ឬ Open XML។",
  encoding: "នេះមិនមែនជាអត្ថបទ UTF-8 ឬ UTF-16 ទេ។",

  cells: (count, head) => `បន្ទាត់នេះមានក្រឡា ${count} ប៉ុន្តែបន្ទាត់ទីមួយមាន ${head}។`,
  unknownColumn: (name, known) => `គ្មានជួរឈរ “${name}” ទេ។ ជួរឈរគឺ ${known.join(", ")}។`,
  repeatedColumn: (name, count) => `ជួរឈរ “${name}” មាន ${count} ដង។`,
  missingColumn: (name) => `បាត់ជួរឈរ “${name}”។`,
  afterQuote: (character) => `មាន “${character}” ក្រោយសញ្ញាសម្រង់បិទរបស់ក្រឡា។`,
  quoteInside: "មានសញ្ញាសម្រង់ក្នុងក្រឡាដែលមិនចាប់ផ្តើមដោយសញ្ញាសម្រង់។",
  quoteOpen: "សញ្ញាសម្រង់ដែលបើកក្នុងជួរនេះមិនបានបិទទេ។",

  notUnpacked: "ពន្លាឯកសារ Excel មិនបាន។ តើឯកសារពេញលេញឬទេ?",
  damaged: "ឯកសារ Excel ខូច។",
  misplacedColumn: (name) => `“Positions” គ្មានជួរឈរ “${name}” នៅកន្លែងរំពឹងទុក។ ${EXPORT_ADVICE}`,
  otherSection: (title) => `របាយការណ៍ចាប់ផ្តើមដោយ ${title} ហើយគ្មាន “Positions”។ ${EXPORT_ADVICE}`,
  noSection: `គ្មានផ្នែក “Positions” ទេ។ ${EXPORT_ADVICE}`,
  cut: "របាយការណ៍ចប់នៅពាក់កណ្តាល “Positions”។ តើឯកសារពេញលេញឬទេ?",
  currency: (currency) => `រូបិយប័ណ្ណគឺ “${currency}”។ អាចនាំចូលបានតែគណនីជា USD ប៉ុណ្ណោះ។`,
  noCurrency: "របាយការណ៍មិនបង្ហាញរូបិយប័ណ្ណនៃគណនីទេ។ អាចនាំចូលបានតែគណនីជា USD ប៉ុណ្ណោះ។",
};

export const CELL_FAULT_TEXT: Translation<English["CELL_FAULT_TEXT"]> = {
  missing: "មិនមាន",
  repeatedTicket: (text, line) => `${text} មានក្នុងបន្ទាត់ ${line} រួចហើយ`,
  notNumber: (text) => `“${text}” មិនមែនជាលេខដែលមានចំណុចទសភាគ`,
  comma: (text) => `“${text}” មានក្បៀសសម្រាប់ខ្ទង់ពាន់ ឬទសភាគ៖ ជួរឈរនេះមិនបង្ហាញថាមួយណាទេ`,
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
