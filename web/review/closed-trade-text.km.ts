import type { Translation } from "../../worker/contract/languages.ts";

export const closedTradeText: Translation<typeof import("./closed-trade-text.ts").closedTradeText> = {
  title: (symbol) => `បានបិទ ${symbol}`,
  sides: { Buy: "ទិញ", Sell: "លក់" },
  remember: "មានអ្វីត្រូវចងចាំទេ?",
  note: "កំណត់ចំណាំ បើអ្នកចង់",
  oneLine: "មួយបន្ទាត់គ្រប់គ្រាន់ហើយ",
  later: "ពេលក្រោយ",
  save: "រក្សាទុក",
  waits: "ពិន្ទុរង់ចាំក្នុងកំណត់ហេតុ",
  loading: "កំពុងផ្ទុកស្លាករបស់អ្នក",
  notLoaded: "មិនអាចផ្ទុកស្លាករបស់អ្នកបានទេ។ កំណត់ចំណាំនៅតែត្រូវបានរក្សាទុក។",
};
