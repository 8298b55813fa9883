import type { Translation } from "../../../worker/contract/languages.ts";

/** Khmer of `payouts-text.ts`. */
export const PAYOUTS_TEXT: Translation<typeof import("./payouts-text.ts").PAYOUTS_TEXT> = {
  title: "ការទូទាត់ចេញ",
  withdrawals: "ការដកប្រាក់",
  running: "ដំណើរការ",
  paused: "បានផ្អាក",
  pausedBy: (name, when) => `បានផ្អាកដោយ ${name} តាំងពី ${when}`,
  agreed: (names) => `${names} បានយល់ព្រមបន្ត។`,
  aloneFrom: (when) => `អ្នកអាចបន្តបានចាប់ពី ${when} ឬភ្លាមៗនៅលើម៉ាស៊ីនមេ។`,
  soleApprover: "អ្នកគ្រប់គ្រងម្នាក់អាចអនុម័ត និងទូទាត់តែម្នាក់ឯង",
  soleApproverDetail: "ការកំណត់នេះគឺសម្រាប់ប្រតិបត្តិការដែលមានអ្នកគ្រប់គ្រងម្នាក់។ បើមានពីរនាក់ឡើងទៅ វាគួរតែបិទ។",
  pause: "ផ្អាកការដកប្រាក់",
  pauseLead:
    "ភ្លាមៗ មិនអាចស្នើ ឬអនុម័តការដកប្រាក់ ឬចាប់ផ្តើមទូទាត់បានទេ។ អ្វីដែលបានផ្ញើហើយ នៅតែអាចកត់ត្រាបាន។ ការបន្តវាឡើងវិញត្រូវការអ្នកគ្រប់គ្រងពីរនាក់។",
  reason: "មូលហេតុ",
  reasonHint: "អ្នកគ្រប់គ្រងទាំងអស់ឃើញវា។",
  reasonMissing: "សូមប្រាប់មូលហេតុ",
  pauseDone: "ការដកប្រាក់ត្រូវបានផ្អាក",
  resume: "បន្តការដកប្រាក់",
  resumeLead: (have, need) =>
    need > 1 && have + 1 < need ? "អ្នកគ្រប់គ្រងទីពីរត្រូវធ្វើដូចគ្នា មុនពេលការដកប្រាក់បន្ត។" : "ការដកប្រាក់បន្តដោយមានការអនុម័តរបស់អ្នក។",
  resumeDone: {
    first: "បានកត់ត្រាការអនុម័តរបស់អ្នក។ អ្នកគ្រប់គ្រងម្នាក់ទៀតត្រូវបន្តវាដែរ។",
    last: "ការដកប្រាក់បន្តហើយ",
  },
};
