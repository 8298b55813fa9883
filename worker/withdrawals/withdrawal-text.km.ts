import type { Translation } from "../contract/languages.ts";

export const WITHDRAWAL_TEXT: Translation<typeof import("./withdrawal-text.ts").WITHDRAWAL_TEXT> = {
  allFieldsRequired: "ត្រូវបំពេញគ្រប់កន្លែង",
  notAboveZero: "ចំនួនទឹកប្រាក់ត្រូវធំជាង 0",
  decimals: "សូមបញ្ចូលចំនួនទឹកប្រាក់ ដែលមានទសភាគច្រើនបំផុតពីរខ្ទង់",
  notEnough: (available) => `អ្នកមានប្រាក់មិនគ្រប់គ្រាន់។ អាចប្រើបាន៖ ${available}`,
  overDay: (limit, left) => `${limit} ឥឡូវនេះនៅសល់ ${left}`,
  detailsDiffer: "ព័ត៌មានទូទាត់នេះមិនដូចក្នុងប្រវត្តិរូបរបស់អ្នកទេ។ សូមផ្ទុកឡើងវិញ ដើម្បីមើលព័ត៌មានបច្ចុប្បន្ន។",
  methodNotActive: (method) => `${method} មិនទាន់ប្រើបានទេ។ សូមកំណត់វិធីទូទាត់ក្នុងប្រវត្តិរូបរបស់អ្នកជាមុនសិន`,
  holderNeeded: (method) => `ប្រវត្តិរូបរបស់អ្នកមិនទាន់មានឈ្មោះម្ចាស់ ${method} នេះទេ។ សូមសរសេរឈ្មោះម្ចាស់នៅទីនោះ រួចស្នើសុំម្តងទៀត។`,
  secondFactorNeeded: "ការផ្ទៀងផ្ទាត់ពីរជំហានត្រូវតែបើក មុនពេលអ្នកស្នើសុំដកប្រាក់។ សូមបើកក្នុង ការកំណត់ > សុវត្ថិភាព។",
  bankTransfer: "ផ្ទេរតាមធនាគារ",
  already: {
    pending: "ការដកប្រាក់នេះកំពុងរង់ចាំ",
    approved: "ការដកប្រាក់នេះបានអនុម័តរួចហើយ",
    completed: "ការដកប្រាក់នេះបានបញ្ចប់រួចហើយ",
    rejected: "ការដកប្រាក់នេះបានបដិសេធរួចហើយ",
  },
  requested: "បានផ្ញើសំណើដកប្រាក់ដោយជោគជ័យ! អ្នកគ្រប់គ្រងនឹងពិនិត្យសំណើរបស់អ្នក។",
};
