import type { Translation } from "../contract/languages.ts";

export const DEPOSIT_TEXT: Translation<typeof import("./deposit-text.ts").DEPOSIT_TEXT> = {
  amountMissing: "សូមបញ្ចូលចំនួនទឹកប្រាក់",
  decimals: "សូមបញ្ចូលចំនួនទឹកប្រាក់ ដែលមានទសភាគច្រើនបំផុតពីរខ្ទង់",
  already: {
    pending: "ការដាក់ប្រាក់នេះកំពុងរង់ចាំ",
    paid: "ការដាក់ប្រាក់នេះបានបង់រួចហើយ",
    failed: "ការដាក់ប្រាក់នេះបរាជ័យហើយ",
    expired: "ការដាក់ប្រាក់នេះផុតកំណត់ហើយ",
    cancelled: "ការដាក់ប្រាក់នេះបានបោះបង់រួចហើយ",
  },
  created: "សូមស្កេនកូដ KHQR ដោយកម្មវិធីធនាគាររបស់អ្នក",
};
