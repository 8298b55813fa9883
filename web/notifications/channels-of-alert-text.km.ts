import type { Translation } from "../../worker/contract/languages.ts";

export const channelsOfAlertText: Translation<typeof import("./channels-of-alert-text.ts").channelsOfAlertText> = {
  names: { push: "សារឧបករណ៍", telegram: "Telegram", email: "អ៊ីមែល" },
  label: "ប្រាប់អ្នក",
  inPage: "ក្នុងទំព័រ",
  inTurn: (names) => `ក្នុងទំព័រ បន្ទាប់មក ${names.join(", ")}`,
  change: "ប្តូរ",
  failed: (name, why) => `${name} មិនបានទៅដល់អ្នកលើកមុនទេ៖ ${why}`,
  silent: (name) => `${name} មិនបានបង្ហាញលើកមុនទេ`,
  ended: (name) => `${name} បានបញ្ចប់ហើយ`,
  why: {
    none: "សេវាមិនបានឆ្លើយ",
    paused: "សេវាត្រូវបានផ្អាក ព្រោះមិនបានឆ្លើយពីមុន",
    gone: { push: "កម្មវិធីរុករកបានបញ្ចប់វា", telegram: "អ្នកបានបញ្ឈប់វាក្នុង Telegram", email: "អាសយដ្ឋាននេះមិនមានទេ" },
    key: "សេវាមិនទទួលសោរបស់យើង",
    tooLarge: "សារធំពេក",
    busy: "សេវារវល់",
    down: "សេវាមិនដំណើរការ",
    refused: "សេវាបានបដិសេធ",
    withCode: (why, status) => `${why} (${status})`,
  },
};
