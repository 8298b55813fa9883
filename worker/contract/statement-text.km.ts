import type { Translation } from "./languages.ts";

export const STATEMENT_TEXT: Translation<typeof import("./statement-text.ts").STATEMENT_TEXT> = {
  noSuchDate: "គ្មានថ្ងៃនេះទេ",
  endsBefore: "រយៈពេលនេះចប់មុនពេលចាប់ផ្តើម។ សូមជ្រើសរើសថ្ងៃបញ្ចប់ក្រោយជាងនេះ។",
  tooLong: (most) => `របាយការណ៍មួយអាចមានចលនាប្រាក់ ${most}។ សូមជ្រើសរើសរយៈពេលខ្លីជាងនេះ។`,
  opening: "សមតុល្យដើមគ្រា",
  closing: "សមតុល្យចុងគ្រា",
  time: "ពេលវេលា",
  movement: "ចលនាប្រាក់",
  reference: "លេខយោង",
  available: "អាចប្រើបាន",
  held: "កំពុងរក្សាទុក",
  availableChange: "បម្រែបម្រួល អាចប្រើបាន",
  heldChange: "បម្រែបម្រួល កំពុងរក្សាទុក",
  kinds: {
    deposit: "ដាក់ប្រាក់",
    withdrawal_requested: "ស្នើសុំដកប្រាក់",
    withdrawal_paid: "បានបង់ប្រាក់ដក",
    withdrawal_returned: "ប្រាក់ដកបានត្រឡប់វិញ",
    trading_result: "លទ្ធផលជួញដូរ",
    trading_result_reversed: "លទ្ធផលជួញដូរត្រូវបានដកវិញ",
    payout_returned: "ធនាគារបានបង្វិលការទូទាត់មកវិញ",
    deposit_reversed: "ធនាគារបានដកការដាក់ប្រាក់វិញ",
    receivable_collected: "បានប្រមូលប្រាក់ដាក់ដែលត្រូវបានដកវិញ",
    correction: "ការកែតម្រូវ",
  },
};
