import type { Translation } from "../../worker/contract/languages.ts";
import { OPTIONAL_MAILS } from "../../worker/contract/optional-mails-text.km.ts";

const mailNames = Object.values(OPTIONAL_MAILS)
  .map((subject) => `“${subject}”`)
  .join(" និង ");

/** Khmer of `settings-text.ts`. */
export const settingsText: Translation<typeof import("./settings-text.ts").settingsText> = {
  title: "ការកំណត់",
  tabs: {
    profile: "ប្រវត្តិរូប",
    notifications: "ការជូនដំណឹង",
    privacy: "ឯកជនភាព",
    appearance: "រូបរាង",
    security: "សុវត្ថិភាព",
  },
  save: "រក្សាទុកការផ្លាស់ប្តូរ",
  saving: "កំពុងរក្សាទុក...",
  saved: "បានរក្សាទុកការកំណត់ដោយជោគជ័យ!",
  notSaved: "រក្សាទុកការកំណត់មិនបាន",
  here: "រក្សាទុកក្នុងកម្មវិធីរុករកនេះ សម្រាប់គណនីរបស់អ្នក។",
  nothingYet: "ការកំណត់នេះមិនទាន់មានប្រសិទ្ធភាព៖",
  profile: {
    firstName: "នាមខ្លួន",
    lastName: "នាមត្រកូល",
    email: "អ៊ីមែល",
    phone: "លេខទូរសព្ទ",
    timeZone: "តំបន់ម៉ោង",
    timeZoneNote: "ថ្ងៃ និងសប្តាហ៍របស់អ្នកចាប់ផ្តើម និងចប់តាមតំបន់ម៉ោងរបស់អ្នក។",
  },
  notifications: {
    email: "ការជូនដំណឹងតាមអ៊ីមែល",
    emailHint: `ពេលបិទ អ្នកលែងទទួលអ៊ីមែល ${mailNames}។ អ៊ីមែលអំពីប្រាក់ និងសុវត្ថិភាពគណនីរបស់អ្នកត្រូវបានផ្ញើជានិច្ច។`,
    push: "ការជូនដំណឹងលើឧបករណ៍",
    pushHint: "មិនទាន់មានការជូនដំណឹងលើឧបករណ៍ទេ។",
    sms: "ការជូនដំណឹងតាម SMS",
    smsHint: "មិនទាន់មានការផ្ញើសារ SMS ទេ។",
    marketing: "ព័ត៌មាន និងការផ្តល់ជូន",
    marketingHint: "មិនទាន់មានការផ្ញើព័ត៌មាន ឬការផ្តល់ជូនទេ។",
    where: "ការជូនដំណឹងតាមអ៊ីមែលរក្សាទុកជាមួយគណនីរបស់អ្នក ផ្សេងទៀតក្នុងកម្មវិធីរុករកនេះ។",
  },
  privacy: {
    profileVisibility: "អ្នកដែលអាចមើលប្រវត្តិរូប",
    profileVisibilityHint: "គ្មានអ្នកជួញដូរផ្សេងអាចមើលប្រវត្តិរូបរបស់អ្នកបានទេ។",
    visibility: { private: "ឯកជន", public: "សាធារណៈ", friends: "មិត្តភក្តិ" },
    showBalance: "បង្ហាញសមតុល្យ",
    showBalanceHint:
      "ពេលបិទ ចំនួនទឹកប្រាក់ទាំងអស់ត្រូវលាក់លើអេក្រង់ក្នុងកម្មវិធីរុករកនេះ ដូចរូបភ្នែកនៅខាងលើដែរ។ អ្វីដែលអ្នកវាយ បង់ ឬបញ្ជាក់ នៅតែបង្ហាញ។",
    showTrades: "បង្ហាញការជួញដូរ",
    showTradesHint: "គ្មានអ្នកជួញដូរផ្សេងអាចមើលការជួញដូររបស់អ្នកបានទេ។",
  },
  appearance: {
    language: "ភាសា",
    languageNote: "ភាសាមានប្រសិទ្ធភាពភ្លាម រួមទាំងក្នុងអ៊ីមែលរបស់អ្នក ហើយទៅតាមគណនីរបស់អ្នកលើគ្រប់ឧបករណ៍។",
    legend: "រចនាប័ទ្មពណ៌",
    shortcuts: "គ្រាប់ចុចកាត់",
    shortcutsHint:
      "ពេលបិទ គ្រាប់ចុចទាំងអស់របស់ Tonle ដូចជា B, S, / និង Ctrl K លែងមានមុខងារ ឧទាហរណ៍ដើម្បីបញ្ចូលដោយសំឡេង។ Tab, Enter, Esc និងគ្រាប់ចុចព្រួញដំណើរការដូចដើម។",
    note: "រចនាប័ទ្មពណ៌មានប្រសិទ្ធភាពភ្លាម ហើយទៅតាមគណនីរបស់អ្នកលើគ្រប់ឧបករណ៍។ គ្រាប់ចុចកាត់ជាការកំណត់របស់កម្មវិធីរុករកនេះ។",
  },
  security: {
    loginAlerts: "ការជូនដំណឹងពេលចូលគណនី",
    loginAlertsHint: "ផ្ញើអ៊ីមែលមួយ ពេលឧបករណ៍ដែលគណនីរបស់អ្នកមិនធ្លាប់ឃើញចូលគណនី។",
    sessionTimeout: "រយៈពេលចាកចេញដោយស្វ័យប្រវត្តិ",
    sessionTimeoutHint: "កម្មវិធីរុករកនេះចាកចេញពីគណនី ក្រោយរយៈពេលនេះ ប្រសិនបើគ្មានការចុច ឬប៉ះ។",
    where: "រយៈពេលចាកចេញរក្សាទុកក្នុងកម្មវិធីរុករកនេះ ការជូនដំណឹងពេលចូលគណនីជាមួយគណនីរបស់អ្នក។",
    minutes: (count) => `${count} នាទី`,
  },
};
