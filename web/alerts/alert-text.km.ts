import type { Translation } from "../../worker/contract/languages.ts";

const LINES = { level: "បន្ទាត់របស់អ្នក", trend: "បន្ទាត់និន្នាការរបស់អ្នក" } as const;

export const alertText: Translation<typeof import("./alert-text.ts").alertText> = {
  hours: (count) => `${count} ម៉ោង`,
  minutes: (count) => `${count} នាទី`,
  to: { rises: (level) => `ឡើងដល់ ${level}`, falls: (level) => `ចុះដល់ ${level}` },
  toShort: { rises: "ឡើងដល់", falls: "ចុះដល់" },
  through: {
    rises: (line) => `ឡើងកាត់${LINES[line]}`,
    falls: (line) => `ចុះកាត់${LINES[line]}`,
  },
  moves: {
    up: (percent, time) => `ឡើង ${percent} ក្នុង ${time}`,
    down: (percent, time) => `ចុះ ${percent} ក្នុង ${time}`,
    either: (percent, time) => `ឡើង ឬចុះ ${percent} ក្នុង ${time}`,
  },
  wentTo: { rises: (level) => `បានឡើងដល់ ${level}`, falls: (level) => `បានចុះដល់ ${level}` },
  wentThrough: {
    rises: (line) => `បានឡើងកាត់${LINES[line]}`,
    falls: (line) => `បានចុះកាត់${LINES[line]}`,
  },
  moved: {
    up: (percent, time) => `បានឡើង ${percent} ក្នុង ${time}`,
    down: (percent, time) => `បានចុះ ${percent} ក្នុង ${time}`,
    either: (percent, time) => `បានឡើង ឬចុះ ${percent} ក្នុង ${time}`,
  },
  atPrice: "តម្លៃឥឡូវនេះស្ថិតនៅទីនេះ។ សូមផ្លាស់កម្រិតឡើង ឬចុះ។",
  set: (level) => `បានកំណត់ការជូនដំណឹងនៅ ${level}`,
  setFor: (condition) => `បានកំណត់ការជូនដំណឹង៖ ${condition}`,
  removed: (what) => `បានលុបការជូនដំណឹង៖ ${what}`,
  undo: "មិនធ្វើវិញ",
  edit: "កែ",
  notSent: "ផ្ញើមិនបាន។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
};
