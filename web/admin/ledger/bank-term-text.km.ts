import type { Translation } from "../../../worker/contract/languages.ts";

export const BANK_TERM_TEXT: Translation<typeof import("./bank-term-text.ts").BANK_TERM_TEXT> = {
  payment_not_recorded: "ការទូទាត់មិនស្គាល់",
  debit_not_recorded: "ការដកមិនទាន់កត់ត្រា",
  exception: "ការទូទាត់ត្រូវសម្រេច",
  deposit_not_on_statement: "ការដាក់ប្រាក់មិនមានក្នុងរបាយការណ៍",
  payout_not_debited: "ការបើកប្រាក់មិនទាន់កាត់",
  other_day: "កត់ត្រានៅថ្ងៃផ្សេង",
  trading_results: "លទ្ធផលជួញដូរ",
  suspense: "គណនីរង់ចាំកំណត់",
  exchange: "ប្តូរប្រាក់",
  fees: "កម្រៃ",
  receivables: "ប្រាក់ដែលអ្នកជួញដូរជំពាក់",
};
