import type { Translation } from "../contract/languages.ts";

export const PROFILE_TEXT: Translation<typeof import("./profile-text.ts").PROFILE_TEXT> = {
  saved: "បានកែប្រវត្តិរូបរបស់អ្នករួចហើយ",
  methodsSaved: "បានរក្សាទុកវិធីទូទាត់ដោយជោគជ័យ!",
  notAnEmail: "សូមបញ្ចូលអ៊ីមែលឱ្យបានត្រឹមត្រូវ",
  notAUsername: "សូមប្រើអក្សរឡាតាំង លេខ ចំណុច ឬសញ្ញា _ ពី 3 ទៅ 32 តួ",
  usernameTaken: "ឈ្មោះអ្នកប្រើនេះមានគេប្រើហើយ",
  notAPhone: "សូមបញ្ចូលលេខទូរសព្ទ ដូចជា 012 345 678 ឬ +66 81 234 5678 ដែលមានកូដប្រទេសផ្សេង",
  notATimeZone: "មិនស្គាល់តំបន់ម៉ោងនេះទេ",
};
