import type { Translation } from "../../worker/contract/languages.ts";
import { SOURCE_NAMES } from "../../worker/contract/quotes.ts";

export const alertReceiptText: Translation<typeof import("./alert-receipt-text.ts").alertReceiptText> = {
  fired: (what, time) => `${what}, បានប្រាប់ ${time}`,
  failure: {
    refused: { title: "ផ្ទុកបង្កាន់ដៃមិនបាន", text: "គ្មានអ្វីផ្លាស់ប្តូរទេ។ សូមព្យាយាមម្តងទៀត។" },
    unreachable: { title: "ផ្ទុកបង្កាន់ដៃមិនបាន", text: "សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។" },
  },
  missing: "គ្មានការជូនដំណឹងនេះក្នុងគណនីរបស់អ្នកទេ។ តំណទៅបង្កាន់ដៃបើកបានសម្រាប់តែម្ចាស់របស់វា។",
  quotes: "តម្លៃដេញមុន និងតម្លៃដេញដែលធ្វើឱ្យប្រាប់",
  chart: "តម្លៃជុំវិញតម្លៃដេញដែលធ្វើឱ្យប្រាប់",
  quote: "តម្លៃដេញ",
  mid: "តម្លៃកណ្តាល",
  time: (zone) => `ម៉ោង, ${zone}`,
  bidAndAsk: "តម្លៃទិញ និងតម្លៃលក់",
  over: { rises: "លើសកម្រិត", falls: "ក្រោមកម្រិត" },
  moved: "បានប្រែប្រួល",
  began: "ចាប់ផ្តើមនៅ",
  source: "ប្រភព",
  sourceWords: ({ source, kind }) => `${SOURCE_NAMES[source]}, ${kind === "quoted" ? "តម្លៃដេញ" : "តាមគំរូ"}`,
  toldYou: "បានប្រាប់អ្នក",
  inPage: "ក្នុងទំព័រ",
  note: "កំណត់ចំណាំ",
  lostText:
    "ផ្នែកចុងនៃកំណត់ត្រាតម្លៃត្រូវបាត់បង់ មុនពេលនាទីនេះត្រូវបានបោះត្រា។ ការជូនដំណឹងនៅដដែល ប៉ុន្តែគ្មានអ្វីអាចបញ្ជាក់តម្លៃរបស់វាបានទេ។ កំណត់ត្រាតម្លៃសរសេរបញ្ជាក់ចន្លោះនោះ។",
  contactSupport: "សូមទាក់ទងផ្នែកជំនួយ ជាមួយភស្តុតាងនេះ។",
  firstQuote: "តម្លៃដេញដំបូងដែលដល់ ឬកាត់កម្រិត ក្រោយពេលកំណត់។",
  firstMove: "តម្លៃដេញដំបូងដែលឆ្ងាយប៉ុណ្ណោះពីតម្លៃដេញមុនក្នុងពេលនោះ។",
  armAgain: "កំណត់ឡើងវិញ",
  openTicket: "បើកទម្រង់បញ្ជា",
};
