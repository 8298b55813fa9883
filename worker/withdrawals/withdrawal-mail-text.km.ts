import type { Translation } from "../contract/languages.ts";

export const WITHDRAWAL_MAIL_TEXT: Translation<typeof import("./withdrawal-mail-text.ts").WITHDRAWAL_MAIL_TEXT> = {
  requested: {
    subject: (number, amount) => `បានស្នើសុំដកប្រាក់ ${number} ចំនួន ${amount}`,
    body: (number, amount, method) =>
      `ការដកប្រាក់ ${number} ចំនួន ${amount} (${method}) ត្រូវបានស្នើពីគណនីរបស់អ្នក។ ប្រាក់នេះត្រូវបានរក្សាទុក រហូតដល់អ្នកគ្រប់គ្រងបានពិនិត្យ។`,
    ifNotYou: "បើមិនមែនអ្នកទេ សូមបោះបង់សំណើនៅទីនោះ ហើយកំណត់ពាក្យសម្ងាត់ថ្មីភ្លាម៖",
    newPassword: "កំណត់ពាក្យសម្ងាត់ថ្មី",
  },
  approved: {
    subject: (number, amount) => `ការដកប្រាក់ ${number} ចំនួន ${amount} របស់អ្នកត្រូវបានអនុម័ត`,
    body: (number, amount, method) =>
      `ការដកប្រាក់ ${number} ចំនួន ${amount} (${method}) របស់អ្នកត្រូវបានអនុម័ត ហើយនឹងត្រូវបានបង់ឆាប់ៗ។`,
  },
  completed: {
    subject: (number, amount) => `ការដកប្រាក់ ${number} ចំនួន ${amount} របស់អ្នកត្រូវបានបង់`,
    body: (number, amount, method, paymentId) =>
      `ការដកប្រាក់ ${number} ចំនួន ${amount} (${method}) របស់អ្នកត្រូវបានបង់ហើយ។ លេខសម្គាល់ការទូទាត់របស់ធនាគារគឺ ${paymentId}។`,
    proof: "មើលភស្តុតាងទូទាត់",
    notArrived: "បើប្រាក់មិនទាន់មកដល់ក្នុងមួយថ្ងៃ សូមឆ្លើយតបអ៊ីមែលនេះ។",
  },
  rejected: {
    subject: (number, amount) => `ការដកប្រាក់ ${number} ចំនួន ${amount} របស់អ្នកត្រូវបានបដិសេធ`,
    body: (number, amount, method) =>
      `ការដកប្រាក់ ${number} ចំនួន ${amount} (${method}) របស់អ្នកត្រូវបានបដិសេធ។ ប្រាក់នេះបានត្រឡប់មកសមតុល្យដែលអាចប្រើបានរបស់អ្នកវិញ។`,
    reason: (notes) => `មូលហេតុ៖ ${notes}`,
    details: "មើលព័ត៌មានលម្អិត",
  },
  status: "មើលស្ថានភាព",
};
