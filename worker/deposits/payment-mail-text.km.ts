import type { Translation } from "../contract/languages.ts";

export const PAYMENT_MAIL_TEXT: Translation<typeof import("./payment-mail-text.ts").PAYMENT_MAIL_TEXT> = {
  credited: {
    subject: (amount) => `${amount} ត្រូវបានបញ្ចូលក្នុងសមតុល្យរបស់អ្នក`,
    found: (amount, billNumber) =>
      `យើងបានរកឃើញការទូទាត់របស់អ្នកសម្រាប់ការដាក់ប្រាក់ ${billNumber} ហើយបានបញ្ចូល ${amount} ក្នុងសមតុល្យរបស់អ្នក។`,
  },
  refunded: {
    subject: (paid) => `ការទូទាត់ ${paid} របស់អ្នកកំពុងត្រូវបានសងវិញ`,
    differs: (paid, billNumber) =>
      `ការទូទាត់ ${paid} របស់អ្នកមិនត្រូវនឹងការដាក់ប្រាក់ ${billNumber} ទេ។ ប្រាក់នេះនឹងត្រូវផ្ញើត្រឡប់ទៅគណនីដែលបានបង់វិញ។`,
    sent: (sum, reference) => `បានផ្ញើត្រឡប់វិញ៖ ${sum}។ លេខយោងធនាគារ៖ ${reference}។`,
    link: "ដាក់ប្រាក់ម្តងទៀត",
  },
  notCredited: {
    subject: (paid) => `អំពីការទូទាត់ ${paid} របស់អ្នក`,
    reviewed: (paid, billNumber) =>
      `ការទូទាត់ ${paid} របស់អ្នកសម្រាប់ការដាក់ប្រាក់ ${billNumber} ត្រូវបានពិនិត្យ ហើយមិនត្រូវបានបញ្ចូលក្នុងសមតុល្យរបស់អ្នកទេ។`,
  },
  message: (note) => `សារពីក្រុមការងាររបស់យើង៖ ${note}`,
  deposits: "មើលការដាក់ប្រាក់របស់អ្នក",
};
