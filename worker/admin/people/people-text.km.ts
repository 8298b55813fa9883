import type { AdminRole } from "../../contract/admin-roles.ts";
import type { Translation } from "../../contract/languages.ts";

const NAMES: Record<AdminRole, string> = { support: "ជំនួយ", operator: "ប្រតិបត្តិករ", owner: "ម្ចាស់ប្រតិបត្តិការ" };
const names = (roles: readonly AdminRole[]) => roles.map((role) => NAMES[role]).join(", ");

export const PEOPLE_TEXT: Translation<typeof import("./people-text.ts").PEOPLE_TEXT> = {
  noRole: "សូមជ្រើសរើសតួនាទីយ៉ាងតិចមួយ។ ដើម្បីដកតួនាទីទាំងអស់ សូមដកអ្នកប្រើនេះពីអ្នកគ្រប់គ្រង។",
  notAnAdmin: "អ្នកប្រើនេះមិនមែនជាអ្នកគ្រប់គ្រងទេ។ សូមតែងតាំងគាត់ជាមុនសិន។",
  unchanged: "គាត់មានតួនាទីទាំងនេះរួចហើយ",
  otherWaits: (name, roles) => `${name} បានស្នើតួនាទីផ្សេង៖ ${names(roles)}។ សូមអនុម័តតួនាទីទាំងនោះ ឬបោះបង់ការផ្លាស់ប្តូរនោះជាមុនសិន។`,
  nothingWaits: "លែងមានការផ្លាស់ប្តូរតួនាទីរបស់គាត់ដែលកំពុងរង់ចាំទៀតហើយ",
};
