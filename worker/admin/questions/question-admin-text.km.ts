import type { Translation } from "../../contract/languages.ts";
import { formatMoment } from "../commands/moment-text.km.ts";

export const QUESTION_ADMIN_TEXT: Translation<typeof import("./question-admin-text.ts").QUESTION_ADMIN_TEXT> = {
  closed: "រឿងនេះបានបិទហើយ ដូច្នេះលែងសួរអំពីវាទៀត។ សូមផ្ទុកឡើងវិញ ដើម្បីមើលលទ្ធផល។",
  accountClosed: "គណនីនេះបានបិទហើយ គ្មាននរណាអានសំណួរទេ។",
  waits: "សំណួរមួយអំពីរឿងនេះកំពុងរង់ចាំចម្លើយរួចហើយ។ សូមដកវាវិញ ដើម្បីសួរមួយទៀត។",
  beingPaid: "ការដកប្រាក់នេះកំពុងត្រូវបានទូទាត់។ សូមបញ្ឈប់ការទូទាត់ ដើម្បីសួរអំពីវា។",
  claimed: (name, untilMs, timeZone) =>
    `${name} បានទទួលបន្ទុករហូតដល់ ${formatMoment(untilMs, timeZone)}។ មុនពេលនោះ មានតែគាត់ទេដែលអាចសួរ។`,
  answered: "សំណួរនេះមានចម្លើយរួចហើយ។ សូមផ្ទុកឡើងវិញ ដើម្បីមើលវា។",
  ended: "សំណួរនេះបានបញ្ចប់ដោយគ្មានចម្លើយ។ សូមផ្ទុកឡើងវិញ ដើម្បីមើលមូលហេតុ។",
  template: "គំរូនេះមិនមែនសម្រាប់រឿងបែបនេះទេ។",
};
