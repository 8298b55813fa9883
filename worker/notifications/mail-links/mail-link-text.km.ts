import type { Translation } from "../../contract/languages.ts";

export const MAIL_LINK_TEXT: Translation<typeof import("./mail-link-text.ts").MAIL_LINK_TEXT> = {
  kinds: {
    money: "ការដាក់ប្រាក់",
    alert: "ការជូនដំណឹងតម្លៃ",
    order: "ទីតាំងសាកល្បងដែលបានបិទជំនួសអ្នក",
    marketing: "ព័ត៌មាន",
    daily: "សេចក្តីសង្ខេបថ្ងៃរបស់អ្នក",
    weekly: "សេចក្តីសង្ខេបសប្តាហ៍របស់អ្នក",
  },
  and: (before, last) => `${before} និង${last}`,
  why: (kinds) => `អ្នកទទួលអ៊ីមែលអំពី${kinds}។`,
  stop: "ឈប់ផ្ញើអ៊ីមែលទាំងនេះ",
};
