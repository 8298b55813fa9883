import type { Translation } from "../contract/languages.ts";

export const NOTIFICATION_MAIL_TEXT: Translation<typeof import("./notification-mail-text.ts").NOTIFICATION_MAIL_TEXT> =
  {
    several: (count) => `ការជូនដំណឹង ${count}`,
    item: (title, line) => `${title}៖ ${line}`,
    more: (count) => `និង ${count} ទៀត`,
    list: "មើលការជូនដំណឹងរបស់អ្នក",
    settings: "ជ្រើសអ្វីដែលផ្ញើតាមអ៊ីមែលទៅអ្នក",
    depositPaid: {
      title: (amount) => `បានទទួលប្រាក់ដាក់ ${amount}`,
      line: (billNumber) => `វាចូលក្នុងសមតុល្យរបស់អ្នក លេខយោង ${billNumber}`,
    },
    demoClosed: {
      title: "បានបិទទីតាំងសាកល្បង",
      line: (symbol, rule, amount) => `${symbol}, ${rule}, ${amount}`,
      rules: {
        stop_loss: "កាត់ខាត",
        trailing_stop: "កាត់ខាតរំកិល",
        take_profit: "យកចំណេញ",
        stop_out: "បិទដោយបង្ខំ",
      },
    },
  };
