import type { Translation } from "../contract/languages.ts";

export const BOOK_MAIL_TEXT: Translation<typeof import("./book-mail-text.ts").BOOK_MAIL_TEXT> = {
  returned: {
    subject: (number, amount) => `ការដកប្រាក់ ${number} ចំនួន ${amount} របស់អ្នកបានត្រឡប់មកវិញ`,
    body: (number, amount) =>
      `ធនាគាររបស់អ្នកបានផ្ញើការទូទាត់នៃការដកប្រាក់ ${number} ត្រឡប់មកយើងវិញ។ ${amount} ស្ថិតក្នុងសមតុល្យរបស់អ្នកវិញហើយ។`,
    check: "សូមពិនិត្យគណនីក្នុងវិធីទូទាត់របស់អ្នក មុនពេលស្នើសុំម្តងទៀត។",
  },
  reversed: {
    subject: (billNumber) => `ការដាក់ប្រាក់ ${billNumber} របស់អ្នកត្រូវបានដកវិញ`,
    body: (amount, billNumber) =>
      `ធនាគារបានយកការទូទាត់ ${amount} សម្រាប់ការដាក់ប្រាក់ ${billNumber} ត្រឡប់ពីយើងវិញ ដូច្នេះវាត្រូវបានដកចេញពីសមតុល្យរបស់អ្នក។`,
    owes: (amount) => `សមតុល្យរបស់អ្នកមិនគ្រប់គ្រាន់ទេ៖ នៅជំពាក់ ${amount}។ រហូតដល់បានបង់ ការដកប្រាក់ដែលកំពុងដំណើរការរបស់អ្នកនឹងរង់ចាំ។`,
    ask: "បើអ្នកមិនដឹងមូលហេតុ សូមសួរធនាគាររបស់អ្នក ហើយឆ្លើយតបអ៊ីមែលនេះ។",
  },
  history: "មើលប្រវត្តិរបស់អ្នក",
};
