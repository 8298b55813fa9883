import type { Translation } from "../contract/languages.ts";
import { minutesInWords } from "../contract/limit-text.km.ts";
import { PASSWORD_RESET, VERIFICATION_CODE } from "../contract/limits.ts";

/** Khmer of `auth-mail-text.ts`. */
export const AUTH_MAIL_TEXT: Translation<typeof import("./auth-mail-text.ts").AUTH_MAIL_TEXT> = {
  verification: {
    subject: (code) => `${code} ជាលេខកូដ Tonle របស់អ្នក`,
    enter: "សូមបញ្ចូលលេខកូដនេះ ដើម្បីផ្ទៀងផ្ទាត់អ៊ីមែលរបស់អ្នក៖",
    lifetime: `លេខកូដប្រើបានរយៈពេល ${minutesInWords(VERIFICATION_CODE.lifetimeMs)}។ បើអ្នកមិនបានចុះឈ្មោះនៅ Tonle ទេ សូមកុំខ្វល់នឹងអ៊ីមែលនេះ។ បើគ្មានលេខកូដ គ្មានអ្វីកើតឡើងទេ។`,
  },
  passwordReset: {
    subject: "កំណត់ពាក្យសម្ងាត់ Tonle ថ្មី",
    open: "សូមបើកតំណនេះ ដើម្បីកំណត់ពាក្យសម្ងាត់ថ្មី៖",
    link: "កំណត់ពាក្យសម្ងាត់ថ្មី",
    lifetime: `តំណប្រើបានតែម្តង ក្នុងរយៈពេល ${minutesInWords(PASSWORD_RESET.lifetimeMs)}។ បើអ្នកមិនបានស្នើទេ សូមកុំខ្វល់នឹងអ៊ីមែលនេះ។ ពាក្យសម្ងាត់របស់អ្នកនៅដដែល។`,
  },
};
