import type { Translation } from "../contract/languages.ts";

export const CHANNEL_WORDS_TEXT: Translation<typeof import("./channel-words-text.ts").CHANNEL_WORDS_TEXT> = {
  events: {
    deposit_paid: {
      title: "បានទទួលប្រាក់ដាក់",
      line: "វានៅក្នុងសមតុល្យរបស់អ្នក",
      sum: (amount) => `${amount} ចូលក្នុងសមតុល្យរបស់អ្នក`,
    },
    payment_credited: {
      title: "បានបន្ថែមការទូទាត់",
      line: "វានៅក្នុងសមតុល្យរបស់អ្នក",
      sum: (amount) => `${amount} ចូលក្នុងសមតុល្យរបស់អ្នក`,
    },
    payment_refunded: { title: "បានផ្ញើការទូទាត់ត្រឡប់វិញ", line: "ប្រវត្តិរបស់អ្នកប្រាប់ថាមួយណា", sum: (amount) => amount },
    payment_not_credited: { title: "មិនបានបន្ថែមការទូទាត់", line: "ប្រវត្តិរបស់អ្នកប្រាប់ថាមួយណា", sum: (amount) => amount },
    withdrawal_requested: {
      title: "បានស្នើសុំដកប្រាក់",
      line: "បើមិនមែនអ្នកទេ សូមចូលគណនី ហើយបោះបង់វា",
      sum: (amount) => amount,
    },
    withdrawal_approved: { title: "បានអនុម័តការដកប្រាក់", line: "វានឹងត្រូវបង់បន្ទាប់", sum: (amount) => amount },
    withdrawal_completed: { title: "បានបង់ប្រាក់ដក", line: "បានផ្ញើទៅគណនីរបស់អ្នក", sum: (amount) => amount },
    withdrawal_rejected: {
      title: "បានបដិសេធការដកប្រាក់",
      line: "ប្រាក់ត្រឡប់មកសមតុល្យរបស់អ្នកវិញ",
      sum: (amount) => `${amount} ត្រឡប់មកសមតុល្យរបស់អ្នកវិញ`,
    },
    identity_verified: { title: "បានផ្ទៀងផ្ទាត់អត្តសញ្ញាណ", line: "ការដកប្រាក់អាចត្រូវបានអនុម័ត" },
    identity_rejected: { title: "មិនទទួលយកអត្តសញ្ញាណប័ណ្ណ", line: "ប្រវត្តិរូបរបស់អ្នកប្រាប់មូលហេតុ ហើយទទួលរូបថ្មី" },
    identity_reopened: { title: "ត្រូវផ្ទៀងផ្ទាត់អត្តសញ្ញាណម្តងទៀត", line: "ប្រវត្តិរូបរបស់អ្នកប្រាប់មូលហេតុ" },
    new_device: { title: "ការចូលគណនីលើកម្មវិធីរុករកថ្មី", line: "បើមិនមែនអ្នកទេ សូមបញ្ចប់វា" },
    password_changed: { title: "បានប្តូរពាក្យសម្ងាត់", line: "បើមិនមែនអ្នកទេ សូមកំណត់វាឡើងវិញភ្លាម" },
    second_factor_on: { title: "ការផ្ទៀងផ្ទាត់ពីរជំហានបានបើក", line: "ការចូលគណនីម្តងៗត្រូវការកូដ" },
    second_factor_off: { title: "ការផ្ទៀងផ្ទាត់ពីរជំហានបានបិទ", line: "បើមិនមែនអ្នកទេ សូមប្តូរពាក្យសម្ងាត់" },
    google_linked: { title: "បានភ្ជាប់ Google", line: "អ្នកអាចចូលគណនីដោយ Google" },
    telegram_linked: { title: "បានភ្ជាប់ Telegram", line: "បើមិនមែនអ្នកទេ សូមផ្ដាច់វា ហើយប្តូរពាក្យសម្ងាត់" },
    telegram_unlinked: { title: "បានផ្ដាច់ Telegram", line: "វាលែងទទួលការជូនដំណឹងទៀត" },
    demo_closed: { title: "បានបិទទីតាំងសាកល្បង", line: "លើគណនីសាកល្បង" },
    alert_fired: { title: "ការជូនដំណឹងតម្លៃបានដំណើរការ", line: "លើក្រាប" },
    product_news: { title: "ព័ត៌មាន", line: "" },
  },
  several: (count) => `ការជូនដំណឹង ${count} ក្នុងម៉ោងស្ងាត់`,
  severalLine: "បើកបញ្ជីដើម្បីមើល",
  other: { title: "ការជូនដំណឹង", line: "បើកបញ្ជីដើម្បីមើល" },
  test: { title: "នេះជាការសាកល្បង", line: "ការជូនដំណឹងមកដល់អ្នកនៅទីនេះ" },
  open: "បើក",
};
