import type { Translation } from "../contract/languages.ts";

export const TELEGRAM_MAIL_TEXT: Translation<typeof import("./telegram-mail-text.ts").TELEGRAM_MAIL_TEXT> = {
  linkedSubject: "ការជជែក Telegram មួយទទួលការជូនដំណឹង Tonle របស់អ្នក",
  linked: (name) =>
    `ការជជែក Telegram របស់ ${name} បានភ្ជាប់ទៅគណនីរបស់អ្នក ប្រហែលជាអ្នកជាអ្នកធ្វើ។ ចាប់ពីពេលនេះទៅ វាទទួលការជូនដំណឹងរបស់អ្នក។`,
  notYours: "បើវាមិនមែនជារបស់អ្នកទេ សូមផ្ដាច់វានៅលើទំព័រការជូនដំណឹងរបស់អ្នក។",
  takenSubject: "Telegram លែងទទួលការជូនដំណឹង Tonle របស់អ្នកទៀត",
  taken:
    "ការជជែក Telegram របស់អ្នកបានភ្ជាប់ទៅគណនី Tonle មួយទៀត ដូច្នេះវាលែងទទួលការជូនដំណឹងនៃគណនីនេះទៀត។ បើមិនមែនអ្នកជាអ្នកធ្វើទេ សូមភ្ជាប់ការជជែកនោះម្ដងទៀត ឬជ្រើសវិធីផ្សេង។",
  open: "ការជូនដំណឹងរបស់អ្នក",
};
