import { BROKER } from "../contract/broker/broker-limits.ts";
import type { Translation } from "../contract/languages.ts";

const count = new Intl.NumberFormat("en-US");
const formatCount = (limit: number) => count.format(limit);

export const BROKER_TEXT: Translation<typeof import("./broker-text.ts").BROKER_TEXT> = {
  noSuchAccount: "គ្មានគណនីឈ្មួញជើងសានេះទេ",
  noSuchImport: "គ្មានឯកសារនេះទេ",
  accountsFull: `អ្នកអាចមានគណនីឈ្មួញជើងសា ${BROKER.accountsMax}។ សូមលុបមួយជាមុនសិន។`,
  numberTaken: "គណនីមួយទៀតត្រូវបានបន្ថែមនៅពេលតែមួយ។ សូមព្យាយាមម្តងទៀត។",
  stagedFull: `ឯកសារ ${BROKER.stagedMax} របស់អ្នកកំពុងរង់ចាំការសម្រេច។ សូមនាំចូល ឬបោះបង់មួយជាមុនសិន។`,
  importsFull: `គណនីមួយទទួលឯកសារបានច្រើនបំផុត ${formatCount(BROKER.importsMax)}`,
  tradesFull: `អ្នកអាចរក្សាទុកការជួញដូរ ${formatCount(BROKER.tradesMax)} ក្នុងគណនីឈ្មួញជើងសាទាំងអស់របស់អ្នក`,
  fillsFull: `គណនីមួយរក្សាទុកការបំពេញបញ្ជាបានច្រើនបំផុត ${formatCount(BROKER.fillsMax)}។ សូមបន្ថែមគណនីមួយទៀតសម្រាប់អ្វីដែលនៅសល់។`,
  sumsTooLarge: "ផលបូកនៃគណនីនេះនឹងមានខ្ទង់ច្រើនជាងអ្វីដែលអាចរក្សាទុកបានត្រឹមត្រូវ",
  otherKind: {
    trades: "គណនីនេះមានការបំពេញបញ្ជា ដូច្នេះឯកសារនៃការជួញដូរដែលបានបិទនឹងរាប់វាពីរដង។ សូមបន្ថែមគណនីមួយទៀតសម្រាប់វា។",
    fills: "គណនីនេះមានការជួញដូរដែលបានបិទ ដូច្នេះឯកសារនៃការបំពេញបញ្ជានឹងរាប់វាពីរដង។ សូមបន្ថែមគណនីមួយទៀតសម្រាប់វា។",
  },
  notStaged: "ឯកសារនេះត្រូវបានសម្រេចរួចហើយ",
  notCommitted: "មានតែឯកសារដែលបាននាំចូលប៉ុណ្ណោះ ដែលអាចដកវិញបាន",
  incomplete: (staged, rows) => `ជួរ ${staged} ក្នុងចំណោម ${rows} នៃឯកសារបានមកដល់`,
  beyondEnd: (rows) => `ឯកសារនេះមាន ${rows} ជួរ`,
  wrongKind: "ជួរទាំងនេះមិនមែនជាប្រភេទដែលឯកសារត្រូវបានបើកឱ្យទេ",
  ticketTwice: "លេខនៃការជួញដូរមួយមានពីរដងក្នុងឯកសារនេះ",
  inTheFuture: "ពេលវេលានេះស្ថិតនៅអនាគត",
  changedMeanwhile: "គណនីនេះបានផ្លាស់ប្តូរនៅពេលតែមួយ។ សូមព្យាយាមម្តងទៀត។",
  sumTooLarge: "ចំនួននេះមានខ្ទង់ច្រើនជាងអ្វីដែលអាចរក្សាទុកបានត្រឹមត្រូវ",
  mappingTooLarge: "ជួរឈរនៃឯកសារត្រូវការកន្លែងច្រើនពេក",
};
