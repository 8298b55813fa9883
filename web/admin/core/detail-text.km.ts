import { WITHDRAWAL } from "../../../worker/contract/limits.ts";
import { formatCount, formatSignedMoney } from "../../ui/format.ts";

type English = typeof import("./detail-text.ts");

export const DETAIL_WORDS: English["DETAIL_WORDS"] = {
  by: (value) => `ដោយ ${value === "google" ? "Google" : value}`,
  on: (value) => (value === true ? "បានបើក" : "បានបិទ"),
  isNewDevice: (value) => (value === true ? "ឧបករណ៍មិនធ្លាប់ឃើញ" : "ឧបករណ៍ធ្លាប់ស្គាល់"),
  holdsWithdrawals: (value) => (value === true ? "ការដកប្រាក់រង់ចាំមួយថ្ងៃ" : "ការដកប្រាក់មិនត្រូវរង់ចាំ"),
  bankTransfer: (value) => `គណនីធនាគារ ${value}`,
  khqr: (value) => `កូដ KHQR ${value}`,
  fields: (value) => `បានប្តូរ ${String(value).split(" ").map(nameOf).join(", ")}`,
  rowCount: (value) => `ជួរ ${formatCount(Number(value))}`,
  trades: (value) => `ការជួញដូរ ${formatCount(Number(value))}`,
  duplicates: (value) => `មានរួចហើយ ${formatCount(Number(value))}`,
  profit: (value) => `លទ្ធផល ${formatSignedMoney(Number(value))}`,
  purpose: (value) => `សម្រាប់៖ ${value}`,
  reason: (value) => `មូលហេតុ៖ ${value}`,
  notes: (value) => `កំណត់ចំណាំ៖ ${value}`,
  note: (value) => `កំណត់ចំណាំ៖ ${value}`,
};

/** The names of details, by those of the audit log. An unknown one is shown as it is. */
const NAMES: Readonly<Record<string, string>> = {
  amount: "ចំនួនទឹកប្រាក់",
  minAmount: "យ៉ាងតិច",
  maxAmount: "យ៉ាងច្រើន",
  filename: "ឯកសារ",
  userId: "ID នៃអ្នកប្រើ",
  settlementHash: "hash ទូទាត់",
  bankReference: "លេខយោងធនាគារ",
  refunded: "បានសងវិញ",
  paymentId: "លេខសម្គាល់ការទូទាត់",
  was: "ពីមុន",
  format: "ទម្រង់",
  sessions: "វគ្គ",
  browser: "កម្មវិធីរុករក",
  at: "នៅ",
  sort: "លំដាប់",
  user: "អ្នកជួញដូរ",
  search: "ស្វែងរក",
  who: "អ្នកធ្វើ",
  about: "អំពី",
  action: "សកម្មភាព",
  status: "ស្ថានភាព",
  state: "ស្ថានភាព",
  stage: "រង់ចាំ",
  kind: "ប្រភេទ",
  method: "វិធី",
  paymentMethod: "វិធី",
  from: "ពី",
  to: "ទៅ",
  firstName: "នាមខ្លួន",
  lastName: "នាមត្រកូល",
  username: "ឈ្មោះអ្នកប្រើ",
  phone: "លេខទូរសព្ទ",
  address: "អាសយដ្ឋាន",
  timeZone: "តំបន់ម៉ោង",
  profileImage: "រូបប្រវត្តិរូប",
  bankName: "ឈ្មោះធនាគារ",
};

const [, BANK_TRANSFER] = WITHDRAWAL.methods;

const CODES: Readonly<Record<string, string>> = {
  password: "ពាក្យសម្ងាត់",
  [BANK_TRANSFER]: "ផ្ទេរតាមធនាគារ",
  totp: "កម្មវិធីផ្ទៀងផ្ទាត់",
  recovery_code: "លេខកូដសង្គ្រោះ",
  added: "បានបន្ថែម",
  changed: "បានប្តូរ",
  removed: "បានលុប",
  unchanged: "មិនប្រែប្រួល",
  all: "ទាំងអស់",
  one: "មួយ",
  given: "បានបញ្ចូល",
  admin_log_in: "ការចូលគណនីអ្នកគ្រប់គ្រង",
  trader_log_in: "ការចូលគណនីអ្នកជួញដូរ",
  newest: "ថ្មីបំផុតមុន",
  oldest: "ចាស់បំផុតមុន",
  smallest: "តិចបំផុតមុន",
  largest: "ច្រើនបំផុតមុន",
  pending: "កំពុងរង់ចាំ",
  open: "មិនទាន់ចប់",
  paid: "បានបង់",
  failed: "បរាជ័យ",
  expired: "ផុតកំណត់",
  cancelled: "បានបោះបង់",
  approved: "បានអនុម័ត",
  completed: "បានបញ្ចប់",
  rejected: "បានបដិសេធ",
  verified: "បានផ្ទៀងផ្ទាត់",
  wrong_currency: "រូបិយប័ណ្ណខុស",
  wrong_amount: "ចំនួនទឹកប្រាក់ខុស",
  paid_before_created: "បានបង់មុនបង្កើតលេខកូដ",
  paid_twice: "បានបង់ពីរដង",
  unknown_payer: "មិនស្គាល់អ្នកបង់",
  settlement_used: "ការទូទាត់ដែលបានបញ្ចូលគណនីរួច",
  unclear: "រូបភាពមិនច្បាស់",
  not_accepted: "មិនទទួលឯកសារនេះ",
  name_differs: "ឈ្មោះខុសគ្នា",
  wrong_details: "ព័ត៌មានទូទាត់មិនត្រឹមត្រូវ",
  identity_needed: "ត្រូវផ្ទៀងផ្ទាត់អត្តសញ្ញាណជាមុន",
  suspicious: "សកម្មភាពត្រូវស៊ើបអង្កេត",
  over_limit: "លើសដែនកំណត់",
  other: "មូលហេតុផ្សេង",
};

function nameOf(name: string): string {
  return NAMES[name] ?? name;
}

export const namedDetail: English["namedDetail"] = (name, value) => `${nameOf(name)} ${value}`;

export const codeWords: English["codeWords"] = (code) => CODES[code] ?? code;
