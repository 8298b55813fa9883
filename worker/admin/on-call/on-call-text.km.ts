import type { Translation } from "../../contract/languages.ts";

export const ON_CALL_TEXT: Translation<typeof import("./on-call-text.ts").ON_CALL_TEXT> = {
  andMore: (count) => `និង ${count} ទៀត`,
  acknowledge: "ទទួលដឹងលើអេក្រង់ “វេនប្រចាំការ”",
  repeated: (minutes, repeats) =>
    `រហូតដល់អ្នកគ្រប់គ្រងម្នាក់ទទួលដឹង ឬវាចប់ដោយខ្លួនឯង វាត្រូវបានផ្ញើម្តងទៀតរៀងរាល់ ${minutes} នាទី ហើយក្រោយពេលផ្ញើឡើងវិញ ${repeats} ដង វាទៅអ្នកគ្រប់គ្រងគ្រប់គ្នា។`,
  toEverybody: (minutes) => `វាទៅអ្នកគ្រប់គ្រងគ្រប់គ្នា រៀងរាល់ ${minutes} នាទី រហូតដល់ម្នាក់ក្នុងចំណោមពួកគេទទួលដឹង ឬវាចប់ដោយខ្លួនឯង។`,
  notAdmin: "មនុស្សម្នាក់ៗក្នុងវេនត្រូវតែជាអ្នកគ្រប់គ្រងឥឡូវនេះ។ សូមជ្រើសរើសម្តងទៀត។",
  twice: "មនុស្សម្នាក់មានក្នុងបញ្ជីពីរដង។",
  tooMany: (most) => `បញ្ជីអាចមាន ${most} នាក់។`,
  spanOrder: "វាត្រូវចប់ក្រោយពេលចាប់ផ្តើម។",
  spanPast: "វាត្រូវចប់នៅពេលអនាគត។",
  spanLong: (days) => `វាអាចមានរយៈពេលយ៉ាងច្រើន ${days} ថ្ងៃ។`,
};
