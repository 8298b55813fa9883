import type { Translation } from "../../worker/contract/languages.ts";
import { accountLabels } from "./account-labels.km.ts";

export const ACCOUNT_TEXT: Translation<typeof import("./account-text.ts").ACCOUNT_TEXT> = {
  ...accountLabels,
  tabs: "ផ្នែកនៃគណនី",
  tabLoading: "កំពុងផ្ទុក",

  payments: (count, lastDay) => `បានបង់ ${count} ដង ចុងក្រោយថ្ងៃទី ${lastDay}`,
  noPayments: "មិនទាន់មានការបង់ប្រាក់",
  noWithdrawals: "មិនទាន់មានការដកប្រាក់",
  completed: (count, lastDay) => `បានបញ្ចប់ ${count} ដង ចុងក្រោយថ្ងៃទី ${lastDay}`,
  nothingHeld: "គ្មានប្រាក់កំពុងរក្សាទុក",
  onHold: "កំពុងរក្សាទុក",
  onHoldFor: (count) => (count === 0 ? "កំពុងរក្សាទុក" : `កំពុងរក្សាទុកសម្រាប់ការដកប្រាក់ ${count}`),
  cashLess: "សាច់ប្រាក់ ដក",

  addsUp: "របៀបគណនា",
  deposits: "ការដាក់ប្រាក់",
  withdrawals: "ការដកប្រាក់",
  tradingResult: "លទ្ធផលជួញដូរ",
  available: "អាចប្រើបាន",

  byMonth: "ប្រាក់ចូល និងចេញតាមខែ",
  byMonthEmpty: "ក្រាបនេះចាប់ផ្តើមពីការដាក់ប្រាក់លើកដំបូងរបស់អ្នក",
  byMonthEmptyDetail: "ប្រាក់ដែលអ្នកដាក់ និងដកនឹងបង្ហាញនៅទីនេះ តាមខែនីមួយៗ។",
  byMonthMissing: "ក្រាបនឹងបង្ហាញ ពេលផ្ទុកប្រវត្តិរបស់អ្នករួច",
  byMonthKeys: "ខែ ប្រើគ្រាប់ចុចព្រួញដើម្បីប្តូរខែ",
  inOf: (month) => `ចូល ${month}`,
  outOf: (month) => `ចេញ ${month}`,
  net: "ចំនួនសុទ្ធ",
  monthLabel: (month, moneyIn, moneyOut) => `${month}៖ ចូល ${moneyIn} ចេញ ${moneyOut}`,
  activity: "សកម្មភាពថ្មីៗ",
  allHistory: "ប្រវត្តិទាំងអស់",
  activityLoading: "កំពុងផ្ទុកសកម្មភាពថ្មីៗរបស់អ្នក",
  activityEmpty: "មិនទាន់មានសកម្មភាព",
  activityEmptyDetail: "ការដាក់ប្រាក់ និងការដកប្រាក់របស់អ្នកនឹងបង្ហាញនៅទីនេះ ថ្មីបំផុតនៅខាងលើ។",

  statement: "របាយការណ៍ចលនាប្រាក់",

  payIn: "ដាក់ប្រាក់តាម KHQR",
  payInDetail: "ស្កេនកូដតែមួយដោយកម្មវិធីធនាគារណាមួយនៅកម្ពុជា។ ប្រាក់ចូលក្នុងសមតុល្យរបស់អ្នកក្នុងប៉ុន្មានវិនាទី។",
  limits: (least, most) => `ពី ${least} ទៅ ${most}។ កូដនីមួយៗប្រើបាន 10 នាទី។`,
  recent: "ការដាក់ប្រាក់ថ្មីៗ",
  recentEmpty: "មិនទាន់មានការដាក់ប្រាក់",
  recentEmptyDetail: "ការដាក់ប្រាក់លើកដំបូងរបស់អ្នកនឹងបង្ហាញនៅទីនេះ ភ្លាមៗពេលបង្កើតកូដរួច។",
};
