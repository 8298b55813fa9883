import type { Translation } from "../../worker/contract/languages.ts";
import { formatCount } from "../ui/format.ts";
import { FEW_TRADES } from "./trade-counts.ts";

export const runText: Translation<typeof import("./run-text.ts").runText> = {
  started: (date, time) => `ចាប់ផ្តើម ${date}, ${time}`,
  startedToday: (time) => `ចាប់ផ្តើមថ្ងៃនេះ ${time}`,
  day: (day) => `ថ្ងៃទី ${formatCount(day)}`,
  archived: (date) => `បានទុកក្នុងបណ្ណសារ ${date}`,
  startBalance: "សមតុល្យដើម",
  start: "ដើម",
  costs: "ថ្លៃចំណាយ",
  costWords: { none: "គ្មាន", typical: "ធម្មតា" },
  leverage: "អានុភាព",
  noLeverage: "គ្មាន",
  oneTo: (leverage) => `1:${leverage}`,
  closed: "បានបិទ",
  trades: (_) => "ការជួញដូរ",
  result: "លទ្ធផល",
  reset: "កំណត់ឡើងវិញ",
  resetTitle: "កំណត់គណនីសាកល្បងឡើងវិញ?",
  loading: "កំពុងផ្ទុកជុំនេះ",
  failed: "ផ្ទុកជុំនេះមិនបាន",
  failedText: "គ្មានការជួញដូរណាបាត់ទេ។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
  accountLost: "តភ្ជាប់ទៅគណនីសាកល្បងមិនបាន",
  accountLostText: "គ្មានអ្វីផ្លាស់ប្តូរទេ។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
  toOwn: "បង្ហាញលទ្ធផលរបស់ខ្ញុំ",

  empty: "មិនទាន់មានការជួញដូរដែលបានបិទក្នុងជុំនេះ",
  emptyText: "សូមបិទទីតាំងសាកល្បងមួយ នោះលទ្ធផល អត្រា ប្រតិទិន និងខ្សែកោង នឹងបង្ហាញនៅទីនេះភ្លាម។",
  emptyArchived: "ជុំនេះបានចប់ដោយគ្មានការជួញដូរដែលបានបិទ",
  emptyArchivedText: "វាត្រូវបានកំណត់ឡើងវិញ មុនពេលទីតាំងណាមួយត្រូវបានបិទ ដូច្នេះវាគ្មានតួលេខទេ។",
  toTrading: "ជួញដូរសាកល្បង",

  firstEver: "ទីតាំងដំបូងដែលអ្នកបានបិទ",
  firstOfRun: "ទីតាំងដំបូងដែលបានបិទក្នុងជុំនេះ",
  balance: "សមតុល្យ",
  afterCosts: (costs) => ` ក្រោយថ្លៃចំណាយ ${costs}`,
  fromTo: (entry, exit) => `${entry} ទៅ ${exit}`,
  seeCalendar: "មើលប្រតិទិន",
  tradeAgain: "ជួញដូរម្តងទៀត",

  tooFew: (wins, trades) => `${formatCount(wins)} ក្នុង ${formatCount(trades)}៖ អត្រាបង្ហាញចាប់ពីការជួញដូរ ${FEW_TRADES}`,
  afterFirstLoss: "ក្រោយខាតលើកដំបូង",
  afterFirstWin: "ក្រោយចំណេញលើកដំបូង",
  fewTrades: `ចាប់ពីការជួញដូរ ${FEW_TRADES}`,
};
