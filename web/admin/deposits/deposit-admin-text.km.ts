import type { Translation } from "../../../worker/contract/languages.ts";
import { withTotal } from "../core/admin-text.km.ts";
import { DEPOSIT_STATUS } from "../core/status-text.km.ts";

/** Khmer of `deposit-admin-text.ts`. */
export const DEPOSIT_ADMIN_TEXT: Translation<typeof import("./deposit-admin-text.ts").DEPOSIT_ADMIN_TEXT> = {
  title: "ការដាក់ប្រាក់",
  loading: "កំពុងផ្ទុកការដាក់ប្រាក់",
  status: DEPOSIT_STATUS,
  search: "ស្វែងរក",
  searchPlaceholder: "វិក្កយបត្រ ឈ្មោះ ឬ hash",
  shown: (count, hasMore) => withTotal(count, hasMore, "ការដាក់ប្រាក់"),
  empty: ["មិនទាន់មានការដាក់ប្រាក់", "ការដាក់ប្រាក់នឹងបង្ហាញនៅទីនេះ ថ្មីបំផុតនៅខាងលើ។"],
  expires: "កូដផុតកំណត់",
  paidAt: "បានបង់",
  hash: "hash ទូទាត់",
  bankReference: "លេខយោងធនាគារ",
  deposit: "ការដាក់ប្រាក់",
  payment: "ការទូទាត់",
  notPaid: "មិនទាន់បង់",
  asked: "បានស្នើ",
  credited: "បានបញ្ចូលគណនី",
  late: "ក្រោយពេលកូដផុតកំណត់",
  payments: "ការទូទាត់សម្រាប់កូដនេះ",
  paymentStatus: { open: "កំពុងរង់ចាំ", matched: "បានផ្គូផ្គង", refunded: "បានផ្ញើត្រឡប់វិញ", dismissed: "បានទុកចោល" },
  paymentWaitsTitle: "ការទូទាត់មួយសម្រាប់កូដនេះកំពុងរង់ចាំ។",
  paymentWaits: "វាត្រូវសម្រេចក្នុងករណីខុសប្រក្រតី។ មុនពេលនោះ មិនអាចកត់ថាបានបង់ទេ។",
  paymentLink: "បើកវា",
  cameBefore: "ប្រាក់ទាំងនេះបានចូលមកសម្រាប់កូដនេះ ហើយបានសម្រេចរួច។ សូមកុំបញ្ចូលម្តងទៀត៖",
  trader: "អ្នកជួញដូរ",
  bill: "លេខវិក្កយបត្រ",
  mark: "កត់ថាបានបង់",
  markTitle: (sum) => `កត់ថាបានបង់ ${sum}`,
  markLead: (name) =>
    `ប្រើវាសម្រាប់ការទូទាត់ទៅ ${name} ដែលមានក្នុងកំណត់ត្រារបស់ធនាគារ។ អ្នកគ្រប់គ្រងពីរនាក់ត្រូវបញ្ចូលលេខយោង និង hash ដូចគ្នា។`,
  bankReferenceHint: "ដូចក្នុងរបាយការណ៍ធនាគារ",
  hashHint: "លេខសម្គាល់ការទូទាត់របស់បណ្តាញទូទាត់",
  note: "កំណត់ចំណាំ",
  missing: {
    bankReference: "សូមបញ្ចូលលេខយោងធនាគារ",
    settlementHash: "សូមបញ្ចូល hash ទូទាត់",
    note: "សូមប្រាប់ថាអ្នកបានឃើញការទូទាត់នៅទីណា",
  },
  done: (sum, name) => `បានបញ្ចូល ${sum} ក្នុងគណនី ${name}`,
  approvalRecorded: "បានកត់ត្រាការអនុម័តរបស់អ្នក។ អ្នកគ្រប់គ្រងទីពីរត្រូវបញ្ចូលលេខយោង និង hash ដូចគ្នា។",
  conflict: "មានគេសម្រេចរួចហើយ។ អ្វីដែលអ្នកឃើញឥឡូវនេះគឺថ្មីបំផុត។",
};
