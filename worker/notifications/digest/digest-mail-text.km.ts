import { KHMER_MONTHS } from "../../contract/khmer-months.ts";
import type { Translation } from "../../contract/languages.ts";

export const DIGEST_MAIL_TEXT: Translation<typeof import("./digest-mail-text.ts").DIGEST_MAIL_TEXT> = {
  date: (day) => {
    const [year, month, date] = day.split("-").map(Number);
    return `${date} ${KHMER_MONTHS[Number(month) - 1]} ${year}`;
  },
  subject: {
    daily: (day) => `ថ្ងៃរបស់អ្នក៖ ${day}`,
    weekly: (first, last) => `សប្តាហ៍របស់អ្នក៖ ${first} ដល់ ${last}`,
  },
  lead: {
    daily: (day) => `នេះជាថ្ងៃទី ${day} របស់អ្នកនៅ Tonle។`,
    weekly: (first, last) => `នេះជាសប្តាហ៍របស់អ្នកនៅ Tonle ពីថ្ងៃទី ${first} ដល់ ${last}។`,
  },
  results: "លទ្ធផល",
  noTrades: "គ្មានការជួញដូរណាត្រូវបានបិទទេ។",
  cash: "គណនី",
  run: (number) => `ជុំសាកល្បង ${number}`,
  result: (amount, trades, won) => `${amount}, ការជួញដូរ ${trades}, ឈ្នះ ${won}`,
  alerts: (count) => `ការជូនដំណឹងតម្លៃដែលបើក៖ ${count}`,
  condition: {
    level: { rises: (price) => `ឡើងដល់ ${price}`, falls: (price) => `ចុះដល់ ${price}` },
    line: { rises: "ឡើងកាត់បន្ទាត់របស់អ្នក", falls: "ចុះកាត់បន្ទាត់របស់អ្នក" },
    move: {
      up: (percent, time) => `ឡើង ${percent} ក្នុង ${time}`,
      down: (percent, time) => `ចុះ ${percent} ក្នុង ${time}`,
      either: (percent, time) => `ឡើង ឬចុះ ${percent} ក្នុង ${time}`,
    },
    unknown: "បើក",
    paused: (condition) => `${condition} (បានផ្អាក)`,
  },
  more: (count) => `និង ${count} ទៀត`,
  waiting: "អ្វីដែលកំពុងរង់ចាំ",
  deposit: (amount) => `ដាក់ប្រាក់ ${amount}`,
  payUntil: (moment) => `កូដរបស់វាអាចបង់បានរហូតដល់ ${moment}`,
  withdrawal: (amount) => `ដកប្រាក់ ${amount}`,
  withdrawalState: {
    pending: (number) => `${number} រង់ចាំការអនុម័ត`,
    approved: (number) => `${number} បានអនុម័ត កំពុងផ្ញើ`,
  },
  identity: "អត្តសញ្ញាណ",
  identityState: {
    pending: "អត្តសញ្ញាណប័ណ្ណរបស់អ្នកកំពុងពិនិត្យ",
    rejected: "អត្តសញ្ញាណប័ណ្ណរបស់អ្នកមិនអាចទទួលយកបានទេ៖ សូមផ្ញើរូបថតផ្សេង",
  },
  performance: "មើលលទ្ធផលរបស់អ្នក",
  settings: "ជ្រើសអ្វីដែលផ្ញើតាមអ៊ីមែលទៅអ្នក",
};
