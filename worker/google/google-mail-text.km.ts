import type { Translation } from "../contract/languages.ts";

export const GOOGLE_MAIL_TEXT: Translation<typeof import("./google-mail-text.ts").GOOGLE_MAIL_TEXT> = {
  subject: "ឥឡូវនេះអាចចូលគណនី Tonle របស់អ្នកតាម Google",
  linked: "មាននរណាម្នាក់ ប្រហែលជាអ្នក បានចូលគណនីតាមគណនី Google នៃអ៊ីមែលនេះ។ ចាប់ពីពេលនេះទៅ អាចប្រើគណនី Google នោះដើម្បីចូលគណនីរបស់អ្នក។",
  tookPassword: "អ៊ីមែលនេះមិនធ្លាប់បានផ្ទៀងផ្ទាត់ទេ ដូច្នេះពាក្យសម្ងាត់ដែលបានកំណត់ពីមុនត្រូវបានលុប។ អ្នកអាចកំណត់ពាក្យសម្ងាត់ថ្មីបាន។",
};
