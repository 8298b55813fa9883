import type { Translation } from "../contract/languages.ts";

export const QUESTION_MAIL_TEXT: Translation<typeof import("./question-mail-text.ts").QUESTION_MAIL_TEXT> = {
  what: {
    withdrawal: (number) => `ការដកប្រាក់ ${number} របស់អ្នក`,
    identity: "អត្តសញ្ញាណប័ណ្ណរបស់អ្នក",
    exception: (bill) => `ការទូទាត់សម្រាប់ការដាក់ប្រាក់ ${bill} របស់អ្នក`,
  },
  asked: {
    subject: (what) => `សំណួរអំពី${what}`,
    body: (what) => `យើងមានសំណួរអំពី${what}។ យើងនឹងបន្តពេលបានចម្លើយរបស់អ្នក៖`,
  },
  reminder: {
    subject: (what) => `រំលឹក៖ សំណួរអំពី${what}`,
    body: (what) => `យើងបានសួរអ្នកអំពី${what} ហើយមិនទាន់បានចម្លើយទេ។ សំណួរគឺ៖`,
  },
  picture: "មានរូបមួយភ្ជាប់មកជាមួយ ដែលអ្នកអាចមើលនៅលើទំព័ររបស់យើង។",
  where: "សូមឆ្លើយនៅលើទំព័ររបស់យើង កុំឆ្លើយតាមអ៊ីមែល។ យើងមិនដែលសួររកពាក្យសម្ងាត់ ឬលេខកូដទេ។",
  answer: "ឆ្លើយសំណួរ",
};
