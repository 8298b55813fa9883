import type { Translation } from "../../worker/contract/languages.ts";

export const ADMIN_LOG_IN_TEXT: Translation<typeof import("./admin-log-in-text.ts").ADMIN_LOG_IN_TEXT> = {
  title: "ចូលគណនីអ្នកគ្រប់គ្រង",
  lead: "ប្រើលេខកូដពីកម្មវិធីផ្ទៀងផ្ទាត់របស់អ្នក។",
  email: "អ៊ីមែល",
  password: "ពាក្យសម្ងាត់",
  code: "លេខកូដ 6 ខ្ទង់",
  submit: "ចូលគណនី",
  other: "មិនមែនជាអ្នកគ្រប់គ្រង?",
  otherLink: "ចូលគណនីជាអ្នកជួញដូរ",
};
