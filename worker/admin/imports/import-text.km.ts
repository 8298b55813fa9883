import type { Translation } from "../../contract/languages.ts";

export const IMPORT_TEXT: Translation<typeof import("./import-text.ts").IMPORT_TEXT> = {
  noTrader: "គ្មានអ្នកជួញដូរនេះទេ",
  accountClosed: "គណនីនេះត្រូវបានបិទ",
  inTheFuture: "ការជួញដូរនេះបិទនៅពេលអនាគត។ តើតំបន់ម៉ោងត្រឹមត្រូវឬទេ?",
  beyondEnd: (rowCount) => `ការនាំចូលនេះមានជួរ ${rowCount}`,
  alreadyImported: "ឯកសារនេះត្រូវបាននាំចូលរួចហើយ",
  notWhole: (arrived, rowCount) => `បានទទួលតែជួរ ${arrived} ក្នុងចំណោមជួរ ${rowCount} នៃឯកសារ`,
  nothingNew: "ការជួញដូរទាំងអស់ក្នុងឯកសារនេះមាននៅទីនេះរួចហើយ",
  countChanged: (trades, result) =>
    `តាំងពីអ្នកបើកមើល មានការជួញដូរផ្សេងចូលមក៖ ឥឡូវឯកសារនេះបន្ថែមការជួញដូរ ${trades} គិតជាប្រាក់ ${result}។ មិនទាន់មានអ្វីត្រូវបានធ្វើទេ។`,
  lostMore: (lost, balance, lacking) => `ការជួញដូរទាំងនេះខាត ${lost}។ សមតុល្យ ${balance} ខ្វះ ${lacking} សម្រាប់វា។`,
  neverImported: "ឯកសារនេះមិនធ្លាប់បាននាំចូលទេ",
  alreadyTakenBack: "ការនាំចូលនេះត្រូវបានដកវិញរួចហើយ",
  madeMore: (made, balance, lacking) => `ការជួញដូរទាំងនេះចំណេញ ${made}។ សមតុល្យ ${balance} ខ្វះ ${lacking} សម្រាប់ការដកវិញ។`,
  senderDoesNotCount: (name) => `${name} បានផ្ញើឯកសារនេះ ហើយការអនុម័តរបស់គាត់គ្មានសុពលភាពទេ។ សូមផ្ញើឯកសារដោយខ្លួនឯង រួចសុំសហការី។`,
  aboveAlone: (moves, before, most, step) => {
    const after = before === null ? "" : ` បន្ទាប់ពី ${before} ដែលអ្នកបានផ្ទេរតែម្នាក់ឯងក្នុង 24 ម៉ោងចុងក្រោយ`;
    return `ការនាំចូលនេះផ្ទេរ ${moves}${after}។ លើស ${most} អ្នកគ្រប់គ្រងផ្សេងត្រូវ${step === "commit" ? "នាំចូលវា" : "ដកវាវិញ"}។`;
  },
};
