import type { Translation } from "../../../worker/contract/languages.ts";

export const numberText: Translation<typeof import("./number-text.ts").numberText> = {
  sign: "សូមសរសេរដោយគ្មានសញ្ញា + ឬ −",
  points: "មានចំណុចច្រើនជាងមួយ។ សូមសរសេរដូច 1,500.00",
  commaAfterPoint: "ក្បៀសនៅក្រោយចំណុច។ សូមសរសេរដូច 1,500.00",
  comma: "ក្បៀសសម្រាប់ខ្ទង់ពាន់ 1,500 ហើយចំណុចសម្រាប់ទសភាគ 1.50",
  space: "ដកឃ្លាសម្រាប់ខ្ទង់ពាន់ 10 000។ សូមលុបដកឃ្លាផ្សេង",
  currency: (part) => `“${part}” ជារូបិយប័ណ្ណផ្សេង។ សូមសរសេរជាដុល្លារអាមេរិក`,
  characters: (part) => `“${part}” មិនមែនជាផ្នែកនៃលេខទេ។ សូមសរសេរដូច 1,500.00`,
  decimals: (most) => `ទសភាគយ៉ាងច្រើន ${most} ខ្ទង់។ សម្រាប់ខ្ទង់ពាន់ សូមសរសេរ 1,500`,
};
