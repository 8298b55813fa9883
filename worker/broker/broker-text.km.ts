import type { Translation } from "../contract/languages.ts";

export const BROKER_TEXT: Translation<typeof import("./broker-text.ts").BROKER_TEXT> = {
  noSuchAccount: "គ្មានគណនីឈ្មួញជើងសានេះទេ",
  noSuchImport: "គ្មានឯកសារនេះទេ",
  notStaged: "ឯកសារនេះត្រូវបានសម្រេចរួចហើយ",
  changedSince: "គណនីត្រូវបានប្តូរក្នុងពេលនេះ។ គ្មានអ្វីត្រូវបាននាំចូលទេ៖ សូមមើលឯកសារម្តងទៀត",
  notCommitted: "មានតែឯកសារដែលបាននាំចូលប៉ុណ្ណោះ ដែលអាចដកវិញបាន",
  incomplete: (staged, rows) => `ជួរ ${staged} ក្នុងចំណោម ${rows} នៃឯកសារបានមកដល់`,
  beyondEnd: (rows) => `ឯកសារនេះមាន ${rows} ជួរ`,
  wrongKind: "ជួរទាំងនេះមិនមែនជាប្រភេទដែលឯកសារត្រូវបានបើកឱ្យទេ",
  inTheFuture: "ពេលវេលានេះស្ថិតនៅអនាគត",
  sumTooLarge: "ចំនួននេះមានខ្ទង់ច្រើនជាងអ្វីដែលអាចរក្សាទុកបានត្រឹមត្រូវ",
  mappingTooLarge: "ជួរឈរនៃឯកសារត្រូវការកន្លែងច្រើនពេក",
};
