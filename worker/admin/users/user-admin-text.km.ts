import type { Translation } from "../../contract/languages.ts";
import { formatMoment } from "../commands/moment-text.km.ts";
import type { LastDecision } from "./user-admin-store.ts";

const DECISION: Readonly<Record<LastDecision["action"], string>> = {
  "user.frozen": "បានបង្កកគណនីនេះ",
  "user.unfrozen": "បានឈប់បង្កកគណនីនេះ",
  "user.two_factor_reset": "បានដកការផ្ទៀងផ្ទាត់ពីរជំហានរបស់អ្នកប្រើនេះ",
  "admin.appointed": "បានតែងតាំងអ្នកប្រើនេះជាអ្នកគ្រប់គ្រង",
  "admin.removed": "បានដកតួនាទីអ្នកគ្រប់គ្រងពីអ្នកប្រើនេះ",
  "admin.roles_changed": "បានប្តូរតួនាទីរបស់អ្នកប្រើនេះ",
  "admin.roles_cancelled": "បានបោះបង់ការប្តូរតួនាទីរបស់អ្នកប្រើនេះ",
};

export const USER_ADMIN_TEXT: Translation<typeof import("./user-admin-text.ts").USER_ADMIN_TEXT> = {
  closed: "គណនីនេះត្រូវបានបិទ",
  changed: "គណនីនេះត្រូវបានប្តូរតាំងពីអ្នកបើកមើល។ សូមផ្ទុកឡើងវិញ ដើម្បីមើលស្ថានភាពបច្ចុប្បន្ន។",
  decided: (name, action, clock) => `${name} ${DECISION[action]}នៅម៉ោង ${clock}។ សូមផ្ទុកឡើងវិញ ដើម្បីមើលស្ថានភាពបច្ចុប្បន្ន។`,
  notFrozen: "គណនីនេះមិនត្រូវបានបង្កកទេ",
  alreadyFrozen: "គណនីនេះត្រូវបានបង្ករួចហើយ",
  alreadyAdmin: "អ្នកប្រើនេះជាអ្នកគ្រប់គ្រងរួចហើយ",
  notAnAdmin: "អ្នកប្រើនេះមិនមែនជាអ្នកគ្រប់គ្រងទេ",
  unverified: "មិនទាន់មាននរណាផ្ទៀងផ្ទាត់អ៊ីមែលនេះទេ",
  frozen: "គណនីនេះត្រូវបានបង្កក។ សូមឈប់បង្កកជាមុនសិន។",
  noSecondFactor: "អ្នកប្រើនេះមិនមានការផ្ទៀងផ្ទាត់ពីរជំហានទេ",
  agreedAlready: "អ្នកបានអនុម័តរួចហើយ។ ម្ចាស់ប្រតិបត្តិការម្នាក់ទៀតត្រូវអនុម័តផងដែរ។",
  noRole: "សូមជ្រើសរើសតួនាទីយ៉ាងតិចមួយ",
  otherRoles: (name) => `${name} បានអនុម័តការតែងតាំងដោយមានតួនាទីផ្សេង។ សូមជ្រើសរើសតួនាទីដូចគ្នា។`,
  aloneFrom: (fromMs, timeZone) =>
    `អ្នកជាម្ចាស់ប្រតិបត្តិការតែម្នាក់ដែលអាចសម្រេច ដូច្នេះអ្នកអាចបញ្ជាក់បានចាប់ពី ${formatMoment(fromMs, timeZone)}។`,
};
