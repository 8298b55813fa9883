import type { Translation } from "../../contract/languages.ts";

export const MAIL_TEXT: Translation<typeof import("./mail-text.ts").MAIL_TEXT> = {
  hello: "សួស្តី",
  ifNotYou: "បើមិនមែនអ្នកទេ សូមកំណត់ពាក្យសម្ងាត់ថ្មីភ្លាម៖",
  newPassword: "កំណត់ពាក្យសម្ងាត់ថ្មី",
  hold: "ដើម្បីសុវត្ថិភាពរបស់អ្នក គ្មានការដកប្រាក់ណាត្រូវបានអនុម័តក្នុង 24 ម៉ោងខាងមុខទេ រួមទាំងការដកប្រាក់ដែលអ្នកបានស្នើរួចហើយ។",
};
