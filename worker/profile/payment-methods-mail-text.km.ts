import type { Translation } from "../contract/languages.ts";

type English = typeof import("./payment-methods-mail-text.ts").PAYMENT_METHODS_MAIL_TEXT;

export const PAYMENT_METHODS_MAIL_TEXT: Translation<English> = {
  subject: "វិធីទូទាត់ Tonle របស់អ្នកត្រូវបានប្តូរ",
  khqr: {
    added: "កូដ KHQR របស់អ្នកត្រូវបានបន្ថែម។",
    changed: "កូដ KHQR របស់អ្នកត្រូវបានប្តូរ។",
    removed: "កូដ KHQR របស់អ្នកត្រូវបានលុប។",
  },
  bankTransfer: {
    added: "គណនីធនាគាររបស់អ្នកត្រូវបានបន្ថែម។",
    changed: "គណនីធនាគាររបស់អ្នកត្រូវបានប្តូរ។",
    removed: "គណនីធនាគាររបស់អ្នកត្រូវបានលុប។",
  },
  see: "មើលវិធីទូទាត់របស់អ្នក",
};
