import type { Translation } from "../contract/languages.ts";

export const PUSH_TEXT: Translation<typeof import("./push-text.ts").PUSH_TEXT> = {
  unknownService: "ការជូនដំណឹងផ្ញើតែតាមសេវារបស់ Chrome, Edge, Firefox និង Safari ប៉ុណ្ណោះ។ កម្មវិធីរុករកនេះប្រើសេវាផ្សេង។",
  oddKeys: "មិនអាចអានសោនៃការជូនដំណឹងរបស់កម្មវិធីរុករកនេះបានទេ។ សូមបិទការជូនដំណឹង ហើយបើកម្តងទៀត។",
};
