import type { Translation } from "../../../worker/contract/languages.ts";

type English = typeof import("./status-text.ts");

export const WITHDRAWAL_STATUS: Translation<English["WITHDRAWAL_STATUS"]> = {
  pending: "កំពុងរង់ចាំ",
  approved: "បានអនុម័ត",
  open: "មិនទាន់ចប់",
  completed: "បានបញ្ចប់",
  rejected: "បានបដិសេធ",
  cancelled: "បានបោះបង់",
  all: "ទាំងអស់",
};

export const WITHDRAWAL_CANCELLED: Translation<English["WITHDRAWAL_CANCELLED"]> = "បានបោះបង់";

export const DEPOSIT_STATUS: Translation<English["DEPOSIT_STATUS"]> = {
  pending: "កំពុងរង់ចាំ",
  paid: "បានបង់",
  failed: "បរាជ័យ",
  expired: "ផុតកំណត់",
  cancelled: "បានបោះបង់",
};

export const IDENTITY_REASON: Translation<English["IDENTITY_REASON"]> = {
  unclear: "រូបភាពមិនច្បាស់គ្រប់គ្រាន់",
  not_accepted: "មិនទទួលឯកសារប្រភេទនេះ",
  expired: "ឯកសារផុតកំណត់",
  name_differs: "ឈ្មោះខុសពីឈ្មោះក្នុងគណនី",
  other: "មូលហេតុផ្សេង សូមមើលកំណត់ចំណាំ",
  reopened: "បានបើកការផ្ទៀងផ្ទាត់ឡើងវិញ",
};
