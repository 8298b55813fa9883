import type { Translation } from "../contract/languages.ts";

/** Khmer of `identity-text.ts`. */
export const IDENTITY_TEXT: Translation<typeof import("./identity-text.ts").IDENTITY_TEXT> = {
  alreadyVerified: "អត្តសញ្ញាណរបស់អ្នកត្រូវបានផ្ទៀងផ្ទាត់រួចហើយ",
  decided: (name, status) => `${name} បាន${status === "verified" ? "ផ្ទៀងផ្ទាត់" : "បដិសេធ"}អត្តសញ្ញាណនេះរួចហើយ`,
  changed: "អ្នកជួញដូរបានផ្ញើរូបថ្មី ឬប្តូរឈ្មោះ ក្រោយពេលអ្នកបើកមើល។ សូមផ្ទុកឡើងវិញ ដើម្បីមើល។",
  notReopenable: "អាចបើកឡើងវិញបានតែអត្តសញ្ញាណដែលបានផ្ទៀងផ្ទាត់ប៉ុណ្ណោះ។ សូមផ្ទុកឡើងវិញ ដើម្បីមើលអត្តសញ្ញាណនេះ។",
  reasons: {
    not_accepted: "ឯកសារនេះមិនអាចទទួលយកបានទេ។ សូមបង្ហោះអត្តសញ្ញាណប័ណ្ណ ឬលិខិតឆ្លងដែន។",
    expired: "ឯកសារនេះផុតកំណត់ហើយ។ សូមបង្ហោះឯកសារដែលនៅមានសុពលភាព។",
    name_differs: "ឈ្មោះលើឯកសារមិនដូចឈ្មោះក្នុងគណនីរបស់អ្នកទេ។ សូមកែឈ្មោះពេញរបស់អ្នក ឬបង្ហោះអត្តសញ្ញាណប័ណ្ណរបស់អ្នកផ្ទាល់។",
  },
};
