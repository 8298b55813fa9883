import type { Translation } from "../../worker/contract/languages.ts";

export const OWED_TEXT: Translation<typeof import("./owed-text.ts").OWED_TEXT> = {
  title: (sum) => `អ្នកជំពាក់ ${sum} ដូច្នេះការដកប្រាក់រង់ចាំ`,
  detail: (billNumber) =>
    `ធនាគារបានយកការទូទាត់របស់អ្នកសម្រាប់ការដាក់ប្រាក់ ${billNumber} ត្រឡប់វិញ ហើយសមតុល្យរបស់អ្នកមិនគ្រប់គ្រាន់ទេ។ គ្មានអ្វីត្រូវបានអនុម័ត ឬផ្ញើទេ រហូតដល់បានបង់។ សូមដាក់ប្រាក់ដែលខ្វះ ហើយប្រាប់យើង។`,
  show: "មើលការដាក់ប្រាក់",
};
