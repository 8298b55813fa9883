import type { Translation } from "../contract/languages.ts";

export const ALERT_TEXT: Translation<typeof import("./alert-text.ts").ALERT_TEXT> = {
  frozen: "គណនីរបស់អ្នកត្រូវបានបង្កក៖ អ្នកអាចមើលការជូនដំណឹងតម្លៃ ប៉ុន្តែមិនអាចកែបានទេ។ ការជូនដំណឹងនៅតែដំណើរការដដែល។ សូមទាក់ទងផ្នែកជំនួយ។",
  noSuchAlert: "មិនមានការជូនដំណឹងតម្លៃនេះទេ",
  changed: "ការជូនដំណឹងតម្លៃនេះត្រូវបានផ្លាស់ប្តូរហើយ",
  removed: "ការជូនដំណឹងតម្លៃនេះត្រូវបានលុបហើយ",
  isAt: {
    rises: (name, price) => `${name} កំពុងនៅតម្លៃ ${price}។ សូមជ្រើសរើសកម្រិតខ្ពស់ជាងនេះ។`,
    falls: (name, price) => `${name} កំពុងនៅតម្លៃ ${price}។ សូមជ្រើសរើសកម្រិតទាបជាងនេះ។`,
  },
  endsInPast: "ពេលបញ្ចប់នេះបានកន្លងហួសហើយ។ សូមជ្រើសរើសពេលក្រោយនេះ។",
  endsTooLate: (days) => `ការជូនដំណឹងតម្លៃបញ្ចប់ក្នុងរយៈពេល ${days} ថ្ងៃ`,
};
