import type { Translation } from "../../worker/contract/languages.ts";
import { formatCount } from "../ui/format.ts";

/** Khmer of `run-text.ts`. */
export const runText: Translation<typeof import("./run-text.ts").runText> = {
  run: (number) => `ជុំទី ${number}`,
  runHead: "ជុំ",
  openRuns: "ការកំណត់ ជុំថ្មី និងបណ្ណសារ",
  marginLevel: "កម្រិតប្រាក់ធានា",
  demoRuns: "ជុំសាកល្បង",
  current: "ជុំបច្ចុប្បន្ន",
  startBalance: "សមតុល្យដើម",
  balance: "សមតុល្យ",
  result: "លទ្ធផល",
  costs: "ថ្លៃចំណាយ",
  costWords: { none: "គ្មាន", typical: "ធម្មតា" },
  leverage: "អានុភាព",
  noLeverage: "គ្មាន",
  oneTo: (leverage) => `1:${leverage}`,
  started: "ចាប់ផ្តើម",
  ended: "បញ្ចប់",
  stillOpen: "កំពុងបើក",
  trades: "បានបិទ",
  newRun: "ជុំថ្មី",
  archive: "ជុំក្នុងបណ្ណសារ",
  archiveTable: "ជុំរបស់អ្នក ថ្មីបំផុតមុន",
  noArchive: "មិនទាន់មានជុំក្នុងបណ្ណសារ",
  noArchiveText: "ការកំណត់ឡើងវិញចាប់ផ្តើមជុំថ្មី ហើយរក្សាជុំនេះនៅទីនេះ ជាមួយតួលេខចុងក្រោយរបស់វា។",
  showMore: "បង្ហាញបន្ថែម",
  close: "បិទ",
  loadFailure: {
    refused: { title: "ផ្ទុកជុំរបស់អ្នកមិនបាន", text: "គ្មានជុំណាបាត់ទេ។ សូមព្យាយាមម្តងទៀតបន្តិចទៀត។" },
    unreachable: {
      title: "ផ្ទុកជុំរបស់អ្នកមិនបាន",
      text: "គ្មានជុំណាបាត់ទេ។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
    },
  },

  compare: "ប្រៀបធៀប",
  compareRun: (number) => `ប្រៀបធៀបជុំទី ${number}`,
  compareHint: "សូមជ្រើសជុំពីរ ដើម្បីប្រៀបធៀប",
  compareTable: (one, other) => `ជុំទី ${one} និងជុំទី ${other} ទន្ទឹមគ្នា`,
  figure: "តួលេខ",
  resultPercent: "លទ្ធផលជាភាគរយ",
  profit: "ចំណេញមុនថ្លៃចំណាយ",
  commission: "កម្រៃជើងសា",
  overnight: "ថ្លៃកាន់ឆ្លងយប់",
  protection: "បានបន្ថែមពេលក្រោមសូន្យ",
  opened: "ទីតាំងបានបើក",
  closed: "ផ្នែកបានបិទ",
  voided: "បានបញ្ចប់ដោយគ្មានតម្លៃ",

  reset: (sum) => (sum === null ? "កំណត់ឡើងវិញ" : `កំណត់ឡើងវិញជា ${sum}`),
  resetTitle: "កំណត់គណនីសាកល្បងឡើងវិញ?",
  resetDetail: (run, balance) =>
    `សមតុល្យសាកល្បងនឹងត្រឡប់ទៅ ${balance} វិញ។ ជុំទី ${run} នឹងទុកក្នុងបណ្ណសារ ជាមួយតួលេខចុងក្រោយរបស់វា ហើយមិនផ្លាស់ប្តូរទៀតទេ។`,
  resetCloses: (positions, orders) =>
    `${[
      ...(positions > 0 ? [`ទីតាំងកំពុងបើក ${formatCount(positions)} នឹងបិទតាមតម្លៃទីផ្សារ`] : []),
      ...(orders > 0 ? [`ការបញ្ជា ${formatCount(orders)} នឹងត្រូវបោះបង់`] : []),
    ].join(" ហើយ")}។`,
  cashStays: "សាច់ប្រាក់របស់អ្នកមិនរងផលប៉ះពាល់ទេ។",
  resetDone: "គណនីសាកល្បងត្រូវបានកំណត់ឡើងវិញ",
  resetElsewhere: "គណនីសាកល្បងទើបតែត្រូវបានកំណត់ឡើងវិញនៅកន្លែងផ្សេង។ អ្វីដែលអ្នកឃើញគឺជុំថ្មី ហើយអ្នកអាចកំណត់វាឡើងវិញដែរ។",
  keep: "ទុកដដែល",
  costsLabel: "ថ្លៃចំណាយនៃជុំថ្មី",
  costsHint: {
    none: "អ្នកទិញ និងលក់តាមតម្លៃដែលបង្ហាញ ដោយមិនគិតថ្លៃអ្វីទេ។",
    typical: "អ្នកទិញតាមតម្លៃលក់របស់ទីផ្សារ និងលក់តាមតម្លៃទិញរបស់ទីផ្សារ ហើយបង់កម្រៃជើងសា និងថ្លៃកាន់ឆ្លងយប់ ដូចនៅឈ្មួញកណ្តាលធម្មតា។",
  },
  leverageHint: {
    none: "ទីតាំងមួយប្រើប្រាក់ធានាស្មើតម្លៃពេញរបស់វា។",
    some: "ទីតាំងមួយប្រើប្រាក់ធានាតែមួយផ្នែកនៃតម្លៃរបស់វា។ ពេលមូលធននៅសល់ពាក់កណ្តាលនៃប្រាក់ធានាដែលបានប្រើ ទីតាំងនឹងត្រូវបិទ។",
  },

  lowMargin: "ប្រាក់ធានារបស់អ្នកជិតអស់ហើយ។",
  marginCall: "ការហៅបន្ថែមប្រាក់ធានា។",
  callAt: (equity) => `ការហៅបន្ថែមប្រាក់ធានានឹងមកដល់ ពេលមូលធននៅ ${equity}។`,
  stopOutAt: (equity) => `នៅ ${equity} ទីតាំងនឹងត្រូវបិទ ដោយបិទទីតាំងដែលខាតច្រើនជាងគេមុន។`,
  closedFirst: (trade, result) => `នោះគឺ ${trade} ឥឡូវនេះនៅ ${result}។`,
  equityNow: (equity) => `មូលធនរបស់អ្នកគឺ ${equity}។`,
};
